"""Reading JSON that may have any shape: a missing or odd part is an empty one, never an error."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from zoneinfo import available_timezones

Fields = dict[str, object]


def fields(value: object) -> Fields:
    return value if isinstance(value, dict) else {}


def items(value: object) -> Iterator[Fields]:
    """The objects of a list; everything else in it is passed over."""
    if isinstance(value, list):
        yield from (item for item in value if isinstance(item, dict))


def words(value: object, limit: int = 500) -> str:
    return value[:limit] if isinstance(value, str) else ""


def moment(value: object, otherwise: datetime) -> datetime:
    """An aware time; seven or nine digits of a second are cut to six, what is no time at all is `otherwise`."""
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else otherwise
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return otherwise


@cache
def zones() -> frozenset[str]:
    return frozenset(available_timezones())
