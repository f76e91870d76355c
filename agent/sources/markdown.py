"""Markdown to blocks: headings of every habit (#, underlined, bold paragraphs), nested lists, tables, raw HTML."""

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

from agent.sources.html import html_blocks
from agent.sources.interface import Block
from agent.sources.numbering import split_number
from agent.sources.text import bullet, pieces, squeeze

_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_CHECK = re.compile(r"^\[( |x|X)\]\s*")
_ORNAMENT = re.compile(r"^[^\w\s(\[{\"'“#]+\ufe0f?\s+")  # an emoji in front of a title
_RULE = re.compile(r"^[=_*~-]{4,}$")
_SENTENCE_END = (".", ";", ",", "?", "!")
_LONGEST_TITLE = 90


def markdown_blocks(text: str) -> tuple[Block, ...]:
    """Every block with the line it starts at."""
    front = _FRONT.match(text)
    offset = front.group(0).count("\n") if front else 0
    tokens = (
        MarkdownIt("commonmark", {"html": True})
        .enable(["table", "strikethrough"])
        .parse(text[front.end() :] if front else text)
    )
    return tuple(_Walk(tokens, offset).blocks())


class _Walk:
    """One pass over the token stream, keeping the list nesting and the current table row."""

    def __init__(self, tokens: list[Token], offset: int) -> None:
        self._tokens = tokens
        self._offset = offset
        self._lists: list[bool] = []  # one per open list: is it numbered?
        self._marker = ""  # number of the list item whose first paragraph is still to come
        self._fresh = False  # that first paragraph is still to come
        self._cells: list[str] = []
        self._place = ""

    def blocks(self) -> Iterator[Block]:
        for at, token in enumerate(self._tokens):
            self._nest(token)
            if token.map:
                self._place = f"line {token.map[0] + 1 + self._offset}"
            if token.type == "heading_open":
                yield from self._heading(self._tokens[at + 1], int(token.tag[1]))
            elif token.type == "paragraph_open":
                yield from self._paragraph(self._tokens[at + 1])
            elif token.type in ("td_open", "th_open"):
                self._cell(self._tokens[at + 1])
            elif token.type == "tr_close":
                yield from self._row()
            elif token.type == "html_block":
                yield from (b.model_copy(update={"place": self._place}) for b in html_blocks(token.content))
            elif token.type in ("code_block", "fence"):
                yield from (Block(kind="paragraph", text=p, place=self._place) for p in pieces(token.content))

    def _nest(self, token: Token) -> None:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            self._lists.append(token.type == "ordered_list_open")
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            self._lists.pop()
        elif token.type == "list_item_open":
            self._marker = token.info if self._lists[-1] else ""
            self._fresh = True
        elif token.type == "list_item_close":
            self._fresh = False

    def _heading(self, inline: Token, level: int) -> Iterator[Block]:
        title = _ORNAMENT.sub("", squeeze(_plain(inline)))
        number, rest = split_number(title, heading=True)
        if title:
            yield Block(kind="heading", text=rest, level=level, number=number, place=self._place)

    def _paragraph(self, inline: Token) -> Iterator[Block]:
        if not self._lists and (title := _bold_title(inline)):
            number, rest = split_number(title, heading=True)
            yield Block(kind="heading", text=rest.rstrip(" .:"), level=6, number=number, place=self._place)
            return
        text = _plain(inline)
        if not self._lists and (lead := _run_in_title(inline)):
            number, rest = split_number(lead, heading=True)
            yield Block(kind="heading", text=rest.strip(" .:"), level=6, number=number, place=self._place)
            text = text.lstrip()[len(lead) :].lstrip(" .:")
        yield from (self._text_block(part) for part in pieces(text) if not _RULE.match(part))

    def _text_block(self, part: str) -> Block:
        if self._fresh:
            self._fresh = False
            number, rest = (self._marker, part) if self._marker else split_number(part)
            return Block(kind="item", text=rest, level=len(self._lists), number=number, place=self._place)
        number, rest = split_number(part)
        if mark := bullet(part):
            return Block(kind="item", text=part[mark.end() :], level=len(self._lists) + 1, place=self._place)
        if number:
            return Block(kind="item", text=rest, level=len(self._lists) + 1, number=number, place=self._place)
        return Block(kind="paragraph", text=part, level=len(self._lists), place=self._place)

    def _cell(self, inline: Token) -> None:
        self._cells.append(squeeze(_plain(inline)))

    def _row(self) -> Iterator[Block]:
        cells, self._cells = self._cells, []
        if any(cells):
            yield Block(kind="row", text=" | ".join(c for c in cells if c), cells=tuple(cells), place=self._place)


def _plain(inline: Token) -> str:
    """Text without markup; line breaks kept, pictures and what is struck out dropped."""
    out: list[str] = []
    struck = 0
    for child in inline.children or ():
        struck += (child.type == "s_open") - (child.type == "s_close")
        if struck:
            continue
        if child.type in ("text", "code_inline"):
            out.append(child.content)
        elif child.type in ("softbreak", "hardbreak") or (
            child.type == "html_inline" and child.content.lower().startswith("<br")
        ):
            out.append("\n")
    return "".join(out).replace("\xa0", " ")


def _strong_span(inline: Token) -> tuple[str, bool]:
    """The bold text a paragraph opens with, and whether nothing follows it."""
    children = [c for c in inline.children or () if c.content.strip() or c.type in ("strong_open", "strong_close")]
    if not children or children[0].type != "strong_open":
        return "", False
    depth, text = 0, ""
    for at, child in enumerate(children):
        depth += (child.type == "strong_open") - (child.type == "strong_close")
        text += child.content
        if depth == 0 and not (at + 1 < len(children) and children[at + 1].type == "strong_open"):
            return squeeze(text), all(c.type.endswith(("_close", "break")) for c in children[at + 1 :])
    return "", False


def _bold_title(inline: Token) -> str:
    """A paragraph that is only bold and short reads as a heading, unless it is a sentence or a "Label: value"."""
    text, alone = _strong_span(inline)
    numbered = bool(split_number(text, heading=True)[0])
    if not alone or len(text) > _LONGEST_TITLE or (text.endswith(_SENTENCE_END) and not numbered):
        return ""
    return "" if re.search(r":\s*\S", text) or not re.search(r"\w{2}", text) else text


def _run_in_title(inline: Token) -> str:
    """A bold numbered opening ("**1. General.** Please submit …") is a heading in front of its text."""
    text, alone = _strong_span(inline)
    number, rest = split_number(text, heading=True)
    if alone or not number or not rest or len(text) > _LONGEST_TITLE:
        return ""
    return text


def is_ticked(text: str) -> bool | None:
    """Whether an item's check box is ticked; None when it has none."""
    found = _CHECK.match(text)
    return None if found is None else found.group(1) in "xX"
