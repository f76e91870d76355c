"""A click that was kept for a while is judged by the moment it was pressed."""

from datetime import datetime, timedelta

from bot.core.draft import Record, State
from bot.core.errors import Uncertain
from bot.core.parcel import Fate
from bot.core.people import Contact
from bot.flows import decide, reconcile
from bot.flows.decide import Reply
from cards.click import Click
from tests.fakes import ANA, PRIYA, Toy, chat_of
from tests.flows.hands import PID, press, ship_all, started


async def press_then(toy: Toy, record: Record, verb: str, pressed: datetime) -> Reply:
    clicked = Click.model_validate(
        {"verb": verb, "draft_id": record.key, "version": record.draft.version, "hash": record.draft.content_hash}
    )
    return await decide.click(toy.world, clicked, ANA, "en", pressed=pressed)


async def state_of(toy: Toy, record: Record) -> Record:
    found = await toy.store.record(record.key)
    assert found
    return found


async def test_one_pressed_in_time_counts_although_the_draft_has_expired_since(toy: Toy) -> None:
    record, *_ = await started(toy)
    pressed = record.expires_at - timedelta(minutes=1)
    toy.clock.forward(seconds=(record.expires_at - toy.clock()).total_seconds() + 60)
    await press_then(toy, record, "approve", pressed)

    now = await state_of(toy, record)
    assert (now.state, now.decided_at) == (State.APPROVED, pressed)


async def test_one_pressed_too_late_does_not_count_however_early_it_is_carried_out(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press_then(toy, record, "approve", record.expires_at)
    assert (await state_of(toy, record)).state is State.PENDING


async def test_a_draft_that_was_put_down_as_expired_stays_so(toy: Toy) -> None:
    record, *_ = await started(toy)
    pressed = record.expires_at - timedelta(minutes=1)
    toy.clock.forward(seconds=(record.expires_at - toy.clock()).total_seconds() + 60)
    await reconcile.reconcile(toy.world)
    await press_then(toy, record, "approve", pressed)

    assert (await state_of(toy, record)).state is State.EXPIRED
    assert toy.jobs.shipped == []


async def test_the_first_decision_wins_over_one_that_was_pressed_before_and_kept(toy: Toy) -> None:
    record, *_ = await started(toy)
    pressed = toy.clock()
    toy.clock.forward(minutes=1)
    await press(toy, record, "reject", reason="no")
    await press_then(toy, record, "approve", pressed)

    assert (await state_of(toy, record)).state is State.REJECTED


async def test_send_again_is_about_the_doubt_that_was_there_and_about_no_younger_one(toy: Toy) -> None:
    record, *_ = await started(toy)
    await toy.store.save_contact(Contact(person=PRIYA, place=chat_of(PRIYA)))
    await press(toy, record, "approve")
    toy.voice.trouble = [Uncertain()]
    await ship_all(toy)
    toy.clock.forward(minutes=1)
    pressed = toy.clock()
    await press_then(toy, record, "resend", pressed)  # carried out, and the desk died before it knew
    toy.clock.forward(minutes=1)
    toy.voice.trouble = [Uncertain()]
    await ship_all(toy)
    await press_then(toy, record, "resend", pressed)

    (brief,) = [one for one in await toy.store.parcels_of(PID) if one.kind == "brief"]
    assert brief.fate is Fate.UNCERTAIN
    assert toy.jobs.shipped == []
