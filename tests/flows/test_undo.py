"""An approved message is held back while it waits: it does not leave, and its draft is open again."""

from datetime import timedelta

import pytest

import cards
from bot.core.draft import Record, State
from bot.core.errors import Throttled, Uncertain, Undeliverable
from bot.core.parcel import Fate
from bot.core.people import Contact
from bot.demo.faces import buttons
from bot.flows import deliver, reconcile
from bot.flows.ports import House
from cards.models import Card, DraftCard, Receipt
from cards.words import say
from tests.catalogue.clicking import audit, briefs, now_of
from tests.fakes import ANA, PRIYA, TENANT, Toy, chat_of
from tests.flows.hands import press, ship_all, started, work

CHAT = "a:priya"
HAS_LEFT = say("en").t("desk.has_left")


@pytest.fixture
async def approved(toy: Toy) -> Record:
    toy.house = House(tenant=TENANT, undo_seconds=15)
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    return record


async def leaves(toy: Toy) -> list[str]:
    """What goes out once everybody's time is over."""
    toy.clock.forward(seconds=60)
    await ship_all(toy)
    await reconcile.reconcile(toy.world)
    await work(toy)
    return toy.voice.texts(CHAT)


async def test_the_receipt_says_until_when_and_has_the_button(toy: Toy, approved: Record) -> None:
    receipt = await press(toy, approved, "open")

    assert isinstance(receipt, Receipt)
    assert receipt.undo_until == (toy.clock() + timedelta(seconds=15)).isoformat()
    assert "undo" in verbs(receipt)


async def test_after_its_time_or_without_a_hold_there_is_no_button(toy: Toy, approved: Record) -> None:
    toy.clock.forward(seconds=15)
    receipt = await press(toy, approved, "open")

    assert isinstance(receipt, Receipt)
    assert "undo" not in verbs(receipt)


async def test_what_is_held_back_does_not_leave_and_its_draft_is_open_again(toy: Toy, approved: Record) -> None:
    card = await press(toy, approved, "undo")

    assert isinstance(card, DraftCard)
    assert (card.version, card.body, card.mark.state) == (2, approved.draft.body, "pending")
    assert await leaves(toy) == []
    assert await briefs(toy) == [Fate.REFUSED]
    record = await now_of(toy, approved)
    assert (record.state, record.decided_by, record.parcel_id) == (State.PENDING, "", "")
    assert len(toy.agent.requests) == 1  # the agent had not heard of the approval, and does not hear of this
    assert [line.split("|")[1::4] for line in await audit(toy, approved)] == [["approve", "done"], ["undo", "done"]]


async def test_it_is_approved_again_and_leaves_once(toy: Toy, approved: Record) -> None:
    await press(toy, approved, "undo")
    await press(toy, await now_of(toy, approved), "approve")

    assert await leaves(toy) == [approved.draft.body]
    assert sorted(await briefs(toy)) == [Fate.REFUSED, Fate.SENT]


async def test_edited_words_stay_when_they_are_held_back(toy: Toy) -> None:
    toy.house = House(tenant=TENANT, undo_seconds=15)
    record, *_ = await started(toy)
    await press(toy, record, "save_approve", subject="S", body="My own words.")
    await press(toy, await now_of(toy, record), "undo")

    found = await now_of(toy, record)
    assert (found.draft.version, found.draft.body) == (3, "My own words.")
    assert found.state is State.PENDING


async def test_the_same_click_again_and_an_approval_that_comes_again_change_nothing(toy: Toy, approved: Record) -> None:
    await press(toy, approved, "undo")
    before = await now_of(toy, approved)
    for verb in ("undo", "approve", "undo"):
        await press(toy, approved, verb)

    assert await now_of(toy, approved) == before
    assert await leaves(toy) == []


@pytest.mark.parametrize("verb", ["open", "undo"])
async def test_what_has_left_is_not_held_back(toy: Toy, approved: Record, verb: str) -> None:
    toy.clock.forward(seconds=16)
    await ship_all(toy)
    assert toy.voice.texts(CHAT) == [approved.draft.body]
    reply = await press(toy, approved, verb)

    assert "undo" not in (verbs(reply) if isinstance(reply, Receipt) else ())
    if verb == "undo":
        assert isinstance(reply, str)
        assert "could not be held back" in reply
    assert (await now_of(toy, approved)).state is State.APPROVED


async def test_what_the_channel_put_off_can_still_be_held_back(toy: Toy, approved: Record) -> None:
    toy.clock.forward(seconds=16)
    toy.voice.trouble = [Throttled("slow", 120)]
    await ship_all_once(toy)
    assert isinstance(await press(toy, approved, "undo"), DraftCard)

    toy.clock.forward(seconds=200)
    assert await leaves(toy) == []


async def test_somebody_else_cannot_hold_it_back(toy: Toy, approved: Record) -> None:
    reply = await press(toy, approved, "undo", actor=PRIYA)

    assert isinstance(reply, str)
    assert await leaves(toy) == [approved.draft.body]


async def test_of_a_draft_that_is_still_open_there_is_nothing_to_hold_back(toy: Toy) -> None:
    record, *_ = await started(toy)
    reply = await press(toy, record, "undo", actor=ANA)

    assert isinstance(reply, str)
    assert await now_of(toy, record) == record


async def ship_all_once(toy: Toy) -> None:
    (parcel_id, _), toy.jobs.shipped = toy.jobs.shipped[0], []
    await deliver.ship(toy.world, parcel_id)


def verbs(card: Card) -> list[str]:
    return [one.verb for one in buttons(cards.card(card))]


async def test_what_is_sent_once_more_is_not_held_back_since_it_may_have_arrived(toy: Toy, approved: Record) -> None:
    await toy.store.save_contact(Contact(person=PRIYA, place=chat_of(PRIYA)))
    toy.clock.forward(seconds=20)
    toy.voice.trouble = [Uncertain()]
    await ship_all(toy)
    record = await now_of(toy, approved)
    receipt = await press(toy, record, "resend")
    assert isinstance(receipt, Receipt)
    assert await press(toy, record, "undo") == HAS_LEFT, "by a receipt of before"
    toy.voice.trouble = [Throttled("busy", 600)]
    await ship_all(toy)
    receipt = await press(toy, record, "open")

    assert isinstance(receipt, Receipt)
    assert receipt.undo_until == ""
    assert await press(toy, record, "undo") == HAS_LEFT
    assert (await now_of(toy, approved)).state is State.APPROVED
    assert await briefs(toy) == [Fate.PLANNED]


async def test_of_what_never_left_it_is_not_said_that_it_has(toy: Toy, approved: Record) -> None:
    await toy.store.save_contact(Contact(person=PRIYA, place=chat_of(PRIYA)))
    toy.clock.forward(seconds=20)
    toy.voice.trouble = [Undeliverable("gone", "not_member")]
    await ship_all(toy)
    card = await press(toy, approved, "undo")

    assert isinstance(card, Receipt)
    assert card.mark.state == "failed"


async def test_an_approval_of_before_it_was_held_back_is_refused_as_old(toy: Toy, approved: Record) -> None:
    await press(toy, approved, "undo")
    card = await press(toy, approved, "approve")

    assert isinstance(card, DraftCard)
    assert card.hint == say("en").t("desk.stale")
    assert (await now_of(toy, approved)).state is State.PENDING
