"""The turns of one process: a suspect runs alone, so a crash is counted against nobody else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Room:
    def __init__(self) -> None:
        self._inside = self._suspects = 0
        self._closed = False
        self._changed = asyncio.Condition()

    @property
    def inside(self) -> int:
        return self._inside

    @asynccontextmanager
    async def enter(self, alone: bool) -> AsyncIterator[None]:
        async with self._changed:
            self._suspects += alone  # from here on nobody else comes in
            try:
                await self._changed.wait_for(lambda: not (self._closed or (self._inside if alone else self._suspects)))
            finally:
                self._suspects -= alone
                self._changed.notify_all()
            self._inside += 1
            self._closed = alone
        try:
            yield
        finally:
            async with self._changed:
                self._inside -= 1
                self._closed = False
                self._changed.notify_all()
