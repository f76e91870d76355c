"""The lines of a table that a PDF or a mail prints as bare text stay apart from the sentences around them."""

from agent.sources.plain import plain_blocks

SENTENCE = "The contractor shall report its results against these targets by the tenth day of each month of the term."
WRAPPED = (
    "The offices of the\nAuthority are in the long street beside the river, where the market is and boats are moored."
)


def test_short_lines_are_no_piece_of_a_sentence() -> None:
    text = f"1. Levels\nMonthly availability 99.5 percent\nReplacement of a device 5 days\n{SENTENCE}\n"
    assert [block.text for block in plain_blocks(text)] == [
        "Levels",
        "Monthly availability 99.5 percent",
        "Replacement of a device 5 days",
        SENTENCE,
    ]


def test_a_line_that_goes_on_is_joined_however_short() -> None:
    assert [block.text for block in plain_blocks(WRAPPED)] == [WRAPPED.replace("\n", " ")]


def test_narrow_texts_are_joined_as_before() -> None:
    narrow = "The pump of\nHarrow Lane\nwas mended."
    assert [block.text for block in plain_blocks(narrow)] == ["The pump of Harrow Lane was mended."]


def test_the_head_of_a_counted_table_may_end_with_a_short_word() -> None:
    text = "No. Deliverable Due Ref.\n1 Plan 15 days C.3\n2 Report 30 days C.4\n3 Handover 60 days C.5\n"
    assert [block.kind for block in plain_blocks(text)] == ["row"] * 4
