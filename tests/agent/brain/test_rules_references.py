"""“It”, a date without a deed, and a yes: words that lean on what was said before."""

import pytest
from talks import deeds, talk

PRICING = "Bob Lee: I'll take pricing."


@pytest.mark.parametrize(
    "said",
    [
        "I will own pricing, and I'll deliver it by next Wednesday.",
        "I will own pricing and deliver it by next Wednesday.",
        "I'll take pricing. I can have a first draft ready by next Wednesday.",
        "I'll take pricing. Give me until next Wednesday.",
        "I'll take pricing. You will have the price sheet by Wednesday, 9 December.",
        "I'll take pricing; it will be ready by next Wednesday.",
        "I'll take pricing. Next Wednesday.",
    ],
)
def test_one_deed_and_its_date_are_one_commitment(said: str) -> None:
    assert deeds(talk(f"Bob Lee: {said}")) == [("Bob Lee", "pricing", "2026-12-09")]


@pytest.mark.parametrize(
    "said",
    [
        "Fico com os preços e entrego isso até sexta.",
        "Fico com os preços. Entrego até sexta.",
        "Fico com os preços, mando eles até sexta.",
        "Fico com os preços. Vou entregá-los até sexta.",
    ],
)
def test_portuguese_pronouns_point_back_too(said: str) -> None:
    assert deeds(talk(f"Bruno Dias: {said}")) == [("Bruno Dias", "os preços", "2026-12-04")]


@pytest.mark.parametrize(
    ("asked", "answer", "day"),
    [
        ("Great, when?", "Friday next week.", "2026-12-11"),
        ("By when?", "I'll send it by Tuesday.", "2026-12-01"),
        ("Is Friday possible?", "Yes, no problem.", "2026-12-04"),
        ("Bob, can you have that by Friday?", "Sure.", "2026-12-04"),
        ("Bob, can you have that by Friday?", "Sure, but Tuesday next week is more realistic.", "2026-12-08"),
    ],
)
def test_a_date_may_come_with_the_answer(asked: str, answer: str, day: str) -> None:
    assert deeds(talk(PRICING, f"Ana R: {asked}", f"Bob Lee: {answer}")) == [("Bob Lee", "pricing", day)]


@pytest.mark.parametrize(
    "said",
    [
        "I am travelling on Thursday.",
        "Proposals are due by 18 December.",
        "The technical section is due by Friday.",
        "We met the customer on Friday.",
        "See you on Thursday.",
        "I can't do it by Friday.",
        "The workshop is on Thursday.",
    ],
)
def test_a_date_of_something_else_is_no_due_date(said: str) -> None:
    assert deeds(talk(f"{PRICING} {said}")) == [("Bob Lee", "pricing", None)]


@pytest.mark.parametrize(
    "said",
    [
        "Actually, make it Friday next week, I am travelling on Thursday.",
        "I am travelling on Thursday, so let's make it Friday next week.",
        "Sorry, let's say Friday next week instead of Thursday.",
    ],
)
def test_a_correction_moves_the_date_and_keeps_the_first_quote(said: str) -> None:
    (only,) = talk("Sam Oka: I'll do the staffing plan. Give me until Thursday.", f"Sam Oka: {said}").commitments

    assert (only.what, only.due, only.due_as_written) == ("the staffing plan", "2026-12-11", "Friday next week")
    assert only.quote == "I'll do the staffing plan."


def test_a_correction_of_the_customers_date_moves_nobodys() -> None:
    assert deeds(talk(PRICING, "Ana R: Actually, the proposal is due on 18 December.")) == [
        ("Bob Lee", "pricing", None)
    ]


@pytest.mark.parametrize(
    ("asked", "answer", "expected"),
    [
        ("Security requirements?", "I'll take it by Friday.", ("Security requirements", "2026-12-04")),
        ("Who takes pricing?", "Me.", ("pricing", None)),
        ("Who takes pricing?", "I can, by Friday.", ("pricing", "2026-12-04")),
        ("Can someone write the staffing plan?", "I'll do it. Next Wednesday.", ("the staffing plan", "2026-12-09")),
        ("Quem fica com os preços?", "Deixa comigo.", ("os preços", None)),
    ],
)
def test_what_was_asked_for_is_what_it_means(asked: str, answer: str, expected: tuple[str, str | None]) -> None:
    assert deeds(talk(f"Ana R: {asked}", f"Mei Tan: {answer}")) == [("Mei Tan", *expected)]


def test_it_without_anything_before_it_is_said_and_not_made_up() -> None:
    kickoff = talk("Mei Tan: I'll do it by Friday.")

    assert deeds(kickoff) == []
    assert kickoff.unresolved == ("It is not clear what is meant by “I'll do it by Friday.” (kickoff.vtt, 00:00:00).",)


def test_both_means_all_that_was_just_named() -> None:
    kickoff = talk("Ana R: Bob Lee will take pricing and Cy Dee will take staffing. Both are due on Friday.")

    assert [c.due for c in kickoff.commitments] == ["2026-12-04", "2026-12-04"]


LENA = "Ana Souza: Lena from Fabrikam will own the security requirements, due next Tuesday. Lena, is that right?"


def test_a_colleague_of_another_firm_is_named_with_the_firm() -> None:
    (only,) = talk(LENA, "Lena Fischer: Yes, that works for us.").commitments

    assert (only.owner, only.section_id, only.due) == ("Lena Fischer", "s5", "2026-12-08")


def test_who_was_named_and_says_no_has_taken_on_nothing() -> None:
    kickoff = talk(LENA, "Lena Fischer: No, sorry, we can't.")

    assert deeds(kickoff) == []
    assert kickoff.unresolved[0].startswith("Lena Fischer was named, but said no:")


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("Security is on me, and you'll have it by next Wednesday.", "Security"),
        ("I own security. Deadline next Wednesday.", "security"),
        ("I'll take security; give me until next Wednesday.", "security"),
        ("I'll take security and hand it to the team by next Wednesday.", "security"),
    ],
)
def test_there_are_many_ways_to_take_a_part(said: str, what: str) -> None:
    assert deeds(talk(f"Bob Lee: {said}")) == [("Bob Lee", what, "2026-12-09")]


def test_two_sections_in_one_breath_are_two_commitments() -> None:
    kickoff = talk("Bob Lee: I'll take pricing and the staffing plan. Both by Friday.")

    assert [(c.what, c.section_id, c.due) for c in kickoff.commitments] == [
        ("pricing", "s2", "2026-12-04"),
        ("the staffing plan", "s3", "2026-12-04"),
    ]


def test_reviewing_it_is_a_deed_of_its_own_and_no_second_owner() -> None:
    kickoff = talk("Bob Lee: I'll take pricing by Friday, and Cy Dee will review it on Monday next week.")

    assert deeds(kickoff) == [("Bob Lee", "pricing", "2026-12-04"), ("Cy Dee", "review pricing", "2026-12-07")]
    assert kickoff.conflicts == ()


def test_a_date_proposed_by_one_is_moved_by_the_others_yes() -> None:
    kickoff = talk(
        "Sam Oka: I'll do the staffing plan by Thursday.",
        "Ana R: Sam, can we move that to Wednesday?",
        "Sam Oka: Sure.",
    )

    assert deeds(kickoff) == [("Sam Oka", "the staffing plan", "2026-12-02")]


def test_a_portuguese_colleague_of_another_firm_says_yes() -> None:
    kickoff = talk(
        "Ana Souza: A Lena da Fabrikam vai cuidar da segurança até sexta. Certo, Lena?", "Lena Fischer: Sim."
    )

    assert deeds(kickoff) == [("Lena Fischer", "cuidar da segurança", "2026-12-04")]


@pytest.mark.parametrize("said", ["Let me know by Friday if you disagree.", "The customer answers until Friday."])
def test_what_others_do_by_a_day_is_no_due_date(said: str) -> None:
    assert deeds(talk(f"{PRICING} {said}")) == [("Bob Lee", "pricing", None)]
