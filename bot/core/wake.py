"""The first open moment of a person together with what stands before it, as data: words are made of it elsewhere."""

from datetime import date, datetime, timedelta
from typing import Literal

from bot.core.calendar import Calendar, into_work, is_away, next_wake, quiet_until
from bot.core.noun import Noun
from bot.core.wall import day_of, instant


class Reason(Noun):
    """Why somebody is not reached: `day` of a holiday or of a day without work, `until` when an absence or quiet ends.

    `hours`: before or after work on a working day.
    """

    why: Literal["away", "quiet", "holiday", "day_off", "hours"]
    day: date | None = None
    until: datetime | None = None


class Wake(Noun):
    """`at` as `next_wake` gives it. No reasons: at once. None without a moment: all working hours are quiet."""

    at: datetime | None
    reasons: tuple[Reason, ...] = ()


def wake(asked: datetime, calendar: Calendar) -> Wake:
    found, reasons, at = next_wake(asked, calendar), dict[Reason, None](), asked
    while found is not None and at < found:
        reason, at = _held(at, calendar)
        reasons[reason] = None
    return Wake(at=found, reasons=tuple(reasons))


def _held(at: datetime, calendar: Calendar) -> tuple[Reason, datetime]:
    """What is in the way at a moment that is not open, and when that is over."""
    if absence := is_away(at, calendar):
        return Reason(why="away", until=absence.end), absence.end
    if (until := quiet_until(at, calendar)) != at:
        return Reason(why="quiet", until=until), until
    day = day_of(at, calendar.zone)
    end = min(into_work(at, calendar), instant(calendar.zone, day + timedelta(days=1)))
    if day in calendar.holidays:
        return Reason(why="holiday", day=day), end
    if day.weekday() not in calendar.days:
        return Reason(why="day_off", day=day), end
    return Reason(why="hours"), end
