"""What one person asks another to take on, and whether the other agrees: "Dana, please send it." – "Will do."."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from agent.brain.assent import agrees, refuses
from agent.brain.due import find_due
from agent.brain.language import bag, fold, sentences
from agent.brain.names import NAME
from agent.brain.people import Roster
from agent.brain.turns import Turn

_FILLERS = (
    r"(?i:(?:so|and|ok|okay|then|now|well|great|good|right|alright|thanks|thank you|perfect|but|also|next|hey|hi|e"
    r"|então|bom"
    r"|certo|agora|aí|beleza|perfeito|ótimo|obrigad[oa]|mas|olha|oi|ah|oh)[,.!]?\s+)*"
)
_NAMES = rf"(?P<who>{NAME}(?:,? (?:and|e|&) {NAME}){{0,2}})"
_CALLED = re.compile(rf"^{_FILLERS}{_NAMES},\s+(?P<rest>.+)$", re.DOTALL)
_CALLED_LAST = re.compile(rf"^{_FILLERS}(?P<rest>.+?)[,?]\s+{_NAMES}\s*[?.!]*$", re.DOTALL)
_ALONE = re.compile(rf"^{_FILLERS}{_NAMES}\s*\?$")
_DO = (
    r"take|own|do|handle|cover|write|draft|prepare|send|lead|finish|provide|get|put|make|review|update|build|coordinate"
    r"|create|deliver|compile|collect|check|set up|share|complete|produce|gather|submit|circulate|confirm|look after"
    r"|manage|run|start|chase|find|pull|pick up|price|estimate|ask|call|contact|organi[sz]e|finali[sz]e|upload"
    r"|translate"
)
_FAZ = (
    r"assume|assumir|fica com|fique com|ficar com|faz|faça|fazer|pega|pegue|pegar|cuida|cuide|cuidar|escreve|escreva"
    r"|prepara|prepare|manda|mande|envia|envie|revisa|revise|protocola|protocole|levanta|levante|monta|monte|atualiza"
    r"|atualize|elabora|elabore|consolida|consolide|encaminha|encaminhe|confirma|confirme|providencia|providencie|traz"
    r"|traga|junta|junte|organiza|organize|redige|redija|responde|responda|verifica|verifique|agenda|agende|coleta|colete"
)
_QUESTIONS = tuple(
    re.compile(f"^{pattern}", re.IGNORECASE | re.DOTALL)
    for pattern in (
        r"(?:can|could|will|would|do|are|might)\s+you\s+(?:(?:two|both|all|guys|please|also|maybe|then|perhaps)\s+)*"
        r"(?:(?:be able|be willing|be happy|want|like|happy|willing|good|up|free|able|cool|ok(?:ay)?|fine)\s+(?:to"
        r"|with|for)\s+"
        r"|mind\s+)?(?P<what>.+)",
        r"(?:(?:você|vc|tu)\s+)?(?:pode(?:ria)?|consegue(?:m)?|podem|topa|quer|toparia)\s+(?:também\s+)?(?P<what>(?!ser\b).+)",
    )
)
_REQUESTS = tuple(
    re.compile(rf"^{pattern}", re.IGNORECASE | re.DOTALL)
    for pattern in (
        r"(?:please|por favor),?\s+(?:(?:also|then|just|também)\s+)*(?P<what>[a-zà-ÿ].+)",
        r"i(?:'d| would)?\s+(?:also\s+)?(?:need|like|want)\s+you\s+to\s+(?P<what>.+)",
        r"i(?:'ll| will)?\s+(?:also\s+)?need\s+(?P<what>.+?)\s+from you\b(?P<tail>.*)",
        r"(?P<what>.{3,80}?)\s+(?:is|are)\s+(?:all\s+)?yours\b(?P<tail>.*)",
        r"(?P<what>that|this|it)(?:'s| is)?(?: (?:usually|always|normally|still|one's|one is))* (?:you|yours)\b",
        r"you(?:'re| are)\s+(?:on|down for|doing|taking|writing|responsible for)\s+(?P<what>.+)",
        rf"you(?:'ll| will)?\s+(?P<what>(?:{_DO})\s.+)",
        rf"(?:você|vc|tu)\s+(?P<what>(?:{_FAZ})\b.+)",
        r"(?:eu\s+)?(?:queria|quero|gostaria)\s+que\s+(?:você|vc|tu)\s+(?P<what>.+)",
        r"(?:eu\s+)?preciso\s+que\s+(?:você|vc|tu)\s+(?P<what>.+)",
        r"(?P<what>.{3,80}?)\s+(?:é|são|fica|ficam)\s+(?:sua|seu|suas|seus|tua|teu|contigo|com você|por sua conta)\b"
        r"(?P<tail>.*)",
        rf"(?P<what>(?:{_DO}|{_FAZ})\s.+)",
    )
)
_GIVEN = tuple(  # who is meant is named without being called
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r"(?i:\b(?:let's|let us|we(?:'ll| should| could)|i(?:'d| would| suggest we)|i think we should)\s+"
        rf"(?:give|move|hand|pass|assign|shift)\s+(?P<what>.{{2,60}}?)\s+(?:over\s+)?to)\s+{_NAMES}",
        rf"(?i:\b(?:can|could|would|will))\s+{_NAMES}\s+(?P<what>(?:{_DO})\s[^?]+)\?",
        rf"(?i:\bi\s+(?:propose|suggest)(?:\s+that)?)\s+{_NAMES}\s+(?P<what>(?:writes?|takes?|does|owns?|handles?|prepares?|drafts?)\s.+)",
        rf"(?i:\b(?:how|what)\s+about)\s+{_NAMES}\s+(?i:for|on|doing|taking|writing)\s+(?P<what>[^?]+)\?",
        rf"(?i:\b(?:i think|i'd say|maybe|perhaps|i suggest|i propose)\s+)?{_NAMES}\s+(?:should"
        rf"|could)\s+(?:probably\s+)?"
        rf"(?P<what>(?:{_DO})\s.+)",
        rf"(?P<what>(?:[OAoa]s?\s)[^,.;]{{2,60}}?)\s+(?i:eu\s+(?:deixaria|passaria|daria|colocaria)\s+(?:com|para|pra)\s+(?:[oa]\s+)?)"
        rf"{_NAMES}",
        rf"(?i:\b(?:i was (?:hoping|thinking)|i(?:'d| would) like)\s+){_NAMES}\s+(?:could|would|might|can"
        rf"|to)\s+(?P<what>.+)",
        rf"(?i:\bmelhor\s+(?:[oa]\s+)?){_NAMES}\s+(?P<what>(?:{_FAZ})\b.+)",
        r"(?i:\b(?:vamos|podemos|a gente)?\s*(?:passa|passar|deixa|deixar|dar|dá)\s+(?P<what>(?:[oa]s?\s"
        r"|isso)[^,.;]{0,50}?)"
        rf"\s*(?:para|pra|com)\s+(?:[oa]\s+)?){_NAMES}",
        rf"(?i:\b(?:acho que|talvez|sugiro que)\s+(?:[oa]\s+)?){_NAMES}\s+(?:deveria|podia|poderia"
        rf"|pode)\s+(?P<what>.+)",
    )
)
_TOPIC = re.compile(
    r"^(?:(?:so|and|ok|okay|then|next|now|e|então|agora|depois)[,.]?\s+)*(?:(?:what|how) about|next (?:is|up is)"
    r"|sobre|quanto a)?\s*"
    r"(?P<what>(?:(?:section|part|volume|chapter|lot|item|seção|capítulo|anexo|annex)\s+[\w.]{1,6}[,:–-]?\s+)?"
    r"(?:\d[\d.]*\s+)?[^,.;?!]{3,60}?)\s*[?.!]*$",
    re.IGNORECASE,
)
_NO_TOPIC = bag(
    "i i'm i'll you we he she it is are was were do does did have has can could will would should right okay thanks "
    "why "
    "when who how what where eu voce nos ele ela e sao foi tem vai vamos posso pode obrigado obrigada quem como quando"
)
_IT = re.compile(
    r"^(?:(?:takes?|do|does|owns?|handles?|covers?|have|get|writes?|drafts?|prepares?)\s+)?(?:it|that|this|isso|ela"
    r"|ele|essa|esse)\b\W*(?:instead|over)?",
    re.I,
)
_TALK_ITSELF = re.compile(  # what keeps a call going is nobody's task
    r"(?i)^(?:please |me |also )*(?:hear|see|mute|unmute|repeat|say|speak|explain|tell|remind|wait|hold|share (?:your"
    r"|the) screen"
    r"|show|give (?:me|us) a|turn|go ahead|start|stop|ouvir|ver|repetir|falar|esperar|explicar|mostrar|ligar|desligar"
    r"|assume|assumir|pega|pegar|topa|faz|fica)\b(?=\W*$|\s+(?!com\b|o\b|a\b|os\b|as\b|essa?\b))"
    r"|^(?:me )?(?:hear|see|mute|unmute|ouvir|ver|repeat|repetir)\b"
)
_PLEASE = re.compile(r"(?i),?\s*(?:please|por favor)(?=\s*[.?!]*$)")
_ALL = re.compile(r"\b(?:we|both|us|nos|podemos|conseguimos|a gente|ambos|os dois|as duas)\b")
_WAITS = 3  # turns in which the one who was asked may still answer
_WAITS_FOR_MAIL = 15  # paragraphs


class Asked(NamedTuple):
    who: tuple[str, ...]  # full names
    what: str


class Accepted(NamedTuple):
    owner: str
    what: str
    quote: str
    answer: Turn
    said: str  # the words of the answer that may hold the date


def asked_of_one(question: str, roster: Roster, before: str = "") -> Asked | None:
    """Whom a sentence asks, and for what; `before` is the sentence in front of it."""
    said = question.strip().replace("’", "'")[:600]
    plain = _PLEASE.sub("", said)
    if alone := _ALONE.match(plain):
        names, topic = _people(alone["who"], roster), topic_of(before)
        return Asked(names, topic) if names and topic else None
    for pattern in (_CALLED, _CALLED_LAST):
        if (called := pattern.match(plain)) and (names := _people(called["who"], roster)):
            what = _request(called["rest"].strip(), plain.endswith("?") or plain != said)
            if what and not _TALK_ITSELF.match(what):
                return Asked(names, _named(what, before))
    for pattern in _GIVEN:
        if (given := pattern.search(plain)) and (names := _people(given["who"], roster)):
            return Asked(names, _named(given["what"].strip(" .,?"), before))
    return None


def accepted(turns: Sequence[Turn], at: int, roster: Roster) -> Iterator[Accepted]:
    """What the turn asks others to do and they agree to in one of the turns that follow."""
    said = sentences(turns[at].text)
    for n, sentence in enumerate(said):
        asked = asked_of_one(sentence, roster, said[n - 1] if n else "")
        if asked and _IT.match(asked.what) and (thing := _spoken_of(turns, at)):
            asked = asked._replace(what=thing)
        more = said[n + 1] if n + 1 < len(said) and _only_dates(said[n + 1]) else ""
        for name in asked.who if asked else ():
            answer = _answer(turns, at, name, asked.who) if asked else None
            offer = _counter_offer(turns, at, name) if asked and not answer else None
            if asked and (answer := answer or offer):
                first = " ".join(sentences(answer.text)[:2]) if not offer else sentences(answer.text)[-1].rstrip(" ?")
                yield Accepted(name, f"{_bare(asked.what)} {more}".strip(), f"{sentence} {first}", answer, first)


def _spoken_of(turns: Sequence[Turn], at: int) -> str:
    """The thing that the turns before named last, in a sentence of its own."""
    for turn in reversed(turns[max(at - 2, 0) : at]):
        for sentence in reversed(sentences(turn.text)):
            if sentence[-1:] in ".?" and len(sentence.split()) > 1 and (topic := topic_of(sentence)):
                return topic
    return ""


def _bare(what: str) -> str:
    """Without the reason that is given behind a comma: "the schedule, Robert has too much already"."""
    if re.match(r"(?i)(?:section|part|volume|chapter|lot|item|seção|capítulo|anexo|annex)\s+\d", what):
        return what
    front, comma, behind = what.partition(", ")
    return what if not comma or find_due(behind, None) else front


def _only_dates(sentence: str) -> bool:
    """Whether a sentence behind a request is only its date: "By Friday, please."."""
    return bool(re.match(r"(?i)(?:by|until|before|due|até|para)\b[^,;]{3,40}", sentence)) and len(sentence.split()) < 8


def _answer(turns: Sequence[Turn], at: int, name: str, who: tuple[str, ...]) -> Turn | None:
    waits = _WAITS if turns[at].block.kind == "cue" else _WAITS_FOR_MAIL
    for turn in turns[at + 1 : at + 1 + waits]:
        written = turn.block.kind != "cue"
        if turn.document != turns[at].document or (fold(turn.speaker) == fold(turns[at].speaker) and not written):
            return None
        if fold(turn.speaker) == fold(name) and (agrees(turn.text) or not written):
            return turn if agrees(turn.text) else None
        if len(who) > 1 and turn.speaker in who and agrees(turn.text) and _ALL.search(fold(sentences(turn.text)[0])):
            return turn
        if refuses(turn.text) and fold(turn.speaker) == fold(name):
            return None
    return None


def _counter_offer(turns: Sequence[Turn], at: int, name: str) -> Turn | None:
    """ "Monday's tough. Wednesday?" – "Wednesday works.": the answer names another day, and whoever asked agrees."""
    if at + 2 >= len(turns):
        return None
    answer, reply = turns[at + 1], turns[at + 2]
    offered = sentences(answer.text)[-1:]
    proposes = (
        fold(answer.speaker) == fold(name) and offered and offered[0].endswith("?") and find_due(offered[0], None)
    )
    agreed = fold(reply.speaker) == fold(turns[at].speaker) and agrees(reply.text)
    return answer if proposes and agreed and not refuses(answer.text) else None


def open_request(turns: Sequence[Turn], at: int, roster: Roster) -> str:
    """What was asked of anybody in the last turns before number `at`."""
    for turn in reversed(turns[max(at - _WAITS, 0) : at]):
        front = [*sentences(turn.text)]
        for n in reversed(range(len(front))):
            if asked := asked_of_one(front[n], roster, front[n - 1] if n else ""):
                return asked.what
    return ""


def _people(who: str, roster: Roster) -> tuple[str, ...]:
    """Full names, only when every one of them is known."""
    found = [roster.find(piece).person for piece in re.split(r",?\s+(?:and|e|&)\s+", who)]
    return tuple(one.name for one in found if one) if all(found) else ()


def _request(rest: str, question: bool) -> str:
    for pattern in (*_QUESTIONS, *_REQUESTS) if question else _REQUESTS:
        if found := pattern.match(rest):
            tail = found.groupdict().get("tail") or ""
            return re.sub(r"(?i),?\s*(?:please|por favor)\s*$", "", f"{found['what']}{tail}".strip(" .,?!"))
    return topic_of(rest) if question else ""


def topic_of(sentence: str) -> str:
    """A short phrase that only names a thing: "And data conversion?"."""
    found = _TOPIC.match(sentence.strip())
    what = found["what"].strip() if found else ""
    what = re.sub(r"\s+(?:first|next|primeiro|agora)$", "", what)
    few = len(what.split()) <= 7 and not any(fold(word).split("'")[0] in _NO_TOPIC for word in what.split())
    return what if few and re.search(r"\w{3}", what) else ""


def _named(what: str, before: str) -> str:
    """ "take it" with the thing the sentence before only named."""
    pointing = _IT.match(what)
    topic = topic_of(before) if pointing and before else ""
    rest = re.sub(rf"^\s*(?:and|e)\s+{NAME}\b.*$", "", what[pointing.end() :]) if pointing else ""
    return f"{topic} {rest}".strip() if pointing and topic else what
