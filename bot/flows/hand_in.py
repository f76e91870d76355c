"""Files somebody handed in: into the sandbox where the agent finds them, or named as lost, to both sides."""

import logging
import re
import unicodedata
from dataclasses import dataclass
from itertools import chain, count
from pathlib import PurePosixPath

from bot.core.errors import Undeliverable
from bot.core.letter import FileRef, Said
from bot.core.people import Place, Project
from bot.flows.converse import ready
from bot.flows.ports import World
from cards.words import say

log = logging.getLogger(__name__)
NAME_LIMIT, BYTES_LIMIT = 120, 240  # disks take 255 bytes
SEALED = "winmail.dat"  # Outlook's own wrapping (TNEF) of a whole mail: what is in it nobody else can open
ENDING_LIMIT = 16  # characters: what is longer is no ending
BREAKS = ("C", "Zl", "Zp")  # categories: control and direction characters, and what some take for a new line


@dataclass(frozen=True)
class HandedIn:
    """`received` lie in the sandbox under these names; `lost` could not be had: `regrets` say so to their sender."""

    received: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    regrets: tuple[str, ...] = ()


async def with_files(world: World, said: Said) -> Said:
    """A message that told only that it has files, with those that its channel names when it is asked."""
    if not said.lost_files or not said.ref:
        return said
    known = {file.url for file in said.files}
    named = await world.voices[said.place.channel].handed(said.place, said.ref)
    named = tuple(file for file in named if file.url not in known)
    lost = max(0, said.lost_files - len(named))
    return said.model_copy(update={"files": (*said.files, *named), "lost_files": lost})


async def hand_in(world: World, project: Project, said: Said) -> HandedIn:
    if said.goes_on:  # they lie there since the first time
        return HandedIn(_names(said.files))
    if said.files:
        await ready(world, project)
    received: list[str] = []
    lost: list[str] = []
    regrets: list[str] = []
    for name, file in zip(_names(said.files), said.files, strict=True):
        try:
            content = await _fetch(world, said.place, file)
        except Undeliverable as trouble:
            log.info("a file of %s was not received: %s", said.letter_id, trouble)
            lost.append(name)
            regrets.append(_regret(trouble, name, said.place))
        else:
            await world.agent.write(project.session_id, f"sources/{name}", content)
            received.append(name)
    if said.lost_files:  # channels only tell that there was a file
        lost.append(f"{said.lost_files} whose names are not known")
        key = "desk.files_missing" if said.place.kind == "personal" else "desk.files_not_handed"
        regrets.append(say(said.place.locale).t(key, n=said.lost_files))
    return HandedIn(tuple(received), tuple(lost), tuple(regrets))


async def _fetch(world: World, place: Place, file: FileRef) -> bytes:
    if file.name.casefold() == SEALED:
        raise Undeliverable("desk.file_winmail")
    return await (world.post.fetch(file) if file.attachment else world.voices[place.channel].fetch(place, file))


def _regret(trouble: Undeliverable, name: str, place: Place) -> str:
    """The sentence that the edge named; of trouble without one, that the file did not come."""
    words, key = say(place.locale), str(trouble)
    return words.t(key if key.startswith("desk.file_") and words.has(key) else "desk.file_lost", name=name)


def _names(files: tuple[FileRef, ...]) -> tuple[str, ...]:
    """Two files of one message that bear one name are two files: mails call every picture the same."""
    names: list[str] = []
    for file in files:
        name = PurePosixPath(safe_name(file.name))
        others = (f"{name.stem} ({number}){name.suffix}" for number in count(2))
        names.append(next(one for one in chain([name.name], others) if one not in names))
    return tuple(names)


def safe_name(name: str) -> str:
    """A name without path, control or direction characters, short enough for any disk, its ending kept.

    Without ", " too: the agent is told the names as a list.
    """
    last = unicodedata.normalize("NFC", name).replace("\\", "/").rsplit("/", 1)[-1]
    clean = "".join(one for one in last if not unicodedata.category(one).startswith(BREAKS))
    clean = re.sub(",+ ", " ", clean).strip(" .") or "file"
    _, dot, end = clean.rpartition(".")
    ending = f".{end}" if dot and len(end) < ENDING_LIMIT else ""
    stem = clean.removesuffix(ending)[: NAME_LIMIT - len(ending)]
    return stem.encode()[: BYTES_LIMIT - len(ending.encode())].decode(errors="ignore") + ending
