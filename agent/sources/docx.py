"""Word documents to blocks in document order: headings by style, list items with their computed numbers, tables."""

import io
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator

from docx import Document as open_docx
from docx.document import Document as DocxDocument
from docx.opc.exceptions import OpcError
from docx.oxml.ns import qn
from docx.table import Table
from docx.text.paragraph import Paragraph

from agent.sources.interface import Block
from agent.sources.numbering import label_number, split_number
from agent.sources.text import bullet, squeeze

_LONGEST_TITLE = 90
_LEVELS = 9


def docx_blocks(data: bytes) -> tuple[tuple[Block, ...], str]:
    """The blocks, and a sentence of trouble ("" when it was read)."""
    try:
        document = open_docx(io.BytesIO(data))
    except (OpcError, zipfile.BadZipFile, KeyError, ValueError) as why:
        return (), f"This Word file could not be opened ({type(why).__name__}): it may be protected or damaged."
    _strike(document)
    blocks = tuple(_body(document))
    return blocks, "" if blocks else "This Word file has no text."


def _strike(document: DocxDocument) -> None:
    """What is struck out or hidden is not said any more; Word's own tracked deletions are no text to its reader."""
    for run in list(document.element.body.iter(qn("w:r"))):
        marks = (run.find(f"{qn('w:rPr')}/{qn(name)}") for name in ("w:strike", "w:dstrike", "w:vanish"))
        if any(mark is not None and mark.get(qn("w:val")) not in ("0", "false", "off") for mark in marks):
            run.getparent().remove(run)


def _body(document: DocxDocument) -> Iterator[Block]:
    numbers = _Numbers(document)
    styled = any(_heading_level(p) for p in document.paragraphs)
    for at, part in enumerate(document.iter_inner_content(), 1):
        place = f"paragraph {at}"
        if isinstance(part, Table):
            yield from (b.model_copy(update={"place": place.replace("paragraph", "block")}) for b in _rows(part))
        else:
            yield from (b.model_copy(update={"place": place}) for b in _paragraph(part, numbers, styled))


def _paragraph(paragraph: Paragraph, numbers: "_Numbers", styled: bool) -> Iterator[Block]:
    """A paragraph may hold several lines (manual breaks): each is a block of its own."""
    counted = numbers.of(paragraph)
    for line in paragraph.text.split("\n"):
        text = squeeze(line)
        if not text:
            continue
        level = _heading_level(paragraph) or (0 if styled else _bold_level(paragraph, text))
        if level:
            number, rest = split_number(text, heading=True)
            printed = counted[0] if counted else ""  # of "Article 3" the 3
            yield Block(kind="heading", text=rest, level=level, number=number or label_number(printed) or printed)
        else:
            yield _text(text, counted)
        counted = None


def _text(text: str, counted: tuple[str, int] | None) -> Block:
    number, rest = split_number(text)
    if counted is not None:
        return Block(kind="item", text=rest, number=number or counted[0], level=counted[1] + 1)
    if mark := bullet(text):
        return Block(kind="item", text=squeeze(text[mark.end() :]), level=1)
    return Block(kind="item" if number else "paragraph", text=rest, number=number, level=1 if number else 0)


def _rows(table: Table) -> Iterator[Block]:
    for row in table.rows:
        cells: list[str] = []
        seen: list[object] = []
        for cell in row.cells:  # merged cells come once per grid column
            if any(cell._tc is other for other in seen):
                continue
            seen.append(cell._tc)
            cells.append(squeeze(cell.text))
        if any(cells):
            yield Block(kind="row", text=" | ".join(c for c in cells if c), cells=tuple(cells))


def _heading_level(paragraph: Paragraph) -> int:
    name = (paragraph.style.name or "") if paragraph.style else ""
    if found := re.match(r"(?:heading|t[íi]tulo|überschrift) (\d)", name, re.IGNORECASE):
        return min(int(found.group(1)), 6)
    return 1 if name.lower() == "title" else 0


def _bold_level(paragraph: Paragraph, text: str) -> int:
    """In a document without heading styles a short bold paragraph is what its author meant as one."""
    runs = [run for run in paragraph.runs if run.text.strip()]
    short = len(text) <= _LONGEST_TITLE and not text.endswith((".", ";", ",")) and not re.search(r":\s*\S", text)
    return 2 if runs and short and all(run.bold for run in runs) else 0


class _Numbers:
    """What Word would print in front of automatically numbered paragraphs."""

    def __init__(self, document: DocxDocument) -> None:
        self._formats: dict[str, dict[int, tuple[str, str]]] = {}
        self._counts: dict[str, list[int]] = defaultdict(lambda: [0] * _LEVELS)
        part = next((r.target_part for r in document.part.rels.values() if r.reltype.endswith("/numbering")), None)
        if part is None:
            return
        root = part.element
        shapes = {a.get(qn("w:abstractNumId")): _levels(a) for a in root.findall(qn("w:abstractNum"))}
        for num in root.findall(qn("w:num")):
            link = num.find(qn("w:abstractNumId"))
            self._formats[num.get(qn("w:numId"))] = shapes.get(link.get(qn("w:val")) if link is not None else "", {})

    def of(self, paragraph: Paragraph) -> tuple[str, int] | None:
        """(printed number or "", depth) of a list paragraph; None for any other."""
        place = _num_place(paragraph)
        if place is None or place[0] not in self._formats:
            return None
        num_id, depth = place
        counts = self._counts[num_id]
        counts[depth] += 1
        counts[depth + 1 :] = [0] * (_LEVELS - depth - 1)
        kind, pattern = self._formats[num_id].get(depth, ("bullet", ""))
        if kind == "bullet":
            return "", depth
        return _printed(pattern, counts, self._formats[num_id]), depth


def _levels(abstract: object) -> dict[int, tuple[str, str]]:
    found: dict[int, tuple[str, str]] = {}
    for level in abstract.findall(qn("w:lvl")):  # type: ignore[attr-defined]  # lxml elements come untyped from python-docx
        kind, text = level.find(qn("w:numFmt")), level.find(qn("w:lvlText"))
        if kind is not None and text is not None:
            found[int(level.get(qn("w:ilvl")))] = (kind.get(qn("w:val")), text.get(qn("w:val")) or "")
    return found


def _num_place(paragraph: Paragraph) -> tuple[str, int] | None:
    """numId and depth, from the paragraph itself or from its style."""
    styles = paragraph.style.element if paragraph.style else None
    for element in (paragraph._p, styles):
        props = element.find(qn("w:pPr")) if element is not None else None
        num = props.find(qn("w:numPr")) if props is not None else None
        if num is not None and num.find(qn("w:numId")) is not None:
            depth = num.find(qn("w:ilvl"))
            number = num.find(qn("w:numId")).get(qn("w:val"))
            return None if number == "0" else (number, min(int(depth.get(qn("w:val"))) if depth is not None else 0, 8))
    return None


def _printed(pattern: str, counts: list[int], formats: dict[int, tuple[str, str]]) -> str:
    def one(found: re.Match[str]) -> str:
        depth = int(found.group(1)) - 1
        return _count(max(counts[depth], 1), formats.get(depth, ("decimal", ""))[0])

    return re.sub(r"%(\d)", one, pattern).rstrip(". ")


def _count(value: int, kind: str) -> str:
    if kind in ("lowerLetter", "upperLetter"):
        letter = chr(ord("a") + (value - 1) % 26)
        return letter if kind == "lowerLetter" else letter.upper()
    if kind in ("lowerRoman", "upperRoman"):
        roman = _roman(value)
        return roman if kind == "lowerRoman" else roman.upper()
    return str(value)


def _roman(value: int) -> str:
    out = ""
    for worth, sign in ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        while value >= worth:
            out, value = out + sign, value - worth
    return out
