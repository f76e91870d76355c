"""The line to the server: commands of one moment travel together, and under load each costs a fraction of a call."""

import asyncio
import logging
from collections.abc import Callable
from time import monotonic
from typing import Any, cast

import hiredis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError, ResponseError

from bot.core.errors import StoreDown

Command = tuple[str | int, ...]
Asked = tuple[Command, "asyncio.Future[Any]"]
PACK = cast("Callable[[Command], bytes]", hiredis.pack_command)  # its stub knows one-word commands only
FLIGHTS = 2  # bundles under way at once: one gathers on the server while the other one is read
WAIT = 6.0  # seconds for a bundle, attempts after a broken connection included
BRIEFLY = 2.0  # seconds once the server is known to be away: whoever asks is told soon

log = logging.getLogger(__name__)


class Outage:
    """Says once that the server is away and once that it is back, however many calls notice."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._answered = float("-inf")

    @property
    def known(self) -> bool:
        return self._since is not None

    def noticed(self, asked: float, why: str) -> None:
        """A question of `asked` had no answer. That is no news when a later one had."""
        if self._since is None and asked >= self._answered:
            self._since = asked
            log.error(
                "the store does not answer: %s. Until it does, what comes in is refused and has to be sent again", why
            )

    def over(self) -> None:
        self._answered = monotonic()
        if self._since is not None:
            log.warning("the store answers again after %.1f seconds", self._answered - self._since)
            self._since = None


class Line:
    """`ask` raises redis' `ResponseError` for what the server refuses, `StoreDown` when it cannot be reached."""

    def __init__(self, connect: Callable[[], AbstractConnection]) -> None:
        self.outage = Outage()
        self._connections = [connect() for _ in range(FLIGHTS)]
        self._idle = list(self._connections)
        self._waiting: list[Asked] = []
        self._flights: set[asyncio.Task[None]] = set()

    async def ask(self, *command: str | int) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((command, answer))
        if self._idle:
            flight = asyncio.create_task(self._fly(self._idle.pop()))
            self._flights.add(flight)
            flight.add_done_callback(self._flights.discard)
        return await answer

    async def close(self) -> None:
        for flight in tuple(self._flights):
            flight.cancel()
        await asyncio.gather(*self._flights, return_exceptions=True)
        for _, answer in self._waiting:
            _give(answer, StoreDown("the store was closed"))
        for connection in self._connections:
            await connection.disconnect()

    async def _fly(self, connection: AbstractConnection) -> None:
        """Whoever asks may go away; the bundle is sent and read to its end."""
        try:
            while self._waiting:
                bundle, self._waiting = self._waiting, []
                await self._deliver(connection, bundle)
        finally:
            self._idle.append(connection)

    async def _deliver(self, connection: AbstractConnection, bundle: list[Asked]) -> None:
        trouble, asked = StoreDown("the store was closed"), monotonic()
        patience = BRIEFLY if self.outage.known else WAIT
        try:
            answers = await _exchange(connection, bundle, patience)
            self.outage.over()
            for (_, answer), found in zip(bundle, answers, strict=True):
                _give(answer, found)
        except (RedisError, OSError) as error:
            why = str(error) or "not in time"
            self.outage.noticed(asked, why)
            trouble = StoreDown(f"the store does not answer: {why}")
            trouble.__cause__ = error
        finally:
            for _, answer in bundle:
                _give(answer, trouble)


async def _exchange(connection: AbstractConnection, bundle: list[Asked], patience: float) -> list[Any]:
    """One write, then the answers in order. After a broken connection the whole bundle is sent again."""
    packed = b"".join(PACK(command) for command, _ in bundle)

    async def once() -> list[Any]:
        await connection.send_packed_command(packed)
        return [await _answer(connection) for _ in bundle]

    async def broken(_error: Exception) -> None:
        await connection.disconnect()

    async with asyncio.timeout(patience):
        answers: list[Any] = await connection.retry.call_with_retry(once, broken)
    return answers


async def _answer(connection: AbstractConnection) -> Any:
    try:
        return await connection.read_response()
    except ResponseError as refused:
        return refused


def _give(answer: "asyncio.Future[Any]", found: Any) -> None:
    if answer.done():  # given already, or whoever asked has gone
        return
    if isinstance(found, Exception):
        answer.set_exception(found)
    else:
        answer.set_result(found)
