"""Earlier rounds in short: who wrote when, and how it began; the oldest lines go first."""

from collections.abc import Iterable

from agent.brain.language import clip
from agent.history import Round, tokens

LONGEST = 600  # tokens
WORDS, ANSWER = 120, 80  # characters of a line


def recap(earlier: str, rounds: Iterable[Round]) -> str:
    """One line per round that somebody asked for; the same rounds give the same words."""
    lines = [*earlier.splitlines(), *(_line(one) for one in rounds if one.words)]
    while lines and tokens("\n".join(lines)) > LONGEST:
        lines.pop(0)
    return "\n".join(lines)


def _line(one: Round) -> str:
    said, answer = (" ".join(text.split()) for text in (one.words, one.answer))
    return f"{one.at[:10]} {one.who or one.role}: {clip(said, WORDS)} - answered: {clip(answer, ANSWER)}"
