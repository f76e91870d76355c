"""When something is due, as people say it in a meeting, resolved against the day of that meeting."""

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta
from typing import Literal, NamedTuple

from agent.brain.dates import MONTHS, Stamp, find_dates
from agent.brain.language import fold

_WEEK = (
    "monday mon segunda",
    "tuesday tue tues terca",
    "wednesday wed quarta",
    "thursday thu thurs thur quinta",
    "friday fri sexta",
    "saturday sabado",
    "sunday domingo",
)
_DAYS = {name: number for number, names in enumerate(_WEEK) for name in names.split()}
_DAY = "|".join(sorted(_DAYS, key=len, reverse=True))
_COUNTED = "zero one two three four five six seven eight nine ten"
_NUMBERS = {w: n for n, w in enumerate(_COUNTED.split())}
_NUMBERS |= {
    "a": 1,
    "an": 1,
    "um": 1,
    "uma": 1,
    "dois": 2,
    "duas": 2,
    "tres": 3,
    "quatro": 4,
    "cinco": 5,
    "seis": 6,
    "sete": 7,
    "oito": 8,
    "dez": 10,
    "couple of": 2,
}
_COUNT = r"(?P<n>\d{1,3}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True)) + ")"
_UNIT = r"(?P<work>business\s+|working\s+)?(?P<unit>days?|weeks?|months?|dias?|semanas?|mes(?:es)?)\b"
_LEAD = (
    r"(?:(?:due|ready|done)?\s*(?:by|before|until|till|no later than|not later than|due on|due|on"
    r"|for|at|para|ate|antes d[eoa]"
    r"|no|na|nesta|neste|em)\s+)?(?:the\s+|o\s+|a\s+)?(?:(?:close of business|cob|eod|end of day"
    r"|noon|morning|fim do dia|final do dia)(?:\s+(?:on|d[eoa]))?\s+)?"
)
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))


Reading = Literal["", "same_weekday", "one_week", "other_weekday", "uncertain"]
SAME_WEEKDAY: Reading = "same_weekday"  # said on the weekday itself: one week later is taken
ONE_WEEK: Reading = "one_week"  # "next week": one week after the meeting is taken
OTHER_WEEKDAY: Reading = "other_weekday"  # "Thursday, 4 December" where that day is a Friday: the date is taken
UNCERTAIN: Reading = "uncertain"
_JOINED = re.compile(r"^\s*,?\s*(?:(?:on |em )?(?:the|dia|o dia)\s+)?$")  # between "Thursday" and "3 December"


class Due(NamedTuple):
    """`day` is None when the words name no certain day; `note` says how one was read that could mean another."""

    day: date | None
    as_written: str
    start: int
    end: int
    note: Reading = ""


def find_due(text: str, held_on: date | None, portuguese: bool = False) -> Due | None:
    """The first due expression in the text; relative ones need the day of the meeting."""
    folded = _same_length(text)
    found = [Due(stamp.day, *_with_lead(text, stamp.start, stamp.end)) for stamp in _first_date(text, portuguese)]
    for pattern, resolve in _RELATIVE:
        match = pattern.search(folded)
        if match and not any(d.start < match.end() and match.start() < d.end for d in found):
            day, note = resolve(match, held_on) if held_on else (None, "")
            written = text[match.start() : match.end()].strip(" ,.;")
            found.append(Due(day, written, match.start(), match.end(), note))
    return _with_its_date(text, sorted(found, key=lambda d: d.start))


def _first_date(text: str, portuguese: bool) -> list[Stamp]:
    return find_dates(text, day_first=portuguese)[:1]


def _with_its_date(text: str, found: list[Due]) -> Due | None:
    """The first one; a weekday with a date behind it is that date: "Thursday, 3 December"."""
    if len(found) < 2:
        return found[0] if found else None
    first, second = found[0], found[1]
    weekday = re.search(rf"\b({_DAY})(?:-feira)?$", fold(first.as_written))
    dated = re.search(r"\d", second.as_written) and _JOINED.match(text[first.end : second.start])
    if not weekday or not dated:
        return first
    other = second.day is not None and second.day.weekday() != _DAYS[weekday.group(1)]
    written = text[first.start : second.end].strip(" ,.;")
    return Due(second.day, written, first.start, second.end, OTHER_WEEKDAY if other else second.note)


def _same_length(text: str) -> str:
    """Folded, but with every character where it was: positions must stay usable."""
    return "".join(f if len(f := fold(c)) == 1 else c.lower() for c in text)


def _with_lead(text: str, start: int, end: int) -> tuple[str, int, int]:
    lead = re.search(
        r"(?:\b(?:due|by|before|until|no later than|on|até|ate|para|em|no|na|dia"
        r"|due on)\s+)+(?:o\s+|a\s+|the\s+)?(?:dia\s+)?$",
        text[:start],
        re.IGNORECASE,
    )
    start = lead.start() if lead else start
    return text[start:end].strip(" ,.;"), start, end


Resolved = tuple[date | None, Reading]


def _weekday(match: re.Match[str], held: date) -> Resolved:
    wanted = _DAYS[match["day"]]
    ahead = (wanted - held.weekday()) % 7
    if match["next"]:
        monday = held + timedelta(days=7 - held.weekday())
        return monday + timedelta(days=wanted), ""
    if ahead == 0 and not match["this"]:
        return held + timedelta(days=7), SAME_WEEKDAY
    return held + timedelta(days=ahead), ""


def _named_weekday(match: re.Match[str], held: date) -> Resolved:
    """ "quarta que vem" is the coming one; "da semana que vem", "Friday next week", English "next" the week after."""
    words, wanted = match.group(0), _DAYS[match["day"]]
    monday = held + timedelta(days=7 - held.weekday())
    if re.search(r"\bafter next$", words):
        if "week" not in words:
            return None, UNCERTAIN
        return monday + timedelta(days=7 + wanted), ""
    if "semana" in words or re.search(r"\b(?:next|following|coming) week\b|\bweek after$", words):
        return monday + timedelta(days=wanted), ""
    if "que vem" in words or re.search(r"\bproxim", words):
        ahead = (wanted - held.weekday() - 1) % 7 + 1
        return held + timedelta(days=ahead), ""
    if re.search(r"(?<!this )\bweek\b", words):
        return held + timedelta(days=(wanted - held.weekday()) % 7 + 7), ""
    return _weekday(match, held)


def _in(match: re.Match[str], held: date) -> Resolved:
    count = _NUMBERS.get(match["n"]) if not match["n"].isdigit() else int(match["n"])
    if count is None:
        return None, ""
    unit = match["unit"]
    if unit.startswith(("month", "mes")):
        month = held.month - 1 + count
        year, month = held.year + month // 12, month % 12 + 1
        return date(year, month, min(held.day, monthrange(year, month)[1])), ""
    days = count * (7 if unit.startswith(("week", "semana")) else 1)
    day = held + timedelta(days=days)
    return (_business(held, count), "") if match.groupdict().get("work") else (day, "")


def _business(start: date, count: int) -> date:
    day = start
    while count:
        day += timedelta(days=1)
        count -= day.weekday() < 5
    return day


def _ordinal(match: re.Match[str], held: date) -> Resolved:
    return _day_of_month(int(match["d"]), held)


def _day_of_month(number: int, held: date) -> Resolved:
    year, month = held.year, held.month
    if number <= held.day:
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)
    return (date(year, month, number), "") if 1 <= number <= monthrange(year, month)[1] else (None, "")


def _month_day(match: re.Match[str], held: date) -> Resolved:
    month = MONTHS[match["mon"]]
    try:
        day = date(held.year, month, int(match["d"]))
    except ValueError:
        return None, ""
    return (day if day >= held - timedelta(days=60) else day.replace(year=held.year + 1)), ""


def _slashed(match: re.Match[str], held: date) -> Resolved:
    first, second = int(match["x"]), int(match["y"])
    if first > 12 or match["lead"].strip().startswith(("ate", "dia", "em", "no", "para")):
        first, second = second, first
    elif second <= 12 and first != second:
        return None, ""
    try:
        day = date(held.year, first, second)
    except ValueError:
        return None, ""
    return (day if day >= held - timedelta(days=60) else day.replace(year=held.year + 1)), ""


def _ahead(days: int) -> Callable[[re.Match[str], date], Resolved]:
    return lambda match, held: (held + timedelta(days=days), "")


def _friday(weeks: int) -> Callable[[re.Match[str], date], Resolved]:
    def resolve(match: re.Match[str], held: date) -> Resolved:
        monday = held - timedelta(days=held.weekday())
        return monday + timedelta(days=7 * (weeks + (held.weekday() > 4)) + 4), ""

    return resolve


def _next_week(match: re.Match[str], held: date) -> Resolved:
    return held + timedelta(days=7), ONE_WEEK


def _month_end(match: re.Match[str], held: date) -> Resolved:
    return held.replace(day=monthrange(held.year, held.month)[1]), ""


def _unclear(match: re.Match[str], held: date) -> Resolved:
    return None, UNCERTAIN


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b{_LEAD}{words}", re.IGNORECASE)


_RELATIVE: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], Resolved]], ...] = (
    (_pattern(
        r"(?:early|first half of|second half of|sometime|mid)\s+(?:next|this) (?:week|month)\b"
        r"|\b(?:comeco|inicio|metade) da (?:proxima )?semana\b"), _unclear),
    (_pattern(
        r"(?:end of (?:the )?next week|fim da (?:proxima semana|semana que vem)"
        r"|final da (?:proxima semana|semana que vem))\b"), _friday(1)),
    (_pattern(r"(?:end of (?:the |this )?week|eow|week'?s end|(?:fim|final) d(?:a|esta) semana)\b"), _friday(0)),
    (_pattern(r"(?:end of (?:the |this )?month|eom|(?:fim|final) do mes)\b"), _month_end),
    (_pattern(r"(?:day after tomorrow|depois de amanha)\b"), _ahead(2)),
    (_pattern(r"(?:tomorrow|amanha)\b(?: (?:morning|night|evening|eod|cedo|a noite))?"), _ahead(1)),
    (_pattern(
        rf"(?:{_DAY}),?\s+(?:the\s+)?(?P<d>\d{{1,2}})(?:st|nd|rd|th)\b(?!\s+(?:of\s+)?(?:{_MONTH})\b)"), _ordinal),
    (_pattern(
        rf"(?P<next>next|following) week,?\s+(?:on\s+)?(?P<day>{_DAY})\b"), _weekday),
    (_pattern(
        rf"(?:proxima semana|semana que vem),?\s+(?:na\s+)?(?P<day>{_DAY})\b(?:-feira)?"), _named_weekday),
    (_pattern(
        rf"(?:a|one) week (?:from|on|after) (?P<day>{_DAY})\b"), _named_weekday),
    (
        _pattern(
            rf"(?:(?P<this>this|nesta|esta)\s+)?(?P<next>next\s+|proxim[ao]\s+)?(?P<day>{_DAY})\b(?:-feira)?"
            r"(?:\s+(?:morning|noon|evening|eod|cob|at \d\w*))?"
            r"(?:,?\s+(?:que vem|[dn]a semana que vem|[dn]a proxima semana|(?:of |in )?(?:the )?"
            r"(?:(?:next|following|coming|this) week|week after(?: next)?)|after next|week(?=\W*$|[,.;])))?"
        ),
        _named_weekday,
    ),
    (re.compile(
        rf"\b(?:in|within|daqui a|em|dentro de)\s+{_COUNT}\s+{_UNIT}(?:\s+(?:from (?:now|today)|time"
        rf"|uteis))?"), _in),
    (re.compile(rf"\bgive me (?:another |until )?{_COUNT}\s+(?:more\s+)?{_UNIT}"), _in),
    (re.compile(rf"\b{_COUNT}\s+{_UNIT}\s+(?:from (?:now|today)|a partir de hoje)"), _in),
    (_pattern(r"(?:next week|semana que vem|proxima semana)\b"), _next_week),
    (_pattern(rf"(?P<mon>{_MONTH})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\s*[-–]\s*\d)"), _month_day),
    (_pattern(rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th|º)?\s+(?:de\s+|of\s+)?(?P<mon>{_MONTH})\b"), _month_day),
    (_pattern(r"dia (?P<d>\d{1,2})\b(?!/)"), _ordinal),
    (re.compile(r"\b(?:by|before|until|due|on) the (?P<d>\d{1,2})(?:st|nd|rd|th)\b"), _ordinal),
    (re.compile(
        r"\b(?P<lead>(?:by|before|due|until|on|ate|dia|para|em"
        r"|no)\s+(?:o\s+)?(?:dia\s+)?)(?P<x>\d{1,2})/(?P<y>\d{1,2})\b(?!/)"), _slashed),
    (re.compile(
        r"\b(?:by |before |until |ate )?(?:end of (?:the )?day|eod|cob|close of business|today|tonight"
        r"|hoje|fim do dia|final do dia)\b"), _ahead(0)),
)  # fmt: skip
