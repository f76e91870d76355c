"""One sentence at a time: does it bind the supplier, how strongly, and is it a duty at all?"""

import re
from typing import Literal

Strength = Literal["must", "should", "may"]

_MUST = re.compile(
    r"\b(?:must|shall|(?:is|are|be|being)\s+(?:also\s+)?required\s+to|(?:is"
    r"|are)\s+required(?=\s*[.;]?\s*$)|(?:is|are)\s+mandatory|mandatory"
    r"|dever(?:á|ão)|devem?(?=\s+[a-zà-ÿ])|obrigatóri[oa]s?|obrigatoriamente|é\s+vedad[oa]"
    r"|fica(?:m)?\s+obrigad[oa]s?)\b",
    re.IGNORECASE,
)
_SHOULD = re.compile(
    r"\b(?:should|(?:is|are)\s+expected\s+to(?!\s+(?:begin|start))|recomenda-se|deveria(?:m)?)\b", re.IGNORECASE
)
_SUPPLIER = (
    r"contractors?|vendors?|offerors?|bidders?|suppliers?|tenderers?|quoters?|proposers?"
    r"|respondents?|consultants?|provider"
    r"|system|platform|solution|software|application|api|service|product"
    r"|contratad[oa]s?|licitantes?|fornecedor(?:es)?|proponentes?|adjudicatári[oa]|empresa|solução"
    r"|sistema|plataforma|licitante"
)
_WILL = re.compile(
    rf"\b(?:the|each|any|all|selected|successful|o|a|os|as)\s+(?:[\w-]+\s+){{0,2}}(?:{_SUPPLIER})(?:’s|'s)?(?!\s+owner)"
    r"(?:\s+[\w’'-]+){0,3}?\s+(?:fornecerá|disponibilizará|apresentará|prestará|realizará|executará"
    r"|will(?!\s+(?:not\s+)?(?:only\s+)?be\s+(?:given|provided|compensated|paid|notified|able"
    r"|invited|asked|considered|reimbursed))|(?:may|can)\s*not|não\s+poder(?:á|ão))\b"
    r"|\bwill\s+(?:also\s+)?need\s+to\b",
    re.IGNORECASE,
)
_BUYER = re.compile(
    r"^(?:(?:and|but|then|that|if|when|where|as|the|each|any|all|our|o|a|os|as|e|cabe|que)\s+)*"
    r"(?:government|court|state|county|city|department|council|university|authority|agency"
    r"|commission|ministry|client|customer|buyer"
    r"|purchaser|procuring|purchasing|contracting\s+(?:officer|specialist)|procurement\s+officer"
    r"|project\s+director|commissioner"
    r"|evaluation\s+(?:committee|team|panel)|cor?\b|we\b|gsa\b|government’s|agencies|head\s+of"
    r"|administração|contratante|fiscal(?:ização)?|gestor|órgão|pregoeiro|comissão|setor"
    r"|autoridade|poder\s+público|instituto)\b"
    r"(?!\s+(?:data|information|requirements?|needs|systems?|records?|content|accounts?|applications?|facilit))",
    re.IGNORECASE,
)
_BY_BUYER = re.compile(
    r"^\s*(?:ser\s+)?(?:[\wçãéí]+\s+(?:e\s+)?){0,3}(?:pel[oa]s?(?:\(s\))?\s+|[oa]s?\s+)"
    r"(?:administração|contratante|fiscal|fiscais|fiscalização|gestor|órgão|comissão|pregoeiro)",
    re.IGNORECASE,
)
_NOT_A_DUTY = re.compile(
    r"\b(?:not|n[ãa]o\s+ser[áa](?:o)?)\s+(?:be\s+)?required\b|\bneed\s+not\b"
    r"|\bno\s+\w+(?:\s+\w+)?\s+(?:is|are|will\s+be|shall\s+be)\s+required\b"
    r"|\bis\s+not\s+mandatory\b|\bnot\s+(?:be\s+)?responsible\b"
    r"|\binformation\b[^.]*\b(?:can\s+be\s+found|is\s+contained)\b|\bn[ãa]o\s+(?:é|s[ãa]o"
    r"|ser[áa])\s+obrigat[óo]ri",
    re.IGNORECASE,
)
_AWARD = re.compile(
    r"\bconsidered\s+for\s+(?:the\s+)?award,\s+(?:offerors|quoters)"
    r"|\bno\s+(?:\w+\s+){0,3}award\s+shall\b|\bdisqualify\b"
    r"|\b(?:shall|must|will)\s+(?:not\s+)?(?:be\s+)?(?:considered|deemed|construed|constitute"
    r"|obligate|evaluated|assessed)\b"
    r"|\bshall\s+(?:not\s+)?(?:provide|form)\s+(?:grounds|the\s+basis)\b"
    r"|\bquotes?\s+must\s+be\s+realistic\b|\bpricing\s+shall\s+reflect\b"
    r"|\bdever(?:á|ão)\s+ser\s+(?:exigid|observad|julgad)|\bdever(?:á|ão)\s+ocorrer\s+pelo\s+menor\s+preço\b"
    r"|\bíndice(?:s|\(s\))?\s+utilizad",
    re.IGNORECASE,
)
_TERM = re.compile(
    r"\boption(?:s)?\s+(?:to\s+extend|period|year|clause|provision)"
    r"|\bextend(?:ed)?\s+the\s+(?:term|period)|\btotal\s+(?:duration|extension)\b"
    r"|\bperiod\s+of\s+performance\s+(?:\([^)]*\)\s+)?shall\s+be\b|\bperiod\s+shall\s+be\b"
    r"|\btermo\s+aditivo\b|\bdo\s+aditivo\b",
    re.IGNORECASE,
)
_DEFINITION = re.compile(
    r"^[\"“']?[\w -]{2,40}[\"”']?,?\s+(?:\([^)]*\),?\s+)?(?:as\s+used\s+herein,?\s+)?means\b"
    r"|^as\s+used\s+in\b|\bis\s+defined\s+as\b|\bentende-se\s+por\b",
    re.IGNORECASE,
)
_CLAUSE_REACH = 400  # characters in front of a modal verb in which its subject stands
_CLAUSE_EDGE = re.compile(r"[;:,—–()]\s")


def strength(sentence: str) -> Strength | None:
    """How the sentence binds the supplier; None for buyer's duties, definitions, award rules and options."""
    if any(pattern.search(sentence) for pattern in (_NOT_A_DUTY, _DEFINITION, _AWARD, _TERM)):
        return None
    if _binds(sentence, _MUST) or _binds(sentence, _WILL):
        return "must"
    return "should" if _binds(sentence, _SHOULD) else None


def releases(sentence: str) -> bool:
    """Whether it says what is *not* asked for: the list below it is no list of duties."""
    return bool(_NOT_A_DUTY.search(sentence))


def binds_buyer(sentence: str) -> bool:
    """Whether every obligation in it is the buyer's."""
    modals = [*_MUST.finditer(sentence), *re.finditer(r"\bwill\b", sentence, re.IGNORECASE)]
    if not modals:
        return bool(_BUYER.match(sentence))
    return all(_BUYER.match(_subject(sentence, m.start())) or _BY_BUYER.match(sentence[m.end() :]) for m in modals)


def _binds(sentence: str, modal: re.Pattern[str]) -> bool:
    """Whether one of the modals has somebody else than the buyer in front of it, or behind it in an inverted clause."""
    for found in modal.finditer(sentence):
        start = found.end() if modal is _WILL else found.start()
        if not _BUYER.match(_subject(sentence, start)) and not _BY_BUYER.match(sentence[found.end() :]):
            return True
    return False


def _subject(sentence: str, modal: int) -> str:
    """The words of the clause in front of the modal verb."""
    before = sentence[max(0, modal - _CLAUSE_REACH) : modal]
    edge = max((m.end() for m in _CLAUSE_EDGE.finditer(before)), default=0)
    clause = before[edge:].strip()
    return clause if len(clause.split()) > 1 or not edge else before.strip()
