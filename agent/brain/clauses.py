"""A message cut into the things it says, and what kind of saying each is: a question, a refusal, a condition."""

import re

from agent.brain.language import fold

_OPENING = (
    r"(?:(?:and|also|please|pls|so|then|ok|okay|well|hi|hello|hey|hmm|thanks|thank you|desk|charter|e|mas|tambem|entao"
    r"|por favor|pf|oi|ola|obrigad[oa]|bom|bem|ah)\b\W*)*"
)
_DEEDS = (
    r"remind|nudge|chase|ping|give|hand|pass|assign|reassign|send|approve|tell|show|close|pause|start|don't|do not"
    r"|lembr[ea]|cobr[ea]|pass[ea]|entregue|mand[ea]|envi[ea]|mostr[ea]|feche"
)
_OF_ANOTHER = r"(?:make|change|rewrite|add to|drop|remove|skip|mark|move|extend)\b(?=[^.,;]{0,20}['’]s\b)"
_ASKING = (
    r"what|which|when|where|who|whose|how|why|is|are|was|were|do|does|did|has|should|will|any|anything|anyone"
    r"|o que|qual|quais|quando|onde|quem|como|quanto|quantos|quantas|ate quando|até quando|tem|ha|há|alguem|alguém"
)
_CUT = re.compile(
    rf"(?<=[.!?;])\s+|\n+|(?<=[a-zà-ÿ0-9]),\s+(?=(?:{_ASKING}|can you|could you|pode|poderia|remind|nudge|give|pass"
    r"|assign"
    rf"|tell me|show|approve|send|lembr[ea]|cobr[ea]|pass[ea]|mand[ea])\b)"
    rf"|,?\s+(?:and|but|e|mas)\s+(?=(?:also|then|please|can you|could you|tambem|também|depois|por favor"
    rf"|{_DEEDS}|{_ASKING})\b|{_OF_ANOTHER})",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    rf"^\W*{_OPENING}(?:can|could|would|will) (?:you|we)\b|^\W*{_OPENING}(?:voce )?(?:pode|poderia|consegue|podem)\b"
)
_QUESTION = re.compile(
    rf"^\W*{_OPENING}(?:what|which|where|who|whose|how|why|is|are|was|were|does|did|has|should|am i|any|anything|anyone"
    r"|anybody|until when|by when|when (?:is|are|was|do|does|did|must|should|will|can|could)"
    r"|(?:do|have|will|can) (?:we|you|they|i|it|the|he|she|all|any\w*|there)"
    r"|o que|qual|quais|ate quando|onde|quem|como|por que|quant[oa]s?|quando(?!.*,)|alguem|sera que"
    r"|(?:tem|ha|existe) (?:alg\w+|notici\w+|novidad\w+)"
    r"|(?:tell|show|give|send) (?:me|us)|let (?:me|us) know(?! (?:when|if|once)\b)|list|i(?:'d| would)? (?:like|want"
    r"|need) to (?:know|see)"
    r"|(?:any )?(?:news|updates?) (?:on|from|about)|me (?:diga|diz|fala|mostr[ea]|conta)|diga|mostr[ea]|liste"
    r"|(?:eu )?(?:quero|queria|gostaria de) (?:saber|ver)|novidades?)\b"
)
_TELL = re.compile(
    rf"^\W*{_OPENING}(?:can|could|would|will) you (?:also |please )*(?:tell|show|list|say)\b"
    r"|^.{0,40}\bme (?:diz\w*|diga|mostr\w+|fala\w*)\b"
)
_NOT = re.compile(
    r"\b(?:not|never|nobody|none|nothing|without|stop|cannot|cant|dont|doesnt|isnt|havent|hasnt|wont"
    r"|nao|nunca|nem|sem|nada|nenhum[a]?|ninguem|pare|evite)\b|n't\b"
    r"|^\W*no\b(?!\w)|\bno (?:one|more|longer|need|brief|reminder|message|mail|draft|rfp|handover)s?\b"
)
_WHEN = re.compile(
    r"\b(?:if|unless|in case|once|as soon as|when(?:ever)?|until then|caso|quando|assim que|depois que|a menos que"
    r"|a nao ser que)\b|(?:^|,|\s)se\s"
)
_LATER = re.compile(
    r"\b(?:tomorrow|later|tonight|next (?:week|month|monday|tuesday|wednesday|thursday|friday)|in (?:an?|\d+|two|three"
    r"|some|a few) (?:hours?|days?|weeks?)|on (?:monday|tuesday|wednesday|thursday|friday)"
    r"|amanha|mais tarde|depois de amanha|(?:semana|mes) que vem|daqui a|na (?:segunda|terca|quarta|quinta|sexta))\b"
)
MOST = 6


def clauses(text: str) -> list[str]:
    """The things a message says, in order and as written; quoted lines are somebody else's."""
    own = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith(">"))
    return [clause for piece in _CUT.split(own) if (clause := piece.strip(" ,\t"))]


def asks(text: str) -> bool:
    """Whether something is to be told, and nothing to be done: "can you remind Bob?" is no question."""
    said = fold(text).strip()
    if _REQUEST.match(said):
        return bool(_TELL.match(said))
    return bool(_QUESTION.match(said)) or said.rstrip("\"')”’ ").endswith("?")


def refuses(text: str) -> bool:
    """Whether it is said with a no."""
    return bool(_NOT.search(fold(text)))


def waits(text: str) -> bool:
    """Whether it is to be done only when something happens, or on another day."""
    said = fold(text)
    return bool(_WHEN.search(said) or _LATER.search(said))


def on_condition(text: str) -> bool:
    return bool(_WHEN.search(fold(text)))
