"""Somebody asked something that needs no agent: answered at once from the project log and the store."""

from bot.core.command import TABLE, Asked
from bot.core.draft import Record
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.people import Place, Project, Role
from bot.core.project_log import ProjectLog, Task, late, owed_by
from bot.flows.dashboard import payload_of
from bot.flows.news import seen_by
from bot.flows.offers import cards_for, dashboard_for
from bot.flows.own_account import log_of
from bot.flows.ports import World
from bot.flows.reply import reply
from cards.words import Words, say


async def help_here(world: World, project: Project, said: Said, _: Asked) -> Effects:
    """What the desk does, and the commands that this person may give here."""
    words = say(said.place.locale)
    role = project.role_of(said.speaker, world.clock())
    may = {"anyone", "deciders", "owner"} if role is Role.OWNER else {"anyone", "deciders"}
    may = may if role in (Role.OWNER, Role.DEPUTY) else {"anyone"}
    lines = [f"- {words.t(f'command.{row.name}')}" for row in TABLE if row.listed and row.by in may]
    return await reply(world, said, "\n".join((words.t("desk.help"), "", words.t("desk.help_commands"), "", *lines)))


async def pending(world: World, project: Project, said: Said, _: Asked) -> Effects:
    words = say(said.place.locale)
    waiting = await _waiting(world, project, said)
    if not waiting:
        return await reply(world, said, words.t("desk.nothing_pending"))
    decides = said.place.kind == "personal" or project.decided_by(said.speaker, world.clock())
    shown = _pending(world, said, waiting) if decides else Effects()
    return await reply(world, said, words.t("desk.pending", n=len(waiting)), shown)


async def status(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    log = await _told(world, project)
    if log is None:
        return None
    seen = await seen_by(world, project, said.speaker, log)
    return _status(world, project, said, log).model_copy(update={"glances": seen.glances})


async def mine(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    log = await _told(world, project)
    if log is None:
        return None
    owed = owed_by(log, said.speaker.oid, said.speaker.address)
    return await reply(world, said, _mine(owed, say(said.place.locale), said.place))


async def overdue(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    log = await _told(world, project)
    if log is None:
        return None
    words = say(said.place.locale)
    tasks = tuple(task for task in log.tasks if late(task, world.clock(), project.zone))
    if not tasks:
        return await reply(world, said, words.t("desk.nothing_late"))
    lines = [_line(task, words, said.place) for task in tasks]
    return await reply(world, said, "\n".join((words.t("desk.late_list", n=len(tasks)), "", *lines)))


async def _told(world: World, project: Project) -> ProjectLog | None:
    """None: there is no log to answer from, so that only the agent can tell."""
    return await log_of(world, project) if project.started else None


def _mine(tasks: tuple[Task, ...], words: Words, place: Place) -> str:
    if not tasks:
        return words.t("desk.you_owe_nothing")
    lines = [words.t("desk.you_owe", n=len(tasks)), ""]
    for task in tasks:
        lines += [_line(task, words, place), *(f"    - {gap}" for gap in task.gaps)]
    return "\n".join(lines)


def _line(task: Task, words: Words, place: Place) -> str:
    due = words.date(task.due, place.zone) if task.due else words.t("desk.no_date")
    who = f"{task.owner} – " if task.owner else ""
    return f"- {who}**{task.title}** ({due})"


def _status(world: World, project: Project, said: Said, log: ProjectLog) -> Effects:
    """A fresh dashboard where it was asked for."""
    return Effects(
        parcels=(
            dashboard_for(
                world, project, said.letter_id, payload_of(log, world.clock(), project.zone), said.place, fresh=True
            ),
        )
    )


async def _waiting(world: World, project: Project, said: Said) -> list[Record]:
    """What waits in this project; in a 1:1 chat, what waits for this person in all of them."""
    everywhere = said.place.kind == "personal"
    projects = [await world.store.project(one) for one in await world.store.projects()] if everywhere else [project]
    going_on = [one.project_id for one in projects if one is not None and one.state != "closed"]
    found = [record for one in going_on for record in await world.store.records_of(one)]
    mine = [one for one in found if one.waits(world.clock())]
    deciding = {one.project_id for one in projects if one and one.decided_by(said.speaker, world.clock())}
    return [one for one in mine if not everywhere or one.project_id in deciding]


def _pending(world: World, said: Said, waiting: list[Record]) -> Effects:
    """Everything that waits for a decision, on one new card per project where it was asked for.

    A card belongs to the project whose drafts it shows: it bears its name, and is redrawn and forgotten with it.
    """
    projects = dict.fromkeys(one.project_id for one in waiting)
    shown = (tuple(one for one in waiting if one.project_id == project_id) for project_id in projects)
    cards = (cards_for(world, said.letter_id, records, said.place)[1] for records in shown)
    return Effects(parcels=tuple(card for of_project in cards for card in of_project))


STORIES = {"help": help_here, "status": status, "mine": mine, "late": overdue, "pending": pending}
