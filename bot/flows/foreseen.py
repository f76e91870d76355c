"""What will be asked or sent when, and why then: told from the timers, the ledger and the rules as they stand now."""

from datetime import date, datetime

from bot.core.calendar import Calendar
from bot.core.command import Asked
from bot.core.draft import NUDGES, Record
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.nudge import Verdict, Why
from bot.core.parcel import Fate, Parcel
from bot.core.people import Person, Project
from bot.core.project_log import ProjectLog, Task
from bot.core.timer import group_of
from bot.core.wake import Reason, wake
from bot.flows.agenda import DECISION, POLL
from bot.flows.own_account import log_of
from bot.flows.owned import is_of, task_name
from bot.flows.ports import World
from bot.flows.reply import reply
from bot.flows.time_of import Theirs, holidays, time_of
from bot.flows.trail import judged
from cards.words import Words, say

SILENT = (Why.DONE, Why.NO_DATE)  # nothing is planned, and nobody wonders


async def schedule(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    """Whoever decides hears of the project, everybody else of their own tasks. None without a log."""
    log = await log_of(world, project) if project.started else None
    if log is None:
        return None
    words, zone = say(said.place.locale), said.place.zone
    decides = project.decided_by(said.speaker, world.clock())
    lines = await _looks(world, project, words, zone) if decides else []
    lines += await _held(world, project, log, None if decides else said.speaker, words, zone)
    lines += await _tasks(world, project, log, None if decides else said.speaker, words, zone)
    if not lines:
        return await reply(world, said, words.t("schedule.nothing"))
    return await reply(world, said, "\n".join((words.t("schedule.head"), "", *(f"- {line}" for line in lines))))


async def _looks(world: World, project: Project, words: Words, zone: str) -> list[str]:
    """When the project is looked at next, and its owner told of what waits for them."""
    now, lines = world.clock(), []
    theirs = await time_of(world, project.owner, project)
    there = theirs.calendar.model_copy(update={"away": ()})
    for timer in await world.store.timers_in(project.project_id):
        if timer.kind == POLL:
            at, why = _then(max(now, timer.due), there, theirs, world, words, zone)
            lines.append(words.t("schedule.look", time=at) + why)
    waiting = [one.due for one in await world.store.timers_of(group_of(project.owner)) if one.kind == DECISION]
    if waiting:
        at, why = _then(max(now, min(waiting)), theirs.calendar, theirs, world, words, zone)
        lines.append(words.t("schedule.decisions", n=len(waiting), owner=project.owner.name, time=at) + why)
    return lines


async def _held(
    world: World, project: Project, log: ProjectLog, whose: Person | None, words: Words, zone: str
) -> list[str]:
    """What was approved and waits for its person's open time."""
    lines = []
    parcels = {one.parcel_id: one for one in await world.store.parcels_of(project.project_id)}
    for record in await world.store.records_of(project.project_id):
        parcel = parcels.get(record.parcel_id)
        if parcel is None or parcel.fate is not Fate.PLANNED or (whose and not is_of(record, whose)):
            continue
        lines.append(await _leaving(world, project, record, parcel, log, words, zone))
    return lines


async def _leaving(
    world: World, project: Project, record: Record, parcel: Parcel, log: ProjectLog, words: Words, zone: str
) -> str:
    to, now = record.draft.to[0], world.clock()
    facts = {"who": to.name, "task": task_name(log, record.draft.task_id, words)}
    if record.draft.purpose not in NUDGES:
        at = max(now, parcel.not_before or now)
        return words.t("schedule.message", time=words.date(at.isoformat(), zone), **facts)
    theirs = await time_of(world, Person(oid=to.oid, name=to.name, address=to.address), project)
    at_words, why = _then(now, theirs.calendar, theirs, world, words, zone)
    return words.t("schedule.reminder", time=at_words, **facts) + why


async def _tasks(
    world: World, project: Project, log: ProjectLog, whose: Person | None, words: Words, zone: str
) -> list[str]:
    lines = []
    for task, verdict in await judged(world, project, log):
        if verdict.why in SILENT or (whose and not is_of(task, whose)):
            continue
        lines.append(await _of_task(world, project, task, verdict, words, zone))
    return lines


async def _of_task(world: World, project: Project, task: Task, verdict: Verdict, words: Words, zone: str) -> str:
    theirs = await time_of(world, Person(oid=task.oid, name=task.owner, address=task.address), project)
    asked = world.clock() if verdict.reminds else max(verdict.at or world.clock(), world.clock())
    at, why = _then(asked, theirs.calendar, theirs, world, words, zone)
    facts = {
        "task": task.title,
        "who": task.owner or words.t("schedule.nobody"),
        "time": at,
        "due": words.date(task.due, project.zone),
        "until": words.date(verdict.until.isoformat(), zone) if verdict.until else at,
    }
    return words.t(f"schedule.{verdict.why.value}", **facts) + (why if verdict.reminds else "")


def _then(
    asked: datetime, calendar: Calendar, theirs: Theirs, world: World, words: Words, zone: str
) -> tuple[str, str]:
    """The first open moment from then on, and what stands before it: "Mon, 9:00", " Because Saturday is …"."""
    found = wake(asked, calendar)
    if found.at is None:
        return words.t("schedule.no_time"), ""
    names = holidays(world, theirs.facts.region or "", world.clock())
    # every free day ends with the hours before work, and of those nobody wonders
    reasons = [one for one in found.reasons if one.why != "hours"] or found.reasons
    told = dict.fromkeys(_reason(one, names, words, zone) for one in reasons)
    because = words.t("schedule.because", reasons=words.together(tuple(told))) if told else ""
    return words.date(found.at.isoformat(), calendar.zone), because and f" {because}"


def _reason(one: Reason, names: dict[date, str], words: Words, zone: str) -> str:
    day = words.date(one.day.isoformat(), zone) if one.day else ""
    until = words.date(one.until.isoformat(), zone) if one.until else ""
    name = names.get(one.day, "") if one.day else ""
    return words.t(f"schedule.because.{one.why}", day=day, until=until, name=name)


STORIES = {"schedule": schedule}
