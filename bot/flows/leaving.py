"""A project's data is taken away by its people: as a file, or for good."""

import logging
from datetime import timedelta

from bot.core.command import Asked
from bot.core.errors import SessionLost
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.people import Project, session_name
from bot.flows import export
from bot.flows.ports import World
from bot.flows.reply import reply_with
from bot.flows.threads import title_of
from cards.words import say

log = logging.getLogger(__name__)
OPEN = timedelta(minutes=10)  # how long the question may be answered


async def delete(world: World, project: Project, said: Said, _: Asked) -> Effects:
    """Asks once more. The answer counts from this person, within ten minutes."""
    await world.store.once(_question(project, said), OPEN)
    title = title_of(project, say(said.place.locale))
    return await reply_with(world, said, "desk.delete_sure", project=title)


async def delete_now(world: World, project: Project, said: Said, asked: Asked) -> Effects:
    """Everything the desk holds of the project: what is in the store and the sandbox with all its files.

    The sandbox goes first: while its platform is away the message waits, and nothing is half gone without a word.
    """
    if await world.store.once(_question(project, said), OPEN):  # nobody had asked, or too long ago
        return await delete(world, project, said, asked)
    for number in range(1, project.sandbox + 1):
        try:
            await world.agent.close(session_name(project.project_id, number))
        except SessionLost:
            log.info("sandbox %s of %s was gone already", number, project.project_id)
    await reply_with(world, said, "desk.deleted")
    log.warning("project %s is deleted by its owner", project.project_id)
    return Effects(forget=True)


def _question(project: Project, said: Said) -> str:
    return f"delete:{project.project_id}:{said.speaker.authority}"


STORIES = {"delete": delete, "delete_now": delete_now, "export": export.export}
