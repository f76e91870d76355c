"""From notes and transcripts of one meeting to who does what by when: corrections applied, doubts named."""

import re
from collections.abc import Collection, Sequence
from datetime import date
from typing import NamedTuple

from agent.brain import checks
from agent.brain.attendance import read_roster
from agent.brain.dates import Stamp, find_dates
from agent.brain.envelopes import belongs, invites, is_mail, lend_addresses, meeting_day
from agent.brain.finding import full_text
from agent.brain.found import Found, ref
from agent.brain.hearing import Hearing
from agent.brain.interface import Commitment, Kickoff, Rfp, Section
from agent.brain.language import Language, clip, fold, guess_language
from agent.brain.matching import section_of_deed
from agent.brain.names import is_name
from agent.brain.notes import notes
from agent.brain.order import day_first
from agent.brain.people import Person, Roster
from agent.brain.scope import descoped
from agent.brain.threads import unfolded
from agent.brain.turns import turns
from agent.sources.interface import Document
from agent.wire import Recipient

_DATED = re.compile(r"^\W*(?:date|data|held on|when|quando)\b\W*", re.IGNORECASE)
_SAID_TODAY = re.compile(  # "Hoje é quinta, 14 de maio de 2026", "it's Tuesday, January 12, 2027"
    r"\b(?:hoje,? (?:e|sao|estamos)|today(?:'s| is)|(?:it's|it is|this is)(?= \w+day\b))\b[^.?!]*"
)
_LONGEST = 300


def held_on(document: Document) -> date | None:
    """The day of the meeting: a labelled date, the title, the recording, the file's name, the head of the text."""
    stamp = _held(document)
    return stamp.day if stamp else meeting_day(document) if is_mail(document) else None


def _held(document: Document) -> Stamp | None:
    if is_mail(document):
        return None
    opening = unfolded(document).blocks[:15]
    head = [b.text for b in opening if b.kind != "cue"]  # what is said first may be about another day
    labelled = [t for t in head if _DATED.match(t)]
    places = [b.place for b in document.blocks[:3] if b.kind == "cue"]
    name = re.sub(r"[_.]", " ", document.name.rsplit("/", 1)[-1])
    packed = re.sub(r"(20\d\d)(\d\d)(\d\d)", r"\1-\2-\3", name)
    order = _order(document)
    for text in (*labelled, document.title, *places, packed, *head):
        if stamps := find_dates(text.replace("T", " "), day_first=bool(order)):
            return stamps[0] if order is None else stamps[0]._replace(either_order=False)
    return next((s for b in opening if b.kind == "cue" and (s := _said_today(b.text))), None)


def _said_today(text: str) -> Stamp | None:
    """The date somebody names as that of the day; a talk names many others."""
    said = _SAID_TODAY.search(fold(text).replace("’", "'"))
    return next(iter(find_dates(said[0], day_first=True)), None) if said else None


def _order(document: Document) -> bool | None:
    text = full_text(document)
    return day_first(text, guess_language(text) == "pt")


def _order_of_all(documents: Sequence[Document], rfp: Rfp, language: Language) -> bool | None:
    """As the meeting's own papers have it; else as the request writes its dates."""
    text = "\n".join(full_text(d) for d in documents)
    order = day_first(text, language == "pt")
    return day_first("\n".join([text, *(d.as_written for d in rfp.dates)])) if order is None else order


def read_kickoff(
    documents: Sequence[Document],
    rfp: Rfp,
    told_in: Language | None = None,
    letters: Sequence[Document] = (),
    marks: Collection[str] = (),
) -> Kickoff:
    """All documents of one meeting together; relative dates are read against its day. Letters only give addresses."""
    language = guess_language(" ".join(full_text(d) for d in documents))
    day = next((d for doc in documents if (d := held_on(doc))), None)
    roster = _everybody(documents, letters)
    lent = lend_addresses(roster, [d for d in (*documents, *letters) if is_mail(d)])
    said = [t for d in documents for t in turns(d, roster)]
    told, words = told_in or language, notes(told_in or language)
    order = _order_of_all(documents, rfp, language)
    hearing = Hearing(roster, rfp.sections, day, language, told, order)
    found = hearing.read(said)
    commitments = tuple(_commitment(f, roster, rfp.sections) for f in found)
    doubts = [
        *checks.strangers([*documents, *letters], rfp, commitments, marks, words),
        *(checks.out_of_time(day, rfp, words, told) if commitments else ()),
        *checks.undated(day, found, words),
        *(checks.either_order(_held(d), words, told) for d in documents if order is None),
        *hearing.doubts,
        *checks.ownerless(found, words),
        *(words.lent.format(name=name, address=address, file=file) for name, address, file in lent),
        *(f"{d.name}: {d.trouble}" for d in documents if d.trouble),
    ]
    return Kickoff(
        source_refs=tuple(d.name for d in (*documents, *letters)),
        held_on=day,
        attendees=tuple(Recipient(name=p.name, address=p.address) for p in roster.attendees()),
        others=tuple(Recipient(name=p.name, address=p.address) for p in roster.people if p.address and not p.present),
        commitments=commitments,
        descoped=descoped(said, rfp.sections),
        conflicts=checks.clashes(commitments, rfp.sections, words),
        unresolved=tuple(dict.fromkeys(filter(None, doubts))),
        language=language,
    )


def _everybody(documents: Sequence[Document], letters: Sequence[Document]) -> Roster:
    """All who are named or speak."""
    roster = read_roster([*documents, *letters])
    for turn in [t for d in documents for t in turns(d, roster)]:
        if is_name(turn.speaker) and not roster.find(turn.speaker).person:
            roster.add(Person(turn.speaker, present=True))
    return roster


def _commitment(found: Found, roster: Roster, sections: Sequence[Section]) -> Commitment:
    section = section_of_deed(found.what, sections)
    person = roster.find(found.owner).person if found.owner else None
    return Commitment(
        owner=found.owner,
        address=person.address if person else "",
        what=found.what,
        section_id=section.id if section else "",
        due=found.due.day.isoformat() if found.due and found.due.day else None,
        due_as_written=found.due.as_written if found.due else "",
        quote=clip(found.quote, _LONGEST),
        source_ref=ref(found.turn),
    )


class Meeting(NamedTuple):
    """The documents of one day, the mails that only name its people, and what was left out."""

    day: date | None
    documents: tuple[Document, ...]
    letters: tuple[Document, ...]
    others: tuple[tuple[Document, date], ...]


def read_meetings(
    documents: Sequence[Document],
    rfp: Rfp,
    told_in: Language | None = None,
    mails: Sequence[Document] = (),
    marks: Collection[str] = (),
) -> Kickoff:
    """Documents come best first. Those of the same day are one meeting; other days are named, not mixed in.

    `mails` are all letters there are, `marks` what they would call the request: one about this meeting gives addresses.
    """
    meeting = _one_meeting(documents, mails, marks)
    kickoff = read_kickoff(meeting.documents, rfp, told_in, meeting.letters, marks)
    if not meeting.others:
        return kickoff
    words = notes(told_in or ("pt" if kickoff.language == "pt" else "en"))
    names = ", ".join(f"{doc.name} ({d:%d %B %Y})" for doc, d in meeting.others)
    return kickoff.model_copy(update={"unresolved": (*kickoff.unresolved, words.other_days.format(names=names))})


def _one_meeting(documents: Sequence[Document], mails: Sequence[Document], marks: Collection[str]) -> Meeting:
    days = {d.name: held_on(d) for d in documents}
    spoken = [d for d in documents if not is_mail(d)]
    day = next((found for d in (*spoken, *documents) if (found := days[d.name])), None)
    same = [d for d in spoken if days[d.name] in (None, day)]
    people = Roster(p for p in read_roster(same).people if p.present)
    letters = {m.name: m for m in (*documents, *mails) if is_mail(m) and belongs(m, day, people, marks)}
    read = [d for d in documents if is_mail(d) and days[d.name] == day and not (same and invites(d, day))]
    others = [(d, on) for d in documents if (on := days[d.name]) and on != day and d.name not in letters]
    apart = [m for name, m in letters.items() if name not in {d.name for d in read}]
    return Meeting(day, (*same, *read), tuple(apart), tuple(others))
