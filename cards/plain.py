"""Draws a page as lines of text, for terminals and mails."""

import textwrap
from collections.abc import Iterator

from cards.literal import one_line, visible
from cards.page import (
    Block,
    Changes,
    Entry,
    Facts,
    Fold,
    Items,
    Line,
    Message,
    Meter,
    Page,
    Section,
)  # fmt: skip

WIDTH = 80
SIGNS = {"same": "    ", "added": "  + ", "removed": "  - "}


def draw(page: Page) -> str:
    head = (page.kicker, page.title, page.state.text if page.state else "")
    lines = [line for text in head if text for line in _wrapped(text)]
    for block in page.blocks:
        if drawn := list(_drawn(block)):
            lines += ["", *drawn]
    if page.buttons:
        lines += ["", "  ".join(f"[ {button.label} ]" for button in page.buttons)]
    return visible("\n".join(lines)).rstrip() + "\n"


def _drawn(block: Block) -> Iterator[str]:
    match block:
        case Line(text):
            yield from _wrapped(text)
        case Facts(pairs):
            yield from _facts(pairs)
        case Message(subject, body):
            yield from _indented([*([subject, ""] if subject else []), *body.splitlines()], "  | ")
        case Items(title, items, _, numbered):
            yield f"{title}:"
            for number, item in enumerate(items, start=1):
                yield from _wrapped(item, f"  {number}. " if numbered else "  - ", "     " if numbered else "    ")
        case Changes(title, lines):
            yield f"{title}:"
            for line in lines:
                yield from _wrapped(line.text, SIGNS[line.kind], "    ") or [""]
        case Meter(label, done, total):
            yield f"{label}  {'#' * round(20 * done / total):.<20}"
        case _:
            yield from _drawn_group(block)


def _drawn_group(block: Block) -> Iterator[str]:
    match block:
        case Entry(title, state, blocks, tick):
            box = ("[x] " if tick.on else "[ ] ") if tick else ""
            yield from _wrapped(f"{box}{title} — {state.text}")
            yield from _indented(_together(blocks), "    ")
        case Section(title, blocks):
            yield f"{title}:"
            for inner in blocks:
                yield from _indented(["", *_drawn(inner)], "  ")
        case Fold(label, blocks, _) if any(isinstance(inner, Message) for inner in blocks):
            yield f"{label}:"
            yield from _together(blocks)
        case _:
            return  # inputs are for clicking: a reader of text answers in words


def _together(blocks: tuple[Block, ...]) -> list[str]:
    return [line for block in blocks for line in _drawn(block)]


def _facts(pairs: tuple[tuple[str, str], ...]) -> Iterator[str]:
    width = max(len(label) for label, _ in pairs) + 2
    for label, value in pairs:
        yield from _wrapped(value, f"{label}:".ljust(width), " " * width)


def _wrapped(text: str, first: str = "", others: str = "") -> list[str]:
    return textwrap.wrap(
        one_line(text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=others,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _indented(lines: list[str], margin: str) -> Iterator[str]:
    for line in lines:
        yield f"{margin}{line}".rstrip()
