"""A saved mail (.eml) to blocks: its headers, its text, and its readable attachments."""

from collections.abc import Callable, Iterator
from datetime import datetime
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from agent.sources.html import html_blocks
from agent.sources.interface import Block
from agent.sources.plain import plain_blocks
from agent.sources.text import decode, squeeze

ReadAttachment = Callable[[str, bytes], tuple[tuple[Block, ...], str]]
_HEADERS = ("From", "To", "Cc", "Date", "Subject")


class Letter(NamedTuple):
    subject: str
    sent: datetime | None
    blocks: tuple[Block, ...]
    trouble: str
    ref: str = ""  # its message id


def read_mail(data: bytes, attachment: ReadAttachment) -> Letter:
    """`attachment` reads one attached file by name; unreadable ones leave a sentence of trouble."""
    message = message_from_bytes(data, _class=EmailMessage, policy=policy.default)
    troubles: list[str] = []
    blocks = (*_headers(message), *_body(message), *_attached(message, attachment, troubles))
    ref = _header(message, "Message-ID")
    return Letter(_header(message, "Subject"), _sent(message), blocks, " ".join(troubles), ref)


def _headers(message: EmailMessage) -> Iterator[Block]:
    for name in _HEADERS:
        if value := _header(message, name):
            yield Block(kind="mail", text=f"{name}: {value}", place=f"header {name}")


def _header(message: EmailMessage, name: str) -> str:
    """A header that cannot be parsed reads as empty: a broken one must not lose the mail."""
    try:
        return squeeze(str(message.get(name, "")))
    except (MessageError, ValueError, LookupError, IndexError, AttributeError):
        return ""


def _sent(message: EmailMessage) -> datetime | None:
    try:
        return parsedate_to_datetime(_header(message, "Date"))
    except ValueError:
        return None


def _body(message: EmailMessage) -> tuple[Block, ...]:
    plain = next(
        (p for p in _own_parts(message) if p.get_content_type() == "text/plain" and not p.get_filename()), None
    )
    if plain is not None:
        return plain_blocks(_text(plain))
    page = next((p for p in _own_parts(message) if p.get_content_type() == "text/html" and not p.get_filename()), None)
    return html_blocks(_text(page)) if page is not None else ()


def _own_parts(message: EmailMessage) -> Iterator[EmailMessage]:
    """The parts of this mail, not those of a mail attached to it: its text is somebody else's."""
    if message.get_content_type() == "message/rfc822":
        return
    if not message.is_multipart():
        yield message
        return
    for part in message.iter_parts():
        if isinstance(part, EmailMessage):
            yield from _own_parts(part)


def _text(part: EmailMessage) -> str:
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    try:
        return data.decode(part.get_content_charset() or "utf-8").replace("\r\n", "\n")
    except (LookupError, UnicodeDecodeError):
        return decode(data)


def _attached(message: EmailMessage, read: ReadAttachment, troubles: list[str]) -> Iterator[Block]:
    for part in _own_parts(message):
        name = part.get_filename() or ""
        payload = part.get_payload(decode=True)
        if not name or not isinstance(payload, bytes):
            continue
        blocks, trouble = read(name, payload)
        if trouble and not _decorates(part):
            troubles.append(f"Attachment {name}: {trouble}")
        yield from (b.model_copy(update={"place": f"{name}, {b.place}".rstrip(", ")}) for b in blocks)


def _decorates(part: EmailMessage) -> bool:
    """A picture that is shown within the text, like the logo of a signature."""
    return part.get_content_maintype() == "image" and bool(part.get("Content-ID"))
