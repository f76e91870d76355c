"""The soak itself: conversations, misfortunes, a look at the memory every minute, and a rest every ten."""

import asyncio
import time
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random

from bot.demo.cast import CAST
from bot.demo.desk import GLANCE
from bot.demo.play import SAMPLE, SAMPLE_DAY
from bot.demo.stand import Stand, standing
from bot.demo.story import next_morning
from tests.e2e.soak.audit import Audit
from tests.e2e.soak.gauge import Gauge
from tests.e2e.soak.line import Line
from tests.e2e.soak.mischief import Mischief
from tests.e2e.soak.people import ZONE, conversations, writers
from tests.e2e.soak.table import Report
from tests.e2e.soak.tally import Tally
from tests.e2e.soak.visit import Conversation, Surroundings
from tests.e2e.soak.wall import Wall

AT_ONCE = 3  # conversations that somebody is in: the others are thought about
A_VISIT = (2, 5)  # steps in a row
BREATH = (1.5, 5.0)  # seconds between two steps
ABSENCE = 400.0  # seconds between two visits, on average: the machine has others to serve
ROUND = 10.0  # minutes between two rests
SAMPLES = 60.0  # seconds
MORNING = 600.0  # seconds: fifty sandboxes may have to be woken, twelve at a time


class Soak:
    def __init__(self, stand: Stand, minutes: float, threads: int, seed: int) -> None:
        self.stand, self.minutes = stand, minutes
        rng, people = Random(seed), writers(max(4, threads * 2 // 5))
        self.tally, self.wall = Tally(), Wall(stand.connector)
        self.line = Line(stand.connector, f"{stand.url}/api/messages", self.tally, stand.clock)
        self.around = Surroundings(stand, self.line, self.wall, self.tally, people)
        self.talks = [
            Conversation(self.around, owner, talk, Random(f"{seed}-{number}"))
            for number, (owner, talk) in enumerate(conversations(people, threads))
        ]
        self.mischief = Mischief(stand, self.tally, rng, minutes)
        self.audit, self.gauge = Audit(self.around), Gauge(stand, self.tally, stand.folder / "samples.csv")
        self.report = Report(self.gauge, self.tally, self.audit, self.line, self.wall)
        self.seats, self.open = asyncio.Semaphore(AT_ONCE), asyncio.Event()
        self.seated, self.absence = 0, ABSENCE * min(1.0, max(0.12, minutes / 60))

    async def run(self) -> int:
        await self.stand.start()
        self.tally.began = time.monotonic()
        async with self.line, self.mischief.at_work():
            living = [asyncio.create_task(self._live(talk)) for talk in self.talks]
            watching = asyncio.create_task(self._watch())
            for task in (*living, watching):
                task.add_done_callback(self.tally.ended)
            while (left := self.minutes - self.tally.minutes) > 0:
                await self._round(min(ROUND, self.minutes / 2, left) * 60)
            for task in (*living, watching):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        memory = self.gauge.judge()
        self.report.end(memory)
        return 1 if self.tally.broken or memory else 0

    async def _round(self, seconds: float) -> None:
        """Work, then rest and check."""
        self.open.set()
        self.mischief.quiet.set()
        await asyncio.sleep(seconds)
        self.open.clear()
        self.mischief.rest()
        while self.seated:  # noqa: ASYNC110 who is in the middle of something finishes it
            await asyncio.sleep(0.5)
        async with self.mischief.desk:
            await self.audit.check(self.mischief.doubts_allowed)
            await self.gauge.read(self._life)
            self.report.row()
            await self._morning()

    async def _morning(self) -> None:
        """The next working day begins: what is late by now is looked at, and there are reminders to decide on."""
        self.stand.clock.set(next_morning(self.stand.clock() + timedelta(hours=1), ZONE))
        await asyncio.sleep(GLANCE * 20)
        if not await self.audit.rested(MORNING):
            self.tally.broke("the morning's looks did not end", f"within {MORNING:.0f} s")

    async def _live(self, talk: Conversation) -> None:
        await asyncio.sleep(talk.rng.uniform(0, self.absence))
        while True:
            await self.open.wait()
            async with self.seats:
                self.seated += 1
                try:
                    await self._visit(talk)
                except TimeoutError:
                    pass  # written down already
                finally:
                    self.seated -= 1
            await asyncio.sleep(talk.rng.expovariate(1 / self.absence))

    async def _visit(self, talk: Conversation) -> None:
        for _ in range(talk.rng.randint(*A_VISIT)):
            if not self.open.is_set():
                return
            await talk.step()
            await asyncio.sleep(talk.rng.uniform(*BREATH))

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(min(SAMPLES, self.minutes * 5))
            async with self.mischief.desk:
                await self.gauge.read(self._life)

    @property
    def _life(self) -> int:
        return self.tally.counts["fault: desk killed"]


async def soak(folder: Path, minutes: float, threads: int, seed: int) -> int:
    """0 when every promise held. `folder` must not exist."""
    people = (*CAST, *writers(max(4, threads * 2 // 5)))
    async with standing(folder, people, SAMPLE, "en", ZONE) as stand:
        stand.clock.set(SAMPLE_DAY)
        return await Soak(stand, minutes, threads, seed).run()
