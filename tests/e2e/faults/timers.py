"""Timers and clocks: nothing is early, nothing comes twice, and what is late comes at last."""

import asyncio
import os
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from redis.asyncio import Redis

from bot.core.parcel import Fate
from bot.demo.cast import ANA
from bot.edges.jobs import Engine
from tests.e2e.faults.books import Press, line_of
from tests.e2e.faults.ground import Ground
from tests.e2e.faults.invariants import broken
from tests.e2e.faults.nursery import HOUSE
from tests.e2e.faults.outcome import Outcome
from tests.e2e.faults.project import Project
from tests.e2e.faults.server import server

NAME = "timers"
LIBRARIES = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib")
GROUP = 20
LEASE = 2.0  # seconds until a job that was not acknowledged is given to somebody again
HOUR, DAY = 3600.0, 86400.0
PATIENCE = 60.0  # seconds for what is overdue


async def timers_outlive_their_keepers(ground: Ground, dice: random.Random) -> Outcome:
    """Worker and server are killed before the timers are due, and are back when they are overdue."""
    many, ahead = ground.many(500, 10_000), ground.many(5, 20)
    outcome = Outcome("timers outlive their keepers", what="timers", units=many, kills=2)
    async with server(ground.folder / "timers-server") as store:
        url = store.embedded.url
        async with _keeper(url) as keeper:
            due = time.time() + ahead
            await _book(url, range(many), due)
            keeper.kill()
        await store.strike()
        outcome.expect(time.time() < due, "it took too long to set the timers: they were due before anybody was killed")
        await asyncio.sleep(max(0.0, due + 1 - time.time()))
        began = time.monotonic()
        await store.back()
        async with _keeper(url):
            fired = await _fired(url, many)
        outcome.recoveries.append(time.monotonic() - began)
    _judge(outcome, fired, many)
    return outcome


async def clocks_jump(ground: Ground, dice: random.Random) -> Outcome:
    """A worker's clock goes on by 45 hours, back by one, and on by a month."""
    outcome = Outcome("a worker's clock jumps", what="timers", units=2 * GROUP)
    library = fake_time()
    if library is None:
        outcome.skipped = "libfaketime is not installed (Debian: apt-get install libfaketime)"
        return outcome
    clock = ground.folder / "clock"
    async with server(ground.folder / "clock-server") as store:
        url, now = store.embedded.url, time.time()
        _set(clock, 0)
        async with _keeper(url, library, clock):
            await _book(url, range(GROUP), now + 44.5 * HOUR)
            await _book(url, range(GROUP, 2 * GROUP), now + 29 * DAY)
            for offset, expected in (
                (0.0, 0),
                (45 * HOUR, GROUP),
                (44 * HOUR, GROUP),
                (45 * HOUR, GROUP),
                (30 * DAY, 2 * GROUP),
            ):
                _set(clock, offset)
                fired = await _fired(url, expected, grace=1.0, again=0)
                outcome.expect(len(fired) == expected, f"{len(fired)} of {expected} timers at {offset / HOUR:+.0f} h")
            fired = await _fired(url, 2 * GROUP)
    _judge(outcome, fired, 2 * GROUP)
    return outcome


async def a_desk_in_another_time(ground: Ground, dice: random.Random) -> Outcome:
    """The desk's own clock goes on by 45 hours, back by one, and on by a month: nothing twice, old offers close."""
    outcome = Outcome("a desk in another time", what="deliveries")
    async with ground.site("times") as site:
        await site.start()
        project = Project(site, "times")
        first, second, third, fourth = await project.offered(4)
        await project.press(first.key, "approve")
        await site.settle()
        for record, jump in ((second, 45 * HOUR), (third, -HOUR)):
            site.pass_time(jump)
            await site.kill()
            outcome.recoveries.append(await site.start())
            await project.press(record.key, "approve")
            await site.settle()
        site.pass_time(30 * DAY)
        await site.kill()
        outcome.recoveries.append(await site.start())
        data = {"draft_id": fourth.key, "version": 1, "hash": fourth.draft.content_hash}
        site.pressed.add(Press(fourth.key, "approve", 1, ANA.person.authority))
        await site.press(project.talk, site.stand.cards(project.talk)[-1], "approve", data)
        await site.settle()
        outcome.kills, outcome.units = site.kills, 4
        sent = [one for one in await site.parcels() if one.kind == "brief" and one.fate is Fate.SENT]
        outcome.expect(len(sent) == 3, f"{len(sent)} deliveries instead of 3")
        words = [one.word for one in map(line_of, await site.store.audit(fourth.key)) if one.verb == "approve"]
        outcome.expect(words == ["expired"], f"the old offer was answered with {words}")
        outcome.wrong("after all", broken(await site.books()))
    return outcome


def fake_time() -> Path | None:
    found = (Path(folder) / "faketime" / "libfaketime.so.1" for folder in LIBRARIES)
    return next((file for file in found if file.exists()), None)


def _set(clock: Path, offset: float) -> None:
    fresh = clock.with_suffix(".new")
    fresh.write_text(f"{offset:+.0f}")
    fresh.replace(clock)


@asynccontextmanager
async def _keeper(
    url: str, library: Path | None = None, clock: Path | None = None
) -> AsyncIterator[asyncio.subprocess.Process]:
    fake = {"LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(clock)} if library else {}
    fake |= {"FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"} if library else {}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.e2e.faults.timekeeper", url, NAME, cwd=HOUSE, env={**os.environ, **fake},
        stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _book(url: str, numbers: range, due: float) -> None:
    async with Engine(url, NAME) as engine:
        for number in numbers:
            await engine.ship(f"{number}@{due}", due - time.time())


async def _fired(url: str, many: int, grace: float = 0.5, again: float = LEASE) -> list[str]:
    """What has run, once there is enough of it and nothing more has come for a while: a second time within a lease."""
    async with Redis.from_url(url, decode_responses=True) as client:
        deadline = time.monotonic() + PATIENCE
        while await client.llen(f"{NAME}:fired") < many and time.monotonic() < deadline:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        await asyncio.sleep(grace + again)
        return list(await client.lrange(f"{NAME}:fired", 0, -1))


def _judge(outcome: Outcome, fired: list[str], many: int) -> None:
    rows = [row.split("@") for row in fired]
    times = Counter(number for number, _, _ in rows)
    early = sum(float(at) < float(due) for _, due, at in rows)
    outcome.expect(len(times) == many, f"{many - len(times)} timers did not arrive")
    outcome.expect(early == 0, f"{early} timers came early")
    outcome.breaks += [f"timer {number} fired {n} times" for number, n in times.items() if n > 1]
