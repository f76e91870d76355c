"""The parts every Adaptive Card has: filled template, submit fallbacks for older clients, refresh, colours, facts."""

from collections.abc import Iterable
from typing import Any

from cards.literal import visible
from cards.page import Line
from cards.prose import weight
from cards.template import fill, template
from cards.words import Words

Node = dict[str, Any]
BUDGET = 24_000  # bytes of UTF-8; clients of years past took 28 KB, Teams takes 100 KB today
UNTAGGED = str.maketrans("<>&", "   ")  # `speak` may be SSML: nothing in it may look like a tag
# Good and Warning are too pale for words on white, Attention for words on dark: the words and the container say it.
COLOURS = {"accent": "Accent"}
STYLES = {"plain": "emphasis", "subtle": "emphasis"}


def draw(name: str, scope: Node, words: Words) -> Node:
    """The card of a template. `scope` holds `fallback`, and `refresh` and `viewers` where the card renews itself."""
    speak = str(scope["fallback"]).translate(UNTAGGED)
    card: Node = fill(template(name), {**scope, "speak": speak, "lang": words.lang[:2]}, words.t)
    _give_fallbacks(card)
    if scope.get("viewers"):
        card["refresh"] = {
            "action": {
                "type": "Action.Execute",
                "title": words.t("button.refresh"),
                "verb": "refresh",
                "data": scope["refresh"],
            },
            "userIds": list(scope["viewers"]),
        }
    return card


def toned(line: Line) -> Node:
    return {"text": line.text, "color": COLOURS.get(line.tone, "Default"), "subtle": line.tone == "subtle"}


def style(line: Line) -> str:
    """The container style that goes with a tone."""
    return STYLES.get(line.tone, line.tone)


def pairs(facts: Iterable[tuple[str, str]]) -> list[Node]:
    return [{"label": label, "value": value} for label, value in facts]


def bullets(items: Iterable[str]) -> list[Node]:
    return [{"type": "RichTextBlock", "spacing": "Small", "inlines": [f"•\u2002{visible(item)}"]} for item in items]


def cut(nodes: list[Node], budget: int, frame: int = 0) -> tuple[list[Node], int]:
    """As many of the nodes as the budget (bytes) allows, and how many are left out. `frame`: the template adds it."""
    total = 0
    for count, node in enumerate(nodes):
        total += weight(node) + frame
        if total > budget:
            return nodes[:count], len(nodes) - count
    return nodes, 0


def _give_fallbacks(node: object) -> None:
    """A client that does not know Action.Execute sends the same data as a message."""
    if isinstance(node, list):
        for item in node:
            _give_fallbacks(item)
    elif isinstance(node, dict):
        for key in [key for key in node if key != "data"]:
            _give_fallbacks(node[key])
        if node.get("type") == "Action.Execute":
            same = {key: node[key] for key in ("title", "data", "style", "associatedInputs") if key in node}
            node["fallback"] = {"type": "Action.Submit", **same}
