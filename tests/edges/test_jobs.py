"""The engine: what is booked is run, again after failures, and never before its time."""

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.core.errors import Misconfigured, StoreDown
from bot.edges import jobs as module
from bot.edges.jobs import Calls, Engine
from bot.edges.room import Room
from bot.edges.store import server

pytestmark = pytest.mark.slow  # the real clients and the real engine, on loopback


class Diary:
    """Notes what the jobs were called with, and when; `trouble` is raised by the next ones."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, ...]] = []
        self.times: list[float] = []
        self.trouble: list[Exception] = []

    def note(self, *what: str) -> None:
        self.notes.append(what)
        self.times.append(time.monotonic())
        if self.trouble:
            raise self.trouble.pop()

    def calls(self) -> Calls:
        async def take_turn(project_id: str, job: str) -> None:
            self.note("turn", project_id, job)

        async def ship(parcel_id: str) -> None:
            self.note("ship", parcel_id)

        async def redraw(record_key: str) -> None:
            self.note("redraw", record_key)

        async def tick() -> None:
            self.note("tick")

        async def reconcile() -> None:
            pass

        async def attempts(project_id: str) -> int:
            return 0

        async def ring() -> None:
            self.note("ring")

        return Calls(take_turn, ship, redraw, tick, reconcile, attempts, ring)


@asynccontextmanager
async def working(engine: Engine, calls: Calls) -> AsyncIterator[None]:
    worker = asyncio.create_task(engine.run_forever(calls))
    try:
        yield
    finally:
        worker.cancel()
        with suppress(asyncio.CancelledError):
            await worker


async def until(true: Callable[[], object], seconds: float = 5) -> None:
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - looks from outside
            await asyncio.sleep(0.01)


@pytest.fixture
def diary() -> Diary:
    return Diary()


@pytest.fixture
async def engine(valkey_url: str, prefix: str) -> AsyncIterator[Engine]:
    async with Engine(valkey_url, prefix) as engine:
        yield engine


async def test_what_is_booked_is_done(engine: Engine, diary: Diary) -> None:
    engine.book("p1")
    await engine.ship("parcel-1")
    await engine.redraw("record-1")

    async with working(engine, diary.calls()):
        await until(lambda: len(diary.notes) == 3)

    kinds = sorted(note[0] for note in diary.notes)
    assert kinds == ["redraw", "ship", "turn"]
    (turn,) = (note for note in diary.notes if note[0] == "turn")
    assert turn[1] == "p1"
    assert turn[2].startswith("turn:p1:")


async def test_bookings_of_one_moment_are_one_look(engine: Engine, diary: Diary) -> None:
    async with working(engine, diary.calls()):
        for _ in range(50):
            engine.book("p1")
        await until(lambda: diary.notes)
        engine.book("p1")
        await until(lambda: len(diary.notes) == 2)

    assert diary.notes[0][2] != diary.notes[1][2], "every booking has a key of its own"


async def test_of_looks_that_are_asked_for_again_and_again_no_more_than_one_waits(engine: Engine, diary: Diary) -> None:
    for _ in range(20):  # rounds, while nobody gets to the work
        engine.remind("p1")
        await engine._send()
    assert (await engine._docket.snapshot()).total_tasks == 1

    async with working(engine, diary.calls()):
        await until(lambda: diary.notes)
        await asyncio.sleep(0.1)
        assert len(diary.notes) == 1
        engine.remind("p1")
        await until(lambda: len(diary.notes) == 2)


async def test_later_is_not_earlier(engine: Engine, diary: Diary) -> None:
    began = time.monotonic()
    await engine.ship("parcel-1", after=0.5)
    await engine.look("p1", after=0.1)
    async with working(engine, diary.calls()):
        await until(lambda: len(diary.notes) == 2)

    assert [note[0] for note in diary.notes] == ["turn", "ship"]
    assert diary.times[0] - began >= 0.1
    assert 0.5 <= diary.times[1] - began < 2


async def test_somebody_looks_at_the_timers_at_their_moment_and_once_for_all_of_it(
    engine: Engine, diary: Diary
) -> None:
    began, soon = time.monotonic(), datetime.now(UTC) + timedelta(seconds=0.4)
    for _ in range(30):
        await engine.wake(soon, 0.4)
        await engine._send()
    async with working(engine, diary.calls()):
        await until(lambda: diary.notes)
        await asyncio.sleep(0.2)
        assert diary.notes == [("ring",)]
        await engine.wake(soon, 0.0)
        await until(lambda: len(diary.notes) == 2)

    assert 0.4 <= diary.times[0] - began < 2


async def test_timers_take_one_slot_of_a_worker(engine: Engine, diary: Diary) -> None:
    """However many moments there are: a message finds a free one."""
    release = asyncio.Event()

    async def slow() -> None:
        diary.note("ring")
        await release.wait()

    for number in range(5):
        await engine.wake(datetime.now(UTC) - timedelta(seconds=number), 0.001 * number)
    async with working(engine, Calls(**{**vars(diary.calls()), "ring": slow})):
        await until(lambda: diary.notes)
        engine.book("p1")
        await until(lambda: len(diary.notes) == 2)
        assert [note[0] for note in diary.notes] == ["ring", "turn"]
        release.set()


async def test_a_desk_without_a_worker_books_for_the_others(valkey_url: str, prefix: str, diary: Diary) -> None:
    async with Engine(valkey_url, prefix) as web:
        web.book("p1")

    async with Engine(valkey_url, prefix) as engine, working(engine, diary.calls()):
        await until(lambda: diary.notes)

    assert diary.notes[0][:2] == ("turn", "p1")


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tried every second is tried every tenth of one."""
    for kind in (module.AGAIN, module.UNTIL_KNOWN):
        monkeypatch.setattr(kind, "delay", timedelta(seconds=0.1))


async def test_a_failing_job_is_tried_again_under_its_key(soon: None, engine: Engine, diary: Diary) -> None:
    diary.trouble = [StoreDown("gone")]
    engine.book("p1")
    async with working(engine, diary.calls()):
        await until(lambda: len(diary.notes) == 2)

    assert len(set(diary.notes)) == 1


async def test_what_people_wrote_does_not_reach_the_log_through_an_error(
    soon: None, engine: Engine, diary: Diary, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    diary.trouble = [ValueError("the secret number is 42")]
    await engine.ship("parcel-1")
    async with working(engine, diary.calls()):
        await until(lambda: len(diary.notes) == 2)

    assert "failed with ValueError" in caplog.text
    assert "raise self.trouble.pop()" in caplog.text, "where it happened"
    assert "secret number" not in caplog.text


async def test_a_job_of_a_newer_desk_is_kept_until_a_newer_worker_comes(
    soon: None, valkey_url: str, prefix: str, diary: Diary, caplog: pytest.LogCaptureFixture
) -> None:
    async def summarise(project_id: str) -> None:
        diary.note("summarise", project_id)

    soon_again = timedelta(seconds=1)  # what the older one had in its hands when it was stopped
    newer, older = (Engine(valkey_url, prefix, redelivery=soon_again) for _ in range(2))
    async with newer, older:
        await newer._docket.add(summarise, key="summarise:p1")("p1")
        async with working(older, diary.calls()):
            await until(lambda: "kept for a newer worker" in caplog.text)
            await asyncio.sleep(0.5)  # it is tried again and again
        assert diary.notes == []
        assert caplog.text.count("summarise:p1") == 1, "said once, and without a traceback"
        assert "Traceback" not in caplog.text
        async with working(newer, diary.calls()):
            await until(lambda: diary.notes)

    assert diary.notes == [("summarise", "p1")]


async def test_the_clock_ticks_by_the_cron_line(valkey_url: str, prefix: str, diary: Diary) -> None:
    every_second = Engine(valkey_url, prefix, poll_cron="* * * * * *", zone="Asia/Kolkata")
    async with every_second as engine, working(engine, diary.calls()):
        await until(lambda: diary.notes)

    assert diary.notes[0] == ("tick",)


async def test_nine_in_the_morning_is_nine_where_the_desk_stands(valkey_url: str, prefix: str, diary: Diary) -> None:
    async with Engine(valkey_url, prefix, poll_cron="0 9 * * *", zone="America/Sao_Paulo") as engine:
        async with working(engine, diary.calls()):
            await asyncio.sleep(0.3)
        (tick,) = (job for job in (await engine._docket.snapshot()).future if job.key == "tick")

    assert tick.when.astimezone(UTC).hour == 12
    assert datetime.now(UTC) < tick.when <= datetime.now(UTC) + timedelta(days=1)
    assert diary.notes == []


@pytest.mark.parametrize("line", ["every morning", "61 * * * *"])
def test_a_cron_line_nobody_can_read_is_refused(line: str) -> None:
    with pytest.raises(Misconfigured, match="DESK_POLL_CRON must have five fields"):
        Engine("memory://", poll_cron=line)


async def test_a_running_job_may_end_before_the_worker_does(engine: Engine, diary: Diary) -> None:
    ended = asyncio.Event()

    async def slow(parcel_id: str) -> None:
        diary.note("began", parcel_id)
        await asyncio.sleep(0.4)
        ended.set()

    await engine.ship("parcel-1")
    async with working(engine, Calls(**{**vars(diary.calls()), "ship": slow})):
        await until(lambda: diary.notes)

    assert ended.is_set()


@pytest.mark.slow
async def test_a_job_that_takes_too_long_at_the_end_is_left_to_the_next_worker(
    valkey_url: str, prefix: str, diary: Diary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GRACE", 0.1)

    async def endless(parcel_id: str) -> None:
        diary.note("began", parcel_id)
        await asyncio.sleep(60)

    async with Engine(valkey_url, prefix, redelivery=timedelta(seconds=1)) as engine:
        await engine.ship("parcel-1")
        async with working(engine, Calls(**{**vars(diary.calls()), "ship": endless})):
            await until(lambda: diary.notes)
        async with working(engine, diary.calls()):
            await until(lambda: len(diary.notes) == 2)

    assert diary.notes == [("began", "parcel-1"), ("ship", "parcel-1")]


@pytest.mark.slow
async def test_bookings_wait_for_a_server_that_is_away(tmp_path: Path, diary: Diary) -> None:
    async with server("", tmp_path) as url, Engine(url, "desk") as engine:
        async with engine._docket.redis() as redis:
            os.kill((await redis.info("server"))["process_id"], 9)
        engine.book("p1")
        async with working(engine, diary.calls()):
            await until(lambda: diary.notes, 10)

    assert diary.notes[0][:2] == ("turn", "p1")


async def test_a_suspect_runs_alone() -> None:
    room, inside, most = Room(), 0, [0, 0]

    async def stay(alone: bool) -> None:
        nonlocal inside
        async with room.enter(alone):
            inside += 1
            most[alone] = max(most[alone], inside)
            await asyncio.sleep(0.005)
            inside -= 1

    await asyncio.gather(*(stay(number % 4 == 0) for number in range(24)))

    assert most[False] > 1
    assert most[True] == 1


async def test_waiting_for_a_room_can_be_given_up() -> None:
    room = Room()
    async with room.enter(alone=False):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.02), room.enter(alone=True):
                pass
        async with asyncio.timeout(1), room.enter(alone=False):
            pass
