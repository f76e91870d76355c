"""Documents read in jobs of their own: begun in one turn, finished behind it, told in a later one.

A job is a file of its project. It is written before the work begins and again when it is done, so a sandbox that is
killed begins the work anew with the next turn, and a result that nobody was told yet is told then.
"""

import asyncio
import logging
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.brain.interface import Brain, Rfp
from agent.sources.interface import Document, Sources
from agent.state import ProjectFiles, write_atomic

FOLDER = "jobs"
TRIES = 3  # a document that ended the sandbox so often is not begun once more
BRIEFLY = 1.0  # seconds a turn waits for what is soon done
log = logging.getLogger(__name__)


class Job(BaseModel):
    """One document to be read. `reading` is what came out; `trouble` a sentence where nothing, or not all, did."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    job_id: str
    document: str
    locale: str = "en"
    state: Literal["asked", "done", "told"] = "asked"
    tries: int = 0
    reading: Rfp | None = None
    trouble: str = ""


class Errands:
    """The jobs that run in this process, of all its projects."""

    def __init__(self, patience: float = BRIEFLY) -> None:
        self._patience = patience
        self._running: dict[Path, asyncio.Task[None]] = {}
        self._again: set[Path] = set()  # asked for once more while they are read

    def begin(self, files: ProjectFiles, job: Job, brain: Brain, sources: Sources) -> None:
        """Written down first, then set going. One that is being read already is studied once more only if it is
        another document by now, handed in under the same name."""
        path = _path(files, job.job_id)
        if path in self._running:
            self._again.add(path)
            return
        tried = job.model_copy(update={"state": "asked", "tries": job.tries + 1, "reading": None, "trouble": ""})
        _write(path, tried)
        task = asyncio.create_task(self._read(path, tried, brain, sources))
        self._running[path] = task
        task.add_done_callback(lambda ended: self._over(path, ended))

    def resume(self, files: ProjectFiles, brain: Brain, sources: Sources) -> None:
        """Begin anew what no process is at any more."""
        for job in jobs(files):
            if job.state != "asked" or _path(files, job.job_id) in self._running:
                continue
            if job.tries >= TRIES:
                trouble = f"It could not be read: the work on it broke off {TRIES} times."
                _write(_path(files, job.job_id), job.model_copy(update={"state": "done", "trouble": trouble}))
            else:
                self.begin(files, job, brain, sources)

    async def wait(self, files: ProjectFiles, job_id: str) -> bool:
        """Whether the job is over within the time a turn has for it."""
        task = self._running.get(_path(files, job_id))
        if task is None:
            return True
        done, _ = await asyncio.wait({task}, timeout=self._patience)
        return bool(done)

    async def _read(self, path: Path, job: Job, brain: Brain, sources: Sources) -> None:
        """Read until nobody has asked meanwhile, or what they meant is what was studied."""
        studied: Document | None = None
        reading: Rfp | None = None
        while studied is None or path in self._again:
            self._again.discard(path)
            document = await sources.read(job.document)
            if document != studied:
                studied, reading = document, await brain.study(document, job.locale) if document.blocks else None
        _write(path, job.model_copy(update={"state": "done", "reading": reading, "trouble": studied.trouble}))

    def _over(self, path: Path, task: asyncio.Task[None]) -> None:
        self._running.pop(path, None)
        self._again.discard(path)
        if not task.cancelled() and (trouble := task.exception()):
            log.error("a document could not be read: %s", type(trouble).__name__)  # it is tried again by the next turn


def job_for(document: str, locale: str) -> Job:
    """The same document asked for again is the same job, read anew."""
    return Job(job_id=sha256(document.encode()).hexdigest()[:16], document=document, locale=locale)


def jobs(files: ProjectFiles) -> Iterator[Job]:
    """In a stable order; one that another version wrote and that cannot be read is passed over."""
    for path in sorted((files.folder / FOLDER).glob("*.json")):
        try:
            yield Job.model_validate_json(path.read_bytes())
        except (ValidationError, FileNotFoundError):
            log.warning("a job of this project cannot be read and is left alone")


def told(files: ProjectFiles, found: Iterator[Job] | tuple[Job, ...]) -> None:
    for job in found:
        _write(_path(files, job.job_id), job.model_copy(update={"state": "told"}))


def _path(files: ProjectFiles, job_id: str) -> Path:
    return files.folder / FOLDER / f"{job_id}.json"


def _write(path: Path, job: Job) -> None:
    write_atomic(path, job.model_dump_json().encode())
