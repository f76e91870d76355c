"""Where a project stands: progress, who owes what, what needs a look, and what happened last."""

from typing import Any

from cards.adaptive import BUDGET, bullets, cut, draw, toned
from cards.click import Click
from cards.models import Dashboard, Happening, Task, TaskState
from cards.page import Button, Entry, Items, Line, Meter, Page, Section, Tone, shown
from cards.phrases import due, late, moment
from cards.prose import weight
from cards.words import Words

Node = dict[str, Any]
EXCEPTIONS_BUDGET, ACTIVITY_BUDGET = 3_000, 5_000
CARD_FRAME, TASK_FRAME = 3_000, 560  # what the template adds, round everything and round a task, in bytes
TONES: dict[TaskState, Tone] = {"open": "plain", "started": "accent", "done": "good", "blocked": "attention"}


def card(board: Dashboard, words: Words, zone: str) -> Node:
    exceptions, more_exceptions = cut(bullets(board.exceptions), EXCEPTIONS_BUDGET)
    activity, more_activity = cut(bullets(_happened(one, words, zone) for one in board.activity), ACTIVITY_BUDGET)
    left = BUDGET - CARD_FRAME - weight(exceptions) - weight(activity)
    tasks, more_tasks = cut([_task(task, words, zone) for task in board.tasks], left, TASK_FRAME)
    scope = {
        "fallback": words.t("dashboard.fallback", project=board.project, progress=_progress(board, words)),
        "customer": board.customer,
        "project": board.project,
        "phase": board.phase,
        "progress": _progress(board, words),
        "counted": board.total > 0,
        "some_done": board.done > 0,
        "some_left": board.done < board.total,
        "done_width": str(max(1, board.done)),
        "left_width": str(max(1, board.total - board.done)),
        "due": _next_due(board, words, zone),
        "some_exceptions": bool(exceptions),
        "exceptions": exceptions,
        "more_exceptions": words.t("more", n=more_exceptions) if more_exceptions else "",
        "tasks": tasks,
        "more_tasks": words.t("more", n=more_tasks) if more_tasks else "",
        "no_tasks": not board.tasks,
        "some_activity": bool(activity),
        "activity": activity,
        "more_activity": words.t("more", n=more_activity) if more_activity else "",
        "as_of": _as_of(board, words, zone),
        "refresh": _refresh(board).data(),
        "viewers": board.viewers,
    }
    return draw("dashboard", scope, words)


def page(board: Dashboard, words: Words, zone: str) -> Page:
    return Page(
        lang=words.lang,
        kicker=board.customer,
        title=board.project,
        state=Line(board.phase, "accent", strong=True) if board.phase else None,
        blocks=shown(
            Meter(_progress(board, words), board.done, board.total) if board.total else None,
            Line(_next_due(board, words, zone), "subtle"),
            Items(words.t("dashboard.exceptions"), board.exceptions, "warning") if board.exceptions else None,
            Section(words.t("dashboard.tasks"), tuple(_entry(task, words, zone) for task in board.tasks))
            if board.tasks
            else Line(words.t("dashboard.no_tasks"), "subtle"),
            Items(
                words.t("dashboard.activity", n=len(board.activity)),
                tuple(_happened(one, words, zone) for one in board.activity),
            )
            if board.activity
            else None,
            Line(_as_of(board, words, zone), "subtle"),
        ),
        buttons=(Button(words.t("button.refresh"), _refresh(board)),),
    )


def _task(task: Task, words: Words, zone: str) -> Node:
    return {
        "title": task.title,
        "state": toned(_state(task, words)),
        "who": _who(task, words, zone),
        "late": late(task.late_days, words),
        "signal": _signal(task, words, zone),
    }


def _entry(task: Task, words: Words, zone: str) -> Entry:
    blocks = shown(
        Line(_who(task, words, zone), "subtle"),
        Line(late(task.late_days, words), "attention", strong=True),
        Line(_signal(task, words, zone), "subtle"),
    )
    return Entry(task.title, _state(task, words), blocks)


def _state(task: Task, words: Words) -> Line:
    return Line(words.t(f"task.{task.state}"), TONES[task.state], strong=True)


def _who(task: Task, words: Words, zone: str) -> str:
    owner = task.owner or words.t("dashboard.nobody")
    outside = words.t("external.short") if task.owner_external else ""
    return " · ".join(part for part in (owner, outside, due(task.due, words, zone)) if part)


def _signal(task: Task, words: Words, zone: str) -> str:
    parts = (task.last_signal, moment(task.signal_at, words, zone))
    told = " · ".join(part for part in parts if part)
    return words.t("dashboard.signal", signal=told) if told else ""


def _happened(one: Happening, words: Words, zone: str) -> str:
    return " · ".join(part for part in (one.text, moment(one.at, words, zone)) if part)


def _progress(board: Dashboard, words: Words) -> str:
    return words.t("dashboard.progress", done=board.done, n=board.total)


def _as_of(board: Dashboard, words: Words, zone: str) -> str:
    return words.t("dashboard.as_of", at=moment(board.as_of, words, zone)) if board.as_of else ""


def _refresh(board: Dashboard) -> Click:
    return Click(verb="refresh", ref=board.project_id)


def _next_due(board: Dashboard, words: Words, zone: str) -> str:
    """The earliest date that is still open, which is not the date of the whole response."""
    return words.t("dashboard.next_due", date=words.date(board.due, zone)) if board.due else ""
