"""What is written into a task: new ones, and what became of them; unknown keys stay as they are."""

from collections.abc import Iterable
from datetime import datetime

from agent.brain.interface import Submission, Task
from agent.shape import modes
from agent.tasks import TEAMS_FAILED, Entry, Json, by_time, counts, moment
from agent.wire import Decision, Speaker


def new_task(task: Task) -> Json:
    """A task as a log entry that a reader of either shape understands."""
    return {
        "task_id": task.task_id,
        "id": task.task_id,
        "section_id": task.section_id,
        "title": task.title,
        "owner_display_name": task.owner_name,
        "owner_upn": task.owner_address,
        "owner_oid": task.owner_oid or None,
        "is_external": task.is_external,
        "communication_modes": modes(task.is_external),
        "due_at": task.due_at,
        "requirements": list(task.requirements),
        "runbook_requirements": list(task.requirements),
        "quote": task.quote,
        "source_ref": task.source_ref,
        "status": "pending",
        "kickoff_sent": False,
        "kickoff_channel": None,
        "kickoff_sent_at": None,
        "last_polled_at": None,
        "submissions": [],
        "signals": [],
        "nudges": [],
    }


def briefed(entry: Entry, decision: Decision, at: datetime, due_at: str = "") -> Json:
    """The log entry after its brief went out, in the shape the entry has; the date they were told is the task's."""
    words = {"subject": decision.subject, "body": decision.body, "approved_by": decision.by}
    facts = {"channel": decision.channel, "ref": decision.ref, "at": at.isoformat()}
    raw = entry.raw | {"kickoff": facts | words} | ({"due_at": due_at} if due_at else {})
    if isinstance(entry.raw.get("kickoff_sent"), dict):
        return raw | {"kickoff_sent": entry.raw["kickoff_sent"] | facts}
    moved = decision.channel == "mail" and entry.raw.get("teams_failed")
    channel = {"mail": TEAMS_FAILED if moved else "email"}.get(decision.channel or "", decision.channel)
    return raw | {
        "kickoff_sent": True,
        "kickoff_channel": channel,
        "kickoff_sent_at": at.isoformat(),
        "kickoff_ref": decision.ref,
    }


def handed_over(entry: Entry, decision: Decision, at: datetime, to: Json, due_at: str = "") -> Json:
    """The log entry after somebody else was asked to take it over; the same message counts once.

    What the one before said of it, and how often they were reminded, is nothing the new one did.
    """
    before = entry.raw.get("handed_over") or []
    if any(one.get("draft_id") == decision.draft_id for one in before):
        return entry.raw
    kept = {"signals": list(entry.signals), "nudges": list(entry.nudges), "kickoff": entry.raw.get("kickoff")}
    left = {"at": at.isoformat(), "draft_id": decision.draft_id, "from": entry.owner, "from_upn": entry.address}
    person = {
        "owner_display_name": to.get("name"),
        "owner_upn": to.get("address"),
        "owner_oid": to.get("oid") or None,
        "is_external": bool(to.get("external")),
    }
    return briefed(entry, decision, at, due_at) | person | {
        "signals": [], "nudges": [], "handed_over": [*before, left | kept],
    }  # fmt: skip


def undelivered(entry: Entry, decision: Decision, at: datetime) -> Json:
    failure = {"channel": decision.channel, "reason": decision.reason, "at": at.isoformat()}
    return entry.raw | {"kickoff_failed": failure, "teams_failed": decision.channel == "teams"}


def nudged(entry: Entry, decision: Decision, at: datetime) -> Json:
    """The log entry after a reminder went out; the same one counts once."""
    if any(nudge.get("draft_id") == decision.draft_id for nudge in entry.nudges):
        return entry.raw
    nudge = {"at": at.isoformat(), "channel": decision.channel, "ref": decision.ref, "draft_id": decision.draft_id}
    return entry.raw | {"nudges": [*entry.nudges, nudge | {"subject": decision.subject, "draft_text": decision.body}]}


def seen_until(log: Json, channel: str, at: datetime, ref: str) -> Json:
    """How far each channel was read: the newest message that counted. What comes late moves nothing back."""
    found = log.get("cursors")
    known = found if isinstance(found, dict) else {}
    here = known.get(channel) or {}
    last = moment(here.get("at"), "UTC")
    if last and last >= at:
        return {"cursors": known}
    return {"cursors": known | {channel: {**here, "at": at.isoformat(), "ref": ref}}}


def looked_until(log: Json, channels: Iterable[str], at: datetime) -> Json:
    """When each of these channels was searched for replies; what was not searched is looked for again from before."""
    found = log.get("cursors")
    known = found if isinstance(found, dict) else {}
    return {"cursors": known | {one: {**(known.get(one) or {}), "searched": at.isoformat()} for one in channels}}


def looked_last(log: Json, channel: str) -> datetime | None:
    found = log.get("cursors")
    here = found.get(channel) if isinstance(found, dict) else None
    return moment(here.get("searched"), "UTC") if isinstance(here, dict) else None


def answered(entry: Entry, judged: Submission, speaker: Speaker, at: datetime, kept: Json) -> Json:
    """The log entry after a reply. Anything but a submission is kept as a sign of life.

    A submission counts when it covers something, when nothing was asked for that it could leave open, or when it may
    cover anything because nobody could look into a file. What is taken back counts no more.
    `kept`: where its words and files lie.
    """
    seen = {"source_ref": speaker.ref, "summary": judged.summary, "channel": speaker.channel}
    if judged.kind == "submission":
        found = {
            "covered": list(judged.covered),
            "gaps": list(judged.gaps),
            "accepted": bool(judged.covered or judged.unread or not judged.gaps),
            "not_inspected": list(judged.unread),
            "evidence": [one.model_dump() for one in judged.evidence],
            **kept,
        }
        rows = [*entry.submissions, seen | found | {"received_at": at.isoformat()}]
        return entry.raw | {"submissions": added_up(rows, entry.requirements)}
    sign = {"kind": judged.kind, "question": judged.question, "eta": judged.eta, "at": at.isoformat()}
    sign |= {key: value for key, value in (("delegate", judged.delegate), ("words", judged.words)) if value}
    signed = entry.raw | {"signals": [*entry.signals, seen | sign]}
    if judged.kind != "withdrawn":
        return signed
    rows = [_without(row, judged.takes_back or entry.requirements) for row in entry.submissions]
    return signed | {"submissions": added_up(rows, entry.requirements)}


def _without(row: Json, points: tuple[str, ...]) -> Json:
    """A submission of which these points do not hold any more."""
    left = [point for point in row.get("covered") or () if point not in points]
    return row | {"covered": left, "accepted": bool(left), "taken_back": list(points)}


def added_up(rows: Iterable[Json], requirements: tuple[str, ...]) -> list[Json]:
    """The submissions, oldest first, each with what was still open once it was there.

    What an earlier one answered stays answered. After a file that nobody could look into nothing is certain.
    """
    found, known = [], set[str]()
    for row in by_time(list(rows), "received_at"):
        if not counts(row):
            found.append(row)
            continue
        if "covered" not in row:  # written by somebody who counts in their own way
            known = set(requirements) - set(row.get("gaps") or ())
            found.append(row)
            continue
        known = set(row["covered"]) | (set() if row.get("not_inspected") else known)
        found.append(row | {"gaps": [point for point in requirements if point not in known]})
    return found


def standing(entry: Entry) -> tuple[Json, ...]:
    """The accepted submissions that the response is made of, the newest first.

    One whose every point a newer one answers has had its day. Below a file nobody could look into, nothing is certain.
    """
    found: list[Json] = []
    answered_since: set[str] = set()
    for row in filter(counts, reversed(entry.submissions)):
        covered = set(row.get("covered") or ())
        if not found or not entry.requirements or covered - answered_since:
            found.append(row)
        answered_since |= covered
        if "covered" not in row or row.get("not_inspected"):
            break
    return tuple(found)
