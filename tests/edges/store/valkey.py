"""Fixtures for whoever needs a real store: one server for the whole run, a prefix of its own for every test."""

import secrets
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from cryptography.fernet import Fernet, InvalidToken
from redis import Redis as Sweeper
from redis.asyncio import Redis

from bot.edges.store import DeskStore
from bot.edges.store.embedded import Embedded
from bot.edges.store.seal import Seal

KEY = Fernet.generate_key().decode()


@pytest.fixture(scope="session")
def valkey_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """An embedded server in a temporary folder, or the one named by --redis-url."""
    given = request.config.getoption("redis_url", None)
    if given:
        yield given
        return
    folder = Path(tempfile.mkdtemp(prefix="desk-"))
    embedded = Embedded(folder / "store", fsync="everysec")  # a disk that others use must not slow the tests
    yield embedded.start()
    embedded.stop()
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def broom(valkey_url: str) -> Iterator[Sweeper]:
    """One connection for all that is swept up."""
    with Sweeper.from_url(valkey_url) as client:
        yield client


@pytest.fixture
def prefix(broom: Sweeper) -> Iterator[str]:
    """A name for this test's keys; they are removed afterwards, the server may be somebody's."""
    name = f"test-{secrets.token_hex(6)}"
    yield name
    if left := list(broom.scan_iter(f"*{name}*", count=1000)):
        broom.delete(*left)


@pytest.fixture
async def store(valkey_url: str, prefix: str) -> AsyncIterator[DeskStore]:
    store = DeskStore(valkey_url, Seal((KEY,)), prefix)
    yield store
    await store.close()


async def keys_of(store: DeskStore) -> set[str]:
    """What lies in the store, without the prefix."""
    base = store.keys.base
    names = [name async for name in store.client.scan_iter(f"{base}*", count=1000)]
    return {name.removeprefix(base) for name in names}


async def dump(store: DeskStore) -> str:
    """Everything that lies in the store, decrypted."""
    found = []
    for name in await keys_of(store):
        found += [name, *(opened(part) for part in await _content(store.client, f"{store.keys.base}{name}"))]
    return "\n".join(found)


async def _content(client: Redis, key: str) -> list[str]:
    match await client.type(key):
        case "string":
            return [await client.get(key)]
        case "hash":
            return [part for pair in (await client.hgetall(key)).items() for part in pair]
        case "list":
            return list(await client.lrange(key, 0, -1))
        case "set":
            return list(await client.smembers(key))
    return [str(member) for member in await client.zrange(key, 0, -1)]


def opened(text: str) -> str:
    """Sealed texts stand alone or behind a bar, singly or in a JSON list."""
    return "|".join(_opened(part) for part in text.replace('"', "|").split("|"))


def _opened(part: str) -> str:
    try:
        return Fernet(KEY).decrypt(part.encode()).decode()
    except InvalidToken:
        return part
