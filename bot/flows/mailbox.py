"""Somebody looks into a project's mailbox: letter by letter, each leaving in the step that writes its effect."""

import logging
import random
from datetime import timedelta

from bot.core.errors import (
    AgentBusy,
    AgentDown,
    AgentFailed,
    AgentTrouble,
    FromNewer,
    SessionLost,
    SignInNeeded,
    Throttled,
    Unreadable,
)
from bot.core.letter import MAIL_IN, Granted, Letter, Looked, Mailed, Met, Said, Told, is_ask_box, project_of
from bot.core.memory import Begun, Effects
from bot.flows import apology, aside, deliver, deputies, export, hear, look, lost, mail_in, meet, sign_in, tell
from bot.flows.ports import World
from bot.flows.stage import Bookmark

log = logging.getLogger(__name__)
LONGEST = 60.0  # seconds between two attempts when the agent does not say how long
UNREADABLE = (60.0, 600.0, 3600.0, 14400.0)  # seconds between the attempts to read what is refused by itself
SHORTEST = 1.0  # when it says so: "at once" would be again and again


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
        if await _put_off(world, begun):
            await world.store.leave(project_id, lease)
            return
        try:
            effects = await _one(world, project_id, begun)
        except Unreadable as trouble:
            if project_id != MAIL_IN:
                await _later(world, project_id, lease, begun, trouble)
                return
            await mail_in.set_aside(world, begun.letters[0], trouble, UNREADABLE[0])
            effects = Effects()
        except (AgentBusy, AgentDown, Throttled) as trouble:
            await _later(world, project_id, lease, begun, trouble)
            return
        except (SessionLost, SignInNeeded) as trouble:
            await _wait_for_owner(world, project_id, lease, begun, trouble)
            return
        if effects.forget:
            await world.store.forget(project_id)
            return
        done = tuple(letter.letter_id for letter in begun.letters)
        if not await world.store.finish(project_id, lease, done, effects):
            log.warning("project %s was taken over by another worker", project_id)
            return
        await _show(world, effects)
        if effects.well and effects.project is not None:
            await lost.copy_or_ask(world, effects.project)


async def _show(world: World, effects: Effects) -> None:
    """New cards are posted; what changed without a new card is drawn again where it stands."""
    for parcel in effects.parcels:
        await deliver.ship(world, parcel.parcel_id)
    shown = {key for parcel in effects.parcels if parcel.recipe for key in parcel.recipe.keys}
    for record in effects.records:
        if record.key not in shown:
            await world.jobs.redraw(record.key)
    if effects.entitled and effects.project is not None:
        await deputies.redrawn(world, effects.project)


async def _one(world: World, project_id: str, begun: Begun) -> Effects:
    if begun.attempt == 0:
        return await apology.buried(world, project_id, begun.letters)
    try:
        return await _work(world, project_id, begun.letters)
    except (AgentBusy, AgentDown, SessionLost, SignInNeeded):
        raise
    except AgentTrouble as trouble:
        return await apology.turn_failed(world, project_id, begun.letters, trouble)


async def _work(world: World, project_id: str, letters: tuple[Letter, ...]) -> Effects:
    match letters[0]:
        case Said() as said if is_ask_box(project_id):
            return await aside.answer(world, project_of(project_id), said)
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
        case Granted() as granted:
            return await export.granted(world, granted)


async def _later(
    world: World, project_id: str, lease: str, begun: Begun, trouble: AgentBusy | AgentDown | Throttled
) -> None:
    """Nothing is lost: the letter stays the first in its box, and whoever waits for it is told once."""
    book = await Bookmark.open(world.store, begun.letters[0].letter_id)
    pause = _pause(trouble, book.mark.waits, unread=isinstance(begun.letters[0], Mailed))
    await book.note(waits=book.mark.waits + 1, put_off_at=world.clock(), put_off_for=pause)
    if not isinstance(trouble, Throttled):
        await apology.waiting(world, project_id, begun.letters[0], book, busy=isinstance(trouble, AgentBusy))
    await world.store.leave(project_id, lease, counted=isinstance(trouble, AgentFailed | Unreadable))
    await world.jobs.look(project_id, pause)


def _pause(trouble: AgentBusy | AgentDown | Throttled, waits: int, unread: bool) -> float:
    """As long as we were asked to wait; else longer each time, and not all projects at once."""
    if isinstance(trouble, Unreadable) and unread:  # nobody waits behind it
        return UNREADABLE[min(waits, len(UNREADABLE) - 1)]
    counted = isinstance(trouble, AgentFailed | Unreadable)
    if not isinstance(trouble, AgentDown | Unreadable):
        return max(SHORTEST, trouble.retry_after)
    base, growth = (3.0, 3.0) if counted else (2.0, 2.0)
    return min(LONGEST, base * growth ** min(waits, 10)) * random.uniform(0.8, 1.0)


async def _put_off(world: World, begun: Begun) -> bool:
    """Somebody else looked in before the pause was over. A clock that was set back ends the pause."""
    mark = await world.store.mark_of(begun.letters[0].letter_id)
    if begun.attempt == 0 or mark.put_off_at is None:
        return False
    return timedelta() <= world.clock() - mark.put_off_at < timedelta(seconds=mark.put_off_for)


async def _wait_for_owner(
    world: World, project_id: str, lease: str, begun: Begun, trouble: SessionLost | SignInNeeded
) -> None:
    """Nothing was started: the letter stays the first in its box until the owner has decided, or signed in."""
    if isinstance(trouble, SignInNeeded):
        await sign_in.ask(world, project_id, begun.letters[0])
        await world.store.leave(project_id, lease)
        return
    log.warning("the sandbox of %s is gone: %s", project_id, trouble)
    await lost.ask_owner(world, project_id)
    await world.store.leave(project_id, lease)
    project = await world.store.project(project_id)
    if project is not None and project.state != "lost":  # decided while we held the box: nobody else could look into it
        world.jobs.book(project_id)
