"""Replies held against requirements: in doubt a gap."""

import pytest
from talks import ANA, ANA_PT, reply, task

from agent.brain import replies
from tests.tables import table

ARCHITECTURE = "The vendor shall describe the architecture of the portal and name every component."
RECOVERY = "The proposal must state the recovery time objective (RTO) and the recovery point objective (RPO)."
COVERAGE = "test coverage of at least 90 % of all code."
PLAN = "a migration plan for five years of claims"
TASK = task(ARCHITECTURE, RECOVERY, COVERAGE, PLAN)
AGENDA = "O sistema deverá permitir o agendamento pela internet e por aplicativo."
UPTIME = "A contratada deverá garantir disponibilidade mínima de 99,5% ao mês."
TAREFA = task(AGENDA, UPTIME, "treinar 60 servidores", title="Requisitos técnicos")


def test_a_full_answer_covers_and_the_rest_is_a_gap() -> None:
    found = replies.judge(
        TASK,
        reply(
            "The portal architecture has three components: a React front end, a Python API and a PostgreSQL database. "
            "RTO is 4 hours and RPO is 1 hour. Test coverage will be 92 % of all code."
        ),
        ANA,
    )

    assert found.kind == "submission"
    assert found.covered == (ARCHITECTURE, RECOVERY, COVERAGE)
    assert found.gaps == (PLAN,)
    assert found.summary == "Joe Miller sent content: 3 of 4 points covered."


@pytest.mark.parametrize(
    "text",
    [
        "The RTO and RPO are important to us.",
        "We will state RTO and RPO later.",
        "RTO is 4 hours.",
        "RTO and RPO: TBD",
        "What are the RTO and RPO you want, 4 or 8 hours?",
        "The architecture is described in the appendix and every component is named there.",
        "There will be a migration plan.",
    ],
)
def test_a_mention_is_not_an_answer(text: str) -> None:
    assert replies.judge(TASK, reply(text), ANA).covered == ()


def test_lines_are_read_like_sentences() -> None:
    assert replies.judge(TASK, reply("> RTO: 4 h\n> RPO: 15 min"), ANA).covered == (RECOVERY,)


def test_a_question_is_kept_in_its_words() -> None:
    found = replies.judge(TASK, reply("Do I have to name every component, or only the main ones?"), ANA)

    assert (found.kind, found.question) == ("question", "Do I have to name every component, or only the main ones?")


def test_a_long_question_is_cut_at_twenty_five_words() -> None:
    found = replies.judge(TASK, reply("Could you tell me " + "very " * 40 + "exactly what you want?"), ANA)

    assert len(found.question.split()) == 25


def test_a_promise_names_its_day_counted_from_the_reply() -> None:
    found = replies.judge(TASK, reply("Working on it, you'll have it by Friday."), ANA)

    assert (found.kind, found.eta, found.covered) == ("promise", "2026-12-04", ())


@pytest.mark.parametrize(
    "text",
    [
        "I am out of the office until January 4. RTO 4 hours, RPO 1 hour.",
        "Automatic reply: thank you for your message.",
        "Estou de férias até 10 de janeiro.",
        "Resposta automática: fora do escritório.",
    ],
)
def test_an_automatic_reply_counts_for_nothing(text: str) -> None:
    found = replies.judge(TASK, reply(text), ANA)

    assert (found.kind, found.covered, found.gaps) == ("automatic", (), ())


@pytest.mark.parametrize("text", ["Thanks, got it.", "Obrigada!", "ok", "Lunch tomorrow?", ""])
def test_a_polite_word_is_unrelated(text: str) -> None:
    assert replies.judge(TASK, reply(text), ANA).kind == "unrelated"


def test_a_file_that_was_not_read_leaves_every_point_open() -> None:
    found = replies.judge(TASK, reply("Attached is my draft.", "tech.docx"), ANA)

    assert (found.kind, found.covered, found.gaps) == ("submission", (), TASK.requirements)
    assert "tech.docx" in found.summary


def test_text_beside_a_file_is_read() -> None:
    assert replies.judge(TASK, reply("See attached. RTO 4 hours, RPO 1 hour.", "tech.docx"), ANA).covered == (RECOVERY,)


def test_portuguese_answers_are_judged() -> None:
    text = (
        "O agendamento funciona pela internet e por aplicativo Android e iOS, com confirmação por SMS. "
        "Garantimos disponibilidade de 99,7% ao mês com dois datacenters."
    )
    found = replies.judge(TAREFA, reply(text), ANA_PT)

    assert found.covered == (AGENDA, UPTIME)
    assert found.summary == "Joe Miller enviou conteúdo: 2 de 3 pontos atendidos."


def test_portuguese_promises_and_questions() -> None:
    promise = replies.judge(TAREFA, reply("Estou trabalhando nisso, envio até sexta."), ANA_PT)
    question = replies.judge(TAREFA, reply("Preciso incluir o plano de treinamento aqui?"), ANA_PT)

    assert (promise.kind, promise.eta) == ("promise", "2026-12-04")
    assert question.kind == "question"


@table(
    ("text", "named"),
    [
        ("I'm delegating this to Rui Price.", "Rui Price"),
        ("I passed it on to Sam Smith (sam@supplier.example).", "Sam Smith <sam@supplier.example>"),
        ("Rui will answer this for me.", "Rui"),
        ("I've asked Maria de Souza to send you the numbers.", "Maria de Souza"),
        ("Rui Price is taking over.", "Rui Price"),
        ("Passei isso para o Rui Price.", "Rui Price"),
        ("A Maria vai responder por mim.", "Maria"),
        ("Pedi ao Rui que envie.", "Rui"),
        ("He will answer this for me.", ""),
        ("We will send this to you on Monday.", ""),
        ("Monday will do it for me.", ""),
        ("I asked the bank to send it.", ""),
    ],
)
def test_who_answers_instead_is_known_by_the_name_that_was_given(text: str, named: str) -> None:
    assert replies.judge(TASK, reply(text), ANA).delegate == named


def test_what_is_content_names_nobody_who_answers_instead() -> None:
    found = replies.judge(TASK, reply("RTO is 4 hours, RPO is 1 hour. Acme Cloud will do it for my part."), ANA)

    assert (found.kind, found.delegate) == ("submission", "")


def test_the_words_every_requirement_has_cover_nothing() -> None:
    assert (
        replies.judge(TASK, reply("All our vendors love the new architecture of every portal, and so on."), ANA).covered
        == ()
    )


def test_very_long_text_is_judged_quickly() -> None:
    assert replies.judge(TASK, reply("word " * 20_000), ANA).covered == ()
