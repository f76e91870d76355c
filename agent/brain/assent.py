"""Yes, no, and taking it back: how people answer what they are asked to do."""

import re

from agent.brain.language import fold, sentences

_FILLER = (
    r"(?:(?:oh|ah|um|uh|hm+|well|sorry|honestly|actually|unfortunately|look|right|so|to be honest|i'm afraid"
    r"|i am afraid"
    r"|olha|bom|poxa|puxa|infelizmente|desculpa|sinceramente|na verdade|entao)[,.!]?\s+)*"
)
_YES = re.compile(
    rf"^{_FILLER}(?:yes|yeah|yep|yup|sure|ok|okay|of course|absolutely|happy to|will do|no problem|on it|certainly"
    rf"|fine|i can"
    r"|i will|i'll|can do|got it|gotcha|works for me|sounds good|noted|perfect|great|alright|all right|deal|agreed|done"
    r"|confirmed|my pleasure|no worries|you got it|count on me|consider it done|we can|we will|we'll|right"
    r"|\w+day (?:it is|is fine|works|still works)|that works|works for me"
    r"|claro|pode deixar|deixa comigo|sim|combinado|beleza|t[ao] (?:bom|certo|bem)|certo|fechado|com certeza|posso"
    r"|consigo"
    r"|pode ser|sem problemas?|tudo bem|tudo certo|tranquilo|anotado|perfeito|por mim|ok|positivo|com prazer"
    r"|conta comigo|da(?=\W*$|,)"
    r"|podemos|conseguimos|faco|assumo|topo|show|otimo|confirmado|certinho|esta bem|esta certo)\b"
)
_NOT_YES = re.compile(
    r"^(?:right|great|perfect|ok|okay|sure|yes|fine|sim|certo|claro|otimo)?[,.]?\s*(?:but|mas|so)\b.*\?"
)
_NO_TIME = (
    r"(?:i|we)(?: really| just| honestly)? (?:don't|do not|haven't|have not)(?: really)?(?: have| got)?"
    r" (?:the |any |enough )?(?:time|capacity|bandwidth|hours)"
    r"|(?:i|we)(?:'ve| have)(?: got)? no (?:time|capacity|bandwidth)"
    r"|(?:i'm|i am) (?:\w+ )?(?:swamped|overloaded|overbooked|at capacity|fully booked|snowed under|on leave|on holiday"
    r"|on vacation|on parental leave|not the right person)"
    r"|i'd rather not|i would rather not|i(?:'ll| will)? have to (?:pass|decline)|(?:not|never) me\b"
    r"|nao (?:tenho|temos) (?:\w+ )?(?:tempo|como|braco|agenda|condic\w+)|sem tempo|de ferias|estou (?:lotad|atolad"
    r"|cheio|sem)\w*"
    r"|(?:esta|anda|fica|e|vai ser) (?:muito |bem )?(?:complicado|dificil|impossivel|apertado)|prefiro nao"
    r"|vou passar essa"
)
_CANNOT = (
    r"(?:(?:i|we) (?:really |just |actually )*(?:can't|cannot|can not|won't|couldn't|wouldn't be able)\b(?! wait)"
    r"|(?:eu )?nao (?:vou )?(?:conseg\w+|posso|poderei|vou poder|da\b|vai dar))"
)
_REFUSES = re.compile(
    rf"^{_FILLER}(?:no\b(?! (?:problem|worries|issue))|nope|not really|nao\b(?! tem problema)|{_CANNOT}|{_NO_TIME})"
)
_DO = (
    r"(?:do|take|manage|commit|deliver|finish|write|handle|own|make|cover|help|prepare|fazer|assumir|pegar|entregar"
    r"|dar conta|escrever|ficar com|preparar)"
)
_TAKES_BACK = re.compile(
    r"\b(?:scratch that|count me out|forget what i said|i take (?:it|that) back|retiro o que (?:eu )?disse"
    rf"|esquece(?:m)? o que (?:eu )?(?:disse|falei)|me tira dess[ae]|{_NO_TIME}"
    rf"|{_CANNOT}(?: {_DO}(?: (?:it|that|this|them|isso|el[ae]s?))?)?(?=\W*$|[,;.]| (?:after all|any ?more|now|mais"
    rf"|afinal)\b))"
)
_CANNOT_DO = re.compile(rf"\b{_CANNOT} {_DO}\b")
_NOT_NEEDED = re.compile(
    rf"^{_FILLER}(?:there(?:'s| is) )?(?:no need|not needed|don't bother|please don't|never mind|forget (?:it|that)"
    r"|not necessary|you don't (?:have|need) to|nao precisa|nem precisa|esquece|deixa (?:pra|para) la|desnecessario)\b"
)
_OUT = re.compile(
    r"\b(?:(?:has|have|had) been|was|were|is|are|got|gets) (?:taken out|dropped|removed|cancell?ed|scrapped|withdrawn"
    r"|de-?scoped|deleted|no longer (?:needed|required))\b"
    r"|\b(?:foi|foram|esta|ficou) (?:cancelad|retirad|removid|eliminad|excluid)[oa]s?\b"
    r"|\b(?:saiu|sairam|ficou|fica|ficaram) (?:fora )?d[oe] escopo\b"
)


def agrees(answer: str) -> bool:
    """Whether it begins with a yes, and asks nothing back."""
    said = fold(answer)
    return bool(_YES.match(said)) and not refuses(answer) and not _NOT_YES.match(said.split(". ")[0])


def refuses(answer: str) -> bool:
    """Whether one of the first two sentences says no."""
    said = [fold(s) for s in sentences(answer)[:2]]
    return any(_REFUSES.match(s) for s in said[:1]) or any(re.search(_NO_TIME, s) for s in said) or _passes_on(answer)


def _passes_on(answer: str) -> bool:
    """ "I've got two others. Can Pete do it?" """
    return bool(re.search(r"\b[Cc](?:an|ould) (?:he|she|they|[A-Z]\w+) (?:do|take|have|handle)\b[^.?]{0,40}\?", answer))


def takes_back(sentence: str, named: bool = False) -> bool:
    """ "Scratch that", "I can't after all"; "I can't do the concept" when that is `named` among what they took on."""
    said = fold(sentence)
    back = _TAKES_BACK.search(said) or (named and _CANNOT_DO.search(said))
    return bool(back) and not sentence.rstrip().endswith("?")


def undone(sentence: str) -> str:
    """The thing somebody says they cannot do: "I can't do the operations concept" → "the operations concept"."""
    said = fold(sentence)
    found = _CANNOT_DO.search(said)
    return said[found.end() :].strip(" .,;") if found else ""


def spares(sentence: str) -> bool:
    """ "No need": what was just offered is not wanted."""
    return bool(_NOT_NEEDED.match(fold(sentence)))


def removes(sentence: str) -> bool:
    """ "Training has been taken out": a thing nobody has to do any more."""
    return bool(_OUT.search(fold(sentence)))
