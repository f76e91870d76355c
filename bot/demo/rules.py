"""Scripted answers: what a service does instead of the normal thing, for which request and how often."""

import fnmatch
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.demo.answers import ScriptedAnswer
from bot.demo.switches import read


@dataclass
class Heard:
    """A request as it arrived. `utf16` is the size of its JSON as Teams counts it, in bytes.

    `answered`: what the caller was told. `kept`: it took effect, whatever the caller was told.
    """

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
    kept: bool = False


class Rule:
    """{"on": {"method", "path" (glob), "body" (subset), "min_utf16_bytes"}, "skip": 0, "times": 1, "answer": {...}}

    `times` -1 means always. In the answer `kept` does the normal thing first, `drop` and `reset` break the connection
    after the request was taken, `silence_s` says nothing for so long, None: for ever.
    """

    def __init__(self, written: dict[str, Any]) -> None:
        self.written = written
        self.kind = str(written.get("kind", "rule"))
        self._on = written.get("on", {})
        self._skip, self.left = written.get("skip", 0), written.get("times", 1)
        self.answer: ScriptedAnswer = written["answer"]

    def takes(self, method: str, path: str, body: object, utf16: int) -> bool:
        if not self._fits(method, path, body, utf16) or self.left == 0:
            return False
        if self._skip > 0:
            self._skip -= 1
            return False
        self.left -= 1 if self.left > 0 else 0
        return True

    def _fits(self, method: str, path: str, body: object, utf16: int) -> bool:
        return (
            self._on.get("method", method) == method
            and fnmatch.fnmatchcase(path, self._on.get("path", "*"))
            and within(self._on.get("body"), body)
            and utf16 >= self._on.get("min_utf16_bytes", 0)
        )


class Rules:
    """A service's rules in order, how often each kind was applied, and how often the request took effect even so."""

    def __init__(self, codes: Mapping[int, str]) -> None:
        """`codes`: the service's own words for statuses."""
        self._codes = codes
        self._rules: list[Rule] = []
        self._injected: Counter[str] = Counter()
        self._accepted: Counter[str] = Counter()

    def script(self, *rules: dict[str, Any]) -> None:
        """Replace them all."""
        self._rules = [Rule(rule) for rule in rules]

    def arm(self, written: object) -> None:
        """One more, as it is written over HTTP. Raises `ValueError` with what is wrong with it."""
        self._rules.append(Rule(read(written, self._codes)))

    def take(self, method: str, path: str, body: object, utf16: int = 0) -> Rule | None:
        found = next((rule for rule in self._rules if rule.takes(method, path, body, utf16)), None)
        if found:
            self._injected[found.kind] += 1
        return found

    def accepted(self, rule: Rule) -> None:
        self._accepted[rule.kind] += 1

    def report(self) -> dict[str, Any]:
        armed = [{**rule.written, "left": rule.left} for rule in self._rules if rule.left]
        return {"armed": armed, "injected": dict(self._injected), "accepted": dict(self._accepted)}

    def clear(self) -> dict[str, Any]:
        """Returns what there was."""
        last = self.report()
        self._rules.clear()
        self._injected.clear()
        self._accepted.clear()
        return last


def within(wanted: object, found: object) -> bool:
    """Every part of `wanted` is in `found`; an item of a list may stand anywhere in the other list."""
    if wanted is None:
        return True
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(key in found and within(wanted[key], found[key]) for key in wanted)
    if isinstance(wanted, list):
        return isinstance(found, list) and all(any(within(one, other) for other in found) for one in wanted)
    return wanted == found
