"""Where we are in the talk, and the words by which it goes back to something."""

import re
from typing import NamedTuple

from agent.brain.language import sentences
from agent.brain.turns import Turn

CORRECTION = re.compile(
    r"\b(?:actually|make (?:it|that)|let's make|scratch that|correction|sorry|instead|change (?:it"
    r"|that)|mov(?:e|ed|ing) (?:it|that)?|push(?:ed)? (?:it|that)?"
    r"|on second thought|na verdade|melhor|corrigindo|muda(?:r)?|passa(?:r)? para|adia(?:r)?|em vez|desculpa)\b",
    re.IGNORECASE,
)


class Here(NamedTuple):
    """Where we are in the talk."""

    sentence: str
    turn: Turn
    at: int
    before: Turn | None  # the turn before, of somebody else


def with_question(here: Here) -> str:
    """The question and the words that took it on."""
    asked = sentences(here.before.text)[-1] if here.before else ""
    return f"{asked} {here.sentence}".strip()
