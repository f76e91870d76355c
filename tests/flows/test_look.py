"""Unattended checks: what the clock may touch, and what it leaves alone."""

import pytest

from bot.core.letter import Looked
from bot.core.turn import Ended, Event, Started
from tests.fakes import MONDAY, THREAD, Toy, answer, said
from tests.flows.hands import PID, hear, started, work


@pytest.mark.parametrize(
    ("script", "poll_chain"),
    [
        (answer("Nothing new.", response_id="poll_1"), "poll_1"),
        ([Started(response_id="poll_1"), Ended(status="failed")], ""),
    ],
    ids=["well", "failed"],
)
async def test_however_a_check_ends_the_conversation_goes_on_where_it_was(
    toy: Toy, script: list[Event], poll_chain: str
) -> None:
    await started(toy)
    await hear(toy, said("and now?", number=2))
    toy.agent.script = [script]
    looked = Looked(letter_id="look.1", at=MONDAY)
    await toy.store.accept(looked.letter_id, THREAD, looked, PID)
    await work(toy)

    project = await toy.store.project(PID)
    assert project is not None
    assert (project.chain, project.poll_chain) == ("caresp_2", poll_chain)
    assert toy.agent.requests[-1].chain == ""
