"""Two places of one request that give different numbers for the same thing; and what an amendment says it changes."""

import re
from typing import NamedTuple

from agent.brain.language import Language, clip, fold, sentences
from agent.brain.notes import notes
from agent.brain.outline import Part, is_amendment

_COUNTED = "zero one two three four five six seven eight nine ten"
_NUMBER_WORDS = {w: str(n) for n, w in enumerate(_COUNTED.split())}
_N = (
    r"(?:(?:\w+\s+)?\((?P<{0}>\d{{1,4}})\)|(?P<{0}w>\d{{1,4}}|one|two|three|four|five|six|seven|eight"
    r"|nine|ten)(?:\s*\([^)]*\))?)"
)
_DAYS = r"\s+(?:calendar\s+|business\s+|working\s+)?(?:days?|dias)(?:\s+(?:uteis|corridos))?"


class _Topic(NamedTuple):
    name: str
    pattern: re.Pattern[str]
    unit: str


def _topic(name: str, before: str, after: str, unit: str) -> _Topic:
    return _Topic(name, re.compile(before + _N.format("n") + after, re.IGNORECASE), unit)


_TOPICS = (
    _topic(
        "Delivery time",
        r"\b(?:prazo de entrega|efetuar a entrega|delivery (?:time|period|date)"
        r"|shall be delivered within)\b[^.;]{0,40}?",
        _DAYS,
        "days",
    ),
    _topic(
        "Notice of a late delivery",
        r"\bcomunicar\b[^.]{0,90}?",
        r"\s+horas(?=\s+(?:de antecedencia|que antecede))",
        "hours",
    ),
    _topic("Notice of a late delivery", r"\bnotify\b[^.]{0,90}?", r"\s+hours (?:in advance|before)", "hours"),
    _topic(
        "Validity of the offer",
        r"\b(?:proposals?|quotes?|quotations?|offers?)\b[^.]{0,60}?\bvalid\b[^.]{0,30}?",
        _DAYS,
        "days",
    ),
    _topic("Validity of the offer", r"\bvalidade da proposta\b[^.]{0,40}?", _DAYS, "days"),
    _topic(
        "Code samples or repositories",
        r"\b(?:maximum of|up to|references? to|at most|of)\s+",
        r"\s+(?:source\s+)?code\s+(?:samples|repositories)",
        "",
    ),
    _topic(
        "Example projects",
        r"\b(?:provide|experience on|submit|describe)\b[^.;]{0,60}?",
        r"\s+(?:\w+\s+){0,3}(?:example projects|projects|references)\b",
        "",
    ),
    _topic(
        "Pages of the technical proposal",
        r"(?<!\bin the )\btechnical (?:proposal|offer|tender|volume|quot\w+)\b"
        r"(?! (?:section|summary|part)s?\b)[^.;,]{0,50}?",
        r"\s*-?pages?\b",
        "pages",
    ),
    _topic(
        "Pages of the technical approach",  # a part of the technical proposal
        r"\btechnical approach\b[^.;,]{0,50}?",
        r"\s*-?pages?\b",
        "pages",
    ),
    _topic("Pages of the staffing plan", r"\bstaffing plan\b[^.;,]{0,40}?", r"\s*-?pages?\b", "pages"),
)
_NAMES_PT = {
    "Delivery time": "Prazo de entrega",
    "Notice of a late delivery": "Aviso de atraso na entrega",
    "Validity of the offer": "Validade da proposta",
    "Code samples or repositories": "Amostras de código ou repositórios",
    "Example projects": "Projetos de referência",
    "Pages of the technical proposal": "Páginas da proposta técnica",
    "Pages of the technical approach": "Páginas da abordagem técnica",
    "Pages of the staffing plan": "Páginas do plano de equipe",
}
_UNITS_PT = {"days": "dias", "hours": "horas", "pages": "páginas"}
_TO_READ = re.compile(r"(?P<where>.*?)\bamended\b.*?\bread(?:s)?:?\s+(?P<words>[“\"].+)$", re.DOTALL)
_AMENDS = re.compile(
    r"\b(?:is|are) (?:hereby )?amended (?:to|as)\b|\bis (?:replaced|deleted|revised)\b|\bfica (?:alterad|retificad)",
    re.IGNORECASE,
)


def conflicts(parts: list[Part], told_in: Language) -> tuple[str, ...]:
    """Sentences that name both places."""
    return tuple(dict.fromkeys(_numbers(parts, told_in)))


def _numbers(parts: list[Part], told_in: Language) -> list[str]:
    seen: dict[str, dict[str, tuple[str, str]]] = {}
    for part in parts:
        for block in part.blocks:
            place = part.place(block)
            text = fold(block.text)
            for topic in _TOPICS:
                for found in topic.pattern.finditer(text):
                    value = found["n"] or found["nw"]
                    value = _NUMBER_WORDS.get(value, value).lstrip("0")
                    seen.setdefault(topic.name, {}).setdefault(value, (topic.unit, place))
    return [_both(name, values, told_in) for name, values in seen.items() if len(values) > 1]


def _both(name: str, values: dict[str, tuple[str, str]], told_in: Language) -> str:
    units = _UNITS_PT if told_in == "pt" else {}
    said = [f"{value} {units.get(unit, unit)}".strip() + f" ({place})" for value, (unit, place) in values.items()]
    return f"{_NAMES_PT.get(name, name) if told_in == 'pt' else name}: {f' {notes(told_in).but} '.join(said)}."


def changes(parts: list[Part], told_in: Language) -> tuple[str, ...]:
    """What an amendment says it changes, the new words in front of everything else."""
    found = []
    for part in parts:
        if not is_amendment(part.document):
            continue
        for block in part.blocks:
            for sentence in sentences(block.text):
                if _AMENDS.search(sentence) and "as set forth" not in sentence:
                    place = f"{part.document}, {block.place}".strip(", ")
                    found.append(notes(told_in).amended.format(sentence=_new_words(sentence), place=place))
    return tuple(dict.fromkeys(found))


def _new_words(sentence: str) -> str:
    """ "The last sentence in the “Pages” section is amended to read: “…”" → "“Pages”: “…”"."""
    told = _TO_READ.match(sentence)
    names = re.findall(r"“[^”]{3,60}”", told["where"]) if told else []
    return clip(f"{names[-1]}: {told['words']}" if told and names else sentence, 500)
