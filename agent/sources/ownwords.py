"""A letter without the ones it answers: what its writer wrote themselves, and what they forwarded."""

import re
from collections.abc import Iterator, Sequence

FORWARDS = re.compile(r"^\s*(?:fwd?|enc|wg|tr|rv)\s*:", re.IGNORECASE)
ORIGINAL = re.compile(r"^[\s>]*-{2,}\s*(?:original message|mensagem original)\s*-{2,}", re.IGNORECASE)
WROTE = re.compile(r"^[\s>]*(?:on|em|no dia)\b.{4,300}\b(?:wrote|escreveu)\s*:\s*(?:$|>)", re.IGNORECASE)
BEGINS = re.compile(r"^[\s>*_]*(?:on|em|no dia)\b.*\d", re.IGNORECASE)
RULE = re.compile(r"^\s*_{10,}\s*$")
HEADS = (
    re.compile(r"^[\s>*]*(?:from|de)\s*:", re.IGNORECASE),
    re.compile(r"^[\s>*]*(?:sent|date|enviad[ao](?: em)?|data)\s*:", re.IGNORECASE),
    re.compile(r"^[\s>*]*(?:to|para)\s*:", re.IGNORECASE),
    re.compile(r"^[\s>*]*(?:subject|assunto)\s*:", re.IGNORECASE),
)
ON_ONE_LINE = re.compile(
    r"^[\s>*]*(?:from|de)\s*:.{1,300}?\b(?:sent|date|enviad[ao](?: em)?|data)\s*:.{1,300}?\b(?:subject|assunto)\s*:",
    re.IGNORECASE,
)
WINDOW = 6  # lines in which a header block shows itself


def own_words(text: str, subject: str = "") -> str:
    """The text above its history. What is forwarded counts as the writer's own; lines marked as a quote do not."""
    if FORWARDS.match(subject):
        return text.strip()
    lines = text.split("\n")
    end = next((at for at in range(len(lines)) if _begins_history(lines, at)), len(lines))
    return "\n".join(_unmarked(lines[:end])).strip()


def _begins_history(lines: Sequence[str], at: int) -> bool:
    line = lines[at]
    if ORIGINAL.match(line) or WROTE.match(line) or ON_ONE_LINE.match(line):
        return True
    if BEGINS.match(line) and WROTE.match(" ".join(part.strip() for part in lines[at : at + 3])):
        return True  # an attribution that a mail program wrapped
    after = lines[at + 1 :] if RULE.match(line) else lines[at:]
    window = [one for one in after if one.strip()][:WINDOW]
    return bool(window) and bool(HEADS[0].match(window[0])) and sum(_stands(head, window) for head in HEADS) >= 3


def _stands(head: re.Pattern[str], window: Sequence[str]) -> bool:
    return any(head.match(one) for one in window)


def _unmarked(lines: Sequence[str]) -> Iterator[str]:
    return (line for line in lines if not line.lstrip().startswith(">"))
