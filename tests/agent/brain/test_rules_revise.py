"""The owner's changes in words."""

import pytest
from talks import ANA, ANA_PT, RFP, task

from agent.brain.interface import Owner
from agent.brain.rules import RulesBrain
from agent.wire import Draft

BRAIN = RulesBrain()
DRAFT = BRAIN.brief(task("State the RTO and the RPO.", "Name every component."), RFP, ANA)
OUTSIDE = BRAIN.brief(task("State the RTO.", is_external=True), RFP, ANA)


def revised(words: str, draft: Draft = DRAFT, owner: Owner = ANA) -> Draft:
    after = BRAIN.revise(draft, words, owner)
    assert after is not None, words
    assert after.version == draft.version + 1
    assert (after.draft_id, after.to) == (draft.draft_id, draft.to)
    return after


@pytest.mark.parametrize(
    ("words", "now_says"),
    [
        ("make it shorter", "You have “Technical Approach” for Contoso."),
        ("more formal please", "Dear Joe Miller,"),
        ("a bit friendlier", "Thanks for taking “Technical Approach”"),
        ("in Portuguese", "Olá, Joe,"),
        ("mais curto", "You have “Technical Approach” for Contoso."),
        ("shorter and in Portuguese", "Você está com “Technical Approach” para Contoso."),
        ("add: We have a call on Thursday.", "We have a call on Thursday."),
        ("mention that the customer prefers PDF", "The customer prefers PDF."),
        ("address her as Dr. Miller", "Hi Dr. Miller,"),
        ('replace "your draft" with "your text"', "Please send me your text by then."),
    ],
)
def test_a_clear_change_is_made(words: str, now_says: str) -> None:
    assert now_says in revised(words).body


@pytest.mark.parametrize(
    "words",
    [
        "make it sparkle",
        "",
        "change the due date to Friday",
        "remove the thing about dragons",
        "in English",
        "do it better",
        "no",
    ],
)
def test_what_is_not_certain_is_asked(words: str) -> None:
    assert BRAIN.revise(DRAFT, words, ANA) is None


def test_a_new_due_date_changes_words_and_field() -> None:
    after = revised("change the due date to December 15")

    assert after.due_at == "2026-12-15"
    assert "Tuesday, December 15, 2026" in after.body
    assert "December 3" not in after.body


def test_a_removed_point_leaves_the_requirements_too() -> None:
    after = revised("remove the point about the RTO")

    assert after.requirements == ("Name every component.",)
    assert "RTO" not in after.body


def test_added_words_survive_a_change_of_tone() -> None:
    after = revised("make it shorter", revised("add: We have a call on Thursday."))

    assert after.version == 3
    assert after.body.endswith("We have a call on Thursday.\n\nAna Ribeiro")


def test_a_text_edited_by_hand_is_not_written_over() -> None:
    edited = DRAFT.model_copy(update={"body": "Joe, please call me. Ana"})

    assert BRAIN.revise(edited, "make it shorter", ANA) is None


def test_added_words_are_not_translated() -> None:
    assert BRAIN.revise(revised("add: We have a call on Thursday."), "in Portuguese", ANA) is None


def test_teams_is_for_people_inside() -> None:
    assert revised("send it by mail").channel == "mail"
    assert BRAIN.revise(OUTSIDE, "send it via Teams", ANA) is None


def test_exclamation_marks_do_not_come_in_through_the_back_door() -> None:
    assert "!" not in revised("add: Thanks a lot!").body


def test_a_portuguese_owner_is_understood() -> None:
    draft = BRAIN.brief(task("Informar o prazo."), RFP, ANA_PT)

    assert revised("mude o prazo para 15/12/2026", draft, ANA_PT).due_at == "2026-12-15"
    assert "Prezado(a) Joe Miller," in revised("mais formal", draft, ANA_PT).body
    assert (
        "Dear" in revised("mais formal e em inglês", draft, ANA_PT).body
        or "Hi" in revised("em inglês", draft, ANA_PT).body
    )
