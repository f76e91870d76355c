"""Which lines of a PDF stand out from the text around them: printed larger, or bold from end to end."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pypdf import PageObject

from agent.sources.text import squeeze

BOLD = 6  # level of a line that is bold but no larger than the text
_LARGER = 1.08  # times the size of the text
_LONGEST = 90
_LEVELS = 4


class Line(NamedTuple):
    text: str
    size: float  # points; 0 when it is not known
    bold: bool


class Page(NamedTuple):
    text: str
    lines: tuple[Line, ...] = ()  # those of the text, in order; empty when they could not be told apart


def read_page(page: PageObject) -> Page:
    pieces: list[Line] = []

    def visit(text: str, matrix: list[float], within: list[float], font: dict[str, Any] | None, size: float) -> None:
        scale = abs(within[3] or within[1]) * abs(matrix[3] or matrix[1])
        pieces.append(Line(text, round(size * scale, 1), "bold" in str((font or {}).get("/BaseFont", "")).lower()))

    text = page.extract_text(visitor_text=visit)
    return Page(text, tuple(_lines(pieces))) if "".join(one.text for one in pieces) == text else Page(text)


def _lines(pieces: Iterable[Line]) -> Iterator[Line]:
    """Each line with the size of its largest letters; bold when all of it is."""
    open_line: list[Line] = []
    for piece in pieces:
        first, *others = piece.text.split("\n")
        open_line.append(piece._replace(text=first))
        for rest in others:
            yield _whole(open_line)
            open_line = [piece._replace(text=rest)]
    yield _whole(open_line)


def _whole(pieces: list[Line]) -> Line:
    shown = [one for one in pieces if one.text.strip()]
    size = max((one.size for one in shown), default=0.0)
    return Line("".join(one.text for one in pieces), size, bool(shown) and all(one.bold for one in shown))


def outstanding(pages: Iterable[Page]) -> list[dict[str, int]]:
    """For each page the lines, squeezed, that look like headings, with their level: 1 is the largest."""
    listed = list(pages)
    letters: Counter[float] = Counter()
    for line in (line for page in listed for line in page.lines):
        letters[line.size] += len(line.text.strip())
    body = max(letters, key=lambda size: letters[size], default=0.0)
    larger = sorted(
        {_size(line) for page in listed for line in page.lines if body and line.size > body * _LARGER}, reverse=True
    )
    ranks = {size: min(at, _LEVELS) for at, size in enumerate(larger, 1)}
    return [dict(_marked(page, body, ranks)) for page in listed]


def _size(line: Line) -> int:
    """Sizes that differ by less than half a point are one."""
    return round(line.size)


def _marked(page: Page, body: float, ranks: dict[int, int]) -> Iterator[tuple[str, int]]:
    for line in page.lines:
        text = squeeze(line.text)
        if not text or len(text) > _LONGEST or not body or not any(c.isalpha() for c in text):
            continue
        if line.size > body * _LARGER:
            yield text, ranks[_size(line)]
        elif line.bold and line.size >= body * 0.99:
            yield text, BOLD
