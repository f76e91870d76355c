"""The contract of what an owner has seen, and of when somebody was heard."""

from datetime import timedelta

from bot.core.memory import Effects, Rung
from bot.core.news import Glance, Seen
from bot.core.people import Person
from bot.core.timer import Timer
from bot.edges.store import DeskStore
from tests.edges.store.nouns import ANA, EVE, NOW, PLACE, PROJECT, said
from tests.edges.store.valkey import keys_of

GLANCE = Glance(at=NOW, tasks=(Seen(task_id="t-1", status="assigned", owner="Bo Lind"),), told=("t-1|late",))


async def seen(store: DeskStore, name: str = "m1") -> None:
    await store.accept(name, PLACE, said(name))
    async with store.hold(PROJECT, f"turn:{name}") as lease:
        assert lease is not None
        assert await store.begin(PROJECT, lease)
        assert await store.finish(PROJECT, lease, (name,), Effects(glances=((PROJECT, GLANCE),)))


async def test_what_an_owner_saw_is_written_with_the_letter_and_lies_sealed(store: DeskStore) -> None:
    assert await store.glance(PROJECT) is None

    await seen(store)

    assert await store.glance(PROJECT) == GLANCE
    assert "Bo Lind" not in str(await store.client.get(f"{store.keys.base}glance:{PROJECT}"))


async def test_a_forgotten_project_was_seen_by_nobody(store: DeskStore) -> None:
    await seen(store)
    await store.forget(PROJECT)

    assert await store.glance(PROJECT) is None
    assert not [key for key in await keys_of(store) if PROJECT in key]


async def test_the_newest_letter_of_a_person_counts_by_either_name(store: DeskStore) -> None:
    assert await store.heard_at(PROJECT, ANA) is None
    newer = said("m2").model_copy(update={"at": NOW + timedelta(hours=2)})
    for letter in (newer, said("m1")):  # the older one arrives later
        await store.accept(letter.letter_id, PLACE, letter)

    assert await store.heard_at(PROJECT, ANA) == NOW + timedelta(hours=2)
    assert await store.heard_at(PROJECT, Person(address=ANA.address.upper())) == NOW + timedelta(hours=2)
    assert await store.heard_at(PROJECT, EVE) is None
    assert await store.heard_at(PROJECT, Person(name="Nobody")) is None


async def test_what_timers_lead_to_is_written_whole_like_what_a_turn_leads_to(store: DeskStore) -> None:
    await store.set_timers((Timer(group="a", project_id=PROJECT, kind="poll", of="1", due=NOW),))
    ring = await store.ring(NOW)
    assert ring

    assert await store.rung(ring, Rung(effects=Effects(glances=((PROJECT, GLANCE),))))
    assert await store.glance(PROJECT) == GLANCE
