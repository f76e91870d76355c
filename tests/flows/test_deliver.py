"""What becomes of a delivery that goes wrong: who is told, how often, and when a person is written to again."""

import pytest

from bot.core.draft import Record, record_key
from bot.core.errors import AgentDown, DeskError, MessageGone, StoreDown, Uncertain, Undeliverable
from bot.core.parcel import Fate
from bot.core.people import Contact
from bot.core.turn import Ended, Event, Started, Text, Viewed
from bot.flows import reconcile
from tests.fakes import PRIYA, THREAD, Toy, answer, chat_of, draft, said
from tests.flows.hands import PID, hear, press, ship_all, started, work

JOAO = PRIYA.model_copy(update={"oid": "joao", "name": "João da Silva", "address": "joao@contoso.com"})


async def approved(toy: Toy, *troubles: DeskError, known: bool = True) -> list[Record]:
    """As many approved drafts as troubles; each meets its own when it is sent."""
    records = await started(toy, count=len(troubles))
    if known:
        await toy.store.save_contact(Contact(person=PRIYA, place=chat_of(PRIYA)))
    for record, trouble in zip(records, troubles, strict=True):
        await press(toy, record, "approve")
        toy.voice.trouble = [trouble]
        await ship_all(toy)
        toy.voice.trouble = []
    return records


def news(toy: Toy) -> list[str]:
    return [text for text in toy.voice.texts() if "delivered" in text or "arrived" in text]


async def test_everything_that_failed_together_is_one_message_to_the_owner(toy: Toy) -> None:
    await approved(toy, *(Undeliverable("no", "forbidden") for _ in range(3)))
    await work(toy)
    await work(toy, "turn:again")

    (told,) = news(toy)
    assert told.count("**Priya Raman**") == 3
    assert "3 messages could not be delivered" in told
    assert "Teams does not let the desk write to this person" in told


async def test_the_owner_hears_of_it_once_although_the_agent_is_down(toy: Toy) -> None:
    await approved(toy, Undeliverable("no", "forbidden"))
    toy.agent.script = [AgentDown(), answer("Noted.")]
    await work(toy)
    await work(toy, "turn:again")

    assert len(news(toy)) == 1


async def test_what_fails_while_the_agent_is_down_is_told_too(toy: Toy) -> None:
    records = await started(toy, count=2)
    toy.agent.script = [AgentDown(), answer("Noted.")]
    for number, record in enumerate(records):
        await press(toy, record, "approve")
        toy.voice.trouble = [Undeliverable("no", "forbidden")]
        await ship_all(toy)
        await work(toy, f"turn:{number}")

    assert len(news(toy)) == 2
    assert sum(one.input.count('"verb": "failed"') for one in toy.agent.requests[-2:]) == 2


async def test_a_doubt_is_told_to_the_owner_and_not_to_the_agent(toy: Toy) -> None:
    await approved(toy, Uncertain())
    turns = len(toy.agent.requests)
    await work(toy)

    assert "Nobody knows whether this message arrived" in news(toy)[0]
    assert len(toy.agent.requests) == turns


async def test_a_sender_that_went_away_is_a_doubt_and_is_told(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    taken = await toy.store.take(toy.jobs.shipped[0][0], toy.clock())
    assert taken is not None
    toy.clock.forward(minutes=2)
    await reconcile.reconcile(toy.world)
    await work(toy)

    assert len(news(toy)) == 1


async def test_a_doubt_is_told_although_the_desk_went_away_while_it_looked(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    for record in await started(toy, count=2):
        await press(toy, record, "approve")
    for parcel_id, _ in toy.jobs.shipped:
        assert await toy.store.take(parcel_id, toy.clock())
    toy.clock.forward(minutes=2)

    async def gone(parcel_id: str) -> None:
        raise StoreDown(parcel_id)

    with monkeypatch.context() as outage:
        outage.setattr(toy.store, "parcel", gone)
        with pytest.raises(StoreDown):
            await reconcile.reconcile(toy.world)
    await reconcile.reconcile(toy.world)
    await work(toy)

    (told,) = news(toy)
    assert told.count("**Priya Raman**") == 2


@pytest.mark.parametrize(("reason", "state"), [("blocked", "blocked"), ("disabled", "disabled")])
async def test_whoever_cannot_be_written_to_is_left_alone_until_they_write(toy: Toy, reason: str, state: str) -> None:
    await approved(toy, Undeliverable("no", reason))  # type: ignore[arg-type]  # one of the reasons
    contact = await toy.store.contact(PRIYA.tenant, PRIYA.oid)
    assert contact is not None
    assert contact.state == state
    before = len(toy.voice.calls)
    await again(toy, 7)
    assert toy.voice.calls[before:].count(("post", "a:priya")) == 0

    await hear(toy, said("I am back", PRIYA, chat_of(PRIYA), number=9))
    await again(toy, 8)
    assert toy.voice.texts("a:priya")[-1] == "Hi Priya, please write part 8."


async def again(toy: Toy, number: int) -> None:
    """One more draft for the same person, offered and approved."""
    toy.agent.script = [answer("One more.", draft(number), response_id=f"caresp_{number}")]
    await hear(toy, said("one more", number=number))
    record = await toy.store.record(record_key(PID, f"d-{number}"))
    assert record is not None
    await press(toy, record, "approve")
    await ship_all(toy)


BOARD: list[Event] = [
    Started(response_id="caresp_1"),
    Text(delta="Here."),
    Viewed(payload='{"kind": "dashboard"}'),
    Ended(status="completed", response_id="caresp_1"),
]


async def test_a_dashboard_takes_the_place_of_the_last_one_and_is_new_where_that_was_deleted(toy: Toy) -> None:
    toy.agent.script = [BOARD]
    await hear(toy, said("go"))
    await hear(toy, said("again", number=2))
    assert len(toy.voice.cards()) == 1

    toy.voice.trouble = [None, None, MessageGone()]  # placeholder, answer, dashboard
    await hear(toy, said("and again", number=3))
    views = [parcel for parcel in await toy.store.parcels_of(PID) if parcel.kind == "card"]

    assert len(toy.voice.cards()) == 2
    assert {parcel.fate for parcel in views} == {Fate.SENT}


async def test_a_card_for_a_place_that_is_gone_has_failed_and_stops_nothing(toy: Toy) -> None:
    toy.voice.trouble = [None, None, MessageGone()]  # placeholder, answer, card
    toy.agent.script = [answer("Read.", draft())]
    await hear(toy, said("go"))

    (card,) = await toy.store.parcels_of(PID)
    assert card.fate is Fate.FAILED
    assert await toy.store.waiting() == ()


async def test_a_word_in_a_channel_does_not_open_a_blocked_chat(toy: Toy) -> None:
    await approved(toy, Undeliverable("no", "blocked"))
    await hear(toy, said("hello all", PRIYA, THREAD, number=9))

    contact = await toy.store.contact(PRIYA.tenant, PRIYA.oid)
    assert contact is not None
    assert (contact.state, contact.place) == ("blocked", chat_of(PRIYA))


async def test_somebody_who_writes_can_be_written_to_before_the_agent_has_answered(toy: Toy) -> None:
    await started(toy)
    toy.agent.script = [AgentDown()]
    await hear(toy, said("hello", JOAO, chat_of(JOAO), number=9))

    contact = await toy.store.contact(JOAO.tenant, "joao")
    assert contact is not None
    assert contact.place == chat_of(JOAO)


async def test_what_becomes_of_one_approval_is_told_to_the_agent_together(toy: Toy) -> None:
    records = await started(toy, count=3)
    for record in records:
        await press(toy, record, "approve")
    await ship_all(toy)
    turns = len(toy.agent.requests)
    await work(toy)

    assert len(toy.agent.requests) == turns + 1
    assert toy.agent.requests[-1].input.count('"verb": "sent"') == 3
    assert {after for _, after in toy.jobs.later} == {1.0}
