"""A round of the reconciler: cheap when there is nothing to do, and nothing keeps it from the rest."""

from collections import Counter
from datetime import datetime, timedelta

import pytest

from bot.core.draft import State
from bot.core.errors import AgentBusy, AgentDown, AgentTrouble, StoreDown
from bot.core.parcel import Parcel, Recipe
from bot.flows import reconcile
from bot.flows.mailbox import take_turns
from tests.fakes import THREAD, Toy, answer, draft, said
from tests.flows.hands import PID, hear, press, started, work


async def test_a_card_that_cannot_be_drawn_keeps_nothing_else_from_being_done(toy: Toy) -> None:
    record, *_ = await started(toy)
    broken = Recipe(kind="welcome", text="{")
    await toy.store.plan((Parcel(parcel_id="a-broken", project_id=PID, kind="card", place=THREAD, recipe=broken),))
    await press(toy, record, "approve")
    toy.jobs.shipped.clear()
    with pytest.raises(ValueError, match="Expecting"):
        await reconcile.reconcile(toy.world)
    toy.clock.forward(minutes=2)
    await reconcile.reconcile(toy.world)

    assert toy.voice.texts("a:priya") == [record.draft.body]


async def test_without_its_memory_a_round_ends_at_once(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    await started(toy)
    tried: Counter[str] = Counter()

    async def gone(*_: object) -> tuple[str, ...]:
        tried["asked"] += 1
        raise StoreDown("away")

    monkeypatch.setattr(toy.store, "expiring", gone)
    monkeypatch.setattr(toy.store, "fade", gone)
    with pytest.raises(StoreDown):
        await reconcile.reconcile(toy.world)

    assert tried["asked"] == 1


async def test_a_round_with_nothing_to_do_asks_ten_questions_however_many_projects_there_are(toy: Toy) -> None:
    for number in range(12):
        place = THREAD.model_copy(update={"conversation": f"19:thread-{number}"})
        toy.agent.script = [answer("Read.", draft(number))]
        await hear(toy, said("go", place=place, number=number))
    asked: Counter[str] = Counter()
    ask = toy.store._line.ask  # type: ignore[attr-defined]  # the real store's, to count

    async def counted(*command: str | int) -> object:
        asked[str(command[0])] += 1
        return await ask(*command)

    toy.store._line.ask = counted  # type: ignore[attr-defined]
    await reconcile.reconcile(toy.world)

    assert asked == {"SMEMBERS": 2, "HGETALL": 1, "ZRANGEBYSCORE": 6, "ZRANGE": 1}


async def test_more_drafts_than_a_card_holds_stand_on_several_and_each_is_drawn(toy: Toy) -> None:
    toy.agent.script = [answer("Read.", *(draft(n) for n in range(230)))]
    await hear(toy, said("go"))
    toy.agent.script = [answer("Noted.")]
    records = await toy.store.records_of(PID)

    assert len(toy.voice.cards()) == 3
    assert sorted(Counter(one.card_id for one in records).values()) == [30, 100, 100]
    await hear(toy, said("pending", number=2))
    assert len(toy.voice.cards()) == 6
    assert {one.state for one in records} == {State.PENDING}


async def test_what_was_booked_and_lost_is_booked_again(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "reject", reason="No")
    toy.jobs.booked.clear()
    await reconcile.reconcile(toy.world)
    assert toy.jobs.booked == [PID]
    await work(toy)
    toy.jobs.booked.clear()
    await reconcile.reconcile(toy.world)

    assert toy.jobs.booked == []


@pytest.mark.parametrize(
    ("trouble", "minutes"),
    [(AgentDown(), 10), (AgentBusy("busy", 20), 10), (AgentBusy("busy", 3), 3), (AgentBusy("busy", 0), 2)],
)
async def test_while_an_agent_is_away_the_looks_that_are_booked_stay_few(
    toy: Toy, trouble: AgentTrouble, minutes: int
) -> None:
    """A round each half minute, and every look that is booked is taken when it is due."""
    toy.agent.script = [trouble]
    await toy.store.accept("m1", THREAD, said("hello"))
    booked: list[datetime] = []
    most = 0
    for _ in range(minutes * 2):
        end = toy.clock.now + timedelta(seconds=30)
        await reconcile.reconcile(toy.world)
        booked = await taken_until(end, toy, [*booked, *new_looks(toy)])
        most = max(most, len(booked))
        toy.clock.now = end

    assert most <= 2
    assert len(toy.agent.requests) >= 10


def new_looks(toy: Toy) -> list[datetime]:
    found = [0.0 for _ in toy.jobs.booked] + [after for _, after in toy.jobs.later]
    toy.jobs.booked.clear()
    toy.jobs.later.clear()
    return [toy.clock.now + timedelta(seconds=after) for after in found]


async def taken_until(end: datetime, toy: Toy, booked: list[datetime]) -> list[datetime]:
    """The looks that are not due yet."""
    while booked and min(booked) <= end:
        booked.sort()
        toy.clock.now = max(toy.clock.now, booked.pop(0))
        await take_turns(toy.world, PID, f"turn:{toy.clock.now.isoformat()}")
        assert len(toy.agent.requests) < 700, "it is asked no more than once a second"
        booked += new_looks(toy)
    return booked
