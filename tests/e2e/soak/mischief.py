"""Misfortunes at random moments: processes are killed, the channel and the agent's platform refuse."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from random import Random

import aiohttp
from redis.exceptions import RedisError

from bot.core.errors import StoreDown
from bot.demo.graph.server import Fault
from bot.demo.rules import ScriptedAnswer
from bot.demo.stand import DemoFailed, Stand
from bot.edges.store.keys import Kind
from tests.e2e.soak import processes
from tests.e2e.soak.tally import Tally

CHANNEL: tuple[tuple[str, str, ScriptedAnswer], ...] = (
    ("POST", "429", {"status": 429, "headers": {"Retry-After": "2"}, "text": "slow down"}),
    ("POST", "408 though accepted", {"status": 408, "text": ""}),
    ("POST", "500 though accepted", {"status": 500, "text": "<html>"}),
    ("POST", "reset though accepted", {"status": 200, "drop": True}),
    ("PUT", "429", {"status": 429, "headers": {"Retry-After": "1"}, "text": "slow down"}),
    ("PUT", "500", {"status": 500, "text": "<html>"}),
    ("PUT", "503", {"status": 503, "text": ""}),
    ("PUT", "reset", {"status": 200, "drop": True}),
)
GRAPH = (
    ("429", {"status": 429, "headers": {"Retry-After": "1"}, "body": {}}),
    ("503", {"status": 503, "body": {}}),
    ("504 though sent", {"status": 504, "body": "<html>", "deliver": True}),
    ("reset though sent", {"deliver": True, "drop": True}),
)
PLATFORM = ("busy", "locked", "down", "cut", "empty")
EVERY = {"channel": 20.0, "mail": 90.0, "agent": 45.0, "sandbox": 60.0, "store": 360.0, "platform": 500.0}  # seconds
AGAIN = (8.0, 12.0)  # minutes between two kills of the desk, while it is killed at all
SLOW = 240.0  # seconds
LONG_LIFE = (0.4, 0.88)  # part of a long run in which it is not, so that its memory can be watched


def moments_to_kill(minutes: float, rng: Random) -> list[float]:
    """When the desk is killed, in minutes."""
    if minutes < 10:
        return [minutes * 0.4]
    if minutes < 60:
        return [minutes * 0.15, minutes * 0.3]
    early, at = [], rng.uniform(*AGAIN)
    while at < minutes * LONG_LIFE[0]:
        early.append(at)
        at += rng.uniform(*AGAIN)
    return [*early, minutes * LONG_LIFE[1], minutes * 0.95]


class Mischief:
    """`doubts_allowed`: deliveries that were under way when their desk or its store was killed."""

    def __init__(self, stand: Stand, tally: Tally, rng: Random, minutes: float) -> None:
        self.stand, self.tally, self.rng = stand, tally, rng
        self.kills = moments_to_kill(minutes, rng)
        self.haste = min(1.0, max(0.25, minutes / 20))
        self.doubts_allowed = 0
        self.quiet = asyncio.Event()  # clear: nothing happens
        self.desk = asyncio.Lock()  # held while the desk is away

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        deeds = {
            "channel": self._channel, "mail": self._mail, "agent": self._agent,
            "sandbox": self._sandbox, "store": self._store, "platform": self._platform,
        }  # fmt: skip
        async with AsyncExitStack() as stack:
            tasks = [asyncio.create_task(self._now_and_then(EVERY[name], deed)) for name, deed in deeds.items()]
            tasks.append(asyncio.create_task(self._desks_end()))
            for task in tasks:
                task.add_done_callback(self.tally.ended)
                stack.push_async_callback(_ended, task)
            yield

    def rest(self) -> None:
        """From now on nothing goes wrong."""
        self.quiet.clear()
        self.stand.connector.script()
        self.stand.graph.faults.clear()

    async def _now_and_then(self, seconds: float, deed: Callable[[], Awaitable[str]]) -> None:
        while True:
            await asyncio.sleep(self.rng.expovariate(1 / (seconds * self.haste)))
            await self.quiet.wait()
            with suppress(aiohttp.ClientError, OSError, StoreDown, RedisError, TimeoutError):
                if what := await deed():
                    self.tally.counts[f"fault: {what}"] += 1

    async def _desks_end(self) -> None:
        while self.kills:
            await asyncio.sleep(0.5)
            if self.quiet.is_set() and self.tally.minutes >= self.kills[0]:
                self.kills.pop(0)
                await self._kill_desk()

    async def _kill_desk(self) -> None:
        async with self.desk:
            await self.stand.kill()
            self.doubts_allowed += await self._under_way()
            self.tally.counts["fault: desk killed"] += 1
            await self._start()

    async def _start(self) -> None:
        """A busy machine may take its time."""
        deadline = time.monotonic() + SLOW
        try:
            await self.stand.start()
        except (DemoFailed, TimeoutError):
            while not await self._ready():
                if time.monotonic() > deadline:
                    self.tally.broke("the desk did not come back", f"after {SLOW:.0f} s")
                    return
                await asyncio.sleep(1)
            self.tally.counts["slow start"] += 1

    async def _ready(self) -> bool:
        try:
            async with self.stand.probe.get(f"{self.stand.url}/readyz") as answer:
                return answer.status == 200
        except (aiohttp.ClientError, TimeoutError):
            return False

    async def _under_way(self) -> int:
        """Deliveries that nobody will ever know about. The store outlives its desk."""
        name = self.stand.store.keys.name(Kind.SENDING)
        while True:
            try:
                return int(await self.stand.store.client.zcard(name))
            except (RedisError, OSError):
                await asyncio.sleep(0.1)
                if not processes.store_pid(self.stand.folder):
                    return 0

    async def _channel(self) -> str:
        method, name, answer = self.rng.choice(CHANNEL)
        path = "*/v3/conversations/*/activities*"
        body = {"type": "message"}
        self.stand.connector.script({"on": {"method": method, "path": path, "body": body}, "answer": dict(answer)})
        return f"channel {method} {name}"

    async def _mail(self) -> str:
        name, reply = self.rng.choice(GRAPH)
        self.stand.graph.faults[:] = [Fault("POST */send", [dict(reply)])]
        return f"mail {name}"

    async def _agent(self) -> str:
        kind = self.rng.choice(PLATFORM)
        url = f"{processes.platform_url(self.stand.folder)}/_fault"
        async with self.stand.probe.put(url, json={"kind": kind}, headers={"Authorization": "Bearer soak"}) as answer:
            return f"agent {kind}" if answer.status == 204 else ""

    async def _sandbox(self) -> str:
        awake = processes.sandboxes(self.stand.folder)
        return "sandbox killed" if awake and processes.end(self.rng.choice(awake)) else ""

    async def _store(self) -> str:
        async with self.desk:  # nobody would bring it back while the desk is away
            self.doubts_allowed += await self._under_way()
            pid = processes.store_pid(self.stand.folder)
            return "store killed" if pid and processes.end(pid) else ""

    async def _platform(self) -> str:
        pid = processes.platform_pid(self.stand.folder)
        return "platform killed" if pid and processes.end(pid) else ""


async def _ended(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
