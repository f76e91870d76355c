"""Every half minute: queries that are normally empty, each with what to do when they are not."""

import logging

from bot.flows import adopt, dead_letter
from bot.flows.deliver import doubt, ship
from bot.flows.expire import expire
from bot.flows.ports import World
from bot.flows.retention import fade

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
    await expire(world)
    for project_id, letter_id in await world.store.untold():
        await dead_letter.tell(world, project_id, letter_id)
    for project_id, cuts in await world.store.unseen():
        await adopt.find(world, project_id, cuts)
    await fade(world)
