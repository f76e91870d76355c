"""Decisions by mail: the codes that stand for a draft exactly as it was mailed, and the lines that carry them back.

APPROVE 7F3K · REJECT 7F3K, the reason below · EDIT 7F3K, the new words below between BEGIN 7F3K and END 7F3K
"""

import re
import unicodedata
from collections.abc import Iterator
from hashlib import sha256
from typing import Literal

from bot.core.noun import Noun

Word = Literal["approve", "reject", "edit"]
VERBS: dict[str, Word] = {
    "approve": "approve",
    "aprovar": "approve",
    "reject": "reject",
    "rejeitar": "reject",
    "edit": "edit",
    "editar": "edit",
}
ORDER = re.compile(r"(\w+) ([2-9][0-9a-z]{3})")
BEGINS, ENDS = ("begin", "inicio"), ("end", "fim")
DIGITS, SIGNS = "23456789", "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # without those that are taken for one another
NO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"))
TRIES = 50  # codes a mailing may choose from, should some be taken


class Exact(Noun):
    """A draft as it was shown. A code stands for one of them, or for several together."""

    key: str
    version: int
    content_hash: str


class Order(Noun):
    """What the first lines of a mail say. `contradicted`: further lines say something else, so nothing is done."""

    verb: Word
    codes: tuple[str, ...]
    note: str = ""  # whatever stands below: the reason of a rejection
    words: str | None = None  # the new words of an edit; None without both markers
    contradicted: bool = False


def codes_for(shown: tuple[Exact, ...]) -> Iterator[str]:
    """Codes that may stand for this: the same words are offered the same codes, in the same order."""
    what = "\x1f".join(f"{one.key}|{one.version}|{one.content_hash}" for one in shown)
    for number in range(TRIES):
        left = int.from_bytes(sha256(f"{what}\x1f{number}".encode()).digest()[:8])
        left, first = divmod(left, len(DIGITS))
        letters = DIGITS[first]
        for _ in range(3):
            left, at = divmod(left, len(SIGNS))
            letters += SIGNS[at]
        yield letters


def order_in(text: str) -> Order | None:
    """The order a mail's own words begin with; None when the first line is anything but exactly one."""
    lines = text.splitlines()
    found = [(at, one) for at, line in enumerate(lines) if (one := _order(line))]
    written = [at for at, line in enumerate(lines) if line.strip()]
    if not found or found[0][0] != written[0]:
        return None
    head = _leading(found, written)
    verb, codes = head[0][1][0], tuple(dict.fromkeys(code for _, (_, code) in head))
    below = lines[head[-1][0] + 1 :]
    words = _between(below, codes[0]) if verb == "edit" else None
    return Order(
        verb=verb,
        codes=codes,
        note="" if verb == "edit" else "\n".join(below).strip(),
        words=words,
        contradicted=_contradicts(head, found) or (verb == "edit" and len(codes) > 1),
    )


def _leading(found: list[tuple[int, tuple[Word, str]]], written: list[int]) -> list[tuple[int, tuple[Word, str]]]:
    """The orders that stand one below the other at the top, with nothing between them."""
    return [one for place, one in enumerate(found) if place < len(written) and one[0] == written[place]]


def _contradicts(head: list[tuple[int, tuple[Word, str]]], found: list[tuple[int, tuple[Word, str]]]) -> bool:
    """A second word for it, or another order further down: nobody can say what was meant."""
    return len({verb for _, (verb, _) in head}) > 1 or len(found) > len(head)


def _order(line: str) -> tuple[Word, str] | None:
    match = ORDER.fullmatch(plain(line))
    verb = VERBS.get(match[1]) if match else None
    return (verb, match[2].upper()) if match and verb else None


def _between(lines: list[str], code: str) -> str | None:
    """The words between the two markers, as they were typed."""
    told = [plain(line) for line in lines]
    begin = next((at for at, line in enumerate(told) if line in _marks(BEGINS, code)), None)
    end = next(
        (at for at, line in enumerate(told) if begin is not None and at > begin and line in _marks(ENDS, code)), None
    )
    return None if begin is None or end is None else "\n".join(lines[begin + 1 : end]).strip()


def _marks(words: tuple[str, ...], code: str) -> tuple[str, ...]:
    return tuple(f"{word} {code.casefold()}" for word in words)


def plain(line: str) -> str:
    """Phones and mail programs write the same line in many ways: widths, blanks, capitals and accents say nothing."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", line).translate(NO_WIDTH).casefold())
    return " ".join("".join(one for one in folded if not unicodedata.combining(one)).split())
