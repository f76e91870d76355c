"""Promises in running talk: "I'll take the technical section", "João fica com a seção comercial"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agent.brain.language import bag, fold, sentences
from agent.brain.names import NAME, is_name
from agent.brain.people import Roster
from agent.brain.turns import Turn

VERBS = sorted(
    bag(
        "take own do write draft handle prepare send cover lead finish provide get put make review update "
        "build coordinate create deliver compile collect reach "
        "contact ask check set schedule share work complete produce pull run sort fill submit start open "
        "post drive talk look follow circulate confirm gather "
        "assemble price cost estimate supply organise organize revise edit summarize summarise forward "
        "add fix find propose present document define design test "
        "call email bring give clean draw map list research go tackle manage oversee head outline "
        "polish proofread upload request arrange book"
    )
)
_VERB = rf"(?:{'|'.join(VERBS)})"
_ADVERB = r"(?:also|then|just|gladly|definitely|happily|personally|go ahead and|try to|make sure to|be able to)\s+"
_FIRST = re.compile(
    rf"\b(?:I'll|I will|I'm going to|I am going to|I can|I'm happy to|I'd be happy to"
    rf"|I would be happy to|let me|I shall|I'm gonna)\s+(?:{_ADVERB})*(?P<v>{_VERB})\b"
    r"|\b(?:I'm|I am|I'll be)\s+(?:(?:also)\s+)?(?P<ing>taking|owning|doing|writing|drafting"
    r"|handling|preparing|covering|leading|responsible for)\b"
    r"|\b(?P<leave>leave|give)\s+(?P<thing>[^.,;]{3,60}?)\s+(?:with|to)\s+me\b"
    r"|\b(?P<mine>\w[\w ]{2,40}?) (?:is|are) (?:mine|on me|with me)\b"
    r"|\bI\s+(?P<own>own|take|cover|handle|lead)\s+(?!it\b|that\b|part\b|(?:the|your) point\b)"
    r"|\b(?P<pt>(?:eu\s+)?(?:fico (?:com|respons[áa]vel p\w+)|fa[çc]o|assumo|cuido d[aeo]s?"
    r"|preparo|escrevo|envio|mando|entrego|termino|finalizo|reviso|monto|me encarrego d[aeo]s?"
    r"|(?:vou|posso)\s+(?!ver\b|estar\b|tentar\b|ser\b)[a-zà-ÿ]+(?:[aei]r|[áâêéíôó]-l[oa]s?))|(?:pode )?deix(?:a|ar"
    r"|e)\s+(?:(?P<coisa>[^.,;]{3,50}?)\s+)?comigo)\b",
    re.IGNORECASE,
)
_HAVE_DONE = re.compile(  # "I'll have the cover letter drafted by Friday"
    r"\b(?:I'll|I will|I can|I'm going to|I should|(?:eu\s+)?(?:vou deixar"
    r"|deixo))\s+(?:have\s+)?(?P<thing>(?:the|my|our|a|an|both|all|o|a"
    r"|os|as)\s[^.,;?]{3,60}?)\s+(?:drafted|ready|done|written|finished|reviewed|prepared|priced|completed?"
    r"|signed|sent|in place"
    r"|pront[oa]s?|feit[oa]s?|escrit[oa]s?|revisad[oa]s?)\b",
    re.IGNORECASE,
)
_PERSON = rf"(?P<who>{NAME}(?:,? (?:and |e |& )?{NAME}){{0,3}})"
_FIRM = r"[A-ZÀ-Ý][\w&.’'-]*(?: [A-ZÀ-Ý][\w&.’'-]*){0,2}"
_OF_A_FIRM = (
    rf"(?:,? (?:from|of|at|with) (?:the )?(?P<firm>{_FIRM}),?| \((?:from )?[^()]{{2,40}}\))?"  # "Lena from Fabrikam"
)
_THIRD = re.compile(
    rf"(?:^|(?<=[,;:.–—-]\s)|(?<=\band\s)|(?<=\bbut\s)|(?<=\bwhile\s)|(?<=\be\s)|(?<=\benquanto\s)"
    rf"|(?<=\b[oaOA]\s)){_PERSON}(?P<of>{_OF_A_FIRM})\s+"
    rf"(?:(?:will|is going to|shall|is gonna|can|has agreed to|agreed to|volunteered to|is to|to"
    rf"|would|'ll)\s+(?:{_ADVERB})*(?P<v>{_VERB})\b"
    r"|(?P<has>owns|takes|is taking|is owning|will be (?:taking|owning|writing|preparing)"
    r"|is responsible for|will be responsible for|is on point for|is on(?! me\b)|has got"
    r"|has(?= (?:the |our )?(?:[\w-]+ ){1,3}(?:section|part|piece|chapter|volume)\b))\b"
    r"|(?P<pt>fica(?:rá)? (?:com|respons[áa]vel p\w+)|vai\s+[a-zà-ÿ]+[aei]r|assume|cuida d[aeo]s?"
    r"|ficou (?:com|de|respons[áa]vel p\w+)|(?:será|é) respons[áa]vel p\w+"
    r"|prepara|envia|entrega|fará|escreve|monta)\b)"
)
_PASSIVE = re.compile(
    rf"(?P<thing>[^.;,]{{4,80}}?)\s+(?:(?:is|will be|gets)\s+(?:owned|handled|covered|written|done"
    rf"|led|drafted|taken|prepared)\s+by|goes to|is with|sits with"
    rf"|fica(?:rá)?\s+(?:a cargo d[aeo]|com|por conta d[aeo]"
    rf"|sob responsabilidade d[aeo])(?:\s+[oa])?|vai (?:ficar )?(?:com"
    rf"|para)(?:\s+[oa])?)\s+(?:[oa]\s+)?(?P<who>{NAME})"
)
_SUBJECTLESS = re.compile(rf"^(?:Will|Can)\s+(?:{_ADVERB})*(?P<v>{_VERB})\b")
_ASKED = re.compile(
    rf"(?:^|.*[,.;]\s+)(?:(?:so|ok|okay|and|then|e|então|and then)[, ]+)?(?P<who>{NAME}),\s+(?:can"
    rf"|could|would|will) you\s+(?:please\s+)?(?P<what>.+)\?"
    rf"|(?:^|.*[,.;]\s+)(?:can|could|would|will) you\s+(?P<what2>[^?]+?),\s+(?P<who2>{NAME})\?"
    rf"|(?:^|.*[,.;]\s+)(?P<who3>{NAME}),\s+(?:você\s+)?(?:pode|consegue|poderia)\s+(?P<what3>.+)\?",
    re.IGNORECASE,
)
_YES = re.compile(
    r"^(?:yes|yeah|yep|sure|ok|okay|of course|absolutely|happy to|will do|no problem|on it"
    r"|certainly|fine|i can|i will|i'll|claro|pode deixar|sim|combinado"
    r"|beleza|ta bom|fechado|com certeza|posso|consigo|pode ser|sem problema)\b"
)
_REFUSES = re.compile(
    r"^(?:(?:oh|um|hm+|well|sorry|desculpa|bom),?\s+)*"
    r"(?:no\b(?! (?:problem|worries|issue))|nope|not really|i can't|i cannot|i won't|we can't"
    r"|we cannot|i'm afraid|i am afraid|nao\b(?! tem problema)|nao consigo|nao posso)"
)
_NO = re.compile(
    r"\b(?:not|n't|never|can't|cannot|won't|unless|nobody|no one|maybe|might|perhaps|não|nunca"
    r"|talvez|last week|yesterday|semana passada|ontem)\b|^(?:if|se|when|quando)\b",
    re.IGNORECASE,
)
_WEAK = re.compile(
    r"^(?:see|be|look (?:at it )?later|let you|go (?:first|next|ahead$|down|over|through|around|back)|go$"
    r"|run (?:through|you)"
    r"|share (?:my|the) screen|start (?:with|by|off|here)|open (?:the|my) (?:file|document|list|floor)|pull up"
    r"|check (?:the|my) (?:calendar"
    r"|clock|time|diary)|ask (?:a|one) |talk about|give (?:an|a quick) (?:intro|overview))",
    re.IGNORECASE,
)
_OWNING = re.compile(
    r"^(?:take|own|do|handle|cover|lead|get|manage|drive|tackle|run|head|oversee|taking|owning"
    r"|doing|handling|covering|leading|responsible for|be responsible for"
    r"|(?:eu )?(?:vou|vai)\b|(?:eu )?fico com|fica(?:rá)? com|ficou com|assumo|assume|cuido d[aeo]s?"
    r"|cuida d[aeo]s?|faço|owns|takes|is taking|is on|is responsible for"
    r"|has(?: got)?)\b\s*(?:care of\s+)?",
    re.IGNORECASE,
)


_ARTICLE = re.compile(r"^[OA]\s+(?=[A-ZÀ-Ý])")  # "O João vai …"


_TRAILING = re.compile(
    r"\s+(?:instead(?:\s+of\s+[\w ]+)?|too|as well|tamb[ée]m|no lugar d[aeo]s?\s+[\wÀ-ÿ ]+)$"
    r"|[,;]?\s+(?:and|e)\s+(?:have|get|send|deliver|submit|share|finish|bring|hand)s?\s+(?:it|them|that)"
    r"(?:\s+(?:in|over|out|back|ready|done|(?:to|for|with) [\w ]{2,20}))*$",
    re.IGNORECASE,
)


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
        for n, sentence in enumerate(said):
            if sentence.rstrip().endswith("?"):
                yield from _accepted(sentence, said[n + 1 :], following, roster)
            else:
                for promise in _in_sentence(sentence, turn, roster):
                    named = _who_agrees(promise, following, roster)
                    yield named._replace(at=n, declined=_declines(named, following, roster))


def asked_of_one(question: str) -> tuple[str, str] | None:
    """(who, what) of "Bob, can you cover staffing?"."""
    found = _ASKED.match(question)
    if not found:
        return None
    return found["who"] or found["who2"] or found["who3"], found["what"] or found["what2"] or found["what3"]


def agrees(answer: str) -> bool:
    return bool(_YES.match(fold(answer)))


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
    return bool(person and fold(person.name) == fold(following.speaker) and _REFUSES.match(fold(following.text)))


def _in_sentence(sentence: str, turn: Turn, roster: Roster) -> Iterator[Promise]:
    plain = sentence[:_LONGEST].replace("’", "'")
    hits = sorted(_hits(plain, turn, roster), key=lambda hit: hit[0])
    for n, (start, owners, what_start, thing) in enumerate(hits):
        end = hits[n + 1][0] if n + 1 < len(hits) else len(plain)
        if n and start < hits[n - 1][2]:
            continue
        clause = plain[start:end]
        if _NO.search(clause) or _NO.match(plain):
            continue
        behind = _JOINING.sub("", plain[what_start:end])
        what = thing or behind
        if not what.strip(" .,") or _WEAK.match(what.strip()):
            continue
        for owner in owners:
            yield Promise(owner, what.strip(" .,;:"), sentence, turn, tail=behind if thing else "")


Hit = tuple[int, list[str], int, str]


def _hits(plain: str, turn: Turn, roster: Roster) -> Iterator[Hit]:
    """(start, owners, where the deed begins, the deed when it stands in front)."""
    for found in _FIRST.finditer(plain):
        if found["v"] or found["ing"] or found["pt"] or found["own"]:
            yield found.start(), [turn.speaker], _deed(found), found["coisa"] or ""
        elif thing := found["thing"] or found["mine"]:
            yield found.start(), [turn.speaker], found.end(), thing
    for found in _HAVE_DONE.finditer(plain):
        yield found.start(), [turn.speaker], found.end(), found["thing"]
    if turn.speaker and (found_less := _SUBJECTLESS.match(plain)):
        yield 0, [turn.speaker], found_less.start("v"), ""
    for found in _THIRD.finditer(plain):
        owners = _owners(found["who"], turn, roster, found["firm"] or "")
        modal = found.group(0)[len(found["who"]) + len(found["of"]) :]
        other_can = re.match(r"\s+(?:can|would)\s", modal) and owners != [turn.speaker]
        stranger = re.match(r"\s+(?:to|is to)\s", modal) and any(roster.find(o).person is None for o in owners)
        if owners and not other_can and not stranger:
            yield found.start(), owners, _deed(found), ""
    for found in _PASSIVE.finditer(plain):
        if owners := _owners(found["who"], turn, roster):
            yield (
                found.start(),
                owners,
                found.end(),
                re.sub(r"^(?:and|e|so|then|ok)\s+", "", found["thing"].strip(), flags=re.IGNORECASE),
            )


def _deed(found: re.Match[str]) -> int:
    for name in ("v", "ing", "has", "pt", "own"):
        if found.groupdict().get(name):
            return found.start(name)
    return found.end()


def _owners(who: str, turn: Turn, roster: Roster, firm: str = "") -> list[str]:
    """Names as said, only when each can be a person."""
    names = [_bare(n) for n in re.split(r",\s*|\s+(?:and|e|&)\s+", who) if n]
    kept: list[str] = []
    for name in names:
        known = roster.find(name, turn.speaker, firm)
        if known.person:
            kept.append(known.person.name)
        elif known.several or is_name(name):
            kept.append(name)
        else:
            return []
    return kept


def _bare(name: str) -> str:
    """Without an article or a filler in front: "So Bob Lee will …", "O João vai …"."""
    parts = _ARTICLE.sub("", name).split()
    while len(parts) > 1 and not is_name(parts[0]):
        parts.pop(0)
    return " ".join(parts).rstrip(".,") if parts and len(parts[-1].rstrip(".")) > 1 else " ".join(parts)


def _accepted(question: str, rest: list[str], answer: Turn | None, roster: Roster) -> Iterator[Promise]:
    asked = asked_of_one(question)
    if not asked or rest or not answer:
        return
    who, what = asked
    person = roster.find(who).person
    if not person or fold(answer.speaker) != fold(person.name) or not _YES.match(fold(answer.text)):
        return
    first = sentences(answer.text)[:2]
    if any(_FIRST.search(s.replace("’", "'")) and len(s.split()) > 5 for s in first):
        return  # the answer says it in full and is read on its own
    yield Promise(person.name, what.strip(" .,"), f"{question} {' '.join(first)}", answer, answer=" ".join(first))


def deed(what: str) -> str:
    """What is to be done without the words of owning: "take the technical section" → "the technical section"."""
    bare = _TRAILING.sub("", _OWNING.sub("", re.split(r";\s", what)[0]).strip(" ,.;:"))
    bare = re.sub(
        r"(?:[,;]\s*|\s+)(?:and (?:have|get|send) (?:it|a draft)|(?:and )?(?:it|that|which)(?:'ll| will)(?: be)?"
        r"|(?:a |the |first )*draft|ready"
        r"|done|due|it|e entrego|pronto|rascunho)\s*$",
        "",
        bare,
        flags=re.IGNORECASE,
    )
    return bare or what
