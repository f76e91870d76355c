"""Plain text to blocks: numbered and underlined headings, wrapped lines joined. Also reads the lines of a PDF."""

import re
from collections.abc import Iterator

from agent.sources.interface import Block
from agent.sources.numbering import is_dotted, split_number
from agent.sources.text import bullet, squeeze, starts_new

_RULE = re.compile(r"^\s*([=\-_~*])\1{3,}\s*$")
_LEADERS = re.compile(r"(\.\s?){4,}\s*\d*\s*$")
_INTRODUCES = re.compile(r"\b(?:must|shall|will|should|following|dever(?:á|ão)|devem?|seguintes?)\b.*:$", re.IGNORECASE)
_TITLE_WORDS = 12
_LONGEST_TITLE = 80


def plain_blocks(text: str) -> tuple[Block, ...]:
    """Blocks of a text file, each placed at its first line."""
    return tuple(line_blocks([(line, f"line {n}") for n, line in enumerate(text.split("\n"), 1)]))


def line_blocks(lines: list[tuple[str, str]]) -> Iterator[Block]:
    """Blocks of (line, place) pairs. An empty line ends a block; so does a line that opens a new one."""
    open_block: Block | None = None
    for at, (raw, place) in enumerate(lines):
        line = squeeze(raw)
        if not line or _RULE.match(raw) or _LEADERS.search(line):
            if open_block:
                yield open_block
            open_block = None
            continue
        underlined = at + 1 < len(lines) and bool(re.match(r"^\s*(={4,}|-{4,}|~{4,})\s*$", lines[at + 1][0]))
        opened = _opening(raw, line, open_block, underlined)
        if opened is None and open_block is not None:
            open_block = open_block.model_copy(update={"text": f"{open_block.text} {line}"})
            continue
        if open_block:
            yield open_block
        block = opened or Block(kind="paragraph", text=line)
        open_block = block.model_copy(update={"place": place})
        if block.kind == "heading":
            yield open_block
            open_block = None
    if open_block:
        yield open_block


def _opening(raw: str, line: str, before: Block | None, underlined: bool) -> Block | None:
    """The block this line opens, or None when it goes on with the one before."""
    number, rest = split_number(line, heading=before is None or _ended(before.text))
    if underlined:
        return Block(kind="heading", text=rest, number=number, level=1)
    if number:
        return _numbered(number, rest, before)
    if mark := bullet(raw):
        return Block(kind="item", text=squeeze(raw[mark.end() :]), level=1 + _indent(raw))
    if before is None and _shouted(line):
        return Block(kind="heading", text=line, level=1)
    if before is not None and (starts_new(line, before.text) or _closed_short(before.text)):
        return Block(kind="paragraph", text=line)
    return None


def _numbered(number: str, rest: str, before: Block | None) -> Block | None:
    """A numbered line: heading when it looks like a title, else an item, or the middle of a wrapped sentence."""
    if (
        before is not None
        and not _ended(before.text)
        and (len(before.text) >= 50 or (is_dotted(number) and rest[:1].islower()))
    ):
        return None
    if is_dotted(number) and _titled(rest) and not _INTRODUCES.search(rest):
        return Block(
            kind="heading", text=rest.rstrip(" :"), number=number, level=number.removesuffix(".0").count(".") + 1
        )
    return Block(kind="item", text=rest, number=number, level=1)


def _titled(text: str) -> bool:
    """Short, capitalised, without the end of a sentence: a title, not a clause."""
    if len(text) > _LONGEST_TITLE or len(text.split()) > _TITLE_WORDS or text[-1:] in ".;,?!":
        return False
    if text.endswith(":") or _shouted(text):
        return True
    words = [w for w in text.split() if len(w) > 3]
    return bool(words) and sum(w[:1].isupper() for w in words) * 2 > len(words)


def _shouted(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return len(letters) >= 4 and len(text) <= _LONGEST_TITLE and all(c.isupper() for c in letters)


def _ended(text: str) -> bool:
    return text.endswith((".", ":", ";", "?", "!"))


def _closed_short(text: str) -> bool:
    """A short line that ends a sentence stands alone; a wrapped one is long."""
    return _ended(text) and len(text) < 50


def _indent(raw: str) -> int:
    return (len(raw) - len(raw.lstrip())) // 2
