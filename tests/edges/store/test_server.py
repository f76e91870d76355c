"""Which server: the one that was named, if it keeps what it is told, or our own."""

import asyncio
import logging
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from bot.core.errors import Misconfigured, StoreDown
from bot.edges.store import open_store, server
from bot.edges.store.embedded import find_binary
from bot.edges.store.seal import own_keys
from bot.edges.store.server import check
from tests.edges.store.nouns import PLACE, PROJECT, said


@pytest.fixture
def named(tmp_path: Path) -> Iterator[str]:
    """A server that somebody else runs, on TCP and without persistence."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(find_binary()), "--port", str(port), "--save", "", "--dir", str(tmp_path)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    client = redis.Redis(port=port)
    while not answers(client):
        assert running.poll() is None
    yield f"redis://127.0.0.1:{port}"
    client.close()
    running.kill()
    running.wait()


def answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False


def configure(url: str, *words: str) -> None:
    with redis.Redis.from_url(url) as client:
        client.execute_command(*words)


async def test_a_named_server_is_used_as_it_is(named: str, tmp_path: Path) -> None:
    data = tmp_path / "desk"

    async with server(named, data) as url, open_store(url, own_keys(data)) as store:
        assert url == named
        assert await store.accept("m1", PLACE, said("m1")) == PROJECT


async def test_a_cache_that_drops_keys_is_refused(named: str) -> None:
    configure(named, "CONFIG", "SET", "maxmemory-policy", "allkeys-lru")

    with pytest.raises(Misconfigured, match="is a cache: its maxmemory-policy is allkeys-lru"):
        await check(named)


async def test_a_server_without_a_log_is_warned_about(named: str, caplog: pytest.LogCaptureFixture) -> None:
    await check(named)
    assert "keeps no append-only log" in caplog.text

    caplog.clear()
    configure(named, "CONFIG", "SET", "appendonly", "yes")
    await check(named)
    assert caplog.text == ""


async def test_a_server_that_hides_its_settings_is_warned_about(named: str, caplog: pytest.LogCaptureFixture) -> None:
    configure(named, "ACL", "SETUSER", "default", "-config")

    await check(named)

    assert "hides its settings" in caplog.text


async def test_an_unencrypted_way_to_another_machine_is_warned_about(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(StoreDown, match="does not answer"):
        await check("redis://redis.invalid:6379")

    assert "use rediss://" in caplog.text


async def test_an_address_of_another_kind_is_refused() -> None:
    with pytest.raises(Misconfigured, match="must begin with redis://"):
        await check("http://127.0.0.1:6379")


@pytest.mark.parametrize(
    "url",
    [
        "redis://:hush/hush@localhost:6379",
        "redis://localhost:70000",
        "redis://[::1",
        "redis://localhost/0?socket_timeout=soon",
    ],
)
async def test_an_address_nobody_can_read_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(Misconfigured, match="REDIS_URL cannot be read") as refused:
        await check(url)

    assert "hush" not in str(refused.value)
    assert refused.value.__suppress_context__, "the parser quotes a part of it, which may be the password"


async def test_a_server_that_is_killed_is_back_before_a_caller_gives_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    async with server("", tmp_path) as url, open_store(url, own_keys(tmp_path)) as store:
        await store.accept("m1", PLACE, said("m1"))
        os.kill((await store.client.info("server"))["process_id"], 9)
        assert await store.accept("m2", PLACE, said("m2")) == PROJECT
        lease = await store.enter(PROJECT, "turn:1")
        found = await store.begin(PROJECT, lease or "")

    assert found
    assert found.letters[0].letter_id == "m1"
    assert caplog.text == ""


async def test_the_loop_is_not_held_up_by_starting_and_watching(tmp_path: Path) -> None:
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0.005)
            beats += 1

    beating = asyncio.create_task(beat())
    async with server("", tmp_path):
        started = beats
    beating.cancel()

    assert started >= 2


async def test_without_a_folder_to_write_in_the_start_fails(tmp_path: Path) -> None:
    shutil.copy(find_binary(), tmp_path / "desk")

    with pytest.raises((NotADirectoryError, FileExistsError)):
        async with server("", tmp_path / "desk"):
            pass
