"""The ground all parts of the store stand on: the line to the server, the names, the seal and the Lua steps."""

import asyncio
import logging
from datetime import datetime
from hashlib import sha1
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from pydantic import BaseModel
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import NoScriptError, RedisError, ResponseError

from bot.core.errors import StoreDown
from bot.edges.store.keys import Keys, Kind, micros
from bot.edges.store.line import Line
from bot.edges.store.seal import Seal

log = logging.getLogger(__name__)
Shape = TypeVar("Shape", bound=BaseModel)
LUA = Path(__file__).with_name("lua")
AT_ONCE = 1000  # how many of what is due one round takes up
NAMELESS: dict[str, Any] = {"driver_info": None}  # else each connection looks up the driver's version, and tells it
PATIENCE = Retry(ExponentialBackoff(cap=0.8, base=0.1), 4)  # 1.5 s: bridges a restart, a click still answers in time


def _scripts() -> dict[str, tuple[str, str]]:
    common = (LUA / "common.lua").read_text()
    files = (file for file in sorted(LUA.glob("*.lua")) if file.name != "common.lua")
    texts = {file.stem: f"{common}\n{file.read_text()}" for file in files}
    # SHA-1 is how the server names scripts
    return {name: (text, sha1(text.encode(), usedforsecurity=False).hexdigest()) for name, text in texts.items()}


SCRIPTS = _scripts()


class Shelf:
    """`url`: redis://, rediss:// or unix://. Every method raises `StoreDown` when the server does not answer."""

    def __init__(self, url: str, seal: Seal, prefix: str = "desk") -> None:
        self.keys, self.seal = Keys(prefix), seal
        self.client: Redis = Redis.from_url(
            url, retry=PATIENCE, socket_timeout=None, socket_connect_timeout=5, decode_responses=True, protocol=2,
            **NAMELESS,
        )  # fmt: skip
        self._line = Line(self.client.connection_pool.make_connection)
        self._refused_at = float("-inf")
        # a health check must not wait for retries
        self._probe: Redis = Redis.from_url(
            url, retry=Retry(NoBackoff(), 0), socket_timeout=2, socket_connect_timeout=2, protocol=2, **NAMELESS
        )

    async def close(self) -> None:
        await self._line.close()
        await self.client.aclose()
        await self._probe.aclose()

    async def ping(self) -> None:
        try:
            await self._probe.ping()
        except (RedisError, OSError) as error:
            raise StoreDown(f"the store does not answer: {error}") from error

    async def _step(self, script: str, *arguments: str | int) -> Any:
        """One Lua step: everything in it happens, or nothing."""
        text, sha = SCRIPTS[script]
        try:
            try:
                return await self._line.ask("EVALSHA", sha, 1, self.keys.base, *arguments)
            except NoScriptError:  # a server that was restarted or replaced does not know our scripts
                return await self._line.ask("EVAL", text, 1, self.keys.base, *arguments)
        except ResponseError as error:
            raise self._refused(script, error) from error

    async def _ask(self, command: str, kind: Kind, of: str = "", *arguments: str | int) -> Any:
        """One plain command on one key."""
        try:
            return await self._line.ask(command, self.keys.name(kind, of), *arguments)
        except ResponseError as error:
            raise self._refused(command, error) from error

    async def _ask_each(self, command: str, kind: Kind, of: list[str], *arguments: str | int) -> list[Any]:
        """The same command on many keys; they travel together."""
        return await asyncio.gather(*(self._ask(command, kind, one, *arguments) for one in of))

    async def _until(self, kind: Kind, now: datetime) -> tuple[str, ...]:
        return tuple(await self._ask("ZRANGEBYSCORE", kind, "", "-inf", micros(now), "LIMIT", 0, AT_ONCE))

    def _refused(self, what: str, error: ResponseError) -> StoreDown:
        """A full disk or memory: reading goes on, so that this is no outage; said once a minute."""
        if monotonic() - self._refused_at > 60:
            self._refused_at = monotonic()
            log.error("the store refused %s: %s", what, error)
        return StoreDown(f"the store refused {what}: {error}")

    def _opened(self, sealed: str | None, shape: type[Shape]) -> Shape | None:
        return self.seal.open(sealed, shape) if sealed else None
