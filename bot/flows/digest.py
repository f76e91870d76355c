"""How each of an owner's projects stands, in a line each: for those who asked for one message a day."""

from bot.core.errors import AgentTrouble, FromNewer
from bot.core.people import Person, Project
from bot.core.project_log import ProjectLog, late
from bot.core.timer import group_of
from bot.flows.own_account import log_of
from bot.flows.ports import World
from bot.flows.present import name_of
from cards.words import Words


async def projects_of(world: World, owner: Person) -> tuple[Project, ...]:
    """Those under way, the oldest first."""
    found = []
    for project_id in await world.store.projects():
        try:
            project = await world.store.project(project_id)
        except FromNewer:  # a newer desk tells of it
            continue
        if project is not None and project.state == "active" and group_of(project.owner) == group_of(owner):
            found.append(project)
    return tuple(sorted(found, key=lambda one: one.created_at))


async def standing(world: World, owner: Person, words: Words) -> str:
    lines = [_line(world, project, await _log(world, project), words) for project in await projects_of(world, owner)]
    return "\n".join((words.t("digest.title"), "", *lines))


async def _log(world: World, project: Project) -> ProjectLog | None:
    try:
        return await log_of(world, project) if project.started else None
    except AgentTrouble:
        return None


def _line(world: World, project: Project, log: ProjectLog | None, words: Words) -> str:
    if log is None or not log.tasks:
        return f"- **{name_of(project)}**: {words.t('digest.unknown')}"
    overdue = sum(late(task, world.clock(), project.zone) for task in log.tasks)
    done = sum(task.status == "submitted" for task in log.tasks)
    return f"- **{name_of(project)}**: {words.t('digest.line', late=overdue, done=done, total=len(log.tasks))}"
