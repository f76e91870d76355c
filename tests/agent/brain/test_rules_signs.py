"""What a reply is that answers nothing: away, refused, elsewhere, taken back, promised, asked, or just polite."""

import pytest
from talks import ANA, reply, task

from agent.brain import replies
from agent.brain.own_status import own_status
from tests.tables import table

SECURITY = task("The proposal must state the warranty period in months.", title="Security and support")


def kind(text: str) -> str:
    return replies.judge(SECURITY, reply(text), ANA).kind


@table(
    "text",
    [
        "OOO till 9 Dec, back on the 10th.",
        "Travelling until Thursday 10 December, for urgent things call Eva.",
        "Estou de licença até 18/12, fale com a Eva se for urgente.",
        "Recesso coletivo: retorno em 4 de janeiro de 2027.",
        "I'm off sick and expect to return on 8 December.",
        "Eva Prado reacted to your message: ❤️",
        "Declined: Kickoff sync\nWhen: Monday 7 December 2026",
        "Ticket 1234 was created, we will respond within 24 hours.",
        "Seu chamado #991 foi registrado e será respondido em 24 horas.",
    ],
)
def test_who_is_away_or_a_machine_answers_nothing(text: str) -> None:
    assert kind(text) == "automatic"


@table(
    ("text", "eta"),
    [
        ("I'm travelling until Thursday and will send it on Friday.", "2026-12-04"),
        ("Volto de viagem na quinta e mando até sexta.", "2026-12-04"),
        ("I will get to it after my vacation, not before 21 December.", "2026-12-21"),
        ("Need three more days.", None),
        ("I'm on it :)", None),
        ("by Friday", "2026-12-04"),
        ("Security and support on Friday", "2026-12-04"),
        ("You get it on 9 December.", "2026-12-09"),
        ("Pode deixar, entrego na sexta.", "2026-12-04"),
        ("I cannot make it this week, but I will send it by 9 December.", "2026-12-09"),
    ],
)
def test_a_promise_is_none_of_that_and_its_day_is_the_one_that_was_promised(text: str, eta: str | None) -> None:
    found = replies.judge(SECURITY, reply(text), ANA)

    assert (found.kind, found.eta) == ("promise", eta)


@pytest.mark.parametrize(
    "text",
    [
        "The old contract ends on 15 June 2027 and the new one begins the day after.",
        "Go-live: 15/06/2027",
        "I won't have it by Friday.",
        "We should not write anything before 15 December.",
        "I need the numbers from you by 5 December before I write anything.",
        "Não vou conseguir até dia 9.",
    ],
)
def test_a_day_that_nobody_promises_is_no_promise(text: str) -> None:
    assert replies.judge(SECURITY, reply(text), ANA).eta is None


def test_of_two_tasks_and_two_days_each_gets_its_own() -> None:
    text = "Security and support on Monday, the rollout plan by 9 December."
    plan = task("Describe the rollout.", title="Rollout plan")

    assert replies.judge(SECURITY, reply(text), ANA).eta == "2026-12-07"
    assert replies.judge(plan, reply(text), ANA).eta == "2026-12-09"


def test_of_two_days_that_could_both_be_meant_none_is_taken() -> None:
    found = replies.judge(SECURITY, reply("I will send the first half on Monday and the rest by 16 December."), ANA)

    assert (found.kind, found.eta) == ("promise", None)
    assert "16 December" in found.words


@table(
    "text",
    [
        "I can't take this on, sorry.",
        "This is not my job, Eva does support now.",
        "I am no longer responsible for support.",
        "Please take me off this list, I never agreed to it.",
        "I'm leaving the company next week, please find someone else.",
        "Unfortunately I am not able to help with this one.",
        "Não posso assumir isso agora.",
        "Isso não é comigo.",
        "Não sou mais o responsável, fale com a Eva.",
        "Estou saindo da empresa na sexta.",
    ],
)
def test_a_refusal_is_kept_in_its_words(text: str) -> None:
    found = replies.judge(SECURITY, reply(text), ANA)

    assert (found.kind, found.words) == ("declined", text)


@pytest.mark.parametrize(
    "text",
    [
        "I can't do it by Friday, I will send it on Monday.",
        "I can't help before Monday.",
        "I'm responsible for support and will send it soon.",
        "Not my best week, but I will send it tomorrow.",
        "I asked someone else for the numbers and will send it tomorrow.",
        "Não posso ajudar hoje, mando amanhã.",
    ],
)
def test_who_only_needs_longer_has_not_refused(text: str) -> None:
    assert kind(text) != "declined"


@table(
    "text",
    [
        "It's all in the shared drive.",
        "Done, see the team folder",
        "see attachment",
        "Segue em anexo.",
        "Uploaded: https://contoso.example/x/plan.docx",
        "feito",
        "I sent it to you last week already",
        "Já mandei ontem.",
    ],
)
def test_what_lies_elsewhere_is_told_and_counts_for_nothing(text: str) -> None:
    assert kind(text) == "elsewhere"


@pytest.mark.parametrize(
    "text", ["I am not done.", "We are almost done.", "Not finished, sorry.", "Who attached that?"]
)
def test_what_is_not_done_lies_nowhere(text: str) -> None:
    assert kind(text) != "elsewhere"


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("Please disregard my mail of yesterday.", 0),
        ("The warranty period I gave you is no longer valid.", 1),
        ("I sent that by mistake.", 0),
        ("Desconsidere o que enviei.", 0),
        ("O que mandei está errado.", 0),
    ],
)
def test_what_is_taken_back_names_its_points(text: str, points: int) -> None:
    found = replies.judge(SECURITY, reply(text), ANA)

    assert (found.kind, len(found.takes_back)) == ("withdrawn", points)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Oi Ana, tudo bem? O prazo é em meses ou em anos?", "O prazo é em meses ou em anos?"),
        ("How are you? Which months count?", "Which months count?"),
        ("Does the warranty begin at delivery?", "Does the warranty begin at delivery?"),
    ],
)
def test_a_greeting_is_not_the_question(text: str, asked: str) -> None:
    found = replies.judge(SECURITY, reply(text), ANA)

    assert (found.kind, found.question) == ("question", asked)


@pytest.mark.parametrize(
    "text", ["Oi Ana, tudo bem?", "thx", "Valeu, bom fim de semana!", "👍", "Ok, noted.", "Thanks Ana!"]
)
def test_politeness_is_kept_nowhere(text: str) -> None:
    assert kind(text) == "unrelated"


@pytest.mark.parametrize(
    "text",
    [
        "Quick one: do old certificates count",
        "late, sorry",
        "progress: 50%",
        "can you send me the RFP pls",
        "Hm, strange.",
    ],
)
def test_whatever_else_is_written_is_for_the_owner_to_read(text: str) -> None:
    found = replies.judge(SECURITY, reply(text), ANA)

    assert (found.kind, found.words) == ("note", text)


@table(
    "text",
    [
        "What do I owe?",
        "what is my status",
        "Hi, what do I still owe please?",
        "status?",
        "What's left for me?",
        "am I late?",
        "O que eu ainda devo?",
        "qual o meu status?",
        "Quais são as minhas pendências?",
    ],
)
def test_who_asks_only_how_they_stand_is_told(text: str) -> None:
    assert own_status(text)


@table(
    "text",
    [
        "Is the portal supposed to detect late payments too?",
        "What's the status of the legacy system?",
        "What do I owe, and does the bank pay for travel?",
        "Qual a situação do contrato com o banco?",
        "Who is working on the slides?",
        "late, sorry",
        "progress: 50%",
        "My status report: RTO is 4 hours and RPO is 1 hour.",
        "overdue",
    ],
)
def test_any_other_question_reaches_the_owner(text: str) -> None:
    assert not own_status(text)
