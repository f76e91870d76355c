"""Criteria with their weights, and limits of pages, in the many ways they are written."""

import pytest
from talks import document

from agent.brain.conflicts import conflicts
from agent.brain.outline import Part, outline
from agent.brain.terms import criteria, limits
from tests.tables import table


def parts(text: str) -> list[Part]:
    return outline(document("rfp.md", text))


@table(
    "sentence",
    [
        "The bid must not exceed 40 (forty) pages.",
        "Each CV is limited to two pages.",
        "Summary (max. 2 pages)",
        "Plan of the work (10 pages)",
        "Answers of no longer than 500 words are welcome.",
        "A proposta não deverá ultrapassar 30 (trinta) páginas.",
        "O plano terá no máximo dez laudas.",
        "Keep the concept within 12 A4 pages.",
    ],
)
def test_a_limit_may_be_written_in_words_or_in_brackets(sentence: str) -> None:
    assert limits(parts(f"# 2 Form\n\n{sentence}\n")) == (sentence,)


@pytest.mark.parametrize("sentence", ["The manual has 300 pages.", "See page 12.", "Two people read the pages."])
def test_pages_that_limit_nothing_are_no_limit(sentence: str) -> None:
    assert limits(parts(f"# 2 Form\n\n{sentence}\n")) == ()


def test_weights_at_the_end_of_items_make_criteria() -> None:
    text = "# 6 Evaluation\n\nWe score so:\n\n- Concept – 50%\n- Team: 20 %\n- Price (30 points)\n- Good luck\n"

    assert criteria(parts(text)) == ("Concept — 50%", "Team — 20 %", "Price — 30 points")


def test_percent_outside_the_evaluation_is_no_criterion() -> None:
    assert criteria(parts("# 3 Needs\n\n- Availability – 99%\n")) == ()


def test_only_the_head_of_a_table_makes_its_rows_criteria() -> None:
    text = "# 3 Needs\n\n| Id | Need |\n|--|--|\n| 1 | Loyalty points |\n| 2 | Ten tills at 3 gates |\n"

    assert criteria(parts(text)) == ()


def test_the_total_of_a_table_is_no_criterion() -> None:
    text = "# 6 Award\n\n| Criterion | Max. score |\n|--|--|\n| Price | 60 |\n| Quality | 40 |\n| Total | 100 |\n"

    assert criteria(parts(text)) == ("Price — 60", "Quality — 40")


def test_a_part_of_the_proposal_may_be_shorter_than_the_whole() -> None:
    text = "# 2 Form\n\nThe technical proposal has at most 50 pages.\n\n- Technical approach (20 pages)\n"

    assert conflicts(parts(text), "en") == ()
