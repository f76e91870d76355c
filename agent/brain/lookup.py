"""A question about the request, answered with its own words: criteria, dates, limits, a section, or a search."""

import re
from collections.abc import Callable, Iterator, Sequence
from math import log

from agent.brain.concepts import concepts
from agent.brain.interface import Answer, KeyDate, Passage, Requirement, Rfp, Section
from agent.brain.keydates import DUE, QUESTIONS
from agent.brain.language import bag, fold, stem, stems, words
from agent.brain.matching import best_section

_TOPICS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "criteria",
        re.compile(
            r"\b(?:criteri\w+|evaluat\w+|weight\w*|scor(?:e|ed|ing)|judged"
            r"|avaliac\w+|avaliad\w+|julgamento|pontuac\w+|pesos?)\b"
        ),
    ),
    (
        "limits",
        re.compile(
            r"\b(?:page limits?|how many pages|pages?|page count|format(?:ting)?|font|file format"
            r"|limites? de paginas|quantas paginas|paginas|formato|fonte)\b"
        ),
    ),
    ("conflicts", re.compile(r"\b(?:contradict\w*|conflict\w*|inconsisten\w*|contradic\w+|conflitos?)\b")),
    (
        "customer",
        re.compile(
            r"\bwho (?:is|are) (?:the )?(?:customer|client|buyer|issuer)\b|\bquem e o (?:cliente|contratante)\b"
        ),
    ),
    (
        "dates",
        re.compile(
            r"\b(?:deadlines?|due dates?|key dates?|dates|timeline|when (?:is|are|do|does|must|should|will|can)|by when"
            r"|until when|prazos?|datas?|quando|ate quando|cronograma)\b"
        ),
    ),
)
_ABOUT_THE_REQUEST = re.compile(
    r"\b(?:rf[pqitx]|requests?|requirements?|solicitation|tender|edital|pedido|requisitos?|termo de referencia|clauses?"
    r"|clausulas?|customer|cliente)\b"
    r"|\b(?:say|says|ask|asks|mention\w*|require[sd]?|demand\w*|diz|fala|pede|exige\w*|menciona\w*)\b"
)
_NUMBERED = re.compile(r"\b(?:sec(?:tion|ao)?|item|chapter|capitulo)\.?\s*\d")
_ASKING = re.compile(
    r"^(?:\W*(?:and|also|please|so|ok|hi|hello|e|tambem|por favor),?\s+)*(?:what|which|when|where|who|how|is|are|do"
    r"|does|did|can|could|would|tell|show|list|give|remind|find|search|look up|i(?:'d| would) like to know"
    r"|o que|que|qual|quais|quando|onde|quem|como|quant[oa]s?|ha|existe\w*|tem|pode|mostre|liste|diga"
    r"|me (?:diga|mostre))\b"
)
_EMPTY = bag(  # words of asking, not of what is asked for
    "what which when where who how does did say says said tell show list give find search know about mention mentions "
    "require requires required requirement requirements request requests rfp rfq sow tender solicitation document "
    "section sections please also need needs want wants there any anything something thing things like would could me "
    "regarding concerning customer client ask asks asked must shall should vendor supplier point points exactly "
    "que diz fala pede exige sobre edital requisito requisitos secao cliente pedido documento mostre liste diga existe "
    "algo alguma algum favor preciso precisamos quero ponto pontos"
)
_EMPTY_STEMS = frozenset(stem(word) for word in _EMPTY)
_SHARE = 0.6  # of the words asked for must stand in a passage
MOST = 8
Reading = Callable[[str], frozenset[str]]


def lookup(question: str, rfp: Rfp) -> tuple[Answer, ...]:
    """Everything the question asks of the request; empty when it asks nothing of it."""
    folded = fold(question)
    if not (_ASKING.match(folded) or question.rstrip().endswith("?")):
        return ()
    named = bool(_ABOUT_THE_REQUEST.search(folded) or _NUMBERED.search(folded))
    return tuple(answer.model_copy(update={"named": named}) for answer in _answers(question, rfp, named))


def _answers(question: str, rfp: Rfp, named: bool) -> Iterator[Answer]:
    folded = fold(question)
    topics = [topic for topic, pattern in _TOPICS if pattern.search(folded)]
    section = _section(question, rfp.sections) if named else None
    if section:
        yield from _of([topic for topic in topics if topic in ("limits", "criteria")], folded, rfp)
        yield _in_section(section, rfp.sections)
    elif topics:
        yield from _of(topics, folded, rfp)
    else:
        found = _search(question, rfp)
        if found.passages or (named and found.about):
            yield found


def _of(topics: Sequence[str], folded: str, rfp: Rfp) -> Iterator[Answer]:
    if "criteria" in topics:
        yield _listed(Answer(topic="criteria"), rfp.criteria)
    if "limits" in topics:
        paged = [text for text in rfp.limits if "page" in fold(text) or "pagina" in fold(text)]
        yield _listed(Answer(topic="limits"), paged if paged and re.search(r"\bpag", folded) else rfp.limits)
    if "conflicts" in topics:
        yield _listed(Answer(topic="conflicts"), rfp.conflicts)
    if "customer" in topics:
        yield _listed(Answer(topic="customer"), (rfp.customer,) if rfp.customer else ())
    if "dates" in topics:
        yield Answer(topic="dates", dates=_dates(folded, rfp.dates))


def _listed(answer: Answer, texts: Sequence[str]) -> Answer:
    return _with(answer, [Passage(text=text) for text in texts])


def _with(answer: Answer, passages: Sequence[Passage]) -> Answer:
    return answer.model_copy(update={"passages": tuple(passages[:MOST]), "more": max(0, len(passages) - MOST)})


def _dates(folded: str, dates: tuple[KeyDate, ...]) -> tuple[KeyDate, ...]:
    """All dates, or the one that is meant."""
    if re.search(r"\b(?:questions?|clarifications?|perguntas?|duvidas?|esclarecimentos?)\b", folded):
        return tuple(d for d in dates if d.label == QUESTIONS) or dates
    if re.search(r"\b(?:proposals?|bids?|offers?|quotes?|response|propostas?|resposta)\b", folded):
        return tuple(d for d in dates if d.label == DUE) or dates
    return dates


def _section(question: str, sections: Sequence[Section]) -> Section | None:
    """The section that is named: by its number, or by what is left of the question without the words of asking."""
    if _NUMBERED.search(fold(question)):
        return best_section(question, sections)
    about = _about(question)
    found = best_section(about, sections) if about else None
    return found if found and concepts(about) <= concepts(found.title) else None


def _about(question: str) -> str:
    """The words that say what is looked for."""
    kept = [w for w in words(question) if stem(w) not in _EMPTY_STEMS and stems(w)]
    return " ".join(kept)


def _in_section(section: Section, sections: Sequence[Section]) -> Answer:
    """Its requirements; of a section that is only a frame, those of its subsections."""
    found = list(section.requirements)
    for below in sections[sections.index(section) + 1 :] if not found else ():
        if below.level <= section.level:
            break
        found += below.requirements
    title = f"{section.number} {section.title}".strip()
    leads = [one.lead for one in found]
    told = [_told(one, with_lead=one.lead not in leads[:n]) for n, one in enumerate(found)]
    return _with(Answer(topic="section", about=title), told)


def _search(question: str, rfp: Rfp) -> Answer:
    """Passages that hold the words asked for, the best first; failing that, words of the trade that mean the same."""
    about = _about(question)
    places = [(_told(r), s.title) for s in rfp.sections for r in s.requirements]
    places += [(Passage(text=text), "") for text in (*rfp.limits, *rfp.criteria)]
    for reading in (stems, concepts):
        if hits := _hits(reading(about), places, reading):
            return _with(Answer(topic="search", about=about), hits)
    return Answer(topic="search", about=about)


def _hits(wanted: frozenset[str], places: list[tuple[Passage, str]], reading: Reading) -> list[Passage]:
    held = [(reading(passage.text), reading(title), passage) for passage, title in places]
    weight = {w: log(1 + len(held) / (1 + sum(w in own for own, _, _ in held))) + 0.1 for w in wanted}
    scored = [
        (sum(weight[w] for w in wanted & (own | title)) / sum(weight.values()), -n, passage)
        for n, (own, title, passage) in enumerate(held)
        if wanted & own  # a title alone does not answer
    ]
    found = [hit for hit in scored if hit[0] >= _SHARE]
    return list(dict.fromkeys(passage for *_, passage in sorted(found, key=lambda hit: hit[:2], reverse=True)))


def _told(one: Requirement, with_lead: bool = True) -> Passage:
    return Passage(text=f"{one.lead if with_lead else ''} {one.text}".strip(), source_ref=one.source_ref)
