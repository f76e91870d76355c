"""Every half minute: queries that are normally empty, each with what to do when they are not."""

import logging

from bot.flows.deliver import doubt, ship
from bot.flows.lost import copy_what_is_due
from bot.flows.ports import World
from bot.flows.sandbox import warn_of_ends

log = logging.getLogger(__name__)


async def reconcile(world: World) -> None:
    """A booking lost between a write and its job is made again here; an overdue sending becomes a doubt."""
    now = world.clock()
    for project_id in await world.store.waiting():
        world.jobs.book(project_id)
    for parcel_id in await world.store.planned(now):
        await ship(world, parcel_id)
    for parcel_id in await world.store.overdue(now):
        log.warning("parcel %s was being sent when its sender went away", parcel_id)
        await doubt(world, parcel_id)
    await copy_what_is_due(world)
    await warn_of_ends(world)
