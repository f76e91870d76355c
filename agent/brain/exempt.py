"""What says "shall" and is no duty of a supplier: definitions, rules of the award, terms of the contract, releases."""

import re

_RELEASES = re.compile(
    r"\b(?:not|n[ãa]o\s+ser[áa](?:o)?)\s+(?:be\s+)?required\b|\bneed\s+not\b"
    r"|\bno\s+\w+(?:\s+\w+)?\s+(?:is|are|will\s+be|shall\s+be)\s+required\b"
    r"|\bis\s+not\s+mandatory\b|\bnot\s+(?:be\s+)?responsible\b|\bnot\s+(?:obliged|obligated|expected)\s+to\b"
    r"|\binformation\b[^.]*\b(?:can\s+be\s+found|is\s+contained)\b|\bn[ãa]o\s+(?:é|s[ãa]o"
    r"|ser[áa])\s+obrigat[óo]ri",
    re.IGNORECASE,
)
_AWARD = re.compile(
    r"\bconsidered\s+for\s+(?:the\s+)?award,\s+(?:offerors|quoters)"
    r"|\b(?:award|contract|order)s?\s+(?:shall|will|must)\s+be\s+(?:made|awarded|placed)\b"
    r"|\bno\s+(?:\w+\s+){0,3}award\s+shall\b|\bdisqualify\b"
    r"|\b(?:shall|must|will)\s+(?:not\s+)?(?:be\s+)?(?:considered|deemed|construed|constitute"
    r"|obligate|evaluated|assessed|governed|interpreted|understood|awarded|entitled|prevail|survive)\b"
    r"|\bshall\s+(?:not\s+)?(?:provide|form)\s+(?:grounds|the\s+basis)\b|\bshall\s+take\s+precedence\b"
    r"|\b(?:shall|will)\s+have\s+the\s+(?:right|option)\b"
    r"|\b(?:must|shall|dever\S{1,3})\s+(?:score|achieve|obtain|reach|attain|receive|obter|alcançar|atingir)\b"
    r"[^.]{0,60}(?:\d\s*%?\s*(?:of\s+the\s+|d[oa]s\s+)?(?:points?|marks|pontos)\b|\b(?:minimum|passing|technical)\s+score\b"
    r"|\b(?:pontuação|nota)\b)"
    r"|\bquotes?\s+must\s+be\s+realistic\b|\bpricing\s+shall\s+reflect\b"
    r"|\bdever(?:á|ão)\s+ser\s+(?:exigid|observad|julgad|interpretad|entendid)"
    r"|\bdever(?:á|ão)\s+ocorrer\s+pelo\s+menor\s+preço\b"
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
    r"|^as\s+used\s+in\b|\bis\s+defined\s+as\b|\bentende-se\s+por\b|[\"”’']\s+(?:shall\s+)?means?\b"
    r"|[\"“‘'](?:shall|must|should|will|may|dever[áã]o?|deve[mr]?|mandatory)[\"”’'][^.]{0,80}"
    r"\b(?:means?|denotes?|indicates?|expresse?s?|signific\w+|indica\w*)\b"
    r"|\b(?:marked|classified|labelled|labeled|tagged|flagged|designated|identified|marcad\w+|classificad\w+"
    r"|identificad\w+|assinalad\w+)\s+(?:as\s+|with\s+|by\s+|com\s+|como\s+|pel[oa]\s+)?(?:an?\s+)?"
    r"(?:[\"“‘'(\[]\w{1,12}[\"”’')\]]|(?-i:[A-Z]{1,2}))[^.;]{0,40}?\s(?:are|is|s[ãa]o|é)\b",
    re.IGNORECASE,
)
_OF_THE_BUYER = re.compile(
    r"^(?:(?:the|all|any|o|os)\s+)?payments?\b[^.;]{0,60}?\b(?:shall|must|will)\s+be\s+"
    r"(?:made|due|effected|processed|issued|paid|released)\b"
    r"|^os?\s+pagamentos?\b[^.;]{0,60}?\b(?:será|serão|deverá|deverão)\s+(?:ser\s+)?(?:efetuad|realizad|feit|efetivad)"
    r"|^(?:any\s+)?failure\s+(?:to|of|by)\b"
    r"|^(?:[oa]\s+)?(?:n[ãa]o\s+(?:atendimento|cumprimento)|descumprimento|inobserv[âa]ncia|inexecu[çc][ãa]o)\b",
    re.IGNORECASE,
)
_OF_NOBODY = re.compile(  # what a web page asks of whoever reads it
    r"^(?:you|users|visitors)\s+must\s+(?:be\s+(?:at\s+least\s+|over\s+)?\d\d|(?:first\s+)?(?:be\s+(?:logged|signed)|log|sign)\s+in\b"
    r"|enable|accept\s+(?:our|the)\s+(?:cookie|terms)|have\s+(?:javascript|cookies))"
    r"|^(?:javascript|cookies)\s+must\s+be\b|^você\s+deve\s+(?:ter\s+(?:mais\s+de\s+|pelo\s+menos\s+)?\d\d|estar\s+logad|aceitar\s+os)",
    re.IGNORECASE,
)
_REJECTS = re.compile(
    r"\b(?:may|will|shall)\s+(?:not\s+)?be\s+(?:rejected|disqualified|excluded|scored|ranked|eliminated)\b"
    r"|\bser[áã]o?\s+(?:desclassificad|rejeitad|exclu[íi]d|inabilitad|eliminad)\w+",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r";\s|\botherwise\b|\bcaso\s+contr[áa]rio\b", re.IGNORECASE)


def exempt(sentence: str) -> bool:
    """Whether nothing in the sentence is asked of a supplier, whatever verbs it has."""
    return any(pattern.search(sentence) for pattern in (_DEFINITION, _TERM, _OF_THE_BUYER, _OF_NOBODY))


def exempt_at(sentence: str, at: int) -> bool:
    """Whether the clause that holds the verb at this place only releases somebody or rules the award."""
    clause = clause_at(sentence, at)
    return bool(_RELEASES.search(clause) or _AWARD.search(clause))


def rejects(clause: str) -> bool:
    """Whether it tells what becomes of an offer, so that "mandatory" in it only describes."""
    return bool(_REJECTS.search(clause))


def releases(sentence: str) -> bool:
    """Whether it says what is *not* asked for: the list below it is no list of duties."""
    return bool(_RELEASES.search(sentence))


def clause_at(sentence: str, at: int) -> str:
    """The part between semicolons that holds the place."""
    start = max((m.end() for m in _CLAUSES.finditer(sentence, 0, at)), default=0)
    end = next((m.start() for m in _CLAUSES.finditer(sentence, at)), len(sentence))
    return sentence[start:end]
