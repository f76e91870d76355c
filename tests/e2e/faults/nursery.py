"""Processes of the desk, born warm and killed cold."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from tests.e2e.faults.desk import Order

HOUSE = Path(__file__).parents[3]
WARM = 60.0  # seconds until the SDKs are imported


class Process:
    """One desk. `dead` is set when the system has buried it."""

    def __init__(self, pid: int) -> None:
        self.pid, self.dead = pid, asyncio.Event()

    async def kill(self) -> None:
        self.strike()
        await self.dead.wait()

    def strike(self) -> None:
        """At once, from wherever one is."""
        if not self.dead.is_set():
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)


class Nursery:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._living: dict[int, Process] = {}
        self._born: asyncio.Queue[Process] = asyncio.Queue()

    async def bear(self, order: Order) -> Process:
        assert self._process.stdin
        self._process.stdin.write(order.model_dump_json().encode() + b"\n")
        async with asyncio.timeout(WARM):
            return await self._born.get()

    async def listen(self) -> None:
        assert self._process.stdout
        async for line in self._process.stdout:
            word, _, pid = line.decode().strip().partition(" ")
            if word == "born":
                self._living[int(pid)] = Process(int(pid))
                self._born.put_nowait(self._living[int(pid)])
            else:
                self._living.pop(int(pid)).dead.set()


@asynccontextmanager
async def nursery(**more: str) -> AsyncIterator[Nursery]:
    """`more` is added to the environment of the desks, as a library that moves their clock asks for."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.e2e.faults.desk", cwd=HOUSE, env={**os.environ, **more},
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    found = Nursery(process)
    listening = asyncio.create_task(found.listen())
    try:
        yield found
    finally:
        assert process.stdin
        process.stdin.close()  # it ends every desk that is left
        await process.wait()
        await listening
