"""Somebody asked something that needs no agent: answered at once from the project log and the store."""

from bot.core.command import Command
from bot.core.draft import Record
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.people import Place, Project
from bot.core.project_log import ProjectLog, Task, late, owed_by, read_log
from bot.flows.ballot import said_with
from bot.flows.dashboard import payload_of
from bot.flows.offers import cards_for, dashboard_for
from bot.flows.ports import World
from bot.flows.stage import Bookmark, Stage
from cards.words import Words, say

LOG = "projects/{}/project_log.json"


async def answer(world: World, project: Project, said: Said, command: Command) -> Effects | None:
    """None: there is no log to answer from, so that only the agent can tell."""
    if command in ("help", "pending"):
        text, effects = await _from_the_store(world, project, said, command)
        return await _said(world, said, text, effects)
    log = await log_of(world, project) if project.started else None
    if log is None:
        return None
    if command == "status":
        return _status(world, project, said, log)
    return await _said(world, said, _from_the_log(world, project, said, command, log), Effects())


async def _said(world: World, said: Said, text: str, effects: Effects) -> Effects:
    stage = Stage(world, await Bookmark.open(world.store, said.letter_id), said.place)
    effects, text = said_with(effects, said.place, text)
    await stage.close(text, exact=True)
    return effects


async def log_of(world: World, project: Project) -> ProjectLog | None:
    """The agent's own account of the project, read through the files of its sandbox."""
    return read_log(await world.agent.read(project.session_id, LOG.format(project.project_id)))


async def _from_the_store(world: World, project: Project, said: Said, command: Command) -> tuple[str, Effects]:
    words = say(said.place.locale)
    if command == "help":
        return words.t("desk.help"), Effects()
    waiting = await _waiting(world, project, said)
    if not waiting:
        return words.t("desk.nothing_pending"), Effects()
    decides = said.place.kind == "personal" or said.speaker.authority in project.approvers
    return words.t("desk.pending", n=len(waiting)), _pending(world, said, waiting) if decides else Effects()


def _from_the_log(world: World, project: Project, said: Said, command: Command, log: ProjectLog) -> str:
    words = say(said.place.locale)
    if command == "mine":
        return _mine(owed_by(log, said.speaker.oid, said.speaker.address), words, said.place)
    tasks = tuple(task for task in log.tasks if late(task, world.clock(), project.zone))
    if not tasks:
        return words.t("desk.nothing_late")
    return (
        words.t("desk.late_list", n=len(tasks)) + "\n\n" + "\n".join(_line(task, words, said.place) for task in tasks)
    )


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
    return [one for one in mine if not everywhere or said.speaker.authority in one.approvers]


def _pending(world: World, said: Said, waiting: list[Record]) -> Effects:
    """Everything that waits for a decision, on one new card per project where it was asked for.

    A card belongs to the project whose drafts it shows: it bears its name, and is redrawn and forgotten with it.
    """
    projects = dict.fromkeys(one.project_id for one in waiting)
    shown = (tuple(one for one in waiting if one.project_id == project_id) for project_id in projects)
    cards = (cards_for(world, said.letter_id, records, said.place)[1] for records in shown)
    return Effects(parcels=tuple(card for of_project in cards for card in of_project))
