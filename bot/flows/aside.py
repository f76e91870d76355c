"""A short question is answered while a turn runs: it lies in a box of its own, and changes nothing of the project."""

from bot.core.command import command_in
from bot.core.errors import AgentTrouble
from bot.core.letter import Letter, Said, ask_box
from bot.core.memory import Effects
from bot.flows import ask
from bot.flows.acquaint import acquaint
from bot.flows.ports import World


async def box_of(world: World, letter: Letter) -> str:
    """The box a letter belongs into; empty for the one of its thread."""
    if not isinstance(letter, Said) or letter.files or letter.lost_files or not command_in(letter.text):
        return ""
    project_id = await world.store.project_of(letter.place.thread)
    return ask_box(project_id) if project_id else ""


async def answer(world: World, project_id: str, said: Said) -> Effects:
    """What only the agent can answer, or the agent's files while they cannot be read, waits its turn with the rest."""
    found = await _answered(world, project_id, said)
    if found is None:
        await world.store.accept(f"{said.letter_id}|turn", said.place, said, project_id)
        world.jobs.book(project_id)
    return found or Effects()


async def _answered(world: World, project_id: str, said: Said) -> Effects | None:
    project, command = await world.store.project(project_id), command_in(said.text)
    if project is None or command is None:
        return None
    speaker = await acquaint(world, project, said)
    try:
        return await ask.answer(world, project, said.model_copy(update={"speaker": speaker}), command)
    except AgentTrouble:
        return None
