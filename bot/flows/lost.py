"""A sandbox is gone: the owner is asked once how to go on, and whoever writes meanwhile is told that they wait."""

import logging

from bot.core.command import choice_in
from bot.core.draft import State
from bot.core.errors import AgentTrouble, ChannelTrouble, Refusal, SessionLost
from bot.core.letter import Letter, Said
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Person, Project, restarted
from bot.core.sandbox import Choice, Loss, loss_name
from bot.flows import checkpoint, deliver, sandbox
from bot.flows.cards_of import workspace_of
from bot.flows.effects import approval_place
from bot.flows.ports import World
from bot.flows.stage import Bookmark, Stage
from cards.click import Click
from cards.models import Card
from cards.words import say

log = logging.getLogger(__name__)


async def ask_owner(world: World, project_id: str) -> None:
    """The project is lost until an approver chooses: by a click, or in words that wait in the mailbox."""
    project = await world.store.project(project_id)
    if project is None:
        return
    loss = await _asked(world, project)
    for letter in await world.store.box(project_id):
        if await _chosen_in(world, loss, letter):
            return
        await _waits(world, project, loss, letter)


async def copy_or_ask(world: World, project: Project) -> None:
    """After the answer has been shown: what the agent wrote down is copied. An empty sandbox is found out here too."""
    try:
        await checkpoint.after_turn(world, project)
    except SessionLost as trouble:
        log.warning("the sandbox of %s is gone: %s", project.project_id, trouble)
        await ask_owner(world, project.project_id)
    except AgentTrouble as trouble:
        log.warning("the copy of %s stays as it was: %s", project.project_id, type(trouble).__name__)


async def copy_what_is_due(world: World) -> None:
    """Of projects that nobody is at work on; a copy that fails is made again after the next turn."""
    due = await world.store.copies_due(world.clock())
    at_work = await world.store.waiting() if due else ()
    for project_id in due:
        project = await world.store.project(project_id)
        if project_id not in at_work and await world.store.take_copy(project_id) and project is not None:
            await copy_or_ask(world, project)


async def _chosen_in(world: World, loss: Loss, letter: Letter) -> bool:
    choice = choice_in(letter.text) if isinstance(letter, Said) else None
    if choice is None or not isinstance(letter, Said):
        return False
    return await choose(world, loss, choice, letter.speaker, letter.letter_id) == "done"


async def _asked(world: World, project: Project) -> Loss:
    """The loss as it is known; the first time with the one card about it."""
    name = loss_name(project.project_id, project.sandbox)
    known = await world.store.loss(name)
    if known is not None:
        if project.state == "active" and known.choice is None:
            await world.store.save_project(project.model_copy(update={"state": "lost"}))
        return known
    kept = await world.store.checkpoint(project.project_id)
    loss = Loss(
        loss_id=name,
        project_id=project.project_id,
        session_id=project.session_id,
        approvers=project.approvers_at(world.clock()),
        lost_at=world.clock(),
        copy_at=kept.at if kept else None,
        files=len(kept.files) if kept else 0,
    )
    card = Parcel(
        parcel_id=f"{name}.card",
        project_id=project.project_id,
        kind="card",
        place=await approval_place(world, project),
        recipe=Recipe(kind="workspace", keys=(name,)),
        planned_at=world.clock(),
    )
    if await world.store.lose(loss, project.model_copy(update={"state": "lost"}), (card,)):
        await deliver.ship(world, card.parcel_id)
    return loss


async def _waits(world: World, project: Project, loss: Loss, letter: Letter) -> None:
    """Once per letter, in place of its placeholder when there is one: the answer will take that place.

    Nobody but the owner waits for what is not a message, and only where it was begun.
    """
    book = await Bookmark.open(world.store, f"{letter.letter_id}-waits")
    mark = await world.store.mark_of(letter.letter_id)
    placeholder = mark.placeholder
    if book.mark.answered or mark.answered or not (placeholder or isinstance(letter, Said)):
        return
    place = letter.place if isinstance(letter, Said) else await approval_place(world, project)
    others = isinstance(letter, Said) and letter.speaker.authority not in loss.approvers
    text = say(place.locale).t("desk.waits_for_owner" if others else "desk.waits_for_you", owner=project.owner.name)
    try:
        if placeholder:
            await world.voices[place.channel].say(place, text, replaces=placeholder, final=False)
            await book.note(answered=placeholder)
        else:
            await Stage(world, book, place).close(text, exact=True)
    except ChannelTrouble as trouble:
        log.info("could not say in %s that a message waits: %s", place.thread, type(trouble).__name__)


async def click(world: World, clicked: Click, actor: Person) -> Card:
    """The card as it stands after the click: whoever comes late sees what was chosen, and by whom."""
    loss = await world.store.loss(clicked.ref)
    if loss is None:
        raise Refusal("desk.unknown_loss")
    if await choose(world, loss, Choice(clicked.verb), actor) == "not_yours":
        raise Refusal("desk.not_yours")
    return await workspace_of(world, loss.loss_id)


async def choose(world: World, loss: Loss, choice: Choice, actor: Person, letter_id: str = "") -> str:
    """The store judges who may and who was first, in the step that writes. Only "done" has changed anything."""
    project = await world.store.project(loss.project_id)
    if project is None:
        return "unknown"
    now = world.clock()
    if actor.authority in loss.approvers and not project.decided_by(actor, now):
        return "not_yours"  # a deputy whose time is over
    decided = {"choice": choice, "decided_by": actor.name, "decided_at": now, "decided_in": letter_id}
    after = loss.model_copy(update=decided)
    goes_on = (
        restarted(project, with_copy=loss.copy_at is not None)
        if choice is Choice.RESTART
        else project.model_copy(update={"state": "closed"})
    )
    word = await world.store.choose(after, actor.authority, goes_on, now)
    if word == "done":
        await world.jobs.redraw(loss.loss_id)
        world.jobs.book(project.project_id)
        if choice is Choice.STOP:
            await sandbox.release(world, goes_on)
            await cards_of_what_ended(world, project.project_id)
    return word


async def cards_of_what_ended(world: World, project_id: str) -> None:
    """What waited is not decided any more, and what failed is not sent again: none of it keeps its buttons."""
    for record in await world.store.records_of(project_id):
        if record.state is not State.REJECTED:
            await world.jobs.redraw(record.key)


async def settled(world: World, project: Project, said: Said) -> str:
    """The sentence for a message that no agent works on: of a closed project, or the very one that chose."""
    if project.state == "closed":
        return "desk.project_stopped"
    if choice_in(said.text) is None:
        return ""
    loss = await world.store.loss(loss_name(project.project_id, project.sandbox - 1))
    return "desk.starts_again" if loss and loss.decided_in == said.letter_id else ""
