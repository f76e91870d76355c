"""What the agent wrote down is copied after every turn that ended well, and goes back into a new sandbox."""

import logging

import pytest

from bot.core.errors import AgentDown
from bot.core.turn import Ended, Started
from bot.flows import checkpoint
from bot.flows.reconcile import reconcile
from tests.fakes import Toy, said
from tests.flows.hands import PID, hear, started

SESSION = f"desk-{PID}"


def write(toy: Toy, name: str, content: bytes) -> None:
    toy.agent.files[SESSION, f"projects/{PID}/{name}"] = content


async def begun(toy: Toy) -> None:
    """A project that has been quiet for a minute."""
    await started(toy)
    toy.clock.forward(minutes=1)


async def kept(toy: Toy) -> dict[str, bytes]:
    found = await toy.store.checkpoint(PID)
    return {one.path: one.content for one in found.files} if found else {}


async def test_after_a_turn_everything_the_agent_keeps_of_the_project_is_copied(toy: Toy) -> None:
    await begun(toy)
    for name in ("project_log.json", "drafts.json", "activity.json", "notes/people.json", "project_charter.md"):
        write(toy, name, f'"{name}"'.encode())
    write(toy, ".lock", b"")
    write(toy, ".drafts.json.x1", b"half")
    toy.agent.files[SESSION, "sources/rfp.pdf"] = b"the request"
    await hear(toy, said("and now?", number=2))

    assert set(await kept(toy)) == {
        "project_log.json", "drafts.json", "activity.json", "notes/people.json", "project_charter.md",
    }  # fmt: skip


async def test_the_answer_is_shown_before_anything_is_copied(toy: Toy) -> None:
    await begun(toy)
    write(toy, "project_log.json", b"{}")
    seen: list[list[str]] = []
    listing = toy.agent.list

    async def watched(session_id: str, path: str):
        seen.append(toy.voice.texts())
        return await listing(session_id, path)

    toy.agent.list = watched
    await hear(toy, said("and now?", number=2))

    assert seen
    assert "Noted." in seen[0]


async def test_what_has_not_changed_is_not_read_again(toy: Toy) -> None:
    await begun(toy)
    write(toy, "project_log.json", b'{"version": 1}')
    write(toy, "drafts.json", b"{}")
    await hear(toy, said("and now?", number=2))
    before = await toy.store.checkpoint(PID)
    toy.agent.asked.clear()
    toy.clock.forward(minutes=1)
    await hear(toy, said("thanks", number=3))
    assert toy.agent.asked == [f"list projects/{PID}"]
    assert [what for what in toy.agent.asked if what.startswith("read")] == []
    assert await toy.store.checkpoint(PID) == before

    toy.clock.forward(minutes=1)
    write(toy, "project_log.json", b'{"version": 10}')
    await hear(toy, said("thanks again", number=4))

    assert [what for what in toy.agent.asked if what.startswith("read")] == [f"read projects/{PID}/project_log.json"]
    assert await kept(toy) == {"project_log.json": b'{"version": 10}', "drafts.json": b"{}"}


async def test_a_copy_that_fails_leaves_the_older_one_and_the_turn_as_it_is(toy: Toy) -> None:
    await begun(toy)
    write(toy, "project_log.json", b'{"version": 1}')
    await hear(toy, said("and now?", number=2))
    write(toy, "project_log.json", b'{"version": 10}')
    toy.clock.forward(minutes=1)
    toy.agent.trouble = AgentDown("no answer")
    await hear(toy, said("thanks", number=3))

    assert await kept(toy) == {"project_log.json": b'{"version": 1}'}
    assert await toy.store.waiting() == ()


async def test_a_turn_that_failed_is_no_reason_for_a_copy(toy: Toy) -> None:
    await begun(toy)
    write(toy, "project_log.json", b"half done")
    toy.agent.script = [[Started(response_id="caresp_3"), Ended(status="failed")]]
    await hear(toy, said("and now?", number=2))

    assert await kept(toy) == {}


async def test_an_empty_sandbox_is_lost_and_takes_nothing_of_the_copy(toy: Toy) -> None:
    await begun(toy)
    write(toy, "project_log.json", b'{"version": 1}')
    await hear(toy, said("and now?", number=2))
    toy.agent.vanish(SESSION)
    toy.agent.sessions.add(SESSION)
    toy.clock.forward(minutes=1)
    await hear(toy, said("thanks", number=3))

    project = await toy.store.project(PID)
    assert project
    assert project.state == "lost"
    assert await kept(toy) == {"project_log.json": b'{"version": 1}'}


async def test_what_no_project_can_do_without_is_copied_first_and_the_rest_while_there_is_room(
    toy: Toy, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(checkpoint, "MOST_BYTES", 100)
    monkeypatch.setattr(checkpoint, "MOST_FILES", 3)
    await begun(toy)
    for name, size in (("a.json", 90), ("b.json", 5), ("c.json", 5), ("project_log.json", 80), ("activity.json", 5)):
        write(toy, name, b"x" * size)
    await hear(toy, said("and now?", number=2))

    assert set(await kept(toy)) == {"project_log.json", "activity.json", "b.json"}
    assert "2 files" in caplog.text


async def test_nothing_of_what_is_copied_stands_in_the_log_or_readable_in_the_store(
    toy: Toy, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await begun(toy)
    write(toy, "project_log.json", b'{"customer_name": "Northwind Traders"}')
    await hear(toy, said("and now?", number=2))
    raw = await toy.store.client.get(toy.store.keys.name("checkpoint", PID))

    assert await kept(toy)
    assert "Northwind" not in caplog.text
    assert "Northwind" not in raw
    assert "project_log" not in raw


async def test_of_a_lively_exchange_the_end_is_copied_once_it_is_quiet(toy: Toy) -> None:
    await begun(toy)
    write(toy, "project_log.json", b"1")
    await hear(toy, said("one", number=2))
    for number in range(3, 8):
        toy.clock.forward(seconds=2)
        write(toy, "project_log.json", b"1" * number)
        await hear(toy, said("more", number=number))
    assert await kept(toy) == {"project_log.json": b"1"}

    await reconcile(toy.world)
    assert await kept(toy) == {"project_log.json": b"1"}
    toy.clock.forward(seconds=30)
    await reconcile(toy.world)

    assert await kept(toy) == {"project_log.json": b"1111111"}
    toy.agent.asked.clear()
    toy.clock.forward(hours=1)
    await reconcile(toy.world)
    assert toy.agent.asked == []


async def test_while_a_turn_is_under_way_nothing_is_copied(toy: Toy) -> None:
    await started(toy)
    write(toy, "project_log.json", b"half a turn")
    await hear(toy, said("one", number=2))
    letter = said("two", number=3)
    await toy.store.accept(letter.letter_id, letter.place, letter)
    toy.clock.forward(minutes=1)
    await reconcile(toy.world)

    assert await kept(toy) == {}
    assert await toy.store.copies_due(toy.clock()) == (PID,)


async def test_of_two_desks_one_makes_the_copy(toy: Toy) -> None:
    await toy.store.copy_later(PID, toy.clock())

    assert [await toy.store.take_copy(PID) for _ in range(2)] == [True, False]
