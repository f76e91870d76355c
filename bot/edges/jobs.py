"""The alarm clock: pydocket has somebody look, again after a crash; what there is to do lies in the store."""

import asyncio
import logging
import secrets
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from cronsim import CronSimError
from docket import Cron, CurrentExecution, Docket, Execution, ExponentialRetry, Perpetual, Retry, Worker
from docket.execution import Disposition, TaskCall
from redis.exceptions import RedisError

from bot.core.errors import DeskError, FromNewer, Misconfigured, StoreDown
from bot.edges.room import Room

log = logging.getLogger(__name__)

Job = Callable[[str], Awaitable[None]]
Round = Callable[[], Awaitable[None]]
CHECK = timedelta(milliseconds=40)  # how long an idle worker may sleep past a new job
REDELIVERY = timedelta(seconds=30)  # until a dead worker's jobs are taken over
FAREWELL = 5.0  # seconds until a watcher that did not hear is told again
GRACE = 20.0  # seconds running jobs get at the end: a worker that ends renews no lease, so less than REDELIVERY
SLOTS = 20  # a turn waits far more than it computes
SUSPECT = 2  # begun this often without an end: from now on it runs alone
NAMES = ("turn", "ship", "redraw", "ring")
ROUND = "round"  # in the key of a look that somebody asks for again and again
SILENCE = 70  # seconds until a line without a word is given up: longer than the engine's longest wait for news, 60
BOOKING = 10.0  # seconds a booking may take

THIS = CurrentExecution()
# trouble of a minute must not use up the attempts that a letter has
AGAIN = ExponentialRetry.forever(delay=timedelta(seconds=1), maximum_delay=timedelta(seconds=15))
A_WHILE = Retry(attempts=20, delay=timedelta(seconds=15))
UNTIL_KNOWN = Retry.forever(delay=timedelta(seconds=1))
EVERY_HALF_MINUTE = Perpetual(every=timedelta(seconds=30), automatic=True)


class JobFailed(DeskError):
    """Trouble nobody foresaw, without its text: that may quote what people wrote."""


class UnknownJob(DeskError):
    """A newer desk booked a job that this one does not know: it is kept until a newer worker comes."""


async def silence() -> None:
    """Of a worker that keeps no timers."""


@dataclass(frozen=True)
class Calls:
    """What the jobs do. Each may run more than once, and looks into the store before it acts."""

    take_turn: Callable[[str, str], Awaitable[None]]  # project id, key of the job
    ship: Job  # parcel id
    redraw: Job  # record key
    tick: Round  # by the clock, `poll_cron`
    reconcile: Round  # every half minute
    attempts: Callable[[str], Awaitable[int]]  # how often the first letter of a project was begun
    ring: Round = silence  # when the first timer is due


class Engine:
    """Fits the stories' `Jobs`. Open it to book; `run_forever` works the jobs off.

    `url` is what `server` yields. An empty `poll_cron` means no `tick`. Raises `Misconfigured` for one nobody can read.
    """

    def __init__(
        self, url: str, name: str = "desk", poll_cron: str = "", zone: str = "UTC", redelivery: timedelta = REDELIVERY
    ) -> None:
        self._docket = Docket(name=f"{name}-jobs", url=_patient(url), execution_ttl=timedelta(0))
        self._cron = _cron(poll_cron, zone) if poll_cron else None
        self._redelivery = redelivery
        self._pending: dict[tuple[str, str, str], TaskCall] = {}
        self._stirred = asyncio.Event()
        self._room = Room()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self._docket)
            self._docket.register(_booked, names=list(NAMES))
            await stack.enter_async_context(self._sending())
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *trouble: object) -> None:
        """The engine's own watchers may miss that they are to end (python/cpython#86296): told twice, they do."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self._stack.aclose()

    def book(self, project_id: str) -> None:
        self._collect("turn", project_id)

    def remind(self, project_id: str) -> None:
        """Its key is always the same: while one waits or runs, another one is none."""
        self._collect("turn", project_id, key=ROUND)

    async def look(self, project_id: str, after: float) -> None:
        self._collect("turn", project_id, after)

    async def ship(self, parcel_id: str, after: float = 0) -> None:
        self._collect("ship", parcel_id, after)

    async def redraw(self, record_key: str) -> None:
        self._collect("redraw", record_key)

    async def wake(self, at: datetime, after: float) -> None:
        """The moment is the job's name, so that all who wait for one moment wait once.

        What is due already has another name: its moment may have been booked before the clock was moved.
        """
        self._collect("ring", at.astimezone(UTC).isoformat() if after > 0 else "now", after, key=ROUND)

    def talking(self) -> bool:
        return self._room.inside > 0

    def _collect(self, name: str, of: str, after: float = 0, key: str = "") -> None:
        """The job's key is new each time: one that runs already may have looked before there was something to see."""
        when = datetime.now(UTC) + timedelta(seconds=after)
        job = self._docket.call(name, when=when, key=f"{name}:{of}:{key or secrets.token_hex(4)}")
        self._pending[name, of, key or str(after)] = job(of)
        self._stirred.set()

    @asynccontextmanager
    async def _sending(self) -> AsyncIterator[None]:
        sending = asyncio.create_task(self._send_forever())
        try:
            yield
        finally:
            sending.cancel()
            with suppress(asyncio.CancelledError):
                await sending
            await self._send()

    async def _send_forever(self) -> None:
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            if not await self._send():
                await asyncio.sleep(1)
                self._stirred.set()

    async def _send(self) -> bool:
        """All that has gathered, in one round trip. A booking that is lost here is found again by `reconcile`."""
        gathered, self._pending = self._pending, {}
        sent = False
        try:
            async with asyncio.timeout(BOOKING):
                booked = await self._docket.add_many(gathered.values())
            sent = not any(job.disposition is Disposition.FAILED for job in booked)
        except (RedisError, OSError) as error:  # that the server is away is said by the store, and once
            log.debug("jobs could not be booked: %s", type(error).__name__)
        finally:
            if not sent:  # cancelled too: booking a job again does no harm
                self._pending = gathered | self._pending
        return sent

    async def run_forever(self, calls: Calls, slots: int = SLOTS) -> None:
        """Work until cancelled; running jobs then get `GRACE` seconds, the others are taken over by the next worker.

        Installs no signal handlers. Waits for the server for as long as it is away.
        """
        for task in _tasks(calls, self._cron, self._room):
            self._docket.register(task)
        worker = Worker(
            self._docket,
            concurrency=slots,
            redelivery_timeout=self._redelivery,
            reconnection_delay=timedelta(seconds=1),
            minimum_check_interval=CHECK,
            fallback_task=_keep,
        )
        async with worker:
            working = asyncio.create_task(worker.run_forever())
            try:
                await asyncio.shield(working)
            finally:
                working.cancel()
                await asyncio.wait({working}, timeout=GRACE)
                working.cancel()  # no effect on a worker that is done
                await asyncio.wait({working})


def _patient(url: str) -> str:
    """The engine waits for answers without an end: a line that was cut without a word would hold it up for good.

    A socket on this machine cannot be cut like that.
    """
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return url
    return parts._replace(query=f"{parts.query}&socket_timeout={SILENCE}".lstrip("&")).geturl()


class OneVoice(logging.Filter):
    """The engine reports every try with its traceback, while the server is away or a job waits for a newer worker.

    Each is said once: the one by the store, the other by `_keep`.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        wrong = record.exc_info[1] if record.exc_info else None
        away = isinstance(wrong, RedisError | StoreDown) and not isinstance(wrong, FromNewer)
        return not away and not isinstance(wrong, UnknownJob) and not str(record.msg).startswith("Redis ")


for _name in ("worker", "strikelist", "dependencies"):
    logging.getLogger(f"docket.{_name}").addFilter(OneVoice())


def _tasks(calls: Calls, cron: Cron | None, room: Room) -> list[Callable[..., Awaitable[None]]]:
    """The jobs as the engine knows them: by the names of these functions."""

    async def turn(project_id: str, this: Execution = THIS, retry: Retry = AGAIN) -> None:
        with _door(this):
            suspect = this.redelivered and await calls.attempts(project_id) >= SUSPECT
            async with room.enter(alone=suspect):
                await calls.take_turn(project_id, this.key)

    async def ship(parcel_id: str, this: Execution = THIS, retry: Retry = AGAIN) -> None:
        with _door(this):
            await calls.ship(parcel_id)

    async def redraw(record_key: str, this: Execution = THIS, retry: Retry = A_WHILE) -> None:
        with _door(this):
            await calls.redraw(record_key)

    ringing = asyncio.Lock()

    async def ring(_at: str, this: Execution = THIS, retry: Retry = AGAIN) -> None:
        with _door(this):
            async with ringing:  # timers take one slot of a worker, however many are due
                await calls.ring()

    async def reconcile(this: Execution = THIS, perpetual: Perpetual = EVERY_HALF_MINUTE) -> None:
        with _door(this):
            await calls.reconcile()

    tasks: list[Callable[..., Awaitable[None]]] = [turn, ship, redraw, ring, reconcile]
    if cron is not None:

        async def tick(this: Execution = THIS, retry: Retry = A_WHILE, cron: Cron = cron) -> None:
            with _door(this):
                await calls.tick()

        tasks.append(tick)
    return tasks


@contextmanager
def _door(this: Execution) -> Iterator[None]:
    """The engine logs and traces what a job raises: our own errors speak of ids only, others may quote people."""
    try:
        yield
    except DeskError:
        raise
    except Exception as error:  # the door of the worker loop
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s failed with %s\n%s", this.key, type(error).__name__, where)
        raise JobFailed(type(error).__name__) from None


async def _booked(of: str) -> None:
    """Stands for every job where there is no worker: booking needs its name only."""
    raise UnknownJob(of)


async def _keep(*of: object, this: Execution = THIS, retry: Retry = UNTIL_KNOWN, **more: object) -> None:
    if this.attempt == 1:
        log.warning("%s is kept for a newer worker: this one knows no job %s", this.key, this.function_name)
    raise UnknownJob(this.function_name)


def _cron(expression: str, zone: str) -> Cron:
    try:
        return Cron(expression, tz=ZoneInfo(zone))
    except CronSimError as error:
        raise Misconfigured("DESK_POLL_CRON must have five fields, such as 0 9 * * 1-5.") from error
