"""What a document prints on every page, apart from what merely looks alike there: no demand is taken for a header."""

import re
from collections import defaultdict
from collections.abc import Sequence

from agent.brain.language import fold
from agent.sources.text import squeeze

PAGE_NUMBER = re.compile(r"^(p\s*[áa]\s*g\s*(i\s*n\s*a|e|\.)?\s*)?\d{1,4}(\s*(of|de|/|\|)\s*\d{1,4})?$", re.IGNORECASE)
_MARK = re.compile(r"\b(?:page|p[áa]g(?:ina|\.)?)\s*\d{1,4}(?:\s*(?:of|de|/|\|)\s*\d{1,4})?", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")
_CLAUSE = re.compile(r"^(?:\d{1,3}(?:\.\d{1,3})+\.?|\d{1,3}[.)]|\(?[a-z]{1,4}\))\s")  # of a clause, not a page
_BINDS = re.compile(
    r"\b(?:must|shall|should|will|may not|is required|are required|required to|deve|devem|devera|deverao|obrigad[oa]s?"
    r"|obrigatori[oa]s?|vedad[oa]s?)\b"
)
HERE = "\0"  # where a number stood
_EDGE = 3  # lines at the top and bottom of a page where running headers stand
_MARGIN = 4  # lines at the top and bottom of a page where its number stands
_GOES_ON = 4  # words of a line in small letters: the rest of a sentence, not a header
Page = Sequence[str]


def without_running(pages: Sequence[Page]) -> list[list[str]]:
    """The pages' lines without running headers, footers and page numbers.

    A line that binds somebody is left out only where it stood before in the very same words.
    """
    running = _running(pages)
    seen: set[str] = set()
    return [
        [line for at, line in enumerate(page) if not (_is_page_number(page, at) or _is_left_out(line, running, seen))]
        for page in pages
    ]


def _is_page_number(page: Page, at: int) -> bool:
    """At an edge only: elsewhere a number on a line of its own is what a table or a sentence says."""
    return (at < _MARGIN or at >= len(page) - _MARGIN) and bool(PAGE_NUMBER.match(squeeze(page[at])))


def _is_left_out(line: str, running: set[str], seen: set[str]) -> bool:
    if _alike(line) not in running:
        return False
    said = _without_page(line)
    if not _binds(line) or said in seen:
        return True
    seen.add(said)
    return False


def _running(pages: Sequence[Page]) -> set[str]:
    """Lines, without their numbers, that stand at the edge of at least three pages and at least half of them."""
    found: dict[str, dict[int, str]] = defaultdict(dict)
    for number, page in enumerate(pages, 1):
        edge = max(1, min(_EDGE, len(page) // 4))
        for line in (*page[:edge], *page[-edge:]):
            found[_alike(line)].setdefault(number, squeeze(line))
    often = {line: on for line, on in found.items() if len(on) >= 3 and len(on) * 2 >= len(pages)}
    return {line for line, on in often.items() if _prints(on)}


def _prints(on: dict[int, str]) -> bool:
    """Whether lines that look alike, by page number, are one line that is printed on every page."""
    lines = list(on.values())
    if all(PAGE_NUMBER.match(line) for line in lines):
        return True
    if any(line[:1].islower() and len(line.split()) >= _GOES_ON for line in lines):
        return False
    if len({_without_page(line) for line in lines}) == 1:
        return True
    return not (_binds(lines[0]) or _CLAUSE.match(lines[0])) and _counts_pages(on)


def _counts_pages(on: dict[int, str]) -> bool:
    """A number at the line's end or beginning, or behind “page”, goes up with the pages; others are a chapter's."""
    rows = [
        [(int(found[0]) - page, _stands_apart(line, found)) for found in _NUMBER.finditer(line)]
        for page, line in on.items()
    ]
    return any(all(apart for _, apart in at) and len({ahead for ahead, _ in at}) == 1 for at in zip(*rows, strict=True))


def _stands_apart(line: str, number: re.Match[str]) -> bool:
    before, after = line[: number.start()], line[number.end() :]
    marks = any(mark.start() <= number.start() < mark.end() for mark in _MARK.finditer(line))
    return marks or not any(c.isalpha() for c in before) or not any(c.isalpha() for c in after)


def _binds(line: str) -> bool:
    return bool(_BINDS.search(fold(line)))


def _without_page(line: str) -> str:
    return _MARK.sub(HERE, squeeze(line))


def _alike(line: str) -> str:
    return _NUMBER.sub(HERE, squeeze(line))
