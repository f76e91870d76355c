"""One sentence at a time: does it bind the supplier, how strongly, and is it a duty at all?"""

import re
from typing import Literal

from agent.brain.exempt import clause_at, exempt, exempt_at, rejects

Strength = Literal["must", "should", "may"]

_SUPPLIER = (
    r"contractors?|vendors?|offerors?|bidders?|suppliers?|tenderers?|quoters?|proposers?"
    r"|respondents?|consultants?|provider"
    r"|system|platform|solution|software|application|api|service|product"
    r"|contratad[oa]s?|licitantes?|fornecedor(?:es)?|proponentes?|adjudicatári[oa]|empresa|solução"
    r"|sistema|plataforma|licitante"
)
_THEIRS = (
    r"contractors?|vendors?|offerors?|bidders?|suppliers?|tenderers?|quoters?|proposers?|respondents?|consultants?|provider"
    r"|firms?|partner|personnel|staff|subcontractors?"
    r"|proposals?|tenders?|bids?|offers?|quotes?|quotations?|responses?|submissions?|prices?|invoices?|documents?"
)
_THEIRS_PT = (
    r"contratad[oa]s?|licitantes?|fornecedor(?:es|a)?|proponentes?|adjudicatári[oa]|empresas?|concession[áa]ri[oa]"
    r"|prestador[ae]?s?|vencedor[ae]?s?|credenciad[oa]s?|parceir[oa]s?|organizaç\w+|entidades?|propostas?|sistema|solução|plataforma|serviços?|prazos?|preços?"
)
_MUST = re.compile(
    r"\b(?:must|shall|(?:is|are|be|being)\s+(?:also\s+)?required\s+to|(?:is"
    r"|are)\s+required(?=\s*[.;]?\s*$)|(?:is|are|be)\s+(?:obliged|obligated|bound)\s+to"
    r"|(?:is|are)\s+(?:strictly\s+)?(?:prohibited|forbidden)"
    r"|dever(?:á|ão)|devem?(?=\s+[a-zà-ÿ])|obrigatoriamente|(?:é|são|fica(?:m|rá|rão)?)\s+(?:vedad|proibid)[oa]s?"
    r"|(?:fica(?:m)?|é|são|está|estão|estará|será|ficará)\s+obrigad[oa]s?|não\s+ser(?:á|ão)\s+(?:admitid|permitid)[oa]s?"
    r"|(?:exige|requer|deve)-se|(?:é|são|será|serão)\s+exigid[oa]s?|(?:terá|terão|tem|têm)\s+(?:que|de)(?=\s+[a-zà-ÿ]+r\b))\b"
    r"|\bno\s+(?:[\w-]+\s+){1,5}?(?:may|can(?=\s+(?:be|exceed|contain|leave|have)\b))\b(?!\s*(?:,|;|also))"
    r"|\bnenhuma?\s+(?:[\wÀ-ÿ-]+\s+){1,5}?poder(?:á|ão)\b",
    re.IGNORECASE,
)
_MANDATORY = re.compile(r"(?<!/)\b(?:mandatory|obrigatóri[oa]s?)\b(?!\s*/)", re.IGNORECASE)
_THEIR_DUTY = re.compile(
    rf"\b(?:{_THEIRS})\b(?:\s+(?!(?:who|whom|whose|that|which|where|may|might|can|could|not|do|does|should|would)\b)[\w’'-]+){{0,4}}?\s+(?:(?:has|have|needs?|is|are)\s+to(?!\s+(?:date|blame))"
    rf"|(?:undertakes?|commits?|agrees?)\s+to)\b"
    rf"|\b(?:contractor|supplier|vendor|provider|tenderer|consultant)s?\s+(?:is|are|remains?|will\s+be)\s+"
    rf"(?:\w+\s+)?(?:responsible|liable)\s+for\b"
    r"|\b(?:compet|cab|incumb)\w{1,4}\s+(?:à|ao|às|aos)\s+(?!administra|contratante|munic[íi]pio|prefeitura|secretaria"
    r"|comiss|órgão|pregoeir|fiscal|gestor|estado|união|tribunal|autoridade|agente|fundação|instituto|poder|entidade\s+[ac])"
    rf"|\b(?:é|são|constitu\w+|será|serão)\s+(?:de\s+)?(?:obrigaç\w+|dever(?:es)?|responsabilidade)\s+(?:\w+\s+)?d[oa]s?\s+(?:{_THEIRS_PT})\b"
    rf"|\b(?:{_THEIRS_PT})\b(?:\s+(?!que\b)[\wÀ-ÿ-]+){{0,4}}?\s+não\s+poder(?:á|ão)\b(?!\s+(?:participar|disputar))",
    re.IGNORECASE,
)
_SHOULD = re.compile(
    r"\b(?:should|(?:is|are)\s+expected\s+to(?!\s+(?:begin|start))|recomenda-se|deveria(?:m)?)\b", re.IGNORECASE
)
_WILL = re.compile(
    rf"(?:(?:^|[;,:]\s+)(?=(?:contractor|vendor|offeror|bidder|supplier|tenderer|quoter|provider|consultant)s?\s)"
    rf"|\b(?:the|each|any|all|selected|successful|o|a|os|as)\s+(?:[\w-]+\s+){{0,2}})(?:{_SUPPLIER})"
    r"(?:’s|'s)?(?!\s+owner)"
    r"(?:\s+[\w’'-]+){0,3}?\s+(?:fornecerá|disponibilizará|apresentará|prestará|realizará|executará"
    r"|will(?!\s+(?:not\s+)?(?:only\s+)?be\s+(?:given|provided|compensated|paid|notified|able"
    r"|invited|asked|considered|reimbursed|rejected|excluded|evaluated|scored|required))|(?:may|can)\s*not|não\s+poder(?:á|ão))\b"
    r"|\bwill\s+(?:also\s+)?need\s+to\b",
    re.IGNORECASE,
)
_LINKS = r"^(?:(?:and|but|then|that|if|when|where|as|the|each|any|all|our|o|a|os|as|e|cabe|que)\s+)*"
_NAMED = r"(?:(?-i:(?!Contractor|Supplier|Vendor|Bidder|Offeror|Tenderer|Provider|Consultant)[A-Z][\w.’'-]+)\s+){0,3}?"
_OFFICE = (
    r"(?:government|court|state|county|city|department|council|university|authority|agency"
    r"|commission|ministry|district|board|trust|hospital|museum|library|client|customer|buyer|employer|municipality|evaluators"
    r"|purchaser|procuring|purchasing|(?:contracting|awarding|issuing|adjudicating)\s+(?:officer|specialist|authority|entity|body|party)"
    r"|procurement\s+officer"
    r"|project\s+director|commissioner"
    r"|(?:evaluation|selection|review|scoring|assessment)\s+(?:committee|team|panel|board)|panel|committee|jury"
    r"|assessors?|contract(?:ing)?\s+(?:manager|administrator)|bureau|institution"
    r"|cor?\b|we\b|gsa\b|government’s|agencies|head\s+of"
    r"|administração|contratante|fiscal(?:ização)?|gestor|órgão|pregoeir[oa]|comissão|diretoria|comitê\s+d[ae]\s+\w+|tesouraria|banca|equipe\s+de\s+apoio|setor|município|prefeitura|secretaria"
    r"|fundação|autarquia|companhia|hospital|museu|estado|união|tribunal|universidade|câmara|ministério|agente\s+de\s+contratação|entidade\s+(?:adjudicante|contratante)"
    r"|autoridade|poder\s+público|instituto)\b"
    r"(?!\s+(?:data|information|requirements?|needs|systems?|records?|content|accounts?|applications?|facilit|users?|staff))"
)
_BUYER = re.compile(_LINKS + _NAMED + _OFFICE, re.IGNORECASE)
_OF_BUYER = re.compile(
    rf"{_LINKS}(?:[\w-]+\s+){{0,2}}?(?:manager|director|officer|engineer|head|representative|coordinator|gestor|fiscal|diretor"
    rf"|representante|coordenador|respons[áa]vel)\w*\s+(?:of|from|d[aeo]s?)\s+(?:the\s+){{0,2}}{_OFFICE}",
    re.IGNORECASE,
)
_BUYER_FIRST = re.compile(_LINKS + _OFFICE, re.IGNORECASE)
_BY_BUYER = re.compile(
    r"^\s*(?:ser\s+)?(?:[\wçãéí]+\s+(?:e\s+)?){0,3}(?:pel[oa]s?(?:\(s\))?\s+|[oa]s?\s+)"
    r"(?:administração|contratante|fiscal|fiscais|fiscalização|gestor|órgão|comissão|pregoeiro)",
    re.IGNORECASE,
)
_WHICH_BUYER = re.compile(rf"\b{_OFFICE}(?:\s+[a-zà-ÿ]+)?\s*,\s+(?:que|which|who|[oa]\s+qual)$", re.IGNORECASE)
_CLAUSE_REACH = 400  # characters in front of a modal verb in which its subject stands
_CLAUSE_EDGE = re.compile(r"[;:,—–()]\s|\b(?:requires?|demands?|exige|requer)\s+(?:that|que)\s", re.IGNORECASE)


def strength(sentence: str) -> Strength | None:
    """How the sentence binds the supplier; None for buyer's duties, definitions, award rules and options."""
    if exempt(sentence):
        return None
    if any(_binds(sentence, one) for one in (_MUST, _MANDATORY, _WILL, _THEIR_DUTY)):
        return "must"
    return "should" if _binds(sentence, _SHOULD) else None


def binds_buyer(sentence: str) -> bool:
    """Whether every obligation in it is the buyer's."""
    modals = [*_MUST.finditer(sentence), *re.finditer(r"\bwill\b", sentence, re.IGNORECASE)]
    if not modals:
        return bool(_BUYER_FIRST.match(sentence))
    return all(_is_buyer(_subject(sentence, m.start())) or _BY_BUYER.match(sentence[m.end() :]) for m in modals)


def _binds(sentence: str, modal: re.Pattern[str]) -> bool:
    """Whether one of the modals has somebody else than the buyer in front of it, or behind it in an inverted clause."""
    for found in modal.finditer(sentence):
        start = found.end() if modal in (_WILL, _THEIR_DUTY) else found.start()
        if exempt_at(sentence, start) or (modal is _MANDATORY and rejects(clause_at(sentence, start))):
            continue
        if not _is_buyer(_subject(sentence, start)) and not _BY_BUYER.match(sentence[found.end() :]):
            return True
    return False


def _is_buyer(subject: str) -> bool:
    """Whether the buyer begins the clause, or is what its "which" stands for."""
    return bool(_BUYER.match(subject) or _OF_BUYER.match(subject) or _WHICH_BUYER.search(subject))


def _subject(sentence: str, modal: int) -> str:
    """The words of the clause in front of the modal verb."""
    before = sentence[max(0, modal - _CLAUSE_REACH) : modal]
    edge = max((m.end() for m in _CLAUSE_EDGE.finditer(before)), default=0)
    clause = before[edge:].strip()
    return clause if len(clause.split()) > 1 or not edge else before.strip()
