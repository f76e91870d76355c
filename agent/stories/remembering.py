"""What the owner wants kept in mind lies with the organisation: what one project learns, the next one knows at once."""

import re
from contextlib import suppress

from agent.brain import memories
from agent.brain.language import fold
from agent.brain.memories import Wish
from agent.desk import Desk
from agent.events import Events, Say
from agent.papers import NotThere
from agent.shared import TooLarge
from agent.words import page

NOTES, PEOPLE = "/memory/notes.md", "/memory/people/{}.md"
LONGEST, SHOWN = 500, 30  # characters of a note; notes in one answer
ADDRESS = re.compile(r"<([^<>@\s]+@[^<>@\s]+)>\s*$")


async def answer(desk: Desk, wish: Wish) -> Events:
    match wish.verb:
        case "keep":
            yield Say(text=keep(desk, wish.what))
        case "drop":
            yield Say(text=await drop(desk, int(wish.what)))
        case _:
            yield Say(text=page(recall(desk, wish.what)))


def keep(desk: Desk, what: str) -> str:
    if len(what) > LONGEST:
        return desk.words.say("memory.too_long", most=LONGEST)
    note = f"{desk.now.date().isoformat()} {desk.ask.speaker.name or desk.ask.speaker.address}: {what}"
    try:
        if note not in notes(desk):  # a turn that is taken up again has written it before
            desk.papers.append(NOTES, f"- {note}")
    except TooLarge:
        return desk.words.say("memory.full")
    desk.note("remembered", "A note was kept for all projects")
    only = f" {desk.words.say('memory.only')}" if memories.sounds_like_a_change(what) else ""
    return desk.words.say("memory.kept") + only


def recall(desk: Desk, what: str) -> list[str]:
    found = memories.about(notes(desk), what)
    if not found:
        return [desk.words.say("memory.none")]
    rest = len(found) - SHOWN
    more = [desk.words.say("more", n=rest)] if rest > 0 else []
    return [desk.words.say("memory.head"), *(f"- {n}. {note}" for n, note in found[:SHOWN]), *more]


async def drop(desk: Desk, number: int) -> str:
    """By its number. Which note that was is settled once: a turn that is taken up again drops no other one."""

    def numbered() -> str:
        found = notes(desk)
        return found[number - 1] if 1 <= number <= len(found) else ""

    note = await desk.once("note to drop", numbered)
    if not note:
        return desk.words.say("memory.unknown", n=number)
    with suppress(NotThere):  # gone already
        desk.papers.edit(NOTES, f"- {note}\n", "")
    desk.note("forgotten", "A note was dropped for all projects")
    return desk.words.say("memory.dropped", note=note)


def notes(desk: Desk) -> list[str]:
    return [line[2:] for line in desk.papers.read(NOTES).splitlines() if line.startswith("- ")]


def know_address(desk: Desk, name: str, address: str) -> None:
    """An address as the owner gave it; only whole names, since a first name alone names many."""
    if len(name.split()) > 1:
        desk.papers.write(PEOPLE.format(_slug(name)), f"{name} <{address}>\n")


def known_address(desk: Desk, name: str) -> str:
    """ "" when no project was told one."""
    found = ADDRESS.search(desk.papers.read(PEOPLE.format(_slug(name)))) if len(name.split()) > 1 else None
    return found[1] if found else ""


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")
