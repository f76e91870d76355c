"""A date belongs to its own deed; it is bargained over; two deeds of one sentence have a day each."""

from talks import deeds, notes, talk

from tests.tables import table


@table(
    ("said", "found"),
    [
        (
            "I'll do the staffing plan by the 18th and the pricing sheet by the 21st.",
            [("the staffing plan", "2026-12-18"), ("the pricing sheet", "2026-12-21")],
        ),
        (
            "I'll write the staffing plan by Friday, and the risk register next Tuesday.",
            [("write the staffing plan", "2026-12-04"), ("the risk register", "2026-12-08")],
        ),
        (
            "I'll send the CVs tomorrow and write the references by Friday.",
            [("send the CVs", "2026-12-01"), ("write the references", "2026-12-04")],
        ),
        (
            "I'll send a draft of the staffing plan by Friday and the final version by the 18th.",
            [("send a draft of the staffing plan", "2026-12-04")],
        ),
        ("I'll write the staffing plan by Friday and send it on Monday.", [("write the staffing plan", "2026-12-04")]),
        ("I'll have the cover letter drafted by January 15th.", [("the cover letter", "2027-01-15")]),
        ("I will have our references ready on Thursday.", [("our references", "2026-12-03")]),
        (
            "On Thursday I'll send the risk register, and on Monday the training plan.",
            [("send the risk register", "2026-12-03"), ("the training plan", "2026-12-07")],
        ),
        (
            "I'll do the risk register on Thursday and, by the end of the month, the training plan.",
            [("the risk register", "2026-12-03"), ("the training plan", "2026-11-30")],
        ),
        ("By Friday I'll write the staffing plan.", [("write the staffing plan", "2026-12-04")]),
        (
            "Até quinta eu mando o plano de equipe e até segunda o cronograma.",
            [("mando o plano de equipe", "2026-12-03"), ("o cronograma", "2026-12-07")],
        ),
        ("I'll send the CVs not on Friday but on Thursday.", [("send the CVs", "2026-12-03")]),
        ("Let me go down the list.", []),
        ("Let me share my screen, the deadline is the 15th of January.", []),
        (
            "I'll write the security requirements. I need to pull the audit letter from legal by Thursday.",
            [("write the security requirements", None), ("pull the audit letter from legal", "2026-12-03")],
        ),
        (
            "I'll take pricing. I have to finish it by Friday.",
            [("pricing", "2026-12-04")],
        ),
        ("I'll take pricing. We have to talk to the bank by Friday.", [("pricing", None)]),
        ("I'll take pricing. I have to renew my passport by Friday.", [("pricing", None)]),
        ("I'll take pricing. I have to finish another proposal by Friday.", [("pricing", None)]),
        ("I'll take pricing. I have to present at a fair on Thursday.", [("pricing", None)]),
        ("I'll do the staffing plan by Friday and we meet on Monday.", [("the staffing plan", "2026-12-04")]),
        ("I'll take pricing. You'll have it by Friday.", [("pricing", "2026-12-04")]),
        (
            "Faço o plano de equipe até sexta e a planilha de preços até o dia 10.",
            [("o plano de equipe", "2026-12-04"), ("a planilha de preços", "2026-12-10")],
        ),
    ],
)
def test_each_deed_has_its_own_day(said: str, found: list[tuple[str, str | None]]) -> None:
    assert [(c.what, c.due) for c in talk(f"Bob Lee: {said}").commitments] == found


@table(
    ("said", "due"),
    [
        (("Ana R: Monday is tight for you, say Tuesday.", "Bob Lee: Tuesday it is."), "2026-12-08"),
        (("Ana R: Let's say Tuesday.", "Bob Lee: Fine."), "2026-12-01"),
        (("Ana R: How about Wednesday?", "Bob Lee: Sure."), "2026-12-02"),
        (("Ana R: Could you make it Thursday?", "Bob Lee: Yes."), "2026-12-03"),
        (("Ana R: Can we have it on Thursday?", "Bob Lee: No, sorry, I can't."), "2026-12-07"),
        (("Ana R: Monday is too late. Better Thursday.", "Bob Lee: Okay."), "2026-12-03"),
        (("Bob Lee: Actually, Wednesday would be better.",), "2026-12-02"),
        (("Ana R: Would Friday work?", "Bob Lee: Friday works."), "2026-12-04"),
        (("Ana R: Vamos dizer terça.", "Bob Lee: Tá bom."), "2026-12-01"),
        (("Ana R: Pode ser quinta?", "Bob Lee: Pode ser."), "2026-12-03"),
        (("Ana R: Que tal sexta?", "Bob Lee: Sim."), "2026-12-04"),
        (("Bob Lee: Melhor quarta.",), "2026-12-02"),
        (("Ana R: Is Thursday realistic?", "Bob Lee: No, Friday."), "2026-12-04"),
        (("Ana R: Consegue antecipar para quinta?", "Bob Lee: Consigo."), "2026-12-03"),
        (("Ana R: Dá para ser quinta?", "Bob Lee: Dá."), "2026-12-03"),
        (("Ana R: Dá para ser quinta?", "Bob Lee: Não dá."), "2026-12-07"),
        (("Bob Lee: Can I have until Thursday?", "Ana R: Sure."), "2026-12-03"),
        (("Ana R: Our next meeting is on Friday.", "Bob Lee: Okay."), "2026-12-07"),
        (("Ana R: The customer will call on Thursday.", "Bob Lee: Good."), "2026-12-07"),
        (("Ana R: The proposal is due on the 18th.", "Bob Lee: Sure."), "2026-12-07"),
        (("Ana R: I'd say Thursday is the worst day.", "Bob Lee: Right."), "2026-12-07"),
        (("Ana R: I have Thursday off.", "Bob Lee: Okay."), "2026-12-07"),
        (("Ana R: And the call, Thursday?", "Bob Lee: Thursday works."), "2026-12-07"),
        (("Ana R: Thursday is a holiday.", "Bob Lee: Right."), "2026-12-07"),
    ],
)
def test_a_day_is_bargained_over(said: tuple[str, ...], due: str) -> None:
    kickoff = talk("Bob Lee: I'll write the staffing plan by next Monday.", *said)

    assert deeds(kickoff) == [("Bob Lee", "write the staffing plan", due)]


def test_a_deed_without_a_day_gets_the_one_that_was_asked_about() -> None:
    kickoff = talk("Bob Lee: I'll write the staffing plan. End of next week okay?", "Ana R: Okay, thank you Bob.")

    assert deeds(kickoff) == [("Bob Lee", "write the staffing plan", "2026-12-11")]


def test_an_estimate_is_a_day() -> None:
    kickoff = talk("Bob Lee: I'll write the staffing plan. I'd say in two weeks.")

    assert deeds(kickoff) == [("Bob Lee", "write the staffing plan", "2026-12-14")]


def test_an_action_may_hold_two_deeds() -> None:
    kickoff = notes(
        "# Kickoff 2026-11-30\n\nAttendees: Bob Lee; Ana Ribeiro\n\n"
        "ACTION: Bob Lee to write the staffing plan by Friday and the risk register by 12 December\n"
    )

    assert deeds(kickoff) == [
        ("Bob Lee", "write the staffing plan", "2026-12-04"),
        ("Bob Lee", "the risk register", "2026-12-12"),
    ]
