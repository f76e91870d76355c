"""The owner's changes in words."""

from datetime import UTC, datetime

import pytest
from talks import ANA, ANA_PT, RFP, task

from agent.brain import changes, letters, revise
from agent.brain.interface import Owner
from agent.wire import Draft
from tests.tables import table

DRAFT = letters.brief(task("State the RTO and the RPO.", "Name every component."), RFP, ANA)
OUTSIDE = letters.brief(task("State the RTO.", is_external=True), RFP, ANA)


def revised(words: str, draft: Draft = DRAFT, owner: Owner = ANA) -> Draft:
    after = revise.revise(draft, words, owner)
    assert after is not None, words
    assert after.version == draft.version + 1
    assert (after.draft_id, after.to) == (draft.draft_id, draft.to)
    return after


@table(
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
    assert revise.revise(DRAFT, words, ANA) is None


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

    assert revise.revise(edited, "make it shorter", ANA) is None


def test_added_words_are_not_translated() -> None:
    assert revise.revise(revised("add: We have a call on Thursday."), "in Portuguese", ANA) is None


def test_teams_is_for_people_inside() -> None:
    assert revised("send it by mail").channel == "mail"
    assert revise.revise(OUTSIDE, "send it via Teams", ANA) is None


def test_exclamation_marks_do_not_come_in_through_the_back_door() -> None:
    assert "!" not in revised("add: Thanks a lot!").body


def test_a_portuguese_owner_is_understood() -> None:
    draft = letters.brief(task("Informar o prazo."), RFP, ANA_PT)

    assert revised("mude o prazo para 15/12/2026", draft, ANA_PT).due_at == "2026-12-15"
    assert "Prezado(a) Joe Miller," in revised("mais formal", draft, ANA_PT).body
    assert (
        "Dear" in revised("mais formal e em inglês", draft, ANA_PT).body
        or "Hi" in revised("em inglês", draft, ANA_PT).body
    )


FIVE = (
    "The vendor shall describe the target architecture and name every component with its version.",
    "The platform must process at least 400 orders per minute.",
    "a rollback plan for the cutover weekend",
    "The vendor must hold a valid ISO 27001 certificate and attach a copy.",
    "The vendor shall describe the penalties it accepts when service levels are missed.",
)
TUESDAY = datetime(2026, 12, 1, 10, tzinfo=UTC)


def test_shorter_keeps_every_requirement_and_the_date_and_is_shorter() -> None:
    long = letters.brief(task(*FIVE), RFP, ANA)
    short = revised("make it shorter", long)

    assert short.body == (
        "Hi Joe,\n\nYou have “Technical Approach” for Contoso. "
        "Please send me your draft by Thursday, December 3, 2026. Points to cover:\n\n"
        "- Describe the target architecture and name every component with its version\n"
        "- The platform must process at least 400 orders per minute\n"
        "- Rollback plan for the cutover weekend\n"
        "- Hold a valid ISO 27001 certificate and attach a copy\n"
        "- The vendor shall describe the penalties it accepts when service levels are missed\n\nAna Ribeiro"
    )
    assert short.requirements == FIVE
    assert len(short.body) < 0.85 * len(long.body)


def test_an_external_brief_is_shorter_in_two_paragraphs() -> None:
    short = revised("it is too long", OUTSIDE)

    assert short.body == (
        "Dear Joe Miller,\n\nPlease send us your part of our response to Contoso, “Technical Approach”, "
        "by Thursday, December 3, 2026. Points to cover:\n\n- State the RTO\n\nKind regards,\nAna Ribeiro"
    )


def test_a_point_can_be_taken_out_of_a_shortened_brief() -> None:
    short = revised("shorter", letters.brief(task(*FIVE), RFP, ANA))

    assert revised("remove the point about the rollback", short).requirements == (*FIVE[:2], *FIVE[3:])


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("due Friday", "2026-12-04"),
        ("make it due next Friday", "2026-12-11"),
        ("change the due date to Friday", "2026-12-04"),
        ("due Friday, 11 December", "2026-12-11"),
        ("the deadline is Friday", "2026-12-04"),
        ("até sexta", "2026-12-04"),
        ("mude o prazo para sexta da semana que vem", "2026-12-11"),
    ],
)
def test_a_weekday_is_certain_when_the_moment_is_known(words: str, day: str) -> None:
    after = revise.revise(DRAFT, words, ANA, TUESDAY)

    assert after is not None
    assert after.due_at == day
    assert f"December {int(day[-2:])}, 2026" in after.body
    assert revise.revise(DRAFT, "due Friday", ANA) is None


@pytest.mark.parametrize("words", ["due Tuesday", "due next week", "due 2026-11-20", "until the customer answers"])
def test_a_day_that_could_be_another_is_asked(words: str) -> None:
    assert revise.revise(DRAFT, words, ANA, TUESDAY) is None


def test_a_brief_without_a_date_can_be_given_one() -> None:
    after = revise.revise(letters.brief(task("State the RTO.", due_at=None), RFP, ANA), "due Friday", ANA, TUESDAY)

    assert after is not None
    assert "It is due on Friday, December 4, 2026." in after.body
    assert "No due date" not in after.body


def test_by_mail_is_a_channel_and_no_date() -> None:
    after = revise.revise(DRAFT, "by email please", ANA, TUESDAY)

    assert after is not None
    assert (after.channel, after.due_at) == ("mail", "2026-12-03")


@table(
    "words",
    [
        "don't make it shorter",
        "not so formal please",
        "não precisa ser tão formal",
        "o texto está muito formal",
        "too friendly",
        "more formal but shorter",
        "friendlier and shorter",
        "shorter, except the list",
        "don't send it by mail",
        "tell her I sent the spec by mail",
        "don't change the subject to: Plan",
        "never call her Joana",
        "remove Joe",
        "remove Ana Ribeiro",
        "add: please send it by Friday",
        "mention that we need it by Friday",
        "due Friday unless she objects",
        "make it shorter if she is external",
        "shorter than the one for Tom, who prefers Portuguese",
    ],
)
def test_a_no_or_half_a_wish_is_asked_and_not_turned_round(words: str) -> None:
    assert revise.revise(DRAFT, words, ANA, TUESDAY) is None


@pytest.mark.parametrize("words", ["say that the deadline is Friday", "tell her that the due date is Friday"])
def test_a_deadline_that_is_to_be_told_is_the_deadline(words: str) -> None:
    after = revise.revise(DRAFT, words, ANA, TUESDAY)

    assert after is not None
    assert after.due_at == "2026-12-04"
    assert "December 3" not in after.body


@pytest.mark.parametrize("words", ["by mail, not Teams", "please send it by email instead of Teams", "pelo e-mail"])
def test_the_other_channel_may_be_named(words: str) -> None:
    assert revised(words).channel == "mail"


def test_words_to_be_added_may_hold_a_no() -> None:
    assert "She must not share this." in revised("add that she must not share this").body
    assert "We do not need prices." in revised("add: we do not need prices").body


@table(
    ("words", "plain"),
    [
        ("make it a bit shorter please", True),
        ("a little friendlier", True),
        ("in Portuguese", True),
        ("mais curto e em português", True),
        ("by mail, not Teams", True),
        ("is friendly", False),
        ("shorter than Tom's", False),
        ("add: hello", False),
        ("we need a shorter list of suppliers", False),
    ],
)
def test_a_change_that_needs_no_more_words_is_told(words: str, plain: bool) -> None:
    assert changes.is_plain(words) is plain
