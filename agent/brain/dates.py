"""Dates as people write them, in English and Portuguese, with the clock time and zone when they stand next to it."""

import re
from datetime import date, datetime, time
from typing import NamedTuple
from zoneinfo import ZoneInfo

from agent.brain.language import fold
from agent.brain.zones import wrong_season, zone_in

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan janeiro",
            "february feb fevereiro fev",
            "march mar marco março",
            "april apr abril abr",
            "may maio mai",
            "june jun junho",
            "july jul julho",
            "august aug agosto ago",
            "september sep sept setembro set",
            "october oct outubro out",
            "november nov novembro",
            "december dec dezembro dez",
        ),
        1,
    )
    for name in names.split()
}
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY = r"(?P<{0}>\d{{1,2}})(?:st|nd|rd|th|º|o)?"
_SHORT = r"['’]\d\d(?!\d)"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?P<m1>{_MONTH})\.?[\s-]+(?:the\s+)?{_DAY.format('d1')},?[\s-]+(?:of\s+)?(?P<y1>20\d\d|{_SHORT})",
        rf"\b{_DAY.format('d2')}\.?(?:\s+de|\s+of|\s*[-/])?\s*-?(?P<m2>{_MONTH})\.?(?:\s+de|\s+of|,|\s*[-/])?"
        rf"\s*-?(?P<y2>20\d\d(?!\d)|(?<=[-/])\d\d(?!\d)|{_SHORT})",
        r"\b(?P<y3>20\d\d)[-/ .](?P<m3>0[1-9]|1[0-2])[-/ .](?P<d3>0[1-9]|[12]\d|3[01])\b",
        r"(?<![\d/.-])(?P<a4>\d{1,2})(?P<sep>[/.-])(?P<b4>\d{1,2})(?P=sep)(?P<y4>20\d\d)(?![\d/-])",
        r"(?<![\d/.,$€£-])(?P<a5>\d{1,2})(?P<sep5>[/.])(?P<b5>\d\d)(?P=sep5)(?P<y5>[23]\d)(?![\d/%-]|[.,]\d)"
        r"(?!\s*-?(?:hours?|days?|weeks?|months?|years?|horas?|dias?|semanas?|m[eê]s(?:es)?|anos?|pages?|v\b))",
    )
)
_CLOCK = re.compile(
    r"\b(?P<h>\d{1,2})(?:[:.h](?P<m>\d{2}))?\s*(?P<half>a\.?\s?m\b\.?|p\.?\s?m\b\.?)"
    r"|\b(?P<h24>[01]?\d|2[0-3])\s?(?:[:h]|horas? e)\s?(?P<m24>[0-5]\d)(?::[0-5]\d)?"
    r"\s*(?:m(?:in(?:utos)?)?(?:\s?\d\ds)?|h(?:oras|rs)?)?\b"
    r"|\b(?P<hpt>[01]?\d|2[0-3])\s?(?:\([a-zç]{3,10}(?: e [a-z]{3,6})?\)\s?)?h(?:oras)?\b"
    r"|(?<=at )(?P<army>[01]\d[0-5]\d|2[0-3][0-5]\d)\s?(?:hrs|hours|h)\b"
    r"|\b(?P<noon>noon|meio-dia|midday)\b|\b(?P<midnight>midnight|meia-noite)\b",
    re.IGNORECASE,
)
_NUMERIC = re.compile(r"\d{1,2}[/-]\d{1,2}[/-]\d{2}")
_LEANS = re.compile(r"^[\s,]*(?:\(?[A-Z]{2,4}\)?[\s,]*)?(?:(?:on|of|do|de|em|dia|the)\s+){0,3}$")
_TIGHT = re.compile(r"^[\s,;|(–-]*(?:(?:at|às|as|@|by|until|até)\s+)?$", re.IGNORECASE)
_REACH = 45  # characters around a date in which its clock time stands


class Stamp(NamedTuple):
    """A date found in a text, with the time, zone and words that belong to it."""

    day: date
    clock: time | None
    zone: str  # IANA name, "" when none is written
    start: int
    end: int
    as_written: str
    summer_standard: bool = False  # "EST" written for a day on which that zone keeps summer time
    either_order: bool = False  # "05/03/2027": its numbers do not tell which is the month

    def when(self, zone: str = "") -> str:
        """ISO date, or datetime with offset when both time and zone are known."""
        name = self.zone or zone
        if self.clock is None or not name:
            return self.day.isoformat()
        return datetime.combine(self.day, self.clock, ZoneInfo(name)).isoformat()


def find_dates(text: str, day_first: bool = False) -> list[Stamp]:
    """Absolute dates in reading order. `day_first`: 03/04 is 3 April (where the numbers leave it open)."""
    found: list[tuple[int, int, date]] = []
    taken = bytearray(len(text))
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            day = _day(match, day_first)
            if day and not any(taken[match.start() : match.end()]):
                found.append((match.start(), match.end(), day))
                taken[match.start() : match.end()] = b"\x01" * (match.end() - match.start())
    found.sort()
    stamps: list[Stamp] = []
    clocked = 0  # where the clock of the date before ends
    for at in range(len(found)):
        stamp, clocked = _stamp(text, found, at, clocked)
        stamps.append(stamp)
    return stamps


def _day(match: re.Match[str], day_first: bool) -> date | None:
    parts = {key[0]: value for key, value in match.groupdict().items() if value}
    year = int(parts["y"][-2:]) + 2000
    if "a" in parts:
        first, second = int(parts["a"]), int(parts["b"])
        if parts["s"] == ".":
            day_first = True
        month, day = (second, first) if (day_first and second <= 12) or first > 12 else (first, second)
    else:
        day = int(parts["d"])
        month = int(parts["m"]) if parts["m"].isdigit() else MONTHS[fold(parts["m"])]
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _stamp(text: str, found: list[tuple[int, int, date]], at: int, taken: int) -> tuple[Stamp, int]:
    """The clock belongs to the date when it stands close by and no other date stands between or has taken it."""
    start, end, day = found[at]
    following = found[at + 1][0] if at + 1 < len(found) else len(text)
    left = max(taken, found[at - 1][1] if at else 0, start - _REACH)
    right = min(following, end + _REACH)
    after = _first_sentence(text[end:right])
    behind = _clock_in(after, end)
    if behind and following < len(text) and _of_the_next(text, end, behind[1], following):
        behind = None
    clock, where = behind or _clock_before(text[left:start], left) or (None, (start, end))
    low, high = min(start, where[0]), max(end, where[1])
    nearby = text[max(low - 5, left) : min(len(text), high + 40)]
    zone, zone_end = zone_in(nearby, max(low - 5, left)) if clock else ("", high)
    high = max(high, zone_end) if zone_end <= high + 45 else high
    written = _tidy(text[low:high])
    either = bool(_NUMERIC.match(text[start:end])) and day.day <= 12 and day.day != day.month
    return Stamp(day, clock, zone, start, end, written, wrong_season(written, day, zone), either), high


def _of_the_next(text: str, end: int, clock: tuple[int, int], following: int) -> bool:
    """ "on 5 January, and by 5 pm on 9 January": the clock leans on the date behind it, not on the one before."""
    return bool(_LEANS.match(text[clock[1] : following])) and not _TIGHT.match(text[end : clock[0]])


def _tidy(written: str) -> str:
    """The words as written, without the marks around them."""
    plain = " ".join(written.replace("*", "").split()).strip(" ,;([")
    plain = plain if re.search(r"[ap]\.m\.$", plain, re.IGNORECASE) else plain.rstrip(".")
    return f"{plain})" if plain.count("(") > plain.count(")") else plain


def _first_sentence(text: str) -> str:
    return re.split(r"(?<=[a-z0-9])\.\s+(?=[A-Z])|\n|;", text)[0]


def _clock_in(text: str, offset: int) -> tuple[time, tuple[int, int]] | None:
    found = _CLOCK.search(text)
    return (_clock(found), (offset + found.start(), offset + found.end())) if found else None


def _clock_before(text: str, offset: int) -> tuple[time, tuple[int, int]] | None:
    found = list(_CLOCK.finditer(text))
    return (_clock(found[-1]), (offset + found[-1].start(), offset + found[-1].end())) if found else None


def _clock(found: re.Match[str]) -> time:
    if found["noon"]:
        return time(12)
    if found["midnight"]:
        return time(0)
    if found["half"]:
        hour = int(found["h"]) % 12 + (12 if found["half"].lower().startswith("p") else 0)
        return time(hour, int(found["m"] or 0))
    if found["army"]:
        return time(int(found["army"][:2]), int(found["army"][2:]))
    return time(int(found["h24"] or found["hpt"]), int(found["m24"] or 0))
