"""When something is due, as people say it in a meeting, resolved against the day of that meeting."""

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from agent.brain.dates import find_dates
from agent.brain.daywords import LEAD, NO_DEADLINE, ONWARDS, OTHER_WORDS, TAIL, WEEKDAY
from agent.brain.language import fold
from agent.brain.phrases import RULES, SIGN, SLASHED
from agent.brain.reckoning import EITHER_ORDER, OTHER_WEEKDAY, UNCERTAIN, Reading, near, weekday

_JOINED = re.compile(  # between "Thursday" and "3 December"
    r"^[\s,(–-]*(?:(?:on|em|that is|that's|thats|i\.?e\.?|which is|so|ou seja|isto e|que e|the|dia|o|no|a"
    r"|na)[\s,]+){0,3}$"
)
_OR = re.compile(r"^\s*,?\s*(?:or|ou)(?:\s+(?:on|na|no|the|a|o|by|ate))?\s*$")
_AND = re.compile(r"^\s*(?:and|e|a|to|-|–)(?:\s+(?:on|na|no|the|a|o))?\s*$")
_SLASH = re.compile(r"^\s?[/–-]\s?$")
_BETWEEN = re.compile(r"\b(?:between|entre)\s+(?:a\s+|o\s+|the\s+|dia\s+)*$")
_TOLD_IN_PORTUGUESE = re.compile(r"\b(?:ate|dia|em|no|para|pra)\b")
_LONGEST = 20_000  # characters that are read: nobody says a day later
_REACH = 60  # characters in front of a date in which the words that lead to it stand


class Due(NamedTuple):
    """`day` is None when the words name no certain day; `note` says how one was read that could mean another."""

    day: date | None
    as_written: str
    start: int
    end: int
    note: Reading = ""


def find_due(text: str, held_on: date | None, portuguese: bool = False, day_first: bool | None = None) -> Due | None:
    """The first due expression in the text that names a day, else the first; relative ones need the meeting's day.

    `day_first`: whether 03/04 is 3 April; None: nobody knows, which only Portuguese settles.
    """
    found = find_dues(text, held_on, portuguese, day_first)
    if held_on and found and found[0].day is None:
        return next((due for due in found if due.day), found[0])
    return found[0] if found else None


def find_dues(text: str, held_on: date | None, portuguese: bool = False, day_first: bool | None = None) -> list[Due]:
    """All due expressions in order; those that say one day in two ways are one."""
    text = text[:_LONGEST]
    folded = _same_length(text)
    if not SIGN.search(folded):
        return []
    order = True if portuguese else day_first
    found = _Finds(text, folded)
    for stamp in find_dates(text, day_first=bool(order)):
        open_order = stamp.either_order and order is None
        found.add(stamp.start, stamp.end, *(_of_two(stamp.day, held_on) if open_order else (stamp.day, "")))
    for pattern, resolve in RULES:
        for match in pattern.finditer(folded):
            if found.free(match.start(), match.end()) and not _no_month(text, match, portuguese):
                found.add(match.start(), match.end(), *(resolve(match, held_on) if held_on else (None, "")))
    for start, end, day in _slashed(folded, held_on, order):
        if found.free(start, end):
            found.add(start, end, day, "")
    return _together(text, folded, [due for due in sorted(found.all, key=lambda d: d.start) if not _opens(folded, due)])


class _Finds:
    """What was found in one text; no two overlap."""

    def __init__(self, text: str, folded: str) -> None:
        self._text, self._folded = text, folded
        self._taken = bytearray(len(text))
        self.all: list[Due] = []

    def free(self, start: int, end: int) -> bool:
        return not any(self._taken[start:end])

    def add(self, start: int, end: int, day: date | None, note: Reading) -> None:
        """With the words that lead to it and the hour behind it."""
        near = max(0, start - _REACH)
        lead = LEAD.search(self._folded[near:start])
        if lead and self.free(near + lead.start(), start):
            start = near + lead.start()
        tail = TAIL.match(self._folded, end)
        if tail and self.free(end, tail.end()):
            end = tail.end()
        self._taken[start:end] = b"\x01" * (end - start)
        self.all.append(Due(day, self._text[start:end].strip(" ,.;"), start, end, note))


def _of_two(day: date, held: date | None) -> tuple[date, Reading]:
    other = day.replace(month=day.day, day=day.month)
    if held is None or (day < held) == (other < held):
        return day, EITHER_ORDER
    return max(day, other), ""


def _no_month(text: str, match: re.Match[str], portuguese: bool) -> bool:
    """ "set 3 goals", "it may 5": words that are a month's name only when they are written as one."""
    name = match.groupdict().get("mon")
    if not name or name not in OTHER_WORDS or portuguese:
        return False
    at = match.start("mon")
    if name in ("may", "march"):
        return not text[at].isupper() and not re.search(r"\bof\s+$", text[:at][-5:].lower())
    return not re.search(r"(?:[-/.]|\bde\s+)$", text[:at][-5:].lower())


def _slashed(folded: str, held: date | None, order: bool | None) -> Iterator[tuple[int, int, date | None]]:
    """ "by 12/15", "até 10/12", "18.12.": a day and a month without a year."""
    for match in SLASHED.finditer(folded):
        first, second = int(match["x"] or match["x2"]), int(match["y"] or match["m"] or match["y2"])
        known = order or match["dot"] or first > 12 or _TOLD_IN_PORTUGUESE.search(match.group(0))
        day = None
        if held and known:
            day = near(second, first, held)
        elif held and (second > 12 or first == second or order is False):
            day = near(first, second, held)
        if day or not held or (first <= 12 and second <= 12):
            yield match.start("x" if match["x"] else "x2"), match.end(), day


def _opens(folded: str, due: Due) -> bool:
    """ "after Monday", "starting 4 January", "last Friday": the words in front make it no deadline."""
    before = folded[max(0, due.start - _REACH) : due.start]
    return bool(NO_DEADLINE.search(before) or ONWARDS.match(folded[due.end : due.end + _REACH]))


def _together(text: str, folded: str, found: list[Due]) -> list[Due]:
    joined: list[Due] = []
    for due in found:
        if joined and (both := _both(text, folded, joined[-1], due)):
            joined[-1] = both
        else:
            joined.append(due)
    return joined


def _both(text: str, folded: str, first: Due, second: Due) -> Due | None:
    """ "Thursday, 3 December" is one day said twice; "Thursday or Friday" is no certain one."""
    gap = folded[first.end : second.start]
    end = second.end + 1 if "(" in gap and text[second.end : second.end + 1] == ")" else second.end
    written = text[first.start : end].strip(" ,.;")
    either_day = _SLASH.match(gap) and _named(first) is not None and _named(second) is not None
    if _OR.match(gap) or either_day or (_AND.match(gap) and _BETWEEN.search(folded[: first.start][-20:])):
        return Due(None, written, first.start, end, UNCERTAIN)
    if not _JOINED.match(gap):
        return None
    one, other = _named(first), _named(second)
    if one is not None and other is None and re.search(r"\d", second.as_written):
        return _checked(second, one, written, first.start, end)
    if other is not None and one is None:
        return _checked(first, other, written, first.start, end)
    return None


def _checked(dated: Due, named: int, written: str, start: int, end: int) -> Due:
    other = dated.day is not None and dated.day.weekday() != named
    return Due(dated.day, written, start, end, OTHER_WEEKDAY if other else dated.note)


def _named(due: Due) -> int | None:
    """The weekday, when the expression is nothing but one."""
    words = fold(due.as_written)
    found = WEEKDAY.search(words)
    return (
        weekday(found["day"])
        if found
        and not re.search(
            r"\d{1,2}(?:st|nd|rd|th)|\d[/.-]\d"
            r"|\bweek",
            words,
        )
        else None
    )


def _same_length(text: str) -> str:
    """Folded, but with every character where it was: positions must stay usable."""
    return "".join(f if len(f := fold(c)) == 1 else c.lower() if len(c.lower()) == 1 else c for c in text)
