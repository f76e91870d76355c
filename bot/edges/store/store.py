"""The desk's memory: mailboxes, drafts, deliveries, projects and people, on one Redis or Valkey."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.core.errors import Misconfigured
from bot.core.noun import Noun
from bot.edges.store.checkpoints import Checkpoints
from bot.edges.store.drafts import Drafts
from bot.edges.store.graves import Graves
from bot.edges.store.keys import Kind
from bot.edges.store.mailbox import Mailboxes
from bot.edges.store.parcels import Parcels
from bot.edges.store.projects import Projects
from bot.edges.store.redraws import Redraws
from bot.edges.store.retention import Retention
from bot.edges.store.seal import Seal

log = logging.getLogger(__name__)


class Canary(Noun):
    """Lies in every store: says whether it is ours and whether our keys open it."""

    word: str = "charter desk"


class DeskStore(Mailboxes, Graves, Drafts, Parcels, Retention, Projects, Redraws, Checkpoints):
    """Fits the stories' `Store`. Build it with `open_store`."""

    async def check_keys(self) -> None:
        """Raises `Misconfigured` when the store was written with keys that we do not have."""
        if await self._ask("SET", Kind.CANARY, "", self.seal.close(Canary()), "NX"):
            log.info("the store is empty: this desk starts without memories")
        try:
            self._opened(await self._ask("GET", Kind.CANARY), Canary)
        except Misconfigured as error:
            raise Misconfigured(
                "The store was written with other encryption keys than this desk has. Set DESK_KEYS to the keys it"
                " was written with (the file keys in the data folder they were made in), or use an empty store."
            ) from error


@asynccontextmanager
async def open_store(url: str, keys: tuple[str, ...], prefix: str = "desk") -> AsyncIterator[DeskStore]:
    """`url` is what `server` yields. Raises `Misconfigured` for keys that do not fit, `StoreDown`."""
    store = DeskStore(url, Seal(keys), prefix)
    try:
        await store.check_keys()
        yield store
    finally:
        await store.close()
