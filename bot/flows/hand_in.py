"""Files somebody handed in: into the sandbox where the agent finds them, or named as lost, to both sides."""

import logging
import unicodedata
from dataclasses import dataclass

from bot.core.errors import Undeliverable
from bot.core.letter import FileRef, Said
from bot.core.people import Place, Project
from bot.flows.converse import ready
from bot.flows.ports import World
from cards.words import say

log = logging.getLogger(__name__)
FILE_NAME_LIMIT = 120


@dataclass(frozen=True)
class HandedIn:
    """`received` lie in the sandbox under these names; `lost` could not be had: `regrets` say so to their sender."""

    received: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    regrets: tuple[str, ...] = ()


async def hand_in(world: World, project: Project, said: Said) -> HandedIn:
    if not said.files:
        return HandedIn()
    await ready(world, project)
    received, lost, regrets = [], [], []
    for file in said.files:
        name = safe_name(file.name)
        try:
            content = await _fetch(world, said.place, file)
        except Undeliverable as trouble:
            log.info("a file of %s was not received: %s", said.letter_id, trouble)
            lost.append(name)
            regrets.append(_regret(trouble, name, said.place))
        else:
            await world.agent.write(project.session_id, f"sources/{name}", content)
            received.append(name)
    return HandedIn(tuple(received), tuple(lost), tuple(regrets))


async def _fetch(world: World, place: Place, file: FileRef) -> bytes:
    return await (world.post.fetch(file) if file.attachment else world.voices[place.channel].fetch(place, file))


def _regret(trouble: Undeliverable, name: str, place: Place) -> str:
    """The sentence that the edge named; of trouble without one, that the file did not come."""
    words, key = say(place.locale), str(trouble)
    return words.t(key if key.startswith("desk.file_") and words.has(key) else "desk.file_lost", name=name)


def safe_name(name: str) -> str:
    """A name without path, control or direction characters, short enough for any disk, its ending kept."""
    last = unicodedata.normalize("NFC", name).replace("\\", "/").rsplit("/", 1)[-1]
    clean = "".join(one for one in last if unicodedata.category(one)[0] != "C").strip(" .") or "file"
    stem, dot, ending = clean.rpartition(".")
    if len(clean) <= FILE_NAME_LIMIT:
        return clean
    return f"{stem[: FILE_NAME_LIMIT - len(ending) - 1]}{dot}{ending}" if dot else clean[:FILE_NAME_LIMIT]
