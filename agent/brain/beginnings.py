"""Whether a project is to begin: a request has come, or the owner says start. Whoever says not yet starts nothing."""

import re

from agent.brain.clauses import asks, clauses
from agent.brain.language import fold, words

_REQUEST = (
    r"(?:rf[piqt]s?|rfx|sow|solicitation|tender|request for \w+|requests? for proposals?|statement of work"
    r"|invitation to (?:bid|tender)|call for (?:bids|tenders|proposals)|edital|licitacao|pregao|termo de referencia"
    r"|carta[- ]convite|tomada de precos|concorrencia|pedido de proposta|chamada publica|proposta)"
)
_NAMED = re.compile(rf"\b{_REQUEST}\b")
_HERE = re.compile(  # it came, or something is to be done with it
    r"\b(?:receiv\w+|got|gotten|have|has|arriv\w+|came|come|landed|here|attached|attach\w*|enclosed|folder|sent|is in"
    r"|new|won|start\w*|begin\w*|draft\w*|read|look\w*|analy[sz]e\w*|review\w*|process|work(?:ing)? on|respond\w*"
    r"|answer\w*|handle|help|prepare|take|run|go|open\w*|invited|issued|published|from"
    r"|receb\w+|cheg\w+|temos|tenho|saiu|public\w+|segue\w*|anex\w+|analis\w+|vej[ao]|olh\w+|olhada|lei[ao]|ler|comec\w+"
    r"|inici\w+|respond\w+|trabalh\w+|nov[oa]|pasta|prepar\w+|mandou|mandaram|enviou|enviaram|abrir|abra|convid\w+)\b"
)
_OVER = re.compile(
    r"\b(?:cancel\w*|withdr[ae]w\w*|lost|declin\w+|no-go|postponed|suspend\w*|desist\w+|adiad[oa]|perdemos|revogad[oa])\b"
)
_START = r"(?:start\w*|begin\w*|kick (?:it|this) off|get (?:going|started)|comec\w+|inici\w+|vamos (?:la|comecar))"
_STARTS = re.compile(
    r"^\W*(?:(?:ok|okay|yes|great|perfect|please|now|then|so|let's|lets|let us|you can|you may|can you|could you|hi"
    r"|hello"
    rf"|desk|sim|claro|por favor|agora|entao|pode|vamos|ja)\b\W*)*(?:{_START}|new project|novo projeto|set up (?:a"
    r"|the|this)"
    r"(?: new)? project)\b"
    r"(?:\W+(?:it|now|please|with|working|work|on|over|to|you|the|this|a|new|project|response|proposal|charter|then|again"
    r"|por favor|agora|com|o|a|os|projeto|trabalho|resposta|ja))*\W*$"
)
_CHARTER = re.compile(
    r"\b(?:draft|write|prepare|create|elabor\w+|prepar\w+|faca|escrev\w+|mont[ea])\b.{0,20}\bcharter\b"
)
_COMES = r"(?:receiv\w+|got|get|have|has|arriv\w+|come|came|here|in|receb\w+|cheg\w+|temos|tenho|veio|saiu)"
_NOT = r"(?:not|never|no|without|\w+n't|dont|havent|hasnt|didnt|nao|nunca|nem|sem|nenhum[a]?)"
_NOT_YET = re.compile(
    rf"(?:\b{_NOT}\b|n't\b)(?:\W+\w+){{0,4}}?\W+(?:{_REQUEST}|{_START}|{_COMES})\b"
    rf"|\b(?:wait(?:ing)?|hold (?:off|on)|expecting|looking forward|espere|esperando|aguard\w+|pare|stop)\b"
    rf"|\b{_START}\b.{{0,30}}\b(?:later|tomorrow|next (?:week|month)|(?:on )?(?:mon|tues|wednes|thurs|fri)day|when"
    r"|once|quando|mais tarde|amanha|depois|(?:semana|mes) que vem)\b"
    rf"|\b(?:later|tomorrow|when|once|if|after|quando|se|depois)\b.{{0,40}}\b{_START}\b"
    rf"|\b{_REQUEST}\b[^,;]{{0,20}}\b(?:is (?:coming|expected|due to)|(?:has|is|did|does) not|hasn't|isn't|didn't"
    r"|ainda nao|nao|vem)\b"
    rf"|(?:\b(?:will|should|going to|gonna|may|might|deve|devemos|vai|vamos|pode)|'ll)\W+(?:\w+\W+){{0,2}}?{_COMES}\b"
    rf"|\b{_COMES}\b[^,;]{{0,25}}\b(?:tomorrow|next (?:week|month)|amanha|(?:semana|mes) que vem)\b"
)
_NOTES = re.compile(r"\b(?:kick ?-?off|notes|minutes|transcript|meeting|ata|reuniao|notas|transcricao)\b")
FEW = 6  # words


def begins(text: str) -> bool:
    return not held(text) and any(_begins(clause) for clause in clauses(text))


def held(text: str) -> bool:
    """Whether it is said that nothing has come, or that nothing shall begin yet."""
    return any(_held(fold(clause)) for clause in clauses(text))


def _held(said: str) -> bool:
    if _NOTES.search(said) and not _NAMED.search(said):  # the meeting's notes may come later
        return False
    return bool(_NOT_YET.search(said))


def _begins(clause: str) -> bool:
    said = fold(clause)
    if _OVER.search(said) or asks(clause):
        return False
    few = len(words(said)) <= FEW
    if _NAMED.search(said):
        return few or bool(_HERE.search(said))
    if _NOTES.search(said) and re.search(r"\b(?:notes|minutes|transcript|ata|notas|transcricao)\b", said):
        return True
    return bool(_CHARTER.search(said)) or (few and bool(_STARTS.match(said)))
