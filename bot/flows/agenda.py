"""What is planned for later: the next look into a project, and when an owner is told of what waits for them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from bot.core.cadence import next_strike
from bot.core.draft import Record, State
from bot.core.people import Person, Project
from bot.core.timer import Timer, group_of, group_of_project
from bot.flows.ports import World

POLL, DECISION, DIGEST = "poll", "decision", "digest"  # kinds of timers


def next_look(world: World, project: Project) -> tuple[Timer, ...]:
    """By the project's own cadence, else the house's, on the wall of the project's zone; none where that is never."""
    if project.state == "closed":
        return ()
    due = next_strike(project.poll_cron or world.house.poll_cron, project.zone, world.clock())
    return (poll(project.project_id, due),) if due else ()


def poll(project_id: str, due: datetime) -> Timer:
    return Timer(group=group_of_project(project_id), project_id=project_id, kind=POLL, due=due)


def decisions(world: World, project: Project, records: Iterable[Record]) -> tuple[Timer, ...]:
    """For what was just offered: how long it may wait is judged when they ring."""
    due = world.clock() + timedelta(hours=world.house.rules.first_hours)
    return tuple(decision(project, one.key, due) for one in records if one.state is State.PENDING)


def decision(project: Project, of: str, due: datetime) -> Timer:
    return Timer(group=group_of(project.owner), project_id=project.project_id, kind=DECISION, of=of, due=due)


def digest(project: Project, person: Person, due: datetime) -> Timer:
    return Timer(group=group_of(person), project_id=project.project_id, kind=DIGEST, due=due)


def after_turn(world: World, project: Project, records: Iterable[Record]) -> tuple[Timer, ...]:
    """With its first turn a project begins to be looked at."""
    return decisions(world, project, records) + (() if project.started else next_look(world, project))
