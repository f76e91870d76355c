"""The contract of timers: never early, never twice, moved and called off in one step, and together after an outage."""

import asyncio
import random
import sys
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from bot.core.memory import Effects, Rung
from bot.core.people import Person
from bot.core.timer import Ring, Timer, group_of, group_of_project
from bot.edges.store import DeskStore
from bot.edges.store.keys import Kind
from bot.edges.store.timers import RINGING
from tests.edges.store.nouns import ANA, NOW, PLACE, PROJECT, card, project, said, told
from tests.edges.store.valkey import KEY, dump, keys_of

HOUSE = Path(__file__).parents[3]
SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)


def timer(of: str = "task-1", due: timedelta = MINUTE, group: str = "person:bo", project_id: str = PROJECT) -> Timer:
    return Timer(group=group, project_id=project_id, kind="nudge", of=of, due=NOW + due)


async def rings(store: DeskStore, after: timedelta) -> list[tuple[str, ...]]:
    """What each ring until then was about; every one is ended."""
    found = []
    while ring := await store.ring(NOW + after):
        assert await store.rung(ring, Rung())
        found.append(tuple(one.of for one in ring.timers))
    return found


async def test_a_timer_rings_when_it_is_due_and_once(store: DeskStore) -> None:
    assert await store.set_timers((timer(),)) == NOW + MINUTE

    assert await rings(store, MINUTE - timedelta(microseconds=1)) == []
    assert await rings(store, MINUTE) == [("task-1",)]
    assert await rings(store, timedelta(days=30)) == []
    assert await store.next_ring() is None


async def test_the_same_name_set_again_is_the_same_timer_moved(store: DeskStore) -> None:
    await store.set_timers((timer(), timer(due=2 * MINUTE)))

    assert await rings(store, MINUTE) == []
    assert await store.next_ring() == NOW + 2 * MINUTE
    await store.set_timers((timer(due=SECOND),))
    assert await rings(store, SECOND) == [("task-1",)]
    assert await rings(store, timedelta(days=1)) == []


async def test_what_gathered_for_one_person_rings_together(store: DeskStore) -> None:
    overdue = [timer(f"task-{number}", number * MINUTE) for number in range(5)]
    await store.set_timers((*overdue, timer("task-9", timedelta(days=1)), timer("other", MINUTE, "person:eve")))

    assert await rings(store, timedelta(hours=9)) == [("task-0", "task-1", "task-2", "task-3", "task-4"), ("other",)]
    assert [one.of for one in await store.timers_of("person:bo")] == ["task-9"]


async def test_two_workers_never_have_one_group(store: DeskStore) -> None:
    await store.set_timers((timer("a"), timer("b", group="person:eve")))

    first, second, third = [await store.ring(NOW + MINUTE) for _ in range(3)]

    assert first
    assert second
    assert first.group != second.group
    assert third is None


async def test_a_timer_that_is_called_off_while_it_rings_has_no_effect(store: DeskStore) -> None:
    await store.set_timers((timer("a"), timer("b")))
    ring = await store.ring(NOW + MINUTE)
    assert ring

    assert await store.cancel_timers(ring.group, (ring.timers[0].name,)) == 1
    assert not await store.rung(ring, Rung(effects=Effects(parcels=(card(),))))

    assert await store.parcel("card-1") is None
    assert await rings(store, MINUTE) == [("b",)]


async def test_a_timer_that_is_moved_while_it_rings_rings_at_its_new_time(store: DeskStore) -> None:
    await store.set_timers((timer(),))
    ring = await store.ring(NOW + MINUTE)
    assert ring

    await store.set_timers((timer(due=timedelta(hours=1)),))

    assert not await store.rung(ring, Rung(effects=Effects(parcels=(card(),))))
    assert await store.parcel("card-1") is None
    assert await rings(store, timedelta(minutes=59)) == []
    assert await rings(store, timedelta(hours=1)) == [("task-1",)]


async def test_a_whole_group_is_called_off(store: DeskStore) -> None:
    await store.set_timers((timer("a"), timer("b")))

    assert await store.cancel_timers("person:bo") == 2
    assert await store.cancel_timers("person:bo") == 0

    assert await rings(store, MINUTE) == []
    assert await store.next_ring() is None


async def test_effects_arrive_in_the_step_that_removes_what_rang(store: DeskStore) -> None:
    await store.set_timers((timer(),))
    ring = await store.ring(NOW + MINUTE)
    assert ring
    effects = Effects(project=project(), parcels=(card(),), timers=(timer(due=timedelta(days=1)),))

    assert await store.rung(ring, Rung(letters=((PROJECT, said("look-1")),), effects=effects))
    assert await store.rung(ring, Rung(letters=((PROJECT, said("look-1")),))), "repeated after a broken connection"

    assert await store.planned(NOW) == ("card-1",)
    assert [letter.letter_id for letter in await store.box(PROJECT)] == ["look-1"]
    assert await store.project(PROJECT) == project()
    assert await store.next_ring() == NOW + timedelta(days=1)


async def test_a_dead_workers_group_rings_again_and_the_dead_ones_effects_are_not_written(store: DeskStore) -> None:
    await store.set_timers((timer(),))
    dead = await store.ring(NOW + MINUTE)
    assert dead
    assert await store.ring(NOW + MINUTE + RINGING - SECOND) is None

    again = await store.ring(NOW + MINUTE + RINGING)

    assert again
    assert again.timers == dead.timers
    assert not await store.rung(dead, Rung(effects=Effects(parcels=(card(),))))
    assert await store.rung(again, Rung(effects=Effects(parcels=(card("card-2"),))))
    assert await store.planned(NOW) == ("card-2",)


async def test_a_group_that_ends_every_worker_rings_ever_more_rarely(store: DeskStore) -> None:
    await store.set_timers((timer(),))
    now, taken = NOW + MINUTE, []
    while len(taken) < 5:
        if await store.ring(now):
            taken.append(now)
        now += SECOND

    pauses = [later - earlier for earlier, later in pairwise(taken)]
    assert pauses == [RINGING * times for times in range(1, 5)]


async def test_a_new_desk_does_not_wait_for_what_the_old_one_had_in_hand(store: DeskStore) -> None:
    await store.set_timers((timer(),))
    assert await store.ring(NOW + MINUTE)

    await store.take_over()

    assert await store.ring(NOW + MINUTE)
    await store.take_over()
    assert await store.ring(NOW + MINUTE) is None, "it may be what ended the old one"


async def test_timers_of_a_project_are_found_and_forgotten_with_it(store: DeskStore) -> None:
    other = timer("other", SECOND, project_id="p-other")
    await store.set_timers((timer("late", 2 * MINUTE), timer("soon", MINUTE, "person:eve"), other))

    assert [one.of for one in await store.timers_in(PROJECT)] == ["soon", "late"]
    await store.forget(PROJECT)

    assert await store.timers_in(PROJECT) == ()
    assert await rings(store, timedelta(days=1)) == [("other",)]
    assert "timed:p-other" in await keys_of(store)


async def test_timers_travel_with_the_effects_of_a_turn(store: DeskStore) -> None:
    await store.accept("m", PLACE, told("m"))
    lease = await store.enter(PROJECT, "turn:1")
    assert await store.begin(PROJECT, lease or "")

    assert await store.finish(PROJECT, lease or "", ("m",), Effects(timers=(timer(),)))

    assert await store.next_ring() == NOW + MINUTE


async def test_no_name_or_address_lies_in_the_clear(store: DeskStore) -> None:
    outside = Person(name="Bo Lind", address="Bo@Northwind.example")
    await store.set_timers((timer(group=group_of(outside)), timer(group=group_of(ANA))))

    there = await dump(store)

    assert "northwind" not in there.casefold()
    assert group_of(outside) == group_of(Person(address=" bo@northwind.EXAMPLE "))
    assert group_of(ANA) == "person:tenant-1/oid-ana"
    assert group_of_project(PROJECT) == f"project:{PROJECT}"


async def test_calling_off_and_effects_race_and_one_of_them_wins(store: DeskStore) -> None:
    """A reply that is written down before the effect leaves none."""
    names = [f"{number}" for number in range(1000)]
    await store.set_timers(tuple(timer(name, group=f"person:{name}") for name in names))
    held = [ring for _ in names if (ring := await store.ring(NOW + MINUTE))]
    assert len(held) == len(names)

    async def take_effect(ring: Ring) -> int:
        return await store.rung(ring, Rung(effects=Effects(parcels=(card(f"card-{ring.timers[0].of}"),))))

    for ring in held:
        race = [take_effect(ring), store.cancel_timers(ring.group)]
        random.shuffle(race)
        assert sum(await asyncio.gather(*race)) == 1

    assert await store.ring(NOW + timedelta(days=1)) is None
    assert 0 < len(await store.planned(NOW)) < len(names), "each won at times"


@pytest.mark.slow
async def test_killed_workers_have_every_effect_once(store: DeskStore, valkey_url: str, prefix: str) -> None:
    """Two workers ring a thousand groups off and are killed again and again, between fire and effect too."""
    await store.set_timers(tuple(timer(f"{n}", SECOND, f"person:{n % 1000}") for n in range(3000)))
    kills, moment = 0, 0.0
    async with asyncio.timeout(120):
        while await store.next_ring():
            workers = [await _worker(valkey_url, prefix, moment) for _ in range(2)]
            moment += RINGING.total_seconds() * 60  # so much later that a lease of the dead is over
            enough = await _letters(store) + 600
            while await store.next_ring() and await _letters(store) < enough:  # noqa: ASYNC110 - looks from outside
                await asyncio.sleep(0.01)
            for worker in workers:
                kills += worker.returncode is None
                worker.kill()
                await worker.wait()

    assert kills >= 6
    assert sorted(int(letter.letter_id) for letter in await store.box(PROJECT)) == list(range(3000))


async def _letters(store: DeskStore) -> int:
    return int(await store.client.llen(store.keys.name(Kind.BOX, PROJECT)))


async def _worker(url: str, prefix: str, moment: float) -> asyncio.subprocess.Process:
    command = [sys.executable, "-m", "tests.edges.store.ringer", url, prefix, KEY, str(moment)]
    return await asyncio.create_subprocess_exec(*command, cwd=HOUSE)


async def test_a_timer_set_while_the_group_is_in_the_hands_of_somebody_who_died_rings_all_the_same(
    store: DeskStore,
) -> None:
    timer = Timer(group="a", project_id="p-1", kind="nudge", of="1", due=NOW)
    await store.set_timers((timer,))
    assert await store.ring(NOW)  # and never comes back
    await store.cancel_timers("a")
    await store.set_timers((timer,))

    ring = await store.ring(NOW + RINGING)
    assert ring
    assert ring.timers == (timer,)
