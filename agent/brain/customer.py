"""Who sends the request: its name, and the short names by which the documents call it."""

import re
from collections.abc import Sequence

from agent.brain.finding import full_text, names_said
from agent.brain.language import fold, is_common
from agent.sources.interface import Document

_ORGANISATION = re.compile(
    r"\b(?:State|City|County|Commonwealth|Government|Province|Town|Township|Borough"
    r"|Village|Port|Municipality|Bureau|Ministry) of (?:the )?[A-Z]\w+(?: (?!Request"
    r"|Solicit|RF[PQ]|Statement)[A-Z]\w+)*"
    r"|\b(?:The |U\.S\. )?(?:[A-Z][\w.&’'-]+ (?:of (?=[A-Z])|& )?){1,5}(?:Court|Council|Administration|Agency"
    r"|Authority|Commission|University|Corporation|Foundation|Bank"
    r"|District|Board|Hospital|College|Trust|Group|Institute|Association|Society|Museum|Airport)\b"
    r"|\b(?:U\.S\. |US )?Department [Oo]f [A-Z]\w+(?:,? (?:[Aa]nd )?[A-Z]\w+)*"
    r"|\b(?:[A-Z][\w&’'-]+ ){1,4}(?:Inc|Ltd|LLC|GmbH|Corp|S\.A|Ltda)\b\.?"
    r"|\b[A-Z][\w&’'-]+(?: [A-Z][\w&’'-]+){0,4}, (?:Inc|Ltd|LLC|Corp|Ltda|PLC)\b|\bU\.S\. (?:[A-Z]\w+ ){1,3}Service\b"
)
_ORGANISATION_PT = re.compile(
    r"\b(?:Instituto|Marinha|Exército|Prefeitura|Ministério|Secretaria|Tribunal|Universidade"
    r"|Câmara|Governo|Centro|Agência|Companhia|Fundação|Município|Consórcio|Superintendência|Defensoria|Assembleia"
    r"|Cooperativa|Associação|Banco|Grupo|Hospital|Serviço (?:Social|Autônomo|Nacional|Municipal)"
    r"|Empresa (?:Municipal|Pública|Brasileira)|Departamento)"
    r"(?: (?:d[eoa]s?|e|em|[A-ZÀ-Ý][\w]+))+"
)
_LABELLED = re.compile(
    r"^(?:issued by|buyer|customer|client|purchaser|contracting authority|procuring entity|issuing (?:agency|office)"
    r"|contratante|órgão|cliente)\s*:\s*(.{3,100})$",
    re.IGNORECASE,
)
_PERSON = re.compile(r"^(?:(?:Mr|Mrs|Ms|Dr|Sra?)\.? |[^,]{3,40}, (?:CPPO|CPPB|CPPM|MCIPS|CPSM|CFCM|Ph\.?D|Esq)\b|.*@)")
_DEPARTMENT = re.compile(
    r",\s+(?:procurement|purchasing|department|dept|division|sourcing|compras|setor|departamento)\b.*$", re.IGNORECASE
)
_SHORT_FORMS = re.compile(r"\(([^()]{0,40}[“\"'][^()]{2,60}|(?:hereinafter\s+)?[A-Z]{2,6})\)")
_SHORT_FORM = re.compile(r"[“\"'](?:the |o |a )?([A-ZÀ-Ý][\w. &-]{1,30})[”\"']|\b([A-Z]{2,6})$")
_BUYS = (
    r"(?:reserves|intends|seeks|wishes|invites|operates|employs|is\s+(?:seeking|looking|not\s+(?:obliged|bound|obligated))"
    r"|will\s+(?:not\s+)?(?:pay|award|evaluate|select|notify|answer)|may\s+(?:change|cancel|reject|amend|award|terminate)"
    r"|shall\s+(?:not\s+be\s+liable|pay|evaluate)|pretende|reserva-se|convida|poderá\s+(?:cancelar|revogar|rejeitar))"
)
_ACTS = re.compile(
    r"(?:^|(?<=[.;:\n]) ?)(?:The |O |A )?([A-ZÀ-Ý][\w-]+) "
    r"(?:reserves (?:the|its)|invites|contemplates|solicits|intends to (?:award|enter|select"
    r"|appoint)|seeks (?:proposals|bids|tenders|offers|quotes)|reserva-se|torna públic[oa])"
)
_BEHIND_A_DASH = re.compile(r" [–—-] ([A-Z]{3,8})\b(?=,| por | torna| \()")
_COMMON_NAME = re.compile(
    r"(?i)(?:the|city|state|county|town|university|college|united|national|american|federal|general|department|ministry|bank|board"
    r"|u\.s\.|prefeitura|secretaria|instituto|universidade|grupo|group|governo|ministério|companhia|fundação|município|câmara|north|south"
    r"|east|west|new|saint|san|royal|central|public|service\w*|data|digital|global|tech\w*)$"
)
_NO_CUSTOMER = re.compile(
    r"contract|supplier|vendor|offeror|bidder|tender|consultant|provider|licitante|fornecedor|system|sistema|service"
    r"|project|agreement|work|platform|software|partner|team|candidate|applicant|rf[pqt]\b|solution|proposal|licen[sc]e",
    re.IGNORECASE,
)


_PIECES = re.compile(r"\s[·|•–—]\s")
_SHOUTED = re.compile(r"\b[A-ZÀ-Ý]{4,}(?: [A-ZÀ-Ý]{1,20}){2,}\b")


def organisation(line: str) -> str:
    """The first organisation named in the line, "" when there is none; what is shouted is read as if it were not."""
    shouted = (found.group(0) for found in _SHOUTED.finditer(line))
    return next((org for piece in (*_PIECES.split(line), *shouted) if (org := _organisation(piece))), "")


def _organisation(line: str) -> str:
    spelled = " ".join(
        w.lower() if w.lower() in ("de", "da", "do", "das", "dos", "e", "em", "of", "the") else w.title()
        for w in line.split()
    )
    text = spelled.replace(" Of ", " of ").replace(" De ", " de ") if line.isupper() else line
    text = re.sub(r"\b(De|Da|Do|Das|Dos|E|Em)\b", lambda m: m.group(0).lower(), text) if line.isupper() else text
    found = _ORGANISATION.search(text) or _ORGANISATION_PT.search(text)
    return found.group(0).strip(" .") if found else ""


def customer_of(documents: list[Document], lines: Sequence[str], said: str) -> str:
    """The owner's own name for it when the documents know it, else the organisation in the lines of the title page."""
    text = fold(" ".join(full_text(d)[:60_000] for d in documents) + " ".join(d.name for d in documents))
    for name in names_said(said):
        if fold(name) in text:
            return name
    rows = [": ".join(b.cells[:2]) for d in documents[:2] for b in d.blocks[:60] if len(b.cells) > 1]
    labelled = [_DEPARTMENT.sub("", found[1].strip()) for line in (*lines, *rows) if (found := _LABELLED.match(line))]
    if labelled and not _PERSON.match(labelled[0]):
        return labelled[0]
    titled = next((org for line in lines if len(line) < 140 and (org := organisation(line))), "")
    return titled or next((org for d in documents[:2] for b in d.blocks[:25] if (org := organisation(b.text))), "")


def short_names(documents: list[Document], customer: str) -> tuple[str, ...]:
    """The customer's name and the short forms the documents give to organisations: "Acme Agency (AA)"."""
    text = " ".join(full_text(d)[:30_000] for d in documents[:2])
    short = [
        name
        for found in _SHORT_FORMS.finditer(text)
        for told in _SHORT_FORM.finditer(found.group(1))
        if _is_short_for(name := told[1] or told[2], text[max(0, found.start() - 90) : found.start()], customer, text)
    ]
    behind = _BEHIND_A_DASH.finditer(text)
    short += [m[1] for m in behind if m[1][:2] in _initials(text[max(0, m.start() - 120) : m.start()])]
    plain = re.sub(r",?\s+(?:Inc|Ltd|LLC|GmbH|Corp|S\.A|Ltda|PLC)\.?$", "", customer)
    return tuple(dict.fromkeys(name for name in (customer, plain, *short, *_called(customer, text)) if name))


def _called(customer: str, text: str) -> list[str]:
    """What the text calls the buyer without saying so: its first word, or what does only what a buyer does."""
    first = customer.split(" ", 1)[0].strip(",") if " " in customer else ""
    alone = re.escape(first) if first[:1].isupper() and not _COMMON_NAME.match(first) else ""
    named = [first] if alone and len(re.findall(rf"\b{alone} [a-z]", text)) > 1 else []
    acting = [m[1] for m in _ACTS.finditer(text) if not _NO_CUSTOMER.search(m[1]) and not is_common(fold(m[1]))]
    return [*named, *acting, *(kind for kind in _kinds(customer) if re.search(rf"\b(?:[Tt]he|[OoAa]) {kind}\b", text))]


def _kinds(customer: str) -> list[str]:
    """The words of its name that say what it is, which a text takes for the whole: "the College", "o colégio"."""
    found = re.findall(
        r"\b(?:College|School|Bank|Port|Village|Town|Township|Borough|Airport|Society|Museum)\b", customer
    )
    portuguese = re.findall(
        r"^(?:Colégio|Cooperativa|Instituto|Escola|Faculdade|Fundação|Porto|Clube|Sindicato)\b", customer
    )
    return [*found, *portuguese, *(word.lower() for word in portuguese)]


def _initials(words: str) -> str:
    return "".join(word[0] for word in re.findall(r"\b[A-ZÀ-Ý]\w{2,}", words))


def _is_short_for(short: str, before: str, customer: str, text: str) -> bool:
    """Whether "ABC" or "the Authority" stands right behind an organisation or the customer."""
    if _NO_CUSTOMER.search(short):
        return False
    named = before.rstrip(" ,")
    if _acts(short, named, text):
        return True
    ends = {m.end() for pattern in (_ORGANISATION, _ORGANISATION_PT) for m in pattern.finditer(named)}
    return len(named) in ends or bool(customer and named.endswith(customer))


def _acts(short: str, before: str, text: str) -> bool:
    """Whether "ABC" stands behind words with these initials and does in the text what only a buyer does."""
    initials = "".join(word[0] for word in re.findall(r"\b[A-ZÀ-Ý]\w+", before))
    if not (short.isupper() and len(short) > 2 and initials.endswith(short)):
        return False
    return bool(re.search(rf"\b{re.escape(short)}\s+{_BUYS}\b", text))
