"""HTML to blocks: headings, paragraphs, list items and table rows in document order."""

import re
from collections.abc import Iterator

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PageElement, PreformattedString

from agent.sources.interface import Block
from agent.sources.numbering import split_number
from agent.sources.text import pieces, squeeze

_SKIPPED = {"script", "style", "head", "noscript", "template", "nav"}
_STRUCK = {"del", "s", "strike"}  # what it said before
_HIDES = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|mso-hide\s*:\s*all|opacity\s*:\s*0(?![.\d])"
    r"|text-decoration[\w-]*\s*:[^;]*line-through",
    re.IGNORECASE,
)
_CRUMBS = re.compile(r"\b(?:bread-?)?crumbs?\b", re.IGNORECASE)
_LISTS = {"ul", "ol"}
_LONGEST_TITLE = 90
_BLOCKS = {"p", "div", "section", "article", "main", "table", "blockquote", "body", "html", "header", "footer", "form"}
_BLOCKS |= {
    "pre",
    "dl",
    "dt",
    "dd",
    "li",
    "tr",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "thead",
    "tbody",
    "tfoot",
    "center",
    "figure",
}
_BLOCKS |= _LISTS


def html_blocks(html: str) -> tuple[Block, ...]:
    """Blocks of a page or fragment; scripts, styles and comments are not text."""
    return tuple(_children(BeautifulSoup(html, "html.parser"), 0))


def html_title(html: str) -> str:
    found = BeautifulSoup(html, "html.parser").find("title")
    return squeeze(found.get_text()) if isinstance(found, Tag) else ""


def _children(node: Tag, depth: int) -> Iterator[Block]:
    """Block-level children become blocks; the text between them becomes paragraphs."""
    loose: list[str] = []
    for child in node.children:
        if isinstance(child, Tag) and _unseen(child):
            continue
        if isinstance(child, Tag) and child.name in _BLOCKS:
            yield from _loose("".join(loose))
            loose = []
            yield from _element(child, depth)
        elif isinstance(child, Tag) and child.find(list(_BLOCKS)):
            yield from _loose("".join(loose))
            loose = []
            yield from _children(child, depth)
        else:
            loose.append(_text(child))
    yield from _loose("".join(loose))


def _element(tag: Tag, depth: int) -> Iterator[Block]:
    if re.fullmatch(r"h[1-6]", tag.name):
        number, rest = split_number(squeeze(_text(tag)), heading=True)
        if rest:
            yield Block(kind="heading", text=rest, level=int(tag.name[1]), number=number)
    elif tag.name in _LISTS:
        yield from _list(tag, depth + 1)
    elif tag.name == "tr":
        cells = tuple(squeeze(_text(c)) for c in tag.find_all(["td", "th"], recursive=False))
        if any(cells):
            yield Block(kind="row", text=" | ".join(c for c in cells if c), cells=cells)
    elif title := _bold_title(tag):
        number, rest = split_number(title, heading=True)
        yield Block(kind="heading", text=rest.rstrip(" .:"), level=6, number=number)
    else:
        yield from _children(tag, depth)


def _bold_title(tag: Tag) -> str:
    """The text of a paragraph that is bold from end to end, short, and no sentence."""
    bold = tag.find(["b", "strong"]) if tag.name in ("p", "div") and not tag.find(list(_BLOCKS)) else None
    if not isinstance(bold, Tag) or _unseen(bold):
        return ""
    text = squeeze(_text(tag))
    if not text or text != squeeze(_text(bold)) or len(text) > _LONGEST_TITLE or "\n" in _text(bold).strip():
        return ""
    numbered = bool(split_number(text, heading=True)[0])
    return "" if re.search(r":\s*\S", text) or (text[-1] in ".;,?!" and not numbered) else text


def _list(tag: Tag, depth: int) -> Iterator[Block]:
    shown = (item for item in tag.find_all("li", recursive=False) if not _unseen(item))
    for count, item in enumerate(shown, 1):
        own = "".join(_text(c) for c in item.children if not (isinstance(c, Tag) and c.name in _LISTS))
        number, rest = split_number(squeeze(own))
        if rest:
            printed = number or (str(count) if tag.name == "ol" else "")
            yield Block(kind="item", text=rest, level=depth, number=printed)
        for nested in item.find_all(list(_LISTS), recursive=False):
            yield from _list(nested, depth + 1)


def _loose(text: str) -> Iterator[Block]:
    for part in pieces(text):
        number, rest = split_number(part)
        yield Block(kind="item" if number else "paragraph", text=rest, number=number, level=1 if number else 0)


def _unseen(tag: Tag) -> bool:
    """What no reader of the page sees, what is struck out, and the site around the page are not said by it."""
    if tag.name in _SKIPPED | _STRUCK or tag.has_attr("hidden") or _HIDES.search(str(tag.get("style") or "")):
        return True
    return _is_of_the_site(tag)


def _is_of_the_site(tag: Tag) -> bool:
    classes = tag.get("class") or ()
    named = " ".join([classes] if isinstance(classes, str) else classes)
    footer = tag.name == "footer" and tag.parent is not None and tag.parent.name in ("body", "html")
    return footer or tag.get("role") == "navigation" or bool(_CRUMBS.search(named))


def _text(node: PageElement) -> str:
    """Inline text; a line break stays a line, comments and scripts vanish."""
    if isinstance(node, PreformattedString):
        return ""
    if isinstance(node, NavigableString):
        return re.sub(r"\s+", " ", str(node))
    if not isinstance(node, Tag) or _unseen(node):
        return ""
    if node.name == "br":
        return "\n"
    inner = "".join(_text(c) for c in node.children)
    return f"\n{inner}\n" if node.name in _BLOCKS else inner
