"""Every command has its story: the rows stand in `core.command`, what each does in the file it is taken from here."""

from collections.abc import Awaitable, Callable

from bot.core.command import Asked, Row, row_of
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.people import Channel, Project, Role
from bot.flows import ask, deputies, foreseen, history, leaving, signing, silence, steer, threads, why, wishes
from bot.flows.ports import World
from bot.flows.reply import reply_with

Story = Callable[[World, Project, Said, Asked], Awaitable[Effects | None]]
STORIES: dict[str, Story] = {
    **ask.STORIES,
    **history.STORIES,
    **steer.STORIES,
    **silence.STORIES,
    **threads.STORIES,
    **deputies.STORIES,
    **leaving.STORIES,
    **wishes.STORIES,
    **foreseen.STORIES,
    **why.STORIES,
    **signing.STORIES,
}


async def answer(world: World, project: Project, said: Said, asked: Asked) -> Effects | None:
    """None: nobody here can tell, so that it is for the agent after all.

    A `project` that has not started is one that the thread would begin: commands about it have nothing to work on.
    """
    row = row_of(asked.name)
    if row.by != "anyone":
        if not project.started:
            return await reply_with(world, said, "desk.no_project_yet")
        if refused := _refused(world, project, said, row):
            return await reply_with(world, said, refused)
    return await STORIES[asked.name](world, project, said, asked)


def _refused(world: World, project: Project, said: Said, row: Row) -> str:
    """A sentence's key; "" for whoever may. What cannot be taken back is not asked for by mail."""
    role = project.role_of(said.speaker, world.clock())
    if row.by == "owner" and role is not Role.OWNER:
        return "desk.only_owner"
    if role not in (Role.OWNER, Role.DEPUTY):
        return "desk.only_deciders"
    if said.place.channel is Channel.MAIL and not said.speaker.authority:
        return "desk.say_hello_in_teams"
    return "desk.only_in_teams" if row.by == "owner" and said.place.channel is Channel.MAIL else ""
