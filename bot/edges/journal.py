"""Clicks that could not be carried out yet: sealed, on the desk's own disk, until they are."""

import asyncio
import fcntl
import logging
import os
import secrets
from datetime import datetime
from pathlib import Path
from types import TracebackType

from bot.core.errors import FromNewer, Misconfigured
from bot.core.noun import Noun
from bot.core.people import Person, Place
from bot.edges.store.seal import Seal
from cards.click import Click

MOST = 200  # clicks kept at once; one more is told that it is not
KEPT, HALF, ODD = ".click", ".new", ".odd"  # ends of names: a kept click, one half written, one that nobody can use

log = logging.getLogger(__name__)


class Kept(Noun):
    """A click as it was pressed. `at` is when that was, and by that moment it is judged."""

    click: Click
    actor: Person
    place: Place
    message: str = ""  # id of the card it was pressed on
    at: datetime


class Slip:
    """A kept click in our hands. The lock on its file says so to every process, and ends with ours, however it ends."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path, self._descriptor = path, descriptor

    def __enter__(self) -> "Slip":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.let_go()

    def let_go(self) -> None:
        """Others may take it, where it is still there."""
        os.close(self._descriptor)

    def done(self) -> None:
        self.path.unlink(missing_ok=True)

    def set_aside(self) -> None:
        """It stays on the disk for whoever looks into it, and is not tried again."""
        self.path.rename(self.path.with_suffix(ODD))


class Journal:
    """One file a click, owner-only, written to the disk before anybody is told that it is kept."""

    def __init__(self, folder: Path, keys: tuple[str, ...]) -> None:
        self._folder, self._seal = folder, Seal(keys)
        self._left: set[str] = set()

    async def keep(self, kept: Kept) -> Slip | None:
        """None when it could not be kept: there are too many, or the disk takes nothing."""
        try:
            return await asyncio.to_thread(self._write, kept)
        except OSError as full:
            log.error("a click could not be kept: %s", full.strerror or type(full).__name__)
            return None

    async def waiting(self) -> list[str]:
        """Names of what is kept, the oldest first."""
        return sorted(set(await asyncio.to_thread(self._names, KEPT)) - self._left)

    async def take(self, name: str) -> tuple[Slip, Kept] | None:
        """None when somebody else has it, or nobody can read it: that is said in the log, and it is set aside."""
        slip = await asyncio.to_thread(self._claim, name + KEPT)
        if slip is None:
            return None
        try:
            return slip, self._seal.open(await asyncio.to_thread(slip.path.read_text), Kept)
        except FromNewer:
            log.warning("the kept click %s is left to a newer desk", name)
            self.leave(name)
        except (Misconfigured, OSError, ValueError) as odd:
            log.error("the kept click %s cannot be read and was set aside: %s", name, type(odd).__name__)
            slip.set_aside()
        slip.let_go()
        return None

    async def tidy(self) -> None:
        """What was being written when its writer died was promised to nobody."""
        for name in await asyncio.to_thread(self._names, HALF):
            slip = await asyncio.to_thread(self._claim, name + HALF)
            if slip is not None:
                with slip:
                    slip.done()

    def leave(self, name: str) -> None:
        """Not by this process: a newer one will know what to do."""
        self._left.add(name)

    def _write(self, kept: Kept) -> Slip | None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if len(self._names(KEPT)) >= MOST:
            log.error("a click could not be kept: %d are waiting already", MOST)
            return None
        path = self._folder / f"{int(kept.at.timestamp() * 1000):014d}-{secrets.token_hex(4)}{KEPT}"
        half = path.with_suffix(HALF)
        descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with os.fdopen(descriptor, "w", closefd=False) as file:
                file.write(self._seal.close(kept))
            os.fsync(descriptor)
            half.rename(path)
            _settle(self._folder)
        except OSError:
            os.close(descriptor)
            half.unlink(missing_ok=True)
            raise
        return Slip(path, descriptor)

    def _names(self, end: str) -> list[str]:
        try:
            return [name.removesuffix(end) for name in os.listdir(self._folder) if name.endswith(end)]
        except FileNotFoundError:
            return []

    def _claim(self, name: str) -> Slip | None:
        path = self._folder / name
        try:
            descriptor = os.open(path, os.O_RDONLY)
        except OSError:
            return None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(descriptor).st_nlink:  # else it was done between our look and our lock
                return Slip(path, descriptor)
        except OSError:
            pass
        os.close(descriptor)
        return None


def _settle(folder: Path) -> None:
    """A new name in a folder is on the disk when the folder is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
