"""What the owner wants with a message, by its words, in English and Portuguese."""

import re

from agent.brain import beginnings, typed
from agent.brain.clauses import asks
from agent.brain.interface import Intent
from agent.brain.language import fold

_LATE = re.compile(
    r"\b(?:late|overdue|behind|missed|past due|at risk|delayed|atrasad[oa]s?|atraso|vencid[oa]s?|em risco)\b"
)
_LATE_MYSELF = re.compile(
    r"\b(?:i am|i'm|i'll be|i will be|running|sorry|estou|vou chegar|chego)\b.{0,15}\b(?:late|atrasad)"
)
_UNANSWERED = re.compile(
    r"\b(?:who|whose|anyone|anybody)\b.{0,20}(?:n'?t\b|\bnot|\bstill|\bmissing|\bowes?)\b"
    r"(?:.{0,30}\b(?:answer|repl|respond|deliver|hand|send|sent|submit|owe|missing|open|done|finish|ready)|$| us| me)"
    r"|\bwho(?:'s| ?s| is| are)? (?:still )?(?:missing|left|outstanding)\W*$"
    r"|\b(?:did|has|have) (?:everyone|everybody|all)\b.{0,20}\b(?:answer|repl|respond|deliver|send|sent|submit|hand)"
    r"|\b(?:todo mundo|todos|todas)\b.{0,15}\b(?:respond|entreg|mand|envi)\w+\W*\?|\bfalta alguem\b"
    r"|\bwho (?:am i|are we|do we|do i) (?:still )?wait(?:ing)? (?:for|on)\b"
    r"|\b(?:which|what) (?:answers|replies) (?:are )?(?:still )?(?:missing|open|outstanding)\b"
    r"|\bquem\b.{0,20}\b(?:nao|ainda|falta|deve|devendo)\b.{0,30}\b(?:respond|entreg|mand|envi|dev|falt)"
    r"|\bquem (?:falta|(?:esta|ta) (?:faltando|devendo))\b|\bde quem (?:falta|faltam|estamos esperando)\b"
)
_NEW = re.compile(r"\b(?:new|more|nov[oa]s?|mais)\b")
_SOURCES = re.compile(
    r"\b(?:which|what|list|show|quais|que|liste|mostre)\b.*\b(?:files?|documents?|sources?"
    r"|attachments?|arquivos?|documentos?|fontes?|anexos?)\b"
    r"|\bwhere did (?:you|that|this)\b.*\b(?:from|find|read|get)\b|\bde onde (?:veio|saiu|tirou)"
    r"|\bwhat (?:have|did) you (?:read|use)"
)
_STATUS = re.compile(
    r"\bstatus\b|\bprogress\b|\bwhere (?:are|r|do) (?:we|things) (?:stand|at)?|\bwhat(?:'s"
    r"| is) (?:still )?(?:missing|open|left|outstanding|done)\b|\bhow(?:'s| ?s| is| are) (?:it|we|things|everything"
    r"|the)\b.*\b(?:going|doing|coming)\b|\bhow (?:far|are we doing)\b"
    r"|\bwhat do i owe\b|\bwho (?:has|owes|is (?:working|on|done)|took what|takes what|does what)\b"
    r"|\bany (?:news|replies|update)|\bupdate me\b|\bdashboard\b|\bon (?:track|time|schedule)\b.*\?"
    r"|\b(?:is|are) (?:everything|things|we) (?:ok|okay|fine|good|all right)\b"
    r"|^\W*(?:\w+\W+){0,4}(?:overview|summary|resumo|visao geral)(?:\W+(?:please|of|the|whole|project|everything|por"
    r"|favor"
    r"|do|de|projeto|tudo|geral))*\W*$|\bcan you summari[sz]e\W*$"
    r"|\bare we on (?:track|time|schedule)\b|\b(?:worry|worried|concern\w*) about\b"
    r"|\bsituacao\b|\bandamento\b|\bo que (?:falta|esta faltando)\b|\bcomo (?:esta(?! voce)(?:\W|$)|estamos|anda)\b"
    r"|\bquem (?:esta|tem)\b|\balguma (?:novidade|resposta)\b|\bpainel\b|\b(?:no|dentro do) prazo\?"
)
_KICKOFF = re.compile(
    r"\bkick ?-?off\b|\bmeeting notes\b|\b(?:the|our|new|more) minutes\b|\bminutes (?:of|from|are)\b|\btranscript\b"
    r"|\bnotes (?:are|from|of)\b|\bassign (?:the |all )?(?:tasks|work|sections|parts)\b"
    r"|\b(?:draft|write|prepare|make|create|offer) (?:me )?(?:the |all )*briefs\b"
    r"|\bata (?:d[aeo]|esta|ja|segue|em|nova)\b|\b(?:nova|segue a) ata\b|\btranscricao\b|\bnotas d[aeo]\b"
    r"|\bdistribu\w+ (?:as |os |the |all )*(?:tasks|work|tarefas|secoes|partes)\b"
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
_POLITE = (
    r"(?:(?:yes|yeah|yep|sure|ok|okay|fine|great|perfect|good|all|looks? good|lgtm|please|go ahead|and|so|then|now|just"
    r"|i|we|you|can|may|could|let's|it's|is|are|they|sim|claro|certo|otimo|perfeito|tudo|bem|por favor|pode|podem|e"
    r"|entao|ja|agora|vamos|esta|estao)\b\W*)*"
)
_SEND = (
    r"(?:approved?|approve|send|release|dispatch|go ahead|ship|aprovad[oa]s?|aprov[oa]|aprovar|enviar|envi[ea]m?"
    r"|envia-os|mandar|mand[ea]|dispar[ae]|disparar)\b"
)
_ALL_OF_IT = (
    r"(?:\W+(?:approved?|send|it|them|this|that|these|those|all|both|everything|everyone|everybody|of|the|to|out|off|away"
    r"|briefs?|drafts?|messages?|mails?|e-?mails?|now|please|thanks|thank you|and|go ahead|you can|you may|sim|tudo"
    r"|todos?|todas?|os|as|o|a|eles|elas|isso|para|briefings?|rascunhos?|mensage(?:m|ns)|agora|por favor|obrigad[oa]|e"
    r"|pode|podem|enviar|envie|envia|mande|mandar|ja))*\W*"
)
_APPROVE = re.compile(  # nothing but consent: a name or a part asks for more, a question for less
    rf"^(?!.*\?)\W*{_POLITE}{_SEND}{_ALL_OF_IT}$"
)
_WHOLE = re.compile(
    r"\bconsolidat\w*|\bassembl(?:e|ing)\b|\b(?:put|bring|pull) (?:it |them |everything |all |the \w+ )*together\b"
    r"|\b(?:compile|merge) (?:the |all )*(?:response|proposal|parts|sections|submissions)"
    r"|\bconsolid\w+|\b(?:junt|mont)(?:e|a|ar) (?:tudo|a (?:resposta|proposta)|as partes)"
)
_UNDER_WAY: tuple[tuple[re.Pattern[str], Intent], ...] = (
    (_APPROVE, "approve"),
    (_OF_THE_REQUEST, "other"),
    (_UNANSWERED, "unanswered"),
    (_LATE, "late"),
    (_STATUS, "status"),
    (_WHOLE, "consolidate"),
    (_KICKOFF, "kickoff"),
    (_READ_AGAIN, "start"),
)
_BEFORE: tuple[tuple[re.Pattern[str], Intent], ...] = ((_LATE, "late"), (_STATUS, "status"))


def intent(text: str, has_project: bool) -> Intent:
    """Questions about the state come before words that also start a project."""
    said = fold(text)
    if _SOURCES.search(said):
        return "sources"
    if meant := typed.meant(said):
        return meant
    if not has_project and beginnings.begins(text):
        return "start"
    for pattern, found in _UNDER_WAY if has_project else _BEFORE:
        if pattern.search(said) and not _otherwise(found, text):
            return found
    return "other"


def _otherwise(found: Intent, text: str) -> bool:
    """Words that only sound like it."""
    if found == "late":
        return bool(_LATE_MYSELF.search(fold(text)))
    return found == "kickoff" and asks(text) and not _NEW.search(fold(text))
