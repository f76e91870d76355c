"""A project's sandbox from first use to last: acquired, watched from afar, given back. Nothing keeps it awake."""

import logging
from datetime import timedelta

from bot.core.errors import AgentTrouble
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Project, session_name
from bot.core.sandbox import Stay
from bot.flows import checkpoint, deliver
from bot.flows.effects import approval_place
from bot.flows.ports import World
from cards.words import say

log = logging.getLogger(__name__)


async def acquire(world: World, project: Project) -> None:
    """Create or get the sandbox under its stored id, and see that it is ours. Safe to repeat, also after a crash.

    A new one is filled from the copy, if there is one; our marker is written last and says that it is whole. One that
    answers without our marker was made anew and empty by the platform: `SessionLost`, as one that is gone.
    """
    stay = await world.store.stay(project.project_id)
    set_up = stay is not None and stay.session_id == project.session_id
    adopted = stay is None and project.started  # from before there were markers
    found = await world.agent.ensure(project.session_id, known=set_up or adopted)
    if set_up:
        await checkpoint.check_marker(world, project)
    else:
        await checkpoint.refill(world, project)
        await checkpoint.put_marker(world, project)
    await world.store.save_stay(project.project_id, found)


async def warn_of_ends(world: World) -> None:
    """The owner hears once that a sandbox ends soon. What is known is asked, never the sandbox: that might wake it."""
    now = world.clock()
    for project_id in await world.store.ending(now):
        project, stay = await world.store.project(project_id), await world.store.stay(project_id)
        if project is not None and project.state == "active" and stay is not None and stay.ends and now < stay.ends:
            parcel = await _warning(world, project, stay)
            await world.store.plan((parcel,))
            await deliver.ship(world, parcel.parcel_id)
        await world.store.warned(project_id)


async def _warning(world: World, project: Project, stay: Stay) -> Parcel:
    place = await approval_place(world, project)
    words = say(place.locale)
    assert stay.ends is not None
    text = words.t("desk.workspace_ends", date=words.date(stay.ends.isoformat(), place.zone))
    return Parcel(
        parcel_id=f"{project.project_id}.ends.{stay.ends:%Y%m%d}",
        project_id=project.project_id,
        kind="card",
        place=place,
        recipe=Recipe(kind="notice", text=text),
        planned_at=world.clock(),
    )


async def release(world: World, project: Project, delete: bool = False) -> None:
    """The project is over: a last copy, then its sandbox is put to sleep, or deleted when that was asked for.

    Nothing is watched any more, and the copy is removed when the time for a closed project's texts is over.
    """
    try:
        await checkpoint.keep(world, project)
    except AgentTrouble as trouble:
        log.info("no last copy of %s: %s", project.project_id, type(trouble).__name__)
    await world.store.left(project.project_id, timedelta(days=world.house.retention_days))
    for number in range(1, project.sandbox + 1):
        session_id = session_name(project.project_id, number)
        try:
            await (world.agent.close(session_id) if delete else world.agent.stop(session_id))
        except AgentTrouble as trouble:
            log.warning("the sandbox %s was not put away: %s", session_id, type(trouble).__name__)
