"""A desk as three processes on one server: one listens, two work, and a worker that dies is replaced."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from statistics import quantiles

from bot.settings import Part
from tests.e2e.faults.agent import TAG
from tests.e2e.faults.books import open_jobs
from tests.e2e.faults.desk import Order
from tests.e2e.faults.ground import Ground
from tests.e2e.faults.invariants import broken
from tests.e2e.faults.nursery import Process
from tests.e2e.faults.outcome import Outcome
from tests.e2e.faults.server import Server, Wire, server
from tests.e2e.faults.site import Site, group
from tests.e2e.faults.trap import Point

POISON = "poison"
STUCK = 90.0  # seconds without an answer
PAUSE = 3.0  # seconds between two messages of a thread: a channel takes one a second, and a turn makes two
SLOW = 0.1  # seconds between two events of a stream: workers die in the middle of turns
UNHURT = 15.0  # seconds by which a turn beside a deadly one may be late: two takings over and its own
CALM = 1.0  # seconds a turn takes when nothing disturbs it and this machine has nothing else to do


class Crew:
    """`answers`: when each tag was answered; `written`: when it was written."""

    def __init__(self, site: Site, dice: random.Random, store: Server, line: Wire) -> None:
        self.site, self._dice, self.store, self.line = site, dice, store, line
        self.workers: list[Process] = []
        self.written: dict[str, float] = {}
        self.deaths = 0
        self._writing: asyncio.Future[list[None]] | None = None

    async def open(self) -> None:
        self.site.process = await self._bear(Part.WEB)
        for _ in range(2):
            self.workers.append(await self._bear(Part.WORKER))
        self.site.agent.gap = SLOW
        await self.site.until_ready(self.site.stand.url)

    async def _bear(self, part: Part) -> Process:
        return await self.site.nursery.bear(Order(folder=self.site.stand.folder, part=part, log=f"{part}.log"))

    async def replace_the_dead(self) -> None:
        for number, worker in enumerate(self.workers):
            if worker.dead.is_set():
                self.deaths += 1
                self.workers[number] = await self._bear(Part.WORKER)

    async def kill_one(self) -> None:
        await self._dice.choice(self.workers).kill()
        await self.replace_the_dead()

    async def close(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.wait({self._writing})
        for worker in self.workers:
            await worker.kill()

    def writing(self, threads: int, turns: int, name: str = "t") -> "asyncio.Future[list[None]]":
        """As many people, each in a thread of their own, one message after the other."""
        self._writing = asyncio.gather(*(self._thread(f"{name}{number}", turns) for number in range(threads)))
        return self._writing

    def waits(self, name: str = "t") -> list[float]:
        """Seconds until each message of those threads was answered."""
        answered = self.answered()
        return [answered[tag] - at for tag, at in self.written.items() if tag[1:].startswith(name) and tag in answered]

    async def _thread(self, name: str, turns: int) -> None:
        await asyncio.sleep(self._dice.random() * PAUSE)
        for number in range(turns):
            tag = f"#{name}-{number}"
            self.written[tag] = time.monotonic()
            await self.site.say(group(name), "what is next?", tag)
            await asyncio.sleep(PAUSE)

    def answered(self) -> dict[str, float]:
        """When each tag's answer was first seen."""
        found: dict[str, float] = {}
        for heard in self.site.stand.connector.log:
            text = str((heard.json or {}).get("text") or "") if isinstance(heard.json, dict) else ""
            if text.startswith("Answer to") and (tag := TAG.search(text)):
                found.setdefault(tag[0], heard.at)
        return found

    @asynccontextmanager
    async def not_stuck(self, outcome: Outcome) -> AsyncIterator[None]:
        """Give up when nothing has been answered for a long time: that is what went wrong then."""
        try:
            async with asyncio.timeout(STUCK) as patience:
                watching = asyncio.create_task(self._watch(patience))
                try:
                    yield
                finally:
                    watching.cancel()
        except TimeoutError:
            open_ones = sorted(set(self.written) - set(self.answered()))
            outcome.breaks.append(f"stuck: {len(open_ones)} messages were not answered, {' '.join(open_ones[:5])}")

    async def _watch(self, patience: asyncio.Timeout) -> None:
        before = -1
        while True:
            if (now := len(self.answered())) != before:
                before = now
                patience.reschedule(asyncio.get_running_loop().time() + STUCK)
            await asyncio.sleep(1)

    async def at_rest(self) -> bool:
        store = self.site.store
        return not await store.waiting() and not await open_jobs(store)


@asynccontextmanager
async def crew(ground: Ground, name: str, dice: random.Random) -> AsyncIterator[Crew]:
    async with (
        server(ground.folder / f"{name}-server") as store,
        Wire(path=str(store.embedded.socket)) as line,
        ground.site(name, redis_url=f"redis://127.0.0.1:{line.port}/0") as site,
    ):
        await store.for_site(site)
        found = Crew(site, dice, store, line)
        try:
            await found.open()
            yield found
        finally:
            await found.close()


async def workers_die(ground: Ground, dice: random.Random) -> Outcome:
    """kill -9 of a worker, spread over all turns of twenty threads."""
    turns, kills = ground.many(4, 50), ground.many(5, 20)
    total = 20 * turns
    outcome = Outcome("workers die", units=total)
    async with crew(ground, "workers", dice) as team:
        writing = team.writing(20, turns)
        async with team.not_stuck(outcome):
            for number in range(kills):
                await _answered(team, (number + 0.5) * total / kills)
                began, open_ones = time.monotonic(), set(team.written) - set(team.answered())
                await team.kill_one()
                await _until(team, open_ones)
                outcome.recoveries.append(time.monotonic() - began)
            await writing
            await _rest(team)
        outcome.kills = team.deaths
        outcome.wrong("after all", broken(await team.site.books()))
        slots = 20
        outcome.expect(
            team.site.agent.asked_again <= kills * slots, "more turns were begun again than there were slots"
        )
    outcome.expect(outcome.kills == kills, f"{outcome.kills} workers died instead of {kills}")
    outcome.expect(all(one < 2 * 60 for one in outcome.recoveries), "the crew came back too late")
    return outcome


async def the_store_goes_away(ground: Ground, dice: random.Random) -> Outcome:
    """kill -9 of the server and back two seconds later; a line that is cut, and one that is silent. Turns go on."""
    turns, seconds = ground.many(4, 25), ground.many(2, 10)
    outcome = Outcome("the store goes away", units=20 * turns)
    async with crew(ground, "store", dice) as team:
        writing = team.writing(20, turns)
        troubles = [team.store.kill(2), team.line.cut(seconds, silent=False), team.line.cut(seconds, silent=True)]
        async with team.not_stuck(outcome):
            for number, trouble in enumerate(troubles):
                await _answered(team, (number + 0.3) * 20 * turns / len(troubles))
                open_ones = set(team.written) - set(team.answered())
                await trouble
                began = time.monotonic()
                await _until(team, open_ones)
                outcome.recoveries.append(time.monotonic() - began)
            await writing
            await _rest(team)
        outcome.kills = 1
        outcome.wrong("after all", broken(await team.site.books()))
        outcome.expect(team.deaths == 0, f"{team.deaths} workers ended when their store was away")
    return outcome


async def a_deadly_turn(ground: Ground, dice: random.Random) -> Outcome:
    """One turn kills every worker that takes it up; those beside it are answered, in time, and none is put away."""
    turns = ground.many(3, 25)
    outcome = Outcome("a deadly turn", units=20 * turns + 1)
    async with crew(ground, "deadly", dice) as team:
        site = team.site
        await team.writing(20, ground.many(1, 4), "calm")
        await _rest(team)
        calm = _p95(team.waits("calm"))
        site.set(Point(port="agent", method="turn", moment="before", words=POISON))
        await site.say(group("bad"), f"this is {POISON}", "#bad")
        del site.said[group("bad").conversation]
        writing = team.writing(20, turns)
        async with team.not_stuck(outcome):
            while not writing.done() or not await team.at_rest():
                await team.replace_the_dead()
                await asyncio.sleep(0.05)
        books = await site.books()
        outcome.kills = team.deaths
        outcome.wrong("after all", broken(books))
        buried = [letter for letters in books.dead.values() for letter in letters]
        outcome.expect(len(buried) == 1, f"{len(buried)} letters were put away: the deadly one alone should be")
        outcome.recoveries = team.waits()
        p95, limit = _p95(outcome.recoveries), UNHURT * max(1.0, calm / CALM)
    outcome.expect(team.deaths == 5, f"the deadly turn was tried {team.deaths} times instead of 5")
    late = f"the turns beside it took {p95:.1f} s (p95) and may take {limit:.1f}: {calm:.1f} when nothing was wrong"
    outcome.expect(p95 < limit, late)
    return outcome


def _p95(waits: list[float]) -> float:
    return quantiles(waits, n=20)[-1] if len(waits) > 1 else 0.0


async def _answered(team: Crew, count: float) -> None:
    while len(team.answered()) < count:
        await team.replace_the_dead()
        await asyncio.sleep(0.05)


async def _until(team: Crew, tags: set[str]) -> None:
    while tags - set(team.answered()):
        await team.replace_the_dead()
        await asyncio.sleep(0.05)


async def _rest(team: Crew) -> None:
    while not await team.at_rest():
        await team.replace_the_dead()
        await asyncio.sleep(0.1)
