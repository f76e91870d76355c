"""What the owner wants with a message, by its words, in English and Portuguese."""

import re
from typing import Literal

from agent.brain.language import fold

Intent = Literal["start", "status", "late", "kickoff", "sources", "other"]

_LATE = re.compile(
    r"\b(?:late|overdue|behind|missed|past due|at risk|delayed|atrasad[oa]s?|atraso|vencid[oa]s?|em risco)\b"
)
_SOURCES = re.compile(
    r"\b(?:which|what|list|show|quais|que|liste|mostre)\b.*\b(?:files?|documents?|sources?"
    r"|attachments?|arquivos?|documentos?|fontes?|anexos?)\b"
    r"|\bwhere did (?:you|that|this)\b.*\b(?:from|find|read|get)\b|\bde onde (?:veio|saiu|tirou)"
    r"|\bwhat (?:have|did) you (?:read|use)"
)
_STATUS = re.compile(
    r"\bstatus\b|\bprogress\b|\bwhere (?:are|do) we (?:stand|at)?\b|\bwhat(?:'s"
    r"| is) (?:still )?(?:missing|open|left|outstanding|done)\b|\bhow (?:is|are) (?:it|we|things"
    r"|the)\b.*\b(?:going|doing|coming)\b"
    r"|\bwhat do i owe\b|\bwho (?:has|owes|is (?:working|on|missing|done))\b|\bany (?:news|replies"
    r"|update)|\bupdate me\b|\bdashboard\b|\bsituacao\b|\bandamento\b|\bo que (?:falta"
    r"|esta faltando)\b|\bcomo (?:esta|estamos|anda)\b"
    r"|\bquem (?:esta|tem|falta)\b|\balguma (?:novidade|resposta)\b|\bpainel\b"
)
_KICKOFF = re.compile(
    r"\bkick ?-?off\b|\bmeeting notes\b|\bminutes\b|\btranscript\b|\bnotes (?:are|from|of)\b"
    r"|\bassign\b|\bwho (?:took|takes) what\b|\bbriefs?\b|\bata\b|\breuniao\b|\btranscricao\b"
    r"|\bnotas da\b|\bdistribu\w+\b"
)
_START = re.compile(
    r"\b(?:rf[piq]|sow|solicitation|tender|request for \w+|statement of work|edital|licitacao"
    r"|pregao|termo de referencia|proposta)\b"
    r"|\b(?:start|begin|kick it off|get going|new project|set up|comec\w+|inici\w+|vamos (?:la"
    r"|comecar))\b|\b(?:we|i) (?:received|got|have)\b|\brecebemos\b|\bchegou\b"
)
_OF_THE_REQUEST = re.compile(  # what the request says is asked, not how the project stands
    r"\b(?:rf[pqitx]|solicitation|tender|edital|termo de referencia|request|customer)\b[^.?!]{0,30}"
    r"\b(?:says?|asks?|require\w*|mention\w*|states?|wants?|expects?|diz|fala|pede|exige|menciona)\b"
)
_READ_AGAIN = re.compile(
    r"\b(?:look|search|check|read|try)\b.*\b(?:again|once more)\b|\b(?:new|another"
    r"|updated) (?:file|version|document|rfp|amendment)\b|\b(?:procure|leia|olhe"
    r"|verifique)\b.*\b(?:de novo|novamente)\b|\bnov[oa] (?:arquivo|versao|documento)\b"
)


def intent(text: str, has_project: bool) -> Intent:
    """Questions about the state come before words that also start a project."""
    said = fold(text)
    if _SOURCES.search(said):
        return "sources"
    if has_project and _OF_THE_REQUEST.search(said):
        return "other"
    if has_project and _LATE.search(said):
        return "late"
    if has_project and _STATUS.search(said):
        return "status"
    if has_project and _KICKOFF.search(said):
        return "kickoff"
    if not has_project and _START.search(said):
        return "start"
    if has_project and _READ_AGAIN.search(said):
        return "start"
    if _KICKOFF.search(said):
        return "kickoff" if has_project else "start"
    if _STATUS.search(said) or _LATE.search(said):
        return "status" if not _LATE.search(said) else "late"
    return "other"
