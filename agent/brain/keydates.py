"""The dates that matter in a request, each labelled by the words that stand with it. Only what is stated."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from agent.brain.cover import cover
from agent.brain.datelabels import DUE, ISSUED, LABELS, QUESTIONS, is_certain, labels
from agent.brain.dates import Stamp, find_dates
from agent.brain.due import find_due
from agent.brain.interface import KeyDate
from agent.brain.language import Language, fold, sentences
from agent.brain.notes import date_label, notes
from agent.brain.order import day_first
from agent.brain.outline import Part, is_amendment
from agent.brain.zones import zone_of_all
from agent.sources.interface import Block, Document

__all__ = ["DUE", "ISSUED", "QUESTIONS", "key_dates"]

_EXTENDED = re.compile(
    r"\bextended?\b|\bnew (?:due|closing) date\b|\bis changed to\b|\bprorrogad|\bpostponed\b|\brevised\b"
)
_ORIGINAL = re.compile(r"\boriginal\b|\bprevious(?:ly)?\b|\banterior\b")
_NOT_EXTENDED = re.compile(r"\b(?:is|are|not|will not be) not extended\b|\bnot be extended\b")


_LIGHT = re.compile(  # in front of a date and no words about it
    r"^[\W\d]*(?:(?:by|on|or|before|until|no|not|later|than|at|from|to|the|of|and|also|is|are|ate|em|no|na|dia"
    r"|as|e|a|o|de|do|da|am|pm"
    r"|noon|h|horas|monday|tuesday|wednesday|thursday|friday|[a-z]{2,6}-feira|[ecmp][sd]?t|gmt|utc|cest|cet"
    r"|bst)\b[\W\d]*){0,12}$"
)
_RANGE = re.compile(r"^\W*(?:and|to|e|a|ate|through|until)?\W*$")
_NAMED = re.compile(r"^[^:|.]{3,60}[:|]")  # "Questions: 16 Dec"
_WITH_A_MONTH = re.compile(r"\d\W{0,3}(?:de |of )?[a-z]{3}|[a-z]{3}\.?\W{1,2}\d")
_REACH = 500  # characters around a date that can tell what it is


class _Found(NamedTuple):
    label: str
    stamp: Stamp
    place: str
    extended: bool
    original: bool
    amendment: bool
    certain: bool  # its words leave no doubt that it is this date


class _Reader(NamedTuple):
    """How the dates of one request are written."""

    day_first: bool | None  # None: nobody can tell
    since: date | None  # its first full date; days without a year are near it
    portuguese: bool
    zone: str  # the one it uses for all its times

    @classmethod
    def of(cls, parts: Sequence[Part], language: Language) -> "_Reader":
        text = "\n".join(block.text for part in parts for block in part.blocks)
        order = day_first(text, language == "pt")
        stamps = find_dates(text, bool(order))
        zones = {stamp.zone for stamp in stamps if stamp.zone}
        zone = zone_of_all(text) or (zones.pop() if len(zones) == 1 else "")
        return cls(order, stamps[0].day if stamps else None, language == "pt", zone)

    def stamps(self, text: str, named: bool) -> list[Stamp]:
        """The dates of a text, a clock without a zone in the document's own."""
        found = self._written(text, named)
        return [stamp._replace(zone=self.zone) if stamp.clock and not stamp.zone else stamp for stamp in found]

    def _written(self, text: str, named: bool) -> list[Stamp]:
        """One without a year only where its name stands before it."""
        found = find_dates(text, bool(self.day_first))
        if found or not self.since or not named:
            return found
        due = find_due(text, self.since, self.portuguese)
        if not due or not due.day or not _WITH_A_MONTH.search(fold(due.as_written)):
            return []
        full = due.day.isoformat()
        found = find_dates(f"{text[: due.start]} {full} {text[due.start :]}")[:1]
        return [stamp._replace(as_written=" ".join(stamp.as_written.replace(full, " ").split())) for stamp in found]


def key_dates(
    parts: list[Part], language: Language, told_in: Language, documents: Sequence[Document] = ()
) -> tuple[tuple[KeyDate, ...], tuple[str, ...]]:
    """The dates, each label once, and sentences about contradictions between two places.

    `documents` are those of the parts: some dates stand alone on their title pages.
    """
    reader = _Reader.of(parts, language)
    covers = [cover(document, bool(reader.day_first)) for document in documents]
    found = [f for part in (*parts, *covers) for f in _in_part(part, reader)]
    found = [f for f in found if not f.amendment or (f.extended and f.label == DUE)]
    dates: list[KeyDate] = []
    conflicts: list[str] = []
    for label in LABELS:
        group = [f for f in found if f.label == label]
        if group:
            chosen, trouble = _choose(group, notes(told_in).but)
            dates.append(_dated(chosen, group, reader, told_in))
            conflicts += [f"{date_label(label, told_in)}: {trouble}"] if trouble else []
    return tuple(dates), tuple(conflicts)


def _in_part(part: Part, reader: _Reader) -> Iterator[_Found]:
    heads: tuple[str, ...] = ()
    for block in part.blocks:
        if block.kind != "row":
            heads = ()
        elif not find_dates(block.text, bool(reader.day_first)):
            heads = block.cells
        yield from _in_block(part, block, reader, heads)


def _in_block(part: Part, block: Block, reader: _Reader, heads: tuple[str, ...]) -> Iterator[_Found]:
    place = part.place(block)
    amends, row = is_amendment(part.document), block.kind == "row"
    for sentence in [block.text] if row else sentences(block.text):
        named = row or bool(_NAMED.match(sentence))
        stamps = reader.stamps(sentence, named)
        for stamp, clause, own in _clauses(sentence, stamps):
            told, listed = labels(own, named), named
            if row and not told and len(stamps) > 1:
                own = clause = _headed(block, stamp, heads)
                told = labels(own, row)
            for label in told or (labels(clause, named) if len(stamps) == 1 else ()):
                extended = bool(_EXTENDED.search(clause)) and not _NOT_EXTENDED.search(clause)
                certain = is_certain(label, clause, listed)
                yield _Found(label, stamp, place, extended, bool(_ORIGINAL.search(clause)), amends, certain)


def _headed(block: Block, stamp: Stamp, heads: tuple[str, ...]) -> str:
    """The head of the column a date stands in: "Questions due | Proposals due" above two dates."""
    if len(heads) != len(block.cells):
        return ""
    at = next((n for n, cell in enumerate(block.cells) if stamp.as_written[:10] in " ".join(cell.split())), -1)
    return fold(heads[at]) if at >= 0 else ""


def _clauses(sentence: str, stamps: list[Stamp]) -> Iterator[tuple[Stamp, str, str]]:
    """(date, its clause, the words that name it), folded: those in front of it, those behind where none are.

    Of "between … and …" the second day is the last one, and the first is none.
    """
    start, behind = 0, False
    for at, stamp in enumerate(stamps):
        end = stamps[at + 1].start if at + 1 < len(stamps) else len(sentence)
        before = fold(sentence[max(start, stamp.start - _REACH) : stamp.start])
        after = fold(sentence[stamp.end : min(end, stamp.end + _REACH)])
        start = stamp.end
        if at + 1 < len(stamps) and _RANGE.match(after) and not _LIGHT.match(before):
            start = max(0, stamp.start - _REACH)
            continue
        behind = (behind or at == 0) and bool(_LIGHT.match(re.split(r"[;.]\s", before)[-1] if not behind else ""))
        own = re.split(r"[;|]", after)[0] if behind and len(stamps) > 1 else before
        yield stamp, f"{before} {after}" if len(stamps) == 1 else own, own


def _choose(group: list[_Found], but: str) -> tuple[_Found, str]:
    """An extension beats the original; else the fullest wording of the one day; two days are a contradiction."""
    extended = [f for f in group if f.extended]
    pool = [max(extended, key=lambda f: f.stamp.day)] if extended else [f for f in group if not f.original] or group
    pool = [f for f in pool if f.certain] or pool
    days = sorted({f.stamp.day for f in pool})
    best = max(
        (f for f in pool if f.stamp.day == days[0]), key=lambda f: (f.stamp.clock is not None, bool(f.stamp.zone))
    )
    clocks = {_instant(f.stamp) for f in pool if f.stamp.day == days[0] and f.stamp.clock}
    if len(days) > 1:
        other = next(f for f in pool if f.stamp.day == days[1])
        return best, f"{best.stamp.as_written} ({best.place}) {but} {other.stamp.as_written} ({other.place})."
    if len(clocks) > 1:
        other = next(f for f in pool if f.stamp.clock and _instant(f.stamp) != _instant(best.stamp))
        return best, f"{best.stamp.as_written} ({best.place}) {but} {other.stamp.as_written} ({other.place})."
    return best, ""


def _instant(stamp: Stamp) -> str:
    """Two clocks of different zones may be one moment."""
    when = datetime.fromisoformat(stamp.when())
    return when.astimezone(UTC).isoformat() if when.tzinfo else str(stamp.clock)


def _dated(chosen: _Found, group: list[_Found], reader: _Reader, told_in: Language) -> KeyDate:
    stamp = chosen.stamp
    words = notes(told_in)
    told: list[str] = []
    zone = ""
    if stamp.summer_standard:
        told.append(words.summer)
    if stamp.clock and not stamp.zone:
        zone = "America/Sao_Paulo" if reader.portuguese else ""
        told.append(words.brasilia if zone else words.no_zone)
    if stamp.either_order and reader.day_first is None:
        told.append(words.either_order)
    if chosen.extended and (first := next((f for f in group if f.original), None)):
        told.append(words.extended.format(old=first.stamp.as_written))
    return KeyDate(
        label=chosen.label,
        when=stamp.when(zone),
        as_written=stamp.as_written,
        source_ref=chosen.place,
        note="; ".join(told),
    )
