"""Nobody knows whether it arrived: who is asked, who decides, and what is shown once more."""

import pytest

from bot.core.draft import Recipient, Record, parcel_name
from bot.core.errors import DeskError, MessageGone, Uncertain
from bot.core.parcel import Fate, Parcel
from bot.core.people import Channel, Contact
from bot.core.post import Mail
from bot.demo.faces import buttons
from bot.edges.store import DeskStore
from bot.edges.store.keys import Kind
from bot.flows import decide, deliver, reconcile
from bot.flows.redraw import redraw
from cards import card as drawn
from cards.click import Click
from cards.models import Receipt
from tests.fakes import ANA, PRIYA, THREAD, Toy, answer, chat_of, draft, said
from tests.flows.hands import PID, hear, in_doubt, press, ship_all, started, work

OUTSIDE = (Recipient(name="Rui", address="rui@northwind.example", external=True),)


async def by_mail(toy: Toy) -> Record:
    """An approved mail that is about to leave."""
    toy.agent.script = [answer("Read.", draft(to=OUTSIDE, channel=Channel.MAIL))]
    await hear(toy, said("we received the RFP"))
    toy.agent.script = [answer("Noted.")]
    (record,) = await toy.store.records_of(PID)
    await press(toy, record, "approve")
    return record


async def brief(toy: Toy) -> Parcel:
    (found,) = [parcel for parcel in await toy.store.parcels_of(PID) if parcel.kind == "brief"]
    return found


async def sender_dies(toy: Toy, mailed: bool) -> None:
    """After the take; with or without its mail in Sent Items."""
    parcel_id, _ = toy.jobs.shipped.pop()
    taken = await toy.store.take(parcel_id, toy.clock())
    assert taken is not None
    if mailed:
        await toy.post.send(Mail(to=(), subject="", text="", html="", key=parcel_id))
    toy.clock.forward(minutes=2)


async def test_a_mail_whose_sender_died_is_found_in_sent_items_and_nobody_is_asked(toy: Toy) -> None:
    await by_mail(toy)
    await sender_dies(toy, mailed=True)
    await reconcile.reconcile(toy.world)
    await work(toy)

    found = await brief(toy)
    assert (found.fate, found.ref) == (Fate.SENT, "<1@desk>")
    assert '"verb": "sent"' in toy.agent.requests[-1].input
    assert not [text for text in toy.voice.texts() if "arrived" in text]
    assert await toy.store.mail_thread(("<1@desk>",)) == (PID, found.record_key)


@pytest.mark.parametrize("trouble", [None, Uncertain()])
async def test_a_mail_that_cannot_be_found_is_the_owners_to_decide(toy: Toy, trouble: DeskError | None) -> None:
    await by_mail(toy)
    await sender_dies(toy, mailed=False)
    toy.post.no_search = trouble
    for _ in range(3):
        await reconcile.reconcile(toy.world)
        await work(toy)
        await ship_all(toy)

    assert (await brief(toy)).fate is Fate.UNCERTAIN
    assert toy.post.sent == []
    assert len([text for text in toy.voice.texts() if "arrived" in text]) == 1


async def test_the_agent_hears_that_it_was_sent_when_the_owner_says_so(toy: Toy) -> None:
    (record,) = await in_doubt(toy)
    await work(toy)
    turns = len(toy.agent.requests)
    for _ in range(2):
        await press(toy, record, "arrived")
        await work(toy)

    assert len(toy.agent.requests) == turns + 1
    assert toy.agent.requests[-1].input.count('"verb": "sent"') == 1


def about_doubt(toy: Toy) -> list[str]:
    return [text for text in toy.voice.texts() if "arrived" in text or "unclear" in text]


async def test_the_message_that_tells_of_a_doubt_says_how_it_was_settled(toy: Toy) -> None:
    first, second = await in_doubt(toy, count=2)
    await work(toy)
    (told,) = about_doubt(toy)
    assert told.count("Priya Raman") == 2
    await press(toy, first, "arrived")
    await redraw(toy.world, first.key)
    (half,) = about_doubt(toy)
    await press(toy, second, "resend")
    await ship_all(toy)
    await redraw(toy.world, second.key)
    (whole,) = about_doubt(toy)

    assert "Nobody knows whether this message arrived" in half
    assert half.endswith("- **Priya Raman**: Delivered")
    assert "Nobody knows" not in whole
    assert whole.count("- **Priya Raman**: Delivered") == 2


async def test_a_doubt_that_is_settled_is_written_down_once_and_no_other_card_is_disturbed(toy: Toy) -> None:
    first, _ = await in_doubt(toy, count=2)
    await work(toy)
    await press(toy, first, "arrived")
    await redraw(toy.world, first.key)
    puts = toy.voice.calls.count(("put", THREAD.conversation))
    await redraw(toy.world, first.key)

    assert toy.voice.calls.count(("put", THREAD.conversation)) == puts + 1, "the card, and not the message again"


async def test_what_was_approved_before_it_expired_still_leaves_and_not_for_ever(toy: Toy) -> None:
    first, second = await started(toy, count=2)
    toy.clock.now = first.expires_at
    toy.clock.forward(minutes=-1)
    await press(toy, first, "approve")
    await press(toy, second, "approve")
    (first_parcel, _), (second_parcel, _) = toy.jobs.shipped
    toy.clock.forward(hours=2)
    await deliver.ship(toy.world, first_parcel)
    toy.clock.forward(days=1)
    await deliver.ship(toy.world, second_parcel)

    assert toy.voice.texts("a:priya") == [first.draft.body]
    held = await toy.store.parcel(second_parcel)
    assert held is not None
    assert (held.fate, held.trouble) == (Fate.REFUSED, "expired")


async def test_words_that_are_not_those_that_were_approved_do_not_leave(toy: Toy) -> None:
    """Somebody moved the text itself and left its hash alone."""
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    other = record.model_copy(update={"draft": record.draft.model_copy(update={"body": "Other words."})})
    store: DeskStore = toy.store  # type: ignore[assignment]  # the real store's, to break it
    await store.client.hset(store.keys.name(Kind.RECORD, record.key), "sealed", store.seal.close(other))
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == []
    assert ((await brief(toy)).fate, (await brief(toy)).trouble) == (Fate.REFUSED, "approval")


async def test_the_owners_hand_sends_again_also_after_the_draft_has_expired(toy: Toy) -> None:
    (record,) = await in_doubt(toy)
    toy.clock.forward(days=40)
    await press(toy, record, "resend")
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == [record.draft.body]


async def cards(toy: Toy) -> list[Parcel]:
    return [parcel for parcel in await toy.store.parcels_of(PID) if parcel.kind == "card"]


async def test_drafts_whose_card_perhaps_nobody_saw_are_shown_once_more(toy: Toy) -> None:
    toy.voice.trouble = [None, None, Uncertain(), Uncertain()]  # placeholder, answer, card, its second
    toy.agent.script = [answer("Read.", draft(1), draft(2))]
    await hear(toy, said("we received the RFP"))
    assert await ships(toy) == 0, "not at once: the channel is in trouble"
    toy.clock.forward(minutes=1)
    assert await ships(toy) == 1
    toy.voice.trouble = []
    toy.clock.forward(minutes=1)
    assert await ships(toy) == 0, "a second doubt is not answered with a third card"

    assert [one.fate for one in await cards(toy)] == [Fate.UNCERTAIN, Fate.UNCERTAIN]


async def ships(toy: Toy) -> int:
    """How many cards a round of the reconciler tries to post."""
    before = toy.voice.calls.count(("post", THREAD.conversation))
    await reconcile.reconcile(toy.world)
    return toy.voice.calls.count(("post", THREAD.conversation)) - before


async def test_a_second_card_decides_the_same_drafts_once(toy: Toy) -> None:
    toy.voice.trouble = [None, None, Uncertain()]
    toy.agent.script = [answer("Read.", draft(1))]
    await hear(toy, said("we received the RFP"))
    toy.clock.forward(minutes=1)
    await ships(toy)
    (record,) = await toy.store.records_of(PID)
    await press(toy, record, "approve", batch_id=record.card_id)
    await press(toy, record, "approve", batch_id=f"{record.card_id}.again")
    await ship_all(toy)

    assert len(toy.voice.cards()) == 1
    assert len(toy.voice.texts("a:priya")) == 1


async def test_a_card_whose_sender_died_is_shown_once_more(toy: Toy) -> None:
    record, *_ = await started(toy)
    await toy.store.plan((lost := Parcel(**(await cards(toy))[0].model_dump() | FRESH),))
    assert await toy.store.take(lost.parcel_id, toy.clock())
    toy.clock.forward(minutes=2)
    assert await ships(toy) == 0
    toy.clock.forward(minutes=1)

    assert await ships(toy) == 1
    assert record.key in {key for one in await cards(toy) if one.recipe for key in one.recipe.keys}


FRESH = {"parcel_id": "lost", "fate": Fate.PLANNED, "attempts": 0, "ref": "", "shown_in": None, "settled_at": None}


async def test_drafts_whose_thread_is_gone_are_shown_in_the_owners_own_chat(toy: Toy) -> None:
    await toy.store.save_contact(Contact(person=ANA, place=chat_of(ANA)))
    toy.voice.trouble = [None, None, MessageGone()]  # placeholder, answer, card
    toy.agent.script = [answer("Read.", draft())]
    await hear(toy, said("go"))
    toy.clock.forward(minutes=1)
    await reconcile.reconcile(toy.world)

    assert len(toy.voice.cards("a:ana")) == 1


async def test_to_send_it_again_is_said_of_one_doubt_and_not_of_the_next(toy: Toy) -> None:
    (record,) = await in_doubt(toy)
    receipt = await press(toy, record, "open")
    assert isinstance(receipt, Receipt)
    click = Click.model_validate(next(one.data for one in buttons(drawn(receipt)) if one.verb == "resend"))
    await decide.click(toy.world, click, ANA, "en", THREAD)
    toy.voice.trouble = [Uncertain()]
    await ship_all(toy)
    toy.voice.trouble = []
    shown = await decide.click(toy.world, click, ANA, "en", THREAD)  # the same click, delivered again
    await ship_all(toy)

    assert isinstance(shown, Receipt)
    assert shown.mark.state == "uncertain"
    assert toy.voice.calls.count(("post", "a:priya")) == 2


async def test_what_is_known_to_have_arrived_at_last_is_not_sent_again(toy: Toy) -> None:
    (record,) = await started(toy)
    await toy.store.save_contact(Contact(person=PRIYA, place=chat_of(PRIYA)))
    await press(toy, record, "approve")
    parcel_id = parcel_name(record.key, 1)
    sending = await toy.store.take(parcel_id, toy.clock())
    assert sending
    await deliver.doubt(toy.world, parcel_id)
    await press(toy, record, "resend")
    arrived = {"fate": Fate.SENT, "ref": "1796", "shown_in": chat_of(PRIYA), "settled_at": toy.clock()}
    assert await toy.store.settle(sending.model_copy(update=arrived)), "the slow one comes back"
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == []
    parcel = await toy.store.parcel(parcel_id)
    assert parcel
    assert (parcel.fate, parcel.ref) == (Fate.SENT, "1796")
