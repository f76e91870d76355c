"""What became of a project's reminders so far, task by task, and what the rules say of each task now."""

import asyncio
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.core.calendar import Calendar, Span
from bot.core.draft import HANDOVER, NUDGES, Recipient, Record, State
from bot.core.habits import Facts, Habits
from bot.core.nudge import Trail, Verdict, Why, judge
from bot.core.parcel import Fate, Parcel
from bot.core.people import Person, Project
from bot.core.project_log import ProjectLog, Task, due_moment
from bot.flows import automatic
from bot.flows.ports import World
from bot.flows.time_of import Theirs, time_of

LEFT = (Fate.SENT, Fate.UNCERTAIN)  # in doubt somebody was reminded
SETTLED = (Why.DONE, Why.NO_DATE, Why.NOT_YET)  # said without a look at what became of reminders
NOBODY = Theirs(Calendar(), Habits(), Facts(), {})  # of whom nothing has to be known
NEAR = timedelta(days=14)  # until a date is so near, nobody's mailbox is asked whether its person is away


class Ledger(NamedTuple):
    """What a project's ledger says of reminders, and of people who were asked to take something over."""

    reminders: tuple[Record, ...]
    handed: tuple[Record, ...]
    parcels: dict[str, Parcel]


async def judged(world: World, project: Project, log: ProjectLog) -> tuple[tuple[Task, Verdict], ...]:
    """Every task with what the rules say of it. Nothing is asked of the agent; mailboxes are asked side by side."""
    of = await _times(world, project, log)
    first = [_said(world, project, task, of.get(owner_of(task), NOBODY), Trail()) for task in log.tasks]
    if all(one.why in SETTLED for one in first):
        return tuple(zip(log.tasks, first, strict=True))
    ledger = await _ledger(world, project)
    verdicts = (
        _judged(world, project, task, of[owner_of(task)], ledger)
        for task, one in zip(log.tasks, first, strict=True)
        if one.why not in SETTLED
    )
    found = iter(await asyncio.gather(*verdicts))
    return tuple((task, one if one.why in SETTLED else next(found)) for task, one in zip(log.tasks, first, strict=True))


async def _times(world: World, project: Project, log: ProjectLog) -> dict[Person, Theirs]:
    """Of everybody who still owes something on a date."""
    now, people = world.clock(), dict[Person, bool]()
    for task in log.tasks:
        due = due_moment(task.due, project.zone)
        if due is not None and task.status != "submitted":
            people[owner_of(task)] = people.get(owner_of(task), False) or due - now <= NEAR
    times = await asyncio.gather(*(time_of(world, one, project, fresh=near) for one, near in people.items()))
    return dict(zip(people, times, strict=True))


def owner_of(task: Task) -> Person:
    return Person(oid=task.oid, name=task.owner, address=task.address)


def _said(world: World, project: Project, task: Task, theirs: Theirs, trail: Trail) -> Verdict:
    done, now = task.status == "submitted", world.clock()
    return judge(task.due, done, project.zone, trail, theirs.calendar, theirs.habits, now, world.house.rules)


async def _judged(world: World, project: Project, task: Task, theirs: Theirs, ledger: Ledger) -> Verdict:
    now, about = world.clock(), [one for one in ledger.reminders if one.draft.task_id == task.task_id]
    trail = await _trail(world, project, owner_of(task), about, ledger)
    waiting = any(_on_its_way(one, ledger.parcels, now) for one in about)
    back = await automatic.back_at(world, task.address)
    if back is not None and back > now:
        away = (*theirs.calendar.away, Span(start=now, end=back))
        theirs = theirs._replace(calendar=theirs.calendar.model_copy(update={"away": away}))
    found = _said(world, project, task, theirs, trail.model_copy(update={"waiting": waiting}))
    unnamed = {"until": None} if found.until == back else {}  # a machine's answer names no day
    return found.model_copy(update=unnamed | {"proposed": _proposed(task, ledger.handed)})


def _proposed(task: Task, handed: Iterable[Record]) -> bool:
    """Was somebody else proposed for it, whatever became of that? What its person took over themselves is past."""
    about = (one for one in handed if one.draft.task_id == task.task_id)
    return any(not _is_for(one, owner_of(task)) for one in about)


async def trail_of(world: World, project: Project, record: Record, person: Person) -> Trail:
    """What became of the reminders before this one, of its task and to its person."""
    ledger = await _ledger(world, project, but=record.key)
    about = [one for one in ledger.reminders if one.draft.task_id == record.draft.task_id]
    return await _trail(world, project, person, about, ledger)


async def _ledger(world: World, project: Project, but: str = "") -> Ledger:
    records = [one for one in await world.store.records_of(project.project_id) if one.key != but]
    reminders = tuple(one for one in records if one.draft.purpose in NUDGES)
    handed = tuple(one for one in records if one.draft.purpose == HANDOVER)
    planned = [one.parcel_id for one in reminders if one.parcel_id]
    parcels = await asyncio.gather(*(world.store.parcel(one) for one in planned))
    return Ledger(reminders, handed, {one.parcel_id: one for one in parcels if one is not None})


async def _trail(world: World, project: Project, person: Person, about: list[Record], ledger: Ledger) -> Trail:
    return Trail(
        task=_left(about, ledger.parcels),
        person=_left((one for one in ledger.reminders if _is_for(one, person)), ledger.parcels),
        heard=await world.store.heard_at(project.project_id, person),
    )


def _left(records: Iterable[Record], parcels: dict[str, Parcel]) -> tuple[datetime, ...]:
    found = (parcels.get(one.parcel_id) for one in records)
    return tuple(sorted(one.settled_at for one in found if one and one.fate in LEFT and one.settled_at))


def _is_for(record: Record, person: Person) -> bool:
    return any(_same(one, person) for one in record.draft.to)


def _same(one: Recipient, person: Person) -> bool:
    if one.oid and person.oid:
        return one.oid == person.oid
    return bool(one.address) and one.address.casefold() == person.address.casefold()


def _on_its_way(record: Record, parcels: dict[str, Parcel], now: datetime) -> bool:
    if record.waits(now) or record.state is State.ASKED:
        return True
    parcel = parcels.get(record.parcel_id)
    return record.state is State.APPROVED and parcel is not None and parcel.fate in (Fate.PLANNED, Fate.SENDING)
