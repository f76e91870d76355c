"""One sandbox: a process of the agent with a `$HOME` of its own, listening on a loopback port."""

import asyncio
import contextlib
import socket
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from pathlib import Path
from typing import IO

from aiohttp import ClientConnectionError, ClientSession, ClientTimeout

from agent import settings

PACKAGE_ROOT = Path(__file__).resolve().parents[2]
LOG_LIMIT = 2**20
POLITE = 5.0  # seconds between asking a process to end and ending it
ATTEMPTS = 3  # another process may take the port between our finding it and the sandbox binding it


class NotReady(RuntimeError):
    """The sandbox did not answer its readiness probe."""


class Sandbox:
    """`running` holds responses that may still be at work, also when nobody listens to them."""

    def __init__(self, command: list[str], home: Path, environ: dict[str, str]) -> None:
        self.command, self.home, self.environ = command, home, environ
        self.port = 0
        self.ready = False
        self.in_flight = 0
        self.running: dict[str, str] = {}  # response id -> whose it is
        self._process: Process | None = None

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def usable(self) -> bool:
        return self.ready and self.alive

    async def start(self, client: ClientSession, seconds: float) -> None:
        """Raises `NotReady` when it does not answer in time, after another port was tried."""
        for _ in range(ATTEMPTS):
            self.port = free_port()
            await self._launch()
            self.ready = await self._answers(client, seconds)
            if self.ready:
                return
            if self.alive:
                break
        await self.stop()
        raise NotReady(str(self.home.parent.name))

    async def _launch(self) -> None:
        with self._open_log() as log:
            self._process = await asyncio.create_subprocess_exec(
                *self.command,
                cwd=self.home,
                env=settings.inherited() | self.environ | {"HOME": str(self.home), "PORT": str(self.port)},
                stdin=PIPE,  # never written to: it closes when we are gone, and the sandbox ends itself
                stdout=log,
                stderr=STDOUT,
            )

    def _open_log(self) -> IO[bytes]:
        path = self.home.parent / "log"
        return open(path, "wb" if path.exists() and path.stat().st_size > LOG_LIMIT else "ab")

    async def _answers(self, client: ClientSession, seconds: float) -> bool:
        deadline = asyncio.get_running_loop().time() + seconds
        while self.alive and asyncio.get_running_loop().time() < deadline:
            with contextlib.suppress(ClientConnectionError, TimeoutError):
                async with client.get(self.url("readiness"), timeout=ClientTimeout(total=2)) as answer:
                    if answer.status == 200:
                        return True
            await asyncio.sleep(0.02)
        return False

    def url(self, tail: str) -> str:
        return f"http://127.0.0.1:{self.port}/{tail}"

    async def stop(self) -> None:
        process, self._process = self._process, None
        self.running.clear()
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), POLITE)
        except TimeoutError:
            process.kill()
            await process.wait()


def agent_command(script: Path | None = None) -> list[str]:
    """Nothing uploaded into `$HOME` is importable: neither the folder (-P) nor its user site (-s)."""
    if script:
        return [sys.executable, "-s", str(script)]
    return [sys.executable, "-s", "-P", "-m", "agent", "--leash"]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
