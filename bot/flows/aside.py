"""A short question is answered while a turn runs: it lies in a box of its own, and changes nothing of the project."""

from bot.core.command import command_in
from bot.core.errors import AgentTrouble
from bot.core.letter import Letter, Said, ask_box
from bot.core.memory import Effects
from bot.flows import ask, wishes
from bot.flows.acquaint import acquaint
from bot.flows.ports import World


async def box_of(world: World, letter: Letter) -> str:
    """The box a letter belongs into; empty for the one of its thread."""
    if not isinstance(letter, Said) or letter.files or letter.lost_files or not _short(letter):
        return ""
    project_id = await world.store.project_of(letter.place.thread)
    return ask_box(project_id) if project_id else ""


def _short(said: Said) -> bool:
    wish = wishes.wish_of(said)
    return command_in(said.text) is not None or (wish is not None and wish.personal)


async def answer(world: World, project_id: str, said: Said) -> Effects:
    """What only the agent can answer, or the agent's files while they cannot be read, waits its turn with the rest."""
    found = await _answered(world, project_id, said)
    if found is None:
        await world.store.accept(f"{said.letter_id}|turn", said.place, said, project_id)
        world.jobs.book(project_id)
    return found or Effects()


async def _answered(world: World, project_id: str, said: Said) -> Effects | None:
    project, command, wish = await world.store.project(project_id), command_in(said.text), wishes.wish_of(said)
    if project is None or (command is None and wish is None):
        return None
    said = said.model_copy(update={"speaker": await acquaint(world, project, said)})
    try:
        if command is None:
            return await wishes.answer(world, project, said, wish) if wish else None
        return await ask.answer(world, project, said, command)
    except AgentTrouble:
        return None
