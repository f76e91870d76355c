"""The processes of a standing desk, found by what they write into its folder, and ended the hard way."""

import json
import os
import signal
from pathlib import Path

from bot.edges.store.embedded import socket_for

PAGE = os.sysconf("SC_PAGE_SIZE")


def desk_pid(folder: Path, pid: int | None) -> int:
    """0 while no desk runs."""
    return pid if pid and _is_ours(pid, folder) else 0


def platform_pid(folder: Path) -> int:
    try:
        pid = int(json.loads((folder / "data" / "platform" / "ready.json").read_bytes())["pid"])
    except (OSError, ValueError, KeyError):
        return 0
    return pid if _is_ours(pid, folder) else 0


def platform_url(folder: Path) -> str:
    port = json.loads((folder / "data" / "platform" / "ready.json").read_bytes())["port"]
    return f"http://127.0.0.1:{port}"


def store_pid(folder: Path) -> int:
    """The server whose title names our socket."""
    socket = os.fsencode(socket_for((folder / "data" / "store").resolve()))
    return next((pid for pid in _all() if b"valkey-server" in (title := _command(pid)) and socket in title), 0)


def sandboxes(folder: Path) -> list[int]:
    """Children of our platform: each is the agent of one session."""
    parent = platform_pid(folder)
    return [pid for pid in _all() if parent and _parent(pid) == parent]


def resident(pid: int) -> int:
    """Kilobytes in memory, 0 for a process that has gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE // 1024 if pid else 0
    except (OSError, IndexError):
        return 0


def seconds_used(pid: int) -> float:
    """Processor time of a process alone, without the ones it has waited for."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def end(pid: int) -> bool:
    """No word, no clean-up."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def _all() -> list[int]:
    return [int(entry) for entry in os.listdir("/proc") if entry.isdigit()]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _is_ours(pid: int, folder: Path) -> bool:
    return os.fsencode(folder) in _command(pid)


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError):
        return 0
