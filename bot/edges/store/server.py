"""Which server the memory lies on: the one REDIS_URL names, checked, or our own on the data folder."""

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError

from bot.core.address import loopback
from bot.core.errors import Misconfigured, StoreDown
from bot.edges.store.embedded import Embedded

log = logging.getLogger(__name__)
SCHEMES = ("redis", "rediss", "unix")
WATCH = 1.0  # seconds
ROOM = 500 * 2**20  # bytes on the disk; without room the server stops rather than forget


@asynccontextmanager
async def server(redis_url: str, data: Path) -> AsyncIterator[str]:
    """The URL of a server that keeps what it is told, for as long as the block runs."""
    if redis_url:
        await check(redis_url)
        yield redis_url
        return
    embedded = Embedded(data / "store")
    url = await asyncio.to_thread(embedded.start)
    watching = asyncio.create_task(watch(embedded))
    try:
        yield url
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        await asyncio.to_thread(embedded.stop)


@asynccontextmanager
async def visiting(redis_url: str, data: Path) -> AsyncIterator[str]:
    """For whoever only reads: the URL of the server, also while a desk on this machine has it running."""
    if not redis_url and await asyncio.to_thread(Embedded(data / "store").answers):
        yield Embedded(data / "store").url
        return
    async with server(redis_url, data) as url:
        yield url


async def watch(embedded: Embedded) -> None:
    """A killed server is back within a second. One that cannot start is tried again until it can."""
    if not roomy(embedded.folder):
        log.warning("less than %d MB are free where the store lies", ROOM // 2**20)
    told = ""
    while True:
        await asyncio.sleep(WATCH)
        try:
            await asyncio.to_thread(embedded.ensure)
            told = ""
        except StoreDown as error:
            if not told:
                log.error("%s", error)
            told = str(error)


def roomy(folder: Path) -> bool:
    """Has the disk room for what is yet to come? A folder that is not there yet will lie beside its parents."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free >= ROOM


async def check(url: str) -> None:
    """Raises `Misconfigured` for an address we cannot use or a server that drops data, `StoreDown` for a silent one."""
    try:
        client = _client(url)
    except ValueError:  # its text may quote the password
        raise Misconfigured(
            "REDIS_URL cannot be read: write redis://user:password@host:6379/0, with %2F for a / in the password."
        ) from None
    try:
        await _check_keeping(client)
    except (RedisError, OSError) as error:
        raise StoreDown(f"The server in REDIS_URL does not answer: {error}") from error
    finally:
        await client.aclose()


def _client(url: str) -> Redis:
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES:
        raise Misconfigured("REDIS_URL must begin with redis://, rediss:// or unix://.")
    if parts.scheme == "redis" and not loopback(parts.hostname or "localhost"):
        log.warning("REDIS_URL is not encrypted on its way: use rediss:// for servers on other machines")
    return Redis.from_url(
        url, decode_responses=True, retry=Retry(NoBackoff(), 0), socket_timeout=5, socket_connect_timeout=5
    )


async def _check_keeping(client: Redis) -> None:
    try:
        policy = await _setting(client, "maxmemory-policy")
        log_kept = await _setting(client, "appendonly")
    except ResponseError:  # managed servers often forbid CONFIG
        log.warning("the server in REDIS_URL hides its settings: make sure that it keeps an AOF and never evicts keys")
        return
    if policy not in ("noeviction", ""):
        raise Misconfigured(
            f"The server in REDIS_URL is a cache: its maxmemory-policy is {policy}, so it may drop approvals and"
            " deliveries. Set it to noeviction, or use another server."
        )
    if log_kept == "no":
        log.warning("the server in REDIS_URL keeps no append-only log: a restart of it loses what the desk knows")


async def _setting(client: Redis, name: str) -> str:
    found = await client.config_get(name)
    return found.get(name) or ""
