"""A project as one file for its people: the agent's log as it stands, and every decision, for eyes and programs."""

import io
import json
import zipfile
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.core.draft import Record
from bot.core.parcel import Parcel

Row = dict[str, object]
Decided = tuple[Record, Parcel | None]
README = "decisions.md"


def pack(log: bytes | None, decisions: list[Decided], made: datetime, zone: str) -> bytes:
    """A zip of project_log.json, if there is one, decisions.json and decisions.md: the same input, the same bytes."""
    rows = [row(record, parcel) for record, parcel in decisions]
    files = {
        "decisions.json": json.dumps(rows, ensure_ascii=False, indent=2).encode(),
        README: "\n".join(_page(rows, made, zone)).encode(),
    }
    if log is not None:
        files["project_log.json"] = log
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, made.astimezone(ZoneInfo(zone)).timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, files[name])
    return packed.getvalue()


def row(record: Record, parcel: Parcel | None) -> Row:
    """A draft with what was decided and what became of it. Times are ISO 8601."""
    draft = record.draft
    return {
        "draft": draft.draft_id,
        "version": draft.version,
        "purpose": draft.purpose,
        "to": [one.model_dump() for one in draft.to],
        "channel": draft.channel.value,
        "subject": draft.subject,
        "body": draft.body,
        "as_offered": record.offered.body if record.offered.body != draft.body else None,
        "content_hash": draft.content_hash,
        "offered_at": record.offered_at.isoformat(),
        "state": record.state.value,
        "decided_by": record.decided_by,
        "decided_at": _iso(record.decided_at),
        "reason": record.reason,
        "delivery": parcel.fate.value if parcel else None,
        "delivered_at": _iso(parcel.settled_at) if parcel else None,
    }


def _page(rows: list[Row], made: datetime, zone: str) -> list[str]:
    local = made.astimezone(ZoneInfo(zone))
    lines = [f"# Decisions ({local:%Y-%m-%d %H:%M}, {zone})", ""]
    for one in rows:
        people = one["to"]
        names = ", ".join(str(to["name"] or to["address"]) for to in people) if isinstance(people, list) else ""
        lines += [f"## {one['subject'] or one['purpose']} → {names}", ""]
        facts = ("state", "decided_by", "decided_at", "reason", "delivery", "delivered_at", "channel", "version")
        lines += [f"- {name}: {one[name]}" for name in facts if one[name]]
        lines += ["", *(f"> {line}" for line in str(one["body"]).splitlines()), ""]
    return lines


def _iso(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
