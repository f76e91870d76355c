"""The zone a clock time is written in: by its letters, by its distance from Greenwich, or by a city."""

import re
from functools import cache
from zoneinfo import available_timezones

from agent.brain.language import fold

_LETTERS = (
    (r"\bE[SD]T\b|\bET\b|eastern(?: (?:standard|daylight|prevailing))? time", "America/New_York"),
    (r"\bC[SD]T\b|\bCT\b|central(?: (?:standard|daylight|prevailing))? time", "America/Chicago"),
    (r"\bM[SD]T\b|\bMT\b|mountain(?: (?:standard|daylight|prevailing))? time", "America/Denver"),
    (r"\bP[SD]T\b|\bPT\b|pacific(?: (?:standard|daylight|prevailing))? time", "America/Los_Angeles"),
    (r"\bAK[SD]T\b|alaska(?: (?:standard|daylight|prevailing))? time", "America/Anchorage"),
    (r"\b(?:UTC|GMT)\b(?!\s?[+−–-]\s?\d)|\d Z\b|\dZ\b", "UTC"),
    (r"\bBST\b|\buk time", "Europe/London"),
    (r"\birish time", "Europe/Dublin"),
    (r"\bCES?T\b|central european(?: summer)? time", "Europe/Berlin"),
    (r"\bEES?T\b|eastern european(?: summer)? time", "Europe/Athens"),
    (r"\bWES?T\b", "Europe/Lisbon"),
    (r"\bBRT\b|hor[áa]rio (?:oficial )?de bras[íi]lia|hora de bras[íi]lia|bras[íi]lia time", "America/Sao_Paulo"),
    (r"\bEAT\b", "Africa/Nairobi"),
    (r"\bWAT\b", "Africa/Lagos"),
    (r"\bCAT\b", "Africa/Maputo"),
    (r"\bSAST\b", "Africa/Johannesburg"),
    (r"\bAE[SD]T\b", "Australia/Sydney"),
    (r"\bAW[SD]T\b", "Australia/Perth"),
    (r"\bNZ[SD]T\b", "Pacific/Auckland"),
    (r"\bSGT\b", "Asia/Singapore"),
    (r"\bHKT\b", "Asia/Hong_Kong"),
    (r"\bJST\b", "Asia/Tokyo"),
)
_ZONES = tuple((re.compile(pattern, re.IGNORECASE), name) for pattern, name in _LETTERS)
_SHOUTED = frozenset({"WEST", "EAT", "CAT", "WAT", "WET"})  # in small letters they are words
_DISTANCE = re.compile(r"\b(?:UTC|GMT)\s?([+−–-])\s?(\d{1,2})(?::?(00|30|45))?(?![\d/.-])", re.IGNORECASE)
_CITY = re.compile(
    r"\b([A-Z][\w.'-]+(?: [A-Z][\w.'-]+)?) (?:local )?time\b"
    r"|\bhor(?:a|[áa]rio) de ([A-ZÀ-Ý][\w'-]+(?: [A-ZÀ-Ý][\w'-]+)?)"
)
_UNEVEN = {(1, 5, 30): "Asia/Kolkata", (1, 5, 45): "Asia/Kathmandu", (1, 3, 30): "Asia/Tehran"}
_UNEVEN |= {(1, 4, 30): "Asia/Kabul", (1, 6, 30): "Asia/Yangon", (1, 9, 30): "Australia/Darwin"}
_EAST, _WEST = 14, 12  # hours


def zone_in(text: str, offset: int) -> tuple[str, int]:
    """(IANA name, where it ends from the beginning of the whole) of the first zone; ("", 0) without one."""
    hits = [
        (m.start(), name, m.end())
        for pattern, name in _ZONES
        for m in pattern.finditer(text)
        if m[0].upper() not in _SHOUTED or m[0].isupper()
    ]
    hits += [(m.start(), name, m.end()) for m in _DISTANCE.finditer(text) if (name := _away(m))]
    hits += [(m.start(), name, m.end()) for m in _CITY.finditer(text) if (name := _of_city(m[1] or m[2]))]
    if not hits:
        return "", 0
    _, name, end = min(hits)
    return name, offset + end


def _away(found: re.Match[str]) -> str:
    """The name of a zone without summer time; "Etc" counts hours to the west."""
    sign, hours, minutes = 1 if found[1] == "+" else -1, int(found[2]), int(found[3] or 0)
    if hours > (_EAST if sign > 0 else _WEST):
        return ""
    if minutes:
        return _UNEVEN.get((sign, hours, minutes), "")
    return f"Etc/GMT{'-' if sign > 0 else '+'}{hours}" if hours else "UTC"


def _of_city(name: str) -> str:
    found = _cities()
    return found.get(fold(name)) or found.get(fold(name.rpartition(" ")[2])) or ""


@cache
def _cities() -> dict[str, str]:
    named = sorted(name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix")))
    return {fold(name.rpartition("/")[2].replace("_", " ")): name for name in named}
