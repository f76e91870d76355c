"""A tender notice published as open data (OCDS, JSON) to blocks: who buys what, until when, with which documents."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from agent.sources.interface import Block
from agent.sources.text import decode, squeeze

Json = dict[str, Any]
_NO_NOTICE = "This JSON file is no tender notice (OCDS), so it was not read."


def notice_blocks(data: bytes) -> tuple[tuple[Block, ...], str]:
    """The blocks of the first release, and a sentence of trouble."""
    try:
        found = json.loads(decode(data))
    except ValueError:
        return (), "This JSON file is damaged, so it was not read."
    release = _release(found)
    return (tuple(_blocks(release)), "") if release else ((), _NO_NOTICE)


def _release(found: object) -> Json | None:
    """A release, alone or in a package."""
    if isinstance(found, dict) and isinstance(found.get("releases"), list):
        found = next(iter(found["releases"]), None)
    return found if isinstance(found, dict) and isinstance(found.get("tender"), dict) else None


def _blocks(release: Json) -> Iterator[Block]:
    tender = release["tender"]
    title = f"Invitation to tender: {_text(tender, 'title')} ({_text(tender, 'id')})"
    yield Block(kind="heading", text=title, level=1, place="tender.title")
    yield from _line("Buyer", _text(_part(release, "buyer"), "name"), "buyer.name")
    yield from _line("Title", _text(tender, "title"), "tender.title")
    yield from _line("Procedure", _text(tender, "procurementMethodDetails"), "tender.procurementMethodDetails")
    for name, part, key in _DATES:
        yield from _line(name, _moment(_text(_part(tender, part), key)), f"tender.{part}.{key}")
    yield from _line("Description", _text(tender, "description"), "tender.description")
    yield from _list("Lots", tender.get("lots"))
    yield from _list("Documents", tender.get("documents"))


_DATES = (
    ("Tenders due by", "tenderPeriod", "endDate"),
    ("Questions due by", "enquiryPeriod", "endDate"),
    ("Award expected from", "awardPeriod", "startDate"),
)


def _list(name: str, entries: object) -> Iterator[Block]:
    rows = [e for e in entries if isinstance(e, dict)] if isinstance(entries, list) else []
    if rows:
        yield Block(kind="heading", text=name, level=2, place=f"tender.{name.lower()}")
    for at, row in enumerate(rows, 1):
        text = _text(row, "title") or _text(row, "description")
        if text:
            yield Block(kind="item", text=text, level=1, number=str(at), place=f"tender.{name.lower()}[{at - 1}]")


def _line(name: str, value: str, place: str) -> Iterator[Block]:
    if value:
        yield Block(kind="paragraph", text=f"{name}: {value}", place=place)


def _part(node: Json, key: str) -> Json:
    found = node.get(key)
    return found if isinstance(found, dict) else {}


def _text(node: Json, key: str) -> str:
    value = node.get(key)
    return squeeze(str(value)) if isinstance(value, str | int) else ""


def _moment(written: str) -> str:
    """An ISO instant as date, time and zone in words a reader of dates knows."""
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        return written
    if len(written) <= 10 or moment.tzinfo is None:
        return written.replace("T", " ")
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
