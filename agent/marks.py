"""What is written into a task: new ones, and what became of them; unknown keys stay as they are."""

from collections.abc import Iterable
from datetime import datetime

from agent.brain.interface import Submission, Task
from agent.shape import modes
from agent.tasks import TEAMS_FAILED, Entry, Json, moment
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
    cover anything because nobody could look into a file.
    `kept`: where its words and files lie.
    """
    seen = {"source_ref": speaker.ref, "summary": judged.summary, "channel": speaker.channel}
    if judged.kind == "submission":
        found = {
            "covered": list(judged.covered),
            "gaps": list(judged.gaps),
            "accepted": bool(judged.covered or judged.unread or not judged.gaps),
            "not_inspected": list(judged.unread),
            **kept,
        }
        return entry.raw | {"submissions": [*entry.submissions, seen | found | {"received_at": at.isoformat()}]}
    sign = {"kind": judged.kind, "question": judged.question, "eta": judged.eta, "at": at.isoformat()}
    sign |= {"delegate": judged.delegate} if judged.delegate else {}
    return entry.raw | {"signals": [*entry.signals, seen | sign]}
