"""Which days are holidays: what the library knows, as the desk asks for it."""

from datetime import date

import pytest

from bot.core.errors import Misconfigured
from bot.edges.holidays import checked, days_off, known_region


def test_a_region_has_its_countrys_holidays_and_its_own() -> None:
    assert days_off("BR", 2026)[date(2026, 9, 7)]
    assert date(2026, 7, 9) in days_off("BR-SP", 2026)
    assert date(2026, 7, 9) not in days_off("BR", 2026)
    assert {day.year for day in days_off("BR", 2027)} == {2027}


@pytest.mark.parametrize("region", ["", "XX", "nowhere"])
def test_where_nobody_knows_of_holidays_there_are_none(region: str) -> None:
    assert days_off(region, 2026) == {}


def test_a_region_that_is_not_known_has_its_countrys() -> None:
    assert days_off("BR-XX", 2026) == days_off("BR", 2026)


def test_the_settings_must_name_a_region_that_is_known() -> None:
    assert checked("br-sp") == "BR-SP"
    assert checked("") == ""
    assert known_region("DE-BY")
    with pytest.raises(Misconfigured, match="such as BR or BR-SP"):
        checked("BR-XX")
