"""Turns of phrase that several cards share: who it goes to, how it stands, when it is due."""

from collections.abc import Sequence
from itertools import groupby

from cards.models import DiffLine, Letter, Mark, Person, State
from cards.page import Line, Tone
from cards.words import Words

TONES: dict[State, Tone] = {
    "pending": "accent",
    "asked": "warning",
    "approved": "good",
    "rejected": "subtle",
    "superseded": "subtle",
    "expired": "warning",
    "sending": "accent",
    "delivered": "good",
    "failed": "attention",
    "uncertain": "attention",
}


def state(mark: Mark, words: Words) -> Line:
    return Line(words.t(f"state.{mark.state}"), TONES[mark.state], strong=True)


def badge(mark: Mark, words: Words) -> Line:
    """The same in a word or two, for a narrow column."""
    return Line(words.t(f"badge.{mark.state}"), TONES[mark.state], strong=True)


def mark_details(mark: Mark, words: Words, zone: str) -> str:
    """Who, when and why, as far as it is known."""
    return " · ".join(part for part in (mark.by, moment(mark.at, words, zone), mark.note) if part)


def moment(iso: str, words: Words, zone: str) -> str:
    return words.date(iso, zone) if iso else ""


def names(people: Sequence[Person], words: Words) -> str:
    return words.together(tuple(person.name for person in people))


def addressed(people: Sequence[Person]) -> str:
    """Names with their addresses, as a mail program writes them."""
    return ", ".join(f"{one.name} <{one.address}>" if one.address else one.name for one in people)


def external(people: Sequence[Person], words: Words) -> str:
    """Who of them is outside the organisation; "" when nobody is."""
    outside = [person for person in people if person.external]
    if not outside:
        return ""
    if len(outside) == len(people):
        return words.t("external.all", n=len(outside))
    return words.t("external.some", names=names(outside, words))


def channel(letter: Letter, words: Words) -> str:
    return words.t(f"channel.{letter.channel}")


def importance(letter: Letter, words: Words) -> str:
    """ "" for a message like any other."""
    return "" if letter.importance == "normal" else words.t(f"importance.{letter.importance}")


def due(iso: str, words: Words, zone: str) -> str:
    return words.t("due", date=words.date(iso, zone)) if iso else ""


def late(days: int, words: Words) -> str:
    return words.t("late", n=days) if days else ""


def facts(words: Words, *pairs: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Label key and value; what has no value is left out."""
    return tuple((words.t(f"label.{key}"), value) for key, value in pairs if value)


def changes(lines: Sequence[DiffLine], words: Words) -> tuple[DiffLine, ...]:
    """The diff with long stretches that stayed the same told as a count."""
    found: list[DiffLine] = []
    for kind, run in groupby(lines, key=lambda line: line.kind):
        stretch = list(run)
        if kind == "same" and len(stretch) > 3:
            told = DiffLine(kind="same", text=words.t("changes.same", n=len(stretch) - 2))
            stretch = [stretch[0], told, stretch[-1]]
        found += stretch
    return tuple(found)
