"""A short question does not wait behind a turn, and changes nothing that the turn will write."""

import asyncio

import pytest

from bot.core.errors import AgentDown
from bot.core.letter import Said, ask_box
from bot.flows import aside
from bot.flows.mailbox import take_turns
from tests.fakes import ANA, THREAD, Toy, answer, chat_of, said
from tests.flows.hands import PID, hear, started, work

LOG = b'{"customer_name": "Northwind", "tasks": [{"id": "t1", "title": "Pricing", "due_at": "2026-11-27"}]}'


async def arrive(toy: Toy, letter: Said) -> str:
    """As it comes in through the door. The box it was put into."""
    box = await aside.box_of(toy.world, letter)
    return await toy.store.accept(letter.letter_id, letter.place, letter, box) or ""


@pytest.mark.parametrize("question", ["help", "pending", "status", "late", "my tasks"])
async def test_a_question_is_answered_while_a_turn_runs(toy: Toy, question: str) -> None:
    await started(toy)
    toy.agent.files[f"desk-{PID}", f"projects/{PID}/project_log.json"] = LOG
    toy.agent.script, toy.agent.pace = [answer("At last.", response_id="caresp_9")], 0.08
    turn = asyncio.create_task(hear(toy, said("a long one", number=2)))
    await asyncio.sleep(0.04)
    calls = len(toy.voice.messages)
    box = await arrive(toy, said(question, number=3))
    await take_turns(toy.world, box, "turn:ask")
    assert box == ask_box(PID)
    assert len(toy.voice.messages) > calls
    assert not turn.done()
    assert await toy.store.waiting() == (PID,)

    await turn
    project = await toy.store.project(PID)
    assert project is not None
    assert project.chain == "caresp_9"
    assert "At last." in toy.voice.texts()


async def test_questions_are_answered_once_and_in_their_order(toy: Toy) -> None:
    await started(toy)
    questions = [said("help", number=3), said("pending", number=4)]
    for letter in (*questions, *questions):
        await arrive(toy, letter)
    await take_turns(toy.world, ask_box(PID), "turn:ask")

    told = toy.voice.texts()[1:]
    assert [text.split()[0] for text in told] == ["Mention", "1"]


async def test_what_only_the_agent_can_answer_goes_to_the_others(toy: Toy) -> None:
    await started(toy)
    toy.agent.script = [answer("On track.")]
    box = await arrive(toy, said("status", number=3))
    await take_turns(toy.world, box, "turn:ask")
    assert toy.jobs.booked == [PID]
    assert len(toy.agent.requests) == 1

    await work(toy)
    assert toy.agent.requests[-1].input.splitlines()[-1] == "status"
    assert toy.voice.texts()[-1] == "On track."
    assert await toy.store.waiting() == ()


async def test_a_question_about_files_that_cannot_be_read_waits_and_the_next_one_does_not(toy: Toy) -> None:
    await started(toy)
    toy.agent.no_files = AgentDown("away")
    await arrive(toy, said("status", number=3))
    await arrive(toy, said("help", number=4))
    await take_turns(toy.world, ask_box(PID), "turn:ask")
    assert toy.voice.texts()[-1].startswith("Mention me")

    await work(toy)
    assert "does not answer right now" in toy.voice.texts()[-1]
    assert await toy.store.waiting() == (PID,)


@pytest.mark.parametrize(
    "letter",
    [
        said("we received the RFP", number=3),
        said("help", number=3, files=({"name": "a.pdf", "url": "https://x"},)),
        said("help", number=3, lost_files=1),
        said("help", place=chat_of(ANA), number=3),
    ],
    ids=["words", "file", "lost file", "no project"],
)
async def test_everything_else_lies_in_the_box_of_its_thread(toy: Toy, letter: Said) -> None:
    await started(toy)

    assert await aside.box_of(toy.world, letter) == ""


async def test_a_question_before_the_project_exists_is_answered_after_the_message_that_starts_it(toy: Toy) -> None:
    await arrive(toy, said("we received the RFP", number=1))
    box = await arrive(toy, said("help", number=2))
    await work(toy)

    assert box == PID
    assert [text.split()[0] for text in toy.voice.texts()] == ["Done.", "Mention"]


async def test_a_project_that_is_forgotten_takes_its_questions_along(toy: Toy) -> None:
    await started(toy)
    await arrive(toy, said("help", number=3))
    await toy.store.forget(PID)

    assert await toy.store.waiting() == ()
    assert await toy.store.project_of(THREAD.thread) is None
