"""What a turn found before it and what its steps gave, on disk until it ends: a turn that was killed is taken up again.

Everything a turn changes lies in its project's files. So a turn that is asked for again after its process died begins
from the files as it found them, and every step that had a result (a document read, a reply judged, a model's answer)
gives that result at once: the turn goes on from its last step and has each effect once.
"""

import json
import os
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from agent.state import Json, ProjectFiles, read_json, to_bytes, write_atomic
from agent.tracing import tracer

FOLDER = ".turn"
KEPT = ("project_log.json", "drafts.json", "recap.json")
AUDIT = "activity.json"
Found = TypeVar("Found")


class Journal:
    """One project's unfinished turn. There is never more than one: a project's turns come one after another."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files, self._folder = files, files.folder / FOLDER
        self._steps: dict[str, Any] = {}
        self._next = 0

    def unfinished(self) -> Json:
        """What is known of the turn that did not end: its `turn` and the moment `at` it began. Empty when all ended."""
        return read_json(self._folder / "turn.json")

    def begin(self, turn: str, at: str) -> None:
        """Remember the files as they are. What an earlier turn left unfinished stays as that turn left it."""
        self.end()
        new = self._folder.with_name(f"{FOLDER}.new")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir()
        for name in KEPT:
            if (self._files.folder / name).exists():
                write_atomic(new / name, (self._files.folder / name).read_bytes())
        write_atomic(new / "turn.json", to_bytes({"turn": turn, "at": at, "audit": self._audit_size()}))
        os.replace(new, self._folder)

    def resume(self) -> None:
        """The files as they were when the turn began, and the results of the steps it had made."""
        with self._files.locked():
            for name in KEPT:
                self._put_back(name)
            audit = self._files.folder / AUDIT
            if audit.exists():
                os.truncate(audit, min(audit.stat().st_size, int(self.unfinished().get("audit") or 0)))
        self._steps = read_json(self._folder / "steps.json")

    def end(self) -> None:
        """The turn is over; gone in one step, so that half a journal is never taken for one."""
        if self._folder.exists():
            old = self._folder.with_name(f"{FOLDER}.old")
            shutil.rmtree(old, ignore_errors=True)
            os.replace(self._folder, old)
            shutil.rmtree(old, ignore_errors=True)

    async def once(self, name: str, step: Callable[[], Awaitable[Found]], shape: TypeAdapter[Found]) -> Found:
        """The step's result: as written down by this turn's earlier life, else worked out now and written down."""
        self._next += 1
        key = f"{self._next} {name}"
        if key in self._steps:
            try:
                return shape.validate_python(self._steps[key])
            except ValidationError:
                pass  # written by another version of the agent: the step is made once more
        with tracer.start_as_current_span(f"step {name}"):
            found = await step()
        self._steps[key] = shape.dump_python(found, mode="json")
        write_atomic(self._folder / "steps.json", json.dumps(self._steps, ensure_ascii=False).encode())
        return found

    def made(self, name: str) -> bool:
        """Whether an earlier life of this turn made such a step."""
        return any(key.partition(" ")[2] == name for key in self._steps)

    def _put_back(self, name: str) -> None:
        before, now = self._folder / name, self._files.folder / name
        if before.exists():
            write_atomic(now, before.read_bytes())
        else:
            now.unlink(missing_ok=True)

    def _audit_size(self) -> int:
        audit: Path = self._files.folder / AUDIT
        return audit.stat().st_size if audit.exists() else 0
