"""Timers: what is due is done group by group, in small batches, behind whoever talks to the desk."""

import asyncio
from datetime import timedelta

import pytest

from bot.core.errors import AgentDown, FromNewer
from bot.core.letter import Looked
from bot.core.memory import Effects, Rung
from bot.core.parcel import Fate, Parcel, Recipe
from bot.core.timer import Ring, Timer, group_of
from bot.flows import alarm
from bot.flows.mailbox import take_turns
from bot.flows.ports import World
from bot.flows.rang import rang
from bot.flows.reconcile import reconcile
from tests.fakes import ANA, MONDAY, THREAD, Toy
from tests.flows.hands import PID, ship_all, started

HOUR = timedelta(hours=1)


def timer(of: str, hours: float = 1, group: str = "person:ana", project_id: str = PID) -> Timer:
    return Timer(group=group, project_id=project_id, kind="nudge", of=of, due=MONDAY + hours * HOUR)


class Storyteller:
    """Every ring becomes one notice in the thread, or one look at the project."""

    def __init__(self) -> None:
        self.told: list[tuple[str, ...]] = []
        self.trouble: dict[str, Exception] = {}

    async def __call__(self, world: World, ring: Ring) -> Rung:
        if ring.group in self.trouble:
            raise self.trouble[ring.group]
        self.told.append(tuple(one.of for one in ring.timers))
        recipe = Recipe(kind="notice", text=f"{len(ring.timers)} things wait")
        return Rung(
            effects=Effects(
                parcels=(
                    Parcel(parcel_id=f"ring.{ring.token}", project_id=PID, kind="card", place=THREAD, recipe=recipe),
                )
            )
        )


async def look_story(world: World, ring: Ring) -> Rung:
    project = ring.timers[0].project_id
    return Rung(letters=((project, Looked(letter_id=f"look.{ring.token}", at=world.clock())),))


async def test_somebody_is_called_for_the_first_timer_only(toy: Toy) -> None:
    await alarm.set_timers(toy.world, (timer("b", 2),))
    await alarm.set_timers(toy.world, (timer("c", 3),))
    await alarm.set_timers(toy.world, (timer("a", 1),))

    assert [after for _, after in toy.jobs.wakes] == [7200.0, 3600.0]


async def test_after_an_outage_everything_is_told_in_one_message(toy: Toy) -> None:
    await started(toy)
    await toy.store.cancel_timers(group_of(ANA))
    await alarm.set_timers(toy.world, tuple(timer(f"task-{n}", n) for n in range(1, 7)))
    toy.clock.forward(hours=9)
    told = Storyteller()
    before = len(toy.voice.messages)

    await alarm.work_off(toy.world, told)
    await alarm.work_off(toy.world, told)

    assert told.told == [tuple(f"task-{n}" for n in range(1, 7))]
    assert len(toy.voice.messages) == before + 1
    assert all(one.fate is Fate.SENT for one in await toy.store.parcels_of(PID) if one.parcel_id.startswith("ring."))


async def test_the_next_moment_is_booked_at_the_end(toy: Toy) -> None:
    await alarm.set_timers(toy.world, (timer("a", 1), timer("b", 5)))
    toy.clock.forward(hours=1)
    toy.jobs.wakes.clear()

    await alarm.work_off(toy.world, Storyteller())

    assert toy.jobs.wakes == [(MONDAY + 5 * HOUR, 4 * 3600.0)]


async def test_a_booking_that_was_lost_is_made_again_every_half_minute(toy: Toy) -> None:
    await toy.store.set_timers((timer("a", 1),))

    await reconcile(toy.world)

    assert toy.jobs.wakes == [(MONDAY + HOUR, 3600.0)]


async def test_what_fails_time_and_again_is_told_once_in_its_project_and_then_done_all_the_same(
    toy: Toy, caplog: pytest.LogCaptureFixture
) -> None:
    await started(toy)
    await alarm.set_timers(toy.world, (timer("bad", group="person:bo"),))
    told = Storyteller()
    told.trouble["person:bo"] = AgentDown("no log")
    shown = []
    for _ in range(7):
        toy.clock.forward(hours=2)
        with pytest.raises(AgentDown):
            await alarm.work_off(toy.world, told)
        await ship_all(toy)
        shown.append(sum("has failed several times" in str(card) for card in toy.voice.cards()))

    assert shown == [0, 0, 0, 0, 1, 1, 1]
    assert "timers of person:bo rang 7 times" in caplog.text
    told.trouble.clear()
    toy.clock.forward(hours=2)
    await alarm.work_off(toy.world, told)
    assert told.told.count(("bad",)) == 1


async def test_one_group_in_trouble_holds_up_no_other_and_rings_again(toy: Toy) -> None:
    await started(toy)
    await alarm.set_timers(toy.world, (timer("bad", group="person:bo"), timer("good", 1.5, group="person:ana")))
    toy.clock.forward(hours=2)
    told = Storyteller()
    told.trouble["person:bo"] = AgentDown("no log")

    with pytest.raises(AgentDown):
        await alarm.work_off(toy.world, told)
    assert told.told == [("good",)]

    told.trouble.clear()
    toy.clock.forward(minutes=2)
    await alarm.work_off(toy.world, told)
    assert told.told == [("good",), ("bad",)]


async def test_a_timer_of_a_newer_desk_is_left_to_it(toy: Toy, caplog: pytest.LogCaptureFixture) -> None:
    strange = timer("x").model_copy(update={"kind": "horoscope"})
    await alarm.set_timers(toy.world, (strange,))
    toy.clock.forward(hours=2)

    await alarm.work_off(toy.world, rang)

    assert "left to a newer worker" in caplog.text
    assert await toy.store.timers_of("person:ana") == (strange,)
    with pytest.raises(FromNewer):
        await rang(toy.world, Ring(group="g", token="t", timers=(strange,)))


async def test_few_projects_at_once_get_something_to_do_from_timers(toy: Toy) -> None:
    """A hundred polls at nine: most of a worker's slots stay free for people."""
    await alarm.set_timers(
        toy.world, tuple(timer("poll", group=f"project:p{n}", project_id=f"p{n}") for n in range(100))
    )
    toy.clock.forward(hours=1)
    most = 0

    async def worker() -> None:
        nonlocal most
        while True:
            most = max(most, len(waiting := await toy.store.waiting()))
            for project_id in waiting[:4]:
                await take_turns(toy.world, project_id, f"turn:{project_id}")
            await asyncio.sleep(0)

    working = asyncio.create_task(worker())
    await alarm.work_off(toy.world, look_story)
    while await toy.store.waiting():  # noqa: ASYNC110 - looks from outside
        await asyncio.sleep(0.01)
    working.cancel()

    assert len(toy.jobs.booked) == 100
    assert 1 < most <= alarm.CROWD + alarm.LANES


async def test_while_somebody_talks_timers_are_done_one_by_one(toy: Toy) -> None:
    await alarm.set_timers(toy.world, tuple(timer("t", group=f"person:{n}") for n in range(20)))
    toy.clock.forward(hours=1)
    at_once, most = 0, {True: 0, False: 0}

    async def slowly(world: World, ring: Ring) -> Rung:
        nonlocal at_once
        at_once += 1
        most[toy.jobs.busy] = max(most[toy.jobs.busy], at_once)
        await asyncio.sleep(0.002)
        at_once -= 1
        if ring.group == "person:13":
            toy.jobs.busy = False
        return Rung()

    toy.jobs.busy = True
    await alarm.work_off(toy.world, slowly)

    assert most == {True: 1, False: alarm.LANES}
