"""The people in charge say how far the desk goes by itself: pause, resume, close."""

from bot.core.command import Asked
from bot.core.draft import State
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.people import Project
from bot.flows import sandbox
from bot.flows.ports import World
from bot.flows.reply import reply_with


async def pause(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    """Nothing is looked for and no reminder is offered; messages are answered, and what was approved leaves."""
    if project.state == "lost":
        return None  # its owner is asked how to go on, and that comes first
    changed = project.model_copy(update={"state": "paused"})
    return await reply_with(world, said, "desk.paused", Effects(project=changed))


async def resume(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    if project.state == "lost":
        return None
    changed = project.model_copy(update={"state": "active"})
    key = "desk.resumed_silent" if project.taken_over else "desk.resumed"
    return await reply_with(world, said, key, Effects(project=changed), who=project.taken_over)


async def close(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    """Its drafts are decided no more, and nothing of them leaves; the sandbox sleeps until its time is over."""
    if project.state == "lost":
        return None
    waiting = [one for one in await world.store.records_of(project.project_id) if _open(one.state)]
    closed = project.model_copy(update={"state": "closed", "taken_over": ""})
    await world.store.save_project(closed)  # before its sandbox is put away: nobody asks anything of it any more
    await sandbox.release(world, closed)
    for record in waiting:
        await world.jobs.redraw(record.key)
    return await reply_with(world, said, "desk.closed", Effects(project=closed, told=True), n=len(waiting))


def _open(state: State) -> bool:
    return state in (State.PENDING, State.ASKED)


STORIES = {"pause": pause, "resume": resume, "close": close}
