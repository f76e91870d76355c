"""What was planned fails time and again, and rings ever more rarely: its project and the log are told."""

import logging
from hashlib import sha256

from bot.core.errors import FromNewer
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Project
from bot.core.timer import Ring
from bot.flows import effects
from bot.flows.ports import World
from cards.words import say

log = logging.getLogger(__name__)
STUBBORN = 5  # times it rang: some ten minutes


async def tell(world: World, ring: Ring) -> None:
    """Before it is tried again: whatever ends a worker does so afterwards. The ledger knows what was told."""
    if ring.tries < STUBBORN:
        return
    log.error("timers of %s rang %d times and came to nothing", ring.group, ring.tries)
    try:
        project = await world.store.project(ring.timers[0].project_id)
    except FromNewer:  # a newer desk tells of it
        return
    if project is not None:
        card = await _card(world, project, ring)
        await world.store.plan((card,))
        await world.jobs.ship(card.parcel_id)


async def _card(world: World, project: Project, ring: Ring) -> Parcel:
    place = await effects.approval_place(world, project)
    name = sha256(f"{ring.group}|{ring.timers[0].due.isoformat()}".encode()).hexdigest()[:16]
    return Parcel(
        parcel_id=f"{project.project_id}.stuck.{name}",
        project_id=project.project_id,
        kind="card",
        place=place,
        recipe=Recipe(kind="notice", text=say(place.locale).t("alarm.stuck")),
        planned_at=world.clock(),
    )
