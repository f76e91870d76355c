"""The words that tell one requirement from all others, and whether somebody's words are about them."""

import re
from collections.abc import Sequence
from functools import lru_cache

from agent.brain import values
from agent.brain.concepts import concepts
from agent.brain.language import bag, stems, words
from agent.brain.values import OF_THE_KIND, Kind

_ASKING = tuple(
    bag(
        "give specif detail "
        "vendor contractor offeror bidder supplier propos stat describ provid includ submit list name "
        "show forth identif deliver "
        "explain quote requir minimum minim licitant contrat fornecedor apresent inform descrev fornec "
        "inclu indic dever "
        "system sistem solution must shall should"
    )
)
_ASKING_STEMS = stems(" ".join(_ASKING)) | bag("every must each")

_LEAST = 0.3  # of a requirement's own words, in a label that stands for it


@lru_cache(maxsize=1024)
def topic_of(requirement: str, wanted: tuple[Kind, ...]) -> frozenset[str]:
    """The requirement's words without those that every requirement has, and those that the value makes good."""
    text = requirement
    for word in in_full(requirement):
        text = re.sub(rf"\b{re.escape(word)}\b", " ", text)
    own = said_in(text) - _ASKING_STEMS
    made_good = good_by_value(wanted)
    kept = frozenset(s for s in own if not s[:1].isdigit() and not s.startswith(_ASKING))
    return kept - made_good or kept


def in_full(requirement: str) -> tuple[str, ...]:
    """The words an abbreviation behind them stands for: "recovery time objective (RTO)"."""
    found: list[str] = []
    for short in re.finditer(r"\(([A-Z]{2,6})\)", requirement):
        before = words(requirement[: short.start()])[-len(short.group(1)) :]
        if "".join(w[0] for w in before).upper() == short.group(1):
            found += before
    return tuple(found)


def good_by_value(wanted: tuple[Kind, ...]) -> frozenset[str]:
    return stems(" ".join(" ".join(OF_THE_KIND[kind]) for kind in wanted))


@lru_cache(maxsize=4096)
def said_in(text: str) -> frozenset[str]:
    """Stems, with what a hyphen joins taken apart."""
    return stems(text.replace("-", " "))


def share(topic: frozenset[str], said: frozenset[str]) -> float:
    """How much of the topic is said, in its words or in words of the trade that mean the same."""
    meant = concepts(" ".join(said))
    hits = sum(1 for one in topic if one in said or (concepts(one) and concepts(one) <= meant))
    return hits / len(topic)


def names_all(requirement: str, passage: str) -> bool:
    """Abbreviations like RTO and RPO must each be there."""
    short = {w for w in words(requirement) if w.isupper() and 2 <= len(w) <= 6}
    return all(re.search(rf"\b{re.escape(w)}\b", passage, re.IGNORECASE) for w in short)


def labels(label: str, requirement: str, requirements: Sequence[str]) -> bool:
    """A label is made of the requirement's own words alone, and fits no other requirement as well."""
    said = {one for one in said_in(label) if one not in _ASKING_STEMS and not one.startswith(_ASKING)}
    own = _share_of_label(said, label, requirement)
    if not said or own < 1 or _overlap(said | spelled(label, requirement), requirement) < _LEAST:
        return False
    rivals = [other for other in requirements if other != requirement and _share_of_label(said, label, other) >= 1]
    mine = _overlap(said, requirement)
    return all(_overlap(said, other) < mine for other in rivals)


def _share_of_label(said: set[str], label: str, requirement: str) -> float:
    if len(words(label)) == 1 and spelled(label, requirement):
        return 1.0
    wanted = values.kinds(requirement)
    made_good = good_by_value(wanted)
    topic = topic_of(requirement, wanted)
    if not said & topic:
        return 0.0
    return len(said & (topic | made_good)) / len(said)


def _overlap(said: set[str], requirement: str) -> float:
    topic = topic_of(requirement, values.kinds(requirement))
    return len(said & topic) / len(topic) if topic else 0.0


def spelled(text: str, requirement: str) -> frozenset[str]:
    """The requirement's words that a short form in the text stands for: "PM" for the project manager."""
    found: list[str] = []
    asked, topic = words(requirement), topic_of(requirement, values.kinds(requirement))
    firsts = "".join(word[0] for word in asked).upper()
    for short in words(text):
        if short.isupper() and short.isalpha() and 2 <= len(short) <= 4 and (at := firsts.find(short)) >= 0:
            meant = asked[at : at + len(short)]
            found += meant if all(said_in(word) & topic for word in meant) else []
    return said_in(" ".join(found))
