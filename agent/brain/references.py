"""Words that lean on what was said before: “it”, a date without a deed, a yes to a question."""

import re
from typing import NamedTuple

from agent.brain.due import Due
from agent.brain.language import bag, fold, words

_DOING = (
    r"(?:take|own|do|handle|cover|write|draft|prepare|send|submit|deliver|share|finish|complete|have|get|give|provide"
    r"|put|turn|make|hand|bring|produce|circulate|upload|post|return|be (?:done|ready|finished)"
    r"|entrego|entregar|mando|mandar|envio|enviar|termino|terminar|finalizo|finalizar|faco|fazer|devolvo|devolver"
    r"|concluo|concluir|passo|passar|assum[oe]|assumir|peg[oa]|pegar|takes?|does|manda|envia|entrega|faz)"
)
_THING = (
    r"(?:it|that|this|them|these|those|everything|it all|all of (?:it|that|this)|that one|this one"
    r"|(?:the |a |my )?(?:first |rough |final )*(?:draft|version|part|section|piece)s?"
    r"|isso|isto|ela|ele|elas|eles|tudo|(?:o |um |a |uma )?(?:primeir[oa] )?(?:rascunho|versao)|(?:a )?minha parte)"
)
_REST = (
    r"(?:over|off|in|out|up|back|done|ready|finished|together|too|also|as well|pront[oa]|tambem"
    r"|(?:to|for|with|para|pra) (?:\w+ ){0,2}\w+)"
)
_BACK = re.compile(rf"^(?:also |then )?(?:{_DOING}(?: {_THING})?|{_THING})(?: {_REST})*$")
_SOMEHOW = re.compile(  # whatever is done with it, but for what makes a deed of its own
    rf"^(?!review|check|proofread|edit|revise|approve|read|translate|format|revisar|conferir|aprovar|traduzir)\w+"
    rf" (?:it|that|this|them|isso|el[ea]s?)(?: {_REST})*$"
)
_ENCLITIC = re.compile(r"^(?:vou )?\w+-l?[oa]s?$|^(?:pode )?deix\w+ comigo$")  # "entregá-la", "envio-o"
_PRONOUN = r"(?:it|that|this|them|these|those|isso|isto|ela|ele|elas|eles)"

_LOOKING = re.compile(
    r"^((?:review|check|proofread|edit|revise|approve|read|format|translate|revisar|conferir|aprovar|traduzir))"
    r"\s+(?:it|them|this|isso|el[ea]s?)(?=$|[\s,.;])",
    re.IGNORECASE,
)
_DEADLINE = re.compile(
    r"\b(?:by|until|till|before|no later than|not later than|due|deadline|ready|done|finish\w*|deliver\w*|draft"
    r"|you(?:'ll| will| can| should)? (?:have|get|see)|give (?:me|us)|expect|eta|target(?:ing)?"
    r"|in your (?:hands?|inbox|mail)|on your desk|with you|na (?:tua|sua) mao|nas (?:tuas|suas) maos|contigo|com voces?"
    r"|ate|antes d[eoa]|prazo|entreg\w+|pront[oa]|me da|me de|preciso de|voces? (?:recebem?|terao?|vao? ter))\b"
)
_AWAY = re.compile(
    r"\b(?:travel\w*|trip|flying|out of (?:the )?office|(?:i'm|i am|i'll be|we're|we are) (?:out|off|away|back)"
    r"|on leave|holidays?|vacation|sick|busy|not (?:here|in|around|available)|unavailable"
    r"|viaj\w+|viagem|ferias|folga|ausente|ocupad[oa]|feriado|(?:estou|estarei|vou estar) (?:fora|de volta))\b"
)
_EVENT = re.compile(
    r"\b(?:meet(?:ing)?|call|sync|workshop|kick-?off|interview|demo|stand-?up|see you|talk|speak"
    r"|reuniao|ligacao|conversa\w*|ate (?:la|logo|mais))\b"
)
_THEIRS = re.compile(  # the customer's date, not a colleague's
    r"\b(?:proposals?|rf[pqit]|bids?|offers?|tenders?|quotes?|submissions?|responses?|propostas?|edital|licitacao)\b"
    r"[^.;]{0,30}\b(?:is|are|must|leaves?|due|closes?|goes|go|has to|have to|sai|saem|vence|deve\w*|precisa\w*"
    r"|e ate)\b"
)
_OF_OTHERS = re.compile(  # somebody else is asked to do something, or does it
    r"^\W*(?:(?:please|so|and|also|por favor),? )*"
    r"(?:let (?:me|us) know|tell|send me|give me (?:your|the)|you (?:need|have) to|comment|shout"
    r"|(?:the )?(?:customer|client|buyer|they|he|she)\b|me (?:avise|diga|mande)m?|avisem?|o cliente|eles?|elas?)\b"
)
_REFUSAL = re.compile(r"\b(?:not|\w+n't|never|cannot|unless|nao|nunca|talvez|might|maybe|perhaps)\b")
_CLAUSE = re.compile(
    r"[^,;:–—]*?(?:[,;:–—]+\s*|\s+(?=(?:because|as i|since|so|but|and|porque|pois|entao|então|mas)\b)"
    r"|$)",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:instead of|rather than|not|em vez d[eoa]|ao inv[eé]s d[eoa]|e n[aã]o)\s+"
    r"[^,;]*?(?=$|[,;]|\s(?:but|mas|e sim)\b)",
    re.IGNORECASE,
)
_FILLERS = bag(  # what may stand beside a date that is a sentence of its own
    "ok okay fine please then latest the at works for me is good great yes sure thanks and so say let's well by "
    "morning noon evening that's perfect no problem sorry actually it do make better "
    "e ate de a o la por favor maximo entao pode ser sim claro certo alias melhor desculpa na verdade"
)

_ASKED_WHO = re.compile(
    r"^(?:(?:so|and|ok|okay|then|next|now|e|ent[ãa]o|agora),?\s+)*"
    r"(?:who(?:'s| is| will| can| could| would| wants to| would like to| is going to| does)?"
    r"|(?:can|could|will|would) (?:anyone|anybody|someone|somebody)(?: please)?|any takers for"
    r"|quem(?: pode| vai| quer| poderia)?|algu[ée]m(?: pode| quer| poderia)?)\s+"
    r"(?:(?:takes?|taking|owns?|owning|does|do|doing|covers?|covering|handles?|handling|leads?|writes?|on|up for|for"
    r"|fica com|ficar com|faz|fazer|assume|assumir|pega|pegar|cuida d[aeo]s?|cuidar d[aeo]s?)\s+)?"
    r"(?P<thing>.{3,80}?)\?$",
    re.IGNORECASE,
)
_OWN_DEED = re.compile(
    r"^(?:(?:and|but|so|then|also|plus|first|e|mas|então|aí|também),?\s+)*"
    r"(?P<who>(?:I|we|you|they|he|she|somebody|someone)(?:\s+(?:also|still|just|first|really))*\s+(?:need to"
    r"|have to|must|should"
    r"|want to|has to|needs to)|(?:I|we)(?:'ve| have) (?:got )?to|I gotta"
    r"|(?:eu\s+|a gente\s+|nós\s+)?(?:ainda\s+|também\s+)?(?:preciso|tenho que|tenho de|temos que|temos de"
    r"|precisamos|precisa|tem que))"
    r"\s+(?:also\s+|still\s+|first\s+)?(?P<what>(?!be\b|ser\b|estar\b)\w+\s+.{3,})$",
    re.IGNORECASE,
)
_AWAITED = re.compile(  # what is wanted from others
    r"^(?:(?:have|get|see|receive|ver|ter|receber)\b|[\w-]+ (?:it|that|this|them|everything|isso|tudo|ela|ele)\b)"
)
_ELSEWHERE = re.compile(
    r"\bmy (?!part\b|section|draft|team|piece|notes|numbers|input|bit\b)"
    r"|\b(?:an)?other (?:bid|client|customer|project|proposal|rfp|job)s?\b"
    r"|\boutr[oa] (?:proposta|cliente|projeto|edital|licitacao)\b"
)
_NO_WORK = re.compile(  # nothing that is done for the response
    r"^(?:know|hear|leave|go|think|sleep|talk|speak|meet|run|decide|agree|wait|travel|pick up|be|saber|sair|ir"
    r"|falar|conversar|pensar"
    r"|decidir|esperar|viajar)\b"
)
_WHAT = re.compile(
    r"^(?:what|which|that|it|this|else|o qu[eê]|isso|mais|(?:pegar|assumir|fazer|ficar)$)\b", re.IGNORECASE
)
_WHEN = re.compile(r"\b(?:when|what date|which day|how (?:soon|long)|deadline|quando|que dia|prazo)\b")
_MOVE = re.compile(
    r"\b(?:make|move|push|change|shift|bring) (?:it|that)(?: (?:back|forward|out))?(?: to)?\b"
    r"|\b(?:muda|mudar|passa|passar|adia|adiar)(?: (?:isso|ela|ele))? para\b",
    re.IGNORECASE,
)
_ME = re.compile(
    r"^(?:(?:yes|yeah|sure|ok|okay|sim|claro|beleza),? )?(?:me|mine|that's me|i(?:'ll| will| can| could| would)?"
    r"(?: (?:do|take|own|cover|handle) (?:it|that|this)(?: one)?)?|i'm on it|on it|happy to"
    r"|eu(?: (?:faco|posso|fico|assumo|pego))?|deixa comigo|pode deixar(?: comigo)?|comigo)$"
)


def about_an_event(sentence: str) -> bool:
    """A meeting or a call, whose day is no deadline."""
    return bool(_EVENT.search(fold(sentence)))


class OwnDeed(NamedTuple):
    """ "I need to pull the letter": a deed of its own, whose date belongs to nothing said before."""

    what: str
    mine: bool  # the speaker's own; else somebody's who is not named


def own_deed(sentence: str) -> OwnDeed | None:
    found = _OWN_DEED.match(sentence)
    if not found or _AWAITED.match(fold(found["what"])):
        return None
    folded = fold(found["what"])
    mine = bool(re.match(r"(?:I|I've|eu|tenho|preciso)\b", found["who"], re.IGNORECASE))
    elsewhere = _NO_WORK.match(folded) or _ELSEWHERE.search(folded)
    return OwnDeed(found["what"].strip(" ,.;"), mine and not elsewhere)


def points_back(what: str) -> bool:
    """Whether a deed names nothing of its own: "deliver it", "have a draft ready", "entrego"."""
    plain = re.sub(r"^(?:e )?(?:eu|i) ", "", _plain(what))
    return bool(_BACK.match(plain) or _ENCLITIC.match(plain) or _SOMEHOW.match(plain))


def leans(sentence: str) -> bool:
    """Whether it speaks of something named before."""
    return bool(re.search(rf"\b(?:{_PRONOUN}|draft|rascunho)\b", fold(sentence)))


def spelled_out(what: str, thing: str) -> str:
    """ "Review it" with the name of the thing: to look at somebody's part is a deed of its own."""
    return _LOOKING.sub(lambda found: f"{found[1]} {thing}", what) if thing else what


def of_all(sentence: str) -> bool:
    """ "Both are due on Friday." """
    return bool(re.match(r"\W*(?:both|all|everything|each|ambos|ambas|tod[oa]s|tudo)\b", fold(sentence)))


def present(text: str) -> str:
    """The text with blanks where it says when somebody is away or which day is *not* meant; every position stays."""
    kept = "".join(_blank(m) if _AWAY.search(fold(m.group(0))) else m.group(0) for m in _CLAUSE.finditer(text))
    return _NEGATED.sub(_blank, kept)


def names_deadline(sentence: str, due: Due, rest: str, asked: bool = False) -> bool:
    """Whether a sentence that is no promise gives somebody's deed its date. `rest` is the sentence without the date."""
    folded = fold(sentence)
    if sentence.rstrip().endswith("?") or _REFUSAL.search(fold(rest)):
        return False
    if _THEIRS.search(folded) or _OF_OTHERS.search(folded):
        return False
    if _EVENT.search(folded) and not re.match(r"(?:by|until|before|due|ate)\b", fold(due.as_written)):
        return False
    return asked or bool(_DEADLINE.search(folded)) or all(fold(word) in _FILLERS for word in words(rest))


def moves(sentence: str) -> re.Match[str] | None:
    """ "Make it …", "move that to …": what stands behind is the new date."""
    return _MOVE.search(sentence)


def asks_when(sentence: str) -> bool:
    return sentence.rstrip().endswith("?") and bool(_WHEN.search(fold(sentence)))


def asked_of_all(sentence: str) -> str:
    """What is asked for in "Who takes pricing?"; "" when nothing is."""
    found = _ASKED_WHO.match(sentence.strip())
    return found["thing"].strip() if found and not _WHAT.match(found["thing"]) else ""


def volunteers(sentence: str) -> bool:
    """ "Me.", "I can.", "Deixa comigo.": a yes of somebody who was not named."""
    return bool(_ME.match(_plain(sentence)))


def _plain(text: str) -> str:
    return re.sub(r"[\s,.;:!]+", " ", fold(text)).strip()


def _blank(found: re.Match[str]) -> str:
    return " " * len(found.group(0))
