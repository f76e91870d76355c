"""A card of what changed since the owner last looked, and only when something did."""

from bot.core.errors import AgentTrouble
from bot.core.habits import Kind
from bot.core.letter import Looked
from bot.core.memory import Effects
from bot.core.news import Change, changes, concerns, glance, told_by_now
from bot.core.nudge import Verdict
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Person, Place, Project, Role
from bot.core.project_log import ProjectLog, Task
from bot.core.wall import day_of
from bot.flows import effects
from bot.flows.own_account import log_of
from bot.flows.ports import World
from bot.flows.time_of import time_of
from bot.flows.wishes import ASKED
from cards.words import Words, say

AWAY = "away_past_due"  # a machine that answers names no day that can be relied on
MOST = 20  # lines; whoever was away for long is told how many more there are


async def since_last_look(
    world: World, project: Project, looked: Looked, log: ProjectLog, verdicts: tuple[tuple[Task, Verdict], ...]
) -> Effects:
    """The card and the new glance, both written with the end of the look. The first look of all only remembers."""
    before = await world.store.glance(project.project_id)
    theirs = await time_of(world, project.owner, project)
    told = before.told if before else ()
    fresh = glance(log, told_by_now(verdicts), world.clock())
    new = (*(changes(before, log) if before else ()), *concerns(verdicts, told))
    if not theirs.habits.wants(Kind.NEWS):
        return Effects()
    if not new:
        return Effects(glances=((project.project_id, fresh),) if before is None or before.told != fresh.told else ())
    name = f"{project.project_id}.news.{day_of(world.clock(), theirs.calendar.zone):%Y%m%d}"
    if looked.reason == ASKED:
        name = f"{project.project_id}.news.{looked.letter_id}"
    elif await world.store.parcel(name):  # one a day: what is new since then stands on the next one
        return Effects()
    place = await effects.approval_place(world, project)
    text = _text(new, before.at.isoformat() if before else "", place, project)
    parcel = Parcel(
        parcel_id=name,
        project_id=project.project_id,
        kind="card",
        place=place,
        recipe=Recipe(kind="notice", text=text),
        planned_at=world.clock(),
    )
    return Effects(parcels=(parcel,), glances=((project.project_id, fresh),))


async def seen_by(world: World, project: Project, speaker: Person, log: ProjectLog | None = None) -> Effects:
    """The owner looked just now: what they see needs no card. `log`: what they were shown, else it is read."""
    if project.role_of(speaker, world.clock()) is not Role.OWNER:
        return Effects()
    try:
        log = log or await log_of(world, project)
    except AgentTrouble:
        return Effects()
    if log is None:
        return Effects()
    before = await world.store.glance(project.project_id)
    told = before.told if before else ()
    return Effects(glances=((project.project_id, glance(log, told, world.clock())),))


def _text(new: tuple[Change, ...], since: str, place: Place, project: Project) -> str:
    words = say(place.locale)
    head = words.t("news.since", date=words.date(since, place.zone)) if since else words.t("news.first")
    lines = [_line(one, words, project) for one in new[:MOST]]
    more = [words.t("news.more", n=len(new) - MOST)] if len(new) > MOST else []
    return "\n".join((head, "", *lines, *more))


def _line(one: Change, words: Words, project: Project) -> str:
    facts = {
        "title": one.title,
        "owner": one.owner or words.t("news.nobody"),
        "due": words.date(one.due, project.zone) if one.due else words.t("desk.no_date"),
        "until": words.date(one.until.isoformat(), project.zone) if one.until else "",
        "n": one.gaps,
    }
    key = f"news.{one.what}" if one.until or one.what != AWAY else f"news.{one.what}.open"
    return f"- {words.t(key, **facts)}"
