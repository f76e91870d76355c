"""Promises in running talk: "I'll take the technical section", "João fica com a seção comercial"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agent.brain.assent import agrees, refuses
from agent.brain.due import find_due
from agent.brain.language import fold, sentences
from agent.brain.names import NAME, is_name, tokens
from agent.brain.people import Mention, Roster
from agent.brain.promising import FIRST, PASSIVE, SUBJECTLESS, THIRD
from agent.brain.references import points_back
from agent.brain.requested import accepted, topic_of
from agent.brain.turns import Turn

_HAVE_DONE = re.compile(  # "I'll have the cover letter drafted by Friday"
    r"\b(?:I'll|I will|I can|I'm going to|I should|(?:eu\s+)?(?:vou deixar"
    r"|deixo))\s+(?:have\s+)?(?P<thing>(?:the|my|our|a|an|both|all|o|a"
    r"|os|as)\s[^.,;?]{3,60}?)\s+(?:drafted|ready|done|written|finished|reviewed|prepared|priced|completed?"
    r"|signed|sent|in place"
    r"|pront[oa]s?|feit[oa]s?|escrit[oa]s?|revisad[oa]s?)\b",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(?:not|n't|never|can't|cannot|won't|unless|nobody|no one|maybe|might|perhaps|não|nunca"
    r"|talvez|last (?:week|month|year|time)|yesterday|semana passada|ontem|no ano passado|ha(?: ?ha)+|lol|kkk+"
    r"|rs(?:rs)+"
    r"|just kidding|brincadeira|perfect world|if i had|se eu tivesse)\b|^(?:if|se|when|quando)\b",
    re.IGNORECASE,
)
_NOT_THAT_DAY = re.compile(  # "not on Friday but on Monday" is no refusal
    r"\b(?:not|não)\s+(?:on|by|until|at|in|na|no|em|até)\s+[\w ]{2,20}?,?\s+(?:but|mas|e sim|rather)\b", re.IGNORECASE
)
_WEAK = re.compile(
    r"^(?:see|be|look (?:at it )?later|let you|go (?:first|next|ahead$|down|over|through|around|back)|go$"
    r"|run (?:through|you)"
    r"|share (?:my|the) screen|start (?:with|by|off|here)|open (?:the|my) (?:file|document|list|floor)|pull up"
    r"|check (?:the|my) (?:calendar"
    r"|clock|time|diary)|check (?:with|if|whether|my|that)\b|come back to|get back to|ask (?:a|one) |talk about"
    r"|give (?:an|a quick) (?:intro|overview))",
    re.IGNORECASE,
)
_OWNING = re.compile(
    r"^(?:eu )?(?:(?:take|taking|takes) over|picks? up|take|own|do|handle|cover(?! for)|lead|get|manage|drive|tackle"
    r"|run|head"
    r"|oversee|taking|owning"
    r"|doing|handling|covering|leading|responsible for|be responsible for"
    r"|(?:vou|vai|vão|irá|irão)\b|fico com|fi(?:ca|que)(?:r|rá|m)? com|(?:ficou|ficaram) com|fi(?:ca|cou|cam|caram) de"
    r"|assum[oeai]r?|pego|pegar?"
    r"|cuido d[aeo]s?"
    r"|cuida d[aeo]s?|faço|owns|takes|is taking|is on|is responsible for"
    r"|has(?: got)?)\b\s*(?:care of\s+)?",
    re.IGNORECASE,
)


_ARTICLE = re.compile(r"^[OA]\s+(?=[A-ZÀ-Ý])")  # "O João vai …"


_TRAILING = re.compile(
    r"\s+(?:(?:though|anyway|then|myself|mesm[oa]|sozinh[oa])|instead(?:\s+of\s+[\w ]+)?|too|as well|tamb[ée]m"
    r"|no lugar d[aeo]s?\s+[\wÀ-ÿ ]+)$"
    r"|[,;]?\s+(?:and|e)\s+(?:have|get|send|deliver|submit|share|finish|bring|hand)s?\s+(?:it|them|that)"
    r"(?:\s+(?:in|over|out|back|ready|done|(?:to|for|with) [\w ]{2,20}))*$",
    re.IGNORECASE,
)


_POLITE = re.compile(r"(?i),\s*(?:sem problemas?|no problem|no worries|tranquilo|sure|claro)\W*$")
_JOINING = re.compile(r"[\s,;]+(?:(?:and|but|e|mas|while|enquanto)(?:\s+[oa]s?)?|[oa])?\s*$")
_LONGEST = 1200  # characters of one sentence that are read: nobody speaks longer ones


class Promise(NamedTuple):
    """One promise as found; `owner` is a name as said, "" when nobody is named."""

    owner: str
    what: str
    quote: str
    turn: Turn
    at: int = 0  # number of its sentence in the turn
    answer: str = ""  # the words of an answer that may hold the date
    tail: str = ""  # what stands behind the verb when the deed stands in front of it: "pricing is mine, by Friday"
    declined: bool = False  # the person named said no


def promises(turns: list[Turn], roster: Roster) -> Iterator[Promise]:
    """Promises in order. Questions, refusals and conditions are none; an accepted request is one."""
    for at, turn in enumerate(turns):
        if turn.old or turn.block.kind == "row":
            continue
        following = turns[at + 1] if at + 1 < len(turns) else None
        said = sentences(turn.text)
        yield from _agreed(turns, at, roster)
        for n, sentence in enumerate(said):
            if not sentence.rstrip().endswith("?"):
                for promise in _in_sentence(
                    _with_subject(sentence, said[n - 1] if n else "", turn, roster), turn, roster
                ):
                    named = _who_agrees(_about(promise, said[n - 1] if n else ""), following, roster)
                    yield named._replace(at=n, quote=sentence, declined=_declines(named, following, roster))


def _about(promise: Promise, before: str) -> Promise:
    """ "Technical part. TW to lead, supported by AO": the thing is what the sentence before only named."""
    vague = _VAGUE.match(promise.what)
    topic = topic_of(before) if vague and before else ""
    return promise._replace(what=topic, tail=promise.what) if topic else promise


def _who_agrees(promise: Promise, following: Turn | None, roster: Roster) -> Promise:
    """Somebody of that first name says yes: "A Lena da Fabrikam fica com …" – "Sim." The second name was the firm's."""
    if following is None or roster.find(promise.owner).person or not agrees(following.text):
        return promise
    first = fold(promise.owner).split(" ")[:1]
    same = first == fold(following.speaker).split(" ")[:1] and first != [""]
    return promise._replace(owner=following.speaker) if same else promise


def _declines(promise: Promise, following: Turn | None, roster: Roster) -> bool:
    """Whether the next to speak is the one who was named, and says no."""
    if following is None or not promise.owner or fold(following.speaker) == fold(promise.turn.speaker):
        return False
    person = roster.find(promise.owner).person
    return bool(person and fold(person.name) == fold(following.speaker) and refuses(following.text))


_SETTLED = re.compile(r"(?i)\b(?:agreed|decided|settled|acertado|decidido|combinado) (?:that|que)\s*(?:[oa]\s+)?$")
_VAGUE = re.compile(
    r"(?i)^(?:lead|take|own|do|write|draft|prepare|handle|cover|deliver)(?:\s+(?:this|that|the)\s+(?:one|section|part|piece|chapter))?"
    r"(?P<rest>$|\s*,?\s*(?:supported|helped|with (?:support|input|help))\b.*|\s+(?:by|before|until)\s.*)"
)
_PASSED_ON = re.compile(r"\b(?:they|it)\b(?=\s+(?:is|are|was|were|will be)\s+(?:re)?assigned to\b)", re.IGNORECASE)
_POINTING = re.compile(r"^(?:and |but |so )?(?:they|it|this|that|these|those|he|she|isso|el[ea]s?)$", re.IGNORECASE)


def _with_subject(sentence: str, before: str, turn: Turn, roster: Roster) -> str:
    """ "SB agreed to draft it. He will send an outline": the sentence with the one person before in place of "He"."""
    pronoun = re.match(
        r"(?:He|She|Ele|Ela)(?=\s+(?:will|is going to|agreed|offered|promised|also|vai|fica|ficou|irá)\b)", sentence
    )
    thing = re.match(r"((?:The|Those|These|[OA]s)\s[^,;.]{3,60}?)\s+(?:is|are|was|were|foi|foram)\b", before)
    if moved := _PASSED_ON.search(sentence) if thing else None:
        return f"{sentence[: moved.start()]}{thing[1] if thing else ''}{sentence[moved.end() :]}"
    subject = re.match(rf"(?:[OA]\s)?({NAME})\s+[a-zà-ÿ]", before) if pronoun else None
    person = roster.find(subject[1], turn.speaker).person if subject else None
    return f"{person.name}{sentence[pronoun.end() :]}" if person and pronoun else sentence


def _in_sentence(sentence: str, turn: Turn, roster: Roster) -> Iterator[Promise]:
    plain = _NOT_THAT_DAY.sub("", sentence[:_LONGEST].replace("’", "'"))
    hits = sorted(_hits(plain, turn, roster), key=lambda hit: hit[0])
    for n, (start, owners, what_start, thing) in enumerate(hits):
        end = hits[n + 1][0] if n + 1 < len(hits) else len(plain)
        if n and start < hits[n - 1][2]:
            continue
        clause = plain[start:end]
        if _NO.search(clause) or _NO.match(plain):
            continue
        behind = _POLITE.sub("", _JOINING.sub("", plain[what_start:end]))
        what = thing or behind
        if not what.strip(" .,") or _WEAK.match(what.strip()):
            continue
        for owner in owners:
            yield Promise(owner, what.strip(" .,;:"), sentence, turn, tail=behind if thing else "")


Hit = tuple[int, list[str], int, str]


def _hits(plain: str, turn: Turn, roster: Roster) -> Iterator[Hit]:
    """(start, owners, where the deed begins, the deed when it stands in front)."""
    for found in FIRST.finditer(plain):
        if found["v"] or found["ing"] or found["pt"] or found["own"] or found["eu"] or found["pego"]:
            yield found.start(), [turn.speaker], _deed(found), found["coisa"] or ""
        elif thing := found["thing"] or found["mine"] or found["front"]:
            yield found.start(), [turn.speaker], found.end(), thing
    for found in _HAVE_DONE.finditer(plain):
        yield found.start(), [turn.speaker], found.end(), found["thing"]
    if turn.speaker and (found_less := SUBJECTLESS.match(plain)):
        yield 0, [turn.speaker], found_less.start("v"), ""
    for found in THIRD.finditer(plain):
        owners = _owners(found["who"], turn, roster, found["firm"] or "")
        modal = found.group(0)[len(found["who"]) + len(found["of"]) :]
        settled = _SETTLED.search(plain[: found.start()])
        other_can = re.match(r"\s+(?:can|would)\s", modal) and owners != [turn.speaker] and not settled
        sure = found["v"] and not re.match(r"\s+(?:to|is to)\s", modal)
        stranger = not sure and not found["pt"] and any(roster.find(o).person is None for o in owners)
        if owners and not other_can and not stranger:
            yield found.start(), owners, _deed(found), ""
    for found in PASSIVE.finditer(plain):
        owners = _owners(found["who"], turn, roster) if not _POINTING.match(found["thing"].strip()) else []
        if owners:
            yield (
                found.start(),
                owners,
                found.end(),
                re.sub(r"^(?:and|e|so|then|ok)\s+", "", found["thing"].strip(), flags=re.IGNORECASE),
            )


def _deed(found: re.Match[str]) -> int:
    for name in ("v", "ing", "has", "pt", "own", "eu", "pego"):
        if found.groupdict().get(name):
            return found.start(name)
    return found.end()


def _owners(who: str, turn: Turn, roster: Roster, firm: str = "") -> list[str]:
    """Names as said, only when each can be a person."""
    names = [_bare(n) for n in re.split(r",\s*|\s+(?:and|e|&)\s+", who) if n]
    kept: list[str] = []
    for name in names:
        known = roster.find(name, turn.speaker, firm)
        if not (known.person or known.several) and " " in name:
            known = _first_name_last(name, roster)
        if known.person:
            kept.append(known.person.name)
        elif known.several or (is_name(name) and (" " in name or not roster.people)):
            kept.append(name)
        else:
            return []
    return kept


def _first_name_last(name: str, roster: Roster) -> Mention:
    """Two words of which the second is somebody's first name: the first belongs to what stands before."""
    found = roster.find(last := name.split()[-1])
    return found if found.person and tokens(found.person.name)[0] == fold(last) else Mention(None)


def _bare(name: str) -> str:
    """Without an article or a filler in front: "So Bob Lee will …", "O João vai …"."""
    parts = _ARTICLE.sub("", name).split()
    while len(parts) > 1 and not is_name(parts[0]):
        parts.pop(0)
    return " ".join(parts).rstrip(".,") if parts and len(parts[-1].rstrip(".")) > 1 else " ".join(parts)


def _agreed(turns: list[Turn], at: int, roster: Roster) -> Iterator[Promise]:
    """What the turn asks for and somebody agrees to, unless the answer says it in full and is read on its own."""
    for one in accepted(turns, at, roster):
        own = [p for s in sentences(one.answer.text)[:2] for p in _in_sentence(s, one.answer, roster)]
        if not any(p.owner == one.owner and not points_back(_dateless(p.what)) for p in own):
            yield Promise(one.owner, one.what, one.quote, one.answer, answer=one.said)


def _dateless(what: str) -> str:
    due = find_due(what, None)
    return f"{what[: due.start]}{what[due.end :]}".strip(" ,.;") if due else what


def deed(what: str) -> str:
    """What is to be done without the words of owning: "take the technical section" → "the technical section"."""
    what = re.sub(
        r"(?i)^(?:eu|então eu|ok eu)\s+|,\s+(?:same (?:date|deadline|day)|mesm[oa] (?:prazo|data|dia))$",
        "",
        what.strip(" .,;"),
    )
    what = re.sub(r"\s*,\s+[A-ZÀ-Ý][a-zà-ÿ]+$", "", what)  # who is spoken to: "the inventory, Pete"
    bare = _TRAILING.sub(
        "",
        _OWNING.sub(
            "",
            re.split(
                r";\s|,?\s+(?:and|while|e) (?:you|você|vc)\b|\s+(?:once|as soon as"
                r"|assim que)\s",
                what,
            )[0],
        ).strip(" ,.;:"),
    )
    bare = re.sub(
        r"(?:[,;]\s*|\s+)(?:and (?:have|get|send) (?:it|a draft)|(?:and )?(?:it|that|which)(?:'ll| will)(?: be)?"
        r"|(?:a |the |first )*draft|ready"
        r"|done|due|it|e entrego|pronto|rascunho)\s*$",
        "",
        bare,
        flags=re.IGNORECASE,
    )
    return bare or what
