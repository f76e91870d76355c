"""What the owner wants done, told from what only sounds like it."""

import time

import pytest

from agent.brain import commands, typed
from agent.brain.addressing import about_draft, instruction
from agent.brain.clauses import asks, clauses, waits
from agent.brain.handovers import Handover, handover
from agent.brain.memories import sounds_like_a_change
from agent.brain.memories import wish as memory
from agent.brain.whom import reminded, without_exceptions
from agent.brain.wishes import wish
from bot.core.command import asked_in
from tests.tables import table

TITLES = ("Technical approach", "Security and compliance", "Pricing", "Implementation plan")


@table(
    ("text", "kind"),
    [
        ("remind Joana", "remind"),
        ("could you please chase Tom about it", "remind"),
        ("would you mind nudging them?", "remind"),
        ("a friendly reminder to Tom please", "remind"),
        ("cobre a Joana, por favor", "remind"),
        ("manda um lembrete pro time que ainda não respondeu", "remind"),
        ("ask Tom for an update", "remind"),
        ("don't chase Tom today", "hold"),
        ("please do not send anything yet", "hold"),
        ("não mande nada para o Tom", "hold"),
        ("no reminder for Joana please", "hold"),
        ("Joana doesn't need a brief", "hold"),
        ("stop", "hold"),
        ("approve everything except Tom's", "approve"),
        ("pode liberar os rascunhos da Joana", "approve"),
        ("all good except Tom's", "approve"),
        ("reject Tom's", "reject"),
        ("delete all the drafts", "reject"),
        ("descarta o rascunho do Tom", "reject"),
        ("show me the drafts", "show"),
        ("o que você vai mandar pro Tom?", "show"),
        ("Tom has until Monday", "due"),
        ("extend the deadline to 3 March", "due"),
        ("o prazo do Tom mudou para dia 10", "due"),
        ("the customer postponed the deadline", "due"),
        ("Tom's part is done, he told me on the phone", "done"),
        ("mark task 2 as finished", "done"),
        ("encerre a tarefa da Joana", "done"),
        ("Tom's address changed, it's tom@new.example now", "address"),
        ("add Vera Lima (vera@x.example) for the annexes", "person"),
        ("skip section 4", "skip"),
        ("tire a parte de preços", "skip"),
        ("there is a new version of the RFP", "newer"),
        ("tell Tom that the room has changed", "write"),
        ("undo that please", "undo"),
        ("let's start over", "restart"),
        ("never mind", "nothing"),
        ("sorry, wrong chat", "nothing"),
        ("deixa pra lá", "nothing"),
        ("where is the charter?", "charter"),
        ("how do I approve?", "how"),
        ("good afternoon!", "greeting"),
    ],
)
def test_each_kind_of_wish_is_told_by_its_words(text: str, kind: str) -> None:
    assert wish(text) == kind


@table(
    "text",
    [
        "did you remind Tom?",
        "should we chase Joana?",
        "I reminded Tom yesterday",
        "remind me what the budget is",
        "when is Tom's part due?",
        "has Joana finished her part?",
        "who sent the mail?",
        "Tom is a great writer",
        "is the price fixed?",
        "the bank likes short texts",
        "o Tom já mandou alguma coisa?",
        "we should never forget the pricing, it is important",
    ],
)
def test_what_only_sounds_like_a_wish_is_none(text: str) -> None:
    assert wish(text) in (None, "how")


@pytest.mark.parametrize("start", ["remind ", "please " * 60, "show " * 70, "no " * 100, "due " * 90, "give a b " * 40])
def test_no_words_take_long_to_read(start: str) -> None:
    text, begun = start * (400 // len(start)) + " x", time.perf_counter()

    for read in (wish, asks, clauses, waits, about_draft):
        read(text)
    handover(text, TITLES, ["Ana"])
    instruction(text, ["Ana Souza"])

    assert time.perf_counter() - begun < 0.5


@pytest.mark.parametrize(
    ("text", "wanted", "spared"),
    [
        ("remind everybody except Joana", "remind everybody", "Joana"),
        ("remind Tom but not Joana", "remind Tom", "Joana"),
        ("remind all but Tom", "remind all", "Tom"),
        ("cobre todos menos a Joana", "cobre todos", "a Joana"),
        ("remind Tom", "remind Tom", ""),
    ],
)
def test_who_is_excepted_is_told_apart(text: str, wanted: str, spared: str) -> None:
    assert without_exceptions(text) == (wanted, spared)


@pytest.mark.parametrize(
    ("text", "whom"),
    [
        ("remind Tom that Vera needs his input", "remind Tom "),
        ("remind Tom, Vera and Ida", "remind Tom, Vera and Ida"),
        ("remind Tom, he is late", "remind Tom"),
        ("send a reminder to Tom about Vera's part", "send a reminder to Tom "),
        ("Vera deserves a reminder", "Vera deserves a "),
        ("lembre a Vera de ligar pro Tom", "lembre a Vera "),
        ("nudge Tom and Vera, please", "nudge Tom and Vera"),
    ],
)
def test_who_is_spoken_of_in_a_reminder_is_not_reminded(text: str, whom: str) -> None:
    assert reminded(text) == whom


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Who is late, and when is the proposal due?", ["Who is late", "when is the proposal due?"]),
        ("What's the status, and please give pricing to Vera", ["What's the status", "please give pricing to Vera"]),
        ("give pricing to Vera, remind Tom and tell me who is late", [
            "give pricing to Vera", "remind Tom", "tell me who is late"]),
        ("approve Tom's and make Vera's shorter", ["approve Tom's", "make Vera's shorter"]),
        ("nudge Tom and Vera please", ["nudge Tom and Vera please"]),
        ("make it shorter and in Portuguese", ["make it shorter and in Portuguese"]),
        ("remind Tom\n> he wrote: remind nobody", ["remind Tom"]),
    ],
)  # fmt: skip
def test_a_message_is_cut_into_what_it_says(text: str, parts: list[str]) -> None:
    assert clauses(text) == parts


@table(
    ("text", "people", "tasks", "due"),
    [
        ("give pricing to Vera", ["Vera"], (2,), ""),
        ("give Vera pricing", ["Vera"], (2,), ""),
        ("give task 3 to Vera", ["Vera"], (2,), ""),
        ("passa o preço pra Vera", ["Vera"], (2,), ""),
        ("Vera takes over pricing from Tom", ["Vera", "Tom"], (2,), ""),
        ("give the security stuff to Vera", ["Vera"], (1,), ""),
        ("hand security over to Vera, due Friday", ["Vera"], (1,), "Friday"),
        ("Tom is ill, Vera will do the security part instead", ["Tom", "Vera"], (1,), ""),
        ("let Vera handle the implementation", ["Vera"], (3,), ""),
        ("a Vera vai assumir a segurança no lugar do Tom", ["Vera", "Tom"], (1,), ""),
        ("give security to Tom Price", ["Tom Price"], (1,), ""),
    ],
)
def test_a_handover_is_read_in_any_order(text: str, people: list[str], tasks: tuple[int, ...], due: str) -> None:
    found = handover(text, TITLES, people)

    assert found
    assert (found.tasks, found.due, found.strange) == (tasks, due, ())


@table(
    "text",
    [
        "pass my thanks to Vera",
        "who takes over pricing?",
        "could we give pricing to Vera?",
        "Vera likes pricing",
        "pricing was hard for Vera",
        "Vera, can you take pricing?",
        "Vera will do pricing, I think",
        "maybe Vera takes security",
    ],
)
def test_nothing_is_given_away_by_other_words(text: str) -> None:
    found = handover(text, TITLES, ["Vera"])

    assert found is None or not found.tasks or asks(text)


def test_what_else_is_said_of_a_handover_makes_it_uncertain() -> None:
    assert handover("give the pricing template to Vera", TITLES, ["Vera"]) == Handover((2,), "", ("template",), True)
    both = handover("give pricing to Vera and security to Tom", TITLES, ["Vera", "Tom"])
    assert both
    assert both.tasks == (1, 2)


@table(
    ("text", "wanted"),
    [
        ("change the brief for Vera: make it shorter", "make it shorter"),
        ("make Vera's message a bit friendlier", "make it a bit friendlier"),
        ("In Vera's draft, drop the hourly rates", "drop the hourly rates"),
        ("tell Vera in her brief that the audit is in May", "tell her that the audit is in May"),
        ("escreve pra Vera em português", "escreve em português"),
        ("add to Vera's brief: the audit is in May", "add: the audit is in May"),
        ("Vera's brief: shorter please", "shorter please"),
        ("change Vera's subject to: Plan", "to: Plan"),
    ],
)
def test_whose_draft_is_meant_is_taken_out_of_the_words(text: str, wanted: str) -> None:
    assert instruction(text, ["Vera Lima"]) in (wanted, f"change the subject {wanted}")


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("known", commands.COMMANDS, ids=lambda one: one.english)
def test_the_desk_takes_every_command_that_is_named(known: commands.Command, language: str) -> None:
    words = known.typed(language)

    asked = asked_in(words.replace("NAME", "Dora").replace("NOME", "Dora"))
    assert asked
    assert asked_in(commands.command(words, language).replace("NAME", "Dora").replace("NOME", "Dora")) in (asked, None)


@table("exact", typed._COMMANDS)
def test_every_command_that_may_be_typed_with_a_slip_is_one(exact: str) -> None:
    assert asked_in(exact)


@table(
    ("text", "language", "wanted"),
    [
        ("please pause this for a week", "en", "pause"),
        ("quero pausar o projeto", "pt", "pausar"),
        ("can you close the project?", "en", "close the project"),
        ("add Vera as my deputy", "en", "deputy add NAME"),
        ("when will you check again?", "en", "schedule"),
        ("delete all our data", "en", "delete data"),
        ("close Vera's task", "en", ""),
        (
            "the customer paused the procurement and nobody knows what our next move should be in this whole matter",
            "en",
            "",
        ),
        ("resume by Vera", "en", "resume"),
        ("give pricing to Vera", "en", ""),
    ],
)
def test_wishes_that_are_commands_of_the_desk_name_the_command(text: str, language: str, wanted: str) -> None:
    assert commands.command(text, language) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"), [("paues", "pause"), ("expotr", "export"), ("pause", ""), ("house", ""), ("lunch", "")]
)
def test_a_slip_in_a_command_is_seen(text: str, wanted: str) -> None:
    assert commands.nearly(text) == wanted


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ("stauts", "status", 1),
        ("statu", "status", 1),
        ("status", "status", 0),
        ("sttaus", "status", 1),
        ("late", "x", 3),
    ],
)
def test_slips_are_counted(one: str, other: str, far: int) -> None:
    assert typed.distance(one, other) == far


@pytest.mark.parametrize(
    "text", ["forget 2", "esqueça a nota 2", "please delete note 2", "apague a nota 2", "forget note 2"]
)
def test_a_note_is_dropped_by_its_number(text: str) -> None:
    assert memory(text) == ("drop", "2")


@pytest.mark.parametrize(
    "text", ["apague item 2", "remova 4", "delete 4", "remove item 2", "drop task 2", "forget task 2"]
)
def test_other_numbered_things_are_no_notes(text: str) -> None:
    assert memory(text) is None


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("the deadline moved to 3 March", True),
        ("Vera is on leave until Monday", True),
        ("a Vera assume os preços", True),
        ("the bank likes short texts", False),
        ("o banco paga tarde", False),
    ],
)
def test_a_note_that_sounds_like_a_change_is_seen(text: str, change: bool) -> None:
    assert sounds_like_a_change(text) is change
