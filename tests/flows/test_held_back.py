"""What was approved and not let out cannot be sent again as it is: its card says what can be done instead."""

import pytest

import cards
from bot.core.draft import Record, State
from bot.core.errors import Undeliverable
from bot.core.parcel import Fate
from bot.demo.faces import buttons
from bot.flows import decide
from bot.flows.decide import Reply
from cards import models
from cards.click import Click
from tests.fakes import ANA, Toy, answer, draft, said
from tests.flows.hands import PID, hear, press, ship_all, started, work


async def held_back(toy: Toy) -> Record:
    """Approved, and not sent before the approval was over."""
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    toy.clock.forward(days=toy.house.draft_days)
    await ship_all(toy)
    await work(toy)
    return record


async def opened(toy: Toy, record: Record) -> Reply:
    return await decide.click(toy.world, Click(verb="open", draft_id=record.key), ANA, "en")


def verbs(card: Reply) -> set[str]:
    assert isinstance(card, models.Receipt)
    return {one.verb for one in buttons(cards.card(card))}


async def test_a_card_whose_message_was_held_back_offers_no_button_that_cannot_work(toy: Toy) -> None:
    card = await opened(toy, await held_back(toy))

    assert isinstance(card, models.Receipt)
    assert "resend" not in verbs(card)
    assert "Ask for it again in the thread" in card.mark.note
    assert "when you say so" not in " ".join(cards.text(card).split())
    assert "Send again" not in cards.html(card)


async def test_a_card_whose_message_the_channel_refused_still_offers_to_send_it_again(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    toy.voice.trouble = [Undeliverable("no", "not_member")]
    await ship_all(toy)
    card = await opened(toy, record)

    assert isinstance(card, models.Receipt)
    assert "resend" in verbs(card)
    assert "Send again" in cards.html(card)


async def test_an_older_card_that_offers_to_send_it_again_becomes_the_one_that_says_what_to_do(toy: Toy) -> None:
    record = await held_back(toy)
    reply = await press(toy, record, "resend")
    await ship_all(toy)

    assert "resend" not in verbs(reply)
    assert toy.voice.texts("a:priya") == []


async def test_what_was_held_back_is_asked_for_again_and_waits_for_a_new_approval(toy: Toy) -> None:
    record = await held_back(toy)
    toy.agent.script = [answer("Here it is again.", draft(1), response_id="caresp_3")]
    await hear(toy, said("offer Priya's brief again", number=2))
    (again,) = await toy.store.records_of(PID)
    assert toy.voice.texts("a:priya") == []
    await press(toy, again, "approve")
    await ship_all(toy)

    assert (again.state, again.draft.version) == (State.PENDING, record.draft.version + 1)
    assert toy.voice.texts("a:priya") == [record.draft.body]
    fates = [one.fate for one in await toy.store.parcels_of(PID) if one.kind == "brief"]
    assert sorted(fates) == [Fate.REFUSED, Fate.SENT]


@pytest.mark.parametrize("trouble", [None, Undeliverable("no", "not_member")])
async def test_a_new_offer_changes_nothing_about_what_was_sent_or_can_be_sent_again(
    toy: Toy, trouble: Undeliverable | None
) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    toy.voice.trouble = [trouble]
    await ship_all(toy)
    toy.agent.script = [answer("Here.", draft(1, version=2, body="Other words."), response_id="caresp_3")]
    await hear(toy, said("again", number=2))
    (kept,) = await toy.store.records_of(PID)

    assert (kept.state, kept.draft) == (State.APPROVED, record.draft)
    assert len(toy.voice.cards()) == 1
