"""People talk among themselves: the agent is silent, what they say is kept from it, and told it when they hand back.

What was said meanwhile lies sealed in the store. Handing back tells the agent all of it in one turn, quoted, so that
nothing in it passes for an instruction; or, when that is asked for, none of it, and it is removed untold.
"""

import logging

from bot.core.command import Asked
from bot.core.letter import FileRef, Said
from bot.core.memory import Effects
from bot.core.people import Project
from bot.flows import effects, handed
from bot.flows.converse import converse
from bot.flows.hand_in import HandedIn, hand_in
from bot.flows.ports import World
from bot.flows.reply import reply, reply_with
from bot.flows.speech import ours, spoken
from bot.flows.stage import Bookmark, Stage
from cards.words import say

log = logging.getLogger(__name__)
MOST = 20_000  # characters told at once


async def take_over(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    if project.state == "lost":
        return None
    changed = project.model_copy(update={"taken_over": said.speaker.name or said.speaker.address or "–"})
    return await reply_with(world, said, "desk.taken_over", Effects(project=changed))


async def hold(world: World, project: Project, said: Said) -> Effects:
    """Kept and not answered. Files are fetched at once: their addresses live for minutes."""
    handed_in = await hand_in(world, project, said) if said.files or said.lost_files else HandedIn()
    kept = said.model_copy(update={"files": tuple(FileRef(name=name) for name in handed_in.received)})
    if handed_in.regrets and said.addressed:
        await reply(world, said, "\n\n".join(handed_in.regrets))
    return Effects(held=(kept,))


async def hand_back(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    if not project.taken_over:
        return await reply_with(world, said, "desk.not_taken_over")
    held = await world.store.held(project.project_id)
    back = project.model_copy(update={"taken_over": ""})
    if not held:
        return await reply_with(world, said, "desk.handed_back", Effects(project=back, told=True))
    return await _told(world, back, said, held)


async def hand_back_quietly(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    if not project.taken_over:
        return await reply_with(world, said, "desk.not_taken_over")
    back = project.model_copy(update={"taken_over": ""})
    held = await world.store.held(project.project_id)
    return await reply_with(world, said, "desk.handed_back_untold", Effects(project=back, told=True), n=len(held))


async def _told(world: World, project: Project, said: Said, held: tuple[Said, ...]) -> Effects:
    """One turn. Where it fails the agent stays silent and everything is kept: they may hand back again."""
    book = await Bookmark.open(world.store, said.letter_id)
    stage = Stage(world, book, said.place)
    await stage.open()
    quote, left_out = _quote(held)
    words = say(said.place.locale).t("desk.said_meanwhile")
    files = tuple(file.name for one in held for file in one.files)
    telling = said.model_copy(update={"text": words, "quoted": quote})
    role = project.role_of(said.speaker, world.clock())
    request = handed.request(project, telling, role, HandedIn(received=files), above=handed.SILENT)
    answer = await converse(world, project, request, stage, book)
    found = await effects.of_turn(world, project, said.letter_id, answer, letter=said)
    text = await spoken(world, project, said.place, answer, found)
    if answer.failed or answer.ended is None:
        await stage.close(text, exact=True)
        still = found.project.model_copy(update={"taken_over": said.speaker.name}) if found.project else None
        return found.model_copy(update={"project": still})
    said_so = [say(said.place.locale).t("desk.told_meanwhile", n=len(held) - left_out)]
    if left_out:
        said_so.append(say(said.place.locale).t("desk.untold_meanwhile", n=left_out))
    await stage.close("\n\n".join((*said_so, text)), exact=ours(answer))
    return found.model_copy(update={"told": True})


def _quote(held: tuple[Said, ...]) -> tuple[str, int]:
    """The newest that fit, each with who said it and when; and how many did not fit."""
    lines: list[str] = []
    room = MOST
    for one in reversed(held):
        if room <= 0:
            break
        files = "".join(f" [{file.name}]" for file in one.files)
        line = f"{one.speaker.name or one.speaker.address} ({one.at:%Y-%m-%d %H:%M} UTC): {one.text}{files}"
        lines.insert(0, line[:room])
        room -= len(line)
    return "\n".join(lines), len(held) - len(lines)


STORIES = {"take_over": take_over, "hand_back": hand_back, "hand_back_quietly": hand_back_quietly}
