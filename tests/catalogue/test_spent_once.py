"""Decided once, carried out once, and by the next desk if this one ends in between."""

import asyncio

import pytest

from bot.core.draft import State
from bot.core.errors import AgentDown, DeskError
from bot.core.parcel import Fate
from bot.edges.store import DeskStore
from bot.edges.store.seal import Seal
from bot.flows import deliver, reconcile, redraw
from cards import models
from tests.catalogue.clicking import OWNER, activity, briefs, now_of, pressed, shown
from tests.edges.store.valkey import KEY
from tests.fakes import ANA, Toy, answer, chat_of, draft, said
from tests.flows.hands import PID, hear, press, ship_all, started, work

CHAT = "a:priya"


async def test_an_approval_is_spent_once_however_often_it_is_clicked_shipped_and_told(toy: Toy) -> None:
    """Not even a later turn on the same chain, or an agent that asks for it again, sends it a second time."""
    record, *_ = await started(toy)
    for number in range(4):
        await pressed(toy, activity(shown(record), "approve", OWNER) | {"id": f"f:{number}"})
    parcel_id, _ = toy.jobs.shipped[0]
    await asyncio.gather(*(deliver.ship(toy.world, parcel_id) for _ in range(8)))
    await work(toy)
    toy.agent.script = [answer("I sent it once more.", record.draft, response_id="caresp_3")]
    await hear(toy, said("thanks, and what else?", number=2))
    await ship_all(toy)

    assert toy.voice.texts(CHAT) == [record.draft.body]
    assert await briefs(toy) == [Fate.SENT]
    assert len([one for one in toy.agent.requests if '"verb": "sent"' in one.input]) == 1


async def test_an_approval_is_kept_before_its_card_is_posted_and_outlives_a_restart(
    toy: Toy, valkey_url: str, prefix: str
) -> None:
    """The desk dies in the moment in which the card would have gone out."""
    toy.agent.script = [answer("Read.", draft(1))]
    toy.voice.trouble = [None, None, DeskError("the power fails")]
    with pytest.raises(DeskError):
        await hear(toy, said("go"))
    assert toy.voice.cards() == []

    again = DeskStore(valkey_url, Seal((KEY,)), prefix)
    await again.take_over()
    fresh = Toy(store=again, voice=toy.voice, clock=toy.clock)
    await hear(fresh, said("pending", number=2))
    (record,) = await again.records_of(PID)
    assert record.waits(fresh.clock())
    assert record.expires_at > fresh.clock()
    await press(fresh, record, "approve")
    await ship_all(fresh)
    await again.close()

    assert len(toy.voice.cards()) == 1
    assert toy.voice.texts(CHAT) == [record.draft.body]


@pytest.mark.parametrize(("verb", "told"), [("approve", "sent"), ("reject", "rejected"), ("change", "change")])
async def test_a_decision_whose_every_job_was_lost_is_carried_out_by_the_next_round(
    toy: Toy, verb: str, told: str
) -> None:
    record, *_ = await started(toy)
    await press(toy, record, verb, reason="No.", instruction="Shorter.")
    toy.jobs.shipped.clear()
    toy.jobs.booked.clear()
    toy.jobs.later.clear()

    await reconcile.reconcile(toy.world)
    toy.jobs.booked.clear()
    toy.jobs.later.clear()
    await reconcile.reconcile(toy.world)
    assert toy.jobs.booked == [PID]
    await work(toy)

    assert toy.voice.texts(CHAT) == ([record.draft.body] if verb == "approve" else [])
    assert f'"verb": "{told}"' in toy.agent.requests[-1].input
    assert await toy.store.waiting() == ()


async def test_a_batch_decided_in_every_way_at_once_leaves_a_conversation_that_goes_on(toy: Toy) -> None:
    approved, rejected, changed, edited, left = await started(toy, count=5)
    await press(toy, approved, "approve")
    await press(toy, rejected, "reject", reason="Wrong person")
    await press(toy, changed, "change", instruction="Shorter.")
    await press(toy, edited, "save_approve", subject="New", body="Edited.")
    await ship_all(toy)
    await work(toy)
    await hear(toy, said("and now?", number=2))

    states = [(await now_of(toy, one)).state for one in (approved, rejected, edited, left)]
    assert states == [State.APPROVED, State.REJECTED, State.APPROVED, State.PENDING]
    told = "\n".join(one.input for one in toy.agent.requests)
    assert [told.count(f'"verb": "{verb}"') for verb in ("sent", "rejected", "change")] == [2, 1, 1]
    assert toy.agent.requests[-1].input.endswith("and now?")
    assert await toy.store.waiting() == ()


async def test_a_message_that_ends_every_worker_is_put_aside_after_five_tries_and_the_next_one_is_answered(
    toy: Toy,
) -> None:
    await started(toy)
    toy.agent.name = ""  # the one we ship, which does no turn twice
    toy.agent.script = [DeskError()]
    await toy.store.accept("m2", said("x").place, said("the poison", number=2))
    await toy.store.accept("m3", said("x").place, said("the next one", number=3))
    for _ in range(5):
        with pytest.raises(DeskError):
            await work(toy)
    toy.agent.script = [answer("Here I am.", response_id="caresp_9")]
    await work(toy)

    assert [one.input.endswith("the poison") for one in toy.agent.requests].count(True) == 5
    assert "put aside" in str(toy.voice.cards()[-1])
    assert toy.agent.requests[-1].input.endswith("the next one")
    assert toy.voice.texts()[-1] == "Here I am."
    assert await toy.store.waiting() == ()


async def test_a_busy_agent_is_no_poison(toy: Toy) -> None:
    """Trouble that passes uses up no tries, however long it lasts."""
    await started(toy)
    toy.agent.script = [AgentDown()]
    await toy.store.accept("m2", said("x").place, said("are you there?", number=2))
    for _ in range(12):
        await work(toy)
    toy.agent.script = [answer("Here I am.", response_id="caresp_9")]
    await work(toy)

    assert toy.voice.texts()[-1] == "Here I am."
    assert "put aside" not in str(toy.voice.cards())


async def test_every_card_that_shows_a_draft_follows_its_decision(toy: Toy) -> None:
    """A dead card looks alive: the one in the thread and the one in the owner's chat are both drawn again."""
    record, *_ = await started(toy)
    await hear(toy, said("pending", number=2, place=chat_of(ANA)), PID)
    reply = await press(toy, record, "approve")
    await ship_all(toy)
    for key in toy.jobs.redrawn:
        await redraw.redraw(toy.world, key)

    assert isinstance(reply, models.Receipt)
    seen = [*toy.voice.cards(), *toy.voice.cards("a:ana")]
    assert len(seen) == 2
    assert all("Delivered" in str(card) for card in seen)
