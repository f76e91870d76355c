"""Who decides beside the owner: named by a mention or a mail address, known by the Entra object id behind it."""

import re
from datetime import date
from unicodedata import normalize

from bot.core.command import Asked
from bot.core.deputies import appointed, dismissed, end_of, last_day, serving
from bot.core.errors import Refusal
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Channel, Deputy, Person, Project
from bot.flows.known import by_address, members
from bot.flows.ports import World
from bot.flows.reply import reply, reply_with
from cards.words import Words, say

ADDRESS = re.compile(r"[^\s<>@,;]+@[^\s<>@,;]+\.[^\s<>@,;.]+")
DAY = r"(\d{4}-\d{2}-\d{2}|\d{1,2}/\d{1,2}/\d{4})"
UNTIL = re.compile(rf"\b(?:until|till|to|by|through|até|ate)\s+{DAY}\b", re.IGNORECASE)
END = re.compile(r"\d|\b(?:until|till|to|by|through|for|até|ate|por)\b", re.IGNORECASE)


async def listed(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    """On a card in Teams, where its owner changes it; in words in a mail."""
    if not project.started:
        return await reply_with(world, said, "desk.no_project_yet")
    if said.place.channel is Channel.TEAMS:
        return Effects(parcels=(_card(world, project, said),))
    words, found = say(said.place.locale), serving(project, world.clock())
    if not found:
        return await reply(world, said, words.t("desk.no_deputies", owner=project.owner.name))
    lines = [f"- {named(one, words, project)}" for one in found]
    return await reply(world, said, "\n".join((words.t("desk.deputies", owner=project.owner.name), "", *lines)))


async def add(world: World, project: Project, said: Said, asked: Asked) -> Effects:
    """Authority begins with the next click: what is open can be decided by them too."""
    words = say(said.place.locale)
    try:
        until = end_of(_day(asked.about, said), project, world.clock()) if _names_end(asked.about, said) else None
        changed = appointed(project, await _meant(world, said, asked.about), until, world.clock())
    except Refusal as refusal:
        return await reply(world, said, words.t(refusal.key, **refusal.facts))
    added = changed.deputies[-1]
    key = "desk.deputy_added" if added.until else "desk.deputy_unlimited"
    text = words.t(key, name=named(added, words, project))
    return await reply(world, said, text, entitled(world, changed))


async def remove(world: World, project: Project, said: Said, asked: Asked) -> Effects:
    words, gone = say(said.place.locale), await _named_deputy(world, project, said, asked.about)
    try:
        changed = dismissed(project, gone, world.clock())
    except Refusal as refusal:
        return await reply(world, said, words.t(refusal.key, **refusal.facts))
    text = words.t("desk.deputy_removed", name=gone.name if gone else "")
    return await reply(world, said, text, entitled(world, changed))


def entitled(world: World, project: Project) -> Effects:
    return Effects(project=project, entitled=project.approvers_at(world.clock()))


async def redrawn(world: World, project: Project) -> None:
    """The cards that show who decides: once what changed is written down."""
    for parcel in await world.store.parcels_of(project.project_id):
        if parcel.recipe is not None and parcel.recipe.kind == "deputies":
            await world.jobs.redraw(parcel.parcel_id)


def _card(world: World, project: Project, said: Said) -> Parcel:
    return Parcel(
        parcel_id=f"{project.project_id}.deputies.{said.letter_id}",
        project_id=project.project_id,
        kind="card",
        place=said.place,
        recipe=Recipe(kind="deputies"),
        planned_at=world.clock(),
    )


async def _named_deputy(world: World, project: Project, said: Said, about: str) -> Deputy | None:
    """By a mention or an address; by name too: taking a right away needs less proof than giving it."""
    person = await _meant(world, said, about)
    authority = person.authority if person else ""
    name = " ".join(about.split()).casefold()
    fits = [one for one in project.deputies if one.authority == authority or one.name.casefold() == name]
    return fits[0] if len(fits) == 1 else None


async def _meant(world: World, said: Said, about: str) -> Person | None:
    """The one person mentioned, as the place's own member list knows them; or whose address was typed.

    A name alone is nobody: two people may bear it, and anybody may write it.
    """
    if said.picked is not None:
        return said.picked
    mentioned = {one.teams_id for one in said.mentioned if one.teams_id}
    if len(mentioned) > 1:
        return None
    if mentioned:
        (teams_id,) = mentioned
        return next((one for one in await members(world, said.place) if one.teams_id == teams_id), None)
    found = ADDRESS.search(about)
    return await by_address(world, said.place, found[0]) if found else None


def _names_end(about: str, said: Said) -> bool:
    """In any words: an end that cannot be read is asked for again, else a right would outlast it."""
    rest = ADDRESS.sub(" ", normalize("NFC", about))
    for one in (*said.mentioned, *((said.picked,) if said.picked else ())):
        for name in (one.name, one.oid):
            rest = rest.replace(name, " ") if name else rest
    return END.search(rest) is not None


def _day(about: str, said: Said) -> str:
    """The day that is named, "" where none can be read; slashes are read as their writer's language does."""
    found = UNTIL.search(normalize("NFC", about))
    if found is None or "/" not in found[1]:
        return found[1] if found else ""
    first, second, year = map(int, found[1].split("/"))
    month_first = said.place.locale.replace("_", "-").casefold() in ("en", "en-us")
    month, number = (first, second) if month_first else (second, first)
    try:
        return date(year, month, number).isoformat()
    except ValueError:
        return ""


def named(deputy: Deputy, words: Words, project: Project) -> str:
    name = deputy.name or deputy.address
    if deputy.until is None:
        return name
    return words.t(
        "desk.deputy_until", name=name, date=words.date(last_day(deputy, project.zone), project.zone, year=True)
    )


STORIES = {"deputies": listed, "deputy_add": add, "deputy_remove": remove}
