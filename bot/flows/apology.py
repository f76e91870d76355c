"""When a turn does not end well, somebody is told what happened, what was kept and what to do."""

import logging
from datetime import timedelta

from bot.core.draft import State
from bot.core.errors import AgentDenied, AgentTrouble, ChannelTrouble, TurnLost
from bot.core.letter import Letter, Said, Told
from bot.core.memory import Effects
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Place
from bot.flows.effects import approval_place
from bot.flows.offers import reopened
from bot.flows.ports import World
from bot.flows.stage import Bookmark, Stage
from cards.words import say

log = logging.getLogger(__name__)
SENTENCES: dict[type[AgentTrouble], str] = {
    AgentDenied: "desk.agent_denied",
    TurnLost: "desk.turn_lost",
}


async def turn_failed(world: World, project_id: str, letters: tuple[Letter, ...], trouble: AgentTrouble) -> Effects:
    """A sentence in the thread; the letters leave the box, since trying again could do something twice."""
    letter = letters[0]
    log.warning("turn %s of %s ended with %s", letter.letter_id, project_id, type(trouble).__name__)
    key = next((key for kind, key in SENTENCES.items() if isinstance(trouble, kind)), "desk.turn_failed")
    place = await _where(world, project_id, letter)
    if place is not None:
        stage = Stage(world, await Bookmark.open(world.store, letter.letter_id), place)
        await stage.close(say(place.locale).t(key), exact=True)
    return await _given_back(world, letters)


async def buried(world: World, project_id: str, letters: tuple[Letter, ...]) -> Effects:
    """A letter that ended its worker five times is put away; the owner is told and nothing else waits behind it."""
    letter, given_back = letters[0], await _given_back(world, letters)
    log.error("letter %s of %s was put away after too many attempts", letter.letter_id, project_id)
    place = await _where(world, project_id, letter)
    if place is None:
        return given_back
    recipe = Recipe(kind="error", trouble="desk.buried")
    parcel = Parcel(
        parcel_id=f"{project_id}.buried.{letter.letter_id}",
        project_id=project_id,
        kind="card",
        place=place,
        recipe=recipe,
    )
    return given_back.model_copy(update={"parcels": (parcel,)})


async def _given_back(world: World, letters: tuple[Letter, ...]) -> Effects:
    """Nobody works on the changes that were asked for any more: their drafts are open again."""
    asked = [one.record_key for one in letters if isinstance(one, Told) and one.verb == "change"]
    records = [record for key in asked if (record := await world.store.record(key))]
    return Effects(records=tuple(reopened(record) for record in records if record.state is State.ASKED))


async def waiting(world: World, project_id: str, letter: Letter) -> None:
    """Said once per outage and thread, in place of the placeholder when there is one."""
    place = await _where(world, project_id, letter)
    if place is None or not await world.store.once(f"waiting:{project_id}", timedelta(minutes=30)):
        return
    mark = await world.store.mark_of(letter.letter_id)
    try:
        text = say(place.locale).t("desk.agent_down")
        await world.voices[place.channel].say(place, text, replaces=mark.placeholder, final=False)
    except ChannelTrouble as trouble:
        log.info("could not say that the agent is down in %s: %s", place.thread, type(trouble).__name__)


async def _where(world: World, project_id: str, letter: Letter) -> Place | None:
    """Where the turn was seen: a placeholder that stands there is a message of that channel alone."""
    if isinstance(letter, Said):
        return letter.place
    project = await world.store.project(project_id)
    return await approval_place(world, project) if project else None
