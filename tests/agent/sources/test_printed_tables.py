"""Tables that come as bare lines, as a PDF gives them."""

from files import read

SCHEDULE = """Event Date
Tender published 3 May 2027
Questions from bidders 17 May 2027, 12:00 CET
Answers published 24 May 2027
Deadline for tenders 7 June 2027, 14:00 CET
The opening is not public.
"""


def test_each_event_of_a_schedule_is_a_row_with_its_date() -> None:
    assert [b.cells for b in read("a.txt", SCHEDULE).blocks] == [
        ("Event Date",),
        ("Tender published", "3 May 2027"),
        ("Questions from bidders", "17 May 2027, 12:00 CET"),
        ("Answers published", "24 May 2027"),
        ("Deadline for tenders", "7 June 2027, 14:00 CET"),
        (),
    ]


def test_a_schedule_may_be_portuguese() -> None:
    text = (
        "Publicação do edital 03/05/2027\nPedidos de esclarecimento 17/05/2027 às 18h00\nAbertura das propostas "
        "7 de junho de 2027, 9h\n"
    )

    assert [b.cells[-1] for b in read("a.txt", text).blocks] == [
        "03/05/2027",
        "17/05/2027 às 18h00",
        "7 de junho de 2027, 9h",
    ]


def test_what_people_do_until_a_day_is_no_schedule() -> None:
    text = "Ana writes the plan 3 May 2027\nRui draws the maps 4 May 2027\nEva counts the rooms 5 May 2027\n"

    assert not [b for b in read("a.txt", text).blocks if b.kind == "row"]


def test_criteria_with_their_points_are_rows() -> None:
    text = "Criterion Points\nQuality of the concept 40\nTeam 25\nPrice 35\nTotal 100\n\nThank you.\n"

    assert [b.cells for b in read("a.txt", text).blocks][:3] == [
        ("Criterion Points",),
        ("Quality of the concept", "40"),
        ("Team", "25"),
    ]


def test_numbers_without_a_head_that_says_points_are_text() -> None:
    text = "Our offices\nLisbon has room 40\nPorto has room 25\nFaro has room 35\n"

    assert not [b for b in read("a.txt", text).blocks if b.kind == "row"]


def test_a_requirement_between_its_id_and_its_class_is_a_row() -> None:
    text = (
        "Id Requirement M/O\nR-01 The system must open within two seconds on every device that is\nin use today. M\n"
        "R-02 Shows a map. O\nR-03 The system must print. M\n3 Next\n"
    )

    assert [b.cells for b in read("a.txt", text).blocks if b.kind == "row"] == [
        ("R-01", "The system must open within two seconds on every device that is in use today.", "M"),
        ("R-02", "Shows a map.", "O"),
        ("R-03", "The system must print.", "M"),
    ]


def test_an_id_that_a_narrow_column_broke_is_whole_again() -> None:
    text = "Id Need Class\nKB-\n1 Keys light up in the dark.\nMandatory\nKB-\n2 Keys are quiet Optional\nKB-\n"
    blocks = read("a.txt", text).blocks

    assert [b.cells for b in blocks if b.kind == "row"] == [
        ("KB-1", "Keys light up in the dark.", "Mandatory"),
        ("KB-2", "Keys are quiet", "Optional"),
    ]
    assert blocks[-1].text == "KB-"


def test_a_list_of_contents_without_dots_is_left_out() -> None:
    text = (
        "Table of Contents\n1 Keys 2\n1.1 Light 2\n"
        "2 Prices of the keys and of\nall spare parts 3\n3 Rules 12\n\n1 Keys\nText.\n"
    )

    assert [(b.number, b.text) for b in read("a.txt", text).blocks if b.kind == "heading"][-1] == ("1", "Keys")
    assert not [b for b in read("a.txt", text).blocks if "12" in b.text]


def test_lines_that_end_with_numbers_elsewhere_stay() -> None:
    assert [b.text for b in read("a.txt", "Contents\n\nWe have 2 keys and 12\nlocks.\n").blocks][
        -1
    ] == "We have 2 keys and 12 locks."
