"""One spelling of keys: Python's list and the Lua files agree."""

import asyncio
import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.core.errors import StoreDown
from bot.edges.store import DeskStore
from bot.edges.store.keys import Keys, Kind, fingerprint, micros, moment
from bot.edges.store.seal import Seal
from bot.edges.store.shelf import LUA, SCRIPTS
from bot.edges.store.together import Call, Together
from tests.edges.store.nouns import PLACE, PROJECT, place, project, said
from tests.edges.store.valkey import KEY


def test_lua_names_only_keys_that_are_listed() -> None:
    named = {kind for file in LUA.glob("*.lua") for kind in re.findall(r"\bkey\('(\w+)'", file.read_text())}

    assert named - set(Kind) == set()
    assert len(named) > 20


def test_every_lua_file_says_what_it_takes_and_gives() -> None:
    assert all(file.read_text().startswith("-- ") for file in LUA.glob("*.lua"))
    assert "accept" in SCRIPTS
    assert "common" not in SCRIPTS


def test_all_keys_of_a_desk_share_one_cluster_slot() -> None:
    keys = Keys("desk")

    assert keys.name(Kind.BOX, "p-1") == "{desk}:box:p-1"
    assert keys.name(Kind.WAITING) == "{desk}:waiting"


def test_fingerprints_tell_apart_what_a_plain_join_would_not() -> None:
    assert fingerprint("a", "bc") != fingerprint("ab", "c")


def test_moments_are_exact_to_the_microsecond_in_every_zone() -> None:
    here = datetime(2026, 7, 1, 9, 30, 0, 123457, tzinfo=ZoneInfo("Europe/Lisbon"))

    assert moment(str(micros(here))) == here
    assert moment("") is None
    assert micros(datetime(1970, 1, 1, tzinfo=UTC)) == 0


async def test_a_server_that_forgot_our_scripts_is_told_them_again(store: DeskStore) -> None:
    await store.client.script_flush()

    assert await store.accept("m1", PLACE, said("m1")) == PROJECT


async def test_a_store_that_does_not_answer_says_so() -> None:
    gone = DeskStore("unix:///nowhere/server.sock", Seal((KEY,)))
    gone.client.connection_pool.connection_kwargs["retry"] = None
    with pytest.raises(StoreDown, match="does not answer"):
        await gone.ping()
    for call in (gone.accept("m1", PLACE, said("m1")), gone.save_project(project()), gone.records_of(PROJECT)):
        with pytest.raises(StoreDown, match="the store failed at"):
            await call
    await gone.close()


async def test_calls_of_one_moment_travel_together_and_each_gets_its_own_answer(store: DeskStore) -> None:
    calls = [store.accept(f"m{number}", place(number % 7), said(f"m{number}")) for number in range(100)]

    answers = await asyncio.gather(*calls)

    assert answers == [place(number % 7).project_id for number in range(100)]


async def test_who_gives_up_does_not_disturb_the_others() -> None:
    sent: list[list[Call]] = []

    async def send(calls: list[Call]) -> list[object]:
        sent.append(calls)
        await asyncio.sleep(0.01)
        return [StoreDown("no") if call == ("bad",) else call[0] for call in calls]

    together = Together(send)
    first, *rest = (asyncio.create_task(together.ask(word)) for word in ("first", "gone", "bad", "good"))
    await asyncio.sleep(0)
    rest[0].cancel()
    found = await asyncio.gather(first, *rest, return_exceptions=True)

    assert [type(one) for one in found] == [str, asyncio.CancelledError, StoreDown, str]
    assert [len(calls) for calls in sent] == [4]


async def test_a_bundle_that_breaks_for_unforeseen_reasons_leaves_nobody_waiting() -> None:
    async def send(calls: list[Call]) -> list[object]:
        return []

    with pytest.raises(StoreDown, match="was closed"):
        async with asyncio.timeout(1):
            await Together(send).ask("word")
