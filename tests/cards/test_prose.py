"""A draft's markdown is shown as it reads, and cannot be anything but text."""

import json
from typing import Any

import pytest

from cards.literal import one_line, plain, visible
from cards.markdown import web
from cards.prose import prose


def runs(body: str) -> list[list[Any]]:
    return [block["inlines"] for block in prose(body)]


def read(body: str) -> list[str]:
    return ["".join(run if isinstance(run, str) else run["text"] for run in line) for line in runs(body)]


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("one\n\ntwo", ["one", "two"]),
        ("one\ntwo", ["one", "two"]),
        ("# Title", ["Title"]),
        ("- a\n- b", ["•\u2002a", "•\u2002b"]),
        ("3. c\n4. d", ["3.\u2002c", "4.\u2002d"]),
        ("- a\n  - b\n\n  c", ["•\u2002a", "\u2003•\u2002b", "\u2003c"]),
        ("> quoted", ["▏\u2002quoted"]),
        ("```\na  b\nc\n```", ["a\u00a0\u00a0b", "c"]),
        ("| a | b |\n|---|---|\n| c | d |", ["a\u2002|\u2002b", "c\u2002|\u2002d"]),
        ("---", ["———"]),
        ("", ["—"]),
        ("[plan](https://a.example/x_y)", ["plan (https://a.example/x_y)"]),
        ("<https://a.example>", ["https://a.example"]),
        ("[https://a.example](https://b.example)", ["https://a.example (https://b.example)"]),
        ("[ana@contoso.com](mailto:ana@contoso.com)", ["ana@contoso.com"]),
        ("![logo](https://a.example/l.png)", ["🖼 logo (https://a.example/l.png)"]),
        ("[click](javascript:alert)", ["[click](javascript:alert)"]),
        ("<b>bold</b>", ["<b>bold</b>"]),
        ("<!-- unseen -->", ["<!-- unseen -->"]),
        ("text\n\n[r]: https://a.example", ["text", "[r]: https://a.example"]),
        ("${name} {{DATE(2026-01-01T00:00:00Z)}}", ["${name} {\u200a{DATE(2026-01-01T00:00:00Z)}}"]),
        ("a\u202eb\u200bc\x1bd", ["a⟦U+202E⟧b⟦U+200B⟧c⟦U+001B⟧d"]),
        ("a&#x202e;b&ZeroWidthSpace;c", ["a⟦U+202E⟧b⟦U+200B⟧c"]),
        (r"\{\{DATE(x)}} &#123;{TIME(x)}}", ["{\u200a{DATE(x)}} {\u200a{TIME(x)}}"]),
        ("{[{DATE(x)}}](y)", ["{\u200a{DATE(x)}} (y)"]),
        ("<https://a.example/%E2%80%AE>", ["https://a.example/⟦U+202E⟧ (https://a.example/%E2%80%AE)"]),
    ],
)
def test_lines_a_reader_sees(body: str, lines: list[str]) -> None:
    assert read(body) == lines


def test_styles_are_worn_by_their_words() -> None:
    assert runs("a **b** *c* ~~d~~ `e`")[0] == [
        "a ",
        {"type": "TextRun", "text": "b", "weight": "Bolder"},
        " ",
        {"type": "TextRun", "text": "c", "italic": True},
        " ",
        {"type": "TextRun", "text": "d", "strikethrough": True},
        " ",
        {"type": "TextRun", "text": "e", "fontType": "Monospace"},
    ]


def test_nothing_can_be_pressed_or_loaded() -> None:
    written = json.dumps(prose("[a](https://a.example) ![b](https://b.example) <https://c.example>"))

    assert "selectAction" not in written
    assert '"type": "Image"' not in written


@pytest.mark.parametrize("body", ["&#x202e;", "**&#x202e;**", "[&#x202e;](https://a.example)", "| &#x202e; |\n|---|"])
def test_what_an_entity_hides_is_spelled_out_on_a_page_too(body: str) -> None:
    assert "\u202e" not in web(body)
    assert "⟦U+202E⟧" in web(body)


def test_html_names_links_and_pictures_and_makes_none() -> None:
    page = web("# T\n\n[a](https://a.example?x=1&y=2) ![b](https://b.example/b.png) <i>c</i>\n\n- **d**")

    assert "a (https://a.example?x=1&amp;y=2)" in page
    assert "🖼 b (https://b.example/b.png)" in page
    assert "&lt;i&gt;c&lt;/i&gt;" in page
    assert "<li><strong>d</strong></li>" in page
    assert not [tag for tag in ("<a", "<img", "<h1", "<i>") if tag in page]


def test_visible_spells_out_what_hides_and_leaves_words_alone() -> None:
    kept = "Zoë 漢字 👩‍👩‍👧 می‌خواهم\tnext\nline"

    assert visible(kept) == kept
    assert visible("a\r\nb") == "a\nb"
    assert visible("\u2066x\U000e0041") == "⟦U+2066⟧x⟦U+E0041⟧"


def test_plain_and_one_line() -> None:
    assert plain("**Ana** [x](y) <b>\n_z_") == "Ana x (y) b z"
    assert one_line(" a \n b\tc ") == "a b c"
