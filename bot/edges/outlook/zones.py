"""Zones as Exchange names them: Windows names are mapped by Unicode's table, what nobody can map is no zone."""

from babel.core import get_global

from bot.core.wall import known_zone

ALSO_UTC = ("tzone://microsoft/utc", "utc", "z", "coordinated universal time")


def iana(name: str) -> str:
    """An IANA name, or "" for a custom or unknown zone: whoever asks has a better guess than we."""
    if name.strip().casefold() in ALSO_UTC:
        return "UTC"
    mapped = get_global("windows_zone_mapping").get(name.strip(), name.strip())
    return mapped if known_zone(mapped) else ""
