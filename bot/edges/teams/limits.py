"""Teams' rate limits, kept from our side: one writer per conversation, a bucket per channel and one per tenant."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

CROWD = 1000  # tables are swept when they hold more than this


class Pace(NamedTuple):
    """Sends per second, and how many may go at once after a pause."""

    rate: float
    burst: float


CONVERSATION = Pace(1, 5)
HOUR = Pace(0.4, 300)  # the same conversation over a longer time: 1740 in an hour, of the 1800 that Teams takes
MEMBERS = Pace(0.9, 8)  # questions about a conversation's members
TENANT = Pace(25, 5)
EPSILON = 1e-6  # seconds
TYPING_GAP = 8.0  # clients show a sign for a good while


class Bucket:
    """Hands out places in a queue: every caller learns how long to wait and is sure of its turn then."""

    def __init__(self, pace: Pace, now: float) -> None:
        self._pace, self._level, self._at = pace, pace.burst, now

    def wait(self, now: float) -> float:
        self._level, self._at = self.free(now) - 1, now
        return max(0.0, -self._level / self._pace.rate)

    def until(self, now: float) -> float:
        """Seconds until one may go; nobody is promised that place."""
        return max(0.0, (1 - self.free(now)) / self._pace.rate)

    def free(self, now: float) -> float:
        """How many could go right now."""
        return min(self._pace.burst, self._level + (now - self._at) * self._pace.rate)

    def idle(self, now: float) -> bool:
        return self.free(now) >= self._pace.burst


class Lane:
    """One conversation: who writes in it, and until when it wants no small talk."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.users = 0
        self.hushed_until = self.typed_until = float("-inf")

    def wanted(self, now: float) -> bool:
        return self.users > 0 or now < max(self.hushed_until, self.typed_until)


class Limits:
    """A thread writes alone in its conversation; its channel, and the tenant, pace all of their threads together."""

    def __init__(
        self,
        conversation: Pace = CONVERSATION,
        tenant: Pace = TENANT,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        hour: Pace | None = HOUR,
        members: Pace = MEMBERS,
    ) -> None:
        self._conversation, self._tenant, self._clock, self._sleep = conversation, tenant, clock, sleep
        self._members = members
        self._hour = hour if conversation == CONVERSATION else None
        self._lanes: dict[str, Lane] = {}
        self._buckets: dict[str, Bucket] = {}
        self._many_lanes = self._many_buckets = CROWD  # when to look again for those that nobody needs

    @asynccontextmanager
    async def alone(self, conversation: str) -> AsyncIterator[None]:
        """The only writer of this conversation until the block ends."""
        lane = self._lane(conversation)
        lane.users += 1
        try:
            async with lane.lock:
                yield
        finally:
            lane.users -= 1

    async def pace(self, tenant: str, conversation: str, asks: bool = False) -> None:
        """Wait for a turn, at the channel first and then at the tenant. `asks`: about who is there.

        The place at the channel is taken when it is used: else those that waited at the tenant would leave in a crowd.
        """
        channel = channel_of(conversation)
        async with self.alone(f"{'m' if asks else 'c'}|{channel}"):
            while (seconds := max(one.until(self._clock()) for one in self._of(channel, asks))) > EPSILON:
                await self._sleep(seconds)
            await self._wait(f"t|{tenant}", self._tenant)
            for one in self._of(channel, asks):
                one.wait(self._clock())

    def _of(self, channel: str, asks: bool) -> list[Bucket]:
        return [self._bucket(f"m|{channel}", self._members)] if asks else self._talk(channel)

    def _talk(self, channel: str) -> list[Bucket]:
        long = [self._bucket(f"h|{channel}", self._hour)] if self._hour else []
        return [self._bucket(f"c|{channel}", self._conversation), *long]

    def may_type(self, conversation: str) -> bool:
        """A typing sign waits for nobody: it is sent now or not at all."""
        lane, now = self._lane(conversation), self._clock()
        bucket = self._bucket(f"c|{channel_of(conversation)}", self._conversation)
        if lane.wanted(now) or bucket.free(now) < 1:
            return False
        for one in self._talk(channel_of(conversation)):
            one.wait(now)
        lane.typed_until = now + TYPING_GAP
        return True

    def hush(self, conversation: str, seconds: float) -> None:
        """The channel asked for a pause: nothing that can be left out until then."""
        self._lane(conversation).hushed_until = self._clock() + seconds

    def hushed(self, conversation: str) -> float:
        """Seconds of the pause that are left."""
        return max(0.0, self._lane(conversation).hushed_until - self._clock())

    @property
    def crowd(self) -> int:
        """How many conversations and tenants are remembered."""
        return len(self._lanes) + len(self._buckets)

    async def _wait(self, name: str, pace: Pace) -> None:
        if (seconds := self._bucket(name, pace).wait(self._clock())) > 0:
            await self._sleep(seconds)

    def _bucket(self, name: str, pace: Pace) -> Bucket:
        now = self._clock()
        if len(self._buckets) > self._many_buckets:
            self._buckets = {key: one for key, one in self._buckets.items() if not one.idle(now)}
            self._many_buckets = max(CROWD, 2 * len(self._buckets))
        return self._buckets.setdefault(name, Bucket(pace, now))

    def _lane(self, conversation: str) -> Lane:
        now = self._clock()
        if len(self._lanes) > self._many_lanes:
            self._lanes = {key: one for key, one in self._lanes.items() if one.wanted(now)}
            self._many_lanes = max(CROWD, 2 * len(self._lanes))
        return self._lanes.setdefault(conversation, Lane())


def channel_of(conversation: str) -> str:
    """For counting and for member lists only: a thread belongs to its channel."""
    return conversation.partition(";messageid=")[0]
