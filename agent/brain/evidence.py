"""Which words of a reply answer a requirement: a plain statement about it, with the kind of value it asks for."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from agent.brain import stance, values
from agent.brain.dates import MONTHS
from agent.brain.interface import Evidence
from agent.brain.language import bag, clip, fold, stems, words
from agent.brain.passages import LABEL, Unit, units
from agent.brain.topic import good_by_value, in_full, labels, names_all, said_in, share, spelled, topic_of
from agent.brain.values import OF_THE_KIND, Kind, Value

_LISTS = re.compile(
    r"\b(?:every|each|all|list|components?|milestones?|cada|tod[oa]s|liste|lista|componentes?|marcos)\b"
)
_SHARE, _SHARE_SHORT = 0.6, 0.99
_LONGEST = 1500  # characters of one passage
_GREETING = re.compile(
    r"^(?:(?:hi|hello|hey|dear|ola|oi|caro|cara|prezad[oa])\b[^,.:!?\n]{0,30}[,.:!]\s*|(?:here (?:you go|it is|we go"
    r"|they are)|part (?:one|two|1|2)|final version|update|segue|correction|correcao|as (?:for|to)[^,]{0,40},"
    r"|also|and|so|ok|okay|sure|yes|sim|e|bom)\b[,:.!-]?\s*)+",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"^(?:we|our|ours|us|the (?:vendor|supplier|contractor)|nos|noss[oa]s?|a gente|[a-z]{3,}mos|there (?:is|are|will "
    r"be)"
    r"|teremos|havera|serao|sao|sera)\b"
)
_WE_OFFER = re.compile(
    r"^we(?:'ll|'re| will| can| also)*(?: \w+ly)? (?:offer|provide|propose|commit|guarantee|deliver|hold"
    r"|have|use"
    r"|put|plan|schedule|go|report|charge|quote|train|give|run|support|answer|host|keep|start|finish|bill|price|state"
    r"|name"
    r"|migrate|encrypt|respond|resolve|include|assign|appoint|work|operate|monitor|cover|set|send|are|staff)\b"
)
_DETERMINED = re.compile(
    r"^(?:the|all|each|every|this|these|any|total|an?|o|a|os|as|cada|tod[oa]s?|uma?|esta|este|for)\b"
)
_GOES_ON = bag(
    "and e with com for para in em at per por pelo pela as which to on no na from of de do da ao aos plus "
    "including each every or ou using via through after before during once by within total all already only "
    "so between que cada incl inclusive mais fixed net gross excluding max maximum minimum monthly weekly "
    "daily a o sem antes apos durante"
)
_IS = re.compile(r"^\W*(?:is|are|will be|e|sera|vai ser|sao|serao|as|como)\b")
_COPULA = re.compile(
    r"\b(?:is|are|will be|é|e|será|sera|vai ser|as|como)(?:\s+(?:the|o|a|our|nosso|nossa))?[\s:,–-]*$", re.IGNORECASE
)
_OF_OURS = bag("project bid contract offer proposal side projeto contrato proposta lado")
_UNITS = re.compile(r"\b(?:hours?|days?|weeks?|months?|minutes?|horas?|dias?|semanas?|meses|minutos?)\b")
_PREDICATE = re.compile(  # behind a value: something is said of it
    r"^\W*(?:is|are|was|were|came|comes|seems?|looks?|sounds?|feels?|kills?|worr\w+|depends?|does|do|has|have|will"
    r"|would"
    r"|e|sao|foi|foram|veio|parece\w*|vem)\b"
)
_SAYS = re.compile(
    r"\b(?:is|are|will|has|have|uses|runs|works|provides|includes?|consists?|supports|offers|follows|keeps?|moves"
    r"|takes?"
    r"|gives?|sends?|stores|writes?|shows|holds?|comes?|goes|go|gets?|makes?|meets?|processes|handles?|connects?"
    r"|encrypts?"
    r"|monitors|migrates?|stays?|allows?|lets?|answers|can|we|e|sao|sera|serao|tem|temos|ha|usa|usam|funciona|funcionam"
    r"|permite|permitem|inclui|incluem|atende|atendem|cobre|oferece|oferecem|fica|ficam|faz|fazem|roda|rodam|garante"
    r"|garantem|segue|seguem|suporta|suportam|preve|utiliza|utilizam|pode|podem|[a-z]{3,}(?:amos|emos|imos))\b"
)
_DAYS = stems(
    "monday tuesday wednesday thursday friday saturday sunday today tomorrow week month segunda terca quarta quinta "
    "sexta sabado domingo hoje amanha semana mes " + " ".join(MONTHS)
)


class Found(NamedTuple):
    """`share`: how much of the requirement's own words the passage holds. `room`: how many values stand in it."""

    point: str
    words: str
    share: float
    room: int


def answered(text: str, requirements: Sequence[str]) -> tuple[Evidence, ...]:
    """For each requirement that is answered, the words that do it; no words answer for two."""
    said = [
        one
        for one in units(_own_part(text), requirements)
        if len(one.text) <= _LONGEST
        and stance.is_plain(one.text)
        and stance.is_plain(one.before)
        and not stance.is_objected_to(one.after)
    ]
    found = [best for one in requirements if (best := _best(one, said, requirements))]
    return tuple(Evidence(point=one.point, words=clip(one.words, 300)) for one in found if _is_its_own(one, found))


def _own_part(text: str) -> str:
    """What stands above the words of others."""
    lines = text.split("\n")
    end = next((at for at, line in enumerate(lines) if stance.leads_elsewhere(line)), len(lines))
    return "\n".join(lines[:end])


def _is_its_own(one: Found, found: Sequence[Found]) -> bool:
    """Words that would answer several points answer as many as there are values in them, the closest first."""
    same = sorted((other for other in found if other.words == one.words), key=lambda other: -other.share)
    return same.index(one) < max(one.room, 1)


def speaks_of(text: str, requirements: Sequence[str]) -> tuple[str, ...]:
    """The requirements whose own words stand in the text, whatever it says of them."""
    said = said_in(text)
    return tuple(
        one for one in requirements if (own := topic_of(one, values.kinds(one))) and share(own, said) >= _SHARE
    )


def _best(requirement: str, said: Sequence[Unit], requirements: Sequence[str]) -> Found | None:
    wanted = values.kinds(requirement)
    topic = topic_of(requirement, wanted)
    if not topic:
        return None
    for unit in said:
        if found := _answer(requirement, wanted, topic, unit, requirements):
            return found
    return None


def _answer(
    requirement: str, wanted: tuple[Kind, ...], topic: frozenset[str], unit: Unit, requirements: Sequence[str]
) -> Found | None:
    """The unit, which is plainly said, as evidence, or nothing: in doubt nothing."""
    room = sum(1 for kind in wanted[:1] for _ in values.find(kind, unit.text))
    label = LABEL.match(unit.text)
    if label and labels(label["label"], requirement, requirements) and _fills(requirement, wanted, topic, label):
        return Found(requirement, unit.text, 1.0, room)
    if wanted and not (unit.whole or label or _SAYS.search(fold(unit.text))):
        return None
    said = share(topic, said_in(unit.text) | spelled(unit.text, requirement))
    needed = _SHARE_SHORT if len(topic) <= 3 else _SHARE
    if said < needed or not names_all(requirement, unit.text) or not _is_own(unit.text, topic, requirement):
        return None
    return Found(requirement, unit.text, said, room) if _holds(requirement, wanted, unit.text, topic) else None


def _fills(requirement: str, wanted: tuple[Kind, ...], topic: frozenset[str], label: re.Match[str]) -> bool:
    """Whether what stands behind the label is the answer: the value at once, or a description of some length."""
    said = label["value"]
    if not wanted:
        return _describes(requirement, said, topic, labelled=True)
    least, name = _how_many(requirement), label["label"]
    return not stance.is_vague(said) and any(
        _begins_with(kind, said, name, least) and all(_has_any(other, said, name) for other in wanted if other != kind)
        for kind in wanted
    )


def _has_any(kind: Kind, said: str, label: str) -> bool:
    counted = kind == "duration" and _UNITS.search(fold(label)) is not None
    return any(values.find(kind, said)) or (counted and any(values.find("number", said)))


def _begins_with(kind: Kind, said: str, label: str, least: int) -> bool:
    found = list(values.find(kind, said))
    if kind == "duration" and not found and _UNITS.search(fold(label)):  # "Number of days: 15"
        found = list(values.find("number", said))
    if len(found) < least or len(words(said[: found[0].start])) > (0 if kind == "name" else 2):
        return False
    return _PREDICATE.match(fold(said[found[-1].end :])) is None


def _holds(requirement: str, wanted: tuple[Kind, ...], text: str, topic: frozenset[str]) -> bool:
    """Each kind of value that is asked for, several things where a list is, else a description of some length."""
    if not wanted:
        return _describes(requirement, text, topic, labelled=False)
    if {"money", "date"} & set(wanted) and stance.is_beyond(text):
        return False
    return not stance.is_vague(text) and all(_has(kind, text, topic, requirement) for kind in wanted)


def _describes(requirement: str, text: str, topic: frozenset[str], labelled: bool) -> bool:
    own = stems(text) - topic - _DAYS
    if stance.points_elsewhere(text):
        return False
    if _LISTS.search(fold(requirement)):
        return len(own) >= 3 and len(re.findall(r"[,;]|\band\b|\be\b", text)) >= 2
    return len(own) >= (3 if labelled else 4) and (labelled or _SAYS.search(fold(text)) is not None)


def _how_many(requirement: str) -> int:
    """One value for each abbreviation such as RTO, two for what is a list by its nature."""
    short = {w for w in words(requirement) if w.isupper() and 2 <= len(w) <= 6}
    return max(1, min(len(short), 3))


def _has(kind: Kind, text: str, topic: frozenset[str], requirement: str) -> bool:
    """Enough values of the kind, the statement ending with one of them or going on in a way that adds to it."""
    found = [one for one in values.find(kind, text) if kind != "name" or not stems(text[one.start : one.end]) <= topic]
    least = _how_many(requirement)
    if kind == "name":
        return len(found) >= least and _is_named(text, found, topic, requirement)
    return any(_ends_well(text, one, topic) for one in found[least - 1 :])


def _is_named(text: str, found: Sequence[Value], topic: frozenset[str], requirement: str) -> bool:
    """ "Paula Reis is the project manager", or "the project manager is Paula Reis"."""
    for one in found:
        if one.start == 0 and _IS.match(fold(text[one.end :])):
            return True
        before = _COPULA.search(text[: one.start])
        if not before:
            continue
        last = " ".join(words(text[: before.start()])[-1:])
        if said_in(last) & topic or spelled(last, requirement) or fold(last) in _OF_OURS:
            return _ends_well(text, one, topic)
    return False


def _ends_well(text: str, last: Value, topic: frozenset[str]) -> bool:
    """ "4 hours came from sales" says something of the value; "4 hours for each site" adds to it."""
    for found in re.finditer(r"[^\W_]+(?:['’-][^\W_]+)*|[.,;:()]", text[last.end :]):
        word = found.group(0)
        if word in ".,;:()":
            return True
        if fold(word) in _GOES_ON or (last.start == 0 and fold(word) == "will"):
            return True
        if not said_in(word) & topic and not any(fold(word) in kind for kind in OF_THE_KIND.values()):
            return False
    return True


def _is_own(text: str, topic: frozenset[str], requirement: str) -> bool:
    """Whether the statement is the writer's: about the thing, or of what "we" do; "Good news: …" leads to one."""
    start = text.strip(" -*•>\t")
    start = start[len(found.group(0)) :] if (found := _GREETING.match(start)) else start
    lead = LABEL.match(start)
    return any(_begins_as_ours(one, topic, requirement) for one in (start, *([lead["value"]] if lead else [])))


def _begins_as_ours(start: str, topic: frozenset[str], requirement: str) -> bool:
    said, wanted = fold(start), values.kinds(requirement)
    if _OWN.match(said):
        return not wanted or not said.startswith("we") or _WE_OFFER.match(said) is not None
    if not wanted and not _LISTS.search(fold(requirement)):
        return not re.match(r"^(?:i|eu|for (?:the|my)|para [ao])\b", said)
    while found := _DETERMINED.match(said):
        said = said[found.end() :].lstrip()
    first = said.split(None, 2)[:2]
    if first and (
        spelled(first[0].upper(), requirement) or said_in(first[0]) & said_in(" ".join(in_full(requirement)))
    ):
        return True
    if first and (said_in(first[0]) & (topic | good_by_value(wanted)) or said_in(" ".join(first)) & topic):
        return True
    return any(one.start == 0 for kind in wanted for one in values.find(kind, start))
