"""The agent's project log, read tolerantly: two published shapes and the superset our own agent writes."""

import json
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any

from bot.core.noun import Noun
from bot.core.wall import instant, moment_of

DONE = frozenset({"submitted", "submitted_with_gaps"})
STATUSES = DONE | {"assigned", "in_progress", "overdue"}


class Task(Noun):
    """A task in its canonical form: `status` is one of ours, `gaps` are those of the newest accepted submission."""

    task_id: str
    title: str
    owner: str = ""
    address: str = ""
    oid: str = ""
    due: str = ""
    status: str = "assigned"
    requirements: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()
    briefed_at: str = ""
    last_signal: str = ""
    reminders: int = 0
    answers: tuple[str, ...] = ()  # when each was received


class ProjectLog(Noun):
    customer: str = ""
    name: str = ""
    phase: str = ""
    owner_oid: str = ""
    tasks: tuple[Task, ...] = ()


def read_log(raw: bytes | None) -> ProjectLog | None:
    """None when there is no log, or nothing in it that can be read."""
    try:
        log = json.loads(raw) if raw else None
    except ValueError:
        return None
    if not isinstance(log, dict):
        return None
    tasks, owner = log.get("tasks"), log.get("owner")
    return ProjectLog(
        customer=_text(log, "customer_name"),
        name=_text(log, "project_name"),
        phase=_text(log, "phase") or _text(log, "status"),
        owner_oid=_text(owner, "oid") if isinstance(owner, dict) else "",
        tasks=tuple(_task(item) for item in tasks if isinstance(item, dict)) if isinstance(tasks, list) else (),
    )


def _task(item: dict[str, Any]) -> Task:
    status = _text(item, "status")
    best = _newest(item.get("submissions"))
    return Task(
        task_id=_text(item, "task_id", "id") or _named_by_content(item),
        title=_text(item, "title") or "?",
        owner=_text(item, "owner_display_name"),
        address=_text(item, "owner_upn"),
        oid=_text(item, "owner_oid"),
        due=_text(item, "due_at"),
        status=status if status in STATUSES else "assigned",
        requirements=_texts(item.get("requirements") or item.get("runbook_requirements")),
        gaps=_texts(best.get("gaps")),
        briefed_at=_briefed(item),
        last_signal=_text(best, "summary"),
        reminders=len(item["nudges"]) if isinstance(item.get("nudges"), list) else 0,
        answers=_received(item.get("submissions")),
    )


def _briefed(item: dict[str, Any]) -> str:
    kickoff = item.get("kickoff_sent")
    if isinstance(kickoff, dict):
        return _text(kickoff, "at")
    return _text(item, "kickoff_sent_at") if kickoff else ""


def _received(submissions: object) -> tuple[str, ...]:
    found = submissions if isinstance(submissions, list) else []
    return tuple(at for one in found if isinstance(one, dict) and (at := _text(one, "received_at")))


def _newest(submissions: object) -> dict[str, Any]:
    if not isinstance(submissions, list):
        return {}
    accepted = [one for one in submissions if isinstance(one, dict) and one.get("accepted", True)]
    return max(accepted, key=lambda one: _text(one, "received_at"), default={})


def _named_by_content(item: dict[str, Any]) -> str:
    words = "|".join(_text(item, key) for key in ("section_id", "owner_upn", "title"))
    return "task-" + sha256(words.encode()).hexdigest()[:8]


def _text(item: dict[str, Any], *keys: str) -> str:
    return next((value for key in keys if isinstance(value := item.get(key), str)), "")


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()


def due_moment(due: str, zone: str) -> datetime | None:
    """When a due date has passed: a bare day ends at midnight in the zone, a time without offset is wall time there.

    In UTC: times of one and the same zone would be compared by what its clocks show, and some hours come twice.
    """
    try:
        if len(due) == len("2026-12-04"):
            return instant(zone, date.fromisoformat(due) + timedelta(days=1))
        moment = datetime.fromisoformat(due)
        return moment.astimezone(UTC) if moment.tzinfo else moment_of(moment, zone)
    except (ValueError, OverflowError):  # no day comes after the last one
        return None


def late(task: Task, now: datetime, zone: str) -> bool:
    moment = due_moment(task.due, zone)
    return moment is not None and moment <= now and task.status != "submitted"


def days_late(due: str, now: datetime, zone: str) -> int:
    """Whole days since the due moment, at least 1 once it has passed; 0 when it has not."""
    moment = due_moment(due, zone)
    return 0 if moment is None or moment > now else (now - moment) // timedelta(days=1) + 1


def owed_by(log: ProjectLog, oid: str, address: str) -> tuple[Task, ...]:
    """What somebody still has to hand in; the object id decides, the address where there is none."""
    return tuple(
        task
        for task in log.tasks
        if task.status != "submitted"
        and ((oid and task.oid == oid) or (address and task.address.casefold() == address.casefold()))
    )
