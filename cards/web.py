"""Draws a page as HTML that needs nothing else: one style sheet inside, no script, nothing fetched."""

import json
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path

from cards.literal import visible
from cards.markdown import web as prose
from cards.models import DiffLine
from cards.page import (
    Block,
    Button,
    Changes,
    Choice,
    Entry,
    Facts,
    Field,
    Fold,
    Items,
    Line,
    Link,
    Message,
    Meter,
    Page,
    Section,
    Tick,
)  # fmt: skip

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
LOOKS = {"plain": "", "positive": " primary", "destructive": " danger"}
TAGS = {"same": "span", "added": "ins", "removed": "del"}
# The first button of a form is what Enter in one of its fields presses: one that is disabled presses nothing.
ON_ENTER = '<button type="submit" hidden disabled></button>\n'


def document(page: Page, controls: bool = True) -> str:
    return whole(page.lang, page.title, fragment(page, controls))


def whole(lang: str, title: str, body: str, served: bool = False) -> str:
    """Not `served`: opened from a file, so that it brings its own policy and nobody else says what may be fetched."""
    policy = "" if served else f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
    return (
        f'<!doctype html>\n<html lang="{_text(lang)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n'
        f"{policy}"
        f"<title>{_text(title)}</title>\n<style>{style()}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )


def fragment(page: Page, controls: bool = True, live: bool = True, hidden: Mapping[str, str] | None = None) -> str:
    """The page's `<main>`. Not `live`: its buttons are there to be looked at. `hidden`: what its form says besides."""
    blocks = "".join(_block(block, controls, live) for block in page.blocks)
    note = f'<p class="note">{_text(page.note)}</p>\n' if controls and page.note else ""
    buttons = _buttons(page.buttons, live) if controls and page.buttons else ""
    head = "".join((
        f'<p class="kicker">{_text(page.kicker)}</p>\n' if page.kicker else "",
        f"<h1>{_text(page.title)}</h1>\n",
        _line(page.state, "p", "state") if page.state else "",
    ))  # fmt: skip
    inner = f"{blocks}{note}{buttons}"
    unseen = "".join(
        f'<input type="hidden" name="{_text(name)}" value="{escape(value, quote=True)}">\n'
        for name, value in (hidden or {}).items()
    )
    form = (
        f'<form method="post">\n{ON_ENTER}{unseen}{inner}</form>\n'
        if controls and live and "<button" in inner
        else inner
    )
    tone = page.state.tone if page.state else "plain"
    return f'<main lang="{_text(page.lang)}" class="card {tone}-edge">\n<header>\n{head}</header>\n{form}</main>\n'


def _block(block: Block, controls: bool, live: bool, level: int = 2) -> str:
    """`level` of the headings in it."""
    match block:
        case Line():
            return _line(block, "p", "line")
        case Facts(pairs):
            rows = "".join(f"<div><dt>{_text(label)}</dt><dd>{_text(value)}</dd></div>\n" for label, value in pairs)
            return f'<dl class="facts">\n{rows}</dl>\n'
        case Message(subject, body):
            return _message(subject, body)
        case Items(title, items, tone, numbered):
            rows = "".join(f"<li>{_text(item)}</li>\n" for item in items)
            kind = "ol" if numbered else "ul"
            return f'<section class="items {tone}">\n<h2>{_text(title)}</h2>\n<{kind}>\n{rows}</{kind}>\n</section>\n'
        case Changes(title, lines):
            rows = "".join(_change(line) for line in lines)
            return f'<section class="changes">\n<h2>{_text(title)}</h2>\n<pre>{rows}</pre>\n</section>\n'
        case Meter(label, done, total):
            bar = f'<progress value="{done}" max="{total}"></progress>'
            return f'<label class="meter"><span>{_text(label)}</span> {bar}</label>\n'
        case _:
            return _group(block, controls, live, level)


def _group(block: Block, controls: bool, live: bool, level: int) -> str:
    match block:
        case Entry(title, state, blocks, tick):
            name = _tick(tick) if tick and controls else f'<h{level} class="name">{_text(title)}</h{level}>'
            inner = "".join(_block(one, controls, live, level + 1) for one in blocks)
            top = f'<div class="top">{name}{_line(state, "span", "badge")}</div>'
            return f'<article class="entry">\n{top}\n{inner}</article>\n'
        case Section(title, blocks):
            inner = "".join(_block(one, controls, live, level + 1) for one in blocks)
            return f"<section>\n<h2>{_text(title)}</h2>\n{inner}</section>\n"
        case Fold(label, blocks, is_open):
            inner = "".join(_block(one, controls, live, level) for one in blocks)
            opened = " open" if is_open or not controls else ""
            summary = f"<summary>{_text(label)}</summary>"
            return f"<details{opened}>\n{summary}\n<div>\n{inner}</div>\n</details>\n" if inner else ""
        case _:
            return _control(block, live) if controls else ""


def _control(block: Block, live: bool) -> str:
    match block:
        case Field() | Choice():
            return _input(block)
        case Button():
            return _buttons((block,), live)
        case Link():
            return f'<p class="buttons">{link(block)}</p>\n'
    raise TypeError(block)


def _text(text: str) -> str:
    return escape(visible(text))


def _line(line: Line, tag: str, kind: str) -> str:
    strong = " strong" if line.strong else ""
    return f'<{tag} class="{kind} {line.tone}{strong}">{_text(line.text)}</{tag}>\n'


def _message(subject: str, body: str) -> str:
    heading = f'<p class="subject">{_text(subject)}</p>\n' if subject else ""
    return f'<blockquote class="message">\n{heading}{prose(body)}</blockquote>\n'


def _change(line: DiffLine) -> str:
    tag = TAGS[line.kind]
    return f"<{tag}>{_text(line.text) or ' '}</{tag}>"


def _tick(tick: Tick) -> str:
    on = " checked" if tick.on else ""
    box = f'<input type="checkbox" name="{escape(tick.name, quote=True)}" value="true"{on}>'
    return f'<label class="tick">{box} <span>{_text(tick.label)}</span></label>'


def _input(block: Field | Choice) -> str:
    label = f'<label class="field"><span>{_text(block.label)}</span>'
    name = f'name="{escape(block.name, quote=True)}"'
    if isinstance(block, Choice):
        options = "".join(_option(value, words, value == block.value) for value, words in block.options)
        none = "" if block.value else '<option value="">—</option>'
        return f"{label}<select {name}>{none}{options}</select></label>\n"
    rules = (f' maxlength="{block.limit}"' if block.limit else "") + (" required" if block.required else "")
    if block.tall:
        return (
            f'{label}<textarea {name} rows="{_rows(block.value)}"{rules}>\n{escape(block.value)}</textarea></label>\n'
        )
    return f'{label}<input type="text" {name} value="{escape(block.value, quote=True)}"{rules}></label>\n'


def _option(value: str, words: str, chosen: bool) -> str:
    return f'<option value="{escape(value, quote=True)}"{" selected" if chosen else ""}>{_text(words)}</option>'


def _rows(value: str) -> int:
    return min(24, max(3, value.count("\n") + len(value) // 80 + 2))


def _buttons(buttons: tuple[Button, ...], live: bool) -> str:
    return f'<div class="buttons">\n{"".join(_button(button, live) for button in buttons)}</div>\n'


def link(found: Link) -> str:
    apart = ' target="_blank" rel="noopener"' if found.apart else ""
    where = f'class="button{LOOKS[found.look]}" href="{escape(found.target, quote=True)}"{apart}'
    return f"<a {where}>{_text(found.label)}{_about(found.about)}</a>"


def _button(button: Button, live: bool) -> str:
    data = escape(json.dumps(button.click.data(), ensure_ascii=False), quote=True)
    kind = f'type="submit" name="click" value="{data}"' if live else 'type="button"'
    return f'<button class="button{LOOKS[button.look]}" {kind}>{_text(button.label)}{_about(button.about)}</button>\n'


def _about(words: str) -> str:
    return f'<span class="unseen"> – {_text(words)}</span>' if words else ""


@cache
def style() -> str:
    """The one style sheet of every page."""
    return "\n" + (Path(__file__).parent / "look.css").read_text("utf-8")
