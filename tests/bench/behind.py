"""Ten thousand timers come due at one instant while people talk to the desk: how long do the people wait?"""

import asyncio
import tempfile
import time
from collections import defaultdict, deque
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.core.timer import Timer
from bot.edges.jobs import Engine
from bot.edges.store import DeskStore, open_store, server
from bot.edges.store.seal import own_keys
from tests.bench.load import TALKS, Load, message
from tests.bench.measure import apart, bot
from tests.bench.timers import Way
from tests.bench.town import LAST_WORD, Town, notice, town
from tests.bench.wire import Client

EVERY = 0.15  # seconds between two messages: a busy desk
SOON = 3.0  # seconds from the last message before the instant
WARM = 40  # messages before anything is measured


@dataclass(frozen=True)
class Delay:
    """Milliseconds from a message to its whole answer, before and after `due` timers came due; `done` of them since."""

    way: Way
    due: int
    quiet_p50: float
    quiet_worst: float
    p50: float
    worst: float
    done: int
    seconds: float

    @property
    def delay(self) -> float:
        """What the timers cost whoever waited longest."""
        return self.worst - self.quiet_worst

    @property
    def median(self) -> float:
        return self.p50 - self.quiet_p50


class Talk(Load):
    """One message at a time, at a steady pace, however long the answers take."""

    async def open(self) -> None:
        self.took: list[float] = []
        self._asked: dict[int, deque[float]] = defaultdict(deque)
        await self.start(at_once=0)

    async def say(self, count: int) -> list[float]:
        """Seconds each of them waited."""
        before, loop = len(self.took), asyncio.get_running_loop()
        for _ in range(count):
            _, client = await loop.create_connection(lambda: Client(self._answered), "127.0.0.1", self.port)
            self._number += 1
            talk = self._number % TALKS
            body = message(self.town, f"17{self._number:011d}", talk)
            self._asked[talk].append(time.monotonic())
            client.post(b"%s%d\r\n\r\n%s" % (self._head, len(body), body))
            await asyncio.sleep(EVERY)
        async with asyncio.timeout(180):
            while len(self.took) < before + count:  # noqa: ASYNC110 - looks from outside
                await asyncio.sleep(0.01)
        return sorted(self.took[before:])

    def _answered(self, client: Client, status: int) -> None:
        if status:
            self.statuses[status] += 1
            client.transport.close()

    def _heard(self, talk: int) -> None:
        if self._asked[talk]:
            self.took.append(time.monotonic() - self._asked[talk].popleft())


async def delay(way: Way, due: int, messages: int) -> Delay:
    with apart(), tempfile.TemporaryDirectory(prefix="desk-behind-") as folder:
        async with town() as here, server("", Path(folder)) as url:
            here.mark = LAST_WORD.encode()
            async with bot("timers", here, url, folder) as running:
                talk = Talk(here, running.port, until_reply=True)
                await talk.open()
                await talk.say(WARM)
                quiet = await talk.say(messages)
                instant = await _set(way, due, here, url, folder)
                await asyncio.sleep(max(0.0, instant - time.time()))
                told, began = here.posts, time.monotonic()
                busy = await talk.say(messages)
                seconds = time.monotonic() - began
                done = here.posts - told - messages * 2  # an answer is a placeholder and what takes its place
    assert set(talk.statuses) == {202}
    return Delay(way, due, _ms(quiet, 0.5), _ms(quiet, 1), _ms(busy, 0.5), _ms(busy, 1), max(0, done), seconds)


def _ms(took: list[float], share: float) -> float:
    return took[min(len(took) - 1, int(len(took) * share))] * 1000


async def _set(way: Way, due: int, here: Town, url: str, folder: str) -> float:
    """Returns the instant they are due, in seconds since 1970."""
    async with open_store(url, own_keys(Path(folder))) as store:
        return await (_as_jobs if way == "jobs" else _as_timers)(store, url, due, here.service_url)


async def _as_timers(store: DeskStore, url: str, due: int, service_url: str) -> float:
    instant = datetime.now(UTC) + timedelta(seconds=SOON + due / 2000)
    numbers = [str(number) for number in range(due)]
    await store.set_timers(
        tuple(Timer(group=f"person:{n}", project_id="p-bench", kind="notice", of=n, due=instant) for n in numbers)
    )
    async with Engine(url) as engine:
        await engine.wake(instant, (instant - datetime.now(UTC)).total_seconds())
    return instant.timestamp()


async def _as_jobs(store: DeskStore, url: str, due: int, service_url: str) -> float:
    instant = time.time() + SOON + due / 400
    parcels = [notice(f"job.{number}", str(number), service_url) for number in range(due)]
    later = datetime.fromtimestamp(instant, UTC)
    async with Engine(url) as engine:
        for begin in range(0, due, 500):
            part = parcels[begin : begin + 500]
            await store.plan(tuple(one.model_copy(update={"not_before": later}) for one in part))
            for one in part:
                await engine.ship(one.parcel_id, instant - time.time())
            await engine._send()
    return instant
