"""Nobody decided in time: closed, told once, and nothing leaves."""

import asyncio
from datetime import timedelta

import pytest

from bot.core.draft import Record, State
from bot.core.errors import AgentDown
from bot.core.parcel import Fate
from bot.flows import reconcile
from bot.flows.redraw import redraw
from cards import models
from tests.fakes import THREAD, Toy, answer, draft, said
from tests.flows.hands import PID, hear, press, ship_all, started, work

MOMENT = timedelta(microseconds=1)


async def expired(toy: Toy, count: int = 1) -> list[Record]:
    records = await started(toy, count)
    toy.clock.now = records[0].expires_at
    await reconcile.reconcile(toy.world)
    return records


async def state_of(toy: Toy, record: Record) -> State:
    found = await toy.store.record(record.key)
    assert found is not None
    return found.state


async def audit(toy: Toy, record: Record) -> list[str]:
    """Verb, actor and word of every attempt."""
    lines = await toy.store.audit(record.key)  # type: ignore[attr-defined]  # the real store's, for looking
    return ["|".join(line.split("|")[i] for i in (1, 4, 5)) for line in lines]


def news(toy: Toy) -> list[str]:
    return [text for text in toy.voice.texts() if "expired" in text]


async def test_a_draft_expires_at_its_moment_and_not_before(toy: Toy) -> None:
    record, *_ = await started(toy)
    toy.clock.now = record.expires_at - MOMENT
    await reconcile.reconcile(toy.world)
    assert await state_of(toy, record) is State.PENDING
    toy.clock.now = record.expires_at
    await reconcile.reconcile(toy.world)

    assert await state_of(toy, record) is State.EXPIRED
    assert await audit(toy, record) == ["expire|clock|done"]
    assert await toy.store.expiring(toy.clock() + timedelta(days=99)) == ()


async def test_silence_is_not_consent(toy: Toy) -> None:
    await expired(toy, count=3)
    await work(toy)
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == []
    assert toy.post.sent == []
    assert [one for one in await toy.store.parcels_of(PID) if one.kind == "brief"] == []


async def test_everything_that_expired_together_is_told_to_the_owner_once(toy: Toy) -> None:
    await expired(toy, count=3)
    for number in range(3):
        await work(toy, f"turn:{number}")
        await reconcile.reconcile(toy.world)

    (told,) = news(toy)
    assert "These 3 drafts" in told
    assert told.count("**Priya Raman**") == 3


async def test_the_agent_hears_of_all_of_them_in_one_turn(toy: Toy) -> None:
    await started(toy, count=2)
    turns = len(toy.agent.requests)
    toy.clock.forward(days=30)
    await reconcile.reconcile(toy.world)
    await work(toy)

    assert len(toy.agent.requests) == turns + 1
    assert toy.agent.requests[-1].input.count('"verb": "expired"') == 2
    assert toy.agent.requests[-1].input.count("Do not send it.") == 2


async def test_the_owner_hears_of_it_once_although_the_agent_is_down(toy: Toy) -> None:
    await expired(toy)
    toy.agent.script = [AgentDown(), answer("Noted.")]
    await work(toy)
    await work(toy, "turn:again")

    assert len(news(toy)) == 1


async def test_the_card_is_drawn_again_and_offers_nothing_any_more(toy: Toy) -> None:
    (record,) = await expired(toy)
    await work(toy)
    assert record.key in toy.jobs.redrawn
    await redraw(toy.world, record.key)

    shown = str(toy.voice.cards(THREAD.conversation)[0])
    assert "has expired" in shown
    assert "approve" not in shown


async def test_a_row_of_a_batch_says_that_it_expired(toy: Toy) -> None:
    first, second = await started(toy, count=2)
    await press(toy, first, "approve")
    await ship_all(toy)
    toy.clock.now = second.expires_at
    await reconcile.reconcile(toy.world)
    reply = await press(toy, second, "back", batch_id=first.card_id)

    assert isinstance(reply, models.Batch)
    assert sorted(row.mark.state for row in reply.rows) == ["delivered", "expired"]


@pytest.mark.parametrize("verb", ["approve", "save", "save_approve", "change", "reject", "edit"])
@pytest.mark.parametrize("looked", [False, True])
async def test_a_late_click_is_refused_whether_somebody_looked_or_not(toy: Toy, verb: str, looked: bool) -> None:
    record, *_ = await started(toy)
    toy.clock.now = record.expires_at
    if looked:
        await reconcile.reconcile(toy.world)
    reply = await press(toy, record, verb, body="x", subject="y", instruction="z", reason="r")

    assert isinstance(reply, models.Notice)
    assert "has expired" in reply.text
    assert not [one for one in await toy.store.parcels_of(PID) if one.kind == "brief"]


async def test_a_click_and_the_expiry_at_one_instant_have_one_winner(toy: Toy) -> None:
    records = await started(toy, count=20)
    edge = records[0].expires_at
    for number, record in enumerate(records):
        toy.clock.now = edge if number % 2 else edge - MOMENT
        await asyncio.gather(press(toy, record, "approve"), reconcile.reconcile(toy.world))
    toy.clock.now = edge
    await reconcile.reconcile(toy.world)

    for number, record in enumerate(records):
        in_time = number == 0  # at the edge everything that was open has expired together
        assert await state_of(toy, record) is (State.APPROVED if in_time else State.EXPIRED)
        done = [line for line in await audit(toy, record) if line.endswith("|done")]
        assert len(done) == 1
    planned = [one for one in await toy.store.parcels_of(PID) if one.kind == "brief"]
    assert [one.record_key for one in planned] == [records[0].key]


async def test_a_draft_that_was_asked_to_change_does_not_expire_under_the_agents_hands(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "change", instruction="shorter")
    toy.clock.now = record.expires_at
    await reconcile.reconcile(toy.world)

    assert await state_of(toy, record) is State.ASKED


async def test_an_edit_keeps_the_time_the_draft_has(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "save", subject="New", body="Other words.")
    toy.clock.now = record.expires_at
    await reconcile.reconcile(toy.world)

    assert await state_of(toy, record) is State.EXPIRED


async def test_an_edit_between_the_look_and_the_step_is_left_for_the_next_round(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "save", subject="New", body="Other words.")
    old = record.model_copy(update={"state": State.EXPIRED})
    told = said("news", number=50)

    assert await toy.store.expire(((old, told),), record.expires_at) == ()
    assert await state_of(toy, record) is State.PENDING
    assert await toy.store.expiring(record.expires_at) == (record.key,)


async def test_what_expired_can_be_offered_and_approved_anew(toy: Toy) -> None:
    (record,) = await expired(toy)
    await work(toy)
    toy.agent.script = [answer("Here it is again.", draft(1), response_id="caresp_9")]
    await hear(toy, said("offer it again", number=9))
    fresh = await toy.store.record(record.key)
    assert fresh is not None
    assert (fresh.state, fresh.draft.version) == (State.PENDING, 2)
    await press(toy, fresh, "approve")
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == [record.draft.body]
    assert [one.fate for one in await toy.store.parcels_of(PID) if one.kind == "brief"] == [Fate.SENT]


async def test_a_hundred_that_expired_while_the_desk_was_away_are_one_message_and_one_turn(toy: Toy) -> None:
    toy.agent.script = [answer("Read.", *(draft(n) for n in range(100)))]
    await hear(toy, said("go"))
    toy.agent.script = [answer("Noted.")]
    before, turns = len(toy.voice.messages), len(toy.agent.requests)
    toy.clock.forward(days=60)
    await reconcile.reconcile(toy.world)
    await work(toy)

    assert len(toy.voice.messages) - before == 1
    assert len(toy.agent.requests) - turns == 1
    assert {one.state for one in await toy.store.records_of(PID)} == {State.EXPIRED}
