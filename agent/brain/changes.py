"""What the words of a change ask for: another tone, language or channel, words to add or take out, a date."""

import re

from agent.brain.language import Language, bag, fold
from agent.brain.letters import Tone

TONES: tuple[tuple[Tone, re.Pattern[str]], ...] = (
    (
        "short",
        re.compile(
            r"\b(?:shorte[nr]\w*|briefer|more concise|condens\w+|trim\w*|tighten\w*|too long|cut it (?:down|short)"
            r"|mais curt[oa]|encurt\w+|resum\w+|mais breve|longo demais|muito longo)\b"
        ),
    ),
    (
        "friendly",
        re.compile(
            r"\b(?:friendl\w+|warmer|less formal|more casual|nicer|mais amig\w+|menos formal"
            r"|mais informal|mais simpatic\w+)\b"
        ),
    ),
    ("formal", re.compile(r"\b(?:more formal|formal(?:ly|er)?|more professional|mais formal|formalmente)\b")),
)
LANGUAGES: tuple[tuple[Language, re.Pattern[str]], ...] = (
    ("pt", re.compile(r"\b(?:in|to|into|em|para o|para)\s+(?:brazilian )?(?:portuguese|portugues)\b")),
    ("en", re.compile(r"\b(?:in|to|into|em|para o|para)\s+(?:english|ingles)\b")),
)
ADD = re.compile(
    r"^(?:please\s+|por favor,?\s+)?(?:(?:add|also add|append|acrescente|adicione"
    r"|inclua)\s*(?:a (?:line|sentence)|the (?:line|sentence)|uma (?:linha|frase))?\s*:\s*"
    r"|(?:add|mention|say|note|tell (?:her|him|them)|mencione|diga|acrescente|adicione"
    r"|avise)\s+(?:that|que)\s+)(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
DUE = re.compile(
    r"\b(?:(?:change|move|set|make|push|extend)\b.{0,20}\b(?:due(?: date)?|deadline|date)\b"
    r"|make it due|due date (?:is|should be)|new due date"
    r"|(?:mud\w+|alter\w+|pass\w+|troc\w+|adi\w+)\b.{0,20}\b(?:prazo|data)\b|(?:novo )?prazo\s*(?:é|e|para|:))",
    re.IGNORECASE,
)
DUE_ALONE = re.compile(
    r"^(?:please|por favor)?,?\s*(?:make it\s+|now\s+)?(?:due|by|until|(?:the )?deadline|at[ée]|para|(?:o )?prazo)\b",
    re.IGNORECASE,
)
AROUND_A_DUE = bag(
    "please por favor make it now due deadline by until on for instead is the thanks ate para prazo o a e obrigado"
)
REMOVE = re.compile(
    r"^(?:please\s+|por favor,?\s+)?(?:remove|delete|drop|leave out|take out|cut(?! it\b| down)|remov\w+|tir\w+"
    r"|retir\w+|apagu\w+|exclu\w+)\s+(?:the\s+|a\s+|o\s+)?"
    r"(?:(?:line|sentence|bullet|point|part|paragraph|linha|frase|ponto|parte|paragrafo|parágrafo"
    r"|item)\s+)?(?:about|on|with|sobre|de|do|da|com)?\s*(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
ADDRESS_AS = re.compile(
    r"\b(?:address|call|greet)\s+(?:her|him|them)\s+(?:as\s+)?(?P<name>.+)$|\b(?:trate"
    r"|chame)(?:-[ao]s?)?\s+(?:el[ae]\s+)?(?:por|de|como)\s+(?P<nome>.+)$",
    re.IGNORECASE,
)
QUOTED = re.compile(
    r"(?:replace|change|substitua|troque|mude)\s+[\"“'](?P<old>[^\"”']+)[\"”']\s+(?:with|to|by|por"
    r"|para)\s+[\"“'](?P<new>[^\"”']+)[\"”']",
    re.IGNORECASE,
)
SUBJECT = re.compile(
    r"(?:change|set|make|mude|altere|troque)\s+(?:the\s+|o\s+)?(?:subject"
    r"|assunto)\s+(?:line\s+)?(?:to|para)\s*:?\s*(?P<what>.+)$",
    re.IGNORECASE,
)
CHANNEL = re.compile(
    r"\b(?:send (?:it )?(?:by|via|as|through)|by|via|por|pelo)\s+(?P<mail>e-?mail|mail)\b"
    r"|\b(?:send (?:it )?(?:in|on|via|through)|via|by|pelo|no|por)\s+(?P<teams>teams)\b",
    re.IGNORECASE,
)


_NO = re.compile(  # "no" is also Portuguese for "in the"
    r"\b(?:not|no(?! (?:teams|e-?mail|texto|final|rascunho|lugar|assunto)\b)|never|don't|dont|doesn't|isn't|without"
    r"|neither|nor|stop|nao|nunca|nem|sem)\b|n't\b"
)
_HALF = re.compile(  # what follows takes back a part of what is said, or asks for it only under a condition
    r"\b(?:but|however|except|apart from|unless|if|rather than|instead of|mas|porem|exceto|salvo|a menos que"
    r"|em vez de)\b"
)
_TOO = re.compile(  # the contrary of what the word by itself asks for
    r"\b(?:too|so|overly|very|muito|tao|demasiado)\s+(?:in)?(?:formal|friendl\w+|casual|amig\w+|simpatic\w+|concise|brief)"
    r"|\b(?:formal|informal|friendly|amigavel) demais\b"
)
_OTHER_WAY = re.compile(
    r",?\s*(?:and |e )?(?:not|instead of|rather than|nao|não|em vez de) (?:by |via |in |on |por |pelo |no )?"
    r"(?:teams|e-?mail|mail)\W*$",
    re.IGNORECASE,
)
SPEAKS_OF_DUE = re.compile(r"\b(?:due|deadline|prazo|until|by|ate)\b")
_COMPARED = re.compile(
    r"\b(?:\w+er|more|less|too|mais|menos|muito|longo|demais|curt[oa]|condens\w+|trim\w*|tighten\w*|encurt\w+|resum\w+"
    r"|in|to|into|em|by|via|por|pelo)\b"
)
_AROUND_A_CHANGE = bag(
    "please pls por favor make it a an bit little lot much slightly way is are too the this that for whole text "
    "message mail messages mails all brief briefs draft drafts letter should be sounds sound i would d like want can "
    "could you your we and also her him them to write rewrite translate send get go via by as through on in so keep "
    "of thanks thank now us need needs tone version reads s re seja sejam o a os as um uma pouco mais esta muito "
    "texto mensagem rascunho briefing deixe deixa deixar torne torna faca faz fazer fica ficar que e de da do escreve "
    "escreva reescreva traduza traduz mande manda envie envia quero queria pode poderia tambem tom em ele ela isso "
    "tudo obrigado obrigada com ser tem ir vai brazilian hmm ok"
)


def is_plain(instruction: str) -> bool:
    """Whether nothing but another tone, language or channel is asked for, so that no more has to be known."""
    wishes = wishes_in(instruction)
    compared = bool(_COMPARED.search(fold(instruction)))
    return (
        compared and bool(wishes) and not _taken_whole(instruction) and all(only_plain(fold(wish)) for wish in wishes)
    )


def sounds(instruction: str) -> bool:
    """Whether the words ask for some change, certain or not."""
    said = fold(instruction)
    patterns = (
        *(p for _, p in TONES),
        *(p for _, p in LANGUAGES),
        ADD,
        QUOTED,
        SUBJECT,
        REMOVE,
        ADDRESS_AS,
        CHANNEL,
        DUE,
        DUE_ALONE,
    )
    return any(p.search(said) or p.search(instruction) for p in patterns) or bool(
        re.search(r"\b(?:should|must|needs? to|has to|deve|precisa|tem que)\b", said)
    )


def only_plain(said: str) -> bool:
    """All of its words are those of a tone, a language or a channel, or stand around one."""
    patterns = (*(p for _, p in TONES), *(p for _, p in LANGUAGES), CHANNEL)
    rest = said
    for pattern in patterns:
        rest = pattern.sub(" ", rest)
    return rest != said and all(word in _AROUND_A_CHANGE for word in re.findall(r"[a-z]+|[^\Wa-z]+", rest))


def _taken_whole(text: str) -> bool:
    """Words to be added or quoted are one wish, whatever they hold."""
    return any(p.search(text) for p in (ADD, QUOTED, SUBJECT, ADDRESS_AS, REMOVE))


def wishes_in(instruction: str) -> list[str]:
    """ "Shorter and in Portuguese" are two; words to be added or quoted are taken whole."""
    text = instruction.strip().rstrip(".")
    if not text or _taken_whole(text):
        return [instruction.strip()] if text else []
    text = _OTHER_WAY.sub("", text) if CHANNEL.search(_OTHER_WAY.sub("", text)) else text
    return [w.strip() for w in re.split(r",(?!\s*(?:\d|the \d|dia ))\s*|\s+and\s+|\s+e\s+|;\s*", text) if w.strip()]


def contrary(instruction: str, wishes: list[str]) -> bool:
    """A no, a "but", or two tones for one letter: half of what was asked would be its contrary."""
    if len({tone for wish in wishes for tone, pattern in TONES if pattern.search(fold(wish))}) > 1:
        return True
    verbatim = next((found for p in (ADD, QUOTED, SUBJECT, REMOVE) if (found := p.search(instruction))), None)
    said = fold(instruction[: verbatim.start()] if verbatim else " ".join(wishes))
    return bool(_NO.search(said) or _HALF.search(said) or _TOO.search(said))
