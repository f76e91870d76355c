"""Pass-through wrappers around what a desk's stories speak to: one call of one method ends the process with kill -9."""

import inspect
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from bot.core.noun import Noun
from bot.core.turn import Request

Moment = Literal["before", "after"]


class Point(Noun):
    """Where a process dies: before or after the `number`th call of a method.

    `words`: only turns with these words count, and whoever takes such a turn up dies again.
    """

    port: str
    method: str
    moment: Moment
    number: int = 1
    words: str = ""

    def __str__(self) -> str:
        return f"{self.moment} {self.port}.{self.method} {self.number}"


@dataclass
class Trap:
    """`file` holds the point while the trap is set; whoever dies in it has taken it away. `diary` lists every call."""

    file: Path
    diary: Path

    def __post_init__(self) -> None:
        self._set, self._calls = "", Counter[str]()

    def passed(self, port: str, method: str, moment: Moment, request: object = None) -> None:
        with open(self.diary, "a") as diary:
            diary.write(f"{port} {method} {moment}\n")
        point = self._point()
        if point is None or (port, method, moment) != (point.port, point.method, point.moment):
            return
        if point.words:
            if isinstance(request, Request) and point.words in request.input:
                os.kill(os.getpid(), signal.SIGKILL)
            return
        self._calls[str(point)] += 1
        if self._calls[str(point)] == point.number:
            self.file.unlink()
            os.kill(os.getpid(), signal.SIGKILL)

    def _point(self) -> Point | None:
        try:
            found = self.file.read_text()
        except OSError:
            return None
        if found != self._set:  # set anew: counting begins here
            self._set = found
            self._calls.clear()
        return Point.model_validate_json(found) if found else None


class Watched:
    """Does what the port does, and says so to the trap. Reading its attributes gives wrapped methods."""

    def __init__(self, trap: Trap, name: str, port: object) -> None:
        self._trap, self._name, self._port = trap, name, port

    def __getattr__(self, method: str) -> Any:
        found = getattr(self._port, method)
        return watched(self._trap, self._name, method, found) if callable(found) else found


def watched(trap: Trap, port: str, method: str, call: Callable[..., Any]) -> Callable[..., Any]:
    if method == "hold":
        return _held(trap, port, call)
    if inspect.isasyncgenfunction(call):
        return _streamed(trap, port, method, call)
    if inspect.iscoroutinefunction(getattr(call, "func", call)):
        return _awaited(trap, port, method, call)
    return _called(trap, port, method, call)


def _awaited(trap: Trap, port: str, method: str, call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def one(*given: Any, **named: Any) -> Any:
        trap.passed(port, method, "before")
        found = await call(*given, **named)
        trap.passed(port, method, "after")
        return found

    return one


def _called(trap: Trap, port: str, method: str, call: Callable[..., Any]) -> Callable[..., Any]:
    def one(*given: Any, **named: Any) -> Any:
        trap.passed(port, method, "before")
        found = call(*given, **named)
        trap.passed(port, method, "after")
        return found

    return one


def _streamed(
    trap: Trap, port: str, method: str, call: Callable[..., AsyncIterator[Any]]
) -> Callable[..., AsyncIterator[Any]]:
    """`method` for the whole of it, `method.event` for each event that comes."""

    async def one(*given: Any, **named: Any) -> AsyncIterator[Any]:
        trap.passed(port, method, "before", given[0])
        async for event in call(*given, **named):
            trap.passed(port, f"{method}.event", "before", given[0])
            yield event
            trap.passed(port, f"{method}.event", "after", given[0])
        trap.passed(port, method, "after", given[0])

    return one


def _held(trap: Trap, port: str, call: Callable[..., Any]) -> Callable[..., Any]:
    @asynccontextmanager
    async def one(*given: Any) -> AsyncIterator[Any]:
        trap.passed(port, "hold", "before")
        async with call(*given) as lease:
            trap.passed(port, "hold", "after")
            yield lease

    return one
