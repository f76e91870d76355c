"""The project log and all decisions as one file, into the 1:1 chat of who asked: Teams takes a file nowhere else.

The client asks the person first. The file is made when they agree, from what is known then: nothing of it waits here.
"""

from bot.core import archive
from bot.core.command import Asked
from bot.core.errors import AgentTrouble, ChannelTrouble, Undeliverable
from bot.core.letter import Granted, Said, Slot
from bot.core.memory import Effects
from bot.core.people import Channel, Place, Project
from bot.flows.hand_in import safe_name
from bot.flows.own_account import LOG
from bot.flows.ports import World
from bot.flows.reply import reply_with
from bot.flows.stage import Bookmark
from bot.flows.threads import title_of
from cards.words import say


async def export(world: World, project: Project, said: Said, _: Asked) -> Effects:
    """Offered once: an offer nobody knows to have arrived is not repeated, the person simply asks again."""
    book = await Bookmark.open(world.store, f"{said.letter_id}-offer")
    if said.place.channel is not Channel.TEAMS:
        return await reply_with(world, said, "desk.export_in_chat")
    chat, shown = await _chat(world, said), True
    if chat is not None and not book.mark.answering:
        await book.note(answering=True)
        shown = await _offered(world, project, chat)
    if chat is None or not shown:
        return await reply_with(world, said, "desk.export_in_chat")
    if chat.conversation == said.place.conversation:
        return Effects()
    return await reply_with(world, said, "desk.export_is_in_chat")


async def granted(world: World, letter: Granted) -> Effects:
    """The answer to the offer. Whoever decides in the project, in their own chat, gets the file they agreed to."""
    project = await world.store.project(letter.about)
    words = say(letter.place.locale)
    book = await Bookmark.open(world.store, letter.letter_id)
    if book.mark.answered:
        return Effects()
    if project is None or not project.decided_by(letter.person, world.clock()):
        await _say(world, letter, words.t("desk.only_deciders" if project else "desk.unknown_project"))
    elif letter.slot is None:
        await _say(world, letter, words.t("desk.export_declined"))
    else:
        await _handed_over(world, project, letter, letter.slot)
    await book.note(answered="yes")
    return Effects()


async def _handed_over(world: World, project: Project, letter: Granted, slot: Slot) -> None:
    try:
        content = await _content(world, project)
        await world.courier.hand(letter.place, slot, content, letter.ref)
    except Undeliverable:
        await _say(world, letter, say(letter.place.locale).t("desk.export_failed"))


async def _content(world: World, project: Project) -> bytes:
    """Without the agent's log where its sandbox is gone: the decisions are the desk's own."""
    try:
        log = await world.agent.read(project.session_id, LOG.format(project.project_id))
    except AgentTrouble:
        kept = await world.store.checkpoint(project.project_id)
        files = {one.path: one.content for one in kept.files} if kept else {}
        log = files.get("project_log.json")
    records = await world.store.records_of(project.project_id)
    decided = [(one, await world.store.parcel(one.parcel_id) if one.parcel_id else None) for one in records]
    return archive.pack(log, decided, world.clock(), project.zone)


async def _chat(world: World, said: Said) -> Place | None:
    """The 1:1 chat with who asked, if there is one or can be."""
    if said.place.kind == "personal":
        return said.place
    try:
        found = await world.voices[Channel.TEAMS].meet(said.place, said.speaker)
    except ChannelTrouble:
        return None
    return found.model_copy(update={"locale": said.place.locale, "zone": said.place.zone})


async def _offered(world: World, project: Project, chat: Place) -> bool:
    words = say(chat.locale)
    title = title_of(project, words)
    name = safe_name(words.t("desk.export_name", project=title, date=f"{world.clock():%Y-%m-%d}"))
    why = words.t("desk.export_offer", project=title)
    try:
        await world.courier.offer(chat, name, len(await _content(world, project)), why, project.project_id)
    except ChannelTrouble:
        return False
    return True


async def _say(world: World, letter: Granted, text: str) -> None:
    """In place of the offer, which is answered."""
    try:
        await world.voices[Channel.TEAMS].say(letter.place, text, replaces=letter.ref, exact=True)
    except ChannelTrouble:
        await world.voices[Channel.TEAMS].say(letter.place, text, exact=True)
