"""Why was I reminded? Told from the ledger: what left when, of what, by whose word, and after which answers."""

from datetime import datetime

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


async def why(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    """Whoever decides hears of everybody's, others of their own."""
    decides = project.decided_by(said.speaker, world.clock())
    parcels = {one.parcel_id: one for one in await world.store.parcels_of(project.project_id)}
    records = [one for one in await world.store.records_of(project.project_id) if one.draft.purpose in NUDGES]
    log, words, zone = await _log(world, project), say(said.place.locale), said.place.zone
    told: list[tuple[datetime, str]] = []
    for record in records:
        parcel = parcels.get(record.parcel_id)
        if parcel is None or parcel.settled_at is None or not (decides or is_of(record, said.speaker)):
            continue
        if line := _line(world, project, record, parcel, records, parcels, log, words, zone):
            told.append((parcel.settled_at, line))
    if decides:
        told += _owners(parcels, words, zone)
    if not told:
        return await reply(world, said, words.t("why.nothing"))
    newest = [f"- {line}" for _, line in sorted(told, reverse=True)[:MOST]]
    return await reply(world, said, "\n".join((words.t("why.head"), "", *newest, "", words.t("why.rules"))))


async def _log(world: World, project: Project) -> ProjectLog | None:
    """Without it the ledger still knows when and by whom."""
    try:
        return await log_of(world, project) if project.started else None
    except AgentTrouble:
        return None


def _line(
    world: World,
    project: Project,
    record: Record,
    parcel: Parcel,
    records: list[Record],
    parcels: dict[str, Parcel],
    log: ProjectLog | None,
    words: Words,
    zone: str,
) -> str:
    at = parcel.settled_at
    assert at is not None
    task_id = record.draft.task_id
    dues = [one.due for one in log.tasks if one.task_id == task_id] if log else []
    facts = {
        "time": words.date(at.isoformat(), zone),
        "who": ", ".join(one.name for one in record.draft.to),
        "task": task_name(log, task_id, words),
        "by": record.decided_by or words.t("why.an_owner"),
        "decided": words.date(record.decided_at.isoformat(), zone) if record.decided_at else "",
    }
    if parcel.fate is Fate.REFUSED and words.has(f"why.held.{parcel.trouble}"):
        return words.t(f"why.held.{parcel.trouble}", **facts)
    if parcel.fate not in LEFT:
        return ""
    ground = _ground(dues[0] if dues else record.draft.due_at, at, project.zone, words)
    mine = [parcels[one.parcel_id] for one in records if one.draft.task_id == task_id and one.parcel_id in parcels]
    number = sum(one.fate in LEFT and one.settled_at is not None and one.settled_at <= at for one in mine)
    count = words.t("why.count", number=number, most=world.house.rules.most) if task_id else ""
    return " ".join(part for part in (words.t("why.sent", **facts), ground, count) if part)


def _ground(due: str, at: datetime, zone: str, words: Words) -> str:
    moment = due_moment(due, zone)
    if moment is None:
        return ""
    return words.t("why.was_late" if moment <= at else "why.at_risk", due=words.date(due, zone))


def _owners(parcels: dict[str, Parcel], words: Words, zone: str) -> list[tuple[datetime, str]]:
    return [
        (one.settled_at, words.t("why.owner", time=words.date(one.settled_at.isoformat(), zone)))
        for one in parcels.values()
        if one.parcel_id.startswith(TOLD) and one.fate is Fate.SENT and one.settled_at
    ]


STORIES = {"why": why}
