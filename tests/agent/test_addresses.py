"""Whose address the owner gave: verbatim, whole words, and only where it is clear."""

import pytest
from scripted import ScriptedBrain, kickoff

from agent.stories.addresses import question, read
from agent.words import Words

PRIYA, MEI, ANA, JOAO = "Priya Raman", "Mei Tanaka", "Ana Lima", "João da Silva"
ALL = (PRIYA, MEI, ANA, JOAO)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Priya Raman: priya@x.example\nMei Tanaka: mei@x.example\nJoão da Silva: JS@x.example",
            {PRIYA: "priya@x.example", MEI: "mei@x.example", JOAO: "JS@x.example"},
        ),
        ("- Mei Tanaka <mei@x.example>\n- Ana Lima <ana@x.example>", {MEI: "mei@x.example", ANA: "ana@x.example"}),
        ("Tanaka: t@x.example", {MEI: "t@x.example"}),
        ("Joao da Silva: j@x.example", {JOAO: "j@x.example"}),
        ("Priya is at p@x.example and Mei at m@x.example.", {PRIYA: "p@x.example", MEI: "m@x.example"}),
        ("p@x.example for Priya, m@x.example for Mei", {PRIYA: "p@x.example", MEI: "m@x.example"}),
        ("priya.raman@x.example, mei.tanaka@x.example", {PRIYA: "priya.raman@x.example", MEI: "mei.tanaka@x.example"}),
        ("Ana: a@x.example", {ANA: "a@x.example"}),
        ("Mei: one@x.example\nMei: two@x.example", {}),
        ("someone@x.example", {}),
        ("Priya and Mei: both@x.example", {}),
        ("Maria: maria@x.example", {}),
        ("no address here", {}),
    ],
)
def test_addresses_are_taken_beside_their_names(text, expected):
    assert read(text, ALL) == expected


def test_a_name_inside_another_word_names_nobody():
    assert read("Tanaka: t@x.example", (ANA, PRIYA)) == {}


def test_a_first_name_two_people_share_names_neither():
    assert read("Ana: a@x.example", (ANA, "Ana Souza")) == {}
    assert read("Ana Souza: a@x.example", (ANA, "Ana Souza")) == {"Ana Souza": "a@x.example"}


def test_one_address_for_the_one_who_is_missing_needs_no_name_unless_another_is_named():
    assert read("It is p@x.example", (PRIYA,), [MEI]) == {PRIYA: "p@x.example"}
    assert read("Mei is at p@x.example", (PRIYA,), [MEI]) == {}


def test_there_is_one_question_for_everybody():
    assert question(Words("en"), [PRIYA]) == "What is the address of Priya Raman?"
    assert question(Words("en"), ALL[:3]) == "What are the addresses of Priya Raman, Mei Tanaka and Ana Lima?"
    assert question(Words("pt"), [PRIYA]) == "Qual é o endereço de Priya Raman?"
    assert question(Words("pt"), ALL[:3]) == "Quais são os endereços de Priya Raman, Mei Tanaka e Ana Lima?"
    assert question(Words("en"), []) == ""


def nobody_reached():
    notes = kickoff(rui="")
    bare = tuple(one.model_copy(update={"address": ""}) for one in notes.commitments)
    return ScriptedBrain(notes.model_copy(update={"commitments": bare}))


async def test_all_missing_addresses_are_asked_for_at_once_and_taken_at_once(room):
    room.with_sources("rfp.docx", "kickoff.vtt", brain=nobody_reached())
    first = await room.owner("We received the RFP")

    heard = await room.owner("Ana Tech: ana@contoso.example\nMark Partner: mark@fabrikam.example")

    assert first.text.endswith("What are the addresses of Ana Tech, Rui Price and Mark Partner?")
    assert heard.text.splitlines() == [
        "Thank you, I noted these addresses:",
        "",
        "- Ana Tech: ana@contoso.example",
        "- Mark Partner: mark@fabrikam.example",
        "",
        "Nothing has been sent: 2 drafts wait for your approval. What is the address of Rui Price?",
    ]
    assert [(draft["task_id"], draft["to"][0]["external"]) for draft in heard.drafts] == [
        ("task-1", False),
        ("task-3", True),
    ]
