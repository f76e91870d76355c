"""The line to the server: answers go to whoever asked, and a dead line says so in time."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from redis.asyncio.connection import AbstractConnection
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError
from redis.retry import Retry

from bot.core.errors import StoreDown
from bot.core.memory import Effects
from bot.core.parcel import Fate
from bot.edges.store import DeskStore, line, open_store, server, shelf
from bot.edges.store.seal import Seal
from tests.edges.store.nouns import ANA, NOW, PLACE, PROJECT, approve, brief, place, project, record, said
from tests.edges.store.valkey import KEY


async def test_a_server_that_forgot_our_scripts_is_told_them_again(store: DeskStore) -> None:
    await store.client.script_flush()

    assert await store.accept("m1", PLACE, said("m1")) == PROJECT


async def test_a_store_that_does_not_answer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "PATIENCE", Retry(NoBackoff(), 2))
    gone = DeskStore("unix:///nowhere/server.sock", Seal((KEY,)))
    with pytest.raises(StoreDown, match="does not answer"):
        await gone.ping()
    calls = (gone.accept("m1", PLACE, said("m1")), gone.save_project(project()), gone.records_of(PROJECT))
    found = await asyncio.gather(*calls, return_exceptions=True)

    assert [type(one) for one in found] == [StoreDown] * 3
    assert "does not answer" in str(found[0])
    await gone.close()


async def test_a_hundred_calls_of_one_moment_get_their_own_answers(store: DeskStore) -> None:
    calls = [store.accept(f"m{number}", place(number % 7), said(f"m{number}")) for number in range(100)]

    assert await asyncio.gather(*calls) == [place(number % 7).project_id for number in range(100)]


async def test_who_gives_up_does_not_disturb_the_others(store: DeskStore) -> None:
    calls = [asyncio.create_task(store.accept(f"m{number}", PLACE, said(f"m{number}"))) for number in range(6)]
    await asyncio.sleep(0)
    for call in calls[::2]:
        call.cancel()

    found = await asyncio.gather(*calls, return_exceptions=True)

    assert [type(one) for one in found] == [asyncio.CancelledError, str] * 3
    assert await store.accept("m0", PLACE, said("m0")) is None, "it was under way and arrived"


async def test_a_refused_command_is_nobody_elses_trouble(store: DeskStore) -> None:
    await store.client.set(store.keys.name("box", PROJECT), "not a list")

    bad, good = await asyncio.gather(
        store.accept("m1", PLACE, said("m1")), store.accept("m2", place(1), said("m2")), return_exceptions=True
    )

    assert isinstance(bad, StoreDown)
    assert "refused accept" in str(bad)
    assert good == place(1).project_id


async def test_a_server_that_hangs_is_given_up_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with server("", tmp_path) as url, open_store(url, (KEY,)) as store:
        process = (await store.client.info("server"))["process_id"]
        monkeypatch.setattr(line, "WAIT", 0.2)
        os.kill(process, signal.SIGSTOP)
        try:
            with pytest.raises(StoreDown, match="in time"):
                await store.accept("m1", PLACE, said("m1"))
        finally:
            os.kill(process, signal.SIGCONT)

        assert await store.accept("m2", PLACE, said("m2")) == PROJECT


async def test_an_outage_is_said_once_and_its_end_once_however_many_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(line, "WAIT", 0.3)
    monkeypatch.setattr(line, "BRIEFLY", 0.1)
    async with server("", tmp_path) as url, open_store(url, (KEY,)) as store:
        process = (await store.client.info("server"))["process_id"]
        os.kill(process, signal.SIGSTOP)
        try:
            began = time.monotonic()
            for number in range(4):
                calls = [store.accept(f"m{number}.{one}", PLACE, said(f"m{number}.{one}")) for one in range(9)]
                assert {type(one) for one in await asyncio.gather(*calls, return_exceptions=True)} == {StoreDown}
        finally:
            os.kill(process, signal.SIGCONT)
        assert time.monotonic() - began < 1.2, "the first ask waits, the later ones know"
        while not await answers(store):
            pass

    told = [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "WARNING")]
    assert [one for one in told if "does not answer" in one] == [told[-2]]
    assert "answers again after" in told[-1]


async def answers(store: DeskStore) -> bool:
    try:
        await store.waiting()
    except StoreDown:
        return False
    return True


async def test_a_server_that_refuses_is_no_outage_and_is_said_once(
    store: DeskStore, caplog: pytest.LogCaptureFixture
) -> None:
    await store.client.set(store.keys.name("box", PROJECT), "not a list")
    for number in range(3):
        with pytest.raises(StoreDown, match="refused accept"):
            await store.accept(f"m{number}", PLACE, said(f"m{number}"))

    assert [record.getMessage()[:25] for record in caplog.records] == ["the store refused accept:"]


@pytest.fixture
def lose_an_answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The next step is done by the server, and the connection breaks before its answer is heard."""

    def lose() -> None:
        heard = line._answer

        async def cut(connection: AbstractConnection) -> None:
            monkeypatch.setattr(line, "_answer", heard)
            await heard(connection)
            raise ConnectionError("cut")

        monkeypatch.setattr(line, "_answer", cut)

    return lose


async def test_a_step_whose_answer_was_lost_answers_as_it_would_have(
    store: DeskStore, lose_an_answer: Callable[[], None]
) -> None:
    parcel_id = await doubtful_brief(store)
    calls = [
        lambda: store.accept("m9", place(9), said("m9")),
        lambda: store.once("welcome", timedelta(days=1)),
        lambda: store.redrawing("card-1"),
        lambda: store.resend(parcel_id, Fate.PLANNED, ANA.authority, NOW),
        lambda: store.take(parcel_id, NOW),
    ]
    for call in calls:
        lose_an_answer()
        assert await call()

    assert not await store.once("welcome", timedelta(days=1))
    assert not await store.redrawing("card-1")
    assert not await store.resend(parcel_id, Fate.PLANNED, ANA.authority, NOW)
    assert len(await store.audit(record().key)) == 2, "approved, and sent again"


async def doubtful_brief(store: DeskStore) -> str:
    await store.accept("m1", PLACE, said("m1"))
    lease = await store.enter(PROJECT, "turn:1")
    await store.finish(PROJECT, lease or "", ("m1",), Effects(records=(record(),)))
    await store.decide(approve(record()))
    taken = await store.take(brief(record()).parcel_id, NOW)
    assert taken
    assert await store.settle(taken.model_copy(update={"fate": Fate.UNCERTAIN}))
    return taken.parcel_id


async def test_who_waits_when_the_store_is_closed_is_told(valkey_url: str, prefix: str) -> None:
    store = DeskStore(valkey_url, Seal((KEY,)), prefix)
    waiting = asyncio.create_task(store.wishes("card"))
    await asyncio.sleep(0)
    await store.close()

    with pytest.raises(StoreDown, match="was closed"):
        await waiting
