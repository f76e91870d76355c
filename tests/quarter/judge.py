"""What must hold of a quarter, told from the ledger of what left and what came in. Knows none of the desk's rules.

Times of day are judged by the wall clock of whoever was written to, minute by minute and with the library of holidays;
nothing here imports a rule that the desk itself follows.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

import holidays

from tests.quarter.cast import END, Cast, One, Project, Task

INTERVAL = 2  # working days between two reminders of one task
UNANSWERED = 3  # in a row to one person
SLACK = 4  # working days of both, until a task that is late has had its first reminder
TARDY = timedelta(days=10)  # an absence that is longer than anything waits


@dataclass(frozen=True)
class Nudge:
    at: datetime
    offered: datetime
    oid: str
    task: str
    record: str


@dataclass(frozen=True)
class Reply:
    at: datetime
    oid: str
    task: str


@dataclass
class Ledger:
    """In order of time. `told`: owner and moment of every message that tells them what waits. `news`: number of the
    project and moment of every card in its thread that says what changed."""

    nudges: list[Nudge] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)
    told: list[tuple[str, datetime]] = field(default_factory=list)
    news: list[tuple[int, datetime]] = field(default_factory=list)
    rejected: set[str] = field(default_factory=set)  # tasks of which a reminder was rejected or never decided
    looks: int = 0  # in which the agent was asked for drafts
    turns: int = 0
    held: int = 0  # reminders that waited for their person's open time
    answered: int = 0  # reminders that stayed here because their person wrote, or the task was done
    restarts: int = 0
    outages: list[tuple[datetime, datetime]] = field(default_factory=list)

    def add(self, other: "Ledger") -> None:
        self.nudges += other.nudges
        self.replies += other.replies
        self.told += other.told
        self.news += other.news
        self.rejected |= other.rejected
        self.looks += other.looks
        self.turns += other.turns
        self.held += other.held
        self.answered += other.answered
        self.restarts = max(self.restarts, other.restarts)
        self.outages = other.outages


@cache
def days_off(region: str) -> frozenset[date]:
    country, _, part = region.partition("-")
    if not country:
        return frozenset()
    known = holidays.list_supported_countries()[country]
    return frozenset(holidays.country_holidays(country, subdiv=part if part in known else None, years=(2027,)))


def works_on(one: One, day: date) -> bool:
    return day.weekday() in one.days and day not in days_off(one.region)


def reachable(one: One, at: datetime) -> bool:
    """By the clock on their wall: at work, not quiet, not away."""
    wall = at.astimezone(ZoneInfo(one.zone))
    minute, day = wall.hour * 60 + wall.minute, wall.date()
    start, end = one.work
    if end <= start and minute < end:  # a night's work belongs to the day on which it began
        day -= timedelta(days=1)
    at_work = start <= minute < end if start < end else minute >= start or minute < end
    quiet = one.quiet is not None and one.quiet[0] <= minute < one.quiet[1]
    return at_work and works_on(one, day) and not quiet and not away(one, at)


def away(one: One, at: datetime) -> bool:
    return any(start <= at < end for start, end in one.away)


def working_days(one: One, since: datetime, until: datetime) -> int:
    """Days of work that have begun since, the first one not counted."""
    zone = ZoneInfo(one.zone)
    day, last, count = since.astimezone(zone).date(), until.astimezone(zone).date(), 0
    while day < last:
        day += timedelta(days=1)
        count += works_on(one, day)
    return count


def judge(ledger: Ledger, cast: Cast) -> dict[str, list[str]]:
    """Each rule with what broke it."""
    tasks = {task.task_id: task for project in cast.projects for task in project.tasks}
    return {
        "reminders outside their person's open time": [
            f"{one.task} at {one.at:%Y-%m-%d %H:%M} UTC"
            for one in ledger.nudges
            if not reachable(cast.people[one.oid], one.at)
        ],
        "reminders that left twice": _twice(ledger),
        "reminders of one task too soon": _too_soon(ledger, cast),
        "reminders after a reply": _after_reply(ledger, tasks),
        "reminders after three unanswered": _ignored(ledger),
        "late tasks never reminded of": _forgotten(ledger, cast),
        "owners told twice on one day": _owners(ledger, cast),
        "owners told outside their open time": [
            f"{oid} at {at:%Y-%m-%d %H:%M} UTC" for oid, at in ledger.told if not reachable(cast.people[oid], at)
        ],
        **_news(ledger, cast),
    }


def late_tasks(cast: Cast) -> int:
    """Tasks that were not done when their day was over."""
    return sum(_late(task) for project in cast.projects for task in project.tasks)


def _late(task: Task) -> bool:
    over = datetime(task.due.year, task.due.month, task.due.day, 12, tzinfo=UTC) + timedelta(days=1)
    return over < END and (task.done_at is None or task.done_at > over)


def _twice(ledger: Ledger) -> list[str]:
    return [record for record, times in Counter(one.record for one in ledger.nudges).items() if times > 1]


def _too_soon(ledger: Ledger, cast: Cast) -> list[str]:
    found, last = [], dict[str, datetime]()
    for one in ledger.nudges:
        if one.task in last and working_days(cast.people[one.oid], last[one.task], one.at) < INTERVAL:
            found.append(f"{one.task} at {last[one.task]:%Y-%m-%d %H:%M} and {one.at:%Y-%m-%d %H:%M}")
        last[one.task] = one.at
    return found


def _after_reply(ledger: Ledger, tasks: dict[str, Task]) -> list[str]:
    """Between the offer and the sending its person wrote, or the task was done."""
    replies = defaultdict(list)
    for reply in ledger.replies:
        replies[reply.oid].append(reply.at)
    found = []
    for one in ledger.nudges:
        done = tasks[one.task].done_at
        if (done and done < one.at) or any(one.offered < at < one.at for at in replies[one.oid]):
            found.append(f"{one.task} at {one.at:%Y-%m-%d %H:%M}")
    return found


def _ignored(ledger: Ledger) -> list[str]:
    row: Counter[str] = Counter()
    found = []
    events = [(one.at, 0, one.oid) for one in ledger.replies] + [(one.at, 1, one.oid) for one in ledger.nudges]
    for at, is_nudge, oid in sorted(events):
        row[oid] = row[oid] + 1 if is_nudge else 0
        if row[oid] > UNANSWERED:
            found.append(f"{oid} at {at:%Y-%m-%d %H:%M}")
    return found


def _forgotten(ledger: Ledger, cast: Cast) -> list[str]:
    """Late, open and reachable for so many working days, its owner quick to decide, and still no reminder."""
    first: dict[str, datetime] = {}
    for one in ledger.nudges:
        first.setdefault(one.task, one.at)
    return [
        f"{task.task_id}, due {task.due}"
        for project in cast.projects
        if project.temper == "prompt"
        for task in project.tasks
        if task.task_id not in ledger.rejected and _owed(task, project, ledger, first.get(task.task_id, END))
    ]


def _owed(task: Task, project: Project, ledger: Ledger, reminded: datetime) -> bool:
    """Did it stay late for longer than the slack allows, before it was reminded of?"""
    zone, day = ZoneInfo(project.owner.zone), task.due + timedelta(days=1)
    until = min(reminded, task.done_at or END, END)
    written = [one.at for one in ledger.replies if one.oid == task.owner.person.oid and one.at < until]
    count = 0
    while (noon := datetime(day.year, day.month, day.day, 12, tzinfo=zone).astimezone(UTC)) < until:
        heard_lately = any(timedelta() <= noon - at < timedelta(days=6) for at in written)
        there = works_on(task.owner, day) and works_on(project.owner, day)
        present = not away(task.owner, noon) and not away(project.owner, noon)
        count += there and present and not heard_lately
        day += timedelta(days=1)
    return count > SLACK


def _news(ledger: Ledger, cast: Cast) -> dict[str, list[str]]:
    """Nobody is written to by a card in a thread, but whose thread it is reads it: once a day, and not at night."""
    owner = {one.number: one.owner for one in cast.projects}
    mine = [(number, at) for number, at in ledger.news if number in owner]
    days = Counter((number, at.astimezone(ZoneInfo(owner[number].zone)).date()) for number, at in mine)
    return {
        "threads with news twice on one day": [
            f"{number} on {day}: {times}" for (number, day), times in days.items() if times > 1
        ],
        "threads with news outside their owner's open time": [
            f"{number} at {at:%Y-%m-%d %H:%M} UTC"
            for number, at in mine
            if not reachable(replace(owner[number], away=()), at)  # whoever is away finds it when they are back
        ],
    }


def _owners(ledger: Ledger, cast: Cast) -> list[str]:
    days = Counter((oid, at.astimezone(ZoneInfo(cast.people[oid].zone)).date()) for oid, at in ledger.told)
    return [f"{oid} on {day}: {times}" for (oid, day), times in days.items() if times > 1]
