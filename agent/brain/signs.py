"""What a reply is that answers nothing: a machine's, a promise, a refusal, a pointer to another place, politeness."""

import re
from datetime import date

from agent.brain.due import find_due
from agent.brain.language import bag, fold, sentences, words

_AUTOMATIC = re.compile(
    r"\bout of (?:the )?office\b|\bautomatic reply\b|\bauto-?reply\b|\bautoresponse\b"
    r"|\bon (?:annual |parental |sick )?leave\b|\bi am away\b|\bi'm away\b|\bcurrently away\b"
    r"|\bon (?:vacation|holiday)\b|\blimited access to (?:e-?mail|my)|\bfora do escritorio\b"
    r"|\bresposta automatica\b|\bestou de ferias\b|\bem ferias\b|\bausente (?:ate|do|de)\b"
    r"|\bmessage (?:could not be|was not) delivered\b|\bundeliverable\b|\bdelivery status notification\b"
    r"|\breacted to (?:your|a|this) message\b|\breagiu (?:a|com)\b|\byour message (?:has been|was) received\b"
    r"|\b(?:ticket|case|chamado|protocolo)\b[^.\n]{0,30}\b(?:was|has been|foi) (?:created|opened|aberto|criado"
    r"|registrado)"
    r"|^\s*(?:accepted|declined|tentative|tentatively accepted|canceled|cancelled|aceit[oa]|recusad[oa]|provisorio)\s*:"
)
_AWAY = re.compile(
    r"\b(?:ooo|oof|pto|away|travell?ing|on the road|(?:on|my) (?:\w+ ){0,2}(?:leave|holidays?|vacation)|day off|days "
    r"off"
    r"|off work|sick|recesso|licenca|viagem|viajando|ferias|folga|afastad[oa]|ausente|feriado prolongado)\b"
)
_BACK = re.compile(
    r"\b(?:until|till|til|back|return\w*|through|from .{1,30} to|ate|retorno|retornarei|volto|voltarei|de volta"
    r"|regresso)\b"
)
_ADVERTISES = re.compile(
    r"\bunsubscribe\b|\bview (?:it |this (?:e-?mail|message) )?in (?:your|a) browser\b|\bmanage (?:your )?preferences\b"
    r"|\bnewsletter\b|\bdescadastr\w+|\bcancelar (?:a |sua )?inscricao\b|\bver no navegador\b"
)
_PROMISE = re.compile(
    r"\b(?:i'll|i will|we'll|we will|will) (?:send|have(?! to)|get|share|deliver|do|finish|complete"
    r"|provide|follow up|start|be done|try|be with you)\b|\bworking on\b|\bin progress\b|\balmost (?:done"
    r"|there|ready)\b|\bi'?m on it\b|\bi am on it\b|\bsending (?:it|you|this|that)\b|\bexpect it\b|\brunning late\b"
    r"|\bearliest\b|\bnot before\b|\bgive me (?:until|till|another|\w+ (?:more )?(?:days?|hours?|weeks?))\b"
    r"|\b(?:i|we)(?:'ll| will) .{0,80}\b(?:later|soon|tomorrow|next week|this week|today|by \w+)\b"
    r"|\byou(?:'ll| will)? (?:have|get) (?:it|the|my)\b|\bneed (?:until|more time|another|(?:\w+ ){1,2}more)\b"
    r"|\bvou (?:enviar|mandar|entregar|terminar|finalizar|fazer)\b|\b(?:envio|mando|entrego"
    r"|te mando|termino)\b|\bdeixa comigo\b|\bpode deixar\b"
    r"|\b(?:estou|to) (?:trabalhando|fazendo|terminando|finalizando|vendo)\b|\bem andamento\b"
    r"|\bquase pront[oa]\b|\bpreciso de mais\b"
)
_FAILS = re.compile(
    r"\b(?:won't|will not|'ll not|can't|cannot|can not|couldn't|not be able|unable|not going to"
    r"|nao (?:vou|consigo|conseguirei|conseguimos|posso|vai dar|da))\b"
)
_BY_THEN = (
    r"(?!\s+(?:\w+\s+){0,2}(?:before|by|until|till|today|tonight|tomorrow|this (?:week|month|morning|afternoon|year)"
    r"|next"
    r"|right now|yet|on (?:mon|tue|wed|thu|fri)\w*|antes|ate|hoje|amanha|(?:esta|essa|nesta) semana)\b)"
)
_DECLINES = re.compile(
    r"\b(?:can'?t|cannot|can not|won'?t|will not|unable to|not able to|not going to|don'?t have (?:the )?time to)"
    r"(?: \w+){0,2}? (?:take (?:this|it|that|on|over)(?: on)?|do (?:this|it|that|the|my)|help|work on|contribute"
    rf"|write (?:this|it|the|my)|commit|accept){_BY_THEN}"
    r"|\b(?:isn'?t|is not|is no longer|not) (?:mine|(?:my|our) (?:job|task|part|area|topic|section|responsibility))\b"
    r"|\b(?:no longer|not|never) (?:responsible|in charge|on (?:this|the) (?:project|team|bid)|(?:the )?right person)\b"
    r"|\bnever agreed\b|\b(?:take|leave|count|get) me (?:off|out)\b|\bwrong person\b"
    r"|\bleaving the (?:company|team|project|firm|bank)\b|\b(?:find|ask|get) (?:someone|somebody|anyone) else\b"
    r"|\bi(?:'d| would| will|'ll|'m| am)?(?: \w+){0,2} (?:refuse|decline)\b|\bhave to (?:decline|pass)\b"
    r"|\b(?:is|are) (?:done|handled|owned|covered) by [a-z]+(?: [a-z]+)? now\b"
    r"|\bnao (?:posso|consigo|vou|poderei|tenho como|quero)(?: mais)? (?:assumir|fazer isso|pegar|ajudar|participar"
    rf"|escrever|cuidar|dar conta|aceitar){_BY_THEN}"
    r"|\bnao sou (?:mais )?(?:eu |o |a )?(?:responsavel|quem|encarregad[oa]|a pessoa)\b"
    r"|\bnao (?:e|eh) (?:comigo|meu|minha|(?:da|a) minha (?:area|parte|alcada)|mais (?:comigo|meu|minha))\b"
    r"|\bme tir(?:e|a|em) (?:d|fora)|\b(?:fale|falem|procure|procurem) (?:com )?(?:o|a|outra)\b|\boutra pessoa\b"
    r"|\b(?:estou )?saindo d[aeo] (?:empresa|projeto|time|equipe|banco)\b|\bnunca (?:aceitei|concordei)\b|\brecuso\b"
)
_ELSEWHERE = re.compile(
    r"https?://|\bwww\.|\bshare ?point\b|\bone ?drive\b|\bgoogle (?:drive|docs?)\b|\bdropbox\b|\bconfluence\b|\bwiki\b"
    r"|\b(?:shared|team|teams|project) (?:folder|drive|channel|site|docs?|documents?|file|sheet)\b"
    r"|\bi(?:'ve| have)? (?:already )?(?:sent|mailed|posted|shared|uploaded) (?:it|this|that|them|you|everything)\b"
    r"|\b(?:in|on) the (?:\w+ )?(?:folder|drive"
    r"|channel)\b"
    r"|\b(?:see|as|is|are|my|find) (?:the )?attach(?:ed|ments?)\b|^attached\b|\b(?:em|no|segue|veja o) anexo\b"
    r"|\banexad\w+"
    r"|\bupload(?:ed)?\b|\bna pasta\b|\bsubi (?:no|na|em|para)\b|\balready sent\b|\bja (?:mandei|enviei|entreguei)\b"
    r"|^\W*(?:it's |its |it is |all |tudo |ja |esta )?(?:done|finished|completed|feito|feita|pronto|pronta|concluid[oa]"
    r"|entregue|enviei|enviado|mandei|sent)\b(?! yet)"
)
_WITHDRAWS = re.compile(
    r"\b(?:ignore|disregard|scrap|discard|forget|delete) (?:my|the|what|that|this|all|everything|those)\b"
    r"|\b(?:take|taking) (?:it|that|this|them|everything) back\b|\bwithdraw\w*\b|\bretract\w*\b"
    r"|\bno longer (?:valid|true|correct|right|appl\w+|current|up to date|holds?)\b"
    r"|\bnot (?:valid|correct|right|true|current)(?: any ?more)\b|\b(?:was|is|were|are) (?:wrong|incorrect|outdated"
    r"|out of date|obsolete|a mistake|invalid)\b|\b(?:don't|do not) use (?:my|the|what|those|these|that|it|them)\b"
    r"|\bby mistake\b|\bdesconsider\w+|\bignor(?:e|em|ar) (?:o|a|os|as|minha|meu|isso|tudo)\b"
    r"|\bnao (?:val(?:e|em)|us(?:e|em))(?: mais| o que| os?| as?)\b|\best(?:a|ava|avam|ao) errad\w+|\bvolto atras\b"
    r"|\bretiro o que\b|\bmandei errado\b"
)
_POLITE = bag(
    "thanks thank you thx tks ty very much a lot so ok okay k got it received noted will do sure great "
    "perfect cheers nice obrigado obrigada obg recebido recebida certo combinado beleza blz entendido bom boa "
    "dia tarde noite ola oi hi hello hey dear valeu vlw abs abraco abracos fim de semana otimo otima have "
    "good weekend day evening morning afternoon best kind regards yes please problem all welcome happy for "
    "the your message mail pela pelo mensagem muito mto e and there sim show legal fico feliz ate logo mais "
    "see understood agreed fine lovely cool awesome atenciosamente att"
)
_SMALL_TALK = re.compile(
    r"^\W*(?:(?:hi|hello|hey|dear|oi|ola|bom dia|boa tarde|boa noite)\b[^?]{0,30})?"
    r"(?:tudo (?:bem|bom|certo|joia)|td bem|como (?:vai|voce esta|vc esta|estao)|how are you(?: doing)?|how's it going"
    r"|(?:you )?all good|hope (?:all|you|this)[^?]{0,40}|e ai|beleza)\b[^?]{0,15}\?$"
)
_PLACEHOLDER = re.compile(r"[:=]\s*\?+$")
_QUESTION_WORD = re.compile(
    r"^(?:do|does|did|is|are|can|could|should|would|will|which|what|when|where|who|how|why|may"
    r"|qual|quais|quando|onde|quem|como|por que|posso|devo|preciso|pode|precisa|e para)\b"
)
_CLAUSE = re.compile(r";\s+|,\s+(?=(?:the|but|and|then|o|a|os|as|e|mas|pode)\b)|\s+(?:but|and|then|mas|e)\s+|\s–\s")
_LONGEST_QUESTION = 25  # words
_REST = re.compile(
    r"\b(?:rest|remaining|remainder|second half|final version|resto|restante|segunda parte|versao final)\b"
)
_ANY_DAY = date(2000, 1, 1)  # only whether a day is named matters
_FEW = 60  # words of a message that says no more than that its writer is away


def automatic(text: str, subject: str) -> bool:
    """Sent by a machine, or in the words that machines are given."""
    return _AUTOMATIC.search(fold(f"{subject}\n{text[:600]}")) is not None or _AUTOMATIC.match(fold(text)) is not None


def says_away(text: str) -> bool:
    """Nothing but that its writer is away until a day: no work is promised for it."""
    said = fold(text)
    away = bool(_AWAY.search(said) and _BACK.search(said)) and find_due(text, _ANY_DAY, True) is not None
    return away and len(words(text)) <= _FEW and not _PROMISE.search(said)


def advertises(text: str) -> bool:
    return _ADVERTISES.search(fold(text)) is not None


def promises(text: str) -> bool:
    return any(_PROMISE.search(fold(one)) and not _FAILS.search(fold(one)) for one in clauses(text))


def clauses(text: str) -> list[str]:
    """The parts of sentences that may each name a day."""
    return [part for one in sentences(text) for part in _CLAUSE.split(one) if part.strip()]


def fails(text: str) -> bool:
    """ "Not by Friday" names a day that will not be kept."""
    return _FAILS.search(fold(text)) is not None


def declines(text: str) -> bool:
    return _DECLINES.search(fold(text)) is not None


def withdraws(text: str) -> bool:
    return _WITHDRAWS.search(fold(text)) is not None


def points_elsewhere(text: str) -> bool:
    """It is said to be done, or to lie somewhere, and nothing came."""
    return _ELSEWHERE.search(fold(text)) is not None


def in_parts(text: str) -> bool:
    """Some of it is promised for one day, and the rest for another."""
    return _REST.search(fold(text)) is not None


def is_polite(text: str) -> bool:
    """Thanks, greetings, signs, and at most two names beside them."""
    text = " ".join(one for one in sentences(text) if not _SMALL_TALK.match(fold(one)))
    others = [word for word in words(text) if fold(word) not in _POLITE]
    return len(others) <= 2 and all(word[0].isupper() for word in others) and "?" not in text


def question(text: str) -> str:
    """The first real question, at most 25 words of it; a greeting and a blank to fill in are none."""
    asked = [
        s
        for s in sentences(
            text if any(_PLACEHOLDER.search(one) for one in text.split("\n")) else text.replace("\n", " ")
        )
        if (s.rstrip().endswith("?") or (_QUESTION_WORD.match(fold(s)) and len(s) < 160 and "?" in s))
        and not _SMALL_TALK.match(fold(s))
        and not _PLACEHOLDER.search(s.rstrip())
    ]
    return few_words(asked[0], _LONGEST_QUESTION) if asked else ""


def few_words(text: str, most: int = _LONGEST_QUESTION) -> str:
    found = text.split()
    return " ".join(found[:most]) + ("…" if len(found) > most else "")
