"""A thread the desk does not know may be one that it has forgotten: then its sandbox is where it always was.

The sandbox's name follows from the thread, so that a desk whose memory is gone finds it again. What it does not find:
drafts that waited, receipts, links of other threads. That is said, once, and nothing is made up in their place.
"""

import logging

from bot.core.errors import AgentTrouble, SessionLost
from bot.core.letter import Said
from bot.core.people import Project
from bot.core.project_log import ProjectLog
from bot.flows.own_account import log_of
from bot.flows.ports import World
from bot.flows.stage import Bookmark, Stage
from cards.words import say

log = logging.getLogger(__name__)


async def rebound(world: World, project: Project, said: Said, aside: bool) -> Project | None:
    """The new project as it is; or one that goes on where the sandbox stands.

    None: the log in the sandbox names another owner, who has to write first: presence gives no authority.
    Raises the `AgentTrouble` family: while the agent is away nobody can tell whether the thread is new. With `aside`
    it does not matter: the question is about other projects as well.
    """
    found = await _log_of(world, project, aside)
    if found is None:
        return project
    if found.owner_oid and found.owner_oid != project.owner.oid:
        return None
    log.warning("project %s was forgotten, and is found again in its sandbox", project.project_id)
    project = project.model_copy(update={"started": True})
    book = await Bookmark.open(world.store, f"{said.letter_id}-memory")
    await Stage(world, book, said.place).close(say(said.place.locale).t("desk.memory_lost"), exact=True)
    await world.store.save_project(project)
    return project


async def _log_of(world: World, project: Project, aside: bool) -> ProjectLog | None:
    try:
        return await log_of(world, project)
    except SessionLost:  # there is no such sandbox: the thread is new
        return None
    except AgentTrouble:
        if aside:
            return None
        raise
