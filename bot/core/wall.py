"""What the clock on somebody's wall shows, and which instant that is: some hours are left out, others come twice."""

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY = 24 * 60  # minutes


@lru_cache(maxsize=1 << 10)
def known_zone(name: str) -> bool:
    """Is this an IANA name such as America/Sao_Paulo? Windows names and empty ones are not."""
    try:
        return bool(name) and ZoneInfo(name) is not None
    except (ZoneInfoNotFoundError, ValueError, OSError):  # an OSError: the name of a folder, or one that is too long
        return False


def day_of(moment: datetime, zone: str) -> date:
    """The day the calendar on the wall shows."""
    return moment.astimezone(ZoneInfo(zone)).date()


def minute_of(moment: datetime, zone: str) -> int:
    """Minutes after midnight that the clock on the wall shows."""
    shown = moment.astimezone(ZoneInfo(zone))
    return shown.hour * 60 + shown.minute


@lru_cache(maxsize=1 << 14)
def instant(zone: str, day: date, minute: int = 0, last: bool = False) -> datetime:
    """When the wall shows that minute (0 to 2 · DAY after the day's midnight), in UTC. Raises `OverflowError` past the
    year 9999.

    A time that is left out is the first moment after it. Of a time that comes twice the first counts, or the `last`.
    """
    return moment_of(datetime.combine(day, time()) + timedelta(minutes=minute), zone, last)


def moment_of(wall: datetime, zone: str, last: bool = False) -> datetime:
    """The same for a naive date and time."""
    place = ZoneInfo(zone)
    wall = wall.replace(tzinfo=None)
    moment = wall.replace(tzinfo=place, fold=int(last)).astimezone(UTC)
    if moment.astimezone(place).replace(tzinfo=None) == wall:
        return moment
    return _after_the_gap(wall, place)


def _after_the_gap(wall: datetime, place: ZoneInfo) -> datetime:
    """The first instant at which the wall shows more: clocks are put forward at whole seconds."""
    early, late = sorted(wall.replace(tzinfo=place, fold=fold, microsecond=0).astimezone(UTC) for fold in (0, 1))
    before, after = 0, int((late - early).total_seconds()) + 1
    while after - before > 1:
        middle = (before + after) // 2
        if (early + timedelta(seconds=middle)).astimezone(place).replace(tzinfo=None) > wall:
            after = middle
        else:
            before = middle
    return early + timedelta(seconds=after)
