"""Whatever a due date looks like, wherever the project is: late begins at one moment, and never before."""

from datetime import UTC, date, datetime, time, timedelta, timezone
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.project_log import STATUSES, Task, days_late, due_moment, late

ZONES = sorted(available_timezones())
zones = st.sampled_from(ZONES)
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)
days = st.dates(date(2024, 1, 1), date(2037, 12, 1))
walls = st.datetimes(datetime(2024, 1, 1), datetime(2037, 12, 1)).map(lambda moment: moment.replace(microsecond=0))
offsets = st.integers(-14 * 4, 14 * 4).map(lambda quarters: timezone(timedelta(minutes=15 * quarters)))
aware = st.builds(lambda wall, offset: wall.replace(tzinfo=offset), walls, offsets)
dues = st.one_of(days.map(date.isoformat), walls.map(datetime.isoformat), aware.map(datetime.isoformat))
instants = st.datetimes(datetime(2023, 1, 1), datetime(2039, 1, 1), timezones=st.just(UTC))
statuses = st.sampled_from(sorted(STATUSES - {"submitted"}))


def task(due: str, status: str = "assigned") -> Task:
    return Task(task_id="t", title="Pricing", due=due, status=status)


@given(days, zones, st.integers(-50 * 3600, 50 * 3600))
def test_a_bare_day_is_late_from_the_next_day_on_where_the_project_is(day: date, zone: str, seconds: int) -> None:
    now = datetime.combine(day, time(), UTC) + timedelta(seconds=seconds)

    assert late(task(day.isoformat()), now, zone) == (now.astimezone(ZoneInfo(zone)).date() > day)


@given(aware, zones, instants)
def test_a_time_with_an_offset_is_the_same_moment_in_every_zone(due: datetime, zone: str, now: datetime) -> None:
    assert late(task(due.isoformat()), now, zone) == (now >= due)


@given(walls, zones)
def test_a_time_without_an_offset_is_what_clocks_show_where_the_project_is(wall: datetime, zone: str) -> None:
    """One that clocks skip there is late when they show a later one; of two, the first counts."""
    moment = due_moment(wall.isoformat(), zone)
    assert moment is not None
    there = moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)

    assert there >= wall
    assert there == wall or (moment - DAY / 4).astimezone(ZoneInfo(zone)).replace(tzinfo=None) < wall


@given(dues, zones, statuses)
def test_nothing_is_late_before_its_moment_and_everything_from_it_on(due: str, zone: str, status: str) -> None:
    moment = due_moment(due, zone)
    assert moment is not None

    for clock in (UTC, ZoneInfo(zone), timezone(timedelta(hours=14))):
        before, after = (moment - SECOND).astimezone(clock), moment.astimezone(clock)
        assert not late(task(due, status), before, zone)
        assert late(task(due, status), after, zone)
        assert (days_late(due, before, zone), days_late(due, after, zone)) == (0, 1)


@given(dues, zones, st.lists(instants, min_size=2, max_size=6), statuses)
def test_what_is_late_stays_late_and_never_less(due: str, zone: str, moments: list[datetime], status: str) -> None:
    moments.sort()
    found = [late(task(due, status), now, zone) for now in moments]
    counts = [days_late(due, now, zone) for now in moments]

    assert found == sorted(found)
    assert counts == sorted(counts)
    assert [count > 0 for count in counts] == found


@given(st.one_of(dues, st.text()), zones, instants)
def test_what_was_handed_in_is_never_late_and_no_date_raises(due: str, zone: str, now: datetime) -> None:
    late(task(due), now, zone)

    assert not late(task(due, "submitted"), now, zone)


@pytest.mark.parametrize("due", ["", "0001-01-01", "9999-12-31", "9999-12-31T23:59:59", "0001-01-01T00:00:00"])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"])
def test_the_edges_of_the_calendar_raise_nothing(due: str, zone: str) -> None:
    now = datetime(2026, 11, 30, tzinfo=UTC)

    assert not late(task(due), now, zone) or due.startswith("0001")


@pytest.mark.parametrize("now_in", ["UTC", "Europe/Lisbon"])
def test_in_the_hour_that_comes_twice_the_clock_that_is_asked_makes_no_difference(now_in: str) -> None:
    """Two times of one zone are compared by what its clocks show; half past one comes before the second one o'clock."""
    second = datetime(2026, 10, 25, 1, 10, tzinfo=UTC)

    assert late(task("2026-10-25T01:30:00"), second.astimezone(ZoneInfo(now_in)), "Europe/Lisbon")
