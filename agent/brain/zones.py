"""The zone a clock time is written in: by its letters, by its distance from Greenwich, or by a city."""

import re
from datetime import date, datetime, time
from functools import cache
from itertools import islice
from zoneinfo import ZoneInfo, available_timezones

from agent.brain.language import fold

_KIND = r"(?: (?:standard|daylight|prevailing|local))?(?: time)"
_LETTERS = (
    (rf"\bE[SD]T\b|\bET\b|eastern{_KIND}|m\.? \(?eastern\b", "America/New_York"),
    (rf"\bC[SD]T\b|\bCT\b|central{_KIND}|m\.? \(?central\b", "America/Chicago"),
    (rf"\bM[SD]T\b|\bMT\b|mountain{_KIND}|m\.? \(?mountain\b", "America/Denver"),
    (rf"\bP[SD]T\b|\bPT\b|pacific{_KIND}|m\.? \(?pacific\b", "America/Los_Angeles"),
    (rf"\bAK[SD]T\b|alaska{_KIND}", "America/Anchorage"),
    (rf"\bHST\b|hawaii(?:an)?{_KIND}", "Pacific/Honolulu"),
    (rf"arizona{_KIND}", "America/Phoenix"),
    (r"\b(?:UTC|GMT)\b(?!\s?[+−–-]\s?\d)|\d Z\b|\dZ\b", "UTC"),
    (r"\bBST\b|\b(?:uk|british)(?: local)? time", "Europe/London"),
    (r"\birish time", "Europe/Dublin"),
    (r"\bCES?T\b|central european(?: summer)? time", "Europe/Berlin"),
    (r"\bEES?T\b|eastern european(?: summer)? time", "Europe/Athens"),
    (r"\bWES?T\b|hor(?:a|[áa]rio) de (?:portugal|lisboa)", "Europe/Lisbon"),
    (
        r"\bBRT\b|\bhor(?:[áa]rios?|a)\b[^.;|\n]{0,25}\bbras[íi]lia\b|\(bras[íi]lia(?:[-/ –]{1,3}DF)?\)"
        r"|\bbras[íi]lia time",
        "America/Sao_Paulo",
    ),
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
_STANDARD = re.compile(r"\b([ECMP]ST|AKST)\b|\b(\w+) standard time", re.IGNORECASE)
_ALL_TIMES = re.compile(
    r"\b(?:all|any|the)\s+(?:\w+\s+){0,2}(?:times|hours|deadlines)\b|\b(?:time\s+zone|times\s+are|hours\s+are)\b"
    r"|\btodos\s+os\s+(?:hor[áa]rios|prazos)\b|\b(?:hor[áa]rios|refer[êe]ncia\s+de\s+tempo|fuso)\b",
    re.IGNORECASE,
)
_LOOKED_AT = 300  # such sentences; a document has a few
_SAID = 160  # characters in which such a sentence names its zone
_BRASILIA = re.compile(r"\bbras[íi]lia\b", re.IGNORECASE)


def zone_in(text: str, offset: int = 0) -> tuple[str, int]:
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


def zone_of_all(text: str) -> str:
    """The zone a document states for all its times: "All times are Mountain Time"; "" when it states none or two."""
    found = set()
    for said in islice(_ALL_TIMES.finditer(text), _LOOKED_AT):
        sentence = re.split(r"\n|\.\s", text[said.start() : said.end() + _SAID])[0]
        found.add(zone_in(sentence)[0] or ("America/Sao_Paulo" if _BRASILIA.search(sentence) else ""))
    found.discard("")
    return found.pop() if len(found) == 1 else ""


def wrong_season(written: str, day: date, zone: str) -> bool:
    """Whether "EST" is written for a day on which that zone keeps summer time."""
    if not zone or not _STANDARD.search(written):
        return False
    return bool(datetime.combine(day, time(12), ZoneInfo(zone)).dst())
