"""Headings of a PDF that only their letters show."""

from agent.sources.pdf import paged_blocks
from agent.sources.typeset import BOLD, Line, Page, outstanding


def page(*lines: tuple[str, float, bool]) -> Page:
    return Page("\n".join(text for text, _, _ in lines), tuple(Line(*one) for one in lines))


BODY = "The supplier must wash each bus inside and outside at least once in every week."
LEAFLET = page(
    ("Bus washing", 20.0, True),
    ("for the northern", 20.0, True),
    ("depots", 20.0, True),
    ("What we need", 13.0, True),
    (BODY, 10.0, False),
    (BODY, 10.0, False),
    ("Brushes", 10.0, True),
    (BODY, 10.0, False),
    ("Note:", 10.0, True),
    ("We wash at night.", 10.0, True),
    (BODY, 10.0, False),
    ("2. How to bid", 13.0, True),
    (BODY, 10.0, False),
)


def test_larger_lines_are_marked_by_their_size_and_bold_ones_last() -> None:
    (marks,) = outstanding([LEAFLET])

    assert {text: level for text, level in marks.items() if text in ("What we need", "Brushes", "Bus washing")} == {
        "Bus washing": 1,
        "What we need": 2,
        "Brushes": BOLD,
    }
    assert BODY not in marks


def test_they_become_headings_and_a_long_one_stays_whole() -> None:
    blocks = paged_blocks([LEAFLET])

    assert [(b.level, b.number, b.text) for b in blocks if b.kind == "heading"] == [
        (1, "", "Bus washing for the northern depots"),
        (2, "", "What we need"),
        (6, "", "Brushes"),
        (2, "2", "How to bid"),
    ]
    assert ("paragraph", "", "Note:") in [(b.kind, b.number, b.text[:5]) for b in blocks]


def test_a_page_whose_letters_are_not_known_is_read_as_before() -> None:
    assert outstanding([Page("Bus washing\nIt is short.")]) == [{}]


def test_lines_behind_a_colon_are_a_list_though_their_marks_were_lost() -> None:
    text = "The supplier must:\nwash the roof;\nwash the\nfloor; and\ndry the seats.\nWe pay each month.\n"

    assert [(b.kind, b.text) for b in paged_blocks([Page(text)])] == [
        ("paragraph", "The supplier must:"),
        ("item", "wash the roof;"),
        ("item", "wash the floor; and"),
        ("item", "dry the seats."),
        ("paragraph", "We pay each month."),
    ]


def test_the_bold_names_of_columns_are_no_heading() -> None:
    lines = (
        ("Id Need Class", 10.0, True),
        ("T-1 Tents are green M", 10.0, False),
        (BODY, 10.0, False),
        (BODY, 10.0, False),
    )
    blocks = paged_blocks([page(*lines)])

    assert [b.kind for b in blocks] == ["paragraph", "row", "paragraph"]
    assert blocks[1].cells == ("T-1", "Tents are green", "M")
