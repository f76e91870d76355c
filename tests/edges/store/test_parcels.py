"""The contract of the ledger: sent at most once, and no doubt is hidden."""

import asyncio
from datetime import timedelta

import pytest

from bot.core.draft import State
from bot.core.errors import FromNewer
from bot.core.memory import Begun, Effects
from bot.core.parcel import Fate, Parcel
from bot.edges.store import DeskStore
from bot.edges.store.keys import micros
from bot.edges.store.parcels import SENDING
from bot.edges.store.seal import Seal
from tests.edges.store.nouns import ANA, EVE, NOW, PLACE, PROJECT, approve, brief, card, record, said, told
from tests.edges.store.valkey import KEY

LATER = NOW + SENDING + timedelta(seconds=1)


async def taken(store: DeskStore, parcel: Parcel | None = None) -> Parcel:
    parcel = parcel or card()
    await store.plan((parcel,))
    found = await store.take(parcel.parcel_id, NOW)
    assert found
    return found


async def approved(store: DeskStore) -> str:
    """The parcel of a brief that was offered and approved."""
    await store.accept("m1", PLACE, said("m1"))
    lease = await store.enter(PROJECT, "turn:1")
    await store.finish(PROJECT, lease or "", ("m1",), Effects(records=(record(),)))
    await store.decide(approve(record()))
    return brief(record()).parcel_id


def became(parcel: Parcel, fate: Fate, **more: object) -> Parcel:
    return parcel.model_copy(update={"fate": fate, "settled_at": NOW, **more})


async def doubted(store: DeskStore, parcel_id: str = "card-1") -> None:
    """Somebody finds it overdue."""
    assert await store.overdue(LATER) == (parcel_id,)
    found = await store.parcel(parcel_id)
    assert found
    assert await store.settle(became(found, Fate.UNCERTAIN, settled_at=LATER))


async def test_a_planned_parcel_is_taken_once(store: DeskStore) -> None:
    await store.plan((card(),))

    found = [one for one in await asyncio.gather(*(store.take("card-1", NOW) for _ in range(20))) if one]

    assert found == [card().model_copy(update={"fate": Fate.SENDING, "attempts": 1})]
    assert await store.planned(NOW) == ()


async def test_a_taking_repeated_after_a_broken_connection_gets_its_own_answer(store: DeskStore) -> None:
    await store.plan((card(),))

    first = await store._step("take", "card-1", "this-call", 5, 9)

    assert first == await store._step("take", "card-1", "this-call", 5, 9)
    assert await store._step("take", "card-1", "another", 5, 9) is None


async def test_planning_again_leaves_what_is_there_alone(store: DeskStore) -> None:
    await store.settle(became(await taken(store), Fate.SENT))

    await store.plan((card(),))

    assert await store.take("card-1", NOW) is None
    found = await store.parcel("card-1")
    assert found
    assert found.fate is Fate.SENT


async def test_a_parcel_waits_for_its_time(store: DeskStore) -> None:
    due = NOW + timedelta(seconds=30)
    await store.plan((card(not_before=due),))

    assert await store.planned(NOW) == ()
    assert await store.take("card-1", due - timedelta(microseconds=1)) is None
    assert await store.planned(due) == ("card-1",)
    assert await store.take("card-1", due)


async def test_what_became_of_a_parcel_is_written_with_the_news_of_it(store: DeskStore) -> None:
    sending = await taken(store)
    settled = became(sending, Fate.SENT, ref="1699", shown_in=PLACE)

    assert await store.settle(settled, (told("told.sent"),))

    assert await store.parcel("card-1") == settled
    assert await store.waiting() == (PROJECT,)
    assert not await store.settle(settled, (told("told.sent"),)), "only once"
    assert await store.client.llen(store.keys.name("box", PROJECT)) == 1


async def test_a_throttled_parcel_is_planned_again_for_later(store: DeskStore) -> None:
    due = NOW + timedelta(seconds=7)
    sending = await taken(store)
    assert await store.settle(sending.model_copy(update={"fate": Fate.PLANNED, "not_before": due}))

    assert await store.planned(NOW) == ()
    again = await store.take("card-1", due)
    assert again
    assert again.attempts == 2
    assert await store.overdue(NOW + SENDING) == (), "the first lease is over"


async def test_a_sender_that_fell_silent_leaves_a_doubt(store: DeskStore) -> None:
    await taken(store)

    assert await store.overdue(NOW + SENDING - timedelta(microseconds=1)) == ()
    assert await store.overdue(NOW + SENDING) == ("card-1",)
    await doubted(store)

    found = await store.parcel("card-1")
    assert found
    assert (found.fate, found.settled_at) == (Fate.UNCERTAIN, LATER)
    assert await store.planned(LATER) == ()
    assert await store.overdue(LATER) == (), "settled"
    assert await store.take("card-1", LATER) is None


async def test_a_desk_that_knows_it_is_alone_waits_for_no_dead_sender(store: DeskStore) -> None:
    await store.take_over()
    sending = await taken(store)
    await store.plan((card("card-2"),))
    assert await store.overdue(NOW) == ()

    await store.take_over()

    assert await store.overdue(NOW) == ("card-1",)
    assert await store.settle(became(sending, Fate.SENT)), "the fate is still open"
    assert await store.overdue(LATER) == ()


@pytest.mark.parametrize(("late", "taken_over"), [(Fate.SENT, True), (Fate.PLANNED, False), (Fate.FAILED, False)])
async def test_only_a_late_but_certain_yes_ends_a_doubt(store: DeskStore, late: Fate, taken_over: bool) -> None:
    sending = await taken(store)
    await doubted(store)

    assert await store.settle(became(sending, late)) is taken_over


async def test_the_late_yes_of_an_earlier_sender_does_not_count_the_later_ones_away(store: DeskStore) -> None:
    first = await taken(store)
    await doubted(store)
    await store.resend("card-1", Fate.PLANNED, ANA.authority, LATER)
    second = await store.take("card-1", LATER)
    assert second
    assert await store.settle(became(second, Fate.UNCERTAIN))

    assert await store.settle(became(first, Fate.SENT))

    found = await store.parcel("card-1")
    assert found
    assert (found.fate, found.attempts) == (Fate.SENT, 2)


async def test_a_sender_that_wakes_up_cannot_settle_what_another_is_sending(store: DeskStore) -> None:
    frozen = await taken(store)
    await doubted(store)
    await store.resend("card-1", Fate.PLANNED, ANA.authority, LATER)
    fresh = await store.take("card-1", LATER)

    assert not await store.settle(became(frozen, Fate.SENT, ref="old"))
    assert fresh
    assert await store.settle(became(fresh, Fate.SENT, ref="new"))


async def test_a_brief_leaves_when_its_approval_still_covers_it(store: DeskStore) -> None:
    parcel_id = await approved(store)

    found = await store.take(parcel_id, NOW)

    assert found
    assert found.fate is Fate.SENDING


@pytest.mark.parametrize("state", [State.PENDING, State.REJECTED, State.ASKED])
async def test_a_brief_without_approval_never_leaves(store: DeskStore, state: State) -> None:
    await store.accept("m1", PLACE, said("m1"))
    lease = await store.enter(PROJECT, "turn:1")
    effects = Effects(records=(record(state=state),), parcels=(brief(record()),))
    await store.finish(PROJECT, lease or "", ("m1",), effects)

    assert await store.take(brief(record()).parcel_id, NOW) is None
    assert await store.planned(NOW) == ()
    found = await store.parcel(brief(record()).parcel_id)
    assert found
    assert (found.fate, found.trouble, found.settled_at) == (Fate.REFUSED, "approval", NOW)


async def test_the_owner_ends_a_doubt_by_hand(store: DeskStore) -> None:
    parcel_id = await approved(store)
    await store.take(parcel_id, NOW)
    await doubted(store, parcel_id)

    assert not await store.resend(parcel_id, Fate.PLANNED, EVE.authority, LATER)
    assert await store.resend(parcel_id, Fate.PLANNED, ANA.authority, LATER)
    assert not await store.resend(parcel_id, Fate.PLANNED, ANA.authority, LATER), "no doubt any more"

    assert await store.planned(NOW) == (parcel_id,)
    again = await store.take(parcel_id, LATER)
    assert again
    assert (again.attempts, again.settled_at) == (2, None)
    assert [line.split("|")[1::4] for line in await store.audit(record().key)] == [
        ["approve", "done"],
        ["resend", "not_yours"],
        ["resend", "done"],
    ]


async def test_the_owner_may_have_a_failed_delivery_tried_again_and_cannot_declare_it_arrived(store: DeskStore) -> None:
    parcel_id = await approved(store)
    parcel = await store.take(parcel_id, NOW)
    assert parcel
    await store.settle(became(parcel, Fate.FAILED, trouble="blocked"))

    assert not await store.resend(parcel_id, Fate.SENT, ANA.authority, LATER)
    assert await store.resend(parcel_id, Fate.PLANNED, ANA.authority, LATER)
    assert await store.take(parcel_id, LATER)


async def test_the_owner_may_know_that_it_arrived(store: DeskStore) -> None:
    parcel_id = await approved(store)
    await store.take(parcel_id, NOW)
    await doubted(store, parcel_id)

    assert await store.resend(parcel_id, Fate.SENT, ANA.authority, LATER)

    found = await store.parcel(parcel_id)
    assert found
    assert (found.fate, found.settled_at) == (Fate.SENT, LATER)
    assert await store.take(parcel_id, LATER) is None


async def test_what_was_taken_up_again_while_somebody_looked_keeps_its_text(store: DeskStore) -> None:
    await store.settle(became(await taken(store), Fate.SENT, settled_at=LATER))

    assert await store._step("fade", "parcel|card-1", micros(NOW), '["sealed", ""]') == 0
    assert await store.parcel("card-1")
    assert await store._step("fade", "parcel|card-1", micros(LATER), '["sealed", ""]') == 1


async def test_a_parcel_nobody_planned_does_not_exist(store: DeskStore) -> None:
    assert await store.parcel("nothing") is None
    assert await store.take("nothing", NOW) is None
    assert not await store.settle(became(card("nothing"), Fate.SENT))
    assert not await store.resend("nothing", Fate.SENT, ANA.authority, NOW)
    assert await store.overdue(NOW) == ()
    assert await store.parcels_of(PROJECT) == ()


@pytest.mark.parametrize("newer", [{"fate": "parked"}, {"sealed": Seal((KEY,)).close(Begun(letters=(), attempt=1))}])
async def test_a_parcel_of_a_newer_desk_is_not_taken_half_sent(store: DeskStore, newer: dict[str, str]) -> None:
    await store.plan((card(),))
    await store.client.hset(store.keys.name("parcel", card().parcel_id), mapping=newer)
    with pytest.raises(FromNewer):
        await store.take(card().parcel_id, NOW)

    assert await store.planned(NOW) == (card().parcel_id,)
    assert await store.overdue(NOW + timedelta(days=1)) == ()
