"""The search box of Teams: what it asks, and the list it wants back."""

from collections.abc import Iterable
from typing import NamedTuple

from bot.edges.teams.fields import Fields, fields, items, words

CARD = "application/vnd.microsoft.card.adaptive"
PREVIEW = "application/vnd.microsoft.card.thumbnail"
QUERY, LINK = "composeExtension/query", "composeExtension/queryLink"
URL_LIMIT = 2000
INITIAL = "initialRun"  # the client opened the box: nothing was typed yet


class Line(NamedTuple):
    """A result: how it is listed, and the card that is inserted."""

    title: str
    text: str
    card: dict[str, object]


def asked(value: object) -> tuple[str, str]:
    """(command, what was typed); any shape is survived."""
    told = fields(value)
    typed = (words(one.get("value")) for one in items(told.get("parameters")) if one.get("name") != INITIAL)
    return words(told.get("commandId"), 64), next(typed, "")


def link(value: object) -> str:
    return words(fields(value).get("url"), URL_LIMIT)


def results(lines: Iterable[Line]) -> Fields:
    found = [_attachment(line) for line in lines]
    return {"composeExtension": {"type": "result", "attachmentLayout": "list", "attachments": found}}


def message(text: str) -> Fields:
    """Shown instead of a list."""
    return {"composeExtension": {"type": "message", "text": text}}


def _attachment(line: Line) -> Fields:
    preview = {"contentType": PREVIEW, "content": {"title": line.title, "text": line.text}}
    return {"contentType": CARD, "content": line.card, "preview": preview}
