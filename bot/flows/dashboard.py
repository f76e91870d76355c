"""The dashboard payload as it comes from an agent, every field doubted, made into a card."""

import json
from datetime import datetime
from typing import Any

from bot.core.people import Project
from bot.core.project_log import ProjectLog, days_late, due_moment
from bot.flows.present import name_of
from cards import models
from cards.words import say

STATES: dict[str, models.TaskState] = {
    "submitted": "done",
    "submitted_with_gaps": "started",
    "in_progress": "started",
    "inprogress": "started",
    "blocked": "blocked",
}
ACTIVITY_ROWS = 15
MOST = 10_000  # of what a board counts; larger numbers are a slip, and the largest cannot be written down


def from_payload(payload: str, project: Project, now_iso: str) -> models.Dashboard:
    """Raises nothing: a field of the wrong kind is a field that is not there."""
    view = _object(_loaded(payload))
    sections = [_object(item) for item in _list(view.get("sections"))]
    progress = _object(view.get("progress"))
    done = sum(_text(item, "status") == "submitted" for item in sections)
    return models.Dashboard(
        project_id=project.project_id,
        project=_text(view, "project_name") or name_of(project),
        customer=_text(view, "customer"),
        phase=_phase(_text(view, "phase"), project.locale),
        due=_text(view, "due"),
        done=_count(progress.get("submitted"), done),
        total=_count(progress.get("total"), len(sections)),
        tasks=tuple(_task(item, project, now_iso) for item in sections),
        exceptions=tuple(
            _text(_object(item), "body") for item in _list(view.get("exceptions")) if _text(_object(item), "body")
        ),
        activity=tuple(
            models.Happening(at=_text(_object(item), "at"), text=_text(_object(item), "summary"))
            for item in _list(view.get("activity"))[-ACTIVITY_ROWS:]
            if _text(_object(item), "summary")
        ),
        as_of=now_iso,
    )


def title_in(payload: str) -> str:
    """What the project is called: the engagement, with the customer when both are known."""
    view = _object(_loaded(payload))
    customer, name = _text(view, "customer"), _text(view, "project_name")
    return " – ".join(part for part in (customer, name) if part)


def payload_of(log: ProjectLog, now: datetime, zone: str) -> str:
    """The agent's own dashboard shape, made from the project log without asking the agent."""
    sections = [
        {
            "title": task.title,
            "owner": task.owner,
            "due_at": task.due,
            "status": task.status,
            "last_signal": task.last_signal,
        }
        for task in log.tasks
    ]
    ahead = (task.due for task in log.tasks if task.status != "submitted" and _ahead(task.due, now, zone))
    dues = sorted(ahead)
    view = {
        "kind": "dashboard",
        "customer": log.customer,
        "project_name": log.name,
        "phase": log.phase,
        "due": dues[0] if dues else "",
        "sections": sections,
    }
    return json.dumps(view, ensure_ascii=False)


def renewed(payload: str, log: ProjectLog, now: datetime, zone: str) -> str:
    """A picture with what the project log says by now; what the log does not tell stays as it was."""
    before = {name: value for name, value in _object(_loaded(payload)).items() if name != "progress"}
    return json.dumps(before | _object(_loaded(payload_of(log, now, zone))), ensure_ascii=False)


def _task(item: dict[str, Any], project: Project, now_iso: str) -> models.Task:
    due, status = _text(item, "due_at"), _text(item, "status")
    return models.Task(
        title=_text(item, "title") or "?",
        owner=_text(item, "owner"),
        owner_external=item.get("is_external") is True,
        due=due if due_moment(due, project.zone) else "",
        state=STATES.get(status, "open"),
        last_signal=_signal(_text(item, "last_signal"), project.locale),
        late_days=_late(due, status, project, now_iso),
    )


def _ahead(due: str, now: datetime, zone: str) -> bool:
    moment = due_moment(due, zone)
    return moment is not None and moment > now


def _signal(signal: str, locale: str) -> str:
    """Agents fill this field with set phrases until somebody has answered."""
    if signal == "awaiting":
        return ""
    return say(locale).t("desk.briefed") if signal.startswith("kicked off via") else signal


def _late(due: str, status: str, project: Project, now_iso: str) -> int:
    now = due_moment(now_iso, project.zone)
    return 0 if now is None or status == "submitted" else days_late(due, now, project.zone)


def _phase(phase: str, locale: str) -> str:
    words = say(locale)
    return words.t(f"desk.phase.{phase}") if words.has(f"desk.phase.{phase}") else phase.replace("_", " ")


def _loaded(payload: str) -> object:
    try:
        return json.loads(payload)
    except ValueError:
        return {}


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(item: dict[str, Any], key: str) -> str:
    value = item.get(key)
    return value if isinstance(value, str) else ""


def _count(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and 0 <= value <= MOST else otherwise
