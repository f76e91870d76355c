"""A short question is answered while a turn runs: it lies in a box of its own, and changes nothing of the project."""

from bot.core.command import Asked, asked_in, row_of
from bot.core.errors import AgentTrouble
from bot.core.letter import Granted, Letter, Said, ask_box
from bot.core.memory import Effects
from bot.flows import commands
from bot.flows.acquaint import acquaint
from bot.flows.ports import World


async def is_for_us(world: World, letter: Letter) -> bool:
    """What people say to each other is not, even where the desk receives all of it: unless the agent is silent and is
    to be told afterwards."""
    if not isinstance(letter, Said) or letter.addressed:
        return True
    project_id = await world.store.project_of(letter.place.thread)
    project = await world.store.project(project_id) if project_id else None
    return project is not None and bool(project.taken_over)


async def box_of(world: World, letter: Letter) -> str:
    """The box a letter belongs into; empty for the one of its thread."""
    if isinstance(letter, Granted):
        return ask_box(letter.about) if await world.store.project(letter.about) else ""
    if not isinstance(letter, Said) or not _beside(letter):
        return ""
    project_id = await world.store.project_of(letter.place.thread)
    return ask_box(project_id) if project_id else ""


def _beside(said: Said) -> Asked | None:
    """The command a message is, when a turn that runs need not be waited for."""
    asked = asked_in(said.text) if said.addressed and not (said.files or said.lost_files) else None
    return asked if asked and not row_of(asked.name).changes else None


async def answer(world: World, project_id: str, said: Said) -> Effects:
    """What only the agent can answer, or the agent's files while they cannot be read, waits its turn with the rest."""
    found = await _answered(world, project_id, said)
    if found is None:
        await world.store.accept(f"{said.letter_id}|turn", said.place, said, project_id)
        world.jobs.book(project_id)
    return found or Effects()


async def _answered(world: World, project_id: str, said: Said) -> Effects | None:
    project, asked = await world.store.project(project_id), _beside(said)
    if project is None or asked is None or (project.state == "closed" and not row_of(asked.name).after_end):
        return None
    if said.speaker.foreign_to(said.place):
        return None
    speaker = await acquaint(world, project, said)
    if speaker.guest:
        return None
    try:
        return await commands.answer(world, project, said.model_copy(update={"speaker": speaker}), asked)
    except AgentTrouble:
        return None
