"""The agent as a process of its own, `python -m agent`: begun, killed without warning, begun again over its home."""

import socket
import subprocess
import sys
import time
from pathlib import Path

from agent.platform.sandbox import free_port
from agent.settings import inherited

PATIENCE = 60  # seconds for a start on a busy machine
QUIET = {"OTEL_SDK_DISABLED": "true", "APPLICATIONINSIGHTS_STATSBEAT_DISABLED_ALL": "true"}


class Lives:
    """One sandbox over one home. `begun` counts its lives."""

    def __init__(self, home: Path, **environ: str) -> None:
        self.home, self.port, self.begun = home, free_port(), 0
        self._environ = inherited() | QUIET | environ | {"HOME": str(home), "PORT": str(self.port)}
        self._process: subprocess.Popen[bytes] | None = None
        (home / "sources").mkdir(parents=True, exist_ok=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        return self._process.pid if self._process else 0

    def __enter__(self) -> "Lives":
        self.begin()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def begin(self) -> float:
        """Seconds until it takes requests."""
        self.kill()
        started = time.monotonic()
        command = [sys.executable, "-s", "-P", "-m", "agent"]
        with open(self.home / "agent.log", "ab") as log:
            self._process = subprocess.Popen(command, cwd=self.home, env=self._environ, stdout=log, stderr=log)
        self.begun += 1
        while not self._listens():
            assert self._process.poll() is None, (self.home / "agent.log").read_text()
            assert time.monotonic() < started + PATIENCE
            time.sleep(0.01)
        return time.monotonic() - started

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 0.5).close()
        except OSError:
            return False
        return True
