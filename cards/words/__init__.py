"""The desk's words in the reader's language: sentences from gettext catalogues, dates and counts through Babel.

The .po files in `<locale>/LC_MESSAGES` are read as they stand, there is no build step: `cards.po` for the cards,
`desk.po` for the bot's own sentences. Their msgids are keys ("batch.waiting"), also in English, and a key with a plural
is filled by `n`:

    say("pt-BR").t("batch.waiting", n=3)
"""

import datetime as dt
import gettext
from functools import cache
from io import BytesIO
from pathlib import Path
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton, format_time, get_day_names, get_timezone_location
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

FOLDER = Path(__file__).parent
LOCALES = ("en", "pt_BR")


class Words:
    """One reader's language. `locale` decides how dates look, `lang` is the BCP 47 tag of the words ("pt-BR")."""

    def __init__(self, catalogue: str, locale: Locale) -> None:
        self.lang = catalogue.replace("_", "-")
        self.locale = locale
        self._messages, self._plurals = _read(catalogue)

    def t(self, key: str, **facts: object) -> str:
        """The sentence, filled. Numbers are written the reader's way. KeyError: no such key, or a fact is missing."""
        if key in self._plurals:
            count = facts["n"]
            assert isinstance(count, int)
            sentence = self._messages.ngettext(key, key, count)
        else:
            sentence = self._messages.gettext(key)
        if sentence == key:
            raise KeyError(key)
        return sentence.format_map({name: self._written(fact) for name, fact in facts.items()})

    def has(self, key: str) -> bool:
        return key in self._plurals or self._messages.gettext(key) != key

    def date(self, iso: str, zone: str, year: bool = False, seconds: bool = False) -> str:
        """A day as "Wed, Dec 2"; a moment with its time and the place whose clock it is. Other text stays."""
        try:
            moment = dt.datetime.fromisoformat(iso)
        except ValueError:
            return iso
        if len(iso) <= len("2026-12-02"):
            return self._day(moment.date(), year)
        place = ZoneInfo(zone)
        try:
            local = moment.astimezone(place) if moment.tzinfo else moment.replace(tzinfo=place)
        except OverflowError:  # the first or last day there is: some programs write it for "no date"
            return iso
        clock = format_time(local, "medium" if seconds else "short", locale=self.locale)
        return f"{self._day(local.date(), year)}, {clock} ({self.place(zone)})"

    def day(self, day: dt.date) -> str:
        """As short as a day can be said: "Dec 2"."""
        return str(format_skeleton("MMMd", day, locale=self.locale))

    def place(self, zone: str) -> str:
        """The zone as people call it: its city."""
        if zone in ("UTC", "Etc/UTC", "GMT"):
            return "UTC"
        return str(get_timezone_location(ZoneInfo(zone), locale=self.locale, return_city=True))

    def weekdays(self) -> tuple[str, ...]:
        """Short, from Monday on."""
        names = get_day_names("abbreviated", locale=self.locale)
        return tuple(str(names[day]).rstrip(".") for day in range(7))

    def number(self, value: int) -> str:
        return str(format_decimal(value, locale=self.locale))

    def together(self, names: tuple[str, ...]) -> str:
        """ "Ana, Ben, and Chris", as the reader's language joins them."""
        return format_list(names, locale=self.locale)

    def _day(self, day: dt.date, year: bool) -> str:
        return str(format_skeleton("yMMMEd" if year else "MMMEd", day, locale=self.locale))

    def _written(self, fact: object) -> str:
        return self.number(fact) if isinstance(fact, int) else str(fact)


def say(locale: str) -> Words:
    """Words for a BCP 47 or POSIX locale; a language we do not speak is answered in English."""
    try:
        asked = Locale.parse(locale.replace("-", "_").split(".")[0])
    except (ValueError, UnknownLocaleError):
        asked = Locale("en")
    return _words(str(asked))


@cache
def _words(locale: str) -> Words:
    spoken = {name.split("_")[0]: name for name in LOCALES}
    asked = Locale.parse(locale)
    catalogue = spoken.get(asked.language)
    return Words(catalogue, asked if asked.territory else Locale.parse(catalogue)) if catalogue else _words("en")


@cache
def catalogue(name: str) -> Catalog:
    """Everything the language's .po files say. ValueError: a key stands in two of them."""
    whole: Catalog | None = None
    for path in sorted((FOLDER / name / "LC_MESSAGES").glob("*.po")):
        with path.open("rb") as file:
            part = read_po(file, locale=name, abort_invalid=True)
        whole = _added(whole, part) if whole else part
    assert whole
    return whole


def _added(whole: Catalog, part: Catalog) -> Catalog:
    for message in part:
        if message.id and message.id in whole:
            raise ValueError(f"{message.id} stands twice in the words")
        if message.id:
            whole[message.id] = message
    return whole


@cache
def _read(name: str) -> tuple[gettext.GNUTranslations, frozenset[str]]:
    """The messages, and the keys among them that have a plural."""
    compiled = BytesIO()
    write_mo(compiled, catalogue(name))
    compiled.seek(0)
    plurals = frozenset(message.id[0] for message in catalogue(name) if isinstance(message.id, tuple))
    return gettext.GNUTranslations(compiled), plurals
