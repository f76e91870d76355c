"""Asked and agreed, refused, moved to somebody else, taken back: how a deed finds and loses its owner in talk."""

import pytest
from talks import deeds, notes, talk

from agent.brain.assent import agrees, refuses, takes_back
from agent.brain.people import Person, Roster
from agent.brain.requested import asked_of_one
from tests.tables import table

ROSTER = Roster([Person("Nora Falk"), Person("Robert Hale"), Person("Ines Prado")])
HELLO = ("Nora Falk: Hello.", "Robert Hale: Hello.", "Ines Prado: Hello.")


@table(
    ("sentence", "who", "what"),
    [
        ("Robert, please also send the three letters by Monday.", "Robert Hale", "send the three letters by Monday"),
        ("Please compile the CVs, Robert.", "Robert Hale", "compile the CVs"),
        ("So, Bob, I need the price sheet from you by Friday.", "Robert Hale", "the price sheet by Friday"),
        ("The references are yours, Ines.", "Ines Prado", "The references"),
        ("Ines, would you mind taking the summary?", "Ines Prado", "taking the summary"),
        ("Robert, you take the staffing plan.", "Robert Hale", "take the staffing plan"),
        ("How about Ines for the risk register?", "Ines Prado", "the risk register"),
        ("Let's move the price sheet over to Robert.", "Robert Hale", "the price sheet"),
        ("And the data plan, Ines?", "Ines Prado", "the data plan"),
        (
            "Então, Ines, por favor, protocola as perguntas até quinta.",
            "Ines Prado",
            "protocola as perguntas até quinta",
        ),
        ("Ines, você consegue pegar o cronograma?", "Ines Prado", "pegar o cronograma"),
        ("Robert, o cronograma é seu, até dia 18.", "Robert Hale", "o cronograma, até dia 18"),
        ("Melhor a Ines ficar com o cronograma.", "Ines Prado", "ficar com o cronograma"),
        ("Robert, preciso que você revise a minuta.", "Robert Hale", "revise a minuta"),
    ],
)
def test_a_request_names_one_person_and_a_thing(sentence: str, who: str, what: str) -> None:
    asked = asked_of_one(sentence, ROSTER)

    assert asked is not None
    assert (asked.who, asked.what) == ((who,), what)


@pytest.mark.parametrize(
    "sentence",
    [
        "Robert, thanks for that.",
        "Stella, can you take pricing?",
        "Robert wrote the last one.",
        "Is that clear, Robert?",
        "Did you sleep well, Ines?",
        "Who takes pricing?",
        "Please mute yourselves.",
    ],
)
def test_what_asks_nobody_for_anything_is_no_request(sentence: str) -> None:
    asked = asked_of_one(sentence, ROSTER)

    assert asked is None or asked.what == ""


@pytest.mark.parametrize(
    "said", ["Will do.", "Got it.", "Yep, fine.", "Tá certo.", "Por mim tudo bem.", "Okay, Friday."]
)
def test_a_yes_is_one(said: str) -> None:
    assert agrees(said)
    assert not refuses(said)


@pytest.mark.parametrize(
    "said",
    [
        "Honestly, no, I can't.",
        "I really don't have the time this month.",
        "Olha, esse mês está complicado.",
        "Não vou conseguir, estou de férias.",
        "I'd rather not.",
        "Yes, but I'm swamped.",
    ],
)
def test_a_no_is_none(said: str) -> None:
    assert refuses(said)
    assert not agrees(said)


@pytest.mark.parametrize(
    "said", ["I can't wait.", "I can't remember.", "Can't we ask them?", "No problem.", "I can take it."]
)
def test_not_every_cannot_takes_something_back(said: str) -> None:
    assert not takes_back(said)


@table(
    ("asked", "answer", "found"),
    [
        ("Robert, please send the letters by Monday.", "Will do.", [("Robert Hale", "send the letters", "2026-12-07")]),
        ("And the data plan? Ines?", "Sure, by Friday.", [("Ines Prado", "the data plan", "2026-12-04")]),
        ("Cost sheet. Let's give it to Robert.", "Okay.", [("Robert Hale", "Cost sheet", None)]),
        (
            "Robert and Ines, could you two take the quality plan?",
            "Yes, we can.",
            [("Robert Hale", "the quality plan", None), ("Ines Prado", "the quality plan", None)],
        ),
        ("Ines, o cronograma é seu, até dia 18.", "Combinado.", [("Ines Prado", "o cronograma", "2026-12-18")]),
        ("Robert, please send the letters by Monday.", "Honestly, no, I can't.", []),
        ("Robert, você assume o cronograma?", "Esse mês está complicado.", []),
        ("Robert should probably do the staffing plan.", "Let me think about it.", []),
    ],
)
def test_what_is_asked_for_is_owned_once_it_is_agreed_to(
    asked: str, answer: str, found: list[tuple[str, str, str | None]]
) -> None:
    who = "Ines Prado" if "Ines" in asked and "Robert" not in asked else "Robert Hale"

    assert deeds(talk(*HELLO, f"Nora Falk: {asked}", f"{who}: {answer}")) == found


def test_a_joke_in_between_does_not_hide_the_answer() -> None:
    found = talk(*HELLO, "Nora Falk: Robert, please compile the CVs.", "Ines Prado: Poor you!", "Robert Hale: Sure.")

    assert deeds(found) == [("Robert Hale", "compile the CVs", None)]


def test_a_deed_moves_to_somebody_else_with_its_date() -> None:
    english = talk(
        *HELLO,
        "Robert Hale: I'll do the pricing by Friday.",
        "Nora Falk: Robert is overloaded, so Ines takes the pricing instead.",
        "Ines Prado: Fine.",
    )
    portuguese = talk(
        *HELLO,
        "Robert Hale: Eu fico com o cronograma até quarta.",
        "Nora Falk: Melhor a Ines ficar com o cronograma, o Robert já tem coisa demais.",
        "Ines Prado: Por mim tudo bem.",
    )

    assert deeds(english) == [("Ines Prado", "the pricing", "2026-12-04")]
    assert deeds(portuguese) == [("Ines Prado", "o cronograma", "2026-12-02")]


@pytest.mark.parametrize(
    "more",
    [
        "Robert Hale: Actually no, scratch that, I can't.",
        "Robert Hale: Sorry, I can't do the warranty section after all.",
        "Nora Falk: No need, they have dropped it.",
        "Nora Falk: The warranty section has been taken out.",
        "Robert Hale: Não vou conseguir.",
    ],
)
def test_a_deed_taken_back_or_no_longer_needed_is_nobodys(more: str) -> None:
    found = talk(*HELLO, "Robert Hale: I'll do the warranty section.", more)

    assert deeds(found) == []
    assert len(found.unresolved) == 1


@pytest.mark.parametrize(
    "more",
    [
        "Robert Hale: I can't wait.",
        "Robert Hale: I can't make the call on Thursday.",
        "Nora Falk: The old rates have been dropped.",
        "Nora Falk: I can't hear you.",
        "Ines Prado: I can't join tomorrow.",
    ],
)
def test_what_takes_nothing_back_leaves_the_deed(more: str) -> None:
    assert deeds(talk(*HELLO, "Robert Hale: I'll do the warranty section.", more)) == [
        ("Robert Hale", "the warranty section", None)
    ]


def test_the_thing_may_stand_in_front_of_the_promise() -> None:
    assert deeds(talk("Ines Prado: A planilha de custos eu mando na sexta.")) == [
        ("Ines Prado", "A planilha de custos", "2026-12-04")
    ]


def test_the_deed_is_said_without_the_words_of_taking_it() -> None:
    found = talk(*HELLO, "Robert Hale: I'll take over the workbook.", "Ines Prado: Eu assumo o plano de testes.")

    assert [what for _, what, _ in deeds(found)] == ["the workbook", "o plano de testes"]


def test_minutes_tell_what_others_do() -> None:
    found = notes(
        "# Kickoff 2026-11-30\n\nAttendees: Nora Falk (NF), Robert Hale, Ines Prado\n\n"
        "NF agreed to draft the concept. She will circulate an outline by Friday.\n\n"
        "Robert offered to write the migration part. Hackfest will prepare the room.\n\n"
        "A Ines ficou de levantar os atestados até sexta.\n"
    )

    assert deeds(found) == [
        ("Nora Falk", "draft the concept", None),
        ("Nora Falk", "circulate an outline", "2026-12-04"),
        ("Robert Hale", "write the migration part", None),
        ("Ines Prado", "levantar os atestados", "2026-12-04"),
    ]


def test_a_joke_is_no_promise() -> None:
    assert deeds(talk("Robert Hale: I will write the whole thing in haiku, ha ha.")) == []


def test_another_day_is_offered_and_agreed_to() -> None:
    found = talk(
        *HELLO,
        "Nora Falk: Ines, could you do the case studies by Monday?",
        "Ines Prado: Monday's tough. Wednesday?",
        "Nora Falk: Wednesday works.",
    )

    assert deeds(found) == [("Ines Prado", "the case studies", "2026-12-02")]


def test_a_thing_that_is_passed_on_is_taken_by_whoever_says_yes() -> None:
    found = talk(
        *HELLO,
        "Nora Falk: Section 3, the migration part. Bob will take that one.",
        "Robert Hale: I've got two other bids. Can Ines do it?",
        "Ines Prado: Happy to, by Friday.",
    )

    assert deeds(found) == [("Ines Prado", "Section 3, the migration part", "2026-12-04")]


def test_it_is_what_was_asked_for_a_moment_ago() -> None:
    found = talk(
        *HELLO,
        "Nora Falk: I was hoping Ines could do the data plan.",
        "Ines Prado: I could, but Robert knows it better than I do.",
        "Robert Hale: Fine by me, I'll write it. Give me until Tuesday.",
    )

    assert [(owner, what) for owner, what, _ in deeds(found)] == [("Robert Hale", "the data plan")]


def test_what_was_handed_to_somebody_leaves_the_one_before() -> None:
    found = talk(
        *HELLO,
        "Robert Hale: Eu levanto os atestados até dia 15.",
        "Nora Falk: Robert, melhor deixar isso com a Ines, você está no outro edital.",
        "Ines Prado: Tudo bem, eu assumo os atestados, mesmo prazo.",
    )

    assert deeds(found) == [("Ines Prado", "os atestados", "2026-12-15")]


def test_minutes_give_a_thing_in_the_sentence_before_and_settle_it_in_the_passive_voice() -> None:
    found = notes(
        "# Kickoff 2026-11-30\n\nIn attendance: N. Falk (NF), Nora Falk, Robert Hale (RH)\n\n"
        "Technical part. RH to lead, supported by NF.\n\nSocial value. NF volunteered to write this section.\n\n"
        "It was agreed that Robert would prepare the programme.\n"
    )

    assert deeds(found) == [
        ("Robert Hale", "Technical part", None),
        ("Nora Falk", "Social value", None),
        ("Robert Hale", "prepare the programme", None),
    ]


@pytest.mark.parametrize("said", ["let me check with my manager", "I'll get back to you", "let me come back to that"])
def test_to_ask_somebody_first_is_no_deed(said: str) -> None:
    assert deeds(talk(f"Robert Hale: I suppose I could do pricing, {said}.")) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Robert, can you mute, please?",
        "Ines, can you hear me?",
        "Ines, você consegue me ouvir?",
        "Robert, can you repeat that?",
    ],
)
def test_what_keeps_the_call_going_is_nobodys_task(sentence: str) -> None:
    who = "Ines Prado" if "Ines" in sentence else "Robert Hale"

    assert deeds(talk(*HELLO, f"Nora Falk: {sentence}", f"{who}: Sure.")) == []


def test_a_thing_and_a_name_with_please_are_a_request() -> None:
    found = talk(
        *HELLO,
        "Nora Falk: Staffing matrix, Ines, please. HR sent the names.",
        "Ines Prado: Got it, by Wednesday.",
        "Nora Falk: So, the quality plan. I propose Robert writes it and Ines reviews.",
        "Robert Hale: Works for me.",
        "Robert Hale: Could you send me the template, Nora?",
        "Nora Falk: Will do, right after this call.",
    )

    assert [(owner, what) for owner, what, _ in deeds(found)] == [
        ("Ines Prado", "Staffing matrix"),
        ("Robert Hale", "the quality plan"),
        ("Nora Falk", "send me the template"),
    ]
