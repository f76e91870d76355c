"""The time zones that stand next to a clock time, as documents write them."""

import re
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

_KIND = r"(?: (?:standard|daylight|prevailing|local))?(?: time)"
_ZONES = (
    (rf"\bE[SD]T\b|\bET\b|eastern{_KIND}|m\.? \(?eastern\b", "America/New_York"),
    (rf"\bC[SD]T\b|\bCT\b|central{_KIND}|m\.? \(?central\b", "America/Chicago"),
    (rf"\bM[SD]T\b|\bMT\b|mountain{_KIND}|m\.? \(?mountain\b", "America/Denver"),
    (rf"\bP[SD]T\b|\bPT\b|pacific{_KIND}|m\.? \(?pacific\b", "America/Los_Angeles"),
    (rf"\bAK[SD]T\b|alaska{_KIND}", "America/Anchorage"),
    (rf"\bHST\b|hawaii(?:an)?{_KIND}", "Pacific/Honolulu"),
    (rf"arizona{_KIND}", "America/Phoenix"),
    (r"\bUTC\b(?! ?[+−–-] ?\d)|\bGMT\b(?! ?[+−–-] ?\d)|\d Z\b|\dZ\b", "UTC"),
    (r"\bBST\b|(?:uk|london|british)(?: local)? time", "Europe/London"),
    (r"(?:irish|dublin)(?: local)? time", "Europe/Dublin"),
    (r"\bCES?T\b|\bCentral European(?: Summer)? Time", "Europe/Berlin"),
    (r"\bAE[SD]T\b|\bsydney(?: local)? time|\bmelbourne(?: local)? time", "Australia/Sydney"),
    (r"\bhora de (?:lisboa|portugal)|hor[áa]rio de (?:lisboa|portugal)|\bWES?T\b", "Europe/Lisbon"),
    (
        r"\bBRT\b|\bhor(?:[áa]rios?|a)\b[^.;|\n]{0,25}\bbras[íi]lia\b|\(bras[íi]lia(?:[-/ –]{1,3}DF)?\)"
        r"|\bbras[íi]lia time",
        "America/Sao_Paulo",
    ),
)
_OFFSET = re.compile(r"\b(?:UTC|GMT) ?(?P<sign>[+−–-]) ?0?(?P<hours>\d{1,2})(?::?00)?\b(?!:)")
_STANDARD = re.compile(r"\b([ECMP]ST|AKST)\b|\b(\w+) standard time", re.IGNORECASE)
_ALL_TIMES = re.compile(
    r"\b(?:all|any|the)\s+(?:\w+\s+){0,2}(?:times|hours|deadlines)\b|\b(?:time\s+zone|times\s+are|hours\s+are)\b"
    r"|\btodos\s+os\s+(?:hor[áa]rios|prazos)\b|\b(?:hor[áa]rios|refer[êe]ncia\s+de\s+tempo|fuso)\b",
    re.IGNORECASE,
)
_SAID = 160  # characters in which such a sentence names its zone
_BRASILIA = re.compile(r"\bbras[íi]lia\b", re.IGNORECASE)


def zone_in(text: str, offset: int = 0) -> tuple[str, int]:
    """The first zone of a text and where it ends, both empty when there is none."""
    hits = [(m.start(), name, m.end()) for pattern, name in _ZONES for m in re.finditer(pattern, text, re.IGNORECASE)]
    hits += [(m.start(), _fixed(m), m.end()) for m in _OFFSET.finditer(text)]
    if not hits:
        return "", 0
    _, name, end = min(hits)
    return name, offset + end


def _fixed(found: re.Match[str]) -> str:
    """ "UTC-3" as a zone; the names of the fixed ones count the other way."""
    hours, west = int(found["hours"]), found["sign"] != "+"
    if west and hours == 3:
        return "America/Sao_Paulo"
    return f"Etc/GMT{'+' if west else '-'}{hours}" if 0 < hours <= 12 else "UTC"


def zone_of_all(text: str) -> str:
    """The zone a document states for all its times: "All times are Mountain Time"; "" when it states none or two."""
    found = set()
    for said in _ALL_TIMES.finditer(text):
        sentence = re.split(r"\n|\.\s", text[said.start() : said.end() + _SAID])[0]
        found.add(zone_in(sentence)[0] or ("America/Sao_Paulo" if _BRASILIA.search(sentence) else ""))
    found.discard("")
    return found.pop() if len(found) == 1 else ""


def wrong_season(written: str, day: date, zone: str) -> bool:
    """Whether "EST" is written for a day on which that zone keeps summer time."""
    if not zone or not _STANDARD.search(written):
        return False
    return bool(datetime.combine(day, time(12), ZoneInfo(zone)).dst())
