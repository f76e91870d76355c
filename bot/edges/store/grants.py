"""Who let the desk act for them, and as whom an answer of the agent was asked for."""

from bot.core.grant import Grant
from bot.edges.store.keys import Kind, fingerprint
from bot.edges.store.shelf import Shelf

LONG, DAY = 90 * 24 * 3600, 24 * 3600  # seconds; Entra forgets an unused refresh token after ninety days


class Grants(Shelf):
    async def grant(self, authority: str) -> Grant | None:
        return self._opened(await self._ask("GET", Kind.GRANT, fingerprint(authority)), Grant)

    async def save_grant(self, grant: Grant) -> None:
        await self._ask("SET", Kind.GRANT, fingerprint(grant.authority), self.seal.close(grant), "EX", LONG)

    async def drop_grant(self, authority: str) -> None:
        await self._ask("DEL", Kind.GRANT, fingerprint(authority))

    async def note_speaker(self, response_id: str, authority: str) -> None:
        await self._ask("SET", Kind.SPEAKS, fingerprint(response_id), authority, "EX", DAY)

    async def speaker_of(self, response_id: str) -> str:
        found: str | None = await self._ask("GET", Kind.SPEAKS, fingerprint(response_id))
        return found or ""
