"""Calls of one moment travel together: while one bundle is under way the next one gathers."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bot.core.errors import StoreDown

Call = tuple[str | int, ...]
Answers = Sequence[Any]  # in the order of the calls; where one failed, its `StoreDown`


class Together:
    """A bundle costs about as much as a single call: under load that is a fraction for each."""

    def __init__(self, send: Callable[[list[Call]], Awaitable[Answers]]) -> None:
        self._send = send
        self._waiting: list[tuple[Call, asyncio.Future[Any]]] = []
        self._flight: asyncio.Task[None] | None = None

    async def ask(self, *call: str | int) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((call, answer))
        if self._flight is None or self._flight.done():
            self._flight = asyncio.create_task(self._fly())
        return await answer

    async def _fly(self) -> None:
        while self._waiting:
            bundle, self._waiting = self._waiting, []
            try:
                found = await self._send([call for call, _ in bundle])
                for (_, answer), value in zip(bundle, found, strict=True):
                    _give(answer, value)
            finally:
                for _, answer in bundle:  # after an end that nobody foresaw
                    _give(answer, StoreDown("the store was closed"))


def _give(answer: "asyncio.Future[Any]", value: Any) -> None:
    if answer.done():  # given already, or whoever asked has gone
        return
    if isinstance(value, StoreDown):
        answer.set_exception(value)
    else:
        answer.set_result(value)
