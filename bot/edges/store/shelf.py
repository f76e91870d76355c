"""The ground all parts of the store stand on: the connection, the names, the seal and the Lua steps."""

from collections.abc import Awaitable, Callable
from hashlib import sha1
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import NoScriptError, RedisError

from bot.core.errors import StoreDown
from bot.edges.store.keys import Keys, Kind
from bot.edges.store.seal import Seal
from bot.edges.store.together import Answers, Call, Together

Shape = TypeVar("Shape", bound=BaseModel)
Send = Callable[..., Awaitable[Any]]
LUA = Path(__file__).with_name("lua")
CONNECTIONS = 64
WAIT = 10.0  # seconds for an answer or a free connection
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
        pool = BlockingConnectionPool.from_url(
            url, max_connections=CONNECTIONS, timeout=WAIT, socket_timeout=WAIT, socket_connect_timeout=WAIT,
            retry=PATIENCE, decode_responses=True, protocol=2,
        )  # fmt: skip
        self.client = Redis(connection_pool=pool)
        self._send: Send = self.client.execute_command
        self._together = Together(self._steps)
        # a health check must not wait for retries
        self._probe: Redis = Redis.from_url(
            url, retry=Retry(NoBackoff(), 0), socket_timeout=2, socket_connect_timeout=2, protocol=2
        )

    async def close(self) -> None:
        await self.client.aclose()
        await self.client.connection_pool.disconnect()
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
                return await self._send("EVALSHA", sha, 1, self.keys.base, *arguments)
            except NoScriptError:  # a server that was restarted or replaced does not know our scripts
                return await self._send("EVAL", text, 1, self.keys.base, *arguments)
        except (RedisError, OSError) as error:
            raise StoreDown(f"the store failed at {script}: {error}") from error

    async def _steps(self, calls: list[Call]) -> Answers:
        """Many Lua steps in one round trip, each for itself."""
        pipeline = self.client.pipeline(transaction=False)
        for script, *arguments in calls:
            pipeline.execute_command("EVALSHA", SCRIPTS[str(script)][1], 1, self.keys.base, *arguments)
        try:
            answers: list[Any] = await pipeline.execute(raise_on_error=False)
        except (RedisError, OSError) as error:
            return [StoreDown(f"the store failed: {error}") for _ in calls]
        return [
            await self._alone(call) if isinstance(answer, RedisError) else answer
            for call, answer in zip(calls, answers, strict=True)
        ]

    async def _alone(self, call: Call) -> Any:
        script, *arguments = call
        try:
            return await self._step(str(script), *arguments)
        except StoreDown as error:
            return error

    async def _ask(self, command: str, kind: Kind, of: str = "", *arguments: str | int) -> Any:
        """One plain command on one key."""
        try:
            return await self._send(command, self.keys.name(kind, of), *arguments)
        except (RedisError, OSError) as error:
            raise StoreDown(f"the store failed at {command}: {error}") from error

    async def _ask_each(self, command: str, kind: Kind, of: list[str], *arguments: str | int) -> list[Any]:
        """The same command on many keys, in one round trip."""
        if not of:
            return []
        pipeline = self.client.pipeline(transaction=False)
        for one in of:
            pipeline.execute_command(command, self.keys.name(kind, one), *arguments)
        try:
            return await pipeline.execute()
        except (RedisError, OSError) as error:
            raise StoreDown(f"the store failed at {command}: {error}") from error

    def _opened(self, sealed: str | None, shape: type[Shape]) -> Shape | None:
        return self.seal.open(sealed, shape) if sealed else None
