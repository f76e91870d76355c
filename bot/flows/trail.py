"""What became of a project's reminders so far, task by task, and what the rules say of each task now."""

import asyncio
from collections.abc import Iterable
from datetime import datetime

from bot.core.calendar import Span
from bot.core.draft import HANDOVER, NUDGES, Recipient, Record, State
from bot.core.nudge import Trail, Verdict, judge
from bot.core.parcel import Fate, Parcel
from bot.core.people import Person, Project
from bot.core.project_log import ProjectLog, Task, due_moment
from bot.flows import automatic
from bot.flows.ports import World
from bot.flows.time_of import Theirs, time_of

LEFT = (Fate.SENT, Fate.UNCERTAIN)  # in doubt somebody was reminded


async def judged(world: World, project: Project, log: ProjectLog) -> tuple[tuple[Task, Verdict], ...]:
    """Every task with what the rules say of it. Nothing is asked of the agent; mailboxes are asked side by side."""
    everything = await world.store.records_of(project.project_id)
    records = [one for one in everything if one.draft.purpose in NUDGES]
    handed = [one for one in everything if one.draft.purpose == HANDOVER]
    parcels = {one.parcel_id: one for one in await world.store.parcels_of(project.project_id)}
    people = {
        _person(task): _matters(task, project) for task in sorted(log.tasks, key=lambda one: _matters(one, project))
    }
    times = await asyncio.gather(*(time_of(world, one, project, fresh=fresh) for one, fresh in people.items()))
    of = dict(zip(people, times, strict=True))
    verdicts = (_judged(world, project, task, of[_person(task)], records, parcels) for task in log.tasks)
    found = zip(log.tasks, await asyncio.gather(*verdicts), strict=True)
    return tuple((task, one.model_copy(update={"proposed": _proposed(task, handed)})) for task, one in found)


def _proposed(task: Task, handed: list[Record]) -> bool:
    """Was somebody else proposed for it, whatever became of that? What its person took over themselves is past."""
    about = (one for one in handed if one.draft.task_id == task.task_id)
    return any(not _is_for(one, _person(task)) for one in about)


def _person(task: Task) -> Person:
    return Person(oid=task.oid, name=task.owner, address=task.address)


def _matters(task: Task, project: Project) -> bool:
    """Whose task is done or has no date is not asked whether they are away."""
    return task.status != "submitted" and due_moment(task.due, project.zone) is not None


async def _judged(
    world: World, project: Project, task: Task, theirs: Theirs, records: list[Record], parcels: dict[str, Parcel]
) -> Verdict:
    now, about = world.clock(), [one for one in records if one.draft.task_id == task.task_id]
    trail = await _trail(world, project, _person(task), about, records, parcels)
    trail = trail.model_copy(update={"waiting": any(_on_its_way(one, parcels, now) for one in about)})
    done, back = task.status == "submitted", await automatic.back_at(world, task.address)
    calendar = theirs.calendar
    if back is not None and back > now:
        calendar = calendar.model_copy(update={"away": (*calendar.away, Span(start=now, end=back))})
    found = judge(task.due, done, project.zone, trail, calendar, theirs.habits, now, world.house.rules)
    return found if found.until != back else found.model_copy(update={"until": None})  # that day nobody has named


async def trail_of(world: World, project: Project, record: Record, person: Person) -> Trail:
    """What became of the reminders before this one, of its task and to its person."""
    parcels = {one.parcel_id: one for one in await world.store.parcels_of(project.project_id)}
    others = [one for one in await world.store.records_of(project.project_id) if one.draft.purpose in NUDGES]
    others = [one for one in others if one.key != record.key]
    about = [one for one in others if one.draft.task_id == record.draft.task_id]
    return await _trail(world, project, person, about, others, parcels)


async def _trail(
    world: World,
    project: Project,
    person: Person,
    about: list[Record],
    reminders: list[Record],
    parcels: dict[str, Parcel],
) -> Trail:
    return Trail(
        task=_left(about, parcels),
        person=_left((one for one in reminders if _is_for(one, person)), parcels),
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
