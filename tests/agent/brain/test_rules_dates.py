"""Dates as people write and say them."""

from datetime import date

import pytest

from agent.brain.dates import find_dates
from agent.brain.due import find_due
from tests.tables import table

MONDAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("written", "when"),
    [
        ("due by 5:00 p.m. EDT, Friday, August 24, 2018, by email", "2018-08-24T17:00:00-04:00"),
        ("no later than 4:00 pm prevailing Alaska Time December 27th, 2021", "2021-12-27T16:00:00-09:00"),
        ("closing August 25, 2023 at Noon, Eastern Time (ET)", "2023-08-25T12:00:00-04:00"),
        ("January 4, 2017, 12:00PM EST", "2017-01-04T12:00:00-05:00"),
        ("on 2026-12-18 at 17:00 UTC", "2026-12-18T17:00:00+00:00"),
        ("14 February 2027", "2027-02-14"),
        ("deadline 18 December 2026", "2026-12-18"),
    ],
)
def test_a_written_date_becomes_an_instant(written: str, when: str) -> None:
    (found,) = find_dates(written)

    assert found.when() == when


def test_est_on_a_summer_date_is_read_as_wall_time_and_marked() -> None:
    (summer,) = find_dates("Reply by August 07, 2018 4:00PM EST")
    (winter,) = find_dates("Reply by January 07, 2018 4:00PM EST")

    assert summer.when() == "2018-08-07T16:00:00-04:00"
    assert summer.summer_standard
    assert not winter.summer_standard


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("até às 17h00 do dia 31/08/2022", date(2022, 8, 31)),
        ("Valinhos, 10 de agosto de 2022", date(2022, 8, 10)),
        ("1º de março de 2024", date(2024, 3, 1)),
        ("em 03/04/2024", date(2024, 4, 3)),
    ],
)
def test_portuguese_dates_put_the_day_first(written: str, day: date) -> None:
    (found,) = find_dates(written, day_first=True)

    assert found.day == day


def test_each_date_keeps_its_own_clock() -> None:
    first, second = find_dates("questions by July 30, 2018 4:00PM ET; quotes by August 7, 2018 2:00PM ET")

    assert (first.when(), second.when()) == ("2018-07-30T16:00:00-04:00", "2018-08-07T14:00:00-04:00")


@pytest.mark.parametrize("text", ["FAR 52.204-27 (Jun 2023)", "31/02/2024", "version 3.2.1", "Lei nº 14.133, de 2021"])
def test_what_is_no_date_is_not_read_as_one(text: str) -> None:
    assert find_dates(text, day_first=True) == []


@table(
    ("said", "day"),
    [
        ("by Friday", date(2026, 12, 4)),
        ("due next Wednesday", date(2026, 12, 9)),
        ("by end of week", date(2026, 12, 4)),
        ("end of next week", date(2026, 12, 11)),
        ("tomorrow", date(2026, 12, 1)),
        ("by EOD", MONDAY),
        ("in two weeks", date(2026, 12, 14)),
        ("in 3 business days", date(2026, 12, 3)),
        ("by December 15", date(2026, 12, 15)),
        ("by the 9th", date(2026, 12, 9)),
        ("by 12/15", date(2026, 12, 15)),
        ("end of the month", MONDAY),
        ("by January 8", date(2027, 1, 8)),
        ("até sexta", date(2026, 12, 4)),
        ("na próxima quarta", date(2026, 12, 2)),
        ("quarta da semana que vem", date(2026, 12, 9)),
        ("até o dia 20", date(2026, 12, 20)),
        ("depois de amanhã", date(2026, 12, 2)),
        ("até 10/12", date(2026, 12, 10)),
        ("daqui a duas semanas", date(2026, 12, 14)),
        ("fim da semana", date(2026, 12, 4)),
    ],
)
def test_a_spoken_date_is_counted_from_the_meeting(said: str, day: date) -> None:
    found = find_due(f"I'll send it {said}", MONDAY)

    assert found is not None
    assert found.day == day


def test_a_weekday_said_on_that_weekday_is_one_week_later_and_marked() -> None:
    found = find_due("by Monday", MONDAY)

    assert found is not None
    assert (found.day, found.note) == (date(2026, 12, 7), "same_weekday")


def test_words_without_a_certain_day_keep_their_words() -> None:
    found = find_due("get it out first half of next week", MONDAY)

    assert found is not None
    assert (found.day, found.as_written) == (None, "first half of next week")


def test_without_the_meeting_day_relative_words_stay_open() -> None:
    found = find_due("by Friday", None)

    assert found is not None
    assert (found.day, found.as_written) == (None, "by Friday")


@pytest.mark.parametrize(
    "text", ["3 more days to land", "July 26-27, San Francisco", "Marie sat there", "7(?) Days remaining"]
)
def test_durations_and_events_are_no_due_dates(text: str) -> None:
    assert find_due(text, MONDAY) is None
