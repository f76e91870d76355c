"""A worker that dies between its answer and the record of it: the turn is taken up again, and the answer stays."""

import pytest

from bot.core.errors import AgentDown, DeskError, SessionLost
from bot.core.turn import Ended, Progress, Started, Text
from bot.flows import handover, stage
from tests.fakes import THREAD, Toy, said
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
