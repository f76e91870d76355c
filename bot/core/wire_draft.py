"""Drafts as an agent publishes them, read with care: one that cannot be shown whole is counted, never guessed."""

from typing import Any, get_args

from pydantic import ValidationError

from bot.core.draft import BODY_LIMIT, SUBJECT_LIMIT, Draft
from bot.core.post import Importance

Json = dict[str, Any]
KEYS = ("draft_id", "version", "purpose", "task_id", "reason", "channel", "subject", "body", "due_at")
REASON_LIMIT = 200


def drafts_in(arguments: Json) -> tuple[tuple[Draft, ...], int]:
    """Readable drafts, and how many were not."""
    given = arguments.get("drafts", arguments.get("payload"))
    if isinstance(given, dict):
        given = given.get("drafts")
    found = [_draft(row) for row in _list(given)]
    return tuple(draft for draft in found if draft), sum(1 for draft in found if draft is None)


def _draft(row: object) -> Draft | None:
    if not isinstance(row, dict) or len(str(row.get("body"))) > BODY_LIMIT or len(_line(row)) > SUBJECT_LIMIT:
        return None
    facts = {key: row[key] for key in KEYS if row.get(key) is not None}
    facts |= {"subject": _line(row), "version": facts.get("version", 1), "reason": str(row.get("reason") or "")}
    facts["reason"] = facts["reason"][:REASON_LIMIT]
    facts["importance"] = _importance(row.get("importance"))
    facts["requirements"] = tuple(str(one) for one in _list(row.get("requirements")))
    facts["to"] = tuple(_recipient(one) for one in _list(row.get("to")) if isinstance(one, dict))
    if not all(one["name"] or one["address"] for one in facts["to"]):
        return None  # nobody could see who gets this
    try:
        return Draft.model_validate(facts)
    except ValidationError:
        return None


def _importance(given: object) -> object:
    """What a mail program does not know of is nothing special."""
    return given if given in get_args(Importance) else "normal"


def _list(value: object) -> list[Any]:
    """Anything else that stands in its place is nothing."""
    return value if isinstance(value, list) else []


def _line(row: Json) -> str:
    return " ".join(str(row.get("subject") or "").split())


def _recipient(row: Json) -> Json:
    facts = {key: str(row.get(key) or "") for key in ("name", "address", "oid")}
    return facts | {"external": row.get("external") is True or str(row.get("external")).lower() == "true"}
