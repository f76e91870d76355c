"""Mails written one below the other into a document: who wrote which part, and when."""

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from agent.brain.dates import find_dates
from agent.brain.language import fold
from agent.sources.interface import Block, Document

_FIELDS = {
    "From": "from|de|von|remetente",
    "To": "to|para|an|destinatarios?",
    "Cc": "cc|cco|bcc|com copia",
    "Date": "date|data|sent|enviad[oa](?: em)?|gesendet",
    "Subject": "subject|assunto|betreff",
}
_LINE = re.compile("^(?:" + "|".join(f"(?P<{name}>{words})" for name, words in _FIELDS.items()) + r")\s?:\s*(?=\S)")
_WROTE = re.compile(
    r"^(?:On|Em|Am)\s+(?P<when>[^<>\n]{6,60}?\d{2}(?:\s?[AaPp]\.?[Mm]\.?)?),?\s+(?:às\s)?"
    r"(?P<who>[^\d,:<>\n][^,:<>\n]{2,50}?)(?:\s*<[^<>\s]{3,80}>)?\s+(?:wrote|escreveu|schrieb)\s*:$"
)
_SHORT = 15  # characters: "Hi all," may be said by everybody


class _Message(NamedTuple):
    envelope: tuple[Block, ...]
    body: tuple[Block, ...]
    day: date | None


def unfolded(document: Document) -> Document:
    """The same document with its envelopes told apart, the oldest mail first, and nothing twice that is only quoted."""
    messages = list(_messages(document))
    if not any(one.envelope for one in messages):
        return document
    if all(one.day for one in messages if one.envelope):
        messages.sort(key=lambda one: (bool(one.envelope), one.day or date.min))
    seen: set[str] = set()
    blocks: list[Block] = []
    for one in messages:
        fresh = [b for b in one.body if len(b.text) < _SHORT or _plain(b) not in seen]
        seen |= {_plain(b) for b in one.body}
        blocks += [*one.envelope, *fresh]
    return document.model_copy(update={"blocks": tuple(blocks)})


def sent_on(header: str) -> date | None:
    """The day of a "Date: …" line; days stand in front of months, as mail programs write them."""
    stamps = find_dates(re.sub(r"T(?=\d)", " ", header), day_first=True)
    return stamps[0].day if stamps else None


def _plain(block: Block) -> str:
    return re.sub(r"\W+", " ", fold(block.text)).strip()


def _messages(document: Document) -> Iterator[_Message]:
    """What stands in front of the first envelope is a message without one."""
    envelope: tuple[Block, ...] = ()
    body: list[Block] = []
    at = 0
    blocks = document.blocks
    while at < len(blocks):
        found = _envelope(blocks, at)
        if not found:
            body.append(blocks[at])
            at += 1
            continue
        if envelope or body:
            yield _message(envelope, body)
        envelope, body = found, []
        at += 1 if _WROTE.match(blocks[at].text) else len(found)
    if envelope or body:
        yield _message(envelope, body)


def _message(envelope: tuple[Block, ...], body: list[Block]) -> _Message:
    days = [day for b in envelope if b.text.startswith("Date: ") and (day := sent_on(b.text))]
    return _Message(envelope, tuple(body), days[0] if days else None)


def _bracketed(value: str) -> str:
    """A bare address behind a name in the brackets it had before it became a link."""
    return re.sub(r"(?<=[^\W_]\s)([\w.+-]+@[\w.-]+\w)(?=\s*(?:[;,]|$))", r"<\1>", value)


def _envelope(blocks: tuple[Block, ...], at: int) -> tuple[Block, ...]:
    """The lines of an envelope that starts here: a sender, and who gets it, when, or what about."""
    if wrote := _WROTE.match(blocks[at].text):
        place = blocks[at].place
        return tuple(
            Block(kind="mail", text=text, place=place) for text in (f"From: {wrote['who']}", f"Date: {wrote['when']}")
        )
    found: list[Block] = []
    for block in blocks[at : at + 8]:
        line = _LINE.match(fold(block.text[:60])) if block.kind in ("paragraph", "item", "mail", "heading") else None
        name = line.lastgroup if line else None
        if line is None or name is None or any(b.text.startswith(f"{name}: ") for b in found):
            break
        found.append(
            block.model_copy(update={"kind": "mail", "text": f"{name}: {_bracketed(block.text[line.end() :].strip())}"})
        )
    sender = any(b.text.startswith("From: ") for b in found)
    return tuple(found) if sender and len(found) > 1 else ()
