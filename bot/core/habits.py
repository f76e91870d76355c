"""What is known of a person's time, by whom it was said, and what they wish to be told of."""

from datetime import date, datetime
from enum import StrEnum
from typing import Literal

from bot.core.calendar import Calendar, Hours, Span
from bot.core.noun import Noun
from bot.core.wall import known_zone


class Source(StrEnum):
    """In order: what comes first counts."""

    SAID = "said"  # by the person, in words
    MAILBOX = "mailbox"  # the settings of their mailbox
    WROTE = "wrote"  # what they write in
    TEAMS = "teams"  # the zone their own chat with the desk shows
    PROJECT = "project"
    HOUSE = "house"


Fact = Literal["zone", "days", "work", "quiet", "region", "language"]
FACTS: tuple[Fact, ...] = ("zone", "days", "work", "quiet", "region", "language")


class Facts(Noun):
    """What one source knows; what it does not know is empty."""

    zone: str = ""
    days: tuple[int, ...] = ()  # 0 is Monday
    work: Hours | None = None
    quiet: Hours | None = None
    region: str | None = None  # country or country-region whose holidays count; "": none do
    language: str = ""  # "en" or "pt-BR"

    def knows(self, fact: Fact) -> bool:
        """A zone that nobody knows is no zone: the next source is asked."""
        if fact == "zone":
            return known_zone(self.zone)
        if fact == "language":
            return bool(self.language)
        return getattr(self, fact) not in (None, ())


class Kind(StrEnum):
    """What somebody may wish not to be told."""

    REMINDERS = "reminders"  # of their own tasks
    DECISIONS = "decisions"  # that wait for them
    NEWS = "news"  # of a project, since they last looked
    DIGEST = "digest"  # one message a day, whether or not something changed


class Habits(Noun):
    """Of one person. Absences come from their mailbox; times are aware."""

    said: Facts = Facts()
    snoozed_until: datetime | None = None
    declined: tuple[Kind, ...] = (Kind.DIGEST,)
    signature: str = ""  # how mails of theirs end, where they said so
    mailbox: Facts = Facts()
    mailbox_at: datetime | None = None  # when the mailbox was asked for its settings last
    away: tuple[Span, ...] = ()
    away_at: datetime | None = None  # when it was asked for absences last
    wrote: str = ""  # the language they wrote in last
    told_at: datetime | None = None  # when an owner's last message was planned: the ledger says so, it is not kept here

    def wants(self, kind: Kind) -> bool:
        return kind not in self.declined

    def snoozes(self, now: datetime) -> bool:
        return self.snoozed_until is not None and now < self.snoozed_until


Part = Literal["wishes", "seen", "heard"]
# Each part is written by another hand, and none writes over what another wrote meanwhile.
PARTS: dict[Part, tuple[str, ...]] = {
    "wishes": ("said", "snoozed_until", "declined", "signature"),  # by the person's own words
    "seen": ("mailbox", "mailbox_at", "away", "away_at"),  # by a look into their mailbox
    "heard": ("wrote",),  # by what they wrote
}


def part_of(habits: Habits, part: Part) -> Habits:
    """One part of it, and nothing else."""
    return Habits(**{field: getattr(habits, field) for field in PARTS[part]})


def joined(parts: dict[Part, Habits]) -> Habits:
    found = {field: getattr(habits, field) for part, habits in parts.items() for field in PARTS[part]}
    return Habits(**found)


def settled(known: dict[Source, Facts]) -> tuple[Facts, dict[Fact, Source]]:
    """One set of facts, each from the first source that knows it, and which one that was."""
    sources = {
        fact: source for fact in FACTS for source in reversed(Source) if source in known and known[source].knows(fact)
    }
    facts = Facts.model_validate({fact: getattr(known[source], fact) for fact, source in sources.items()})
    return facts, sources


def calendar_of(facts: Facts, holidays: frozenset[date] = frozenset(), away: tuple[Span, ...] = ()) -> Calendar:
    """A whole calendar: Monday to Friday, 9 to 17, UTC, where nobody knows better."""
    found = {fact: getattr(facts, fact) for fact in ("zone", "days", "work", "quiet") if facts.knows(fact)}
    return Calendar(**found, holidays=holidays, away=away)
