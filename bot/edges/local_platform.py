"""The local platform as a neighbour: started when nobody runs it for this data folder, adopted when somebody does."""

import asyncio
import fcntl
import json
import os
import sys
from pathlib import Path
from typing import IO

from bot.core.errors import Misconfigured

PROJECT = "local"
ROOT = Path(__file__).resolve().parents[2]  # where the agent's package lies, installed or not
START_LIMIT = 30.0  # seconds
LOOK = 0.05


class LocalPlatform:
    """Every desk process on a data folder shares one platform; it ends a minute after the last of them is gone."""

    def __init__(self, data: Path, sources: Path | None = None, *, idle: float = 900) -> None:
        self._folder = data.resolve() / "platform"
        self._sources, self._idle = sources, idle
        self._presence: IO[str] | None = None
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> str:
        """The project endpoint of a platform that listens. Raises `Misconfigured` when none comes up."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._presence = self._presence or self._be_present()
        deadline = asyncio.get_running_loop().time() + START_LIMIT
        while asyncio.get_running_loop().time() < deadline:
            if not self._held():
                await self._launch()
            if (port := self._port()) and await _listens(port):
                return f"http://127.0.0.1:{port}/api/projects/{PROJECT}"
            await asyncio.sleep(LOOK)
        raise Misconfigured(f"The local platform did not start; see {self._folder / 'log'}.")

    async def stop(self) -> None:
        """Ends the platform we started, unless another desk still uses it; what nobody uses ends by itself."""
        process, self._process = self._process, None
        if process and process.returncode is None and self._last_one():
            process.terminate()
            await process.wait()
        if self._presence:
            self._presence.close()
            self._presence = None

    def _last_one(self) -> bool:
        try:
            fcntl.flock(self._presence or self._be_present(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def alive(self) -> bool:
        """Does the platform still run? A crash takes it away from under its desk."""
        return self._held()

    def _be_present(self) -> IO[str]:
        """Shared by all desks of this folder; while anyone holds it the platform stays."""
        file = open(self._folder / "desk.lock", "w")  # noqa: SIM115 held for as long as this desk lives
        fcntl.flock(file, fcntl.LOCK_SH)
        return file

    def _held(self) -> bool:
        """Does a platform run here? Ours may still be on its way to the lock."""
        if self._process and self._process.returncode is None:
            return True
        with open(self._folder / "platform.lock", "a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    async def _launch(self) -> None:
        command = [sys.executable, "-m", "agent.platform", "--root", str(self._folder), "--idle", str(self._idle)]
        command += ["--ready", str(self._ready), "--lock", str(self._folder / "platform.lock")]
        command += ["--owner-lock", str(self._folder / "desk.lock")]
        command += ["--sources", str(self._sources.resolve())] if self._sources else []
        with self._log() as log:
            self._process = await asyncio.create_subprocess_exec(
                *command,
                cwd=ROOT,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # an interrupt in the terminal is for the desk, which then stops us in order
            )

    def _log(self) -> IO[bytes]:
        return open(self._folder / "log", "ab")

    @property
    def _ready(self) -> Path:
        return self._folder / "ready.json"

    def _port(self) -> int:
        """The port of a platform that is alive; a killed one leaves its ready file behind."""
        try:
            found = json.loads(self._ready.read_bytes())
            os.kill(int(found["pid"]), 0)
            return int(found["port"])
        except (OSError, ValueError, KeyError, TypeError):
            return 0


async def _listens(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    await writer.wait_closed()
    return True
