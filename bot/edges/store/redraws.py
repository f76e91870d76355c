"""Small shared memories: who redraws a card, and what was done already."""

import secrets
from datetime import timedelta

from bot.edges.store.keys import Kind, fingerprint
from bot.edges.store.shelf import Shelf

DRAWING = 30_000  # milliseconds until a drawer that died is replaced


class Redraws(Shelf):
    async def redrawing(self, card_id: str) -> bool:
        return bool(await self._step("redrawing", card_id, secrets.token_hex(8), DRAWING))

    async def redrawn(self, card_id: str, began: int) -> bool:
        return bool(await self._step("redrawn", card_id, began, DRAWING))

    async def wishes(self, card_id: str) -> int:
        return int(await self._ask("GET", Kind.WISHES, card_id) or 0)

    async def once(self, name: str, ttl: timedelta) -> bool:
        milliseconds = max(1, ttl // timedelta(milliseconds=1))
        return bool(await self._step("once", fingerprint(name), secrets.token_hex(8), milliseconds))
