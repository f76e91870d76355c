"""Which date of a request is which: in tables, in sentences with several dates, in lists, day "
"first or month first."""

import pytest
from talks import document

from agent.brain.conflicts import conflicts as contradictions
from agent.brain.datelabels import labels
from agent.brain.keydates import key_dates
from agent.brain.outline import outline
from tests.tables import table

Q, A, D, N, S = "Questions until", "Answers by", "Proposal due", "Notice of award", "Work starts"


def dates(text: str, name: str = "rfp.md", language: str = "en") -> dict[str, str]:
    found, _ = key_dates(outline(document(name, text)), "pt" if language == "pt" else "en", "en")
    return {one.label: one.when for one in found}


def conflicts(text: str) -> tuple[str, ...]:
    return key_dates(outline(document("rfp.md", text)), "en", "en")[1]


@table(
    ("row", "label"),
    [
        ("clarification questions | 16 dec", Q),
        ("last day for requests for clarification | 19/02", Q),
        ("deadline to submit questions | january 6", Q),
        ("rfis due | 3 may", Q),
        ("bidder questions | ", Q),
        ("pedidos de esclarecimento | ", Q),
        ("answers posted | january 15", A),
        ("responses to questions | ", A),
        ("hfg answers | tue 22 dec", A),
        ("questions answered | ", A),
        ("publication of answers | ", A),
        ("respostas aos esclarecimentos | ", A),
        ("proposals due (rfp closing) | february 3", D),
        ("time limit for receipt of tenders | 05/03", D),
        ("response deadline | fri 22 jan", D),
        ("closing date | ", D),
        ("submission deadline | ", D),
        ("tender return date | ", D),
        ("recebimento das propostas ate | ", D),
        ("proposal submission | ", D),
        ("submission | ", D),
        ("anticipated notice of intent to award | march 19", N),
        ("contract award | ", N),
        ("award | ", N),
        ("planned start of contract | 1. july", S),
        ("contract start | ", S),
    ],
)
def test_a_row_is_known_by_its_name(row: str, label: str) -> None:
    assert labels(row, row=True) == (label,)


@table(
    "row",
    [
        "optional pre-proposal conference (zoom) | december 16",
        "bidders' conference | ",
        "intent to bid | fri 11 dec",
        "notice of intent to propose | ",
        "site visit | ",
        "oral demonstrations (top three) | week of march 1",
        "shortlist presentations | 8-10 feb",
        "tender validity | until 30/06",
        "visita tecnica | ",
        "kick-off | ",
        "project management plan | 30 days",
    ],
)
def test_other_steps_of_a_procurement_are_no_key_dates(row: str) -> None:
    assert labels(row, row=True) == ()


def test_dates_that_run_on_in_one_paragraph_keep_their_names() -> None:
    found = dates(
        "# Schedule\n\nRFP Issued May 3, 2027 Bidders Conference May 12, 2027, 10:00 a.m. CT Deadline to "
        "Submit Questions "
        "May 19, 2027, 4:00 p.m. CT Answers Posted May 28, 2027 Proposals Due June 18, 2027, 4:00 p.m. CT "
        "Anticipated "
        "Notice of Intent to Award July 9, 2027\n"
    )

    assert found == {
        D: "2027-06-18T16:00:00-05:00",
        Q: "2027-05-19T16:00:00-05:00",
        A: "2027-05-28",
        N: "2027-07-09",
        "Issued": "2027-05-03",
    }


@pytest.mark.parametrize(
    "sentence",
    [
        "Proposals are due March 5, 2027 and questions must be received by February 19, 2027.",
        "Questions must be received by February 19, 2027 and proposals are due March 5, 2027.",
        "By February 19, 2027 questions must be submitted; by March 5, 2027 proposals must be submitted.",
        "Questions may be submitted between February 1, 2027 and February 19, 2027. Proposals are due March 5, 2027.",
        "Questions close on 19 February 2027; tenders must reach us by 5 March 2027.",
        "Answers to questions received by February 19, 2027 follow. Proposals must arrive by March 5, 2027.",
    ],
)
def test_each_date_of_a_sentence_has_its_own_name(sentence: str) -> None:
    found = dates(f"# Dates\n\n{sentence}\n")

    assert (found[Q], found[D]) == ("2027-02-19", "2027-03-05")


def test_a_table_may_name_its_dates_in_the_row_above() -> None:
    found = dates(
        "# Dates\n\n| Questions due | Answers | Proposals due |\n|--|--|--|\n"
        "| April 6, 2027 | April 16, 2027 | May 7, 2027 |\n"
    )

    assert (found[Q], found[A], found[D]) == ("2027-04-06", "2027-04-16", "2027-05-07")


def test_a_row_without_a_year_is_near_the_other_dates() -> None:
    found = dates(
        "# Dates\n\nIssued: 30 November 2026\n\n| Step | When |\n|--|--|\n| Clarification questions | Wed "
        "16 Dec, 12 noon (GMT) |"
        "\n| Response deadline | Fri 22 Jan, 17:00 (GMT) |\n"
    )

    assert (found[Q], found[D]) == ("2026-12-16T12:00:00+00:00", "2027-01-22T17:00:00+00:00")


@pytest.mark.parametrize(("zone", "due"), [("CET", "2027-04-06T14:00:00+02:00"), ("ET", "2027-06-04T14:00:00-04:00")])
def test_where_it_comes_from_decides_which_number_is_the_month(zone: str, due: str) -> None:
    assert dates(f"# Dates\n\nTenders must be received by 06/04/2027, 14:00 {zone}.\n")[D] == due


def test_a_day_above_twelve_elsewhere_decides_it() -> None:
    assert dates("# Dates\n\nQuestions until 26/03/2027. Tenders are due 06/04/2027.\n")[D] == "2027-04-06"


def test_where_nothing_decides_the_owner_is_told() -> None:
    found, _ = key_dates(outline(document("rfp.md", "# Dates\n\nBids are due 06/04/2027.\n")), "en", "en")

    assert (found[0].when, found[0].note) == ("2027-06-04", "day and month could also be the other way round")


@pytest.mark.parametrize(
    "text",
    [
        "Tenders are due 5 March 2027, 14:00 CET. Opening of tenders: 8 March 2027.",
        "Proposals are due March 5, 2027. Intent to bid is due February 1, 2027.",
        "Proposals are due March 5, 2027. Proposals stay valid until June 30, 2027.",
        "Questions are due February 19, 2027. Responses to questions will be posted by February 26, 2027.",
        "Tenders are due 5 March 2027, 14:00 CET. Tenders received after 5 March 2027, 13:00 GMT are late.",
    ],
)
def test_different_things_do_not_contradict_each_other(text: str) -> None:
    assert conflicts(f"# Dates\n\n{text}\n") == ()


def test_two_days_for_one_thing_are_still_told() -> None:
    (told,) = conflicts("# Dates\n\nProposals are due March 5, 2027.\n\n# Terms\n\nProposals are due March 12, 2027.\n")

    assert "March 5, 2027" in told
    assert "March 12, 2027" in told


def test_the_opening_of_bids_is_not_the_day_they_are_due() -> None:
    found = dates(
        "# Datas\n\nRecebimento das propostas até 14/02/2027, às 18h00.\n\nAbertura da sessão pública: "
        "15/02/2027, às 09h00.\n",
        language="pt",
    )

    assert found[D] == "2027-02-14T18:00:00-03:00"


def test_a_part_of_the_proposal_has_a_limit_of_its_own() -> None:
    text = (
        "# Format\n\nThe technical proposal is limited to 40 pages. The technical approach must not exceed 15 pages.\n"
    )

    assert contradictions(outline(document("rfp.md", text)), "en") == ()


def test_two_limits_for_the_technical_proposal_are_told() -> None:
    text = (
        "# Format\n\nThe technical proposal is limited to 40 pages.\n\n# B\n\nA technical proposal has at "
        "most 30 pages.\n"
    )

    assert len(contradictions(outline(document("rfp.md", text)), "en")) == 1
