"""A requirement as its owner would say it: a deed without “the vendor shall”, a thing to add, or a fact to meet."""

import re
from typing import Literal, NamedTuple

from agent.brain.language import Language
from agent.brain.wording import wording

_SUPPLIER_EN = (
    r"(?:contractor|vendor|offeror|bidder|supplier|tenderer|quoter|proposer|respondent|consultant|provider"
    r"|proposal|response|quotation|quote|offer|bid|plan)s?"
)
_DEED_EN = re.compile(
    rf"^(?:the|each|any|all|your|every)?\s*(?:[a-z]+\s)?{_SUPPLIER_EN}\s+"
    r"(?:shall|must|should|will|(?:is|are) required to|needs? to|has to|(?:is|are) expected to)\s+"
    r"(?P<deed>(?!not\b|be\b|have\b|also be\b)[a-z]+\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
_DEED_PT = re.compile(
    r"^(?:[ao]s?\s+)?(?:contratad[oa]|licitante|fornecedora?|proponente|empresa|proposta)s?\s+"
    r"(?:dever[áa](?:o|ão)?|devem?|precisam?|ter[áa] (?:de|que))\s+"
    r"(?P<deed>(?!n[ãa]o\b|ser\b|estar\b)[a-zà-ÿ]+[aei]r\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
_ASKS = re.compile(  # deeds that are done by writing: only these can be asked of a colleague
    r"^(?:describe|provide|state|name|list|include|submit|present|explain|identify|attach|show|propose|give|specify"
    r"|indicate|outline|define|demonstrate|document|detail|quote|confirm|summari[sz]e|add|prepare|enclose"
    r"|apresentar|descrever|informar|indicar|listar|incluir|anexar|detalhar|explicar|demonstrar|enviar|relacionar)\b",
    re.IGNORECASE,
)
_THING = re.compile(r"^(?:an?|the|one|two|three|\d+|[a-z]+|um|uma|os?|as?)\s", re.DOTALL)
_VERB = re.compile(r"\b(?:must|shall|will|should|is|are|deve\w*|[ée]|s[ãa]o)\b|^[a-zà-ÿ]+[aei]r\s", re.IGNORECASE)
_THEIR_WORDS = re.compile(r"\b(?:it|they|its own)\b", re.IGNORECASE)  # "the penalties it accepts": not a colleague's
_ARTICLE = re.compile(r"^(?:an?|the|uma?|[ao]s?)\s+", re.IGNORECASE)


class Point(NamedTuple):
    kind: Literal["deed", "thing", "fact"]
    words: str


def point(text: str) -> Point:
    plain = text.strip().rstrip(" .;")
    found = _DEED_EN.match(plain) or _DEED_PT.match(plain)
    if found and not _THEIR_WORDS.search(found["deed"]):
        return Point("deed", found["deed"])
    if _THING.match(plain) and not _VERB.search(plain):
        return Point("thing", plain)
    return Point("fact", plain)


def shortened(text: str) -> str:
    """Everything that is asked for, without the words every requirement has."""
    found = point(text)
    words = _ARTICLE.sub("", found.words) if found.kind == "thing" else found.words
    return words[:1].upper() + words[1:]


def question(text: str, language: Language) -> str:
    """One question that can be answered: "Could you describe the architecture?"."""
    words, found = wording(language), point(text)
    if found.kind == "deed" and _ASKS.match(found.words):
        return words.could_you.format(deed=found.words)
    if found.kind == "thing":
        return words.could_add.format(thing=found.words)
    return words.question.format(gap=f"“{text.strip().rstrip(' .;?')}”")
