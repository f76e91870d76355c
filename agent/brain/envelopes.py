"""Mails around a meeting: which of them belong to it, on which day it is, and whose addresses their headers give."""

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date, timedelta

from agent.brain.attendance import addressed
from agent.brain.dates import find_dates
from agent.brain.due import find_due
from agent.brain.language import fold, guess_language, sentences
from agent.brain.people import Person, Roster
from agent.sources.interface import Document

_ABOUT_A_MEETING = re.compile(
    r"\b(?:kick ?-?off|meeting|meet|call|join|invit\w+|minutes|notes|transcript"
    r"|reuniao|convite|convid\w+|ata|participe)\b"
)
_LOOKS_BACK = re.compile(r"\b(?:minutes|notes|summary|recap|transcript|recording|ata|resumo|gravacao)\b")
_PARTICLES = ("da", "de", "do", "das", "dos", "van", "von", "der", "den", "del", "la", "le")
_ENOUGH = 2  # people in a mail's headers who were in the meeting


def is_mail(document: Document) -> bool:
    return document.media == "eml"


def meeting_day(mail: Document) -> date | None:
    """The day the mail names: the coming one of a weekday in an invitation, the past one in minutes; else when sent."""
    days = _days(mail)
    if days:
        return days[-1] if _LOOKS_BACK.search(fold(mail.title)) else days[0]
    return mail.modified.date() if mail.modified else None


def invites(mail: Document, day: date | None) -> bool:
    """Whether it was sent before the meeting: nobody had taken on anything yet."""
    return bool(day and mail.modified and mail.modified.date() < day)


def belongs(mail: Document, day: date | None, people: Roster, marks: Collection[str]) -> bool:
    """Whether a mail is about the meeting of that day: it names the day, or the same request and the same people."""
    text = fold("\n".join([mail.title, *(b.text for b in mail.blocks if b.kind != "mail")]))
    about = any(fold(mark) in text for mark in marks)
    known = sum(bool(people.find(person.name).person) for person in addressed_people(mail))
    familiar = known >= min(_ENOUGH, len(people.people) or _ENOUGH)
    named = _days(mail)
    if named and day:
        return day in named and (about or familiar)
    return about and familiar


def addressed_people(mail: Document) -> list[Person]:
    """Everybody in From, To and Cc; the name is "" where only an address stands."""
    return [person for block in mail.blocks if block.kind == "mail" for person in addressed(block.text)]


def lend_addresses(roster: Roster, mails: Sequence[Document]) -> list[tuple[str, str, str]]:
    """Give bare addresses like joe.miller@… to the one person of that name; (name, address, file) of each guess."""
    bare = {p.address: m.name for m in mails for p in addressed_people(m) if not p.name}
    taken = {p.address for p in roster.people}
    found = []
    for address, file in bare.items():
        fits = [p for p in roster.people if p.present and not p.address and _spells(address, p.name)]
        if len(fits) == 1 and address not in taken:
            roster.add(fits[0]._replace(address=address))
            found.append((fits[0].name, address, file))
    return found


def _spells(address: str, name: str) -> bool:
    """Whether the local part is the person's first and last name."""
    spoken = [t for t in re.split(r"[\s.'’-]+", fold(name)) if t and t not in _PARTICLES]
    written = [t for t in re.split(r"[._-]+", fold(address.partition("@")[0])) if t and t not in _PARTICLES]
    return len(written) > 1 and len(spoken) > 1 and {spoken[0], spoken[-1]} <= set(written) <= set(spoken)


def _days(mail: Document) -> tuple[date, ...]:
    """The days the subject, else the first sentence about a meeting, can mean; a weekday is the coming or the last."""
    sent = mail.modified.date() if mail.modified else None
    portuguese = guess_language("\n".join(b.text for b in mail.blocks)) == "pt"
    for text in _telling(mail):
        if stamps := find_dates(re.sub(r"(?<=\d)T(?=\d)", " ", text), day_first=portuguese):
            return (stamps[0].day,)
        due = find_due(text, sent, portuguese) if sent else None
        if due and due.day:
            weekday = not re.search(r"\d|\b(?:today|tomorrow|hoje|amanha)\b", fold(due.as_written))
            return (due.day, due.day - timedelta(days=7)) if weekday else (due.day,)
    return ()


def _telling(mail: Document) -> Iterator[str]:
    yield mail.title
    for block in mail.blocks:
        if block.kind != "mail":
            yield from (s for s in sentences(block.text) if _ABOUT_A_MEETING.search(fold(s)))
