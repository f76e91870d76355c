"""PDF pages to blocks with page places; running headers, footers and page numbers removed."""

import io
import logging

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from agent.sources.interface import Block
from agent.sources.plain import Printed, line_blocks
from agent.sources.running import without_running
from agent.sources.text import squeeze
from agent.sources.typeset import Page, outstanding, read_page

_LETTERS_PER_PAGE = 20  # fewer: the page is a picture

SCAN = "This PDF has no text, only pictures of pages: it is probably a scan."
PARTLY = "pages have no text, only pictures: they could not be read."
BROKEN = (PyPdfError, ValueError, KeyError, TypeError, AttributeError, RecursionError, OSError)

logging.getLogger("pypdf").setLevel(logging.ERROR)  # broken cross references are common and harmless


class Locked(Exception):
    """A PDF that opens with a password only."""


def is_scan(trouble: str) -> bool:
    """Whether this is what is said of a PDF whose pages are pictures."""
    return trouble == SCAN or trouble.endswith(PARTLY)


def pdf_blocks(data: bytes) -> tuple[tuple[Block, ...], str]:
    """The blocks, and a sentence of trouble ("" when all pages gave text)."""
    try:
        pages = pages_of(data)
    except Locked:
        return (), "This PDF is protected by a password, so it could not be read."
    except BROKEN as why:
        return (), f"This PDF could not be read: {squeeze(str(why))[:120] or type(why).__name__}."
    return paged_blocks(pages), _trouble(pages)


def pages_of(data: bytes) -> list[Page]:
    """The text of each page and how its lines look. Raises `Locked`, or one of `BROKEN`."""
    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted and not reader.decrypt(""):
        raise Locked
    return [read_page(page) for page in reader.pages]


def blank_pages(pages: list[Page]) -> list[int]:
    """Numbers, from 1, of the pages that are pictures."""
    return [n for n, page in enumerate(pages, 1) if sum(c.isalpha() for c in page.text) < _LETTERS_PER_PAGE]


def paged_blocks(pages: list[Page]) -> tuple[Block, ...]:
    split = [[line for line in page.text.replace("\u200b", "").split("\n") if squeeze(line)] for page in pages]
    own = zip(without_running(split), outstanding(pages), strict=True)
    lines = [
        Printed(line, f"page {number}", marks.get(squeeze(line), 0))
        for number, (page, marks) in enumerate(own, 1)
        for line in page
    ]
    return tuple(line_blocks(lines))


def _trouble(pages: list[Page]) -> str:
    blank = blank_pages(pages)
    if not pages or len(blank) == len(pages):
        return SCAN
    if len(blank) * 2 > len(pages):
        return f"{len(blank)} of {len(pages)} {PARTLY}"
    return ""
