"""When a turn does not end well, somebody is told what happened, what was kept and what to do."""

import logging

from bot.core.draft import State
from bot.core.errors import AgentDenied, AgentTrouble, ChannelTrouble, TurnLost, TurnUnknown
from bot.core.letter import Letter, Looked, Mailed, Said, Told, project_of
from bot.core.memory import Effects
from bot.core.people import Place
from bot.flows import dead_letter
from bot.flows.effects import approval_place
from bot.flows.offers import reopened
from bot.flows.ports import World
from bot.flows.stage import Bookmark, Stage
from cards.words import say

log = logging.getLogger(__name__)
SENTENCES: dict[type[AgentTrouble], str] = {
    TurnUnknown: "desk.turn_unknown",
    TurnLost: "desk.turn_lost",
}


async def turn_failed(world: World, project_id: str, letters: tuple[Letter, ...], trouble: AgentTrouble) -> Effects:
    """A sentence in the thread; the letters leave the box, since trying again could do something twice."""
    letter = letters[0]
    log.warning("turn %s of %s ended with %s", letter.letter_id, project_id, type(trouble).__name__)
    place = await _where(world, project_id, letter)
    if place is not None and _concerns_somebody(letter, trouble):
        key = _sentence(letter, trouble)
        stage = Stage(world, await Bookmark.open(world.store, letter.letter_id), place)
        await stage.close(say(place.locale).t(key), exact=True)
    given_back = await _given_back(world, letters)
    return given_back.model_copy(update={"unseen": True})


def _concerns_somebody(letter: Letter, trouble: AgentTrouble) -> bool:
    """An unattended check that did not end well is simply dropped; what somebody has to mend is said all the same."""
    return not isinstance(letter, Looked) or isinstance(trouble, AgentDenied)


def _sentence(letter: Letter, trouble: AgentTrouble) -> str:
    if isinstance(trouble, AgentDenied):
        return f"desk.denied.{trouble.reason}"
    if isinstance(trouble, TurnUnknown) and _reports(letter):
        return "desk.report_unknown"
    return next((key for kind, key in SENTENCES.items() if isinstance(trouble, kind)), "desk.turn_failed")


def _reports(letter: Letter) -> bool:
    """The agent is only told something: nobody waits for what it says."""
    return isinstance(letter, Told) and letter.verb != "change"


async def buried(world: World, project_id: str, letters: tuple[Letter, ...]) -> Effects:
    """A letter that ended its worker five times is put away; the owner is told and nothing else waits behind it."""
    letter, given_back = letters[0], await _given_back(world, letters)
    log.error("letter %s of %s was put away after too many attempts", letter.letter_id, project_id)
    if isinstance(letter, Mailed):
        log.error("mail %s can never be read: it lies unread in the desk's mailbox", letter.message_id)
        await world.store.note_unread(letter.letter_id)
    if (place := await _where(world, project_id, letter)) is not None:
        await _no_longer_waiting(world, letter, place)
    cards = await dead_letter.card_for(world, project_id, letter)
    adopting = isinstance(letter, Looked) and letter.reason == "adopt"  # looking again would end the same way
    return given_back.model_copy(update={"parcels": cards, "buried_at": world.clock(), "unseen": not adopting})


async def _no_longer_waiting(world: World, letter: Letter, place: Place) -> None:
    """What stands in the answer's place promises none any more; a turn that is tried again may still replace it."""
    mark = await world.store.mark_of(letter.letter_id)
    if not mark.placeholder or mark.answered:
        return
    try:
        text = say(place.locale).t("desk.put_aside")
        await world.voices[place.channel].say(place, text, replaces=mark.placeholder, final=False)
    except ChannelTrouble as trouble:
        log.info("could not say in %s that the turn was put aside: %s", place.thread, type(trouble).__name__)


async def _given_back(world: World, letters: tuple[Letter, ...]) -> Effects:
    """Nobody works on the changes that were asked for any more: their drafts are open again."""
    asked = [one.record_key for one in letters if isinstance(one, Told) and one.verb == "change"]
    records = [record for key in asked if (record := await world.store.record(key))]
    return Effects(records=tuple(reopened(record) for record in records if record.state is State.ASKED))


async def waiting(world: World, project_id: str, letter: Letter, book: Bookmark, *, busy: bool) -> None:
    """Said once, in place of the placeholder when there is one; the answer takes the same place, if it did not yet."""
    place = None if isinstance(letter, Looked) or _reports(letter) else await _where(world, project_id, letter)
    if place is None or book.mark.waiting or book.mark.answered:
        return
    await book.note(waiting=True)
    text = say(place.locale).t("desk.agent_busy" if busy else "desk.agent_down")
    try:
        posted = await world.voices[place.channel].say(place, text, replaces=book.mark.placeholder, final=False)
    except ChannelTrouble as trouble:
        log.info("could not say in %s that the turn waits: %s", place.thread, type(trouble).__name__)
        return
    if book.mark.placing and posted.ref:  # where no placeholder was wanted, the answer stands elsewhere
        await book.note(placeholder=posted.ref)


async def _where(world: World, project_id: str, letter: Letter) -> Place | None:
    """Where the turn was seen: a placeholder that stands there is a message of that channel alone."""
    if isinstance(letter, Said):
        return letter.place
    project = await world.store.project(project_of(project_id))
    return await approval_place(world, project) if project else None
