"""From the words of a due expression to its day: each rule takes the matched words and the day of the meeting."""

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta
from typing import Literal

from agent.brain.dates import MONTHS
from agent.brain.numbers import number

Reading = Literal["", "same_weekday", "one_week", "other_weekday", "either_order", "its_end", "uncertain"]
SAME_WEEKDAY: Reading = "same_weekday"  # said on the weekday itself: one week later is taken
ONE_WEEK: Reading = "one_week"  # "next week": one week after the meeting is taken
OTHER_WEEKDAY: Reading = "other_weekday"  # "Thursday, 4 December" where that day is a Friday: the date is taken
EITHER_ORDER: Reading = "either_order"  # "05/03/2027", and nothing tells which is the month
ITS_END: Reading = "its_end"  # "the week of 14 December": its last working day is taken
UNCERTAIN: Reading = "uncertain"
Resolved = tuple[date | None, Reading]
Rule = Callable[[re.Match[str], date], Resolved]

_WEEK = (
    "monday mon segunda",
    "tuesday tue tues terca",
    "wednesday wed quarta",
    "thursday thu thurs thur quinta",
    "friday fri sexta",
    "saturday sabado",
    "sunday domingo",
)
WEEKDAYS = {name: at for at, names in enumerate(_WEEK) for name in names.split()}
_PAST = timedelta(days=60)  # so far back a day without a year may lie
_FRIDAY = 4
_LAST = -1


def weekday(said: str) -> int:
    """ "friday", "sexta", "6a" (of "6ª-feira")."""
    return int(said[0]) - 2 if said[0].isdigit() else WEEKDAYS[said]


def _next_monday(held: date) -> date:
    return held + timedelta(days=7 - held.weekday())


def _coming(wanted: int, held: date) -> date:
    return held + timedelta(days=(wanted - held.weekday() - 1) % 7 + 1)


def plain_weekday(match: re.Match[str], held: date) -> Resolved:
    wanted = weekday(match["day"])
    ahead = (wanted - held.weekday()) % 7
    if match["next"]:
        return _next_monday(held) + timedelta(days=wanted), ""
    if ahead == 0 and not match["this"]:
        return held + timedelta(days=7), SAME_WEEKDAY
    return held + timedelta(days=ahead), ""


def named_weekday(match: re.Match[str], held: date) -> Resolved:
    """ "quarta que vem" is the coming one; "da semana que vem", "Friday next week", English "next" the week after."""
    words, wanted = match.group(0), weekday(match["day"])
    if re.search(r"\bafter next\b", words):
        return (_next_monday(held) + timedelta(days=7 + wanted), "") if "week" in words else (None, UNCERTAIN)
    if weeks := match.groupdict().get("weeks"):
        day = _next_monday(held) + timedelta(days=7 * (number(weeks) or 0) - 7 + wanted)
        return day, ""
    if re.search(r"\b(?:this week|(?:d|n)?est[ae] semana|dessa semana|nessa semana)\b", words):
        return (None, UNCERTAIN) if wanted < held.weekday() else (held + timedelta(days=wanted - held.weekday()), "")
    if "semana" in words or re.search(r"\b(?:next|following|coming) week\b|\bweek after\b", words):
        return _next_monday(held) + timedelta(days=wanted), ""
    if re.search(r"\boutra\b", words):
        return _coming(wanted, held) + timedelta(days=7), ""
    if "que vem" in words or re.search(r"\bproxim|\bcoming\b|\bupcoming\b", words):
        return _coming(wanted, held), ""
    if later := re.search(r"\b(?:week|fortnight)\b", words):
        far = 14 if later[0] == "fortnight" else 7
        return held + timedelta(days=(wanted - held.weekday()) % 7 + far), ""
    return plain_weekday(match, held)


def anchored(match: re.Match[str], held: date) -> Resolved:
    """ "two weeks from Friday", "a week tomorrow"."""
    return counted(match, _anchor(match, held))


def _anchor(match: re.Match[str], held: date) -> date:
    said = match["anchor"]
    if re.search(r"after tomorrow|depois de amanha", said):
        return held + timedelta(days=2)
    if said in ("tomorrow", "amanha"):
        return held + timedelta(days=1)
    return held if said in ("today", "now", "hoje", "agora") else _coming(weekday(match["day"]), held)


def days_on(match: re.Match[str], held: date) -> Resolved:
    """ "de hoje a oito dias" is in a week, "a quinze" in two."""
    start = _anchor(match, held)
    return start + timedelta(days=7 if match["n"] == "oito" else 14), ""


def weekday_and_number(match: re.Match[str], held: date) -> Resolved:
    """ "quinta, 17": the number is a day where that day is a Thursday."""
    day, _ = day_of_month(match, held)
    if day and day.weekday() == weekday(match["day"]):
        return day, ""
    ahead = (weekday(match["day"]) - held.weekday()) % 7
    return held + timedelta(days=ahead or 7), "" if ahead else SAME_WEEKDAY


def on(month: int, day: int) -> Rule:
    return lambda match, held: (near(month, day, held), "")


def counted(match: re.Match[str], held: date) -> Resolved:
    """ "in ten working days", "daqui a duas semanas", "in 48 hours"."""
    said = match.groupdict()
    count, unit = number(said["n"] or "") if said.get("n") else 1, match["unit"]
    if count is None:
        return None, UNCERTAIN
    if unit.startswith(("month", "mes")):
        return _months_on(held, count), ""
    if unit.startswith("h"):
        return held + timedelta(days=count // 24), ""
    if said.get("work") or said.get("uteis") or unit.startswith("workday"):
        return working_days(held, count), ""
    length = 7 if unit.startswith(("week", "semana")) else {"f": 14, "q": 15}.get(unit[0], 1)
    return held + timedelta(days=count * length), ""


def _months_on(held: date, count: int) -> date:
    at = held.month - 1 + count
    year, month = held.year + at // 12, at % 12 + 1
    return date(year, month, min(held.day, monthrange(year, month)[1]))


def working_days(start: date, count: int) -> date:
    day = start
    while count > 0:
        day += timedelta(days=1)
        count -= day.weekday() < 5
    return day


def day_of_month(match: re.Match[str], held: date) -> Resolved:
    """ "the 18th", "dia 18", "the 5th of next month"."""
    wanted = number(match["d"]) or 0
    of = match.groupdict().get("of") or ""
    year, month = held.year, held.month
    if re.search(r"next|proxim|que vem|seguinte", of) or (not of and wanted <= held.day):
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)
    return (date(year, month, wanted), "") if 1 <= wanted <= monthrange(year, month)[1] else (None, "")


def month_day(match: re.Match[str], held: date) -> Resolved:
    wanted = number(match["d"]) or 0
    if match["d"] == "last":
        wanted = monthrange(held.year, MONTHS[match["mon"]])[1]
    if year := match.groupdict().get("y"):
        return _safe(int(year), MONTHS[match["mon"]], wanted), ""
    return near(MONTHS[match["mon"]], wanted, held), ""


def _safe(year: int, month: int, day: int) -> date | None:
    return date(year, month, day) if 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1] else None


def near(month: int, day: int, held: date) -> date | None:
    """The day without a year that is meant: of this year, unless that lies too far back."""
    found = _safe(held.year, month, day)
    if found is None:
        return _safe(held.year + 1, month, day)
    return found if found >= held - _PAST else _safe(held.year + 1, month, day)


def ahead(days: int) -> Rule:
    return lambda match, held: (held + timedelta(days=days), "")


def friday_of(weeks: int, note: Reading = "") -> Rule:
    def resolve(match: re.Match[str], held: date) -> Resolved:
        monday = held - timedelta(days=held.weekday())
        return monday + timedelta(days=7 * (weeks + (held.weekday() > _FRIDAY and not weeks)) + _FRIDAY), note

    return resolve


def week_holding(match: re.Match[str], held: date) -> Resolved:
    """ "the week of 14 December", "week ending 18 December", "na semana do dia 14"."""
    day, note = month_day(match, held) if match.groupdict().get("mon") else day_of_month(match, held)
    if day is None or match["ending"]:
        return day, note
    return day + timedelta(days=_FRIDAY - day.weekday()), ITS_END


def next_week(match: re.Match[str], held: date) -> Resolved:
    return held + timedelta(days=7), ONE_WEEK


def _month_meant(match: re.Match[str], held: date) -> date:
    """The first of the month the words name: "of January", "of next month", "of the month"."""
    said = match.groupdict()
    if name := said.get("mon"):
        month = MONTHS[name]
        year = int(said["y"]) if said.get("y") else held.year
        late = not said.get("y") and date(year, month, monthrange(year, month)[1]) < held - timedelta(days=30)
        return date(year + late, month, 1)
    first = held.replace(day=1)
    return _months_on(first, 1) if re.search(r"next|proxim|que vem|seguinte", match.group(0)) else first


def _last(first: date) -> date:
    return first.replace(day=monthrange(first.year, first.month)[1])


def month_end(match: re.Match[str], held: date) -> Resolved:
    last = _last(_month_meant(match, held))
    said = match.groupdict()
    while (said.get("work") or said.get("uteis")) and last.weekday() > _FRIDAY:
        last -= timedelta(days=1)
    return last, ""


def year_end(match: re.Match[str], held: date) -> Resolved:
    return date(held.year, 12, 31), ""


def quarter_end(match: re.Match[str], held: date) -> Resolved:
    named = match.groupdict().get("q")
    month = int(named) * 3 if named else (held.month + 2) // 3 * 3
    last = _last(date(held.year, month, 1))
    return (last if last >= held - _PAST else _last(date(held.year + 1, month, 1))), ""


_PLACES = {"last": _LAST, "ultima": _LAST, "ultimo": _LAST, "primeira": 1, "segunda": 2, "terceira": 3, "quarta": 4}


def _place(said: str) -> int:
    return _PLACES.get(said) or number(said) or int(said.rstrip("stndrha") or 1)


def nth_weekday(match: re.Match[str], held: date) -> Resolved:
    """ "the last Friday of the month", "primeira segunda-feira de fevereiro"."""
    first, wanted, place = _month_meant(match, held), weekday(match["day"]), _place(match["nth"])
    if place == _LAST:
        last = _last(first)
        return last - timedelta(days=(last.weekday() - wanted) % 7), ""
    day = first + timedelta(days=(wanted - first.weekday()) % 7 + 7 * (place - 1))
    return (day, "") if day.month == first.month else (None, UNCERTAIN)


def week_of_month(match: re.Match[str], held: date) -> Resolved:
    """Its Friday. The first week of a month is the one most of whose days are in it."""
    first, place = _month_meant(match, held), _place(match["nth"])
    note: Reading = "" if match["ending"] else ITS_END
    if place == _LAST:
        last = _last(first)
        return last - timedelta(days=(last.weekday() - _FRIDAY) % 7), note
    fourth = first + timedelta(days=3)
    return fourth - timedelta(days=fourth.weekday()) + timedelta(days=7 * (place - 1) + _FRIDAY), note


def half_of_month(match: re.Match[str], held: date) -> Resolved:
    """ "na primeira quinzena de janeiro"."""
    first = _month_meant(match, held)
    return (first.replace(day=15) if _place(match["nth"]) == 1 else _last(first)), ITS_END


def unclear(match: re.Match[str], held: date) -> Resolved:
    return None, UNCERTAIN
