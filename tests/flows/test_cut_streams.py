"""A recorded answer whose line is cut after any event: what the thread reads in the end is all of it, or why not."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.errors import AgentTrouble, TurnForgotten
from bot.core.turn import Answer, Event
from bot.edges import sse
from bot.flows import handover
from cards.words import say
from tests.fakes import THREAD, Toy, said
from tests.flows.hands import hear

pytestmark = pytest.mark.slow
WIRE = Path(__file__).parents[1] / "samples" / "wire"


def recorded(name: str) -> list[bytes]:
    return [block + b"\n\n" for block in (WIRE / f"{name}.sse").read_bytes().split(b"\n\n") if block.strip()]


def heard(blocks: list[bytes], before: list[bytes] | None = None) -> list[Event]:
    """What a line tells that carried these blocks, behind those of the line that broke."""
    last = sse.data_of(before[-1]) if before else None
    reader = sse.Reader(last["sequence_number"] if last else -1)
    return list(reader.read_all(sse.Splitter().blocks(b"".join(blocks))))


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handover, "PAUSES", (0.0,))


async def read_after(toy: Toy, cut: int, first: list[Event], rest: list[Event] | AgentTrouble) -> str:
    """The text a thread of its own ends with."""
    place = THREAD.model_copy(update={"conversation": f"19:cut@thread.tacv2;messageid={cut}"})
    toy.agent.script, toy.agent.rest = [first], rest
    await hear(toy, said("hello", place=place, number=cut))
    assert await toy.store.waiting() == ()
    return toy.voice.texts(place.conversation)[0]


@pytest.mark.parametrize("name", ["start-turn", "status", "decisions", "contributor-reply"])
async def test_an_answer_that_can_be_resumed_is_shown_whole_wherever_it_was_cut(toy: Toy, name: str) -> None:
    blocks = recorded(name)
    whole = sse.ended(sse.data_of(blocks[-1]) or {}, "response.completed", 0).text
    cuts = range(1, len(blocks))
    texts = [await read_after(toy, cut, heard(blocks[:cut]), heard(blocks[cut:], blocks[:cut])) for cut in cuts]

    assert set(texts) == {whole}
    assert len(toy.agent.requests) == len(cuts) > 10


@pytest.mark.parametrize("name", ["start-turn", "status"])
async def test_an_answer_that_is_gone_is_a_sentence_and_never_its_beginning(toy: Toy, name: str) -> None:
    blocks = recorded(name)
    texts = [await read_after(toy, cut, heard(blocks[:cut]), TurnForgotten("404")) for cut in range(1, len(blocks))]

    assert set(texts) == {say("en").t("desk.turn_lost")}


@settings(max_examples=40)
@given(cuts=st.lists(st.integers(1, len(recorded("start-turn")) - 1), min_size=1, max_size=5))
def test_however_often_a_line_breaks_what_was_heard_adds_up_to_the_answer(cuts: list[int]) -> None:
    """Each line begins behind the last event of the one before, as `starting_after` has it."""
    blocks, answer = recorded("start-turn"), Answer()
    edges = [0, *sorted(cuts), len(blocks)]
    for begin, end in pairwise(edges):
        for event in heard(blocks[begin:end], blocks[:begin]):
            answer.hear(event)

    assert answer.text == sse.ended(sse.data_of(blocks[-1]) or {}, "response.completed", 0).text
    assert list(answer.drafts) == ["brief-task-1", "brief-task-2", "brief-task-3"]
    assert not answer.failed
