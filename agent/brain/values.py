"""Values as people write them (a day, an amount, a duration, a share), and which of them a requirement asks for."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from agent.brain.dates import MONTHS
from agent.brain.language import bag, fold, words

Kind = Literal["date", "money", "percent", "duration", "number", "name"]

_MONTH = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_WORDED = (
    r"one|two|three|four|five|six|seven|eight|nine|ten|twelve"
    r"|um|uma|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez"
)
_DIGITS = r"\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?"
_AMOUNT = rf"(?:{_DIGITS})(?:\s?(?:k|m|mil|thousand|million|milhoes|milhao)\b)?"
_CURRENCY = r"(?:eur|euros?|€|us\$|usd|dollars?|r\$|brl|reais|real|£|gbp|pounds?|chf|\$)"
_UNIT = (
    r"(?:hours?|hrs?|horas?|h|minutes?|mins?|minutos?|seconds?|secs?|segundos?|milliseconds?|ms|business days?|days?"
    r"|dias?|weeks?|semanas?|months?|mes|meses|years?|anos?)"
)
_PATTERNS: dict[Kind, re.Pattern[str]] = {
    "date": re.compile(
        r"\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})\b"
        rf"|\b\d{{1,2}}(?:st|nd|rd|th|º|o)?\s+(?:de\s+|of\s+)?{_MONTH}(?:,?\s+(?:de\s+)?\d{{4}}\b)?"
        rf"|\b{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\b(?:,?\s+\d{{4}}\b)?"
    ),
    "money": re.compile(rf"(?<!\w){_CURRENCY}\s?{_AMOUNT}|(?<![\w.,]){_AMOUNT}\s?(?:de\s)?{_CURRENCY}(?!\w)"),
    "percent": re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)?\s?(?:%|percent\b|per cent\b|por cento\b)"),
    "duration": re.compile(rf"(?<![\w.,])(?:{_DIGITS}|{_WORDED})[\s-]?(?:[a-z]+\s)?{_UNIT}\b"),
    "number": re.compile(rf"(?<![\w.,/-])(?:{_DIGITS}|{_WORDED})(?![\w%/]|[.,]\d)"),
    "name": re.compile(r"(?<!\w)[A-ZÀ-Ý][a-zà-ÿ'’]+(?:\s+(?:d[aeo]s?\s+|van\s+|von\s+)?[A-ZÀ-Ý][\w'’-]*)*"),
}
_STANDARD = re.compile(r"\b[A-Z][\w&/-]*[A-Z][\w&/-]*[ -]$")  # "ISO 27001", "SOC 2": the number is part of a name
_WANTS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("money", re.compile(
        r"\b(?:prices?|costs?|fees?|budget|euros?|usd|eur|dollars?|hourly rates?|daily rates?|rates? (?:for|per|of"
        r"|card)"
        r"|precos?|custos?|reais|tarifas?|taxas? horarias?|valor(?:es)? (?:d[aeo]|por|total|global|mensal))\b")),
    ("date", re.compile(r"(?<!to[ -])\bdates?\b|\bdatas? (?:d[aeo]s?|prevista\w*|limite|em que)\b"
        r"|\bdeadlines?\b|\bdatas\b|\bon which day\b|\bem que dia\b")),
    ("percent", re.compile(
        r"%|\bper ?cent(?:age|agem)?\b|\bpercentual\b|\bpor cento\b|\buptime\b|\bavailability of\b")),
    ("duration", re.compile(
        r"\b(?:rto|rpo)\b|\b(?:how (?:many|long)|number of|quant[oa]s|numero de|within|in less than|em ate|no maximo"
        rf"|at most|prazo)\b[^.;]{{0,30}}\b(?:{_UNIT}|prazo)\b|\bin (?:hours|days|weeks|months|years|minutes)\b|\bem "
        rf"(?:horas|dias|semanas|meses|anos|minutos)\b"
        r"|\bhow (?:long|soon|fast|quickly)\b"
        rf"|\b(?:\d+|{_WORDED})[ -](?:\w+ )?{_UNIT}\b|\bem quanto tempo\b")),
    ("number", re.compile(
        r"\b(?:how many|number of|quantity of|quant[oa]s|numero de|quantidade de)\b|(?<![\w.])\d+(?![\w.%]|\s?%)")),
    ("name", re.compile(
        r"\b(?:identify|appoint|designate|nominate|indicar|indique|designar|designe)\s+(?:the|a|an|one|o|a|um|uma)\s+"
        r"(?:\w+\s+){0,2}(?:manager|lead|leader|director|coordinator|contact|architect|officer|gerente|responsavel"
        r"|coordenador\w*|preposto|lider|representante|diretor\w*)\b|"
        r"\b(?:name|nomear|nomeie)\s+(?:the|a|an|one|your|its|o|a|um|uma)\b(?!\s+(?:list|number)\b)"
        r"|\bname of the\b|\bnome d[oa]\b|\bwho (?:is|will|leads)\b|\bquem (?:e|sera)\b")),
)  # fmt: skip
OF_THE_KIND: dict[Kind, frozenset[str]] = {  # words that a value of the kind makes good by itself
    "date": bag("date dates data datas day dia deadline"),
    "money": bag("euro euros eur usd reais real dollar dollars amount valor valores one um"),
    "percent": bag("percent percentage percentual least"),
    "duration": bag(
        "number numero many long hour hours hora horas day days dia dias minute minutes minutos week weeks "
        "months years within time maximum maximo most soon fast quickly quanto tempo quantos quantas"
    ),
    "number": bag("number numero many quantity quantidade quantos quantas"),
    "name": bag("name nome"),
}
_NO_NAMES = bag(
    "the we our i it there this that hi hello dear project manager go live date price fixed rates milestones "
    "training bank staff customer team nobody somebody everybody monday tuesday wednesday thursday friday "
    "saturday sunday please ok yes no sim nao o a os as gerente equipe projeto ola oi tbd tbc pending open "
    "who thanks best regards if"
)
_EVERY = re.compile(r"\b(?:every|each|all|list|cada|tod[oa]s|liste|listar|lista)\b")


class Value(NamedTuple):
    kind: Kind
    start: int
    end: int


@lru_cache(maxsize=1024)
def kinds(requirement: str) -> tuple[Kind, ...]:
    """The kinds of values without which it is not answered. A time that is counted is no further number."""
    asked = fold(requirement)
    found = [kind for kind, pattern in _WANTS if pattern.search(asked)]
    if "money" in found:  # "for three years" says of the price what it is for
        found = [kind for kind in found if kind != "duration"]
    if {"duration", "money", "percent", "date"} & set(found):
        found = [kind for kind in found if kind != "number"]
    if _EVERY.search(asked):
        found = [kind for kind in found if kind != "name"]
    return tuple(found)


def find(kind: Kind, text: str) -> Iterator[Value]:
    """Where values of the kind stand. Positions are those of `text`."""
    for match in _PATTERNS[kind].finditer(text if kind == "name" else plain(text)):
        if kind == "number" and _STANDARD.search(text[: match.start()]):
            continue
        if kind == "name" and not _is_name(match.group(0)):
            continue
        yield Value(kind, match.start(), match.end())


def _is_name(text: str) -> bool:
    """Somebody's name: none of its words is one that begins sentences or names roles; a month is no person."""
    found = [fold(word) for word in words(text)]
    return not any(word in _NO_NAMES or word in MONTHS for word in found)


def plain(text: str) -> str:
    """Folded, with every character where it was."""
    return "".join(folded if len(folded := fold(char)) == 1 else char.lower()[:1] for char in text)
