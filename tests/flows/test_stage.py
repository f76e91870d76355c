"""A worker that dies between its answer and the record of it: the turn is taken up again, and the answer stays."""

import pytest

from bot.core.errors import AgentDown, DeskError, SessionLost, Stopped, TurnForgotten
from bot.core.turn import Ended, Event, Progress, Started, Text
from bot.flows import handover, stage
from cards.words import say
from tests.fakes import ANA, THREAD, Toy, chat_of, said
from tests.flows.hands import PID, hear, work

WHOLE = [
    Started(response_id="caresp_1"),
    Progress(tool="publish_view", sequence=1),
    Text(delta="The whole.", sequence=2),
    Ended(status="completed", response_id="caresp_1", sequence=3),
]


@pytest.fixture(autouse=True)
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every event comes late enough to be shown."""
    monkeypatch.setattr(stage, "PACE", -1.0)
    monkeypatch.setattr(handover, "PAUSES", (0.0,))


async def answered_and_not_recorded(toy: Toy) -> None:
    """As the worker left it: its letter is still in the box, with the marks of all that was done."""
    toy.agent.script = [WHOLE]
    await hear(toy, said("hello"))
    assert toy.voice.texts() == ["The whole."]
    await toy.store.accept("it was never recorded", THREAD, said("hello"), PID)


async def test_nothing_takes_the_place_of_an_answer_while_its_turn_is_read_again(toy: Toy) -> None:
    await answered_and_not_recorded(toy)
    toy.agent.rest = WHOLE[1:]
    await work(toy)

    assert toy.agent.resumed == [("caresp_1", -1)]
    assert toy.voice.texts() == ["The whole."]


@pytest.mark.parametrize("trouble", [AgentDown("away"), SessionLost("gone")])
async def test_an_answer_stays_when_its_turn_cannot_be_read_again(toy: Toy, trouble: DeskError) -> None:
    await answered_and_not_recorded(toy)
    toy.agent.rest = trouble
    await work(toy)

    assert toy.voice.texts()[0] == "The whole."


CHAT = chat_of(ANA)


def growing(pieces: int) -> list[Event]:
    """An answer that comes word by word and has no end yet."""
    words: list[Event] = [Text(delta=f"word {number} ", sequence=number + 1) for number in range(1, pieces + 1)]
    return [Started(response_id="caresp_2"), *words]


async def in_chat(toy: Toy, text: str, number: int) -> None:
    await hear(toy, said(text, place=CHAT, number=number))


async def test_a_chat_reads_the_answer_while_it_is_written_and_a_thread_reads_what_the_agent_is_at(toy: Toy) -> None:
    toy.agent.pace = 0.001
    toy.agent.script = [[*growing(2), Ended(status="completed", response_id="caresp_2", sequence=9)]]
    shown: list[tuple[str, str]] = []
    toy.voice.seen = lambda place, words: shown.append((place.kind, words))
    await in_chat(toy, "hello", 1)
    await hear(toy, said("hello", number=2))

    working = say("en").t("desk.working")
    assert shown == [
        ("personal", working), ("personal", "word 1"), ("personal", "word 1 word 2"), ("channel", working),
    ]  # fmt: skip


async def test_an_answer_that_is_stopped_is_cancelled_at_the_agent_and_nothing_of_it_is_said(toy: Toy) -> None:
    toy.agent.pace = 0.001
    await in_chat(toy, "hello", 1)
    toy.agent.script = [[*growing(5), Ended(status="cancelled", response_id="caresp_2", sequence=9)], WHOLE]
    toy.voice.trouble = [None, None, Stopped("cancelled by user")]
    before = len(toy.voice.calls)
    await in_chat(toy, "explain it at length", 2)

    assert toy.agent.cancelled == ["caresp_2"]
    assert len(toy.voice.calls) - before == 3
    project = await toy.store.project(CHAT.project_id)
    assert project
    assert project.chain == "caresp_1"  # there is nothing wrong with what came before
    await in_chat(toy, "just the deadline", 3)
    assert toy.voice.texts(CHAT.conversation)[-1] == "The whole."
    assert toy.agent.requests[-1].chain == "caresp_1"


@pytest.mark.parametrize("rest", [AgentDown("away"), TurnForgotten("?"), SessionLost("gone")], ids=repr)
async def test_what_becomes_of_a_stopped_turn_is_nobodys_concern(toy: Toy, rest: DeskError) -> None:
    toy.agent.pace, toy.agent.name = 0.001, ""  # an agent that would be handed the turn again
    toy.agent.script, toy.agent.rest = [growing(5)], rest
    toy.voice.trouble = [None, None, Stopped("cancelled by user")]
    await in_chat(toy, "explain it at length", 1)

    assert len(toy.agent.requests) == 1
    assert len(toy.voice.calls) == 3
    assert await toy.store.waiting() == ()


async def test_an_answer_that_is_stopped_as_it_ends_is_an_answer(toy: Toy) -> None:
    toy.voice.trouble = [None, Stopped("cancelled by user")]
    await in_chat(toy, "hello", 1)

    assert len(toy.voice.calls) == 2
    assert await toy.store.waiting() == ()


async def test_what_there_is_of_an_answer_is_shown_before_it_is_said_why_no_more_comes(toy: Toy) -> None:
    shown = []
    toy.voice.seen = lambda _place, words: shown.append(words)
    toy.agent.script = [[*growing(2), Ended(status="failed", response_id="caresp_2", sequence=9)]]
    await in_chat(toy, "hello", 1)

    assert shown[-1] == "word 1 word 2"
    assert toy.voice.texts(CHAT.conversation) == [say("en").t("desk.turn_failed")]
