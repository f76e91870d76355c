"""The clock ticked: what is late is known from the project log, and only where something is late the agent is asked."""

import logging
from zoneinfo import ZoneInfo

from bot.core.draft import State
from bot.core.errors import AgentTrouble, FromNewer
from bot.core.letter import Looked
from bot.core.memory import Effects
from bot.core.people import Project
from bot.core.project_log import ProjectLog, late, read_log
from bot.core.turn import Request, context_line, machine_line
from bot.flows import adopt, ask, checkpoint, effects
from bot.flows.ballot import said_with
from bot.flows.converse import IDLE, converse
from bot.flows.ports import World
from bot.flows.stage import Bookmark, Stage

log = logging.getLogger(__name__)
WORDS = (
    "This is an unattended check. Look for replies and late tasks, and offer reminders as drafts. "
    "Do not advance to another phase and do not send anything."
)


async def tick(world: World) -> None:
    """Once per project and local day, however often the clock strikes."""
    for project_id in await world.store.projects():
        try:
            project = await world.store.project(project_id)
        except FromNewer as strange:
            log.warning("project %s is left to a newer worker: %s", project_id, strange)
            continue
        if project is None or not project.works_alone or not project.started:
            continue
        day = world.clock().astimezone(ZoneInfo(project.zone)).date().isoformat()
        if not await _something_late(world, project):
            continue
        looked = Looked(letter_id=f"look.{project_id}.{day}", at=world.clock(), reason="late")
        if await world.store.accept(looked.letter_id, project.home, looked, project_id):
            world.jobs.book(project_id)


async def _something_late(world: World, project: Project) -> bool:
    """Nothing is asked of the agent while a reminder for the same task waits for its owner's decision."""
    try:
        seen = await _log(world, project)
    except AgentTrouble as trouble:
        log.warning("the log of %s could not be read: %s", project.project_id, type(trouble).__name__)
        return False
    overdue = {task.task_id for task in seen.tasks if late(task, world.clock(), project.zone)} if seen else set()
    if not overdue:
        return False
    records = await world.store.records_of(project.project_id)
    now = world.clock()
    waiting = {one.draft.task_id for one in records if one.waits(now) and one.draft.purpose == "reminder"}
    return bool(overdue - waiting)


async def _log(world: World, project: Project) -> ProjectLog | None:
    """From the copy where the sandbox sleeps by now and nothing was done in it since: a look would wake it up."""
    asleep = project.last_turn_at is not None and world.clock() - project.last_turn_at > IDLE
    copied = await checkpoint.log_as_copied(world, project) if asleep else None
    return read_log(copied) if copied is not None else await ask.log_of(world, project)


async def look(world: World, project_id: str, looked: Looked) -> Effects:
    """A read-only turn on a chain of its own, so that the owner's conversation never continues from it."""
    project = await world.store.project(project_id)
    if project is None or project.state == "closed":
        return Effects()
    if looked.reason == "adopt":
        return await adopt.adopt(world, project, looked)
    book = await Bookmark.open(world.store, looked.letter_id)
    unseen = Stage(world, book, None)
    answer = await converse(world, project, _request(project, looked), unseen, book)
    found = await effects.of_turn(world, project, looked.letter_id, answer, unattended=True)
    if any(record.state is State.PENDING for record in found.records):
        place = await effects.approval_place(world, project)
        found, text = said_with(found, place, answer.text)
        await Stage(world, book, place).close(text)
    return found


def _request(project: Project, looked: Looked) -> Request:
    facts = {"now": looked.at, "zone": project.zone, "locale": project.locale, "reason": looked.reason}
    lines = [context_line(project.project_id, False), machine_line("poll", facts), WORDS]
    return Request(
        turn_id=looked.letter_id,
        project_id=project.project_id,
        session_id=project.session_id,
        input="\n".join(lines),
        chain=project.poll_chain,
        actor="clock",
    )
