"""Pointers, not business: after the time that was set, no word of what is settled is left in the store."""

from datetime import timedelta

import pytest

from bot.core.draft import State
from bot.core.errors import DeskError
from bot.core.parcel import Fate
from bot.flows import reconcile
from cards import models
from tests.edges.store.valkey import dump, opened
from tests.fakes import PRIYA, Toy, answer, draft, said
from tests.flows.hands import PID, hear, in_doubt, press, ship_all, started, work

SECRET = "our margin is eleven percent"


async def left(toy: Toy) -> str:
    """Everything that lies in the store, decrypted."""
    return await dump(toy.store)  # type: ignore[arg-type]  # the real store's, for looking


async def settled(toy: Toy, verb: str = "approve") -> None:
    """A draft with the secret in it, decided and worked off."""
    words = draft(1, body=SECRET, subject=SECRET, reason=SECRET, task_id=SECRET, requirements=(SECRET,))
    toy.agent.script = [answer("Read.", words)]
    await hear(toy, said("we received the RFP"))
    toy.agent.script = [answer("Noted.")]
    (record,) = await toy.store.records_of(PID)
    await press(toy, record, verb, reason=SECRET)
    await ship_all(toy)
    await work(toy)


async def after(toy: Toy, days: float) -> None:
    toy.clock.forward(days=days)
    await reconcile.reconcile(toy.world)


async def test_the_dump_finds_what_is_there(toy: Toy) -> None:
    await settled(toy)

    assert SECRET in await left(toy)
    assert SECRET not in opened("a|b")


@pytest.mark.parametrize("verb", ["approve", "reject"])
async def test_the_words_of_what_is_settled_are_gone_after_the_time_and_not_before(toy: Toy, verb: str) -> None:
    await settled(toy, verb)
    await after(toy, 89.9)
    assert SECRET in await left(toy)
    await after(toy, 0.2)

    assert SECRET not in await left(toy)
    assert PRIYA.address not in str(await toy.store.records_of(PID))


async def test_what_was_decided_when_and_by_whom_is_kept(toy: Toy) -> None:
    await settled(toy)
    (before,) = await toy.store.records_of(PID)
    sent = await toy.store.parcel(before.parcel_id)
    assert sent is not None
    await after(toy, 91)

    (record,) = await toy.store.records_of(PID)
    parcel = await toy.store.parcel(record.parcel_id)
    assert parcel is not None
    assert (record.state, record.decided_oid, record.decided_at) == (State.APPROVED, "ana", before.decided_at)
    assert (record.draft.version, record.draft.purpose) == (1, "kickoff_brief")
    assert (parcel.fate, parcel.content_hash) == (Fate.SENT, before.draft.content_hash)
    assert (parcel.settled_at, parcel.ref) == (sent.settled_at, sent.ref)
    (line,) = await toy.store.audit(record.key)  # type: ignore[attr-defined]  # the real store's, for looking
    assert before.draft.content_hash in line


async def test_the_card_says_that_the_words_are_gone_and_what_became_of_them(toy: Toy) -> None:
    await settled(toy)
    (before,) = await toy.store.records_of(PID)
    await after(toy, 91)
    shown = await press(toy, before, "open")
    listed = await press(toy, before, "back", batch_id=before.card_id)

    assert isinstance(shown, models.Notice)
    assert "was removed" in shown.text
    assert "Delivered" in shown.text
    assert isinstance(listed, models.Batch)


async def test_what_waits_for_a_decision_keeps_its_words_until_it_expires_and_for_the_time_after(toy: Toy) -> None:
    toy.agent.script = [answer("Read.", draft(1, body=SECRET))]
    await hear(toy, said("go"))
    toy.agent.script = [answer("Noted.")]
    await after(toy, 21)
    await work(toy)
    await after(toy, 80)
    assert SECRET in await left(toy)
    await after(toy, 11)

    assert SECRET not in await left(toy)


async def test_what_was_faded_after_it_expired_can_be_offered_anew_and_approved(toy: Toy) -> None:
    await started(toy)
    await after(toy, 21)
    await work(toy)
    await after(toy, 91)
    toy.agent.script = [answer("Again.", draft(1), response_id="caresp_9")]
    await hear(toy, said("again", number=9))
    (record,) = await toy.store.records_of(PID)
    await press(toy, record, "approve")
    await ship_all(toy)

    assert record.faded_at is None
    assert toy.voice.texts("a:priya") == [record.draft.body]


async def test_a_doubt_whose_words_are_gone_is_not_sent_again_as_an_empty_message(toy: Toy) -> None:
    (record,) = await in_doubt(toy)
    await work(toy)
    await after(toy, 91)
    reply = await press(toy, record, "resend")
    parcel_id = (await toy.store.records_of(PID))[0].parcel_id
    by_force = await toy.store.resend(parcel_id, Fate.PLANNED, record.approvers[0], toy.clock())
    await ship_all(toy)

    assert isinstance(reply, models.Notice)
    assert not by_force
    assert toy.voice.texts("a:priya") == []
    assert isinstance(await press(toy, record, "arrived"), models.Notice)


async def test_sending_again_by_hand_keeps_the_words_as_long_as_they_are_needed(toy: Toy) -> None:
    (record,) = await in_doubt(toy)
    toy.clock.forward(days=89)
    await press(toy, record, "resend")
    toy.clock.forward(hours=23)
    assert await toy.store.fade(toy.clock() + timedelta(days=2), timedelta(days=90)) == 1, "the card alone"
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == [record.draft.body]


async def test_a_message_that_was_put_away_and_never_decided_is_gone_too(toy: Toy) -> None:
    await started(toy)
    await toy.store.accept("m7", said("x").place, said(SECRET, number=7), PID)
    toy.agent.name, toy.agent.script = "", [DeskError()]
    for _ in range(5):
        with pytest.raises(DeskError):
            await work(toy)
    toy.agent.script = [answer("Noted.")]
    await work(toy)
    assert SECRET in await left(toy)
    await after(toy, 91)

    assert SECRET not in await left(toy)
    assert await toy.store.grave(PID, "m7") is None
    assert await toy.store.untold() == ()


async def test_discarding_removes_the_words_at_once(toy: Toy) -> None:
    await started(toy)
    await toy.store.accept("m7", said("x").place, said(SECRET, number=7), PID)
    toy.agent.name, toy.agent.script = "", [DeskError()]
    for _ in range(5):
        with pytest.raises(DeskError):
            await work(toy)
    await work(toy)
    owner = said("x").speaker
    assert await toy.store.exhume(PID, "m7", "discard", owner, True, toy.clock()) == "done"

    assert SECRET not in await left(toy)


async def test_nothing_is_due_and_nothing_is_done(toy: Toy) -> None:
    await settled(toy)

    assert await toy.store.fade(toy.clock(), timedelta(days=90)) == 0
    assert await toy.store.fade(toy.clock() + timedelta(days=91), timedelta(days=90)) > 0
    assert await toy.store.fade(toy.clock() + timedelta(days=91), timedelta(days=90)) == 0


async def test_forgetting_a_project_leaves_none_of_its_timers(toy: Toy) -> None:
    await settled(toy)
    await toy.store.forget(PID)

    assert await toy.store.fade(toy.clock() + timedelta(days=91), timedelta(days=90)) == 0
    assert await toy.store.expiring(toy.clock() + timedelta(days=91)) == ()
