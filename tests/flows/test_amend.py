"""Edits, deletions and restored messages count until somebody begins to work on the message."""

import pytest

from bot.core.letter import Said, ask_box
from bot.flows.amend import amend
from bot.flows.mailbox import take_turns
from tests.fakes import PRIYA, Toy, said
from tests.flows.hands import PID, hear, started


async def waits(toy: Toy, letter: Said, box: str = "") -> None:
    await toy.store.accept(letter.letter_id, letter.place, letter, box)


async def changed(toy: Toy, letter: Said, *, deleted: bool = False, restored: bool = False) -> None:
    await amend(toy.world, letter.letter_id, letter, deleted, restored)


async def test_an_edited_message_is_read_as_it_reads_now(toy: Toy) -> None:
    await waits(toy, said("we received teh RFP"))
    await changed(toy, said("we received the RFP"))
    await take_turns(toy.world, PID, "turn:1")

    assert [one.input.splitlines()[-1] for one in toy.agent.requests] == ["we received the RFP"]


async def test_a_deleted_message_is_not_read_at_all(toy: Toy) -> None:
    await started(toy)
    await waits(toy, said("forget this", number=2))
    await waits(toy, said("and this stays", number=3))
    await changed(toy, said("forget this", number=2), deleted=True)
    await take_turns(toy.world, PID, "turn:1")

    assert [one.input.splitlines()[-1] for one in toy.agent.requests[1:]] == ["and this stays"]


async def test_a_restored_message_is_read_once(toy: Toy) -> None:
    await started(toy)
    letter = said("on second thoughts", number=2)
    await waits(toy, letter)
    await changed(toy, letter, deleted=True)
    await changed(toy, letter, restored=True)
    await changed(toy, letter, restored=True)
    await take_turns(toy.world, PID, "turn:1")

    assert [one.input.splitlines()[-1] for one in toy.agent.requests[1:]] == ["on second thoughts"]


@pytest.mark.parametrize("how", [{}, {"deleted": True}, {"restored": True}])
async def test_what_was_answered_is_answered_once_whatever_becomes_of_it(toy: Toy, how: dict[str, bool]) -> None:
    await hear(toy, said("we received the RFP"))
    calls = list(toy.voice.calls)
    await changed(toy, said("we received another RFP"), **how)
    await take_turns(toy.world, PID, "turn:2")

    assert len(toy.agent.requests) == 1
    assert toy.voice.calls == calls


async def test_what_is_being_worked_on_is_not_changed_under_the_agents_hands(toy: Toy) -> None:
    await waits(toy, said("we received the RFP"))
    lease = await toy.store.enter(PID, "turn:1")
    begun = await toy.store.begin(PID, lease or "")
    assert begun

    assert not await toy.store.amend(PID, "m1", None)
    assert await toy.store.box(PID) == begun.letters


async def test_a_deletion_takes_the_words_out_of_what_is_kept_while_the_agent_is_silent(toy: Toy) -> None:
    await started(toy)
    await hear(toy, said("take over", number=2))
    for number in (3, 4):
        await hear(toy, said(f"words {number}", number=number))
    await changed(toy, said("words 3", number=3), deleted=True)
    await changed(toy, said("other words", number=4))

    assert [one.text for one in await toy.store.held(PID)] == ["other words"]


async def test_a_short_question_can_be_withdrawn_too(toy: Toy) -> None:
    await started(toy)
    await waits(toy, said("help", number=2), ask_box(PID))
    await changed(toy, said("help", number=2), deleted=True)

    assert await toy.store.box(ask_box(PID)) == ()


async def test_who_takes_back_what_they_wrote_has_not_written_since(toy: Toy) -> None:
    """A reminder is held back when its person has written: a message that was deleted unread is none."""
    await started(toy)
    await waits(toy, said("here it is", PRIYA, number=2))
    await changed(toy, said("here it is", PRIYA, number=2), deleted=True)
    heard = await toy.store.client.hgetall(toy.store.keys.name("heard", PID))  # type: ignore[attr-defined]

    assert {count for name, count in heard.items() if name.startswith("in:") and name not in mine(heard)} == {"0"}


def mine(heard: dict[str, str]) -> set[str]:
    """Ana's own: as many were dealt with as came."""
    return {name for name, count in heard.items() if heard.get(name.replace("in:", "out:")) == count != "0"}
