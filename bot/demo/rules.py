"""Scripted answers: what a service does instead of the normal thing, for which request and how often."""

import fnmatch
from dataclasses import dataclass
from typing import Any

ScriptedAnswer = dict[str, Any]  # status, headers, json or text, delay_s, drop


@dataclass
class Heard:
    """A request as it arrived. `utf16` is the size of its JSON as Teams counts it, in bytes."""

    number: int
    at: float
    method: str
    path: str  # decoded
    raw_path: str
    query: str
    headers: dict[str, str]
    json: Any
    utf16: int
    answered: int | str = 0
    id: str = ""


class Rule:
    """{"on": {"method", "path" (glob), "body" (subset), "min_utf16_bytes"}, "skip": 0, "times": 1, "answer": {...}}

    `times` -1 means always; `drop` in the answer closes the connection after the request was taken.
    """

    def __init__(self, written: dict[str, Any]) -> None:
        self._on = written.get("on", {})
        self._skip, self._left = written.get("skip", 0), written.get("times", 1)
        self.answer: ScriptedAnswer = written["answer"]

    def takes(self, heard: Heard) -> bool:
        if not self._fits(heard) or self._left == 0:
            return False
        if self._skip > 0:
            self._skip -= 1
            return False
        self._left -= 1 if self._left > 0 else 0
        return True

    def _fits(self, heard: Heard) -> bool:
        return (
            self._on.get("method", heard.method) == heard.method
            and fnmatch.fnmatchcase(heard.path, self._on.get("path", "*"))
            and within(self._on.get("body"), heard.json)
            and heard.utf16 >= self._on.get("min_utf16_bytes", 0)
        )


def within(wanted: object, found: object) -> bool:
    """Every part of `wanted` is in `found`; an item of a list may stand anywhere in the other list."""
    if wanted is None:
        return True
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(key in found and within(wanted[key], found[key]) for key in wanted)
    if isinstance(wanted, list):
        return isinstance(found, list) and all(any(within(one, other) for other in found) for one in wanted)
    return wanted == found
