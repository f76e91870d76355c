"""The surroundings of a desk on one machine: Teams, Outlook, and the desk as a process that may be killed."""

import asyncio
import os
import shutil
import socket
import stat
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

import aiohttp

from bot.core.errors import DeskError
from bot.core.people import Person
from bot.demo.cast import APP_ID, TENANT, Member, Talk
from bot.demo.clock import MovedClock
from bot.demo.connector import Connector
from bot.demo.faces import Shown, card_in
from bot.demo.graph import LocalGraph, Outlook
from bot.demo.pictures import Pictures
from bot.demo.teams import Teams
from bot.edges.store import DeskStore
from bot.edges.store.embedded import Embedded
from bot.edges.store.seal import Seal, own_keys
from bot.settings import Settings

Found = TypeVar("Found")
DESK_ADDRESS = "charter.desk@contoso.com"
START, PATIENCE = 40.0, 30.0  # seconds


class DemoFailed(DeskError):
    """The story did not go on as told; the sentence says where it stopped."""


class Stand:
    """`folder` holds the desk's data and what it logs. Open it with `standing`."""

    def __init__(self, folder: Path, connector: Connector, graph: LocalGraph, port: int, settings: Settings) -> None:
        self.folder, self.connector, self.graph, self.port, self.settings = folder, connector, graph, port, settings
        self.clock = MovedClock(folder / "clock")
        self.pictures = Pictures(folder / "pictures")
        self.outlook = Outlook(graph)
        self.teams: Teams
        self.store: DeskStore
        self.probe: aiohttp.ClientSession
        self.process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> float:
        """Start the desk; returns the seconds until it said that it is ready."""
        began = time.monotonic()
        with open(self.folder / "desk.log", "ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bot.demo.desk",
                str(self.folder),
                stdout=log,
                stderr=log,
                stdin=asyncio.subprocess.DEVNULL,
            )
        await self.until(self._ready, "the desk to become ready", START)
        return time.monotonic() - began

    async def kill(self) -> None:
        """What a crash is to the desk: no word, no clean-up."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    async def stop(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
            await self.process.wait()

    def write_settings(self) -> None:
        """Where the desk finds them when it starts."""
        _write(self.folder / "settings.json", self.settings.model_dump_json())

    async def open_to_local_clients(self) -> None:
        """The desk, stopped or not, goes on without asking for tokens: clients on this machine have none."""
        await self.stop()
        self.settings = self.settings.model_copy(update={"bot_anonymous": True})
        self.write_settings()
        await self.start()

    async def until(self, look: Callable[[], Awaitable[Found | None]], what: str, seconds: float = PATIENCE) -> Found:
        """The first thing `look` finds. Raises `DemoFailed` when it does not come, or the desk has gone."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if found := await look():
                return found
            if self.process is not None and self.process.returncode is not None:
                raise DemoFailed(f"The desk ended while we waited for {what}; see {self.folder / 'desk.log'}.")
            await asyncio.sleep(0.03)
        raise DemoFailed(f"Waited {seconds:.0f} s for {what} in vain; see {self.folder / 'desk.log'}.")

    async def _ready(self) -> bool:
        try:
            async with self.probe.get(f"{self.url}/readyz") as answer:
                return answer.status == 200
        except (aiohttp.ClientError, TimeoutError):  # busy or frozen: not ready, which is no end
            return False

    def cards(self, talk: Talk) -> list[Shown]:
        """The cards in a chat as they stand now, oldest first."""
        messages = self.connector.visible(talk.conversation)
        return [Shown(str(one["id"]), card) for one in messages if (card := card_in(one))]

    def texts(self, talk: Talk) -> list[str]:
        return [str(one.get("text") or "") for one in self.connector.visible(talk.conversation) if one.get("text")]


@asynccontextmanager
async def standing(
    folder: Path, people: Sequence[Member], sources: Path, locale: str, zone: str
) -> AsyncIterator[Stand]:
    """Everything but the desk itself, which `start` brings up. `sources`: the documents the agent may find."""
    folder.mkdir(parents=True, mode=0o700)
    (folder / "data").mkdir(mode=0o700)
    _gather(sources, folder / "data" / "sources")
    clock = MovedClock(folder / "clock")
    async with AsyncExitStack() as stack:
        connector = await stack.enter_async_context(Connector(people=tuple(people)))
        persons: list[Person] = [one.person for one in people]
        graph = await stack.enter_async_context(LocalGraph(DESK_ADDRESS, persons, clock))
        port = free_port()
        settings = _settings(folder / "data", connector, graph, port, locale, zone)
        stand = Stand(folder, connector, graph, port, settings)
        stand.write_settings()
        stand.teams = await stack.enter_async_context(Teams(connector, f"{stand.url}/api/messages", clock=clock))
        stand.probe = await stack.enter_async_context(aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=5)))
        stack.push_async_callback(stand.stop)
        stand.store = await stack.enter_async_context(_seen_from_outside(folder / "data"))
        yield stand


def _gather(sources: Path, into: Path) -> None:
    """The documents themselves: no links, no pipes, nothing hidden, and never our own folder inside theirs."""
    into.mkdir(mode=0o700)
    for top, folders, names in os.walk(sources):
        here = Path(top)
        folders[:] = [one for one in folders if not one.startswith(".") and not (here / one).is_symlink()]
        for name in names:
            file = here / name
            if stat.S_ISREG(file.lstat().st_mode) and not name.startswith("."):
                place = into / file.relative_to(sources)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, place)


@asynccontextmanager
async def _seen_from_outside(data: Path) -> AsyncIterator[DeskStore]:
    """The desk's own memory, to look into: the same socket and the same keys."""
    store = DeskStore(Embedded(data / "store").url, Seal(own_keys(data)), "desk")
    try:
        yield store
    finally:
        await store.close()


def _settings(data: Path, connector: Connector, graph: LocalGraph, port: int, locale: str, zone: str) -> Settings:
    """A tenant of its own, with every address on this machine; the rest is what the person has set."""
    return Settings(
        bot_app_id=APP_ID,
        bot_app_tenant_id=TENANT,
        bot_app_type="SingleTenant",
        bot_app_password="local",
        bot_openid_metadata=connector.metadata_url,
        bot_token_url=connector.token_url,
        bot_service_url_allow="127.0.0.1",
        bot_tenant_allow=TENANT,
        bot_host="127.0.0.1",
        bot_port=port,
        bot_anonymous=False,
        redis_url="",
        desk_data=data,
        desk_keys="",
        foundry_project_endpoint="",
        graph_base_url=graph.url,
        graph_mailbox=DESK_ADDRESS,
        graph_notification_url=f"http://127.0.0.1:{port}/api/graph",
        outlook_enabled=True,
        desk_public_url=f"http://127.0.0.1:{port}",
        desk_sign_in_url=connector.url,
        desk_zone=zone,
        desk_locale=locale,
        desk_undo_seconds=0,
    )


def free_port(wanted: int = 0) -> int:
    """This one when nobody has it, else any."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _write(file: Path, content: str) -> None:
    file.touch(mode=0o600)
    file.write_text(content)
