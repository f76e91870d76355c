"""The outside of desk processes that share a server: the server, the line to it, the agent, and Teams that insists."""

import asyncio
import itertools
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

import aiohttp
from aiohttp import web

from bot.demo.cast import ANA, APP_ID, TENANT, Talk
from bot.demo.connector import Connector
from bot.demo.teams import Teams
from bot.edges.store.embedded import find_binary
from tests.e2e.cases.agent import Json, ScriptedAgent, Turn
from tests.e2e.playing import HOUSE

Process = asyncio.subprocess.Process
HEARD = "heard: "
DRAFT = "draft for "
CURRENT: ContextVar[str] = ContextVar("current")  # what the turn of this task is answered with


class Server:
    """A Valkey of its own on a port, which keeps a log and can be killed, frozen and emptied."""

    def __init__(self, folder: Path, fsync: str = "everysec") -> None:
        self.folder, self.fsync, self.port = folder, fsync, free_port()
        self._process: Process | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    async def start(self) -> None:
        self.folder.mkdir(exist_ok=True)
        options = {
            "port": str(self.port), "bind": "127.0.0.1", "dir": str(self.folder), "save": "", "appendonly": "yes",
            "appendfsync": self.fsync, "logfile": str(self.folder / "log"),
        }  # fmt: skip
        command = [str(find_binary()), *(part for name, value in options.items() for part in (f"--{name}", value))]
        self._process = await asyncio.create_subprocess_exec(*command)
        await listens(self.port)

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    async def kill(self) -> None:
        """What a crash is to it."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


class Proxy:
    """A line between desk and server that can be cut. What is on its way waits, or is lost for good."""

    def __init__(self, to: int) -> None:
        self.to, self.port = to, 0
        self._whole = asyncio.Event()
        self._whole.set()
        self._lines: list[dict[str, bool]] = []
        self._pumps: set[asyncio.Task[None]] = set()
        self._ends: list[asyncio.StreamWriter] = []

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def cut(self) -> None:
        self._whole.clear()

    def heal(self) -> None:
        self._whole.set()

    def forget_lines(self) -> None:
        """Both ends believe that their lines stand; nothing passes on them any more. New ones are fine."""
        for line in self._lines:
            line["dead"] = True

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)
        for end in self._ends:
            end.transport.abort()
        await asyncio.sleep(0)  # the loop closes them

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends.append(writer)
        await self._whole.wait()
        line = {"dead": False}
        self._lines.append(line)
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.close()
            return
        self._ends.append(far_writer)
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            pump = asyncio.create_task(self._pump(source, sink, line))
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, line: dict[str, bool]) -> None:
        try:
            while data := await source.read(65536):
                await self._whole.wait()
                if not line["dead"]:
                    sink.write(data)
                    await sink.drain()
        except OSError:
            pass
        if not line["dead"]:
            sink.close()


class EchoAgent(ScriptedAgent):
    """Answers every message with its own words, after `pause` seconds, whether or not somebody still listens.

    A message that asks for a draft gets one for the first of `people`, with these words in it.
    """

    pause: float = 0.05

    async def __aenter__(self) -> "EchoAgent":
        self._answers: dict[str, str] = {}
        await super().__aenter__()
        self._numbers = self._remembering()
        return self

    async def listen(self, port: int) -> None:
        """At this address too."""
        await web.TCPSite(self._runner, "127.0.0.1", port).start()

    def _act(self, turn: Turn) -> Json:
        words = "Noted." if turn.reports else HEARD + turn.words
        CURRENT.set(words)
        act: Json = {"answer": words, "delay_s": self.pause}
        return act | ({"draft": {"text": turn.words}} if turn.words.startswith(DRAFT) else {})

    def _remembering(self) -> Iterator[int]:
        for number in itertools.count(1):
            self._answers[f"caresp_{number:048d}"] = CURRENT.get()
            yield number

    async def _known(self, request: web.Request) -> web.Response:
        """There is no replay, but how it ended is known."""
        if "stream" in request.query:
            return web.json_response({"error": {"code": "no_replay", "message": "no replay"}}, status=400)
        name = request.match_info["response"]
        text = {"type": "output_text", "text": self._answers[name]}
        output = [{"type": "message", "id": "m", "content": [text]}]
        return web.json_response({"id": name, "object": "response", "status": "completed", "output": output})


@dataclass
class Crowd:
    """People who write into threads, each through all doors in turn, and send again what was not taken."""

    connector: Connector
    doors: list[Teams]
    statuses: list[int] = field(default_factory=list)
    slowest: float = 0.0  # seconds a door took to say anything

    async def write(self, talk: Talk, count: int, pause: float, everywhere: bool = False) -> None:
        """`count` messages, one after the other; `everywhere` delivers each through all doors at once."""
        for number in range(count):
            activity = self._activity(talk, f"{talk.name} {number}")
            if everywhere:
                await asyncio.gather(*(self._until_taken(door, activity, talk) for door in self.doors))
            else:
                await self._until_taken(self.doors[number % len(self.doors)], activity, talk)
            await asyncio.sleep(pause)

    def _activity(self, talk: Talk, text: str) -> Json:
        bot = {"id": f"28:{APP_ID}", "name": "Charter Desk"}
        activity = self.doors[0].activity(ANA, talk, "message")
        mention = {"type": "mention", "mentioned": bot, "text": "<at>Charter Desk</at>"}
        entities = [*activity["entities"], mention]
        return activity | {"text": f"<at>Charter Desk</at> {text}", "textFormat": "plain", "entities": entities}

    async def _until_taken(self, door: Teams, activity: Json, talk: Talk) -> None:
        """The channel sends again what was not taken, for as long as it takes, through whatever door is open."""
        while True:
            try:
                sent = await door.send(activity, talk)
            except aiohttp.ClientError:  # nobody is there: another door, or the same one later
                door = self.doors[(self.doors.index(door) + 1) % len(self.doors)]
            else:
                self.statuses.append(sent.status)
                self.slowest = max(self.slowest, sent.seconds)
                if sent.status == 202:
                    return
                assert sent.status == 503, sent.status
            await asyncio.sleep(0.3)

    def answers(self, talk: Talk) -> list[str]:
        shown = (str(one.get("text") or "") for one in self.connector.visible(talk.conversation))
        return [text for text in shown if text.startswith(HEARD)]

    async def all_answered(self, talks: Sequence[Talk], count: int, seconds: float) -> None:
        """Every message is answered once and in order, and stays so."""
        expected = {talk.name: [f"{HEARD}{talk.name} {number}" for number in range(count)] for talk in talks}
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while any(len(self.answers(talk)) < count for talk in talks):  # noqa: ASYNC110 looks from outside
                    await asyncio.sleep(0.1)
        await asyncio.sleep(1)

        other = {talk.name: got for talk in talks if (got := self.answers(talk)) != expected[talk.name]}
        assert not other, f"answered otherwise: {other}"


def threads(count: int) -> list[Talk]:
    """Each in a channel of its own: the threads of one channel share its rate limit."""
    return [Talk(f"19:{number}@thread.tacv2", "channel", f"t{number}").thread("1") for number in range(count)]


@dataclass
class House:
    """A folder with the data of a desk, and the processes that serve it."""

    folder: Path
    connector: Connector
    agent: EchoAgent
    store_url: str
    more: dict[str, str] = field(default_factory=dict)
    processes: list[Process] = field(default_factory=list)

    async def serve(self, name: str, part: str = "all", port: int = 0, **settings: str) -> tuple[Process, int]:
        """Start a process; its log is `name`.log. The port is 0 for one that does not listen."""
        port = 0 if part == "worker" else port or free_port()
        environment = {
            "PATH": "/usr/bin:/bin", "PYTHONPATH": str(HOUSE), "HOME": str(self.folder), "REDIS_URL": self.store_url,
            "BOT_APP_ID": APP_ID, "BOT_APP_TENANT_ID": TENANT, "BOT_APP_PASSWORD": "local", "BOT_PORT": str(port),
            "GRAPH_BASE_URL": "http://127.0.0.1:9/v1.0",
            "BOT_OPENID_METADATA": self.connector.metadata_url, "BOT_TOKEN_URL": self.connector.token_url,
            "BOT_SERVICE_URL_ALLOW": "127.0.0.1", "DESK_DATA": str(self.folder / "desk"),
            "FOUNDRY_PROJECT_ENDPOINT": self.agent.url, **self.more, **settings,
        }  # fmt: skip
        with open(self.folder / f"{name}.log", "ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "serve", "--only", part,
                cwd=self.folder, stdout=log, stderr=log, env=environment,
            )  # fmt: skip
        self.processes.append(process)
        if port:
            await ready(port)
        return process, port

    def log(self, name: str) -> list[str]:
        return (self.folder / f"{name}.log").read_text().splitlines()

    async def close(self) -> None:
        for process in self.processes:
            if process.returncode is None:
                process.terminate()
        for process in self.processes:
            try:
                async with asyncio.timeout(40):
                    await process.wait()
            except TimeoutError:
                process.kill()
                raise


@asynccontextmanager
async def housed(folder: Path, store_url: str, **more: str) -> AsyncIterator[House]:
    """No process yet, but everything they need around them."""
    async with AsyncExitStack() as stack:
        connector = await stack.enter_async_context(Connector())
        agent = await stack.enter_async_context(EchoAgent())
        house = House(folder, connector, agent, store_url, more)
        stack.push_async_callback(house.close)
        yield house


@asynccontextmanager
async def crowd(house: House, *ports: int) -> AsyncIterator[Crowd]:
    async with AsyncExitStack() as stack:
        doors = [Teams(house.connector, f"http://127.0.0.1:{port}/api/messages") for port in ports]
        yield Crowd(house.connector, [await stack.enter_async_context(door) for door in doors])


async def readiness(port: int) -> tuple[int, dict[str, str]]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/readyz") as answer:
        return answer.status, await answer.json()


async def ready(port: int, seconds: float = 40) -> None:
    async with asyncio.timeout(seconds):
        while True:
            with suppress(aiohttp.ClientError):
                if (await readiness(port))[0] == 200:
                    return
            await asyncio.sleep(0.1)


async def listens(port: int) -> None:
    async with asyncio.timeout(10):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
