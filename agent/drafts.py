"""Offered drafts as they lie in drafts.json: each with its state, its older versions and what was decided."""

from datetime import datetime
from typing import Any

from agent.wire import Decision, Draft

Json = dict[str, Any]
OPEN, EXPIRED, FAILED = "pending", "expired", "failed"
HELD_BACK = ("approval", "expired")  # the front end's reasons not to send what was approved: a new approval mends them
BOOKKEEPING = ("state", "offered_at", "history", "decided", "sent")


def to_wire(row: Json) -> Draft:
    return Draft.model_validate(row)


def find(rows: list[Json], draft_id: str) -> Json | None:
    return next((row for row in rows if row.get("draft_id") == draft_id), None)


def pending(rows: list[Json]) -> tuple[Json, ...]:
    return tuple(row for row in rows if row.get("state") == OPEN)


def reopened(rows: list[Json]) -> list[Json]:
    """The rows with everything open again that nobody decided in time, or that was approved and then held back."""
    return [row | {"state": OPEN} if row.get("state") == EXPIRED or _held_back(row) else row for row in rows]


def _held_back(row: Json) -> bool:
    return row.get("state") == FAILED and (row.get("decided") or {}).get("reason") in HELD_BACK


def offered(rows: list[Json], draft: Draft, at: datetime) -> list[Json]:
    """The rows with this draft open in its newest version; what it replaces becomes history."""
    row = draft.model_dump(mode="json") | {"state": OPEN, "offered_at": at.isoformat(), "history": []}
    before = find(rows, draft.draft_id)
    if before is None:
        return [*rows, row]
    row["history"] = [*before.get("history", []), _bare(before)]
    return [row if other is before else other for other in rows]


def decided(rows: list[Json], decision: Decision, at: datetime) -> list[Json]:
    """The rows after a decision. The words that were sent are the truth, also when they are not the ones we wrote."""
    return [_decided(row, decision, at) if row.get("draft_id") == decision.draft_id else row for row in rows]


def _decided(row: Json, decision: Decision, at: datetime) -> Json:
    if decision.version > int(row.get("version", 1)) or decision.verb == "edited":
        words = {"subject": decision.subject or row.get("subject"), "body": decision.body or row.get("body")}
        row = row | words | {"version": decision.version, "history": [*row.get("history", []), _bare(row)]}
    if decision.verb == "edited":
        return row
    facts = decision.model_dump(mode="json", exclude={"draft_id", "locale", "subject", "body"})
    row = row | {"state": decision.verb, "decided": facts | {"at": at.isoformat()}}
    if decision.verb != "sent":
        return row
    return row | {"sent": {"subject": decision.subject, "body": decision.body, "ref": decision.ref}}


def newest(row: Json, decision: Decision) -> Draft:
    """The draft a change is asked of: as the owner last saw it, under the higher of the two versions.

    They may never have seen our newest one, when it was lost on its way: the same words would then be followed twice.
    """
    version = int(row.get("version", 1))
    older = row.get("history", []) if decision.version < version else []
    seen = next((old for old in older if old.get("version") == decision.version), row)
    words = {"subject": decision.subject or seen["subject"], "body": decision.body or seen["body"]}
    return to_wire(seen | words | {"version": max(version, decision.version)})


def _bare(row: Json) -> Json:
    return {key: value for key, value in row.items() if key not in BOOKKEEPING}
