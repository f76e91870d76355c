"""What the owner should look at after a meeting was read: each check gives sentences, none changes anything."""

import re
from collections.abc import Iterable, Sequence
from datetime import date

from agent.brain.dates import Stamp
from agent.brain.finding import full_text
from agent.brain.found import ALIKE, Found, ref, same_deed
from agent.brain.interface import Commitment, Rfp, Section
from agent.brain.keydates import DUE, ISSUED
from agent.brain.language import Language, clip, fold
from agent.brain.matching import overlap
from agent.brain.notes import Notes, long_day
from agent.sources.interface import Document

_FEW = 2  # actions without an owner that are each named in a sentence of their own
_SHORT = 70
_SECOND_HAND = re.compile(  # what is done with somebody else's part is no second owner
    r"^(?:review|check|proofread|approve|comment|read|edit|revis|confer|aprov|verific|support|help|ajud)\w*"
)


def strangers(
    documents: Sequence[Document], rfp: Rfp, commitments: Sequence[Commitment], marks: Iterable[str], words: Notes
) -> list[str]:
    """Notes that name neither the request nor anything it asks for may be those of another meeting."""
    if not commitments or not rfp.sections or any(c.section_id for c in commitments):
        return []
    text = fold("\n".join(f"{d.name}\n{full_text(d)}" for d in documents))
    names = [name for name in (*marks, rfp.customer, rfp.project_name) if len(name) > 3]
    titles = [s.title for s in rfp.sections if len(s.title) > 8]
    if any(fold(name) in text for name in names) or sum(fold(title) in text for title in titles) > 1:
        return []
    files = ", ".join(d.name for d in documents)
    return [words.strangers.format(files=files, customer=rfp.customer or rfp.title)]


def out_of_time(day: date | None, rfp: Rfp, words: Notes, told: Language) -> list[str]:
    """A meeting before the request was issued, or after the proposal was due, is hardly its kickoff."""
    days = {d.label: date.fromisoformat(d.when[:10]) for d in rfp.dates}
    issued, due = days.get(ISSUED), days.get(DUE)
    if day and issued and day < issued:
        return [words.too_early.format(day=long_day(day, told), other=long_day(issued, told))]
    if day and due and day > due:
        return [words.too_late.format(day=long_day(day, told), other=long_day(due, told))]
    return []


def undated(day: date | None, found: Iterable[Found], words: Notes) -> list[str]:
    if day is not None:
        return []
    said = dict.fromkeys(f"“{f.due.as_written}”" for f in found if f.due and f.due.day is None and f.due.as_written)
    return [words.no_day_for.format(words=", ".join(said)) if said else words.no_day]


def either_order(held: Stamp | None, words: Notes, told: Language) -> str:
    """The meeting's own day, when its numbers can be read in two ways."""
    if held is None or not held.either_order:
        return ""
    return words.read_as.format(written=held.as_written, day=long_day(held.day, told), note=words.either_order)


def ownerless(found: Iterable[Found], words: Notes) -> list[str]:
    """One sentence for each action nobody was named for; many of them in one sentence for each document."""
    nobody = [f for f in found if not f.owner]
    if len(nobody) <= _FEW:
        return [words.nobody.format(what=clip(f.what, 160), place=ref(f.turn)) for f in nobody]
    files = dict.fromkeys(f.turn.document for f in nobody)
    return [_together(file, [f for f in nobody if f.turn.document == file], words) for file in files]


def _together(file: str, found: list[Found], words: Notes) -> str:
    whats = "; ".join(f"“{clip(f.what, _SHORT)}” ({f.turn.place})" for f in found)
    return words.nobody_for_many.format(n=len(found), file=file, whats=whats)


def clashes(commitments: Sequence[Commitment], sections: Sequence[Section], words: Notes) -> tuple[str, ...]:
    """Two people for one thing. Two people with different deeds in one section are none."""
    titles = {s.id: s.title for s in sections}
    found: list[str] = []
    for n, one in enumerate(commitments):
        for other in commitments[n + 1 :]:
            title = titles.get(one.section_id, "") if one.section_id == other.section_id else ""
            whole = bool(title) and overlap(one.what, title) >= ALIKE and overlap(other.what, title) >= ALIKE
            second = _SECOND_HAND.match(fold(one.what)) or _SECOND_HAND.match(fold(other.what))
            apart = not second and one.owner and other.owner and one.owner != other.owner and one.quote != other.quote
            if apart and (whole or same_deed(one.what, other.what)):
                what = clip(title or one.what, 100)
                told = words.both_took.format(
                    one=one.owner, here=one.source_ref, other=other.owner, there=other.source_ref, what=what
                )
                found.append(told)
    return tuple(found)
