"""Timers on one embedded store, beside one job of the engine for each: what they cost, and how late they are."""

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from cryptography.fernet import Fernet
from redis.asyncio import Redis

from bot.core.memory import Effects, Rung
from bot.core.timer import Ring, Timer
from bot.edges.jobs import Calls, Engine
from bot.edges.store import DeskStore, open_store, server
from bot.flows import alarm
from bot.flows.ports import World
from tests.fakes import Toy

Way = Literal["jobs", "timers"]  # one job of the engine each, or in our own store
FAR = timedelta(days=30)
EACH = 5  # timers of one person
BATCH = 10_000
LATE = 400  # timers whose lateness is measured
PACE = 100  # of them a second
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Cost:
    """Bytes, per second, and milliseconds."""

    way: Way
    pending: int
    memory: float
    set_rate: float
    fire_rate: float
    late_p50: float
    late_p99: float


class Diary:
    """Notes how late each timer was, by its name "number@seconds"."""

    def __init__(self) -> None:
        self.late: list[float] = []

    def note(self, of: str) -> None:
        self.late.append(time.time() - float(of.partition("@")[2]))

    async def story(self, world: World, ring: Ring) -> Rung:
        """Each is set again for the day after, as reminders are."""
        for one in ring.timers:
            self.note(one.of)
        again = tuple(one.model_copy(update={"due": one.due + DAY, "of": f"{one.of}~"}) for one in ring.timers)
        return Rung(effects=Effects(timers=again))

    async def job(self, of: str) -> None:
        self.note(of)


class Bench:
    def __init__(self, way: Way, store: DeskStore, engine: Engine, client: Redis) -> None:
        self.way, self.store, self.engine, self.client = way, store, engine, client
        self.diary = Diary()
        self.world = Toy(store=store, jobs=engine, clock=lambda: datetime.now(UTC)).world  # type: ignore[arg-type]  # the real ones

    async def set(self, due: Iterable[tuple[int, float]]) -> None:
        """Number and seconds since 1970; in bundles, as a desk that starts a project does."""
        waiting = list(due)
        for begin in range(0, len(waiting), BATCH):
            part = waiting[begin : begin + BATCH]
            if self.way == "jobs":
                for number, at in part:
                    await self.engine.ship(f"{number}@{at}", at - time.time())
                await self.engine._send()
            else:
                await alarm.set_timers(self.world, tuple(_timer(number, at) for number, at in part))

    async def memory(self) -> int:
        return int((await self.client.info("memory"))["used_memory"])

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        async def nothing(*_: str) -> None: ...

        async def never(_: str) -> int:
            return 0

        async def ring() -> None:
            await alarm.work_off(self.world, self.diary.story)

        calls = Calls(nothing, self.diary.job, nothing, nothing, nothing, never, ring)
        worker = asyncio.create_task(self.engine.run_forever(calls))
        try:
            yield
        finally:
            worker.cancel()
            with suppress(asyncio.CancelledError):
                await worker

    async def until(self, many: int, patience: float) -> None:
        async with asyncio.timeout(patience):
            while len(self.diary.late) < many:  # noqa: ASYNC110 - looks from outside
                await asyncio.sleep(0.05)


def _timer(number: int, at: float) -> Timer:
    group = f"person:5f1c2a7e-3b60-4d7e-9a41-8c2f6d0b9e11/{number // EACH:032x}"
    due = datetime.fromtimestamp(at, UTC)
    return Timer(group=group, project_id=f"p-{number % 1000:016x}", kind="nudge", of=f"{number}@{at}", due=due)


async def cost(way: Way, pending: int, due: int) -> Cost:
    """Set `pending` timers for later, then `due` for one instant that has passed, then some at a steady pace."""
    with tempfile.TemporaryDirectory(prefix="desk-timers-") as folder:
        async with (
            server("", Path(folder)) as url,
            open_store(url, (Fernet.generate_key().decode(),)) as store,
            Engine(url) as engine,
            Redis.from_url(url, decode_responses=True) as client,
        ):
            return await _cost(Bench(way, store, engine, client), pending, due)


async def _cost(bench: Bench, pending: int, due: int) -> Cost:
    before, far = await bench.memory(), (datetime.now(UTC) + FAR).timestamp()
    dice, began = random.Random(1), time.monotonic()
    await bench.set((number, far + dice.random() * 86400 * 60) for number in range(pending))
    set_rate = pending / (time.monotonic() - began)
    memory = (await bench.memory() - before) / pending

    instant = time.time() - 1
    await bench.set((pending + number, instant) for number in range(due))
    began = time.monotonic()
    async with bench.working():
        await bench.until(due, patience=600)
        fire_rate = due / (time.monotonic() - began)
        bench.diary.late.clear()
        soon = time.time() + 2
        await bench.set((pending + due + number * EACH, soon + number / PACE) for number in range(LATE))
        await bench.until(LATE, patience=LATE / PACE + 60)
    late = sorted(bench.diary.late)
    assert late[0] >= 0, "one was early"
    assert len(late) == LATE, "one came twice"
    p50, p99 = late[LATE // 2] * 1000, late[LATE * 99 // 100] * 1000
    return Cost(bench.way, pending, memory, set_rate, fire_rate, p50, p99)
