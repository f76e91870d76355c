"""From notes and transcripts of one meeting to who does what by when: corrections applied, doubts named."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from agent.brain.actions import Action, actions
from agent.brain.dates import find_dates
from agent.brain.due import SAME_WEEKDAY, Due, find_due
from agent.brain.finding import full_text
from agent.brain.interface import Commitment, Kickoff, Rfp, Section
from agent.brain.language import Language, clip, fold, guess_language, sentences
from agent.brain.matching import best_section, overlap
from agent.brain.notes import Notes, long_day, notes
from agent.brain.people import Person, Roster, is_name, read_roster
from agent.brain.spoken import Promise, deed, promises
from agent.brain.turns import Turn, turns
from agent.sources.interface import Document
from agent.wire import Recipient

_CORRECTION = re.compile(
    r"\b(?:actually|make (?:it|that)|let's make|scratch that|correction|sorry|instead|change (?:it"
    r"|that)|mov(?:e|ed|ing) (?:it|that)?|push(?:ed)? (?:it|that)?"
    r"|on second thought|na verdade|melhor|corrigindo|muda(?:r)?|passa(?:r)? para|adia(?:r)?|em vez|desculpa)\b",
    re.IGNORECASE,
)
_DESCOPED = re.compile(
    r"\b(?:out of scope|de-?scoped?|we(?:'re| are) (?:dropping|skipping|not (?:doing|responding to"
    r"|answering|bidding))|we won't (?:respond|answer|do|bid)|drop(?:ping)? (?:the )?"
    r"|fora d[oe] escopo|n[ãa]o vamos (?:responder|fazer|atender)|vamos tirar|fica de fora|retirad[oa] do escopo)\b",
    re.IGNORECASE,
)
_DATED = re.compile(r"^\W*(?:date|data|held on|when|quando)\b\W*", re.IGNORECASE)
_LONGEST = 300
_ALIKE = 0.8


class Found(NamedTuple):
    """A commitment while the meeting is still being read."""

    owner: str
    what: str
    due: Due | None
    quote: str
    turn: Turn
    order: int
    replaces: bool  # said as a correction


def held_on(document: Document) -> date | None:
    """The day of the meeting: a labelled date, the title, the head of the text, the recording, the file's name."""
    head = [b.text for b in document.blocks[:15]]
    labelled = [t for t in head if _DATED.match(t)]
    places = [b.place for b in document.blocks[:3] if b.kind == "cue"]
    name = re.sub(r"[_.]", " ", document.name.rsplit("/", 1)[-1])
    packed = re.sub(r"(20\d\d)(\d\d)(\d\d)", r"\1-\2-\3", name)
    for text in (*labelled, document.title, *head, *places, packed):
        if stamps := find_dates(text.replace("T", " "), day_first=guess_language(full_text(document)) == "pt"):
            return stamps[0].day
    return document.modified.date() if document.media == "eml" and document.modified else None


def read_kickoff(documents: Sequence[Document], rfp: Rfp, told_in: Language | None = None) -> Kickoff:
    """All documents of one meeting together; relative dates are read against its day."""
    language = guess_language(" ".join(full_text(d) for d in documents))
    day = next((d for doc in documents if (d := held_on(doc))), None)
    roster = read_roster(documents)
    for turn in [t for d in documents for t in turns(d, roster)]:
        if is_name(turn.speaker) and not roster.find(turn.speaker).person:
            roster.add(Person(turn.speaker, present=True))
    said = [t for d in documents for t in turns(d, roster)]
    words = notes(told_in or language)
    reader = _Reader(roster, day, language, told_in or language)
    found = reader.read(said)
    commitments = tuple(_commitment(f, roster, rfp.sections) for f in found)
    return Kickoff(
        source_refs=tuple(d.name for d in documents),
        held_on=day,
        attendees=tuple(Recipient(name=p.name, address=p.address) for p in roster.attendees()),
        commitments=commitments,
        descoped=_descoped(said, rfp.sections),
        conflicts=_clashes(commitments, rfp.sections, words),
        unresolved=tuple(
            dict.fromkeys(
                [
                    *_undated(day, found, words),
                    *reader.doubts,
                    *_ownerless(found, words),
                    *(f"{d.name}: {d.trouble}" for d in documents if d.trouble),
                ]
            )
        ),
        language=language,
    )


class _Reader:
    """Collects commitments in the order they were made and lets later words correct earlier ones."""

    def __init__(self, roster: Roster, day: date | None, language: Language, told_in: Language) -> None:
        self._words = notes(told_in)
        self._told_in = told_in
        self._roster = roster
        self._day = day
        self._portuguese = language == "pt"
        self._found: list[Found] = []
        self._quotes: set[str] = set()  # sentences that are promises themselves
        self.doubts: list[str] = []

    def read(self, said: list[Turn]) -> list[Found]:
        order = {id(t): n for n, t in enumerate(said)}
        written = list(actions(said, self._roster))
        taken = {id(a.turn) for a in written}
        spoken = [p for p in promises(said, self._roster) if id(p.turn) not in taken]
        events: list[tuple[int, Action | Promise | Turn]] = [(order[id(a.turn)], a) for a in written]
        events += [(order[id(p.turn)], p) for p in spoken]
        events += [(order[id(t)], t) for t in said if id(t) not in taken and _CORRECTION.search(t.text) and not t.old]
        self._quotes = {e.quote for e in spoken}
        for at, event in sorted(events, key=lambda e: e[0]):
            if isinstance(event, Action):
                self._action(event, at)
            elif isinstance(event, Promise):
                self._promise(event, at)
            else:
                self._correct(event)
        return self._found

    def _action(self, action: Action, at: int) -> None:
        due = self._due(action.due or action.what)
        what = action.what if action.due else _without(action.what, due)
        for name in action.owners or ("",):
            owner = self._person(name, action.turn, action.quote) if name else ""
            self._keep(owner, what, due, action.quote, action.turn, at)

    def _promise(self, promise: Promise, at: int) -> None:
        if not promise.owner:
            self.doubts.append(self._words.somebody.format(quote=clip(promise.quote, 160), place=_ref(promise.turn)))
            return
        due = self._due(promise.what) or self._due(promise.answer if not _promises_more(promise.answer) else "")
        what = deed(_without(promise.what, due))
        owner = self._person(promise.owner, promise.turn, promise.quote)
        self._keep(owner, what, due, promise.quote, promise.turn, at)

    def _due(self, text: str) -> Due | None:
        due = find_due(text, self._day, self._portuguese) if text else None
        if due and due.day and due.note:
            note = self._words.same_weekday if due.note == SAME_WEEKDAY else self._words.one_week
            day = long_day(due.day, self._told_in)
            self.doubts.append(self._words.read_as.format(written=due.as_written, day=day, note=note))
        return due

    def _person(self, name: str, turn: Turn, quote: str) -> str:
        found = self._roster.find(name, turn.speaker)
        if found.several:
            people = self._words.either.join(found.several)
            told = self._words.several.format(name=name, quote=clip(quote, 120), place=_ref(turn), people=people)
            self.doubts.append(told)
        return found.person.name if found.person else name

    def _keep(self, owner: str, what: str, due: Due | None, quote: str, turn: Turn, at: int) -> None:
        """A repetition is joined; a correction replaces what it corrects."""
        new = Found(owner, what, due, quote, turn, at, bool(_CORRECTION.search(quote)))
        for n, old in enumerate(self._found):
            alike = _same_deed(old.what, what)
            if alike and old.owner == owner:
                self._found[n] = new._replace(due=due or old.due, order=old.order, what=max(old.what, what, key=len))
                return
            if alike and new.replaces and turn.block.kind != "row":
                self._found[n] = new._replace(due=due or old.due)
                return
        self._found.append(new)

    def _correct(self, turn: Turn) -> None:
        """ "Actually make it Thursday": a new date for the commitment meant, the latest one when no other is named."""
        for sentence in sentences(turn.text):
            if sentence in self._quotes:
                continue
            due = find_due(sentence, self._day, self._portuguese) if _CORRECTION.search(sentence) else None
            if due is None or not self._found:
                continue
            rest = _without(sentence, due)
            named = [n for n, f in enumerate(self._found) if overlap(rest, f.what) >= _ALIKE]
            own = [n for n, f in enumerate(self._found) if f.owner and fold(f.owner) == fold(turn.speaker)]
            at = (named or own or [len(self._found) - 1])[-1]
            old = self._found[at]
            self._found[at] = old._replace(due=due, quote=clip(f"{old.quote} … {sentence}", _LONGEST))


def _same_deed(one: str, other: str) -> bool:
    return fold(one) == fold(other) or overlap(one, other) >= _ALIKE


def _promises_more(answer: str) -> bool:
    """Whether a following sentence starts a promise of its own: its date is not this one's."""
    return bool(re.search(r"\b(?:I'll|I will|will|vou|vai|fica)\b", answer)) and not re.search(
        r"\b(?:it|that|draft|you'll have|rascunho|entrego|mando)\b", answer, re.IGNORECASE
    )


def _without(text: str, due: Due | None) -> str:
    if due is None or text[due.start : due.end].strip(" ,.;") != due.as_written:
        return text.strip(" ,.;")
    kept = f"{text[: due.start]} {text[due.end :]}"
    return re.sub(r"\s+", " ", re.sub(r"\(\s*\)", "", kept)).strip(" ,.;:-–—")


def _ref(turn: Turn) -> str:
    return ", ".join(p for p in (turn.document, turn.place) if p)


def _commitment(found: Found, roster: Roster, sections: Sequence[Section]) -> Commitment:
    section = best_section(found.what, sections)
    person = roster.find(found.owner).person if found.owner else None
    return Commitment(
        owner=found.owner,
        address=person.address if person else "",
        what=found.what,
        section_id=section.id if section else "",
        due=found.due.day.isoformat() if found.due and found.due.day else None,
        due_as_written=found.due.as_written if found.due else "",
        quote=clip(found.quote, _LONGEST),
        source_ref=_ref(found.turn),
    )


def _undated(day: date | None, found: Iterable[Found], words: Notes) -> list[str]:
    if day is not None:
        return []
    said = list(
        dict.fromkeys(f"“{f.due.as_written}”" for f in found if f.due and f.due.day is None and f.due.as_written)
    )
    return [words.no_day_for.format(words=", ".join(said)) if said else words.no_day]


def _ownerless(found: Iterable[Found], words: Notes) -> list[str]:
    return [words.nobody.format(what=clip(f.what, 160), place=_ref(f.turn)) for f in found if not f.owner]


def _descoped(said: list[Turn], sections: Sequence[Section]) -> tuple[str, ...]:
    found: list[str] = []
    for turn in said:
        for sentence in sentences(turn.text) if not turn.old else ():
            if _DESCOPED.search(sentence) and not sentence.endswith("?"):
                rest = _DESCOPED.sub(" ", sentence)
                section = best_section(rest, sections)
                found.append(section.id if section else clip(sentence, 120))
    return tuple(dict.fromkeys(found))


def _clashes(commitments: tuple[Commitment, ...], sections: Sequence[Section], words: Notes) -> tuple[str, ...]:
    """Two people for one thing. Two people with different deeds in one section are none."""
    titles = {s.id: s.title for s in sections}
    clashes: list[str] = []
    for n, one in enumerate(commitments):
        for other in commitments[n + 1 :]:
            title = titles.get(one.section_id, "") if one.section_id == other.section_id else ""
            whole = bool(title) and overlap(one.what, title) >= _ALIKE and overlap(other.what, title) >= _ALIKE
            apart = one.owner and other.owner and one.owner != other.owner and one.quote != other.quote
            if apart and (whole or _same_deed(one.what, other.what)):
                what = clip(title or one.what, 100)
                told = words.both_took.format(
                    one=one.owner, here=one.source_ref, other=other.owner, there=other.source_ref, what=what
                )
                clashes.append(told)
    return tuple(clashes)


def read_meetings(documents: Sequence[Document], rfp: Rfp, told_in: Language | None = None) -> Kickoff:
    """Documents come best first. Those of the same day are one meeting; other days are named, not mixed in."""
    days = [held_on(d) for d in documents]
    day = next((d for d in days if d), None)
    same = [doc for doc, d in zip(documents, days, strict=True) if d is None or d == day]
    others = [
        f"{doc.name} ({d:%d %B %Y})" for doc, d in zip(documents, days, strict=True) if d is not None and d != day
    ]
    kickoff = read_kickoff(same, rfp, told_in)
    if not others:
        return kickoff
    note = notes(told_in or ("pt" if kickoff.language == "pt" else "en")).other_days.format(names=", ".join(others))
    return kickoff.model_copy(update={"unresolved": (*kickoff.unresolved, note)})
