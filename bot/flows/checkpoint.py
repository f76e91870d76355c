"""What the agent wrote down is copied out of its sandbox after a turn, so that another sandbox can go on from it."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta

from bot.core.errors import AgentTrouble, SessionLost
from bot.core.people import Project
from bot.core.sandbox import Checkpoint, FileEntry, KeptFile
from bot.flows.ports import World

log = logging.getLogger(__name__)
MARKER = "desk.marker"  # says that a sandbox was set up by us: an empty one under the same id has none
FIRST = ("project_log.json", "drafts.json", "activity.json")
PAUSE = timedelta(seconds=30)  # between two copies: of a lively exchange the end is worth one
MOST_FILES, MOST_BYTES, MOST_FOLDERS = 50, 4 * 2**20, 10


def folder_of(project: Project) -> str:
    """All that the agent keeps of a project; what it was given to read lies elsewhere."""
    return f"projects/{project.project_id}"


async def put_marker(world: World, project: Project) -> None:
    await world.agent.write(project.session_id, f"{folder_of(project)}/{MARKER}", project.session_id.encode())


async def check_marker(world: World, project: Project) -> None:
    """`SessionLost` when the sandbox that answers is not the one that was set up."""
    found = await world.agent.read(project.session_id, f"{folder_of(project)}/{MARKER}")
    if found != project.session_id.encode():
        raise SessionLost(f"session {project.session_id} is not the one that was set up")


async def after_turn(world: World, project: Project) -> None:
    """Copy now, or in a while when that was done a moment ago. Raises as `keep` does."""
    stay = await world.store.stay(project.project_id)
    if stay and stay.copied_at and world.clock() - stay.copied_at < PAUSE:
        await world.store.copy_later(project.project_id, stay.copied_at + PAUSE)
    else:
        await keep(world, project)


async def keep(world: World, project: Project) -> None:
    """Read what is new, and put the copy in place of the one before. Any `AgentTrouble` leaves that one alone.

    Raises `SessionLost` for a sandbox without our marker: an empty one is no reason to forget what was in ours.
    """
    stay = await world.store.stay(project.project_id)
    if stay is None or stay.session_id != project.session_id:
        return  # it has not been set up by this desk yet, and so has no marker
    used = project.last_turn_at or world.clock()
    fresh_stay = stay.renewed(used).model_copy(update={"copied_at": world.clock()})
    await world.store.save_stay(project.project_id, fresh_stay)
    found = {path: entry async for path, entry in _walk(world, project, folder_of(project))}
    if found.pop(MARKER, None) is None:
        await check_marker(world, project)
    older = await world.store.checkpoint(project.project_id)
    known = {one.path: one for one in older.files} if older else {}
    wanted = _chosen(project, found)
    if not wanted:
        return
    alike = fresh_stay.model_copy(update={"seen_at": fresh_stay.copied_at})
    fresh = [path for path, entry in wanted.items() if not _same(known.get(path), entry)]
    if older and older.session_id == project.session_id and not fresh and known.keys() == wanted.keys():
        await world.store.save_stay(project.project_id, alike)
        return
    read = await asyncio.gather(*(_read(world, project, path, wanted[path]) for path in fresh))
    files = known | {one.path: one for one in read}
    kept = Checkpoint(
        project_id=project.project_id,
        session_id=project.session_id,
        at=world.clock(),
        files=tuple(files[path] for path in wanted),
    )
    await world.store.save_checkpoint(kept)
    await world.store.save_stay(project.project_id, alike)


async def log_as_copied(world: World, project: Project) -> bytes | None:
    """The project log without a look into the sandbox. None when the copy may be older than the last turn's end."""
    last, stay = project.last_turn_at, await world.store.stay(project.project_id)
    if last is None or stay is None or stay.session_id != project.session_id:
        return None
    if stay.seen_at is None or stay.seen_at < last:
        return None
    kept = await world.store.checkpoint(project.project_id)
    return next((one.content for one in kept.files if one.path == FIRST[0]), None) if kept else None


async def refill(world: World, project: Project) -> None:
    """What was kept goes back to where it was. Safe to repeat."""
    kept = await world.store.checkpoint(project.project_id)
    for file in kept.files if kept else ():
        await world.agent.write(project.session_id, f"{folder_of(project)}/{file.path}", file.content)


async def _walk(world: World, project: Project, top: str) -> AsyncIterator[tuple[str, FileEntry]]:
    """Every file below a folder by its path in it. What begins with a dot is half-written, or a lock."""
    folders = [""]
    for folder in folders:
        for entry in await world.agent.list(project.session_id, f"{top}/{folder}".rstrip("/")) or ():
            path = f"{folder}/{entry.name}".lstrip("/")
            if entry.folder and len(folders) < MOST_FOLDERS and not entry.name.startswith("."):
                folders.append(path)
            elif not entry.folder and not entry.name.startswith("."):
                yield path, entry


def _chosen(project: Project, found: dict[str, FileEntry]) -> dict[str, FileEntry]:
    """As much as there is room for, what no project can do without first."""
    chosen: dict[str, FileEntry] = {}
    room = MOST_BYTES
    for path in sorted(found, key=lambda one: (one not in FIRST, one)):
        if len(chosen) < MOST_FILES and found[path].size <= room:
            chosen[path] = found[path]
            room -= found[path].size
    if left_out := len(found) - len(chosen):
        log.warning("%s files of %s were not copied: too many, or too large", left_out, project.project_id)
    return chosen


def _same(kept: KeptFile | None, entry: FileEntry) -> bool:
    return kept is not None and (kept.modified, len(kept.content)) == (entry.modified, entry.size)


async def _read(world: World, project: Project, path: str, entry: FileEntry) -> KeptFile:
    content = await world.agent.read(project.session_id, f"{folder_of(project)}/{path}")
    if content is None:
        raise AgentTrouble(f"a file of {project.project_id} went away while it was copied")
    return KeptFile(path=path, modified=entry.modified, content=content)
