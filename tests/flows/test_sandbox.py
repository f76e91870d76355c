"""A project's sandbox: acquired under its stored id, marked as ours, watched without being touched, given back."""

import pytest

from bot.core.errors import AgentDown, SessionLost
from bot.core.people import new_project
from bot.core.sandbox import Stay
from bot.flows import sandbox
from bot.flows.reconcile import reconcile
from tests.fakes import ANA, MONDAY, THREAD, Toy, said
from tests.flows.hands import PID, hear, started

SESSION = f"desk-{PID}"
MARKER = f"projects/{PID}/desk.marker"


async def state_of(toy: Toy) -> str:
    project = await toy.store.project(PID)
    assert project
    return project.state


async def test_a_new_sandbox_is_marked_as_ours_after_everything_else(toy: Toy) -> None:
    await hear(toy, said("we received the RFP"))

    assert toy.agent.files[SESSION, MARKER] == SESSION.encode()
    assert await toy.store.stay(PID)


async def test_a_sandbox_in_use_is_not_looked_at_and_one_that_rested_is(toy: Toy) -> None:
    await started(toy)
    toy.agent.asked.clear()
    await hear(toy, said("and now?", number=2))
    assert "ensure" not in toy.agent.asked

    toy.agent.asked.clear()
    toy.clock.forward(minutes=13)
    await hear(toy, said("still there?", number=3))

    assert toy.agent.asked[:2] == ["ensure", f"read {MARKER}"]
    assert toy.agent.ensured == [SESSION, SESSION]
    assert len(toy.agent.requests) == 3


async def test_acquiring_twice_after_a_crash_is_the_same_sandbox(toy: Toy) -> None:
    project = new_project(THREAD, ANA, MONDAY)
    toy.agent.sessions.add(SESSION)  # it was made, and then the desk went away

    await sandbox.acquire(toy.world, project)
    await sandbox.acquire(toy.world, project)

    assert toy.agent.sessions == {SESSION}
    assert [what for what in toy.agent.asked if what.startswith("write")] == [f"write {MARKER}"]


@pytest.mark.parametrize("found", [None, b"desk-p-another"])
async def test_a_sandbox_that_answers_without_our_marker_is_lost_and_not_used(toy: Toy, found: bytes | None) -> None:
    """The platform may make an expired one anew, empty and under its old id, and say nothing."""
    await started(toy)
    toy.agent.vanish(SESSION)
    toy.agent.sessions.add(SESSION)
    if found:
        toy.agent.files[SESSION, MARKER] = found
    toy.clock.forward(days=31)
    await hear(toy, said("and now?", number=2))

    assert len(toy.agent.requests) == 1
    assert await state_of(toy) == "lost"


async def test_a_project_from_before_there_were_markers_gets_one(toy: Toy) -> None:
    project = new_project(THREAD, ANA, MONDAY).model_copy(update={"started": True})
    with pytest.raises(SessionLost):
        await sandbox.acquire(toy.world, project)
    toy.agent.sessions.add(SESSION)

    await sandbox.acquire(toy.world, project)

    assert toy.agent.files[SESSION, MARKER] == SESSION.encode()


async def test_an_answer_from_another_session_is_not_taken(toy: Toy) -> None:
    await started(toy)
    toy.agent.script = [SessionLost("fork answered")]
    await hear(toy, said("and now?", number=2))

    project = await toy.store.project(PID)
    assert project
    assert (project.session_id, project.state, project.chain) == (SESSION, "lost", "caresp_1")
    assert not (await toy.store.mark_of("m2")).response_id


async def test_nobody_touches_a_sandbox_while_nobody_speaks(toy: Toy) -> None:
    """It goes to sleep by itself, and a look at it might wake it or keep it awake."""
    await started(toy)
    toy.agent.asked.clear()
    turns = len(toy.agent.requests)
    for _ in range(60):
        toy.clock.forward(hours=11)
        await reconcile(toy.world)

    assert toy.agent.asked == []
    assert len(toy.agent.requests) == turns


def warnings(toy: Toy) -> list[str]:
    return [str(card) for card in toy.voice.cards() if "ends on" in str(card["fallbackText"])]


async def test_the_owner_hears_once_on_day_25_that_the_sandbox_ends_on_day_30(toy: Toy) -> None:
    await started(toy)
    seen = []
    for day in (24, 25, 26, 29, 31):
        toy.clock.now = MONDAY
        toy.clock.forward(days=day)
        await reconcile(toy.world)
        await reconcile(toy.world)
        seen.append(len(warnings(toy)))

    assert seen == [0, 1, 1, 1, 1]
    assert "Wed, Dec 30, 10:00" in warnings(toy)[0].replace("\u202f", " ")


async def test_a_turn_renews_the_sandbox_and_its_next_end_is_told_too(toy: Toy) -> None:
    await started(toy)
    toy.clock.forward(days=25)
    await reconcile(toy.world)
    await hear(toy, said("what is next?", number=2))
    toy.clock.forward(days=24)
    await reconcile(toy.world)
    assert len(warnings(toy)) == 1

    toy.clock.forward(days=1)
    await reconcile(toy.world)

    assert len(warnings(toy)) == 2


async def test_an_end_that_was_missed_is_not_announced_any_more(toy: Toy) -> None:
    await started(toy)
    toy.clock.forward(days=40)
    await reconcile(toy.world)

    assert warnings(toy) == []
    assert await toy.store.ending(toy.clock()) == ()


def test_a_short_stay_is_announced_shortly_before_its_end() -> None:
    stay = Stay.model_validate({"session_id": "s", "ends": MONDAY, "span": "PT12H"})

    assert stay.warn_at
    assert (MONDAY - stay.warn_at).total_seconds() == 2 * 3600


async def test_a_project_that_is_over_gives_its_sandbox_back_with_a_last_copy(toy: Toy) -> None:
    await started(toy)
    project = await toy.store.project(PID)
    assert project
    toy.agent.files[SESSION, f"projects/{PID}/project_log.json"] = b'{"phase": "done"}'
    toy.clock.forward(days=3)

    await sandbox.release(toy.world, project)

    kept = await toy.store.checkpoint(PID)
    assert kept
    assert [one.content for one in kept.files] == [b'{"phase": "done"}']
    assert toy.agent.stopped == [SESSION]
    assert SESSION in toy.agent.sessions
    assert await toy.store.stay(PID) is None
    toy.clock.forward(days=28)
    assert await toy.store.ending(toy.clock()) == ()


async def test_a_project_that_is_to_be_deleted_leaves_no_sandbox_behind_not_even_a_lost_one(toy: Toy) -> None:
    await started(toy)
    project = await toy.store.project(PID)
    assert project
    toy.agent.sessions.add(f"{SESSION}-2")

    await sandbox.release(toy.world, project.model_copy(update={"sandbox": 2}), delete=True)

    assert toy.agent.sessions == set()


async def test_an_agent_that_is_down_does_not_keep_a_project_from_ending(toy: Toy) -> None:
    await started(toy)
    project = await toy.store.project(PID)
    assert project
    toy.agent.trouble = AgentDown("no answer")

    await sandbox.release(toy.world, project)

    assert await toy.store.stay(PID) is None
