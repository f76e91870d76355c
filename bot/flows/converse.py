"""One turn of the agent, and the ladder of histories it stands on: each rung is tried once, for its own reason."""

import logging
from datetime import datetime, timedelta

from bot.core.errors import ChainLost, SessionLost
from bot.core.people import Project
from bot.core.turn import Answer, Request, begun_anew
from bot.flows import sandbox
from bot.flows.handover import listen
from bot.flows.ports import World
from bot.flows.stage import Bookmark, Stage

log = logging.getLogger(__name__)
IDLE = timedelta(minutes=12)  # after about 15 the platform may have put the sandbox to sleep, or lost it


async def converse(world: World, project: Project, request: Request, stage: Stage, book: Bookmark) -> Answer:
    """Raises the `AgentTrouble` family; `AgentBusy` and `AgentDown` mean that the turn waits and nothing is lost."""
    await ready(world, project)
    first, *others = ladder(project, request)
    while True:
        try:
            answer = await listen(world, first, stage, book)
        except ChainLost:
            if not others:
                raise
        else:
            if not (others and _stale(answer)):
                return answer
            others = others[-1:]  # what came before is forgotten, so an earlier point of it is no better
        first, *others = others
        log.info("turn %s of %s goes on on another chain", first.turn_id, project.project_id)
        book = await Bookmark.open(world.store, first.turn_id)


def ladder(project: Project, request: Request) -> list[Request]:
    """On its chain; where that is refused or poisoned, on the good one before it; then on none. One sandbox for all."""
    rungs = [request]
    earlier = project.earlier_chain if request.chain == project.chain else ""
    if earlier and earlier != request.chain:
        rungs.append(begun_anew(request, earlier, "earlier"))
    if request.chain:
        rungs.append(begun_anew(request, "", "again"))
    return rungs


async def ready(world: World, project: Project) -> None:
    """The sandbox's id is stored before its first use, and the sandbox is looked at again after a long silence."""
    if project.state == "lost":
        raise SessionLost(f"the owner of {project.project_id} has not decided yet")
    now = world.clock()
    if not project.started:
        await world.store.save_project(project)
    if not project.started or _silent(project.last_turn_at, now):
        await sandbox.acquire(world, project)


def _silent(last: datetime | None, now: datetime) -> bool:
    return last is None or now - last > IDLE


def _stale(answer: Answer) -> bool:
    """A completed turn with nothing in it."""
    return answer.empty and answer.ended is not None and answer.ended.status == "completed"
