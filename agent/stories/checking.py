"""The unattended check: what changed, what is late, which reminders the owner may want; nothing advances or leaves."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from agent import drafts as rows
from agent import views
from agent.desk import Desk
from agent.events import Call, Events, Say, Sign
from agent.phases import POLL, Phase
from agent.stories import gathering, handing, people, standing
from agent.tasks import Entry, entries, moment, rolled_up
from agent.wire import Draft, Reminding
from agent.words import page

Json = dict[str, Any]
QUIET = timedelta(hours=48)  # after a reminder was offered, sent or turned down
NUDGES = ("reminder", "clarification")  # both remind somebody of what they owe
IN_A_ROW = 3  # reminders without an answer; after that only a person helps


async def check(desk: Desk) -> Events:
    log = desk.log
    if desk.phase is not Phase.ALLOCATED:
        yield Say(text=page(_standing(desk)))
        yield desk.view()
        return
    yield desk.run(POLL)
    before = log.get("last_poll") or {}
    arrived = await gathering.gather(desk)
    found = mark(desk)
    own = people.own_tasks(desk)
    absent = handing.absent(desk)
    drafts = tuple(remind(desk, e) for e in found if e.task_id not in {*own, *absent} and wants_reminder(e, desk))
    proposed = handing.proposals(desk, [e for e in found if e.task_id in absent and e.task_id not in own])
    if drafts or proposed:
        yield desk.offer((*drafts, *proposed))
    digest = [*_digest(desk, found, before, len(drafts)), *handing.told(desk, found, proposed)]
    yield Say(text=page([*arrived.lines, *digest, *arrived.troubles]))
    yield desk.view()
    if arrived.missing:
        yield Call(name="missing_tools", arguments={"servers": list(arrived.missing)})
    if arrived.signs:
        yield Sign(signs=arrived.signs)


def _standing(desk: Desk) -> Iterator[str]:
    if desk.phase is Phase.NONE:
        yield desk.words.say("status.none")
        return
    yield from views.digest(desk.files, desk.now, desk.zone, desk.words)


def mark(desk: Desk) -> tuple[Entry, ...]:
    """Write what the clock alone changed: late or not, and when we looked."""
    now = desk.now

    def change(log: Json) -> Json:
        tasks = [_looked_at(entry, now, desk.zone) for entry in entries(log)]
        seen = {"at": now.isoformat(), "statuses": {task["task_id"]: task["status"] for task in tasks}}
        after = entries(log | {"tasks": tasks})
        return {"tasks": tasks, "last_poll": seen, "status": rolled_up(after, str(log.get("status") or ""))}

    found = entries(desk.patch(change))
    desk.note("polled", f"Checked {len(found)} tasks")
    return found


def _looked_at(entry: Entry, now: datetime, zone: str) -> Json:
    polled = {"last_polled_at": now.isoformat()} if entry.kickoff.sent and not entry.done else {}
    return entry.raw | {"task_id": entry.task_id, "status": entry.status(now, zone)} | polled


def wants_reminder(entry: Entry, desk: Desk) -> bool:
    """Late or soon to be, and nothing speaks against it."""
    return (entry.late(desk.now, desk.zone) or _allowed(entry, desk) is not None) and not against(entry, desk)


def against(entry: Entry, desk: Desk) -> str:
    """What speaks against a reminder: not briefed, done, refused, promised for later, asked lately, often ignored."""
    promised = moment(entry.promised, desk.zone, end_of_day=True)
    about = [row for row in desk.files.drafts if row.get("task_id") == entry.task_id]
    reasons = {
        "done": entry.done,
        "unsent": not entry.kickoff.sent,
        "declined": bool(entry.declined),
        "promised": bool(promised and promised > desk.now),
        "enough": entry.unanswered >= IN_A_ROW,
        "waits": any(row.get("purpose") in NUDGES and row.get("state") == rows.OPEN for row in about),
        "lately": any(desk.now - at < QUIET for at in entry.reminded())
        or any(_keeps_quiet(row, desk.now) for row in about),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _allowed(entry: Entry, desk: Desk) -> Reminding | None:
    """What the front end says of this task, which knows more of its person's time than we do."""
    allowed = desk.ask.poll.remind if desk.ask.poll else ()
    return next((one for one in allowed if one.task_id == entry.task_id and not entry.done), None)


def _keeps_quiet(row: Json, now: datetime) -> bool:
    if row.get("purpose") not in NUDGES:
        return False
    if row.get("state") == rows.OPEN:
        return True
    at = moment((row.get("decided") or {}).get("at"), "UTC")
    return bool(at and now - at < QUIET)


def remind(desk: Desk, entry: Entry) -> Draft:
    allowed = _allowed(entry, desk)
    last_sign = desk.now if allowed and allowed.gentle else entry.last_sign
    task = people.task_for(desk, entry, allowed.language if allowed else "")
    draft = desk.brain.remind(task, entry.gaps, last_sign, desk.now, desk.owner)
    number = 1 + sum(
        1 for row in desk.files.drafts if str(row.get("draft_id")).startswith(f"reminder-{entry.task_id}-")
    )
    fixed = {"draft_id": f"reminder-{entry.task_id}-{number}", "version": 1, "task_id": entry.task_id}
    if entry.late(desk.now, desk.zone) and entry.unanswered:  # the one before was sent like any other mail
        fixed["importance"] = "high"
    return draft.model_copy(update=fixed)


def _digest(desk: Desk, found: tuple[Entry, ...], before: Json, reminders: int) -> Iterator[str]:
    late = standing.late_tasks(desk, found)
    if before:
        yield _changes(desk, found, before)
    elif not late:
        yield desk.words.say("late.none")
    yield from late
    if reminders:
        yield desk.words.say("poll.reminders", reminders=desk.words.count(reminders, "reminder"))


def _changes(desk: Desk, found: tuple[Entry, ...], before: Json) -> str:
    words, statuses = desk.words, before.get("statuses") or {}
    changed = [
        words.say("poll.change", title=entry.title, status=words.label(entry.stored))
        for entry in found
        if statuses.get(entry.task_id) != entry.stored
    ]
    if changed:
        return words.say("poll.changed", changes="; ".join(changed))
    return words.say("poll.same", day=views.local_day(str(before.get("at")), desk.zone, words))
