"""When the clock strikes: nine in the morning stays nine, whatever the zone does to its clocks that night."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from cronsim import CronSim
from hypothesis import given
from hypothesis import strategies as st

from bot.edges.jobs import _cron

NINE = "0 9 * * *"
DAY = timedelta(days=1)
ZONES = sorted(zone for zone in available_timezones() if not zone.startswith(("Etc/", "posix", "right")))
instants = st.datetimes(datetime(2024, 1, 1), datetime(2037, 12, 1), timezones=st.just(UTC))
# a year in which the zone changed its clocks both ways, and what it moves them by
CHANGES = {
    "Europe/Lisbon": (2026, 60),
    "America/Sao_Paulo": (2018, 60),
    "America/New_York": (2026, 60),
    "Asia/Kolkata": (2026, 0),  # never
    "Australia/Lord_Howe": (2026, 30),
    "Pacific/Apia": (2020, 60),
}


def strikes(line: str, zone: str, since: datetime, count: int) -> list[datetime]:
    """The next times, in the zone, of a desk that starts at `since`: by the engine's own line, at another moment."""
    cron = _cron(line, zone)
    return list(islice(CronSim(cron.expression, since.astimezone(cron.tz)), count))


def real(day: date, at: time, zone: str) -> datetime | None:
    """The first moment at which clocks there show this, None where they skip it."""
    wanted = datetime.combine(day, at, ZoneInfo(zone))
    shown = wanted.astimezone(UTC).astimezone(ZoneInfo(zone))
    return wanted if shown.replace(tzinfo=None) == wanted.replace(tzinfo=None) else None


def changes(zone: str, year: int) -> dict[str, datetime]:
    """The moments at which clocks go forward and back, by the last minute before."""
    here, found = ZoneInfo(zone), {}
    moment = datetime(year, 1, 1, tzinfo=UTC)
    while moment.year == year:
        after = moment + timedelta(minutes=30)
        moved = after.astimezone(here).utcoffset() - moment.astimezone(here).utcoffset()  # type: ignore[operator] # zones have one
        if moved:
            found["forward" if moved > timedelta(0) else "back"] = after
        moment = after
    return found


@given(st.sampled_from(ZONES), instants)
def test_the_next_nine_o_clock_is_later_and_the_first_there_is(zone: str, now: datetime) -> None:
    first, *_ = found = strikes(NINE, zone, now, 4)
    today = now.astimezone(ZoneInfo(zone)).date()
    expected = [real(today + DAY * ahead, time(9), zone) for ahead in range(5)]

    assert first > now
    assert [one.astimezone(UTC) for one in found] == [one for one in expected if one and one > now][:4]
    assert all((one.hour, one.minute) == (9, 0) for one in found)
    assert all(after.date() - before.date() == DAY for before, after in pairwise(found))


@given(st.sampled_from(ZONES), instants, st.integers(0, 86_400))
def test_a_desk_that_starts_anew_waits_for_the_same_morning(zone: str, now: datetime, seconds: int) -> None:
    """However often it starts before it strikes; and never again for the one that struck."""
    (first,) = strikes(NINE, zone, now, 1)
    later = min(now + timedelta(seconds=seconds), first.astimezone(UTC) - timedelta(microseconds=1))

    assert strikes(NINE, zone, later, 1) == [first]
    assert strikes(NINE, zone, first, 1)[0].date() > first.date()


@pytest.mark.parametrize("zone", CHANGES)
def test_nine_stays_nine_on_the_days_on_which_the_clocks_change(zone: str) -> None:
    year, minutes = CHANGES[zone]
    found = changes(zone, year)
    assert sorted(found) == (["back", "forward"] if minutes else [])

    for moment in found.values() or [datetime(year, 6, 1, tzinfo=UTC)]:
        days = strikes(NINE, zone, moment - 5 * DAY, 10)
        assert [(one.hour, one.minute) for one in days] == [(9, 0)] * 10
        assert all(after.date() - before.date() == DAY for before, after in pairwise(days))
        gaps = {(after.astimezone(UTC) - before.astimezone(UTC)) for before, after in pairwise(days)}
        assert gaps - {DAY} <= {DAY - timedelta(minutes=minutes), DAY + timedelta(minutes=minutes)}


@pytest.mark.parametrize("zone", [zone for zone, (_, minutes) in CHANGES.items() if minutes])
def test_a_time_that_does_not_exist_strikes_as_soon_as_there_is_one_again(zone: str) -> None:
    year, minutes = CHANGES[zone]
    after = changes(zone, year)["forward"].astimezone(ZoneInfo(zone))
    skipped = after.replace(tzinfo=None) - timedelta(minutes=minutes // 2)
    assert real(skipped.date(), skipped.time(), zone) is None

    days = strikes(f"{skipped.minute} {skipped.hour} * * *", zone, after - 2 * DAY, 4)
    assert [one.date() for one in days] == [after.date() + DAY * n for n in (-1, 0, 1, 2)]
    (that,) = [one for one in days if one.date() == after.date()]
    assert timedelta(0) <= that.astimezone(UTC) - after.astimezone(UTC) < timedelta(minutes=minutes)


@pytest.mark.parametrize("zone", [zone for zone, (_, minutes) in CHANGES.items() if minutes])
def test_a_time_that_comes_twice_strikes_once(zone: str) -> None:
    year, minutes = CHANGES[zone]
    after = changes(zone, year)["back"].astimezone(ZoneInfo(zone))
    twice = after.replace(tzinfo=None) + timedelta(minutes=minutes // 2)

    days = strikes(f"{twice.minute} {twice.hour} * * *", zone, after - 2 * DAY, 5)
    assert [one.date() for one in days].count(twice.date()) == 1
    assert all(one.replace(tzinfo=None).time() == twice.time() for one in days)


def test_the_morning_of_a_day_that_a_country_left_out_strikes_as_soon_as_there_is_a_day_again() -> None:
    """Samoa went from the 29th of December 2011 to the 31st; a day that strikes twice is looked at once."""
    days = strikes(NINE, "Pacific/Apia", datetime(2011, 12, 28, tzinfo=UTC), 5)

    assert [(one.day, one.hour) for one in days] == [(28, 9), (29, 9), (31, 0), (31, 9), (1, 9)]
