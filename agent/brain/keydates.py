"""The dates that matter in a request, each labelled by its own sentence. Only what is stated."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agent.brain.dates import Stamp, find_dates
from agent.brain.interface import KeyDate
from agent.brain.language import Language, fold, sentences
from agent.brain.notes import date_label, notes
from agent.brain.outline import Part, is_amendment
from agent.sources.interface import Block

DUE = "Proposal due"
QUESTIONS = "Questions until"
ISSUED = "Issued"
_OFFER = (
    r"(?:proposals?|quotes?|quotations?|offers?|bids?|tenders?|submissions?|responses?|rf[pqt]|reply"
    r"|replies|solicitation|propostas?|lances)"
)
_LABELS = (
    (
        QUESTIONS,
        re.compile(
            r"(?=.*\b(?:questions?|inquir\w+|enquir\w+|clarifications?|queries|comments"
            r"|esclarecimentos?|duvidas|impugnac\w+)\b)"
            r"(?!.*\b(?:will be answered|will be posted|answers? (?:to|will)|responses? to)\b)"
            r"(?=.*\b(?:by|before|later|until|due|deadline|submission|submitted|received|ate|prazo|limite)\b)"
        ),
    ),
    ("Answers by", re.compile(r"\banswers?\b|\bresponses? to (?:\w+ )?(?:issues|questions|inquiries)|\brespostas\b")),
    (
        DUE,
        re.compile(
            rf"\breply by\b|\brespond by\b|\b{_OFFER}\b.*\b(?:due|deadline|clos(?:es?|ing)|received"
            rf"|submitted|submit|no later|on or before|ate|prazo|limite"
            rf"|abertura)\b|\b(?:due|deadline|clos(?:es?|ing)|receipt|prazo|data limite|abertura"
            rf"|entrega|receber)\b.*\b{_OFFER}\b|\bdata da sessao\b"
        ),
    ),
    ("Notice of award", re.compile(r"\bnotice of (?:intent|award)|\baward (?:date|notice|expected)")),
    (
        "Work starts",
        re.compile(
            r"\b(?:contract|performance|pop|work)\b.*\b(?:begins?|starts?|commences?)\b"
            r"|\bstart date\b|\binicio da vigencia"
        ),
    ),
    ("Evaluation", re.compile(r"\bevaluation\b|\bavaliac\w+ das propostas")),
    (
        ISSUED,
        re.compile(
            r"^\W*(?:date )?(?:issued|released|published|posted)\b|\b(?:issue|release|publication|posting) date\b"
            r"|\bdate (?:of )?(?:issue|issued|release|publication)\b|\bissue rf\w|\bposted on\b|^date: "
            r"|\b(?:rf[pqitx]|request|solicitation|tender|notice|invitation|quotation)\b[^.;]{0,40}"
            r"\b(?:issued|released|published|posted)\b"
            r"|\bpublicad[oa] em\b|\bdata de publicacao|^[a-z]+(?: [a-z]+)?(?:/[a-z]{2})?, \d"
        ),
    ),
)
_DUE_CERTAIN = re.compile(  # the offer itself is what is due
    rf"\b{_OFFER}\b[^.;]{{0,40}}\b(?:due|deadline|closing|closes?)\b"
    rf"|\b{_OFFER}\b[^.;]{{0,40}}\b(?:must|shall|will|should|dev\w+) (?:be |ser )?"
    rf"(?:received|submitted|delivered|sent|enviad\w+|entregues?|recebid\w+)\b"
    rf"|\b(?:due|deadline|closing|receipt|prazo|data limite|abertura)\b[^.;]{{0,60}}\b{_OFFER}\b"
    r"|\breply by\b|\brespond by\b|\bdata da sessao\b"
)
_OF_THE_WORK = re.compile(  # a date of the work or of the offer's validity, not of the procurement
    r"\bin production\b|\bgo(?:es)?[- ]live\b|\boperational\b|\bdeploy\w*|\binstall\w*|\bvalid\b"
    r"|\b(?:system|platform|solution|software|release|module|application|service)s?\b[^.;]{0,50}"
    r"\b(?:available|delivered|complete[d]?|ready|live|accepted)\b"
    r"|\bem producao\b|\bem operacao\b|\bimplant\w+|\bvalidade\b|\bvalidas?\b|\bvigencia\b"
)
_FORMER = re.compile(r"\b(?:previous|earlier|former|prior|superseded|cancell?ed|anterior)\b")
_EXTENDED = re.compile(
    r"\bextended?\b|\bnew (?:due|closing) date\b|\bis changed to\b|\bprorrogad|\bpostponed\b|\brevised\b"
)
_ORIGINAL = re.compile(r"\boriginal\b|\bprevious(?:ly)?\b|\banterior\b")
_NOT_EXTENDED = re.compile(r"\b(?:is|are|not|will not be) not extended\b|\bnot be extended\b")


class _Found(NamedTuple):
    label: str
    stamp: Stamp
    place: str
    extended: bool
    original: bool
    amendment: bool
    certain: bool  # its words leave no doubt that it is this date


def key_dates(parts: list[Part], language: Language, told_in: Language) -> tuple[tuple[KeyDate, ...], tuple[str, ...]]:
    """The dates, each label once, and sentences about contradictions between two places."""
    found = [f for part in parts for block in part.blocks for f in _in_block(part, block, language)]
    found = [f for f in found if not f.amendment or (f.extended and f.label == DUE)]
    dates: list[KeyDate] = []
    conflicts: list[str] = []
    for label, _ in (*_LABELS[2:3], *_LABELS[0:2], *_LABELS[3:]):
        group = [f for f in found if f.label == label]
        if group:
            chosen, trouble = _choose(group, notes(told_in).but)
            dates.append(_dated(chosen, group, language, told_in))
            conflicts += [f"{date_label(label, told_in)}: {trouble}"] if trouble else []
    return tuple(dates), tuple(conflicts)


def _in_block(part: Part, block: Block, language: Language) -> Iterator[_Found]:
    place = part.place(block)
    amends = is_amendment(part.document)
    for sentence in [block.text] if block.kind == "row" else sentences(block.text):
        stamps = find_dates(sentence, day_first=language == "pt")
        for at, stamp in enumerate(stamps):
            start = stamps[at - 1].end if at else 0
            end = stamps[at + 1].start if at + 1 < len(stamps) else len(sentence)
            clause = fold(sentence if len(stamps) == 1 else sentence[start:end])
            for label in _labels(clause):
                extended = bool(_EXTENDED.search(clause)) and not _NOT_EXTENDED.search(clause)
                certain = label != DUE or block.kind == "row" or bool(_DUE_CERTAIN.search(clause))
                yield _Found(label, stamp, place, extended, bool(_ORIGINAL.search(clause)), amends, certain)


def _labels(clause: str) -> Iterator[str]:
    """One label; two only for a sentence that asks for proposals and questions until the same day."""
    if _OF_THE_WORK.search(clause) and not _DUE_CERTAIN.search(clause):
        return
    if _LABELS[0][1].search(clause):
        yield QUESTIONS
        if re.search(r"\b(?:apresentar|submit|enviar) (?:\w+ )?(?:propostas?|proposals?|quotes?)", clause):
            yield DUE
        return
    found = [label for label, pattern in _LABELS[1:] if pattern.search(clause)][:1]
    yield from [label for label in found if label != ISSUED or not _FORMER.search(clause)]


def _choose(group: list[_Found], but: str) -> tuple[_Found, str]:
    """An extension beats the original; else the fullest wording of the one day; two days are a contradiction."""
    extended = [f for f in group if f.extended]
    pool = [max(extended, key=lambda f: f.stamp.day)] if extended else [f for f in group if not f.original] or group
    pool = [f for f in pool if f.certain] or pool
    days = sorted({f.stamp.day for f in pool})
    best = max(
        (f for f in pool if f.stamp.day == days[0]), key=lambda f: (f.stamp.clock is not None, bool(f.stamp.zone))
    )
    clocks = {f.stamp.clock for f in pool if f.stamp.day == days[0] and f.stamp.clock}
    if len(days) > 1:
        other = next(f for f in pool if f.stamp.day == days[1])
        return best, f"{best.stamp.as_written} ({best.place}) {but} {other.stamp.as_written} ({other.place})."
    if len(clocks) > 1:
        other = next(f for f in pool if f.stamp.clock and f.stamp.clock != best.stamp.clock)
        return best, f"{best.stamp.as_written} ({best.place}) {but} {other.stamp.as_written} ({other.place})."
    return best, ""


def _dated(chosen: _Found, group: list[_Found], language: Language, told_in: Language) -> KeyDate:
    stamp = chosen.stamp
    words = notes(told_in)
    told: list[str] = []
    zone = ""
    if stamp.summer_standard:
        told.append(words.summer)
    if stamp.clock and not stamp.zone:
        zone = "America/Sao_Paulo" if language == "pt" else ""
        told.append(words.brasilia if zone else words.no_zone)
    if chosen.extended and (first := next((f for f in group if f.original), None)):
        told.append(words.extended.format(old=first.stamp.as_written))
    return KeyDate(
        label=chosen.label,
        when=stamp.when(zone),
        as_written=stamp.as_written,
        source_ref=chosen.place,
        note="; ".join(told),
    )
