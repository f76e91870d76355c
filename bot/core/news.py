"""What changed in a project since its owner last looked: two looks at its log, compared."""

from datetime import datetime
from typing import Literal

from bot.core.noun import Noun
from bot.core.nudge import Verdict, Why
from bot.core.project_log import DONE, ProjectLog, Task

NEWSWORTHY = (Why.AWAY_PAST_DUE, Why.AWAY_LONG, Why.UNANSWERED)  # why nobody is reminded, and the owner should know


class Seen(Noun):
    """A task as it stood then."""

    task_id: str
    status: str
    owner: str = ""
    due: str = ""
    gaps: int = 0


class Glance(Noun):
    """What an owner saw, and which concerns they have been told of: "task|why", each once."""

    at: datetime
    tasks: tuple[Seen, ...] = ()
    told: tuple[str, ...] = ()


class Change(Noun):
    """`what`: a concern of `Why`, or what became of the task."""

    task_id: str
    title: str
    owner: str = ""
    what: Literal[
        "new", "gone", "done", "gaps", "moved", "handed_on",
        "late", "at_risk", "away_past_due", "away_long", "unanswered",
    ]  # fmt: skip
    due: str = ""
    gaps: int = 0
    until: datetime | None = None  # of an absence


def glance(log: ProjectLog, told: tuple[str, ...], now: datetime) -> Glance:
    return Glance(at=now, tasks=tuple(_seen(task) for task in log.tasks), told=told)


def _seen(task: Task) -> Seen:
    return Seen(task_id=task.task_id, status=task.status, owner=task.owner, due=task.due, gaps=len(task.gaps))


def changes(before: Glance, log: ProjectLog) -> tuple[Change, ...]:
    """What became of tasks; whether they are late is another matter."""
    known = {one.task_id: one for one in before.tasks}
    found = [change for task in log.tasks for change in _of(known.get(task.task_id), task)]
    there = {task.task_id for task in log.tasks}
    lost = (one.task_id for one in before.tasks if one.task_id not in there)
    gone = [Change(task_id=name, title=name, what="gone") for name in lost]
    return (*found, *gone) if before.tasks else ()


def _of(before: Seen | None, task: Task) -> list[Change]:
    if before is None:
        return [_change(task, "new")]
    found = []
    if task.status in DONE and (before.status, before.gaps) != (task.status, len(task.gaps)):
        found.append(_change(task, "gaps" if task.gaps else "done"))
    if task.due != before.due:
        found.append(_change(task, "moved"))
    if task.owner != before.owner:
        found.append(_change(task, "handed_on"))
    return found


def _change(task: Task, what: str, until: datetime | None = None) -> Change:
    facts = {"task_id": task.task_id, "title": task.title, "owner": task.owner, "due": task.due, "gaps": len(task.gaps)}
    return Change.model_validate(facts | {"what": what, "until": until})


def concerns(judged: tuple[tuple[Task, Verdict], ...], told: tuple[str, ...]) -> tuple[Change, ...]:
    """What worries and was not told yet."""
    return tuple(
        _change(task, why, verdict.until)
        for task, verdict in judged
        for why in _worries(verdict)
        if _name(task, why) not in told
    )


def told_by_now(judged: tuple[tuple[Task, Verdict], ...]) -> tuple[str, ...]:
    """What worries now. What is over is not among it, and is told again when it comes again."""
    return tuple(_name(task, why) for task, verdict in judged for why in _worries(verdict))


def _worries(verdict: Verdict) -> tuple[Why, ...]:
    stands = (verdict.stands,) if verdict.stands else ()
    return stands + ((verdict.why,) if verdict.why in NEWSWORTHY else ())


def _name(task: Task, why: Why) -> str:
    return f"{task.task_id}|{why}"
