"""When a project is looked at next, by a line of cron on the wall of its zone. `cronsim` asks nobody for the time."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

NEVER = "never"  # only when somebody asks


def next_strike(cron: str, zone: str, after: datetime) -> datetime | None:
    """In UTC; None for never, or a line that nobody can read. A time that is left out strikes as soon as there is one
    again, one that comes twice strikes once."""
    try:
        return next(CronSim(cron, after.astimezone(ZoneInfo(zone)))).astimezone(UTC)
    except (CronSimError, StopIteration, OverflowError):
        return None
