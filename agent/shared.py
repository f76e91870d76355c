"""What an organisation's projects share: one text per key, the last writer wins, and it is known who that was."""

import fcntl
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.state import inside, write_atomic

MOST, LARGEST = 500, 256 * 1024  # keys in one list; bytes of one text
RECORDS = ".written"  # the folder in which it lies who wrote each key, and when


class Written(BaseModel):
    """Who wrote a key last, when, and in which project."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    by: str = ""
    at: datetime | None = None
    project: str = ""


class TooLarge(ValueError):
    """A text that is larger than the store takes. Nothing was written."""


class Shared:
    """A folder that every sandbox of an organisation sees. Keys look like `memory/people/ana-lima.md`."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, key: str) -> str:
        """ "" when there is no such key. Raises `Outside` for a key that leaves the store."""
        path = self._path(key)
        with self._held(fcntl.LOCK_SH):
            return path.read_text("utf-8", "replace") if path.is_file() else ""

    def written(self, key: str) -> Written:
        path = inside(self._root / RECORDS, f"{self._name(key)}.json")
        try:
            return Written.model_validate_json(path.read_bytes())
        except (FileNotFoundError, ValidationError):
            return Written()

    def keys(self, prefix: str = "") -> tuple[str, ...]:
        """Sorted, at most 500."""
        found = (path.relative_to(self._root).as_posix() for path in self._files())
        return tuple(sorted(key for key in found if key.startswith(prefix.lstrip("/"))))[:MOST]

    def write(self, key: str, text: str, by: Written) -> None:
        """Raises `TooLarge` or `Outside`."""
        self.change(key, lambda _: text, by)

    def change(self, key: str, change: Callable[[str], str], by: Written) -> str:
        """Read, change and write under one lock: of two at once neither is lost. Returns the text as it is now."""
        path = self._path(key)
        with self._held(fcntl.LOCK_EX):
            before = path.read_text("utf-8", "replace") if path.is_file() else ""
            after = change(before)
            if len(after.encode()) > LARGEST:
                raise TooLarge(f"{key} would be larger than {LARGEST // 1024} KB")
            if after != before:
                record = inside(self._root / RECORDS, f"{self._name(key)}.json")
                write_atomic(record, json.dumps(by.model_dump(mode="json"), ensure_ascii=False).encode())
                write_atomic(path, after.encode())
            return after

    def _path(self, key: str) -> Path:
        return inside(self._root, self._name(key))

    def _name(self, key: str) -> str:
        return "/".join(part for part in key.split("/") if part and not part.startswith(".")) or "unnamed"

    def _files(self) -> Iterator[Path]:
        """Everything but our own records, and files that are being written."""
        for path in sorted(self._root.rglob("*")) if self._root.is_dir() else ():
            if path.is_file() and not any(part.startswith(".") for part in path.relative_to(self._root).parts):
                yield path

    @contextmanager
    def _held(self, how: int) -> Iterator[None]:
        self._root.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(self._root / ".lock", "w") as lock:
            fcntl.flock(lock, how)
            yield
