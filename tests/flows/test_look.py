"""Unattended checks: what the clock may touch, and what it leaves alone."""

from datetime import timedelta

import pytest

from bot.core.letter import Looked
from bot.core.turn import Ended, Event, Started
from tests.fakes import MONDAY, THREAD, Toy, answer, draft, said
from tests.flows.hands import PID, hear, started, strike, work


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
    looked = Looked(letter_id="look.1", at=MONDAY, reason="asked")
    await toy.store.accept(looked.letter_id, THREAD, looked, PID)
    await work(toy)

    project = await toy.store.project(PID)
    assert project is not None
    assert (project.chain, project.poll_chain) == ("caresp_2", poll_chain)
    assert toy.agent.requests[-1].chain == ""


async def test_a_late_task_is_looked_into_once_a_day_until_its_reminder_waits_and_again_when_that_expired(
    toy: Toy,
) -> None:
    await started(toy)
    log = b'{"tasks": [{"id": "task-7", "title": "Pricing", "due_at": "2026-11-27"}]}'
    toy.agent.files[f"desk-{PID}", f"projects/{PID}/project_log.json"] = log
    reminder = draft(7, purpose="reminder", body="Pricing was due on Friday.")
    toy.agent.script = [answer("One is late.", reminder, response_id="poll_1")]

    turns = len(toy.agent.requests)
    for days, looked in ((0, 1), (0, 1), (1, 1), (20, 2)):  # the reminder waits, and expires after 21 days
        toy.clock.forward(days=days)
        await strike(toy)
        await work(toy)
        assert len(toy.agent.requests) == turns + looked
    assert "[charter-agent-poll: " in toy.agent.requests[-1].input
    assert toy.agent.requests[-1].chain == "poll_1"


LOG = f"projects/{PID}/project_log.json"
IN_TIME = b'{"tasks": [{"id": "task-7", "title": "Pricing", "due_at": "2027-02-26"}]}'


async def logged(toy: Toy) -> None:
    """A turn after which the agent's log says how things stand, and the copy that follows it."""
    await started(toy)
    toy.agent.files[f"desk-{PID}", LOG] = IN_TIME
    toy.clock.forward(minutes=1)
    toy.agent.script = [answer("Noted.")]
    await hear(toy, said("and now?", number=2))
    toy.agent.asked.clear()


async def test_a_sandbox_that_sleeps_is_not_woken_up_to_see_what_is_late(toy: Toy) -> None:
    await logged(toy)
    toy.clock.forward(days=1)
    await strike(toy)
    await work(toy)

    assert toy.agent.asked == []
    assert toy.jobs.booked == [PID]  # it is known all the same


async def test_one_that_is_awake_is_asked_itself(toy: Toy) -> None:
    await logged(toy)
    toy.clock.forward(minutes=5)
    await strike(toy)
    await work(toy)

    assert f"read {LOG}" in str(toy.agent.asked)


async def test_one_whose_copy_is_older_than_its_last_turn_is_asked_itself(toy: Toy) -> None:
    await logged(toy)
    project = await toy.store.project(PID)
    assert project
    await toy.store.save_project(project.model_copy(update={"last_turn_at": toy.clock() + timedelta(minutes=1)}))
    toy.clock.forward(days=1)
    await strike(toy)
    await work(toy)

    assert f"read {LOG}" in str(toy.agent.asked)
