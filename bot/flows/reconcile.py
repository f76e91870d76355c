"""Every half minute: queries that are normally empty, each with what to do when they are not."""

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial

from bot.core.errors import FromNewer, StoreDown
from bot.flows import adopt, alarm, dead_letter
from bot.flows.deliver import doubt, ship
from bot.flows.expire import expire
from bot.flows.lost import copy_what_is_due
from bot.flows.ports import World
from bot.flows.retention import fade
from bot.flows.sandbox import warn_of_ends

log = logging.getLogger(__name__)


async def reconcile(world: World) -> None:
    """What was lost between a write and its job is made again here, and what is overdue is done.

    One thing that cannot be done keeps no other from being done: the first trouble is raised at the end.
    """
    now, store = world.clock(), world.store
    for project_id in await store.waiting():
        world.jobs.remind(project_id)
    work = [partial(_doubt, world, one) for one in await store.overdue(now)]
    work += [partial(expire, world), partial(fade, world)]
    work += [partial(dead_letter.tell, world, *one) for one in await store.untold()]
    work += [partial(adopt.find, world, *one) for one in await store.unseen()]
    work += [partial(ship, world, one) for one in await store.planned(now)]
    work += [partial(alarm.wake, world)]
    work += [partial(copy_what_is_due, world), partial(warn_of_ends, world)]
    troubles = [trouble for one in work if (trouble := await _trouble(one()))]
    if troubles:
        raise troubles[0]


async def _doubt(world: World, parcel_id: str) -> None:
    log.warning("parcel %s was being sent when its sender went away", parcel_id)
    await doubt(world, parcel_id)


async def _trouble(work: Coroutine[None, None, None]) -> BaseException | None:
    (ended,) = await asyncio.gather(work, return_exceptions=True)
    if isinstance(ended, FromNewer):  # what it is stays where it is, and the newer desk's own round does it
        log.warning("part of a round is left to a newer worker: %s", ended)
        return None
    if isinstance(ended, StoreDown):
        raise ended  # without its memory the desk can do nothing else either
    return ended
