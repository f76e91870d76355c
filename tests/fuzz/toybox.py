"""A world to throw mutants at: the real store and the real stories, toys for what lies outside."""

import secrets
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from cryptography.fernet import Fernet

from bot.edges.store import DeskStore
from bot.edges.store.embedded import Embedded
from bot.edges.store.seal import Seal
from bot.flows.mailbox import take_turns
from tests.fakes import FakeAgent, Toy, answer, draft

KEY = Fernet.generate_key().decode()
GENERATION = 2000  # inputs: then everything is forgotten, or each would find more projects to look through


class Toybox:
    """`toy` is another one after a while. `url`: a server that may be anybody's."""

    def __init__(self, url: str) -> None:
        self._url, self._used = url, 0
        self.toy: Toy
        self._store: DeskStore | None = None

    async def fresh(self) -> bool:
        """Before every input; True when the world is new."""
        self._used += 1
        if self._store is not None and self._used % GENERATION:
            return False
        await self.close()
        self._store = DeskStore(self._url, Seal((KEY,)), f"fuzz-{secrets.token_hex(6)}")
        self.toy = Toy(store=self._store, agent=FakeAgent(script=[answer("**Done.**", draft(), draft(2))]))
        return True

    async def work(self) -> None:
        """Whatever lies in a mailbox is worked off, as the engine would have it done."""
        for project_id in await self.toy.store.waiting():
            await take_turns(self.toy.world, project_id, "job")
        self.toy.voice.messages.clear()
        self.toy.mail_voice.messages.clear()
        self.toy.agent.requests.clear()

    async def close(self) -> None:
        if self._store is None:
            return
        names = [name async for name in self._store.client.scan_iter(f"{self._store.keys.base}*", count=1000)]
        for start in range(0, len(names), 1000):
            await self._store.client.unlink(*names[start : start + 1000])
        await self._store.close()


@asynccontextmanager
async def toybox(url: str) -> AsyncIterator[Toybox]:
    box = Toybox(url)
    try:
        yield box
    finally:
        await box.close()


@contextmanager
def server_of_our_own() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    embedded = Embedded(folder / "store", fsync="everysec")  # nothing here has to survive
    try:
        yield embedded.start()
    finally:
        embedded.stop()
        shutil.rmtree(folder)
