"""Fills a card template: `${path}`, `$data` for lists, `$when` for parts that may be missing. One pass, no expressions.

`${say.<key>}` is a sentence of the catalogue. A placeholder alone in a string keeps the type of its value. A name that
is not there is a KeyError, never an empty place. Values are put in and not read again: `${…}` in a person's words stays
what it is.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from cards.literal import visible

Node = Any  # a JSON value
Say = Callable[[str], str]
FOLDER = Path(__file__).parent / "templates"
PLACE = re.compile(r"\$\{([a-z][a-z_.]*)\}")
SHOWN = frozenset({"text", "fallbackText", "speak"})  # what a person reads and nobody sends back


@cache
def template(name: str) -> Node:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def fill(node: Node, scope: Node, say: Say) -> Node:
    """A copy of `node` with every placeholder taken from `scope`; inside `$data` an item's own fields are its scope."""
    if isinstance(node, str):
        return _text(node, scope, say)
    if isinstance(node, list):
        return [part for item in node for part in _repeated(item, scope, say)]
    if isinstance(node, dict):
        return {key: _shown(key, fill(value, scope, say)) for key, value in node.items()}
    return node


def _shown(key: str, value: Node) -> Node:
    if key == "inlines":
        return [visible(run) if isinstance(run, str) else run for run in value]
    return visible(value) if key in SHOWN and isinstance(value, str) else value


def _text(text: str, scope: Node, say: Say) -> Node:
    if alone := PLACE.fullmatch(text):
        return _look_up(alone[1], scope, say)
    return PLACE.sub(lambda place: str(_look_up(place[1], scope, say)), text)


def _look_up(path: str, scope: Node, say: Say) -> Node:
    if path.startswith("say."):
        return say(path.removeprefix("say."))
    found = scope
    for name in path.split("."):
        if not isinstance(found, dict) or name not in found:
            raise KeyError(path)
        found = found[name]
    return found


def _repeated(item: Node, scope: Node, say: Say) -> list[Node]:
    if not isinstance(item, dict) or not ({"$data", "$when"} & item.keys()):
        return [fill(item, scope, say)]
    scopes = fill(item["$data"], scope, say) if "$data" in item else [scope]
    bare = {key: value for key, value in item.items() if key not in ("$data", "$when")}
    return [fill(bare, each, say) for each in scopes if "$when" not in item or fill(item["$when"], each, say)]
