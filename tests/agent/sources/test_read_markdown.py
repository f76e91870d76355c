"""Markdown of every habit."""

from files import read, short

FRONT = "---\nlayout: default\n---\n# Title\n"


def test_headings_of_every_kind_are_found_with_their_numbers() -> None:
    text = "# 1.0 First\n\n2.0 Second\n==========\n\n**3.1 Third**\n\n## Sec. 4.02 Fourth\n\n### 🎯 5. Fifth\n"

    assert short(read("a.md", text)) == [
        ("heading", "1.0", "First"),
        ("heading", "2.0", "Second"),
        ("heading", "3.1", "Third"),
        ("heading", "4.02", "Fourth"),
        ("heading", "5", "Fifth"),
    ]


def test_a_bold_opening_with_a_number_is_a_heading_in_front_of_its_text() -> None:
    assert short(read("a.md", "**1. General.** Please answer soon.\n")) == [
        ("heading", "1", "General"),
        ("paragraph", "", "Please answer soon."),
    ]


def test_a_bold_sentence_or_label_is_no_heading() -> None:
    text = "**All inquiries must be received by Friday.**\n\n**Due: Friday**\n"

    assert {b.kind for b in read("a.md", text).blocks} == {"paragraph"}


def test_lists_keep_depth_and_number() -> None:
    found = read("a.md", "1. one\n   - two\n     - three\n2. four\n\n    more of four\n").blocks

    assert [(b.kind, b.level, b.number, b.text) for b in found] == [
        ("item", 1, "1", "one"),
        ("item", 2, "", "two"),
        ("item", 3, "", "three"),
        ("item", 1, "2", "four"),
        ("paragraph", 1, "", "more of four"),
    ]


def test_tables_become_rows_with_cells() -> None:
    (head, row) = read("a.md", "| Item | Due |\n|---|---|\n| Plan<br>A | **Friday** |\n").blocks

    assert head.cells == ("Item", "Due")
    assert (row.kind, row.cells, row.text) == ("row", ("Plan A", "Friday"), "Plan A | Friday")


def test_html_inside_is_read() -> None:
    text = "Before\n\n<table>\n<tr><th>Name</th></tr>\n<tr><td>Ann</td></tr>\n</table>\n\nAfter\n"

    assert [(b.kind, b.text) for b in read("a.md", text).blocks] == [
        ("paragraph", "Before"),
        ("row", "Name"),
        ("row", "Ann"),
        ("paragraph", "After"),
    ]


def test_wrapped_lines_are_joined_and_labels_stand_apart() -> None:
    text = "This sentence is wrapped over two lines because it\nis long.\n\n**From:** Ann\n**Date:** July 24, 2018\n"

    assert [b.text for b in read("a.md", text).blocks] == [
        "This sentence is wrapped over two lines because it is long.",
        "From: Ann",
        "Date: July 24, 2018",
    ]


def test_action_lines_below_an_item_stand_apart() -> None:
    found = read(
        "a.md", "* topic (related to other topics of this very long list of things\nLast week’s AI: none\n"
    ).blocks

    assert [b.text for b in found] == [
        "topic (related to other topics of this very long list of things",
        "Last week’s AI: none",
    ]


def test_links_keep_their_text_pictures_vanish_and_places_are_lines() -> None:
    first, second = read("a.md", "![seal](x.png)\n\nSee [the form](https://x.example).\n\nEnd\n").blocks

    assert (first.text, first.place) == ("See the form.", "line 3")
    assert second.place == "line 5"


def test_front_matter_is_no_text() -> None:
    document = read("a.md", FRONT)

    assert (document.title, document.blocks[0].place) == ("Title", "line 4")


def test_windows_and_old_mac_files_read_alike() -> None:
    text = "# Título\n\n- ação\n"
    expected = [("heading", "", "Título"), ("item", "", "ação")]

    assert short(read("a.md", text.replace("\n", "\r\n").encode("utf-8-sig"))) == expected
    assert short(read("a.md", text.replace("\n", "\r").encode("cp1252"))) == expected
    assert short(read("a.md", text.encode("utf-16"))) == expected
