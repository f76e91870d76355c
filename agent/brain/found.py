"""A commitment while the meeting is still being read, and when two of them are one."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from agent.brain.concepts import concepts
from agent.brain.due import Due
from agent.brain.interface import Section
from agent.brain.language import fold
from agent.brain.matching import best_section, overlap
from agent.brain.turns import Turn

ALIKE = 0.8


class Found(NamedTuple):
    """A commitment while the meeting is still being read."""

    owner: str
    what: str
    due: Due | None
    quote: str
    turn: Turn
    at: int  # number of the turn in which it was last spoken of
    replaces: bool = False  # said as a correction


def apart(what: str, sections: Sequence[Section]) -> list[str]:
    """ "pricing and the staffing plan" are two sections' work; "security and compliance" is one's."""
    pieces = re.split(r",\s+(?:and |e )?|\s+(?:and|e)\s+", what)
    about = [best_section(piece, sections) for piece in pieces]
    if len(pieces) < 2 or any(one is None for one in about):
        return [what]
    found: dict[str, list[str]] = {}
    for piece, section in zip(pieces, about, strict=True):
        found.setdefault(section.id if section else "", []).append(piece)
    return [" and ".join(group) for group in found.values()] if len(found) > 1 else [what]


def same_deed(one: str, other: str) -> bool:
    """One thing they share is not enough when one of them names much more: "technical part", "technical visit"."""
    few, many = sorted((len(concepts(one)), len(concepts(other))))
    return fold(one) == fold(other) or (overlap(one, other) >= ALIKE and (few > 1 or many - few < 2))


def without(text: str, due: Due | None) -> str:
    """The words without their date."""
    if due is None or text[due.start : due.end].strip(" ,.;") != due.as_written:
        return text.strip(" ,.;")
    kept = f"{text[: due.start]} {text[due.end :]}"
    return re.sub(r"\s+", " ", re.sub(r"\(\s*\)", "", kept)).strip(" ,.;:-–—")


def ref(turn: Turn) -> str:
    return ", ".join(p for p in (turn.document, turn.place) if p)
