"""What the log adds up to for a reader: the dashboard payload, a digest in words, the charter as a page."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from agent import drafts as rows
from agent.brain.notes import date_label
from agent.phases import phase_of
from agent.state import ProjectFiles
from agent.tasks import Entry, entries, moment, zone_of
from agent.words import Words

Json = dict[str, Any]
ACTIVITY_ROWS = 15
GAPS_SHOWN = 4
ON_THE_WIRE = {"in_progress": "inprogress", "overdue": "atrisk"}


def dashboard(files: ProjectFiles, now: datetime, zone: str, words: Words) -> Json:
    """The payload of `publish_view`: the reference agent's fields, and more that an older reader passes over."""
    log, found = files.log, entries(files.log)
    return {
        "kind": "dashboard",
        "project": files.project_id,
        "customer": log.get("customer_name"),
        "project_name": log.get("project_name"),
        "skill": log.get("skill"),
        "phase": phase_of(log).value,
        "status": log.get("status"),
        "summary": "",
        "due": _next_due(found, now, zone),
        "progress": {"submitted": sum(entry.done for entry in found), "total": len(found)},
        "sections": [_section(entry, now, zone) for entry in found],
        "exceptions": [_exception(entry, now, zone, words) for entry in found if entry.late(now, zone)],
        "waiting": len(rows.pending(files.drafts)),
        "dates": _dates(log, words),
        "deliverable_url": str((log.get("deliverable") or {}).get("url") or ""),
        "activity": [_happened(row) for row in files.activity(ACTIVITY_ROWS)],
        "as_of": now.isoformat(),
    }


def _next_due(found: tuple[Entry, ...], now: datetime, zone: str) -> str:
    """The earliest date of an open task that is still to come, as it is kept; what is late is told elsewhere."""
    ahead = [(due, entry.due_at) for entry in found if (due := entry.due(zone)) and due >= now and not entry.done]
    return min(ahead)[1] if ahead else ""


def _dates(log: Json, words: Words) -> list[Json]:
    found = (log.get("rfp") or {}).get("dates") or []
    return [
        row | {"label": date_label(str(row.get("label") or ""), words.language)}
        for row in found
        if isinstance(row, dict)
    ]


def _happened(row: Json) -> Json:
    return {"at": row.get("at"), "kind": row.get("kind"), "summary": plain(str(row.get("summary") or ""))}


def plain(text: str) -> str:
    """Without the marks of Markdown: what is shown on a card as it is."""
    return text.replace("**", "").removeprefix("- ")


def _section(entry: Entry, now: datetime, zone: str) -> Json:
    status = entry.status(now, zone)
    return {
        "task_id": entry.task_id,
        "title": entry.title,
        "owner": entry.owner,
        "owner_upn": entry.address,
        "owner_oid": entry.oid or None,
        "external": entry.external,
        "status": ON_THE_WIRE.get(status, status),
        "due_at": entry.due_at or None,
        "last_signal": _last_signal(entry),
        "requirements": len(entry.requirements),
        "gaps": list(entry.gaps),
        "briefed": entry.kickoff.sent,
        "reminders": len(entry.nudges),
    }


def _last_signal(entry: Entry) -> str:
    if entry.submissions:
        return str(entry.submissions[-1].get("summary") or "")
    if entry.signals:
        return str(entry.signals[-1].get("question") or entry.signals[-1].get("summary") or "")
    return f"kicked off via {entry.kickoff.channel or 'teams'}" if entry.kickoff.sent else "awaiting"


def _exception(entry: Entry, now: datetime, zone: str, words: Words) -> Json:
    return {"kind": "atrisk", "title": entry.task_id, "body": plain(late_line(entry, now, zone, words))}


def about(log: Json, project_id: str = "") -> str:
    """“Contoso – Cloud migration”, or what is known of it."""
    names = dict.fromkeys(str(log.get(key) or "").strip() for key in ("customer_name", "project_name"))
    return " – ".join(name for name in names if name) or project_id


def digest(files: ProjectFiles, now: datetime, zone: str, words: Words) -> Iterator[str]:
    """State, one line per task, and what waits for the owner."""
    log, found = files.log, entries(files.log)
    late = sum(1 for entry in found if entry.late(now, zone))
    yield words.say(
        "status.head",
        about=about(log, files.project_id),
        phase=words.label(phase_of(log)),
        done=sum(entry.done for entry in found),
        tasks=words.count(len(found), "task"),
        late=words.say("status.late", late=late) if late else "",
    )
    yield from (task_line(entry, now, zone, words) for entry in found)
    if waiting := rows.pending(files.drafts):
        yield words.say("status.waiting", drafts=words.few(_draft_name(row) for row in waiting))


def task_line(entry: Entry, now: datetime, zone: str, words: Words) -> str:
    return words.say(
        "status.task",
        title=entry.title,
        owner=entry.owner or "?",
        status=words.label(entry.status(now, zone)),
        due=words.say("status.due", day=local_day(entry.due_at, zone, words)) if entry.due_at else "",
        more=words.say("status.open", gaps=shortened(entry.gaps)) if entry.gaps else "",
    )


def late_line(entry: Entry, now: datetime, zone: str, words: Words) -> str:
    sign = entry.last_sign
    return words.say(
        "late.task",
        title=entry.title,
        owner=entry.owner or "?",
        day=local_day(entry.due_at, zone, words),
        sign=words.say("late.sign", day=words.day(sign.astimezone(zone_of(zone)).date()))
        if sign
        else words.say("late.silent"),
        more=_late_more(entry, now, zone, words),
    )


def _late_more(entry: Entry, now: datetime, zone: str, words: Words) -> str:
    if not entry.kickoff.sent:
        return words.say("late.not_briefed")
    if entry.declined:
        return words.say("late.declined", words=entry.declined, title=entry.title)
    if entry.unanswered >= 3:
        return words.say("late.reminded", reminders=words.count(entry.unanswered, "reminder"))
    eta = moment(entry.promised, zone, end_of_day=True)
    return words.say("late.promised", day=words.day(entry.promised)) if eta and eta > now else ""


def local_day(due: str, zone: str, words: Words) -> str:
    """A due moment in the reader's zone; a bare date stays that date."""
    found = moment(due, zone)
    return words.day(due) if len(due) == 10 or not found else words.day(found.astimezone(zone_of(zone)))


def shortened(texts: tuple[str, ...], most: int = GAPS_SHOWN) -> str:
    """Joined by semicolons; what is folded away is counted."""
    shown = "; ".join(text.rstrip(".;") for text in texts[:most])
    return f"{shown} (+{len(texts) - most})" if len(texts) > most else shown


def _draft_name(row: Json) -> str:
    return str(row.get("subject") or "") or ", ".join(str(to.get("name")) for to in row.get("to", []))


def charter_page(log: Json, points: list[str], words: Words) -> str:
    """project_charter.md: what a person reads who was not there."""
    rfp = log.get("rfp") or {}
    lines = [words.say("charter.head", about=about(log)), ""]
    lines += [words.say("charter.source", sources=", ".join(rfp.get("source_refs") or [])), ""]
    for section in (log.get("charter") or {}).get("sections") or []:
        lines += [f"## {section.get('number', '')} {section.get('title', '')}".replace("  ", " "), ""]
        lines += [f"- {requirement}" for requirement in section.get("requirements") or []] + [""]
    if points:
        lines += [words.say("check.head"), "", *(f"- {point}" for point in points), ""]
    return "\n".join(lines)
