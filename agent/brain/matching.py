"""Which section of the request a piece of talk is about: by printed number, else by the words they share."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import log

from agent.brain.interface import Section
from agent.brain.language import fold, stem, stems

_GROUPS = (
    "price pricing cost costs commercial budget financial quote preço preços comercial custo custos "
    "orçamento orçamentária valor",
    "staff staffing team personnel resumes people roles equipe pessoal currículos time",
    "experience references past performance qualifications portfolio cases experiência referências "
    "atestados qualificação histórico",
    "technical technology architecture solution técnica técnico tecnologia arquitetura solução",
    "management pm coordination gestão gerenciamento coordenação",
    "security compliance privacy segurança conformidade privacidade",
    "schedule timeline milestones cronograma marcos",
    "legal terms contract clauses jurídico jurídica contrato cláusulas",
    "deliverables deliverable deliveries entregáveis entregas",
    "testing test quality qa assurance testes qualidade",
    "support maintenance helpdesk suporte manutenção atendimento chamados",
    "training treinamento capacitação",
    "summary executive sumário resumo executivo",
    "ux ui design interface usability usabilidade",
    "data migration dados migração",
    "invoices invoicing billing payment faturamento pagamento fatura",
    "penalties penalty sanctions fines penalidades penalidade multas multa sanções",
    "warranty guarantee warranties garantia garantias",
    "subcontract subcontracting subcontractors subcontratação",
)
TOPICS = frozenset(fold(word) for group in _GROUPS for word in group.split())  # what sections are about
_CONCEPTS = {stem(word): f"#{at}" for at, group in enumerate(_GROUPS) for word in group.split()}
_PLAIN = frozenset(
    stem(w)
    for w in [
        "section",
        "part",
        "piece",
        "draft",
        "take",
        "write",
        "own",
        "work",
        "do",
        "make",
        "get",
        "send",
        "bit",
        "stuff",
        "thing",
        "everything",
        "approach",
        "proposal",
        "response",
        "volume",
        "response",
        "submission",
        "seção",
        "parte",
        "fazer",
        "escrever",
        "cuidar",
        "ficar",
        "rascunho",
        "versão",
        "texto",
        "proposta",
        "resposta",
        "requirements",
        "general",
    ]
)
_NUMBER = re.compile(
    r"\b(?:sec(?:tion|\.)?|se[çc][ãa]o|item|part|§|volume|chapter|cap[íi]tulo)\s*(\d+(?:\.\d+)*)", re.IGNORECASE
)
_DOTTED = re.compile(r"(?<![\d.,/$])\b(\d{1,2}\.\d{1,2}(?:\.\d+)*)\b(?![\d,/%])")
_SPEAKING = re.compile(
    r"^(?:reach(?:ing)? out|contact|ask|e-?mail|call|tell|talk|speak|meet|post|schedule|book|invite|remind|ping|let"
    r"|falar|ligar|avisar|perguntar|convidar|agendar|marcar)\b"
)
_ENOUGH = 0.5


def best_section(text: str, sections: Sequence[Section]) -> Section | None:
    """The section meant, or None when no section fits clearly."""
    if numbered := _by_number(text, sections):
        return numbered
    wanted = concepts(text)
    if not wanted:
        return None
    titles = [concepts(s.title) for s in sections]
    spread = Counter(c for title in titles for c in title)
    scored = [
        (_score(wanted, title, spread, len(sections)), bool(s.requirements), -at, s)
        for at, (title, s) in enumerate(zip(titles, sections, strict=True))
    ]
    score, _, _, section = max(scored, key=lambda one: one[:3], default=(0.0, False, 0, None))
    return section if score >= _ENOUGH else None


def section_of_deed(what: str, sections: Sequence[Section]) -> Section | None:
    """The section somebody works on. To speak to "the teams" is not to write about staffing: all of it must fit."""
    found = best_section(what, sections)
    if found is None or not _SPEAKING.match(fold(what)) or _by_number(what, sections):
        return found
    title = concepts(found.title)
    return found if len(title) > 1 and title <= concepts(what) else None


@lru_cache(maxsize=4096)
def concepts(text: str) -> frozenset[str]:
    """Stems with synonyms of the trade joined: "pricing", "cost" and "preço" are one."""
    return frozenset(_CONCEPTS.get(s, s) for s in stems(text) if s not in _PLAIN and not s.isdigit())


def _by_number(text: str, sections: Sequence[Section]) -> Section | None:
    asked = [*_NUMBER.findall(text), *_DOTTED.findall(text)]
    for number in asked:
        hits = [s for s in sections if s.number and _bare(s.number) == _bare(number)]
        if hits:
            return max(hits, key=lambda s: bool(s.requirements))
    return None


def _bare(number: str) -> str:
    return ".".join(str(int(p)) if p.isdigit() else p for p in fold(number).strip(".").split(".")).removesuffix(".0")


def _score(wanted: frozenset[str], title: frozenset[str], spread: Counter[str], count: int) -> float:
    """How much of the title is said and how much of the talk is about it; rare words weigh more."""
    shared = wanted & title
    if not shared:
        return 0.0
    weight = {c: log(1 + count / (1 + spread[c])) for c in wanted | title}
    both = sum(weight[c] for c in shared)
    return both / (0.35 * sum(weight[c] for c in wanted) + 0.65 * sum(weight[c] for c in title) or 1)


def overlap(one: str, other: str) -> float:
    """Share of the smaller text's concepts that the other has too."""
    first, second = concepts(one), concepts(other)
    smaller = min(len(first), len(second))
    return len(first & second) / smaller if smaller else 0.0
