"""Who decides beside the owner: named by a mention or a mail address, known by the Entra object id behind it."""

import re
from datetime import date, datetime, timedelta

from bot.core.command import Asked
from bot.core.errors import ChannelTrouble
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.people import Channel, Deputy, Person, Project
from bot.core.project_log import due_moment
from bot.flows.ports import World
from bot.flows.reply import reply, reply_with
from cards.words import Words, say

ADDRESS = re.compile(r"[^\s<>@,;]+@[^\s<>@,;]+\.[^\s<>@,;.]+")
UNTIL = re.compile(r"\b(?:until|till|to|até|ate)\s+(\d{4}-\d{2}-\d{2}|\d{1,2}/\d{1,2}/\d{4})\b", re.IGNORECASE)
UNDATED = re.compile(r"\b(?:until|till|até)\b", re.IGNORECASE)
MOST = 10


async def listed(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    if not project.started:
        return await reply_with(world, said, "desk.no_project_yet")
    words, now = say(said.place.locale), world.clock()
    serving = [one for one in project.deputies if one.serves(now)]
    if not serving:
        return await reply(world, said, words.t("desk.no_deputies", owner=project.owner.name))
    lines = [f"- {_named(one, words, project)}" for one in serving]
    return await reply(world, said, "\n".join((words.t("desk.deputies", owner=project.owner.name), "", *lines)))


async def add(world: World, project: Project, said: Said, asked: Asked) -> Effects:
    """Authority begins with the next click: what is open can be decided by them too."""
    words, until = say(said.place.locale), None
    if UNDATED.search(asked.about):
        until = _until(asked.about, said, project)
        if until is None or until <= world.clock():
            return await reply(world, said, words.t("desk.deputy_date"))
    person = await _meant(world, said, asked.about)
    if person is None or not person.authority or person.tenant != project.owner.tenant:
        return await reply(world, said, words.t("desk.deputy_unknown"))
    if person.authority == project.owner.authority:
        return await reply(world, said, words.t("desk.deputy_is_owner"))
    others = tuple(one for one in _serving(world, project) if one.authority != person.authority)
    if len(others) >= MOST:
        return await reply(world, said, words.t("desk.deputies_enough", n=MOST))
    deputy = Deputy.model_validate(person.model_dump(include=set(Person.model_fields)) | {"until": until})
    changed = project.model_copy(update={"deputies": (*others, deputy)})
    return await reply(
        world, said, words.t("desk.deputy_added", name=_named(deputy, words, project)), _entitled(world, changed)
    )


async def remove(world: World, project: Project, said: Said, asked: Asked) -> Effects:
    words = say(said.place.locale)
    gone = await _named_deputy(world, project, said, asked.about)
    if gone is None:
        return await reply(world, said, words.t("desk.deputy_not_listed"))
    left = tuple(one for one in _serving(world, project) if one.authority != gone.authority)
    changed = project.model_copy(update={"deputies": left})
    return await reply(world, said, words.t("desk.deputy_removed", name=gone.name), _entitled(world, changed))


def _serving(world: World, project: Project) -> tuple[Deputy, ...]:
    return tuple(one for one in project.deputies if one.serves(world.clock()))


def _entitled(world: World, project: Project) -> Effects:
    return Effects(project=project, entitled=project.approvers_at(world.clock()))


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
    mentioned = {one.teams_id for one in said.mentioned if one.teams_id}
    if len(mentioned) > 1:
        return None
    if mentioned:
        (teams_id,) = mentioned
        return next((one for one in await _members(world, said) if one.teams_id == teams_id), None)
    found = ADDRESS.search(about)
    if found is None:
        return None
    address = found[0].casefold()
    listed = next((one for one in await _members(world, said) if one.address.casefold() == address), None)
    if listed is not None:
        return listed
    contact = await world.store.contact_by_address(said.place.tenant, address)
    return contact.person if contact and contact.person.oid else await world.post.who(address)


async def _members(world: World, said: Said) -> tuple[Person, ...]:
    if said.place.channel is not Channel.TEAMS:
        return ()
    try:
        return await world.voices[said.place.channel].members(said.place)
    except ChannelTrouble:
        return ()


def _until(about: str, said: Said, project: Project) -> datetime | None:
    """The end of the day that is named, in the project's zone; slashes are read as their writer's language does."""
    found = UNTIL.search(about)
    if found is None:
        return None
    day = found[1]
    if "/" in day:
        first, second, year = map(int, day.split("/"))
        month_first = said.place.locale.replace("_", "-").casefold() in ("en", "en-us")
        month, number = (first, second) if month_first else (second, first)
        try:
            day = date(year, month, number).isoformat()
        except ValueError:
            return None
    return due_moment(day, project.zone)


def _named(deputy: Deputy, words: Words, project: Project) -> str:
    name = deputy.name or deputy.address
    if deputy.until is None:
        return name
    last = (deputy.until - timedelta(minutes=1)).isoformat()
    return words.t("desk.deputy_until", name=name, date=words.date(last, project.zone, year=True))


STORIES = {"deputies": listed, "deputy_add": add, "deputy_remove": remove}
