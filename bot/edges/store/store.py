"""The desk's memory: mailboxes, drafts, deliveries, projects and people, on one Redis or Valkey."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from bot.core.errors import Misconfigured, StoreDown
from bot.core.noun import Noun
from bot.edges.store.ballots import Ballots
from bot.edges.store.checkpoints import Checkpoints
from bot.edges.store.drafts import Drafts
from bot.edges.store.grants import Grants
from bot.edges.store.graves import Graves
from bot.edges.store.habits import HabitsOf
from bot.edges.store.keys import Kind
from bot.edges.store.mailbox import Mailboxes
from bot.edges.store.parcels import Parcels
from bot.edges.store.projects import Projects
from bot.edges.store.redraws import Redraws
from bot.edges.store.retention import Retention
from bot.edges.store.seal import Seal
from bot.edges.store.timers import Timers

log = logging.getLogger(__name__)
WATCH = 5.0  # seconds
EMPTY = (
    "the store is empty, and this desk has had one before: its memory is gone. A thread that writes again finds its"
    " sandbox, but what waited for a decision has to be offered anew"
)
EMPTIED = (
    "the store was emptied while the desk runs: its memory is gone. A thread that writes again finds its sandbox, but"
    " what waited for a decision or for delivery is lost and has to be offered anew"
)


class Canary(Noun):
    """Lies in every store: says whether it is ours and whether our keys open it."""

    word: str = "charter desk"


class DeskStore(
    Mailboxes, Graves, Drafts, Parcels, Retention, Projects, HabitsOf, Redraws, Checkpoints, Grants, Timers, Ballots
):
    """Fits the stories' `Store`. Build it with `open_store`."""

    async def check_keys(self, started: bool = False, known: bool = True) -> None:
        """Raises `Misconfigured` when the store was written with keys that we do not have.

        `known`: this desk has had a store before, so an empty one is one that lost its memory.
        """
        if await self._ask("SET", Kind.CANARY, "", self.seal.close(Canary()), "NX"):
            if started:
                log.error(EMPTIED)
            elif known:
                log.warning(EMPTY)
        try:
            self._opened(await self._ask("GET", Kind.CANARY), Canary)
        except Misconfigured as error:
            raise Misconfigured(
                "The store was written with other encryption keys than this desk has. Set DESK_KEYS to the keys it"
                " was written with (the file keys in the data folder they were made in), or use an empty store."
            ) from error

    async def watch(self) -> None:
        """Until it is cancelled. Somebody asks now and then, so that an outage and its end are noticed on a quiet desk
        too, and a store that was emptied or exchanged."""
        told = ""
        while True:
            await asyncio.sleep(WATCH)
            try:
                await self.check_keys(started=True)
                told = ""
            except Misconfigured as error:
                if not told:
                    log.error("%s", error)
                told = str(error)
            except StoreDown:
                continue  # said by the line


@asynccontextmanager
async def open_store(
    url: str, keys: tuple[str, ...], prefix: str = "desk", began: Path | None = None
) -> AsyncIterator[DeskStore]:
    """`url` is what `server` yields. Raises `Misconfigured` for keys that do not fit, `StoreDown`.

    `began`: a file that says that this desk has had a store before; made here.
    """
    store = DeskStore(url, Seal(keys), prefix)
    try:
        await store.check_keys(known=began is None or began.exists())
        if began is not None:
            with suppress(OSError):  # where nothing can be written, an emptied store goes without a word
                began.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                began.touch()
        watching = asyncio.create_task(store.watch())
        try:
            yield store
        finally:
            watching.cancel()
            with suppress(asyncio.CancelledError):
                await watching
    finally:
        await store.close()
