"""One turn of the agent: posted once, resumed when its stream breaks, repeated only without a chain that is stale."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

from bot.core.errors import ChainLost, SessionLost, StreamBroke, TurnLost
from bot.core.people import Project
from bot.core.turn import Answer, Event, Request, Started
from bot.flows import sandbox
from bot.flows.ports import World
from bot.flows.stage import Bookmark, Stage

log = logging.getLogger(__name__)
IDLE = timedelta(minutes=12)  # after about 15 the platform may have put the sandbox to sleep, or lost it
PAUSES = (0.2, 1.0, 3.0, 10.0, 30.0)  # seconds before each attempt to resume a broken stream


async def converse(world: World, project: Project, request: Request, stage: Stage, book: Bookmark) -> Answer:
    """Raises the `AgentTrouble` family; `AgentBusy` and `AgentDown` mean that nothing was started."""
    await ready(world, project)
    try:
        answer = await _listen(world, request, stage, book)
    except ChainLost:
        if not request.chain:
            raise
    else:
        if not (request.chain and answer.empty and _over(answer)):
            return answer
    log.info("project %s goes on without its chain", project.project_id)
    fresh = request.model_copy(update={"chain": "", "turn_id": f"{request.turn_id}-again"})
    return await _listen(world, fresh, stage, await Bookmark.open(world.store, fresh.turn_id))


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


async def _listen(world: World, request: Request, stage: Stage, book: Bookmark) -> Answer:
    answer = Answer()
    events = await _begin(world, request, book, answer)
    for pause in (*PAUSES, None):
        try:
            async for event in events:
                answer.hear(event)
                if isinstance(event, Started):
                    await _same_sandbox(event, request, book)
                    await book.note(response_id=event.response_id)
                stage.follow(answer)
            return answer
        except StreamBroke as broken:
            if pause is None or not answer.response_id:
                raise TurnLost(request.turn_id) from broken
        await asyncio.sleep(pause)
        events = world.agent.resume(answer.response_id, answer.sequence)
    raise TurnLost(request.turn_id)


async def _same_sandbox(started: Started, request: Request, book: Bookmark) -> None:
    """A turn that runs in another sandbox than ours knows nothing of the project: it was none of ours."""
    if started.session_id and started.session_id != request.session_id:
        await book.note(posting=False)
        raise SessionLost(f"{request.session_id} was answered for by another session")


async def _begin(world: World, request: Request, book: Bookmark, answer: Answer) -> AsyncIterator[Event]:
    """Post the turn, or pick up the response an earlier attempt left behind."""
    if book.mark.response_id:
        answer.response_id = book.mark.response_id
        return world.agent.resume(book.mark.response_id, -1)
    await book.note(posting=True)
    return world.agent.turn(request)


def _over(answer: Answer) -> bool:
    return answer.ended is not None and answer.ended.status == "completed"
