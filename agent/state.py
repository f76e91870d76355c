"""The files in `$HOME`: atomic, contained, merge-patched; they are the project's only memory."""

import fcntl
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from agent.shape import whole

Json = dict[str, Any]
TURNS_KEPT = 1000
RESULTS_KEPT = 40  # the answers of the newest turns are kept whole, of older ones only that they were done


class Outside(ValueError):
    """A path that leaves its folder."""


class Damaged(RuntimeError):
    """A state file that is not what we wrote: nothing is written over it."""


def inside(root: Path, relative: str) -> Path:
    """The path below `root`. Raises `Outside` for anything that would leave it, links included."""
    path = (root / relative.lstrip("/")).resolve()
    if path != root.resolve() and root.resolve() not in path.parents:
        raise Outside(f"{relative!r} leaves the folder")
    return path


def write_atomic(path: Path, content: bytes) -> None:
    """Readers see the old file or the new one, also after a power cut."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    finally:
        Path(name).unlink(missing_ok=True)  # left behind only where the write failed
    _sync_folder(path.parent)


def append_line(path: Path, line: str) -> None:
    """One more row, on a line of its own also where a crash tore the last one."""
    with open(path, "ab+") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            line = line if file.read(1) == b"\n" else f"\n{line}"
        file.write(f"{line}\n".encode())
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_json(path: Path) -> Json:
    """The object in a file, empty when there is no file. Raises `Damaged` when it is no JSON object."""
    try:
        found = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except ValueError as trouble:
        raise Damaged(f"{path.name} is damaged: {trouble}") from trouble
    if not isinstance(found, dict):
        raise Damaged(f"{path.name} is damaged: it holds no object")
    return found


def to_bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1, default=str).encode()


class ProjectFiles:
    """One project's folder. Every read-modify-write happens under the project's file lock."""

    def __init__(self, home: Path, project_id: str) -> None:
        self.project_id = project_id
        self.folder = inside(home, f"projects/{project_id}")
        self.folder.mkdir(parents=True, exist_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        with open(self.folder / ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    @property
    def log(self) -> Json:
        return read_json(self.folder / "project_log.json")

    def patch(self, change: Json | Callable[[Json], Json], now: datetime) -> Json:
        """Merge top-level keys into project_log.json and count the version up; other keys stay as they are."""
        with self.locked():
            log = self.log
            changes = change(log) if callable(change) else change
            merged = whole({"project_id": self.project_id, **log, **changes}, now)
            merged |= {"version": _count(log.get("version")) + 1, "updated_at": now.isoformat()}
            write_atomic(self.folder / "project_log.json", to_bytes(merged))
            return merged

    @property
    def drafts(self) -> list[Json]:
        """Every offered draft as it stands now, with `state` and its older versions under `history`."""
        found = read_json(self.folder / "drafts.json").get("drafts")
        return [draft for draft in found if isinstance(draft, dict)] if isinstance(found, list) else []

    def change_drafts(self, change: Callable[[list[Json]], list[Json]]) -> list[Json]:
        with self.locked():
            drafts = change(self.drafts)
            write_atomic(self.folder / "drafts.json", to_bytes({"project_id": self.project_id, "drafts": drafts}))
            return drafts

    def note(
        self, kind: str, summary: str, now: datetime, ref: str = "", span_id: str = "", actor: str = "agent"
    ) -> None:
        """One row of the audit file."""
        row = {"at": now.isoformat(), "actor": actor, "kind": kind, "summary": summary, "ref": ref or None}
        append_line(self.folder / "activity.json", json.dumps(row | {"span_id": span_id}, ensure_ascii=False))

    def activity(self, last: int) -> list[Json]:
        """The newest rows, oldest first; a torn line is passed over."""
        try:
            lines = (self.folder / "activity.json").read_bytes().splitlines()[-last:]
        except FileNotFoundError:
            return []
        return [row for row in map(_row, lines) if row]

    def turn(self, turn_id: str) -> Json:
        found = read_json(self.folder / "turns.json").get(turn_id)
        return found if isinstance(found, dict) else {}

    def keep_turn(self, turn_id: str, record: Json) -> None:
        with self.locked():
            self._put_turn(turn_id, record)

    def _put_turn(self, turn_id: str, record: Json) -> None:
        turns = read_json(self.folder / "turns.json")
        turns.pop(turn_id, None)
        turns[turn_id] = record
        for old in list(turns)[:-TURNS_KEPT]:
            del turns[old]
        for old in list(turns)[:-RESULTS_KEPT]:
            turns[old].pop("events", None)
        write_atomic(self.folder / "turns.json", to_bytes(turns))

    def write_text(self, name: str, text: str) -> None:
        self.write_bytes(name, text.encode())

    def write_bytes(self, name: str, content: bytes) -> None:
        write_atomic(inside(self.folder, name), content)

    def read_text(self, name: str) -> str:
        """ "" when there is no such file."""
        path = inside(self.folder, name)
        return path.read_text() if name and path.is_file() else ""


def active_project(home: Path) -> str:
    """The project that was active last: what a turn without a context line is about."""
    try:
        return (home / ".active_project").read_text().strip() or "default"
    except FileNotFoundError:
        return "default"


def activate(home: Path, project_id: str) -> None:
    write_atomic(home / ".active_project", project_id.encode())


def _count(version: Any) -> int:
    return version if isinstance(version, int) else 0


def _row(line: bytes) -> Json:
    try:
        row = json.loads(line)
    except ValueError:
        return {}
    return row if isinstance(row, dict) else {}
