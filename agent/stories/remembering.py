"""What the owner wants kept in mind lies with the organisation: what one project learns, the next one knows at once."""

import re

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
            yield Say(text=drop(desk, int(wish.what)))
        case _:
            yield Say(text=page(recall(desk, wish.what)))


def keep(desk: Desk, what: str) -> str:
    if len(what) > LONGEST:
        return desk.words.say("memory.too_long", most=LONGEST)
    who = desk.ask.speaker.name or desk.ask.speaker.address
    try:
        desk.papers.append(NOTES, f"- {desk.now.date().isoformat()} {who}: {what}")
    except TooLarge:
        return desk.words.say("memory.full")
    desk.note("remembered", "A note was kept for all projects")
    return desk.words.say("memory.kept")


def recall(desk: Desk, what: str) -> list[str]:
    found = memories.about(notes(desk), what)
    if not found:
        return [desk.words.say("memory.none")]
    rest = len(found) - SHOWN
    more = [desk.words.say("more", n=rest)] if rest > 0 else []
    return [desk.words.say("memory.head"), *(f"- {n}. {note}" for n, note in found[:SHOWN]), *more]


def drop(desk: Desk, number: int) -> str:
    """By its number as last shown; when somebody else changed the notes meanwhile, nothing is dropped."""
    found = notes(desk)
    if not 1 <= number <= len(found):
        return desk.words.say("memory.unknown", n=number)
    try:
        desk.papers.edit(NOTES, f"- {found[number - 1]}\n", "")
    except NotThere:
        return desk.words.say("memory.unknown", n=number)
    desk.note("forgotten", "A note was dropped for all projects")
    return desk.words.say("memory.dropped", note=found[number - 1])


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
