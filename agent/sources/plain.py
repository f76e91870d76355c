"""Plain text to blocks: numbered and underlined headings, wrapped lines joined. Also reads the lines of a PDF."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agent.sources.interface import Block
from agent.sources.lettered import could_head, is_lone, lettered, may_be_title
from agent.sources.numbering import is_outline, split_number, steps
from agent.sources.sequence import Counted
from agent.sources.tables import classed, ends_row, is_whole_row, listed_contents, opens_row, rows
from agent.sources.text import bullet, squeeze, starts_new
from agent.sources.typeset import BOLD

_RULE = re.compile(r"^\s*([=\-_~*])\1{3,}\s*$")
_LEADERS = re.compile(r"(\.\s?){4,}\s*\d*\s*$")
_INTRODUCES = re.compile(
    r"\b(?:must|shall|will|should|following|dever(?:á|ão)|devem?|seguintes?|compete\w*|cab(?:e|er[áã]o?)|incumbe\w*|s[ãa]o|é|constitu\w+|inclu\w+|ter[áã]o?"
    r"|is|are|comprises?|offers?|provides?)\b.*:$",
    re.IGNORECASE,
)
_UNDERLINE = re.compile(r"^\s*(={4,}|-{4,}|~{4,})\s*$")
_WORDED = re.compile(r"^[^\W\d_]{3,}\.?\s")  # "Section", "Annex" in front of the number
_GOES_ON = re.compile(  # the sentence above is not at its end
    r"(?:,|\b(?:sections?|see|in|of|to|and|or|the|with|under|by|for|from|than|at|se[çc][ãa]o|itens?|items?|conforme|d[aeo]s?|n[ao]s?"
    r"|com|e|ou|por|para|art\.|artigos?|cl[áa]usulas?|cap[íi]tulos?|annex|anexo|table|tabela|figure|chapter|article))$",
    re.IGNORECASE,
)
_JOINS = re.compile(r"[;,]\s+(?:and|or|and/or|e|ou|e/ou)$")
_UNFINISHED = re.compile(r"(?:[,&–—-]|\b(?:of|for|and|the|to|in|de|d[aeo]s?|e|para|com|em))$", re.IGNORECASE)
_VERB = re.compile(r"(?:must|shall|should|will|may|can|be|is|are|was|and|or|to|de|da|do|e|ou|dever\w*)\b")
_BROKEN_ID = re.compile(r"^[A-Z]{1,6}[-–]$")
_NARROW = 60  # characters a line; in narrower texts a short line tells nothing
_TAIL = 30  # characters that tell how a text ends
_TITLE_WORDS = 12
_LONGEST_TITLE = 80


def plain_blocks(text: str) -> tuple[Block, ...]:
    """Blocks of a text file, each placed at its first line."""
    return tuple(line_blocks([Printed(line, f"line {n}") for n, line in enumerate(text.split("\n"), 1)]))


class Printed(NamedTuple):
    """A line, where it stands, and the level of the heading its letters make it look like; 0 when like none."""

    text: str
    place: str
    level: int = 0


def line_blocks(lines: list[Printed]) -> Iterator[Block]:
    """Blocks of lines. An empty line ends a block; so does a line that opens a new one."""
    yield from lettered(classed(block) for block in _Lines(list(_with_ids(lines))).blocks())


def _with_ids(lines: list[Printed]) -> Iterator[Printed]:
    """An id that a narrow column broke ("HW-" above "2 A printer") in one line with what it names."""
    broken: Printed | None = None
    for one in lines:
        if broken is not None:
            apart = "" if one.text.lstrip()[:1].isdigit() else " "
            one, broken = one._replace(text=f"{squeeze(broken.text)}{apart}{one.text.lstrip()}"), None
        if _BROKEN_ID.match(squeeze(one.text)):
            broken = one
        else:
            yield one
    if broken is not None:
        yield broken


class _Lines:
    """One pass over the lines, knowing which of them are rows and which number the next heading may have."""

    def __init__(self, lines: list[Printed]) -> None:
        self._lines = lines
        texts = [squeeze(one.text) for one in lines]
        self._rows, self._contents = rows(texts), listed_contents(texts)
        self._numbers, self._items = Counted(), Counted()
        self._open: Block | None = None
        self._above = ""  # the line above
        lengths = sorted(len(squeeze(one.text)) for one in lines if one.text.strip())
        self._width = lengths[-1 - len(lengths) // 20] if lengths else 0

    def blocks(self) -> Iterator[Block]:
        for at, (raw, place, level) in enumerate(self._lines):
            line = squeeze(raw)
            if not self._carries_on(line, level):
                yield from self._closed_heading()
            if not line or at in self._contents or _RULE.match(raw) or _LEADERS.search(line):
                yield from self._closed()
                continue
            opened = self._rows.get(at) or (None if self._heads_table(at) else self._set_apart(line, level))
            opened = opened or self._opening(raw, line, self._underlined(at))
            self._above = line
            if opened is None and self._open is not None:
                self._open = self._open.model_copy(update={"text": f"{self._open.text} {line}"})
                continue
            yield from self._closed()
            self._open = (opened or Block(kind="paragraph", text=line)).model_copy(update={"place": place})
            self._note(self._open)
            if self._open.kind == "row" or (self._open.kind == "heading" and not level):
                yield from self._closed()
        yield from self._closed()

    def _closed(self) -> Iterator[Block]:
        if self._open is not None:
            yield self._open
        self._open = None

    def _heads_table(self, at: int) -> bool:
        """Whether the line below is a row: this one names the columns."""
        below = squeeze(self._lines[at + 1].text) if at + 1 < len(self._lines) else ""
        return at + 1 in self._rows or is_whole_row(below)

    def _stands_alone(self, line: str, rest: str) -> bool:
        """Whether a bold line is no piece of a bold sentence."""
        above = self._open is None or _ended(self._above) or not self._was_wrapped(line)
        return above and may_be_title(rest)

    def _closed_heading(self) -> Iterator[Block]:
        if self._open is not None and self._open.kind == "heading":
            yield from self._closed()

    def _carries_on(self, line: str, level: int) -> bool:
        """Whether a line is the rest of a heading that was too long for one."""
        if self._open is None or self._open.kind != "heading" or level != self._open.level:
            return False
        return line[:1].islower() or bool(_UNFINISHED.search(self._open.text))

    def _set_apart(self, line: str, level: int) -> Block | None:
        """A heading that its letters show; the rest of one is no heading of its own."""
        number, rest = split_number(line, heading=True)
        if not level or self._carries_on(line, level) or not rest[:1].isalnum() or rest[:1].islower():
            return None
        if rest.rstrip("”\"’'")[-1:] in ".;,!" or (level == BOLD and not self._stands_alone(line, rest)):
            return None
        return Block(kind="heading", text=rest.rstrip(" :"), number=number, level=level)

    def _note(self, block: Block) -> None:
        if block.number:
            (self._numbers if block.kind == "heading" else self._items).note(block.number)

    def _underlined(self, at: int) -> bool:
        return at + 1 < len(self._lines) and bool(_UNDERLINE.match(self._lines[at + 1].text))

    def _opening(self, raw: str, line: str, underlined: bool) -> Block | None:
        """The block this line opens, or None when it goes on with the one before."""
        before = self._open
        if before is not None and before.kind == "heading":
            return None
        number, rest = ("", line) if is_whole_row(line) else split_number(line, heading=True)
        if underlined:
            return Block(kind="heading", text=rest, number=number, level=1)
        if number and self._is_heading(line, number, rest):
            return _heading(number, rest)
        if number and self._may_head(number, rest):
            return Block(kind="paragraph", text=line, number=number)
        if is_lone(number) or not (before is None or _ended(before.text)):
            number, rest = split_number(line)
        if number:
            return self._numbered(number, rest)
        if mark := bullet(raw):
            return Block(kind="item", text=squeeze(raw[mark.end() :]), level=1 + _indent(raw))
        if before is None:
            return Block(kind="heading", text=line, level=1) if _shouted(line) else None
        return self._apart(line, before)

    def _apart(self, line: str, before: Block) -> Block | None:
        """A line without a number or a mark that does not go on with the open block."""
        if ends_row(line, before.text):
            return None
        if self._lists(line):
            return Block(kind="item", text=line, level=1)
        ended = starts_new(line, before.text) or _closed_short(before.text)
        whole = is_whole_row(before.text) or is_whole_row(line) or opens_row(line, self._above)
        titled = self._may_be_title() and not line[0].islower() and not self._was_wrapped(line)
        apart = ended or whole or titled or (line[0].isupper() and self._cut_short())
        return Block(kind="paragraph", text=line) if apart else None

    def _is_heading(self, line: str, number: str, rest: str) -> bool:
        """A title with a number that goes on from the last one, or that stands where a sentence has ended."""
        if not is_outline(number) or not _titled(rest) or _INTRODUCES.search(rest):
            return False
        before = self._open_text()
        if (_GOES_ON.search(before[-_TAIL:]) and not _joins(before)) or (is_lone(number) and not _WORDED.match(line)):
            return False
        return not before or _ended(before) or bool(_WORDED.match(line)) or self._numbers.expects(number)

    def _may_head(self, number: str, rest: str) -> bool:
        """A lone letter in front of a title: the blocks behind it tell what it is."""
        before = self._open_text()
        apart = not before or _ended(before) or self._may_be_title()
        return is_lone(number) and may_be_title(rest) and apart

    def _numbered(self, number: str, rest: str) -> Block | None:
        """A numbered line that is no heading: an item, or the middle of a wrapped sentence."""
        before = self._open
        apart = before is None or _ended(before.text) or self._cut_short()
        if not apart and self._items.continues(number) and not _GOES_ON.search(self._above):
            apart = True
        if not apart and (len(self._open_text()) >= 50 or (is_outline(number) and rest[:1].islower())):
            return None
        return Block(kind="item", text=rest, number=number, level=1)

    def _lists(self, line: str) -> bool:
        """A line of a list whose marks were lost: behind a colon, or behind such a line that ended."""
        if self._above.endswith(":"):
            return line.endswith(";") or (line[0].islower() and not _VERB.match(line))
        goes_on = self._above.endswith(";") or (_joins(self._above) and ";" in self._above[-_TAIL:])
        return self._open is not None and self._open.kind == "item" and not self._open.number and goes_on

    def _may_be_title(self) -> bool:
        """Whether the open block is one numbered line that could be a title."""
        return self._open is not None and bool(self._open.number) and could_head(self._open)

    def _was_wrapped(self, line: str) -> bool:
        """Whether the line above is so long that this line's first word had no room on it."""
        return len(self._above) + 1 + len(line.split(" ", 1)[0]) > self._width * 0.9

    def _cut_short(self) -> bool:
        """Whether the line above ends where much room was left, as the lines of a table do."""
        short = self._width > _NARROW and len(self._above) < self._width * 0.6
        return short and not _GOES_ON.search(self._above[-_TAIL:])

    def _open_text(self) -> str:
        return self._open.text if self._open else ""


def _heading(number: str, rest: str) -> Block:
    return Block(kind="heading", text=rest.rstrip(" :"), number=number, level=len(steps(number)))


def _titled(text: str) -> bool:
    """Short, capitalised, without the end of a sentence: a title, not a clause."""
    if len(text) > _LONGEST_TITLE or len(text.split()) > _TITLE_WORDS or text[-1:] in ".;,?!":
        return False
    if text.endswith(":") or _shouted(text):
        return True
    words = [w for w in text.split() if len(w) > 3] or text.split()
    return bool(words) and sum(w[:1].isupper() for w in words) * 2 > len(words)


def _shouted(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return len(letters) >= 4 and len(text) <= _LONGEST_TITLE and all(c.isupper() for c in letters)


def _ended(text: str) -> bool:
    return text.endswith((".", ":", ";", "?", "!")) or _joins(text)


def _joins(text: str) -> bool:
    return bool(_JOINS.search(text[-_TAIL:]))


def _closed_short(text: str) -> bool:
    """A short line that ends a sentence stands alone; a wrapped one is long."""
    return _ended(text) and len(text) < 50


def _indent(raw: str) -> int:
    return (len(raw) - len(raw.lstrip())) // 2
