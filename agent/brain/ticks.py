"""Which steps of a list somebody calls done, by the numbers they name; in doubt none."""

import re

from agent.brain.language import fold

DONE = re.compile(r"\b(?:done|finished|completed?|ticked?|feit[oa]s?|pront[oa]s?|conclu\w+|terminad[oa]s?)\b")
OPEN = re.compile(r"\b(?:not|never|isn't|aren't|undo|reopen|nao|ainda|nunca|desfaz\w*|reabr\w*)\b")
NUMBER = re.compile(r"(?<![\d/.:-])\d{1,2}(?![\d/:-]|[.,]\d)")


def ticked(text: str, steps: int) -> tuple[int, ...]:
    """Numbers from 1 to `steps`, in the order named; none for a question, a denial, or words without a number."""
    said = fold(text)
    if not DONE.search(said) or OPEN.search(said) or said.rstrip().endswith("?"):
        return ()
    return tuple(dict.fromkeys(number for number in map(int, NUMBER.findall(said)) if 1 <= number <= steps))
