"""Which days are holidays where: the only place that knows the library of the world's holidays."""

from datetime import date
from functools import cache

import holidays

from bot.core.errors import Misconfigured


@cache
def days_off(region: str, year: int) -> dict[date, str]:
    """Public holidays of a country or country-region such as BR or BR-SP, by their name there; none for "".

    Of a region that the library does not know: its country's; of an unknown country none.
    """
    country, _, part = region.upper().partition("-")
    if country not in (known := holidays.list_supported_countries()):
        return {}
    found = holidays.country_holidays(country, subdiv=part if part in known[country] else None, years=year)
    return {day: name for day, name in found.items() if day.year == year}


def known_region(region: str) -> bool:
    country, _, part = region.upper().partition("-")
    known = holidays.list_supported_countries()
    return country in known and (not part or part in known[country])


def checked(region: str) -> str:
    """The region of the settings. Raises `Misconfigured` for one whose holidays nobody knows."""
    if region and not known_region(region):
        raise Misconfigured("DESK_HOLIDAYS must be a country, or a country and its region, such as BR or BR-SP.")
    return region.upper()
