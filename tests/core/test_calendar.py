from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.core.calendar import (
    Calendar,
    Hours,
    Span,
    daily,
    is_away,
    is_open,
    is_quiet,
    is_working,
    next_wake,
    possible,
    working_day,
    working_days_after,
    working_days_before,
    working_time_after,
)
from bot.core.wall import DAY, day_of, instant, known_zone, minute_of, moment_of

ZONES = sorted(available_timezones())
TWELVE = (
    "Europe/Lisbon", "America/Sao_Paulo", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia",
    "Africa/Casablanca", "America/Havana", "Asia/Beirut", "Asia/Tehran", "Pacific/Kiritimati", "America/St_Johns",
)  # fmt: skip
START = datetime(1950, 1, 1, tzinfo=UTC)

instants = st.datetimes(
    min_value=datetime(1950, 1, 1), max_value=datetime(2090, 1, 1), timezones=st.just(UTC)
) | st.builds(  # close to the changes of the clocks
    lambda year, month, day, minutes: datetime(year, month, day, tzinfo=UTC) + timedelta(minutes=minutes),
    st.integers(1990, 2037), st.sampled_from((3, 4, 10, 11)), st.integers(1, 28), st.integers(0, 3 * DAY),
)  # fmt: skip
zones = st.sampled_from(TWELVE) | st.sampled_from(ZONES)
minutes = st.integers(0, DAY - 1)
hours = st.builds(lambda start, length: Hours(start=start, end=(start + length - 1) % DAY + 1), minutes,
                  st.integers(1, DAY - 1))  # fmt: skip


@st.composite
def calendars(draw: st.DrawFn, about: datetime | None = None) -> Calendar:
    near = about or draw(instants)
    lengths = st.integers(-20 * DAY, 20 * DAY)
    away = [
        Span(
            start=near + timedelta(minutes=first), end=near + timedelta(minutes=first + draw(st.integers(1, 90 * DAY)))
        )
        for first in draw(st.lists(lengths, max_size=3))
    ]
    free = [near.date() + timedelta(days=one) for one in draw(st.lists(st.integers(-5, 40), max_size=12))]
    days = draw(st.sets(st.integers(0, 6), min_size=1))
    quiet = draw(st.none() | hours)
    return Calendar(
        zone=draw(zones), days=tuple(days), work=draw(hours), quiet=quiet, holidays=frozenset(free), away=tuple(away)
    )


@given(st.data(), instants)
def test_nobody_is_woken_early_or_in_quiet_time_or_on_a_day_off(data: st.DataObject, asked: datetime) -> None:
    calendar = data.draw(calendars(asked))
    woken = next_wake(asked, calendar)
    assume(woken is not None)
    assert woken is not None

    assert woken >= asked
    assert not is_quiet(woken, calendar)
    assert is_working(woken, calendar)
    assert is_away(woken, calendar) is None


@given(st.data(), instants)
def test_the_wall_agrees_that_it_is_neither_quiet_nor_before_work(data: st.DataObject, asked: datetime) -> None:
    calendar = data.draw(calendars(asked))
    woken = next_wake(asked, calendar)
    assume(woken is not None)
    assert woken is not None
    shown = minute_of(woken, calendar.zone)
    begun = day_of(woken, calendar.zone) - timedelta(days=calendar.work.end < calendar.work.start and
                                                     shown < calendar.work.end)  # fmt: skip

    assert calendar.quiet is None or shown not in calendar.quiet.minutes
    if woken.astimezone(ZoneInfo(calendar.zone)).fold == 0:
        assert shown in calendar.work.minutes or woken in (
            instant(calendar.zone, begun + timedelta(days=days), calendar.work.start) for days in (-1, 0, 1)
        )


@given(st.data(), instants, st.integers(0, 40 * DAY))
def test_who_asks_later_is_not_woken_earlier(data: st.DataObject, asked: datetime, more: int) -> None:
    calendar = data.draw(calendars(asked))
    first, second = next_wake(asked, calendar), next_wake(asked + timedelta(minutes=more), calendar)

    assert (first is None) == (second is None)
    assert first is None or second is None or first <= second


@given(st.data(), instants)
def test_waking_again_changes_nothing(data: st.DataObject, asked: datetime) -> None:
    calendar = data.draw(calendars(asked))
    woken = next_wake(asked, calendar)

    assert woken is None or next_wake(woken, calendar) == woken


@given(st.data(), instants, st.integers(1, 60))
def test_nothing_open_is_passed_over(data: st.DataObject, asked: datetime, minute: int) -> None:
    calendar = data.draw(calendars(asked))
    woken = next_wake(asked, calendar)
    assume(woken is not None and woken > asked)
    assert woken is not None

    between = asked + (woken - asked) * minute / 61

    assert not is_open(between, calendar)


@given(hours, hours)
def test_hours_that_are_all_quiet_never_come(work: Hours, quiet: Hours) -> None:
    calendar = Calendar(work=work, quiet=quiet)

    assert (next_wake(START, calendar) is None) == (work.minutes <= quiet.minutes)
    assert possible(calendar) == (next_wake(START, calendar) is not None)


def test_time_ends_and_the_search_with_it() -> None:
    assert next_wake(datetime(9999, 12, 31, 23, tzinfo=UTC), Calendar()) is None
    assert working_days_after(datetime(9999, 12, 31, 9, tzinfo=UTC), 3, Calendar()) is None
    assert working_time_after(datetime(9999, 12, 31, 9, tzinfo=UTC), timedelta(hours=99), Calendar()) is None


@given(zones, st.datetimes(min_value=datetime(1950, 1, 1), max_value=datetime(2090, 1, 1)))
def test_the_wall_never_shows_less_than_was_asked_for(zone: str, wall: datetime) -> None:
    place = ZoneInfo(zone)
    first, last = (moment_of(wall, zone, late) for late in (False, True))
    shown = first.astimezone(place).replace(tzinfo=None, fold=0)

    assert first <= last
    assert shown >= wall
    assert shown == wall or (first - timedelta(seconds=1)).astimezone(place).replace(tzinfo=None) < wall


@pytest.mark.parametrize("zone", TWELVE)
def test_nine_in_the_morning_stays_nine_all_year(zone: str) -> None:
    shown = {minute_of(at, zone) for at in daily(9 * 60, date(2026, 1, 1), date(2026, 12, 31), zone)}

    assert shown == {9 * 60}


def test_an_hour_that_is_left_out_is_the_first_moment_after_it() -> None:
    found = daily(150, date(2027, 3, 27), date(2027, 3, 29), "Europe/Berlin")

    assert [at.isoformat() for at in found] == [
        "2027-03-27T01:30:00+00:00", "2027-03-28T01:00:00+00:00", "2027-03-29T00:30:00+00:00",
    ]  # fmt: skip


def test_a_day_that_is_left_out_has_no_working_hours() -> None:
    samoa = Calendar(zone="Pacific/Apia", days=(4,))  # Friday, 30 December 2011, was never there

    woken = next_wake(datetime(2011, 12, 28, tzinfo=UTC), samoa)

    assert woken is not None
    assert day_of(woken, "Pacific/Apia") == date(2012, 1, 6)


def test_an_hour_that_comes_twice_is_quiet_twice() -> None:
    berlin = Calendar(zone="Europe/Berlin", days=(6,), work=Hours(start=0, end=DAY), quiet=Hours(start=0, end=150))
    second_two = datetime(2026, 10, 25, 1, tzinfo=UTC)

    woken = next_wake(second_two, berlin)

    assert woken == second_two + timedelta(minutes=30)


def test_the_working_hours_of_a_night_belong_to_the_day_they_begin() -> None:
    night = Calendar(days=(4,), work=Hours(start=22 * 60, end=6 * 60))

    assert is_open(datetime(2026, 12, 5, 5, tzinfo=UTC), night)
    assert not is_open(datetime(2026, 12, 4, 5, tzinfo=UTC), night)


def test_working_time_is_counted_over_nights_and_weekends() -> None:
    friday = datetime(2026, 12, 4, 15, tzinfo=UTC)

    assert working_time_after(friday, timedelta(hours=4), Calendar()) == datetime(2026, 12, 7, 11, tzinfo=UTC)
    assert working_time_after(friday, timedelta(hours=2), Calendar()) == datetime(2026, 12, 4, 17, tzinfo=UTC)


@given(st.data(), instants, st.integers(0, 50 * 60))
def test_so_much_open_time_has_gone_by_and_not_more(data: st.DataObject, asked: datetime, spent: int) -> None:
    calendar = data.draw(calendars(asked))
    done = working_time_after(asked, timedelta(minutes=spent), calendar)
    half = working_time_after(asked, timedelta(minutes=spent // 2), calendar)
    assume(done is not None and half is not None)
    assert done is not None
    assert half is not None

    assert working_time_after(half, timedelta(minutes=spent - spent // 2), calendar) == done


@given(st.data(), instants, st.integers(1, 9))
def test_working_days_are_counted_without_days_off(data: st.DataObject, asked: datetime, count: int) -> None:
    calendar = data.draw(calendars(asked)).model_copy(update={"away": (), "quiet": None})
    later = working_days_after(asked, count, calendar)
    assert later is not None
    first, last = day_of(asked, calendar.zone), day_of(later, calendar.zone)
    between = [first + timedelta(days=one + 1) for one in range((last - first).days)]

    assert sum(working_day(one, calendar) for one in between) >= count - (calendar.work.end < calendar.work.start)


def test_what_is_due_when_a_day_ends_is_due_on_that_day() -> None:
    midnight = instant("America/Sao_Paulo", date(2026, 12, 12))

    risky = working_days_before(midnight, 2, Calendar(zone="America/Sao_Paulo"))

    assert day_of(risky, "America/Sao_Paulo") == date(2026, 12, 9)


def test_a_name_that_no_zone_has_is_known_for_none() -> None:
    odd = (
        "",
        "E. South America Standard Time",
        "tzone://Microsoft/Utc",
        "../etc/passwd",
        "Customized Time Zone",
        "Europe",
    )

    assert [one for one in odd if known_zone(one)] == []
    assert known_zone("America/Sao_Paulo")


def test_hours_without_a_length_are_refused() -> None:
    with pytest.raises(ValueError, match="are none"):
        Hours(start=60, end=60)
