"""Who decides beside the owner: naming somebody, until when, and taking it back. `Refusal` for what cannot be."""

from datetime import datetime, timedelta

from bot.core.errors import Refusal
from bot.core.people import Deputy, Person, Project
from bot.core.project_log import due_moment
from bot.core.wall import day_of

MOST = 10


def serving(project: Project, now: datetime) -> tuple[Deputy, ...]:
    return tuple(one for one in project.deputies if one.serves(now))


def appointed(project: Project, person: Person | None, until: datetime | None, now: datetime) -> Project:
    """With this person among the deputies; whoever is one already gets the new end. None: nobody knows who is meant."""
    if person is None or not person.authority or person.tenant != project.owner.tenant:
        raise Refusal("desk.deputy_unknown")
    if person.authority == project.owner.authority:
        raise Refusal("desk.deputy_is_owner")
    others = tuple(one for one in serving(project, now) if one.authority != person.authority)
    if len(others) >= MOST:
        raise Refusal("desk.deputies_enough", n=str(MOST))
    deputy = Deputy.model_validate(person.model_dump(include=set(Person.model_fields)) | {"until": until})
    return project.model_copy(update={"deputies": (*others, deputy)})


def dismissed(project: Project, deputy: Deputy | None, now: datetime) -> Project:
    if deputy is None:
        raise Refusal("desk.deputy_not_listed")
    left = tuple(one for one in serving(project, now) if one.authority != deputy.authority)
    return project.model_copy(update={"deputies": left})


def end_of(day: str, project: Project, now: datetime) -> datetime:
    """The end of a calendar day ("2026-12-02") in the project's zone."""
    until = due_moment(day, project.zone) if len(day) == len("2026-12-02") else None
    if until is None or until <= now:
        raise Refusal("desk.deputy_date")
    return until


def last_day(deputy: Deputy, zone: str) -> str:
    """The calendar day on the wall of a zone, ISO; "" without an end."""
    return day_of(deputy.until - timedelta(minutes=1), zone).isoformat() if deputy.until else ""
