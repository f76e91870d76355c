"""Scanned PDFs: the pictures of their pages, and a document made of what somebody reads in them, page by page."""

import asyncio
import io
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from PIL.Image import DecompressionBombError
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pypdf import PageObject, PdfReader

from agent.sources import pdf
from agent.sources.interface import Block, Document
from agent.sources.numbering import split_number
from agent.state import write_atomic

MOST = 60  # pages of one document that are looked at
WIDEST = 2000  # pixels of the longer side, enough for print
LARGE = 0.25  # a picture of a page that is this much of its largest one is part of the scan
BROKEN = (*pdf.BROKEN, NotImplementedError, DecompressionBombError)


class Picture(NamedTuple):
    """One page. Several where the scanner cut it into strips, from top to bottom."""

    page: int
    parts: tuple[bytes, ...]  # JPEG

    @property
    def key(self) -> str:
        return sha256(b"".join(self.parts)).hexdigest()


class Printed(BaseModel):
    """One heading, paragraph, list item or table row of a page."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    kind: Literal["heading", "paragraph", "item", "row"] = "paragraph"
    number: str = ""
    text: str


PAGE = TypeAdapter(tuple[Printed, ...])


class Eyes(Protocol):
    async def see(self, picture: Picture) -> tuple[Printed, ...] | None:
        """What is printed on a page, in reading order; nothing for an empty page, None when it could not be read."""
        ...


class Remembering:
    """Implements `Eyes`: a page that was read is never looked at again, also by a later process."""

    def __init__(self, eyes: Eyes, folder: Path) -> None:
        self._eyes, self._folder = eyes, folder

    async def see(self, picture: Picture) -> tuple[Printed, ...] | None:
        path = self._folder / f"{picture.key}.json"
        try:
            return PAGE.validate_json(path.read_bytes())
        except (FileNotFoundError, ValidationError):
            seen = await self._eyes.see(picture)
        if seen is not None:
            write_atomic(path, PAGE.dump_json(seen))
        return seen


class Looked(NamedTuple):
    document: Document
    whole: bool  # every picture was read, so that there is nothing to try again


async def look(document: Document, data: bytes, eyes: Eyes) -> Looked:
    """The document with the pages read that had no text. Where none could be read it stays as it was."""
    try:
        pages = await asyncio.to_thread(pdf.pages_of, data)
        pictures = await asyncio.to_thread(pictures_of, data, pdf.blank_pages(pages)[:MOST])
    except BROKEN:
        return Looked(document, whole=True)
    seen = await asyncio.gather(*(eyes.see(one) for one in pictures))
    read = {one.page: lines for one, lines in zip(pictures, seen, strict=True) if lines is not None}
    if not any(read.values()):
        return Looked(document, whole=len(read) == len(pictures))
    unread = [number for number in pdf.blank_pages(pages) if number not in read]
    blocks = tuple(_in_order(pdf.paged_blocks(pages), read, len(pages)))
    title = next((block.text for block in blocks[:20] if block.kind == "heading"), "")
    update = {"blocks": blocks, "title": document.title or title, "trouble": _told(len(read), unread)}
    return Looked(document.model_copy(update=update), whole=len(read) == len(pictures))


def _in_order(printed: tuple[Block, ...], read: dict[int, tuple[Printed, ...]], pages: int) -> Iterator[Block]:
    """Page by page: what had text as it was, what was a picture as it was read."""
    for number in range(1, pages + 1):
        place = f"page {number}"
        if number not in read:
            yield from (block for block in printed if block.place == place)
        yield from (_block(one, place) for one in read.get(number, ()))


def _block(one: Printed, place: str) -> Block:
    """A heading's number may stand within its words."""
    number, text = one.number, one.text
    if one.kind == "heading" and not number:
        number, text = split_number(text, heading=True)
    level = {"heading": max(1, len(number.strip(".").split("."))), "item": 1}.get(one.kind, 0)
    cells = tuple(cell.strip() for cell in text.split("|")) if one.kind == "row" else ()
    return Block(kind=one.kind, text=text, number=number, level=level, place=place, cells=cells)


def pictures_of(data: bytes, pages: list[int]) -> list[Picture]:
    """The scans of these pages; a page without a picture, or with one that is broken, is left out."""
    reader = PdfReader(io.BytesIO(data))
    found = ((number, _parts(reader.pages[number - 1])) for number in pages)
    return [Picture(number, parts) for number, parts in found if parts]


def _parts(page: PageObject) -> tuple[bytes, ...]:
    try:
        images = [one.image for one in page.images]
        turned = [image.rotate(-page.rotation, expand=True) for image in images if image is not None]
        largest = max((image.width * image.height for image in turned), default=0)
        parts = []
        for image in turned:
            if image.width * image.height >= LARGE * largest:
                image.thumbnail((WIDEST, WIDEST))
                out = io.BytesIO()
                image.convert("RGB").save(out, "JPEG", quality=80)
                parts.append(out.getvalue())
        return tuple(parts)
    except BROKEN:
        return ()


def _told(read: int, unread: list[int]) -> str:
    said = f"This is a scan: a model read the pictures of {read} pages, so check names, dates and numbers against it."
    if not unread:
        return said
    return f"{said} Not read: {'page' if len(unread) == 1 else 'pages'} {', '.join(map(str, unread))}."
