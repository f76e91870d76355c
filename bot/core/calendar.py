"""A person's time: zone, working days and hours, holidays, quiet hours and absences, and when something may reach them.

Times of day are the clock on the person's wall, so 9:00 stays 9:00 when the clocks change; instants are aware, results
in UTC. Dates of holidays are handed in: which they are is known at the edge.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from pydantic import Field, model_validator

from bot.core.noun import Noun
from bot.core.wall import DAY, day_of, instant, minute_of

WEEK = (0, 1, 2, 3, 4, 5, 6)
ONE_DAY = timedelta(days=1)


class Hours(Noun):
    """A part of each day, in minutes after midnight. One that ends before it starts lasts into the next day."""

    start: int = Field(ge=0, lt=DAY)
    end: int = Field(gt=0, le=DAY)

    @model_validator(mode="after")
    def _last_a_while(self) -> "Hours":
        if self.start == self.end:
            raise ValueError("hours that start and end at the same time are none")
        return self

    def on(self, day: date, zone: str, whole: bool = False) -> tuple[datetime, datetime]:
        """From when to when on the day that begins them; `whole`: where the clocks are put back, both times."""
        end = self.end if self.end > self.start else self.end + DAY
        return instant(zone, day, self.start), instant(zone, day, end, whole)

    @property
    def minutes(self) -> frozenset[int]:
        end = self.end if self.end > self.start else self.end + DAY
        return frozenset(minute % DAY for minute in range(self.start, end))


class Span(Noun):
    """An absence: from `start`, and not at `end` any more."""

    start: datetime
    end: datetime

    def covers(self, moment: datetime) -> bool:
        return self.start <= moment < self.end


class Calendar(Noun):
    """`days`: 0 is Monday."""

    zone: str = "UTC"
    days: tuple[int, ...] = Field((0, 1, 2, 3, 4), min_length=1)
    work: Hours = Hours(start=9 * 60, end=17 * 60)
    quiet: Hours | None = None
    holidays: frozenset[date] = frozenset()
    away: tuple[Span, ...] = ()


def working_day(day: date, calendar: Calendar) -> bool:
    return day.weekday() in calendar.days and day not in calendar.holidays


def possible(calendar: Calendar) -> bool:
    """Is there any hour of work that is not quiet?"""
    return calendar.quiet is None or _some_left(calendar.work, calendar.quiet)


@lru_cache(maxsize=1 << 10)
def _some_left(work: Hours, quiet: Hours) -> bool:
    return bool(work.minutes - quiet.minutes)


def is_quiet(moment: datetime, calendar: Calendar) -> bool:
    return quiet_until(moment, calendar) != moment


def is_working(moment: datetime, calendar: Calendar) -> bool:
    """Within the hours of a working day; whether the person is away is another question."""
    return into_work(moment, calendar) == moment


def is_away(moment: datetime, calendar: Calendar) -> Span | None:
    """The absence that lasts longest of those that cover the moment."""
    return max((one for one in calendar.away if one.covers(moment)), key=lambda one: one.end, default=None)


def is_open(moment: datetime, calendar: Calendar) -> bool:
    """May something reach the person now?"""
    return next_wake(moment, calendar) == moment


def next_wake(asked: datetime, calendar: Calendar) -> datetime | None:
    """The first instant from `asked` on that is working time, not quiet, and in no absence.

    None: there is none, because all working hours are quiet or time itself ends first. Each step below gives the first
    moment that one condition allows, so that going round until nothing moves gives the first that all of them allow.
    """
    if not possible(calendar):
        return None
    at = asked.astimezone(UTC)
    try:
        while True:
            later = quiet_until(into_work(_back(at, calendar), calendar), calendar)
            if later == at:
                return at
            at = later
    except OverflowError:
        return None


def _back(at: datetime, calendar: Calendar) -> datetime:
    while absence := is_away(at, calendar):
        at = absence.end.astimezone(UTC)
    return at


def into_work(at: datetime, calendar: Calendar) -> datetime:
    """The first moment from then on within the hours of a working day, quiet or not, there or not."""
    day = day_of(at, calendar.zone) - 2 * ONE_DAY  # hours of a night, and days that a zone left out
    while True:
        if working_day(day, calendar):
            start, end = calendar.work.on(day, calendar.zone)
            if at < end and start < end:
                return max(at, start)
        day += ONE_DAY


def quiet_until(at: datetime, calendar: Calendar) -> datetime:
    """When the quiet hours end that cover the moment; the moment itself when none do."""
    for start, end in _quiet_about(at, calendar):
        if start <= at < end:
            return end
    return at


def _quiet_about(at: datetime, calendar: Calendar) -> Iterator[tuple[datetime, datetime]]:
    """In doubt it is quiet: an hour that comes twice counts with both."""
    if calendar.quiet is not None:
        today = day_of(at, calendar.zone)
        for days in (-2, -1, 0, 1):
            yield calendar.quiet.on(today + days * ONE_DAY, calendar.zone, whole=True)


def _closes(at: datetime, calendar: Calendar) -> datetime:
    """When an open moment's time ends."""
    ends = [one.start for one in calendar.away if one.start > at]
    ends += [start for start, end in _quiet_about(at, calendar) if at < start < end]
    today = day_of(at, calendar.zone)
    for days in (-2, -1, 0, 1):
        if working_day(today + days * ONE_DAY, calendar):
            start, end = calendar.work.on(today + days * ONE_DAY, calendar.zone)
            ends += [end] if start <= at < end else []
    return min(ends)


def working_time_after(asked: datetime, spent: timedelta, calendar: Calendar) -> datetime | None:
    """When so much open time has gone by; None when there is not so much. A due moment, so it may be a closing one."""
    at, left = next_wake(asked, calendar), spent
    try:
        while at is not None:
            closes = _closes(at, calendar)
            if closes - at >= left:
                return at + left
            left -= closes - at
            at = next_wake(closes, calendar)
    except OverflowError:
        pass
    return None


def working_days_after(asked: datetime, count: int, calendar: Calendar) -> datetime | None:
    """The same time of day so many working days later, or the first open moment after it; 0: `next_wake`."""
    if count <= 0:
        return next_wake(asked, calendar)
    try:
        day = _day_after(day_of(asked, calendar.zone), count, calendar)
        return next_wake(instant(calendar.zone, day, minute_of(asked, calendar.zone)), calendar)
    except OverflowError:
        return None


def _day_after(day: date, count: int, calendar: Calendar) -> date:
    step = ONE_DAY if count > 0 else -ONE_DAY
    while count:
        day += step
        count -= (step // ONE_DAY) * working_day(day, calendar)
    return day


def working_days_before(due: datetime, count: int, calendar: Calendar) -> datetime:
    """Midnight of the day that is so many working days before the one on which `due` comes.

    What is due when a day ends is due on that day.
    """
    day = day_of(due - timedelta(microseconds=1), calendar.zone)
    return instant(calendar.zone, _day_after(day, -count, calendar))


def daily(minute: int, first: date, last: date, zone: str) -> tuple[datetime, ...]:
    """The instants at which the wall shows a time of day, once on each day."""
    days = range((last - first).days + 1)
    return tuple(instant(zone, first + number * ONE_DAY, minute) for number in days)
