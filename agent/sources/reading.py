"""One file's bytes to one Document, by the ending of its name."""

from collections.abc import Callable
from datetime import datetime
from pathlib import PurePath
from typing import Literal

from agent.sources.docx import docx_blocks
from agent.sources.html import html_blocks, html_title
from agent.sources.interface import Block, Document
from agent.sources.mail import read_mail
from agent.sources.markdown import markdown_blocks
from agent.sources.notice import notice_blocks
from agent.sources.pdf import pdf_blocks
from agent.sources.plain import plain_blocks
from agent.sources.text import decode
from agent.sources.vtt import vtt_blocks

Media = Literal["pdf", "docx", "md", "txt", "html", "vtt", "eml", "json"]
Read = tuple[tuple[Block, ...], str]

ENDINGS: dict[str, Media] = {
    ".pdf": "pdf",
    ".docx": "docx",
    ".md": "md",
    ".markdown": "md",
    ".txt": "txt",
    ".text": "txt",
    ".html": "html",
    ".htm": "html",
    ".vtt": "vtt",
    ".eml": "eml",
    ".json": "json",
}


def readable(name: str) -> bool:
    return PurePath(name).suffix.lower() in ENDINGS


def read_bytes(name: str, data: bytes, modified: datetime | None) -> Document:
    """Never raises for odd content: what could not be read is a sentence in `trouble`."""
    media = ENDINGS[PurePath(name).suffix.lower()]
    if media == "eml":
        letter = read_mail(data, _attachment)
        return Document(
            name=name,
            media=media,
            title=letter.subject,
            modified=letter.sent or modified,
            blocks=letter.blocks,
            ref=letter.ref,
            trouble=letter.trouble,
        )
    blocks, trouble = _READERS[media](data)
    if not blocks and not trouble:
        trouble = "This file has no text."
    return Document(
        name=name, media=media, title=_title(media, data, blocks), modified=modified, blocks=blocks, trouble=trouble
    )


def _attachment(name: str, data: bytes) -> Read:
    media = ENDINGS.get(PurePath(name).suffix.lower())
    if media is None or media == "eml":
        return (), "its kind is not readable here."
    return _READERS[media](data)


def _text(read: Callable[[str], tuple[Block, ...]]) -> Callable[[bytes], Read]:
    return lambda data: (read(decode(data)), "")


_READERS: dict[Media, Callable[[bytes], Read]] = {
    "pdf": pdf_blocks,
    "docx": docx_blocks,
    "md": _text(markdown_blocks),
    "txt": _text(plain_blocks),
    "html": _text(html_blocks),
    "vtt": _text(vtt_blocks),
    "json": notice_blocks,
}


def _title(media: Media, data: bytes, blocks: tuple[Block, ...]) -> str:
    """The page's title or the first heading; "" when the file has neither."""
    page = html_title(decode(data)) if media == "html" else ""
    return page or next((b.text for b in blocks[:20] if b.kind == "heading"), "")
