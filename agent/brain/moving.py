"""A day that is bargained over: "say Tuesday", "pode ser quinta?"; and two deeds of one sentence, each with its day."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise

from agent.brain.due import Due
from agent.brain.language import fold
from agent.brain.reckoning import WEEKDAYS

_PROPOSING = re.compile(  # directly in front of a day
    r"(?:\b(?:(?:let's|let us|i'd|shall we|can we|could we) say|say|(?:how|what) about|make (?:it|that)|better|rather"
    r"|i(?:'d| would) (?:prefer|rather have)|prefer|would|go for|settle on|agree on|aim for|shoot for|(?:can"
    r"|could) (?:i|we|you)"
    r"(?: please)? (?:do|have|make|take|get)(?: (?:it|that|this))?|(?:have|get|need) (?:it|that)"
    r"|vamos dizer|digamos|que tal|(?:pode|podia|poderia|da para|daria para|consegue) (?:ser|fazer|entregar)"
    r"|melhor|prefiro|combinado"
    r"|fechado|fechamos|marcamos|fica(?:mos)?(?: para)?|deixa(?:mos)?(?: para)?|vamos de|muda(?:mos)?(?: para)?"
    r"|passa(?:mos)?(?: para)?"
    r"|(?:antecipar|adiantar|adiar|puxar|passar|mudar|deixar|jogar|empurrar)(?: isso)?(?: para)?"
    r"|e se for|seria|serve)\b[\s,:]*(?:on |by |for |until |ate |na |no |em |para |pra |a |o |dia )*)$"
)
_SETTLING = re.compile(  # directly behind a day
    r"^[\s,]*(?:it is|it'll be|it shall be|then|still works|works|would work|would be|is (?:better|fine|ok|okay"
    r"|good|great|perfect"
    r"|safer|doable)|suits|instead|entao|fica melhor|e melhor|seria melhor|funciona|serve|ta (?:bom|otimo)"
    r"|esta (?:bom|otimo)|pode ser"
    r"|fechado|combinado|okay|ok|alright|all right|possible|enough|soon enough|good enough|any good|e possivel"
    r"|rola|da|realistic|feasible|doable|(?:okay|ok|good|fine) (?:for|with) you|viavel|e viavel)\b"
)
_NOTHING_ELSE = re.compile(  # behind a day that is proposed
    r"^[\s,.!?)]*(?:$|(?:for|at|by|in|then|instead|please|okay|ok|latest|max|maximum|noon|morning|afternoon"
    r"|evening|eod|cob|maybe|i think"
    r"|if|or|right|alright|works?|is (?:fine|ok|okay|good|better|possible)|entao|por favor|no maximo|sem falta"
    r"|de manha|a tarde|se|ta"
    r"|certo|ne|pode ser|da|fica melhor)\b)"
)
_NO_DEED = re.compile(
    r"^(?:we|they|he|she|you|i|it|there|nos|eles|elas|ele|ela|voces?|a gente|eu|(?:[oa] )?cliente|(?:the )?(?:customer"
    r"|client|buyer|agency|meeting"
    r"|call|deadline|rest))\b"
)
_TURNED_DOWN = re.compile(
    r"^[\s,]*(?:(?:is|would be|feels|seems|looks|'s|sounds) )?(?:a bit |too |very |way |quite "
    r"|rather )*(?:tight|early|soon|late|hard|tough"
    r"|difficult|impossible|ambitious|optimistic)\b|^[\s,]*(?:won't|doesn't|does not|will not|isn't|is not"
    r"|can't|cannot|wouldn't)\b"
    r"|^[\s,]*(?:e|fica|esta|ta|seria) (?:muito |meio |bem )?(?:apertad[oa]|cedo|dificil|complicad[oa]|tarde"
    r"|impossivel|corrido)\b"
    r"|^[\s,]*nao (?:da|rola|consigo|serve|funciona)\b"
)
_ONLY_A_WEEKDAY = re.compile(
    rf"^(?:(?:by|on|until|for|na|no|ate|em|para|pra"
    rf"|a)\s+)?(?:{'|'.join(WEEKDAYS)})(?:-feira)?$"
)
_JOINT = re.compile(r"^[\s,;]*\b(?:and then|and|then|but|plus|e depois|e|depois|mas)\b,?\s+|^\s*[,;]\s+", re.IGNORECASE)
_SAME_THING = re.compile(  # a later state of one deed, or words about it
    r"\b(?:it|them|this|that|these|isso|el[ae]s?|rest|remainder|final|finals|second|revised|revision|version"
    r"|draft|first|clean|latest"
    r"|update|updated|resto|restante|final|segunda|versao|rascunho|primeira|revisad[oa]|at|no|so|because|when"
    r"|which|que|porque|quando)\b"
)


def chosen(text: str, dues: Sequence[Due]) -> Due | None:
    """The day a sentence settles on or proposes, of those it names; None when it does neither."""
    folded = fold(text) if len(fold(text)) == len(text) else text.lower()
    kept = [due for due in dues if due.day and not _TURNED_DOWN.match(folded[due.end :])]
    for due in kept:
        behind = folded[due.end :]
        if _SETTLING.match(behind) or (_PROPOSING.search(folded[: due.start][-60:]) and _NOTHING_ELSE.match(behind)):
            return due
        if due.as_written.lower().startswith(("make it", "make that")):
            return due
    return kept[0] if len(kept) < len(dues) and len(kept) == 1 else None


def in_its_week(due: Due, dues: Sequence[Due], old: date | None) -> Due:
    """ "Monday is tight, say Tuesday" is the day behind the Monday it was due; "Tuesday it is" keeps a Tuesday."""
    if old is None or due.day is None or not _ONLY_A_WEEKDAY.match(fold(due.as_written)):
        return due
    if due.day.weekday() == old.weekday():
        return due._replace(day=old, note="")
    if any(other.day and other != due and other.day.weekday() == old.weekday() for other in dues):
        return due._replace(day=old + timedelta(days=(due.day.weekday() - old.weekday()) % 7), note="")
    return due


def each_with_its_day(what: str, dues: Sequence[Due]) -> list[str]:
    """ "the schedule by the 18th and the risk register by the 21st" in two; one when it is one deed with two states."""
    days = [due for due in dues if due.day]
    if len(days) < 2:
        return [what]
    leading = not re.search(r"\w{3}", what[: days[0].start])
    pieces, start = [], 0
    for due, following in pairwise(days):
        between = what[due.end : following.start]
        joint = _joint_before(between) if leading else _JOINT.match(between)
        if joint is None:
            return [what]
        pieces.append(what[start : due.end + joint.start()].strip(" ,;"))
        start = due.end + joint.end()
    pieces.append(what[start:].strip(" ,;"))
    own = [_bare(piece, days) for piece in pieces]
    apart = all(re.search(r"\w{3}", one) for one in own) and not any(map(_is_no_deed, own[1:]))
    return pieces if apart else [what if leading else pieces[0]]


def _is_no_deed(piece: str) -> bool:
    return bool(_NO_DEED.match(fold(piece).strip()) or _SAME_THING.search(fold(piece)))


def behind_the_first(what: str, dues: Sequence[Due]) -> list[str]:
    """ "send the register, and on Monday the plan", said of a Thursday: what the first day is of, and the rest."""
    days = [due for due in dues if due.day]
    joint = _joint_before(what[: days[0].start]) if days else None
    if joint is None or joint.end() < days[0].start or not re.search(r"\w{3}", what[days[0].end :]):
        return [what]
    rest = what[joint.end() :].strip(" ,;")
    return [what] if _is_no_deed(_bare(rest, days)) else [what[: joint.start()].strip(" ,;"), rest]


def leading(before: str, dues: Sequence[Due]) -> Due | None:
    """The day a sentence begins with: "By Thursday I'll …". `before` is what stands in front of the deed."""
    first = next((due for due in dues if due.day), None)
    if first is None or len(before[: first.start].split()) > 2:
        return None
    behind = before[first.end :]
    return first if len(behind.split()) <= 5 and not re.search(r"[.;:?]", behind) else None


def _joint_before(between: str) -> re.Match[str] | None:
    """The last "and" of the words between two days, where the second deed begins."""
    found = None
    for found in re.finditer(r"[\s,;]+(?:and|then|e|depois)?\s+$|[\s,;]+(?:and|then|e|depois)\s+", between):  # noqa: B007
        pass
    return found


def _bare(piece: str, days: Sequence[Due]) -> str:
    for due in days:
        piece = piece.replace(due.as_written, " ")
    return re.sub(r"\b(?:and|by|the|e|ate|até|on|dia|o|a)\b", " ", piece)
