"""The first timer is due: group by group, a few at a time and behind whoever talks to the desk just now."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import monotonic

from bot.core.errors import FromNewer, StoreDown
from bot.core.memory import Rung
from bot.core.timer import Ring, Timer
from bot.flows import deliver, stuck
from bot.flows.ports import World

log = logging.getLogger(__name__)
Story = Callable[[World, Ring], Awaitable[Rung]]  # what a ring leads to; it sends nothing itself
LANES = 4  # groups in hand at once; one while somebody talks to the desk
REST, LONG_REST = 0.05, 0.3  # seconds, at most: as long as a batch took, or four times that while somebody talks
CROWD = 8  # projects that timers gave something to do and that are still at it: fewer than a worker has slots
STUCK = 60.0  # seconds after which a project that is still at it counts no more: its agent may be away


async def set_timers(world: World, timers: tuple[Timer, ...]) -> None:
    """Set or move, and have somebody look when one of them is the first now."""
    first = await world.store.set_timers(timers)
    if first is not None and first in {one.due for one in timers}:
        await wake(world)


async def wake(world: World) -> None:
    """A wake-up that is lost is booked again every half minute, and every round books the next."""
    first = await world.store.next_ring()
    if first is not None:
        await world.jobs.wake(first, max(0.0, (first - world.clock()).total_seconds()))


async def work_off(world: World, story: Story) -> None:
    """Until nothing is due. One group in trouble holds up no other, and rings again when its time in hand is over."""
    troubles: list[BaseException] = []
    crowd = Crowd(world)
    going_on = True
    while going_on:
        began = monotonic()
        behind = world.jobs.talking()
        rounds = [_one(world, story, crowd) for _ in range(1 if behind else LANES)]
        found = await asyncio.gather(*rounds, return_exceptions=True)
        troubles += [one for one in found if isinstance(one, BaseException)]
        if any(isinstance(one, StoreDown) and not isinstance(one, FromNewer) for one in troubles):
            break
        going_on = any(one is not False for one in found)
        took = monotonic() - began
        await asyncio.sleep(min(LONG_REST, 4 * took) if behind else min(REST, took))
        await crowd.thin()
    await wake(world)
    for one in troubles:
        if not isinstance(one, FromNewer):
            raise one
        log.warning("timers are left to a newer worker: %s", one)


async def _one(world: World, story: Story, crowd: "Crowd") -> bool:
    """False: nothing is due. What was moved or called off during the story has no effect, and is looked at anew."""
    ring = await world.store.ring(world.clock())
    if ring is None:
        return False
    await stuck.tell(world, ring)
    rung = await story(world, ring)
    if await world.store.rung(ring, rung):
        for project_id, _ in rung.letters:
            crowd.let_in(project_id)
        for parcel in rung.effects.parcels:
            await deliver.ship(world, parcel.parcel_id)
    return True


class Crowd:
    """Projects with something to do because of a timer: more wait outside until some are done, so that a letter from a
    person finds a free slot."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._inside: dict[str, float] = {}

    def let_in(self, project_id: str) -> None:
        self._inside[project_id] = monotonic()
        self._world.jobs.book(project_id)

    async def thin(self) -> None:
        """Wait until there is room."""
        while len(self._inside) >= CROWD:
            waiting = set(await self._world.store.waiting())
            self._inside = {
                one: since for one, since in self._inside.items() if one in waiting and monotonic() - since < STUCK
            }
            if len(self._inside) >= CROWD:
                await asyncio.sleep(REST)
