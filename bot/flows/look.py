"""A project is looked at by the clock: what is late or at risk is known without the agent, which only drafts.

Nothing is sent and no phase advances: the turn is read-only, and on a chain of its own.
"""

import logging

from bot.core.cadence import NEVER
from bot.core.draft import HANDOVER, NUDGES, Draft, Record, State, record_key
from bot.core.errors import AgentTrouble, FromNewer
from bot.core.letter import Looked
from bot.core.memory import Effects, Rung
from bot.core.nudge import Verdict
from bot.core.people import Project
from bot.core.project_log import ProjectLog, Task, read_log
from bot.core.timer import Ring, group_of_project
from bot.core.turn import Answer, Request, context_line, machine_line
from bot.flows import adopt, agenda, alarm, checkpoint, effects, languages, news
from bot.flows.ballot import said_with
from bot.flows.converse import IDLE, converse
from bot.flows.own_account import log_of
from bot.flows.ports import World
from bot.flows.stage import Bookmark, Stage
from bot.flows.time_of import time_of
from bot.flows.trail import judged, owner_of
from bot.flows.wishes import ASKED
from cards.words import say

log = logging.getLogger(__name__)
WORDS = (
    "This is an unattended check. Look for replies and late tasks, and offer reminders as drafts. "
    "Do not advance to another phase and do not send anything."
)
INSTEAD = (
    "Whose person is away past the due date is not reminded: offer a draft that asks somebody else to take it over."
)
UNASKED = (*NUDGES, HANDOVER)  # what a check is for


async def arm(world: World) -> None:
    """See that every project under way has its next look planned: one of an older desk has none."""
    for project_id in await world.store.projects():
        if any(one.kind == agenda.POLL for one in await world.store.timers_of(group_of_project(project_id))):
            continue
        try:
            project = await world.store.project(project_id)
        except FromNewer as strange:
            log.warning("project %s is left to a newer worker: %s", project_id, strange)
            continue
        if project is not None and project.started:
            await alarm.set_timers(world, agenda.next_look(world, project))


async def struck(world: World, ring: Ring) -> Rung:
    """Its hour has come: the letter that looks into it, and the next hour. Never outside its owner's working time.

    However many hours went by while the desk was down, it is looked at once.
    """
    project = await world.store.project(ring.timers[0].project_id)
    if project is None or not project.started or project.poll_cron == NEVER:
        return Rung()
    now, project_id = world.clock(), project.project_id
    if not project.works_alone:
        return Rung(effects=Effects(timers=agenda.next_look(world, project)))
    theirs = await time_of(world, project.owner, project, fresh=True)
    opens = theirs.opens_at(now)
    if opens is None or opens > now:
        later = (agenda.poll(project_id, opens),) if opens else agenda.next_look(world, project)
        return Rung(effects=Effects(timers=later))
    looked = Looked(letter_id=f"look.{project_id}.{now:%Y%m%dT%H%M%S}", at=now)
    return Rung(letters=((project_id, looked),), effects=Effects(timers=agenda.next_look(world, project)))


async def look(world: World, project_id: str, looked: Looked) -> Effects:
    """What is known without the agent first; a turn only where it may draft something, or somebody asked."""
    project = await world.store.project(project_id)
    if project is None or project.state == "closed":
        return Effects()
    if looked.reason == "adopt":
        return await adopt.adopt(world, project, looked)
    known = await _log_of(world, project)
    verdicts = await judged(world, project, known) if known else ()
    wanted = tuple(one for one in verdicts if one[1].drafts and not _owns(project, one[0]))
    if wanted or looked.reason == ASKED or project.poll_cron:
        found = await _turn(world, project, looked, verdicts, wanted)
    else:
        found = Effects()
    return await _with_news(world, project, looked, known, verdicts, found)


async def _log_of(world: World, project: Project) -> ProjectLog | None:
    """From the copy where the sandbox sleeps by now and nothing was done in it since: a look would wake it up."""
    asleep = project.last_turn_at is not None and world.clock() - project.last_turn_at > IDLE
    copied = await checkpoint.log_as_copied(world, project) if asleep else None
    try:
        return read_log(copied) if copied is not None else await log_of(world, project)
    except AgentTrouble as trouble:
        log.warning("the log of %s could not be read: %s", project.project_id, type(trouble).__name__)
        return None


def _owns(project: Project, task: Task) -> bool:
    """What the owner has to do themselves is on no reminder."""
    if task.oid and project.owner.oid:
        return task.oid == project.owner.oid
    return bool(task.address) and task.address.casefold() == project.owner.address.casefold()


async def _turn(
    world: World,
    project: Project,
    looked: Looked,
    verdicts: tuple[tuple[Task, Verdict], ...],
    wanted: tuple[tuple[Task, Verdict], ...],
) -> Effects:
    """A read-only turn on a chain of its own, so that the owner's conversation never continues from it."""
    book = await Bookmark.open(world.store, looked.letter_id)
    read = await languages.of_each(world, project, [owner_of(task) for task, _ in wanted])
    request = _request(project, looked, wanted, read)
    answer = await converse(world, project, request, Stage(world, book, None), book)
    await _leave_out(world, project, answer, verdicts)
    found = await effects.of_turn(world, project, looked.letter_id, answer, unattended=True, letter=looked)
    offered = any(record.state is State.PENDING for record in found.records)
    if offered or looked.reason == ASKED:
        place = await effects.approval_place(world, project)
        found, text = said_with(found, place, answer.text or say(place.locale).t("news.nothing"))
        await Stage(world, book, place).close(text, exact=not answer.text)
    return found


async def _leave_out(
    world: World, project: Project, answer: Answer, verdicts: tuple[tuple[Task, Verdict], ...]
) -> None:
    """An unattended agent may draft what the rules allow, and nothing else: nobody has asked for more."""
    known = {task.task_id: verdict for task, verdict in verdicts}
    for name, draft in tuple(answer.drafts.items()):
        open_already = await world.store.record(record_key(project.project_id, draft.draft_id))
        if why := _too_much(draft, known, open_already):
            log.info("a draft (%s) of an unattended turn is left out: %s", draft.purpose, why)
            del answer.drafts[name]


def _too_much(draft: Draft, known: dict[str, Verdict], open_already: Record | None) -> str:
    """Why a draft is not taken in, "" for one that is. Of a log that nobody could read nothing is known."""
    verdict = known.get(draft.task_id)
    if draft.purpose not in UNASKED:
        return "it stands already, and nobody asked for a change" if open_already else ""
    if open_already and open_already.draft.purpose != draft.purpose:
        return "it is another draft by now"
    if verdict is None:
        return "its task is not known" if known else ""
    allowed = verdict.wants_another if draft.purpose == HANDOVER else verdict.reminds
    return "" if allowed else verdict.why.value


async def _with_news(
    world: World,
    project: Project,
    looked: Looked,
    known: ProjectLog | None,
    verdicts: tuple[tuple[Task, Verdict], ...],
    found: Effects,
) -> Effects:
    if known is None:
        return found
    told = await news.since_last_look(world, project, looked, known, verdicts)
    return found.model_copy(update={"parcels": (*told.parcels, *found.parcels), "glances": told.glances})


def _request(project: Project, looked: Looked, wanted: tuple[tuple[Task, Verdict], ...], read: list[str]) -> Request:
    """`read`: the language of each task's person, "" where it is not known."""
    remind = [
        {"task_id": task.task_id, "why": verdict.why, "gentle": verdict.gentle}
        | ({"language": language} if language else {})
        for (task, verdict), language in zip(wanted, read, strict=True)
        if verdict.reminds
    ]
    absent = [{"task_id": task.task_id, "until": one.until} for task, one in wanted if one.wants_another]
    facts = {"now": looked.at, "zone": project.zone, "locale": project.locale, "reason": looked.reason}
    poll = machine_line("poll", facts | {"remind": remind} | ({"absent": absent} if absent else {}))
    lines = [context_line(project.project_id, False), poll, WORDS, *([INSTEAD] if absent else [])]
    return Request(
        turn_id=looked.letter_id,
        project_id=project.project_id,
        session_id=project.session_id,
        input="\n".join(lines),
        chain=project.poll_chain,
        actor="clock",
    )
