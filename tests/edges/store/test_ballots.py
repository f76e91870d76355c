"""What the store keeps for mails: codes, addresses, and how much went out."""

from datetime import timedelta

from bot.core.ballot import Exact, codes_for
from bot.core.post import Reach
from bot.edges.store import DeskStore
from tests.edges.store.valkey import dump, keys_of
from tests.fakes import MONDAY, TENANT

FIRST = (Exact(key="p-1.a", version=1, content_hash="h1"),)
SECOND = (Exact(key="p-1.a", version=2, content_hash="h2"),)
TEN = timedelta(minutes=10)


async def test_a_code_stands_for_what_it_was_given_for(store: DeskStore) -> None:
    code = await store.give_code("p-1", FIRST, codes_for(FIRST))

    assert await store.give_code("p-1", FIRST, codes_for(FIRST)) == code
    assert await store.shown_by("p-1", code) == FIRST
    assert await store.shown_by("p-2", code) == ()
    assert await store.shown_by("p-1", "9ZZZ") == ()


async def test_a_code_that_is_taken_is_never_given_to_anything_else(store: DeskStore) -> None:
    assert await store.give_code("p-1", FIRST, ["7F3K", "8ABC"]) == "7F3K"
    assert await store.give_code("p-1", SECOND, ["7F3K", "8ABC"]) == "8ABC"
    assert await store.give_code("p-1", FIRST + SECOND, ["7F3K", "8ABC"]) == ""
    assert await store.shown_by("p-1", "7F3K") == FIRST


async def test_codes_are_forgotten_with_their_project(store: DeskStore) -> None:
    await store.give_code("p-1", FIRST, ["7F3K"])
    await store.forget("p-1")

    assert await keys_of(store) == set()


async def test_an_address_is_remembered_without_being_readable(store: DeskStore) -> None:
    reach = Reach(address="jean@vendor.example.com", bounced_at=MONDAY)
    await store.save_reach(TENANT, reach)

    assert await store.reach(TENANT, "Jean@Vendor.example.com") == reach
    assert await store.reach("another tenant", "jean@vendor.example.com") is None
    raw = [name for name in await keys_of(store)]
    assert "jean" not in "".join(raw)
    assert "jean@vendor" in await dump(store)


async def test_a_brake_lets_through_as_many_as_it_says_in_any_stretch_of_time(store: DeskStore) -> None:
    times = [MONDAY + timedelta(minutes=minute) for minute in (0, 4, 8)]
    assert [await store.brake("thread", str(one), one, TEN, 3) for one in times] == [timedelta()] * 3

    assert await store.brake("thread", "a", MONDAY + timedelta(minutes=9), TEN, 3) == timedelta(minutes=1)
    assert await store.brake("another", "b", MONDAY + timedelta(minutes=9), TEN, 3) == timedelta()
    assert await store.brake("thread", "c", MONDAY + timedelta(minutes=10), TEN, 3) == timedelta()
    assert await store.brake("thread", "d", MONDAY + timedelta(minutes=11), TEN, 3) == timedelta(minutes=3)


async def test_what_is_tried_again_is_counted_once(store: DeskStore) -> None:
    tries = [await store.brake("thread", "the same mail", MONDAY, TEN, 1) for _ in range(5)]
    assert tries == [timedelta()] * 5
    assert await store.brake("thread", "another mail", MONDAY, TEN, 1) == TEN
