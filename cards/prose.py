"""Shows a draft's markdown in a card, as RichTextBlocks: one for each line a reader sees.

No client reads a RichTextBlock as markdown, so nothing in a body can become a button, a link or a picture. (Backslash
escapes in a TextBlock would do on the desktop; the phones' own parser shows the backslash and still makes the link.)
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from markdown_it.token import Token

from cards.literal import visible
from cards.markdown import parse, picture, target_shown

Node = dict[str, Any]
Inlines = list[Node | str]
HEAVIEST = 100  # bytes one letter of a body may weigh in a card; to know of a line that it is light
GUESSES = 6
INDENT, QUOTE = "\u2003", "▏\u2002"


def prose(body: str) -> list[Node]:
    outline = Outline()
    for token in parse(body):
        outline.read(token)
    return outline.shown or [{"type": "RichTextBlock", "inlines": ["—"]}]


@dataclass(frozen=True)
class Style:
    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False
    subtle: bool = False

    def run(self, text: str) -> Node | str:
        """A TextRun, or the bare string where there is no style to tell."""
        style = {
            "weight": "Bolder" if self.bold else "",
            "italic": self.italic,
            "strikethrough": self.struck,
            "fontType": "Monospace" if self.code else "",
            "isSubtle": self.subtle,
        }
        told = {name: value for name, value in style.items() if value}
        return {"type": "TextRun", "text": text, **told} if told else text


@dataclass
class Speech:
    """Walks the words of one paragraph. The last of `styles` is worn by what comes next."""

    styles: list[Style]
    lines: list[Inlines] = field(default_factory=lambda: [[]])
    target: str = ""
    link_words: str = ""

    def read(self, token: Token) -> None:
        match token.type:
            case "softbreak" | "hardbreak":
                self.lines.append([])
            case "strong_open":
                self.styles.append(replace(self.styles[-1], bold=True))
            case "em_open":
                self.styles.append(replace(self.styles[-1], italic=True))
            case "s_open":
                self.styles.append(replace(self.styles[-1], struck=True))
            case "strong_close" | "em_close" | "s_close":
                self.styles.pop()
            case _:
                self._read_text(token)

    def _read_text(self, token: Token) -> None:
        match token.type:
            case "link_open":
                self.target, self.link_words = str(token.attrGet("href") or ""), ""
            case "link_close":
                self._say(target_shown(self.target, self.link_words))
            case "image":
                self._say(picture(token))
            case "code_inline":
                self._say(token.content, code=True)
            case _:
                self._say(token.content)

    def _say(self, text: str, code: bool = False) -> None:
        self.link_words += text
        if text:
            self.lines[-1].append(replace(self.styles[-1], code=code).run(text))


@dataclass
class Outline:
    """Walks the blocks of a body. `lists` holds the next number of each open list, None where it has bullets."""

    shown: list[Node] = field(default_factory=list)
    lists: list[int | None] = field(default_factory=list)
    marker: str = ""
    quotes: int = 0
    heading: bool = False
    row: Inlines | None = None
    first_row: bool = True

    def read(self, token: Token) -> None:
        match token.type:
            case "bullet_list_open":
                self.lists.append(None)
            case "ordered_list_open":
                self.lists.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                self.lists.pop()
            case "list_item_open":
                self.marker = self._next_marker()
            case "blockquote_open" | "blockquote_close":
                self.quotes += token.nesting
            case "heading_open" | "heading_close":
                self.heading = token.nesting == 1
            case _:
                self._read_words(token)

    def _read_words(self, token: Token) -> None:
        match token.type:
            case "inline":
                self._read_inline(token.children or [])
            case "fence" | "code_block":
                for number, line in enumerate(token.content.rstrip("\n").split("\n")):
                    self._show([Style(code=True).run(line.replace(" ", "\u00a0") or "\u00a0")], goes_on=number > 0)
            case "table_open":
                self.first_row = True
            case "tr_open":
                self.row = []
            case "tr_close":
                cells, self.row = self.row or [], None
                self._show(cells[1:], goes_on=not self.first_row)
                self.first_row = False
            case "hr":
                self._show(["———"])

    def _read_inline(self, children: Sequence[Token]) -> None:
        speech = Speech([Style(bold=self.heading, subtle=bool(self.quotes))])
        for token in children:
            speech.read(token)
        if self.row is not None:
            self.row += ["\u2002|\u2002", *(run for line in speech.lines for run in line)]
            return
        for number, line in enumerate(speech.lines):
            self._show(line, goes_on=number > 0)

    def _next_marker(self) -> str:
        number = self.lists[-1]
        if number is None:
            return "•\u2002"
        self.lists[-1] = number + 1
        return f"{number}.\u2002"

    def _show(self, words: Inlines, goes_on: bool = False) -> None:
        lead = QUOTE * self.quotes + INDENT * (len(self.lists) - bool(self.marker)) + self.marker
        close = {"spacing": "None"} if goes_on else {"spacing": "Small"} if self.marker and self.shown else {}
        self.marker = ""
        inlines = _merged([lead, *words] if lead else words) or ["\u00a0"]
        self.shown.append({"type": "RichTextBlock", "inlines": inlines, **close})


def _merged(inlines: Inlines) -> Inlines:
    """Neighbours without a style become one string, safe as a whole: a card has little room."""
    found: Inlines = []
    for run in inlines:
        if isinstance(run, str) and found and isinstance(found[-1], str):
            found[-1] = visible(found[-1] + run)
        else:
            found.append(run)
    return found


def weight(node: object) -> int:
    """Bytes on the wire, as UTF-8 JSON."""
    return len(json.dumps(node, ensure_ascii=False, separators=(",", ":")).encode())


def parts(body: str, limit: int) -> Iterator[str]:
    """The body cut at line ends into pieces whose blocks weigh at most `limit` bytes each; joined they are the body."""
    lines = [piece for line in body.splitlines(keepends=True) for piece in _pieces(line, limit)]
    if not lines:
        yield ""
    while lines:
        taken = _that_fit(lines, limit)
        yield "".join(lines[:taken])
        lines = lines[taken:]


def _that_fit(lines: list[str], limit: int) -> int:
    """How many lines from the start make a piece, at least one. To draw them is slow, and lines weigh much the same:
    the first guesses follow from what the last one weighed, and the others halve what is left to know."""
    fit, most, guesses = 0, len(lines), 0
    guess = most
    while fit < most:
        weighed = weight(prose("".join(lines[:guess])))
        fit, most = (guess, most) if weighed <= limit else (fit, guess - 1)
        guesses += 1
        near = min(most, max(fit + 1, guess * limit // weighed))
        guess = near if guesses < GUESSES else (fit + most + 1) // 2
    return max(1, fit)


def _pieces(line: str, limit: int) -> list[str]:
    """A line halved until each piece is light enough: a styled or spelled-out letter weighs far more than itself."""
    if len(line) * HEAVIEST <= limit or weight(prose(line)) <= limit or len(line) < 2:
        return [line]
    middle = len(line) // 2
    return _pieces(line[:middle], limit) + _pieces(line[middle:], limit)
