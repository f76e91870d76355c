"""The agent's own account of a project, read through the files of its sandbox without asking the agent."""

from bot.core.people import Project
from bot.core.project_log import ProjectLog, read_log
from bot.flows.ports import World

LOG = "projects/{}/project_log.json"


async def log_of(world: World, project: Project) -> ProjectLog | None:
    return read_log(await world.agent.read(project.session_id, LOG.format(project.project_id)))
