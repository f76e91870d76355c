"""Reading cards as a client does: their buttons, what those carry, and the inputs beside them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

CARD_TYPE = "application/vnd.microsoft.card.adaptive"
Json = dict[str, Any]


@dataclass(frozen=True)
class Button:
    verb: str
    title: str
    data: Json


@dataclass(frozen=True)
class Shown:
    """A card as it stands in a chat right now."""

    message: str
    card: Json

    def button(self, verb: str, **facts: object) -> Button | None:
        """The first button with this verb whose data has these facts."""
        return next((one for one in buttons(self.card) if one.verb == verb and _has(one.data, facts)), None)

    @property
    def picks(self) -> list[Json]:
        found = self.button("approve_selected")
        return list(found.data.get("picks") or []) if found else []


def card_in(message: Json) -> Json | None:
    attachments = message.get("attachments") or []
    return next((one["content"] for one in attachments if one.get("contentType") == CARD_TYPE), None)


def buttons(node: object) -> Iterator[Button]:
    if isinstance(node, list):
        for item in node:
            yield from buttons(item)
    elif isinstance(node, dict):
        if node.get("type") == "Action.Execute":
            yield Button(str(node.get("verb")), str(node.get("title", "")), dict(node.get("data") or {}))
        for key, value in node.items():
            if key not in ("data", "fallback"):
                yield from buttons(value)


def _has(data: Json, facts: Json) -> bool:
    return all(data.get(key) == value for key, value in facts.items())


def input_value(card: Json, name: str) -> str:
    """What stands in an input of a card."""
    return next((str(one.get("value") or "") for one in _inputs(card) if one.get("id") == name), "")


def _inputs(node: object) -> Iterator[Json]:
    if isinstance(node, list):
        for item in node:
            yield from _inputs(item)
    elif isinstance(node, dict):
        if str(node.get("type", "")).startswith("Input."):
            yield node
        for value in node.values():
            yield from _inputs(value)
