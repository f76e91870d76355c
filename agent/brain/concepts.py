"""What a text is about: stems of its words, with synonyms of the trade and of the two languages joined."""

from functools import lru_cache

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
    "transition transição handover",
    "implementation implantação implementação rollout deployment",
    "insurance insurances seguro seguros",
    "sustainability sustainable environmental sustentabilidade ambiental",
    "questions clarifications clarification perguntas dúvidas esclarecimentos esclarecimento",
    "risk risks risco riscos",
    "accessibility acessibilidade",
    "hosting infrastructure hospedagem infraestrutura",
    "integration integrations integração integrações",
    "acceptance aceite aceitação",
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


@lru_cache(maxsize=4096)
def concepts(text: str) -> frozenset[str]:
    """Stems with synonyms of the trade joined: "pricing", "cost" and "preço" are one."""
    return frozenset(_CONCEPTS.get(s, s) for s in stems(text) if s not in _PLAIN and not s.isdigit())
