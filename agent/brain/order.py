"""Whether a text writes the day or the month first in "05/03/2027": by its other dates, else by where it comes from."""

import re
from collections.abc import Iterator
from datetime import date

from agent.brain.dates import find_dates
from agent.brain.language import fold
from agent.brain.reckoning import WEEKDAYS

_NUMERIC = re.compile(r"(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(20\d\d|[23]\d)(?![\d/-])")
_WEEKDAY = "|".join(sorted(WEEKDAYS, key=len, reverse=True))
_NAMED = re.compile(
    rf"\b(?P<before>{_WEEKDAY})(?:-feira)?[.,]?\s+(?P<a>\d{{1,2}})[/-](?P<b>\d{{1,2}})[/-](?P<y>20\d\d)\b"
    rf"|\b(?P<a2>\d{{1,2}})[/-](?P<b2>\d{{1,2}})[/-](?P<y2>20\d\d)[\s,(]+(?P<behind>{_WEEKDAY})\b"
)
_DAY_FIRST_HINT = re.compile(
    r"\bCES?T\b|\bGMT\b|\bBST\b|\bWES?T\b|[€£]|\bEUR\b|\bGBP\b|\bAUD\b|\bNZD\b|\bGmbH\b|\bPLC\b|\bpty\b"
    r"|\.(?:uk|de|ie|fr|es|it|pt|br|nl|be|at|ch|pl|eu|au|nz|in)\b(?!\.\w)|\+44\b|\+49\b|\+353\b|\+351\b"
)
_MONTH_FIRST_HINT = re.compile(
    r"\b[ECMP][SD]T\b|\b[ECMP]T\b|\bAK[SD]T\b|\b(?:Eastern|Central|Mountain|Pacific|Alaska) (?:Standard "
    r"|Daylight |Prevailing )?Time\b"
    r"|(?<![A-Z])(?:US)?\$\s?\d|\.(?:gov|mil|us)\b(?!\.\w)|\bU\.S\.|\bUnited States\b|\bState of [A-Z]\w+"
    r"|\bzip code\b"
)
_DAY_MONTH = re.compile(r"\b\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?[A-Z][a-z]{2,8}\.?,?\s+20\d\d\b")
_MONTH_DAY = re.compile(r"\b[A-Z][a-z]{2,8}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+20\d\d\b")


def day_first(text: str, portuguese: bool = False) -> bool | None:
    """True for 5 March, False for May 3; None when nothing in the text decides."""
    if portuguese:
        return True
    for votes in (_numbers(text), _weekdays(text), _in_words(text), _style(text)):
        if (said := set(votes)) and len(said) == 1:
            return said.pop()
    return None


def _pairs(text: str) -> Iterator[tuple[int, int, int]]:
    for match in _NUMERIC.finditer(text):
        yield int(match[1]), int(match[3]), 2000 + int(match[4][-2:])


def _numbers(text: str) -> Iterator[bool]:
    """A number above twelve is a day."""
    for first, second, _ in _pairs(text):
        if (first > 12) != (second > 12):
            yield first > 12


def _weekdays(text: str) -> Iterator[bool]:
    """ "Friday, 05/03/2027" can be one of both only."""
    for match in _NAMED.finditer(fold(text)):
        named = WEEKDAYS[match["before"] or match["behind"]]
        first, second, year = (int(match[key] or match[f"{key}2"]) for key in ("a", "b", "y"))
        either = [_day(year, month, day) for month, day in ((second, first), (first, second))]
        fits = [bool(day and day.weekday() == named) for day in either]
        if fits.count(True) == 1:
            yield fits[0]


def _in_words(text: str) -> Iterator[bool]:
    """The same day written out elsewhere: "5 March 2027"."""
    written = {stamp.day for stamp in find_dates(_NUMERIC.sub(" ; ", text))}
    for first, second, year in _pairs(text):
        early, late = _day(year, second, first) in written, _day(year, first, second) in written
        if early != late:
            yield early


def _style(text: str) -> Iterator[bool]:
    """Where the writer is at home: zones, money, addresses; then how dates are written out."""
    european, american = len(_DAY_FIRST_HINT.findall(text)), len(_MONTH_FIRST_HINT.findall(text))
    if bool(european) != bool(american):
        yield bool(european)
        return
    before, behind = len(_DAY_MONTH.findall(text)), len(_MONTH_DAY.findall(text))
    if bool(before) != bool(behind):
        yield bool(before)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
