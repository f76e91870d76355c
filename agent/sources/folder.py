"""Documents that lie in folders of this machine: nothing outside them can be named, linked or climbed to."""

import asyncio
from collections.abc import Container, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from agent.sources.interface import Document
from agent.sources.pdf import is_scan
from agent.sources.reading import ENDINGS, read_bytes, readable
from agent.sources.scans import Eyes, look

LARGEST = 25 * 1024 * 1024  # bytes
_DEPTH = 6
_MOST = 500


class FolderSources:
    """Reads files of several folders. A name that occurs in two of them is told apart by the later folder's name."""

    def __init__(self, folders: Sequence[Path], eyes: Eyes | None = None) -> None:
        """With `eyes` scanned pages are looked at."""
        self._folders, self._eyes = tuple(folders), eyes
        self._listed: dict[str, tuple[Path, Path]] = {}  # folder and file by name
        self._read: dict[Path, tuple[tuple[int, int], Document]] = {}

    async def names(self) -> tuple[str, ...]:
        """Readable files, sorted within each folder, folders in the order given."""
        return tuple(await asyncio.to_thread(self._index))

    async def read(self, name: str) -> Document:
        """Never raises for an odd name or file: `trouble` says what is wrong."""
        path = await asyncio.to_thread(self._find, name)
        if path is None:
            return Document(name=name, media="txt", trouble=f"There is no readable file called {name!r}.")
        document = await asyncio.to_thread(self._document, name, path)
        if self._eyes and is_scan(document.trouble):
            return await self._looked(document, path, self._eyes)
        return document

    async def _looked(self, document: Document, path: Path, eyes: Eyes) -> Document:
        """Looked at once per content; what could not be read is tried again the next time."""
        stamp, _ = self._read[path]
        try:
            found = await look(document, await asyncio.to_thread(path.read_bytes), eyes)
        except OSError:
            return document
        if found.whole:
            self._read[path] = (stamp, found.document)
        return found.document

    def _find(self, name: str) -> Path | None:
        """Where the name led when it was last listed, if it still leads there; else the folders are listed again."""
        place = self._listed.get(name)
        if place is None or not _contained(*place):
            self._index()
            place = self._listed.get(name)
        return place[1] if place else None

    def _index(self) -> dict[str, tuple[Path, Path]]:
        found: dict[str, tuple[Path, Path]] = {}
        for folder in self._folders:
            for path in _files(folder):
                name = path.relative_to(folder).as_posix()
                found[name if name not in found else _apart(f"{folder.name}/{name}", found)] = (folder, path)
        self._listed = found
        return found

    def _document(self, name: str, path: Path) -> Document:
        """Parsed once per content: size and time of the file decide."""
        try:
            stat = path.stat()
            stamp = (stat.st_mtime_ns, stat.st_size)
            kept = self._read.get(path)
            if kept and kept[0] == stamp:
                return kept[1].model_copy(update={"name": name})
            if stat.st_size > LARGEST:
                return _unread(name, f"This file is larger than {LARGEST // 1024 // 1024} MB, so it was not read.")
            document = read_bytes(name, path.read_bytes(), datetime.fromtimestamp(stat.st_mtime, UTC))
        except OSError as why:
            return _unread(name, f"This file could not be opened: {why.strerror or type(why).__name__}.")
        self._read[path] = (stamp, document)
        return document


def _unread(name: str, trouble: str) -> Document:
    return Document(name=name, media=ENDINGS[Path(name).suffix.lower()], trouble=trouble)


def _files(folder: Path) -> Iterator[Path]:
    """Regular readable files below a folder; hidden ones, links and deep trees are left out."""
    kept = 0
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if len(parts) > _DEPTH or any(part.startswith((".", "~$")) for part in parts) or not readable(path.name):
            continue
        if not _contained(folder, path):
            continue
        kept += 1
        if kept > _MOST:
            return
        yield path


def _contained(folder: Path, path: Path) -> bool:
    """A regular file that really lies below the folder, not a link to somewhere else."""
    return path.is_file() and not path.is_symlink() and path.resolve().is_relative_to(folder.resolve())


def _apart(name: str, found: Container[str]) -> str:
    """A free name: a number is put in front of the ending until nothing is shadowed."""
    path, count = Path(name), 2
    while name in found:
        name = path.with_stem(f"{path.stem} ({count})").as_posix()
        count += 1
    return name
