"""Words that ask to keep something in mind, to say what is kept, or to drop it; English and Portuguese."""

import re
from typing import Literal, NamedTuple

from agent.brain.language import fold, stems

KEEP = re.compile(
    r"^\s*(?:please[, ]+|por favor[, ]+)?(?:remember|keep in mind|note|lembre(?:-se)?|anote|guarde)(?: de)?"
    r"(?: that| que|:)\s*(?P<what>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
RECALL = re.compile(
    r"^\W*(?:what (?:do|did) (?:you|we) (?:remember|note)|o que (?:voce|vc) (?:lembra|anotou)|quais sao as notas"
    r"|show (?:me )?(?:the |your )?(?:memory|notes))\b(?P<what>.*)$",
    re.DOTALL,
)
DROP = re.compile(  # other words of leaving out may mean anything that is numbered
    r"^\W*(?:please |por favor,? )?(?:(?:forget|esqueca)(?: (?:the |a )?(?:note|number|nota))?"
    r"|(?:drop|delete|remove|erase|apague|remova|exclua) (?:the |a )?(?:note|nota))"
    r" (?:no\.? |number |numero )?(?P<what>\d{1,3})\W*$"
)
CHANGES = re.compile(  # what sounds like a change of the work itself
    r"\b(?:deadlines?|due|dates?|until|moved|extended|leave|sick|vacation|away|takes?|over|instead|prazos?|datas?|ate|adiad\w+"
    r"|prorrogad\w+|licenca|ferias|doente|assum\w+|lugar|give|hand|assign|change|remind|pass[ea]|mud[ea]|lembr[ea]|monday|tuesday|wednesday|thursday|friday|segunda|terca|quarta|quinta"
    r"|sexta)\b|\b\d{1,2}(?:st|nd|rd|th|[/.-]\d{1,2}| de)?\b"
)


class Wish(NamedTuple):
    verb: Literal["keep", "recall", "drop"]
    what: str = ""


def wish(text: str) -> Wish | None:
    """What is asked of the memory; None for all other words."""
    if kept := KEEP.match(text):
        return Wish("keep", " ".join(kept["what"].split()))
    said = fold(text)
    if asked := RECALL.match(said):
        return Wish("recall", asked["what"])
    dropped = DROP.match(said)
    return Wish("drop", dropped["what"]) if dropped else None


def sounds_like_a_change(what: str) -> bool:
    return bool(CHANGES.search(fold(what)))


def about(notes: list[str], what: str) -> list[tuple[int, str]]:
    """The notes that share a word with what is asked about, each with its number from 1; without such words all."""
    wanted = stems(re.sub(r"\b(?:about|of|on|sobre|de|do|da)\b", " ", what))
    numbered = list(enumerate(notes, 1))
    return [(n, note) for n, note in numbered if wanted & stems(note)] if wanted else numbered
