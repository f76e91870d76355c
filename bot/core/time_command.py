"""What people say of their time in a few words, in English or Portuguese: zone, hours, holidays, snooze, polls."""

import re
import unicodedata
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import cache
from typing import Literal
from zoneinfo import available_timezones

from bot.core.calendar import WEEK, Hours
from bot.core.habits import Kind
from bot.core.language import ENGLISH, PORTUGUESE
from bot.core.noun import Noun
from bot.core.wall import DAY, day_of, instant

LONGEST = 60  # characters: a longer text is a sentence for the agent
NINE = 9 * 60
NAMES = (
    "mon monday seg segunda", "tue tues tuesday ter terca", "wed wednesday qua quarta",
    "thu thur thurs thursday qui quinta", "fri friday sex sexta", "sat saturday sab sabado", "sun sunday dom domingo",
)  # fmt: skip
DAYS = {name: number for number, names in enumerate(NAMES) for name in names.split()}
SETS = {
    "weekdays": WEEK[:5], "dias uteis": WEEK[:5], "daily": WEEK, "every day": WEEK, "todo dia": WEEK,
    "todos os dias": WEEK, "diariamente": WEEK,
}  # fmt: skip
KINDS: dict[str, tuple[Kind, ...]] = {
    "reminders": (Kind.REMINDERS, Kind.DECISIONS), "lembretes": (Kind.REMINDERS, Kind.DECISIONS),
    "decisions": (Kind.DECISIONS,), "decisoes": (Kind.DECISIONS,),
    "news": (Kind.NEWS,), "novidades": (Kind.NEWS,),
    "digest": (Kind.DIGEST,), "daily digest": (Kind.DIGEST,), "resumo": (Kind.DIGEST,), "resumo diario": (Kind.DIGEST,),
}  # fmt: skip
LANGUAGES = {
    "en": ENGLISH, "english": ENGLISH, "ingles": ENGLISH,
    "pt": PORTUGUESE, "pt-br": PORTUGUESE, "portuguese": PORTUGUESE, "brazilian portuguese": PORTUGUESE,
    "portugues": PORTUGUESE, "portugues do brasil": PORTUGUESE,
}  # fmt: skip
OFF = ("off", "none", "no", "nao", "nenhum", "nenhuma", "desligado", "desligar")
TIME = r"(\d{1,2})(?:[:h.](\d{2}))?\s*(h|am|pm)?"
SPAN = re.compile(rf"(?:das |from )?{TIME}\s*(?:-|–|to|until|ate|as|a)\s*{TIME}")
LENGTH = re.compile(r"(?:for |por )?(\d{1,3})\s*(h|hours?|horas?|min|minutes?|minutos?|d|days?|dias?)")
UNITS = {"h": 60, "m": 1, "d": DAY}  # minutes


class Until(Noun):
    """A moment as somebody names it: in so many minutes; or on a day of the week, some days ahead or on a date."""

    minutes: int = 0
    weekday: int | None = None
    ahead: int | None = None
    on: date | None = None
    minute: int = NINE


class Cadence(Noun):
    """When a project is looked at: days and a time of day there. No days: never by itself."""

    days: tuple[int, ...] = ()
    minute: int = NINE


class Wish(Noun):
    """`given`: what could not be understood of a zone."""

    verb: Literal[
        "show", "zone", "quiet", "holidays", "work", "snooze", "wake", "stop", "start", "poll", "poll_now", "language"
    ]
    zone: str = ""
    language: str = ""
    hours: Hours | None = None
    days: tuple[int, ...] = ()
    region: str = ""
    until: Until | None = None
    kinds: tuple[Kind, ...] = ()
    cadence: Cadence | None = None
    given: str = ""

    @property
    def personal(self) -> bool:
        """It changes nothing of a project, and waits behind none of its turns."""
        return self.verb not in ("poll", "poll_now")


def wish_in(text: str) -> Wish | None:
    """What a message asks for, when it is nothing but that; None for a sentence to the agent."""
    plain = _plain(text)
    if len(plain) > LONGEST:
        return None
    for heads, understood in GRAMMAR:
        for head in heads:
            if plain == head or plain.startswith((f"{head} ", f"{head}:")):
                return understood(plain[len(head) :].strip(" :"))
    return None


def moment_of(until: Until, now: datetime, zone: str) -> datetime:
    """The next such moment after now, on the wall of the zone, in UTC."""
    if until.minutes:
        return now + timedelta(minutes=until.minutes)
    today = day_of(now, zone)
    if until.on is not None:
        return instant(zone, until.on, until.minute)
    ahead = until.ahead if until.ahead is not None else ((until.weekday or 0) - today.weekday()) % 7
    found = instant(zone, today + timedelta(days=ahead), until.minute)
    again = 1 if until.ahead is not None else 7
    return found if found > now else instant(zone, today + timedelta(days=ahead + again), until.minute)


def _plain(text: str) -> str:
    """Lower case, without accents and without what a greeting or a full stop adds."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(one for one in folded if not unicodedata.combining(one))
    return " ".join(letters.strip(" .!?").split())


def _zone(rest: str) -> Wish | None:
    if not rest or len(rest.split()) > 3:
        return None
    found = _zones().get(rest.replace(" ", "_"), "")
    return Wish(verb="zone", zone=found, given="" if found else rest)


@cache
def _zones() -> dict[str, str]:
    """By whole name and, where only one place bears it, by city."""
    names = sorted(available_timezones())
    cities: dict[str, set[str]] = {}
    for name in names:
        if "/" in name and not name.startswith(("Etc/", "posix/", "right/")):
            cities.setdefault(name.rpartition("/")[2].casefold(), set()).add(name)
    alone = {city: next(iter(found)) for city, found in cities.items() if len(found) == 1}
    return alone | {name.casefold(): name for name in names}


def _quiet(rest: str) -> Wish | None:
    if rest in OFF:
        return Wish(verb="quiet")
    found = SPAN.fullmatch(rest)
    hours = _hours(found) if found else None
    return Wish(verb="quiet", hours=hours) if hours else None


def _work(rest: str) -> Wish | None:
    found = SPAN.match(rest)
    hours = _hours(found) if found else None
    named = rest[found.end() :].strip(" ,") if found else ""
    days = _days(named) if named else ()
    return None if hours is None or days is None else Wish(verb="work", hours=hours, days=days)


def _hours(found: re.Match[str]) -> Hours | None:
    start, end = _minute(*found.groups()[:3]), _minute(*found.groups()[3:])
    if start is None or end is None or start % DAY == end % DAY:
        return None
    return Hours(start=start % DAY, end=end or DAY)


def _minute(hour: str, minutes: str | None, half: str | None) -> int | None:
    """ "9", "9:30", "9h30", "5 pm": minutes after midnight; 24:00 is the end of the day."""
    number = int(hour)
    if half in ("am", "pm"):
        if not 1 <= number <= 12:
            return None
        number = number % 12 + 12 * (half == "pm")
    found = number * 60 + int(minutes or 0)
    return found if int(minutes or 0) < 60 and found <= DAY else None


def _days(named: str) -> tuple[int, ...] | None:
    """ "mon-fri", "seg, qua e sex", "weekdays"; None when a word is no day."""
    if named in SETS:
        return SETS[named]
    found: list[int] = []
    for part in re.split(r"\s*,\s*|\s+e\s+|\s+and\s+|\s+", named.replace(" - ", "-").replace("-feira", "")):
        first, _, last = part.partition("-")
        if first not in DAYS or (last and last not in DAYS):
            return None
        span = (DAYS[last or first] - DAYS[first]) % 7
        found += [(DAYS[first] + number) % 7 for number in range(span + 1)]
    return tuple(sorted(set(found)))


def _holidays(rest: str) -> Wish | None:
    if rest in OFF:
        return Wish(verb="holidays")
    if re.fullmatch(r"[a-z]{2}(-[a-z0-9]{1,3})?", rest):
        return Wish(verb="holidays", region=rest.upper())
    return None


def _snooze(rest: str) -> Wish | None:
    if rest in OFF:
        return Wish(verb="wake")
    rest = re.sub(r"^(until|till|ate) ", "", rest)
    if found := LENGTH.fullmatch(rest):
        return Wish(verb="snooze", until=Until(minutes=int(found[1]) * UNITS[found[2][0]]))
    until = _until(rest)
    return Wish(verb="snooze", until=until) if until else None


def _until(named: str) -> Until | None:
    day, _, time = named.partition(" ")
    time = re.sub(r"^(at|as) ", "", time.strip())
    clock = re.fullmatch(TIME, time) if time else None
    minute = _minute(*clock.groups()) if clock else None if time else NINE
    if minute is None or minute == DAY:
        return None
    day = day.removesuffix("-feira")
    if day in DAYS:
        return Until(weekday=DAYS[day], minute=minute)
    if day in ("tomorrow", "amanha", "today", "hoje"):
        return Until(ahead=int(day in ("tomorrow", "amanha")), minute=minute)
    try:
        return Until(on=date.fromisoformat(day), minute=minute)
    except ValueError:
        return None


def _stop(rest: str) -> Wish | None:
    return Wish(verb="stop", kinds=KINDS[rest]) if rest in KINDS else None


def _start(rest: str) -> Wish | None:
    return Wish(verb="start", kinds=KINDS[rest]) if rest in KINDS else None


def _digest(rest: str) -> Wish | None:
    """ "daily digest" alone asks for it."""
    if rest in OFF:
        return Wish(verb="stop", kinds=(Kind.DIGEST,))
    return Wish(verb="start", kinds=(Kind.DIGEST,)) if rest in ("", "on", "sim", "ligado") else None


def _poll(rest: str) -> Wish | None:
    if rest in ("now", "agora"):
        return Wish(verb="poll_now")
    if rest in OFF:
        return Wish(verb="poll", cadence=Cadence())
    clock = re.search(rf"(?:^|\s)(?:at |as )?{TIME}$", rest)
    days = _days(rest[: clock.start()].strip() if clock else rest)
    minute = _minute(*clock.groups()) if clock else NINE
    if not days or minute is None or minute == DAY:
        return None
    return Wish(verb="poll", cadence=Cadence(days=days, minute=minute))


def _language(rest: str) -> Wish | None:
    found = LANGUAGES.get(rest.removeprefix("is ").removeprefix("e "), "")
    return Wish(verb="language", language=found) if found else None


def _show(rest: str) -> Wish | None:
    return None if rest else Wish(verb="show")


GRAMMAR: tuple[tuple[tuple[str, ...], Callable[[str], Wish | None]], ...] = (
    (("my time", "my hours", "meu horario", "meus horarios"), _show),
    (("zone", "time zone", "timezone", "fuso horario", "fuso"), _zone),
    (("my language", "language", "meu idioma", "idioma"), _language),
    (("quiet hours", "horas de silencio", "horario de silencio", "silencio"), _quiet),
    (("working hours", "work hours", "horario de trabalho", "horas de trabalho", "expediente"), _work),
    (("holidays", "feriados"), _holidays),
    (("snooze", "adiar", "soneca", "silenciar"), _snooze),
    (("daily digest", "resumo diario"), _digest),
    (("digest", "resumo"), lambda rest: _digest(rest) if rest else None),  # alone it is a question about the project
    (("stop", "parar"), _stop),
    (("start", "resume", "retomar", "ativar"), _start),
    (("poll", "check", "verificar"), _poll),
)


def cron_of(cadence: Cadence) -> str:
    """The same as a line of cron; empty for never."""
    days = ",".join(str((day + 1) % 7) for day in cadence.days)
    return f"{cadence.minute % 60} {cadence.minute // 60} * * {days}" if days else ""
