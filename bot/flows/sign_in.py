"""Turns run with the leave of a project's owner: it is asked for in their own chat, and what waits goes on then."""

import logging
from datetime import timedelta

from bot.core.errors import ChannelTrouble, NotGranted
from bot.core.grant import Grant
from bot.core.letter import Letter, Said
from bot.core.people import Person, Project
from bot.flows.consent import own_chat
from bot.flows.ports import World
from bot.flows.stage import Bookmark, Stage
from cards.words import say

log = logging.getLogger(__name__)
SELDOM = timedelta(hours=1)  # between two invitations of one person


async def ask(world: World, project_id: str, letter: Letter) -> None:
    """The letter stays the first in its box. Whoever wrote it reads once that it waits, and for whom."""
    project = await world.store.project(project_id)
    if project is None:
        return
    invited = await _invited(world, project)
    if isinstance(letter, Said):
        await _told(world, project, letter, "desk.waits_for_sign_in" if invited else "desk.sign_in_hello")


async def signed_in(world: World, person: Person, token: str) -> bool:
    """What Teams gave of a person is exchanged for leave to act for them; False when Entra gives none.

    Raises `AgentDown` or `AgentDenied` where it could not be asked.
    """
    if world.sign_in is None:
        return False
    try:
        refresh = await world.sign_in.on_behalf(token, person)
    except NotGranted as refused:
        log.info("no leave to act for somebody: %s", refused)
        return False
    await world.store.save_grant(Grant(authority=person.authority, refresh=refresh, at=world.clock()))
    for project_id in await world.store.waiting():
        world.jobs.book(project_id)
    return True


async def _invited(world: World, project: Project) -> bool:
    """In the owner's own chat and nowhere else: whoever presses the button there signs in."""
    chat = await own_chat(world, project.owner)
    if chat is None:
        return False
    if await world.store.once(f"sign-in:{project.owner.authority}", SELDOM):
        try:
            await world.courier.invite(
                chat, say(chat.locale).t("desk.sign_in"), say(chat.locale).t("desk.sign_in_button")
            )
        except ChannelTrouble as trouble:
            log.info("nobody could be asked to sign in: %s", type(trouble).__name__)
    return True


async def _told(world: World, project: Project, letter: Said, key: str) -> None:
    """In place of the placeholder when there is one: the answer will take that place."""
    book = await Bookmark.open(world.store, f"{letter.letter_id}-sign-in")
    mark = await world.store.mark_of(letter.letter_id)
    if book.mark.answered or mark.answered:
        return
    place, text = letter.place, say(letter.place.locale).t(key, owner=project.owner.name)
    try:
        if mark.placeholder:
            await world.voices[place.channel].say(place, text, replaces=mark.placeholder, final=False)
            await book.note(answered=mark.placeholder)
        else:
            await Stage(world, book, place).close(text, exact=True)
    except ChannelTrouble as trouble:
        log.info("could not say in %s that a message waits: %s", place.thread, type(trouble).__name__)
