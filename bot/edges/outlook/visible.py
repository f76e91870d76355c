"""A mail body as the lines a reader sees, each known to be the sender's own or part of what is quoted with it."""

import re
from collections import Counter
from html.parser import HTMLParser
from typing import NamedTuple


def names(text: str) -> frozenset[str]:
    return frozenset(text.split())


HTML_LIMIT = 1_000_000  # characters; what lies beyond is history of history
UNSEEN = names("script style title template xml noscript object")
EMPTY = names("area base br col embed hr img input link meta param source track wbr")
BLOCKS = names(
    "address article blockquote body center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li ol p pre section "
    "table tbody thead tr ul"
)
ENDED_BY = {  # an element that nobody closed ends where one of these begins
    **dict.fromkeys(BLOCKS - {"body"}, names("p")),
    "li": names("li p"),
    "tr": names("tr td th p"),
    "td": names("td th p"),
    "th": names("td th p"),
}
HIDING = re.compile(
    r"display:none|visibility:hidden|mso-hide:all|font-size:0(?:px|pt|em|%|;|$)|max-height:0(?:px|;|$)|opacity:0(?:;|$)"
)
ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"))
REST_IS_QUOTED = names("divrplyfwdmsg appendonsend stopspelling")
QUOTES = names("gmail_attr yahoo_quoted moz-cite-prefix protonmail_quote mail-editor-reference-message-container")
SIGNATURES = names(
    "ms-outlook-mobile-signature ms-outlook-mobile-body-separator-line signature gmail_signature moz-signature"
)


class Line(NamedTuple):
    text: str
    own: bool = True


class Element(NamedTuple):
    tag: str
    seen: bool = True
    own: bool = True
    kept: bool = False  # line ends count, as in <pre>


def text_lines(text: str) -> list[Line]:
    return [Line(ordinary(line)) for line in text[:HTML_LIMIT].splitlines()]


def html_lines(html: str) -> list[Line]:
    reader = Reader()
    reader.feed(html[:HTML_LIMIT])
    reader.close()
    reader.end_line()
    return reader.lines


def ordinary(text: str) -> str:
    """Without what has no width, and with ordinary blanks."""
    return text.translate(ZERO_WIDTH).replace("\u00a0", " ").rstrip()


class Reader(HTMLParser):
    """Walks the body once. `cut` is set where the history begins that no element encloses."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[Line] = []
        self.pieces: list[str] = []
        self.stack = [Element("")]
        self.opened: Counter[str] = Counter()
        self.cut = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: (value or "").casefold() for name, value in attrs}
        while self.stack[-1].tag in ENDED_BY.get(tag, ()):
            self._leave()
        if tag in BLOCKS or tag == "br":
            self.end_line(blank=tag == "br")
        elif tag in ("td", "th"):
            self.pieces.append(" ")
        if without_x(told.get("id", "")) in REST_IS_QUOTED:
            self.cut = True
        if tag not in EMPTY:
            self._enter(tag, told)

    def handle_endtag(self, tag: str) -> None:
        if not self.opened[tag]:
            return
        while self.stack[-1].tag != tag:
            self._leave()
        self._leave()

    def handle_data(self, data: str) -> None:
        if not self.stack[-1].seen:
            return
        first, *others = data.split("\n") if self.stack[-1].kept else [re.sub(r"[ \t\r\n\f]+", " ", data)]
        self.pieces.append(first)
        for line in others:
            self.end_line(blank=True)
            self.pieces.append(line)

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """As browsers do it: whatever begins like a declaration ends at the next ">", and is never an error."""
        return self.parse_bogus_comment(i, report)

    def end_line(self, blank: bool = False) -> None:
        """`blank`: an empty line is one, not just the edge of a block. A no-break space alone makes one, too."""
        raw = "".join(self.pieces)
        self.pieces.clear()
        text = ordinary(raw) if self.stack[-1].kept else re.sub(r" {2,}", " ", ordinary(raw)).strip()
        if text or blank or "\u00a0" in raw:
            self.lines.append(Line(text, self.stack[-1].own and not self.cut))

    def _enter(self, tag: str, told: dict[str, str]) -> None:
        above = self.stack[-1]
        own = above.own and not quotes_or_signs(tag, told)
        if own != above.own:
            self.end_line()
        self.opened[tag] += 1
        seen = above.seen and tag not in UNSEEN and not hidden(told)
        self.stack.append(Element(tag, seen, own, above.kept or tag == "pre"))

    def _leave(self) -> None:
        if self.stack[-1].tag in BLOCKS or self.stack[-1].own != self.stack[-2].own:
            self.end_line()
        self.opened[self.stack.pop().tag] -= 1


def quotes_or_signs(tag: str, told: dict[str, str]) -> bool:
    marks = {without_x(name) for name in (*told.get("class", "").split(), told.get("id", ""))}
    if tag == "blockquote" and (told.get("type") == "cite" or "cite" in told or "gmail_quote" in marks):
        return True
    return bool(marks & (QUOTES | SIGNATURES))


def hidden(told: dict[str, str]) -> bool:
    return "hidden" in told or bool(HIDING.search(re.sub(r"\s|!important", "", told.get("style", ""))))


def without_x(name: str) -> str:
    """Exchange puts x_ before the names it finds in a mail that is quoted."""
    return re.sub(r"^(x_)+", "", name)
