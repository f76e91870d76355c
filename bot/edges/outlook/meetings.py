"""What the calendar part of a mail says: what is meant, of which meeting, and when (iCalendar, RFC 5545)."""

import re
from datetime import UTC, datetime

from bot.core.post import Meant, Meeting
from bot.core.wall import moment_of
from bot.edges.outlook.mime import parsed, parts, words_of
from bot.edges.outlook.zones import iana

LINE = re.compile(r"([A-Z-]+)((?:;[^:\";]+(?:\"[^\"]*\")?)*):(.*)", re.IGNORECASE)
ESCAPED = re.compile(r"\\(.)")
LONGEST = 250  # characters of a title
METHODS: dict[str, Meant] = {"request": "invited", "publish": "invited", "cancel": "cancelled", "counter": "proposed"}
ANSWERS: dict[str, Meant] = {"accepted": "accepted", "declined": "declined", "tentative": "tentative"}
Field = tuple[str, str]  # parameters, value


def meeting_of(raw: bytes) -> Meeting | None:
    """None where no part of the mail, as it travelled, is a calendar that can be read."""
    for part in parts(parsed(raw)):
        if part.get_content_type() == "text/calendar":
            return _read(words_of(part))
    return None


def _read(text: str) -> Meeting | None:
    fields = _fields(text)
    meant = _meant(fields)
    if meant is None:
        return None
    title = ESCAPED.sub(lambda found: " " if found[1] in "nN" else found[1], fields.get("SUMMARY", ("", ""))[1])
    return Meeting(
        meant=meant, title=" ".join(title.split())[:LONGEST], starts=_moment(*fields.get("DTSTART", ("", "")))
    )


def _meant(fields: dict[str, Field]) -> Meant | None:
    method = fields.get("METHOD", ("", ""))[1].casefold()
    if method != "reply":
        return METHODS.get(method)
    found = re.search(r";PARTSTAT=\"?(\w+)", fields.get("ATTENDEE", ("", ""))[0], re.IGNORECASE)
    return ANSWERS.get(found[1].casefold()) if found else None


def _fields(text: str) -> dict[str, Field]:
    """Of the calendar and its first event, each the first of its name; a zone's own rules are not among them."""
    found: dict[str, Field] = {}
    inside: list[str] = []
    for line in re.sub(r"\r?\n[ \t]", "", text).splitlines():
        field = LINE.fullmatch(line.strip())
        if field is None:
            continue
        name, given, value = field[1].upper(), field[2], field[3].strip()
        if name == "BEGIN":
            inside.append(value.upper())
        elif name == "END":
            inside = inside[:-1]
            if value.upper() == "VEVENT":
                break
        elif inside in (["VCALENDAR"], ["VCALENDAR", "VEVENT"]):
            found.setdefault(name, (given, value))
    return found


def _moment(given: str, value: str) -> str:
    """ISO 8601: a day, a moment in UTC, or wall time where nobody knows the zone; "" where it cannot be read."""
    try:
        if re.fullmatch(r"\d{8}", value):
            return datetime.strptime(value, "%Y%m%d").date().isoformat()
        wall = datetime.strptime(value.rstrip("Zz"), "%Y%m%dT%H%M%S")
    except ValueError:
        return ""
    if value[-1:] in "Zz":
        return wall.replace(tzinfo=UTC).isoformat()
    named = re.search(r";TZID=\"?([^\";]+)", given, re.IGNORECASE)
    zone = iana(named[1]) if named else ""
    return moment_of(wall, zone).isoformat() if zone else wall.isoformat()
