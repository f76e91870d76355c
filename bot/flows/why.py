"""Why was I reminded? Told from the ledger: what left when, of what, by whose word, and after which answers."""

from datetime import datetime
from typing import NamedTuple

from bot.core.command import Asked
from bot.core.draft import NUDGES, Record
from bot.core.errors import AgentTrouble
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.parcel import Fate, Parcel
from bot.core.people import Project
from bot.core.project_log import ProjectLog, due_moment
from bot.flows.own_account import log_of
from bot.flows.owned import is_of, task_name
from bot.flows.owners import TOLD
from bot.flows.ports import World
from bot.flows.reply import reply
from cards.words import Words, say

MOST = 12  # lines, the newest first
LEFT = (Fate.SENT, Fate.UNCERTAIN)


class Books(NamedTuple):
    """What is known of a project's reminders, and who reads it."""

    project: Project
    records: tuple[Record, ...]
    parcels: dict[str, Parcel]
    log: ProjectLog | None
    most: int  # reminders of one task
    words: Words
    zone: str


async def why(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    """Whoever decides hears of everybody's, others of their own."""
    books, decides = await _books(world, project, said), project.decided_by(said.speaker, world.clock())
    told = _owners(books) if decides else []
    for record in books.records:
        parcel = books.parcels.get(record.parcel_id)
        if parcel is None or parcel.settled_at is None or not (decides or is_of(record, said.speaker)):
            continue
        if line := _line(books, record, parcel, parcel.settled_at):
            told.append((parcel.settled_at, line))
    if not told:
        return await reply(world, said, books.words.t("why.nothing"))
    newest = [f"- {line}" for _, line in sorted(told, reverse=True)[:MOST]]
    return await reply(world, said, "\n".join((books.words.t("why.head"), "", *newest, "", books.words.t("why.rules"))))


async def _books(world: World, project: Project, said: Said) -> Books:
    records = await world.store.records_of(project.project_id)
    return Books(
        project,
        tuple(one for one in records if one.draft.purpose in NUDGES),
        {one.parcel_id: one for one in await world.store.parcels_of(project.project_id)},
        await _log(world, project),
        world.house.rules.most,
        say(said.place.locale),
        said.place.zone,
    )


async def _log(world: World, project: Project) -> ProjectLog | None:
    """Without it the ledger still knows when and by whom."""
    try:
        return await log_of(world, project) if project.started else None
    except AgentTrouble:
        return None


def _line(books: Books, record: Record, parcel: Parcel, at: datetime) -> str:
    """Empty for what failed: that is no reminder anybody had."""
    words, task_id = books.words, record.draft.task_id
    facts = {
        "time": words.date(at.isoformat(), books.zone),
        "who": words.together(tuple(one.name for one in record.draft.to)),
        "task": task_name(books.log, task_id, words),
        "by": record.decided_by or words.t("why.an_owner"),
        "decided": words.date(record.decided_at.isoformat(), books.zone) if record.decided_at else "",
    }
    if parcel.fate is Fate.REFUSED and words.has(f"why.held.{parcel.trouble}"):
        return words.t(f"why.held.{parcel.trouble}", **facts)
    if parcel.fate not in LEFT:
        return ""
    parts = (words.t("why.sent", **facts), _ground(books, record, at), _count(books, task_id, at))
    return " ".join(part for part in parts if part)


def _ground(books: Books, record: Record, at: datetime) -> str:
    dues = [one.due for one in books.log.tasks if one.task_id == record.draft.task_id] if books.log else []
    due = dues[0] if dues else record.draft.due_at
    moment = due_moment(due, books.project.zone)
    if moment is None:
        return ""
    return books.words.t("why.was_late" if moment <= at else "why.at_risk", due=books.words.date(due, books.zone))


def _count(books: Books, task_id: str, at: datetime) -> str:
    """The how manieth it was of its task."""
    if not task_id:
        return ""
    mine = (books.parcels.get(one.parcel_id) for one in books.records if one.draft.task_id == task_id)
    number = sum(1 for one in mine if one and one.fate in LEFT and one.settled_at and one.settled_at <= at)
    return books.words.t("why.count", number=number, most=books.most)


def _owners(books: Books) -> list[tuple[datetime, str]]:
    return [
        (one.settled_at, books.words.t("why.owner", time=books.words.date(one.settled_at.isoformat(), books.zone)))
        for one in books.parcels.values()
        if one.parcel_id.startswith(TOLD) and one.fate is Fate.SENT and one.settled_at
    ]


STORIES = {"why": why}
