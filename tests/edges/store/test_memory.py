"""A store that was emptied is noticed, and a chair has one process on it."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.edges.store import Chair, DeskStore, open_store
from bot.edges.store import store as module
from tests.edges.store.valkey import KEY


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(5):
        while not true():  # noqa: ASYNC110 - looks from outside
            await asyncio.sleep(0.01)


async def test_a_store_that_is_emptied_under_a_running_desk_is_reported_once(
    valkey_url: str, prefix: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WATCH", 0.02)
    async with open_store(valkey_url, (KEY,), prefix) as store:
        assert [record.levelname for record in caplog.records] == ["WARNING"], "a new desk, or one that lost its memory"
        await store.client.delete(store.keys.name("canary"))
        await until(lambda: len(caplog.records) > 1)
        await asyncio.sleep(0.1)

    (_, told) = caplog.records
    assert told.levelno == logging.ERROR
    assert "emptied while the desk runs" in told.getMessage()


async def test_only_a_desk_that_had_a_store_before_is_told_that_its_store_is_empty(
    valkey_url: str, prefix: str, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    began = tmp_path / "data" / "began"
    async with open_store(valkey_url, (KEY,), prefix, began) as store:
        assert caplog.records == []
        await store.client.delete(store.keys.name("canary"))
    async with open_store(valkey_url, (KEY,), prefix, began):
        assert [(one.levelname, "had one before" in one.getMessage()) for one in caplog.records] == [("WARNING", True)]


async def test_a_store_with_its_memory_says_nothing(
    valkey_url: str, prefix: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_store(valkey_url, (KEY,), prefix):
        caplog.clear()
    async with open_store(valkey_url, (KEY,), prefix):
        assert caplog.records == []


async def test_one_sits_on_a_chair_until_it_leaves_or_falls_silent(
    store: DeskStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DeskStore, "lease_time", 200)
    first, second = Chair(store, "watch"), Chair(store, "watch")
    assert await first.take()
    assert not await second.take()
    await asyncio.sleep(0.12)
    assert await first.take(), "kept"
    await asyncio.sleep(0.12)
    assert not await second.take()
    await first.leave()
    assert await second.take()
    await asyncio.sleep(0.25)
    assert await first.take(), "who falls silent for long has lost it"
    assert not await second.take()


async def test_what_is_noted_for_a_chair_is_read_once(store: DeskStore) -> None:
    one, other = Chair(store, "watch"), Chair(store, "watch")
    for event in ("missed", "removed", "missed"):
        await one.note(event)

    assert sorted(await other.noted()) == ["missed", "removed"]
    assert await one.noted() == ()
