"""Somebody looks into a project's mailbox: letter by letter, each leaving in the step that writes its effect."""

import logging

from bot.core.errors import AgentBusy, AgentDown, AgentTrouble, FromNewer, Throttled
from bot.core.letter import Letter, Looked, Mailed, Met, Said, Told
from bot.core.memory import Begun, Effects
from bot.flows import apology, deliver, hear, look, mail_in, meet, tell
from bot.flows.ports import World

log = logging.getLogger(__name__)
WHILE_DOWN = 15.0  # seconds until a turn is tried again when the agent does not say how long


async def take_turns(world: World, project_id: str, job: str) -> None:
    """Work until the mailbox is empty. Where another job holds the project, it will see our letters too."""
    async with world.store.hold(project_id, job) as lease:
        if lease is None:
            return
        try:
            await _work_off(world, project_id, lease)
        except FromNewer as strange:
            # The letter stays the first in its box and has used up no attempt. The reconciler has somebody look again,
            # and by then that may be a newer worker.
            log.warning("project %s is left to a newer worker: %s", project_id, strange)
            await world.store.leave(project_id, lease)


async def _work_off(world: World, project_id: str, lease: str) -> None:
    while begun := await world.store.begin(project_id, lease):
        try:
            effects = await _one(world, project_id, begun)
        except (AgentBusy, AgentDown, Throttled) as trouble:
            await _later(world, project_id, lease, begun, trouble)
            return
        done = tuple(letter.letter_id for letter in begun.letters)
        if not await world.store.finish(project_id, lease, done, effects):
            log.warning("project %s was taken over by another worker", project_id)
            return
        await _show(world, effects)


async def _show(world: World, effects: Effects) -> None:
    """New cards are posted; what changed without a new card is drawn again where it stands."""
    for parcel in effects.parcels:
        await deliver.ship(world, parcel.parcel_id)
    shown = {key for parcel in effects.parcels if parcel.recipe for key in parcel.recipe.keys}
    for record in effects.records:
        if record.key not in shown:
            await world.jobs.redraw(record.key)


async def _one(world: World, project_id: str, begun: Begun) -> Effects:
    if begun.attempt == 0:
        return await apology.buried(world, project_id, begun.letters)
    try:
        return await _work(world, project_id, begun.letters)
    except (AgentBusy, AgentDown):
        raise
    except AgentTrouble as trouble:
        return await apology.turn_failed(world, project_id, begun.letters, trouble)


async def _work(world: World, project_id: str, letters: tuple[Letter, ...]) -> Effects:
    match letters[0]:
        case Said() as said:
            return await hear.hear(world, project_id, said)
        case Told():
            return await tell.tell(world, project_id, tuple(one for one in letters if isinstance(one, Told)))
        case Looked() as looked:
            return await look.look(world, project_id, looked)
        case Met() as met:
            return await meet.meet(world, met)
        case Mailed() as mailed:
            return await mail_in.read(world, mailed)


async def _later(
    world: World, project_id: str, lease: str, begun: Begun, trouble: AgentBusy | AgentDown | Throttled
) -> None:
    """Nothing was started, so nothing is lost: the letter stays the first in its box and the thread is told once."""
    wait = WHILE_DOWN if isinstance(trouble, AgentDown) else trouble.retry_after
    if not isinstance(trouble, Throttled):
        await apology.waiting(world, project_id, begun.letters[0])
    await world.store.leave(project_id, lease)
    await world.jobs.look(project_id, wait)
