"""Reads a draft's markdown, and shows it as HTML that can be read and nothing else.

A link stands there as its words and its whole address and leads nowhere, a picture is named and not loaded, HTML is
text, a heading is bold. `cards/prose.py` shows the same for a card.
"""

from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from cards.literal import visible


def parse(body: str) -> list[Token]:
    return READER.parse(visible(body))


def web(body: str) -> str:
    return str(READER.render(visible(body)))


def target_shown(target: str, words: str) -> str:
    """What stands behind a link's words: its address, unless the words are the address already."""
    return "" if target.removeprefix("mailto:") == words else f" ({target})"


def picture(token: Token) -> str:
    return f"🖼 {token.content} ({token.attrGet('src')})"


def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["strikethrough", "table"])
    reader.disable("reference")  # a definition would vanish here and may be seen by whoever gets the message
    reader.core.ruler.push("visible", _spell_out)
    for name, rule in (("link_open", _nothing), ("link_close", _target), ("image", _picture)):
        reader.add_render_rule(name, rule)
    reader.add_render_rule("heading_open", lambda *_: "<p><strong>")
    reader.add_render_rule("heading_close", lambda *_: "</strong></p>\n")
    return reader


def _spell_out(state: StateCore) -> None:
    """Once more, after the entities, escapes and addresses that were read: `&#x202e;` hides nothing either."""
    for block in state.tokens:
        for token in block.children or ():
            token.content = visible(token.content)


def _nothing(*_: Any) -> str:
    return ""


def _picture(_renderer: Any, tokens: Sequence[Token], index: int, *_: Any) -> str:
    return escapeHtml(picture(tokens[index]))


def _target(_renderer: Any, tokens: Sequence[Token], index: int, *_: Any) -> str:
    start = max(place for place in range(index) if tokens[place].type == "link_open")
    words = "".join(token.content for token in tokens[start + 1 : index])
    return escapeHtml(target_shown(str(tokens[start].attrGet("href") or ""), words))


READER = _reader()
