"""What a date in a request is the date of, by the words that stand with it."""

import re

DUE = "Proposal due"
QUESTIONS = "Questions until"
ANSWERS = "Answers by"
AWARD = "Notice of award"
STARTS = "Work starts"
EVALUATION = "Evaluation"
ISSUED = "Issued"
LABELS = (DUE, QUESTIONS, ANSWERS, AWARD, STARTS, EVALUATION, ISSUED)

_OFFER = (
    r"(?:proposals?|quotes?|quotations?|offers?|bids?|tenders?|submissions?|responses?|rf[pqt]|reply"
    r"|replies|submittals?|solicitation|propostas?|lances|cotac(?:ao|oes)|candidaturas?)"
)
_ASKED = (
    r"(?:questions?|inquir\w+|enquir\w+|clarifications?|queries|comments|rfis|requests? for (?:clarification"
    r"|information)s?"
    r"|esclarecimentos?|duvidas|perguntas|questionamentos?|impugnac\w+|pedidos de informac\w+)"
)
_Q_AND_A = r"\bq ?& ?a (?:period )?(?:deadline|due|until|cut[- ]?off|clos\w+|ends)\b"
_ASKED_BY = re.compile(
    rf"(?=.*\b{_ASKED}\b)(?=.*\b(?:by|before|later|until|due|deadline|submission|submitted|received|last day"
    rf"|cut[- ]?off"
    r"|time limit|clos\w+|ate|prazo|limite)\b)"
    rf"|{_Q_AND_A}"
)
_ASKED_IN_A_ROW = re.compile(rf"\b{_ASKED}\b|{_Q_AND_A}")
_ANSWERED = re.compile(
    rf"\banswers?\b|\brespostas?\b|\b(?:responses?|repl(?:y|ies)) to (?:\w+ ){{0,3}}(?:issues|{_ASKED})"
    rf"|\b{_ASKED} (?:(?:and answers|is|are|will|shall|to|be|com) ){{0,4}}(?:answered|published|posted|released"
    rf"|issued|respondid\w+)"
    r"|\b(?:publish\w*|post(?:ing|ed)?|release|issu\w+|publicacao|divulgacao) (?:of |de "
    r"|d[oa]s )?(?:the )?(?:answers|responses|replies"
    rf"|q ?& ?a|respostas|clarifications|{_ASKED} and)|\bq ?& ?a (?:posted|published|released|issued|responses?)"
    rf"|\b(?:customer|buyer|client|agency|authority|\w+) (?:responds?|replies) to\b"
)
_NEAREST_ASKED = re.compile(
    rf"\b{_ASKED} (?:received|submitted|asked|sent) (?:by|before|until|up to|no later than)\W*$"
)
_ASKS_AND_OFFERS = re.compile(r"\b(?:apresentar|submit|enviar) (?:\w+ )?(?:propostas?|proposals?|quotes?)")
_OFFERED = re.compile(
    rf"\breply by\b|\brespond by\b|\b{_OFFER}\b.*\b(?:due|deadline|clos(?:es?|ing)|receipt|received|arrive"
    rf"|reach|return\w*"
    rf"|submitted|submit|no later|on or before|time limit|cut[- ]?off|ate|prazo|limite|recebimento|encerramento"
    rf"|abertura|opening)\b|\b(?:due|deadline|clos(?:es?|ing)|receipt|time limit|last day|cut[- ]?off|return|lodg\w+"
    rf"|prazo|data limite|limite|acolhimento|remessa|protocolo|ultimo dia|final date|latest date|last date"
    rf"|abertura|opening|entrega|envio|recebimento|apresentacao|encerramento|receber)\b.*\b{_OFFER}\b"
    rf"|\bdata da sessao\b"
    rf"|\babertura da sessao\b"
)
_OFFERED_IN_A_ROW = re.compile(
    r"^\W*(?:final |rfp |rfq |itt |tender |bid |proposal |response |last )*(?:closing(?: (?:date|time))*|close"
    r"|due|due date|date due"
    r"|submissions?(?: date| deadline| due| closes?)?"
    r"|deadline|return date|closes|proposals?|tenders?|bids?|responses?|prazo final|data (?:e hora )?limite|data final"
    r"|data de entrega|encerramento|envio"
    r"|entrega)(?: and time| e hor\w+|\s*\(.{0,40}?\))?\W*(?:$|\|)"
)
_CERTAIN = re.compile(  # the offer itself is what is due
    rf"\b{_OFFER}\b[^.;]{{0,40}}\b(?:due|deadline|closing|closes?|receipt)\b"
    rf"|\b{_OFFER}\b[^.;]{{0,40}}\b(?:must|shall|will|should|dev\w+) (?:be |ser )?"
    rf"(?:received|submitted|delivered|sent|arrive|reach|enviad\w+|entregues?|recebid\w+)\b"
    rf"|\b(?:due|deadline|closing|receipt|time limit|prazo|data limite|recebimento)\b[^.;]{{0,60}}\b{_OFFER}\b"
    rf"|\b(?:limite|ultimo dia|last day|cut[- ]?off)\b[^.;]{{0,60}}\b{_OFFER}\b|\breply by\b|\brespond by\b"
)
_OPENING = re.compile(rf"\bopening of\b|\b{_OFFER} opening\b|\babertura\b|\bdata da sessao\b|\bopened\b")
_OTHER_STEPS = re.compile(  # dates on the way that are none of these
    r"\bintent(?:ions?)? to (?:bid|respond|propose|submit|tender|participate|quote)|\bletters? of intent\b"
    r"|\bexpressions? of interest\b"
    r"|\bintencao de (?:participar|propor|apresentar)|\bpre-?(?:proposal|bid|tender|submission|offer)"
    r"|\b(?:conference|webinar|briefing)\b"
    r"|\bsite visits?\b|\bwalk-?through\b|\bvisita tecnica\b|\bregist(?:er|ration)\b|\bcadastr\w+"
    r"|\bcredenciamento\b|\bshort-?list\w*"
    r"|\b(?:oral )?(?:presentations?|demonstrations?|interviews?)\b|\bdemos?\b|\bapresentacoes\b"
    r"|\bprova de conceito\b|\bvisits?\b"
)
_OF_THE_WORK = re.compile(  # a date of the work or of the offer's validity, not of the procurement
    r"\bin production\b|\bgo(?:es)?[- ]live\b|\boperational\b|\bdeploy\w*|\binstall\w*|\bvalid(?:ity)?\b"
    r"|\b(?:system|platform|solution|software|release|module|application|service)s?\b[^.;]{0,50}"
    r"\b(?:available|delivered|complete[d]?|ready|live|accepted)\b"
    r"|\bem producao\b|\bem operacao\b|\bimplant\w+|\bvalidade\b|\bvalidas?\b|\bvigencia\b|\bexpir\w+"
)
_LATER = (
    (
        AWARD,
        re.compile(
            r"\bnotice of (?:intent(?! to (?:bid|respond|propose|submit|participate|tender))|award)"
            r"|\baward (?:date|notice|expected|decision|announce\w*)|\b(?:contract|anticipated|expected|planned"
            r"|final|target) award\b"
            r"|\baward of (?:the )?contract\b|\bintent to award\b|\bresultado (?:final|da selecao|do julgamento"
            r"|da licitacao)"
            r"|\b(?:publicacao|divulgacao|anuncio) d[oe]s? (?:resultado|vencedor)\w*"
            r"|\bhomologacao\b|\badjudicacao\b"
        ),
    ),
    (
        STARTS,
        re.compile(
            r"\b(?:contract|performance|pop|work|services?|project)\b.*\b(?:begins?|starts?|commences?|commencement)\b"
            r"|\bstart date\b|\b(?:planned )?start of (?:the )?(?:contract|services?|work|performance)\b"
            r"|\binicio d(?:a vigencia|o contrato|os servicos|a execucao|os trabalhos|o projeto)"
        ),
    ),
    (EVALUATION, re.compile(r"\bevaluation\b|\bavaliac\w+ das propostas")),
    (
        ISSUED,
        re.compile(
            r"^\W*(?:date )?(?:issued|released|published|posted)\b|\b(?:issue|release|publication|posting) date\b"
            r"|\bdate (?:of )?(?:issue|issued|release|publication)\b|\bissue rf\w|\bposted on\b|^date: "
            r"|\b(?:rf[pqitx]|request|solicitation|tender|notice|invitation|quotation|call)\b[^.;]{0,40}"
            r"\b(?:issued|released|published|posted)\b|^\W*publication\b|^\W*publicacao\b"
            r"|\bpublicad[oa] em\b|\bdata de publicacao|^[a-z]+(?: [a-z]+)?(?:/[a-z]{2})?, \d"
        ),
    ),
)
_FORMER = re.compile(r"\b(?:previous|earlier|former|prior|superseded|cancell?ed|anterior)\b")
_REQUEST = (
    r"(?:rf[pqitx]|itt|request|solicitation|tender (?:notice|documents?)|notice|invitation(?: to tender)?"
    r"|edital|aviso|carta[- ]convite|convite|chamad[oa]|chamamento|termo de referencia|documentac\w+|consulta)"
)
_SENT_OUT = re.compile(  # the request itself goes out
    r"\b(?:envio|emissao|publicacao|divulgacao|lancamento|disponibilizacao|distribuicao|expedicao)(?: d[aeo]s?)* "
    rf"{_REQUEST}\b|^\W*(?:data d[ae] )?(?:emissao|publicacao|divulgacao|expedicao)\W*$"
    r"|^\W*(?:emitid|publicad|divulgad|expedid)[oa]\b"
    r"|\b(?:issue|issuance|release|publication|distribution|launch|dispatch|advertisement) of (?:the |this )?"
    rf"{_REQUEST}\b|\b{_REQUEST} (?:\w+ )?(?:issued?|issuance|released?|published|publication|posted|sent|distributed"
    r"|advertised|launch\w*|available|date)\b"
    r"|^\W*(?:date (?:of )?)?(?:advertised|issue|issuance|publication|release)(?: date)?\W*$|^\W*dated\W*$"
)
_BEGINS = re.compile(r"^\W*(?:inicio|comeco|start|opening|portal opens|abertura d[oe] (?:prazo|periodo))\b")
_BEGINS_WHAT = re.compile(rf"\b(?:{_OFFER}|{_ASKED}|sessao|recebimento|acolhimento|portal)\b")
_DUE_OF_IT = re.compile(  # words of another day in the same clause
    r"\b(?:due|deadline|closing|closes|receipt|prazo|limite|answers?|responses?|replies|awards?|intent|q ?& ?a"
    rf"|{_ASKED}"
    r"|propostas?|respostas?|resultado|addend\w+|amendments?|retificac\w+)\b"
)
_ENDS = re.compile(r"\b(?:fim|termino|final|encerramento|limite|ate|ends?|closing|closes|until|deadline|due)\b")
_AWARD_ROW = re.compile(r"^\W*(?:award|contract award|resultado)\b")


def labels(clause: str, row: bool = False) -> tuple[str, ...]:
    """Of folded words around one date: one label; two only where proposals and questions have the same last day.

    A table's row needs no verb: "Clarification questions | 16 Dec".
    """
    if _OF_THE_WORK.search(clause) and not _CERTAIN.search(clause):
        return ()
    if _BEGINS.match(clause) and _steps_in(clause):
        return ()
    if _SENT_OUT.search(clause) and not _DUE_OF_IT.search(clause):
        return () if _FORMER.search(clause) else (ISSUED,)
    if _asked(clause, row):
        return (QUESTIONS, DUE) if _ASKS_AND_OFFERS.search(clause) else (QUESTIONS,)
    if _ANSWERED.search(clause):
        return (ANSWERS,)
    if _offered(clause, row):
        return (DUE,)
    found = next((label for label, pattern in _LATER if pattern.search(clause)), "")
    if not found and row and _AWARD_ROW.search(clause):
        return (AWARD,)
    if found == ISSUED and _FORMER.search(clause):
        return ()
    return (found,) if found else ()


def _steps_in(clause: str) -> bool:
    """Whether it is the beginning of the time in which something may be handed in."""
    return bool(_BEGINS_WHAT.search(clause)) and not _ENDS.search(clause)


def _asked(clause: str, row: bool) -> bool:
    if _NEAREST_ASKED.search(clause):
        return True
    wanted = _ASKED_IN_A_ROW if row else _ASKED_BY
    return bool(wanted.search(clause)) and not _ANSWERED.search(clause)


def _offered(clause: str, row: bool) -> bool:
    if _OTHER_STEPS.search(clause):
        return bool(_CERTAIN.search(_OTHER_STEPS.sub(" ", clause)))
    return bool(_OFFERED.search(clause)) or (row and bool(_OFFERED_IN_A_ROW.search(clause)))


def is_certain(label: str, clause: str, row: bool) -> bool:
    """Whether its words leave no doubt that it is this date; the opening of bids is only near the day they are due."""
    if label != DUE:
        return True
    opening = _OPENING.search(clause) and not re.search(r"\b(?:receb\w+|recei\w+|ate)\b", clause)
    return not opening and (row or bool(_CERTAIN.search(clause)))
