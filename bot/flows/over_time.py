"""A project as it went: what was sent, decided, answered and is due, from the store alone, and no sandbox is woken."""

from collections.abc import Iterator
from datetime import datetime
from typing import Protocol

from bot.core.draft import NUDGES, Record, State
from bot.core.parcel import Fate, Parcel
from bot.core.people import Project
from bot.core.project_log import ProjectLog, Task, days_late, late, read_log
from bot.core.sandbox import Checkpoint
from bot.flows.dashboard import STATES
from bot.flows.present import iso, name_of
from cards.timeline import Lane, Moment, Timeline

LOG = "project_log.json"
DECIDED = {State.APPROVED: "approved", State.REJECTED: "rejected", State.ASKED: "asked", State.EXPIRED: "expired"}


class Books(Protocol):
    """The part of the store that is read."""

    async def project(self, project_id: str) -> Project | None: ...

    async def records_of(self, project_id: str) -> tuple[Record, ...]: ...

    async def parcels_of(self, project_id: str) -> tuple[Parcel, ...]: ...

    async def checkpoint(self, project_id: str) -> Checkpoint | None: ...


async def over_time(books: Books, project_id: str, now: datetime) -> tuple[Project, Timeline] | None:
    """None for a project that is not there. What belongs to a task that is not known any more stands in a last lane."""
    project = await books.project(project_id)
    if project is None:
        return None
    log = _log_in(await books.checkpoint(project_id))
    parcels = {one.parcel_id: one for one in await books.parcels_of(project_id)}
    records = await books.records_of(project_id)
    tasks = {task.task_id: task for task in log.tasks}
    lanes = [_lane(task, project, now, _moments(records, parcels, task.task_id)) for task in log.tasks]
    stray = [one for one in records if one.draft.task_id not in tasks]
    moments = tuple(moment for record in stray for moment in _of(record, parcels.get(record.parcel_id)))
    lanes += [Lane(moments=moments)] if moments else []
    view = Timeline(project=log.name or name_of(project), customer=log.customer, as_of=iso(now), lanes=tuple(lanes))
    return project, view


def _log_in(checkpoint: Checkpoint | None) -> ProjectLog:
    files = {file.path: file.content for file in checkpoint.files} if checkpoint else {}
    return read_log(files.get(LOG)) or ProjectLog()


def _moments(records: tuple[Record, ...], parcels: dict[str, Parcel], task_id: str) -> tuple[Moment, ...]:
    mine = (one for one in records if one.draft.task_id == task_id)
    return tuple(moment for record in mine for moment in _of(record, parcels.get(record.parcel_id)))


def _of(record: Record, parcel: Parcel | None) -> Iterator[Moment]:
    if record.decided_at is not None and (what := DECIDED.get(record.state)):
        yield Moment.model_validate(
            {"at": iso(record.decided_at), "kind": "decision", "who": record.decided_by, "what": what}
        )
    if parcel is not None and parcel.fate is Fate.SENT and parcel.settled_at:
        kind = "nudge" if record.draft.purpose in NUDGES else "brief"
        whom = ", ".join(one.name for one in record.draft.to)
        yield Moment.model_validate({"at": iso(parcel.settled_at), "kind": kind, "who": whom})


def _lane(task: Task, project: Project, now: datetime, moments: tuple[Moment, ...]) -> Lane:
    answers = tuple(Moment(at=at, kind="reply", who=task.owner) for at in task.answers)
    is_late = late(task, now, project.zone)
    return Lane(
        title=task.title,
        owner=task.owner,
        due=task.due,
        state=STATES.get(task.status, "open"),
        late_days=days_late(task.due, now, project.zone) if is_late else 0,
        moments=(*moments, *answers),
    )
