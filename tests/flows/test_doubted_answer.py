"""An answer that perhaps nobody saw is not posted again, and its thread is told so once."""

import pytest

from bot.core.errors import DeskError, StoreDown, Uncertain
from bot.core.parcel import Fate
from bot.flows import reconcile
from bot.flows.mailbox import take_turns
from bot.flows.stage import Bookmark
from tests.fakes import THREAD, ForgetfulStore, Toy, answer, said
from tests.flows.hands import PID, ship_all, work

DOUBT = "If you do not see an answer, please ask again."


async def interrupted(toy: Toy, *, posted: bool) -> None:
    """There is no placeholder, and the desk is gone in the moment when the answer is posted, before or after."""
    store = toy.store
    toy.agent.rest = answer("Priya owes two sections.")
    toy.agent.script = [toy.agent.rest]
    toy.voice.trouble = [Uncertain(), None if posted else DeskError("gone")]
    toy.store = ForgetfulStore(store, "answered")  # type: ignore[assignment]  # it passes everything on
    await store.accept("m1", THREAD, said("who owes what?"))
    with pytest.raises(StoreDown if posted else DeskError):
        await take_turns(toy.world, PID, "turn:1")
    toy.store = store


@pytest.mark.parametrize("posted", [False, True])
async def test_whoever_waits_for_an_answer_in_doubt_is_told_once_and_never_answered_twice(
    toy: Toy, posted: bool
) -> None:
    await interrupted(toy, posted=posted)
    for _ in range(2):
        await take_turns(toy.world, PID, "turn:1")
        await ship_all(toy)
        await reconcile.reconcile(toy.world)
        await work(toy)

    assert toy.voice.texts().count("Priya owes two sections.") == posted
    assert sum(DOUBT in str(card) for card in toy.voice.cards()) == 1
    assert await toy.store.waiting() == ()


async def test_the_notice_is_not_lost_when_the_desk_goes_away_again(toy: Toy) -> None:
    await interrupted(toy, posted=False)
    await take_turns(toy.world, PID, "turn:1")
    toy.jobs.shipped.clear()
    await reconcile.reconcile(toy.world)

    assert sum(DOUBT in str(card) for card in toy.voice.cards()) == 1
    assert {one.fate for one in await toy.store.parcels_of(PID)} == {Fate.SENT}


async def test_an_answer_that_was_still_waiting_for_its_turn_when_the_desk_went_away_is_posted(toy: Toy) -> None:
    toy.agent.rest = answer("Priya owes two sections.")
    toy.agent.script = [toy.agent.rest]
    await toy.store.accept("m1", THREAD, said("who owes what?"))
    book = await Bookmark.open(toy.store, "m1")
    await book.note(placing=True)
    toy.voice.no_turn = DeskError("gone")
    with pytest.raises(DeskError):
        await take_turns(toy.world, PID, "turn:1")
    toy.voice.no_turn = None
    await take_turns(toy.world, PID, "turn:1")
    await ship_all(toy)

    assert toy.voice.texts() == ["Priya owes two sections."]
    assert toy.voice.cards() == []


async def test_an_answer_whose_post_ended_in_doubt_is_told_of_too(toy: Toy) -> None:
    toy.voice.trouble = [Uncertain(), Uncertain()]
    await toy.store.accept("m1", THREAD, said("who owes what?"))
    await take_turns(toy.world, PID, "turn:1")
    await ship_all(toy)

    assert toy.voice.texts() == []
    assert sum(DOUBT in str(card) for card in toy.voice.cards()) == 1


async def test_an_answer_whose_placeholder_may_still_stand_or_whose_end_is_missing_is_told_of_too(toy: Toy) -> None:
    toy.voice.trouble = [None, Uncertain()]
    await toy.store.accept("m1", THREAD, said("who owes what?"))
    await take_turns(toy.world, PID, "turn:1")
    await ship_all(toy)

    assert "Done." not in toy.voice.texts()
    assert sum(DOUBT in str(card) for card in toy.voice.cards()) == 1


async def test_an_answer_that_stands_there_is_not_doubted(toy: Toy) -> None:
    toy.voice.trouble = [Uncertain()]
    await toy.store.accept("m1", THREAD, said("who owes what?"))
    await take_turns(toy.world, PID, "turn:1")
    await take_turns(toy.world, PID, "turn:2")
    await ship_all(toy)

    assert toy.voice.texts() == ["Done."]
    assert toy.voice.cards() == []
