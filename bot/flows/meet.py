"""The bot was added somewhere or taken away again, people left, or the place itself is gone."""

from datetime import timedelta

from bot.core.letter import Met
from bot.core.memory import Effects
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Channel, Contact, Place, Project, Role
from bot.flows.ports import World
from bot.flows.threads import title_of
from cards.words import say

PLACES = {"personal": "personal", "group": "chat", "channel": "team"}


async def meet(world: World, met: Met) -> Effects:
    if met.event == "left":
        return await _left(world, met)
    if met.event != "added" and met.place.kind != "personal":
        return Effects(parcels=await _no_longer_here(world, met))
    return await _greeting(world, met)


async def _greeting(world: World, met: Met) -> Effects:
    """Greets once per place; a person who removed the bot is not written to until they write again."""
    contacts: tuple[Contact, ...] = ()
    if met.place.kind == "personal" and met.person.authority and met.event != "gone":
        contacts = (Contact(person=met.person, place=met.place, state="active" if met.event == "added" else "removed"),)
    if met.event != "added" or not await world.store.once(f"welcome:{met.place.thread}", timedelta(days=30)):
        return Effects(contacts=contacts)
    text = f'{{"place": "{PLACES.get(met.place.kind, "team")}"}}'
    parcel = Parcel(
        parcel_id=f"welcome.{met.letter_id}",
        project_id=met.place.project_id,
        kind="card",
        place=met.place,
        recipe=Recipe(kind="welcome", text=text),
        planned_at=world.clock(),
    )
    return Effects(contacts=contacts, parcels=(parcel,))


async def _left(world: World, met: Met) -> Effects:
    """Rights are no matter of presence: whoever leaves keeps them, and the owner hears of it."""
    parcels = []
    for project in await _living_in(world, met.place):
        if project.role_of(met.person, world.clock()) is Role.DEPUTY:
            parcels.append(await _notice(world, project, met, "desk.deputy_left", name=met.person.name or "–"))
    return Effects(parcels=tuple(parcels))


async def _no_longer_here(world: World, met: Met) -> tuple[Parcel, ...]:
    """The owner hears in their own chat that the desk cannot speak in the project's place any more."""
    key = "desk.place_gone" if met.event == "gone" else "desk.bot_removed"
    return tuple([await _notice(world, project, met, key) for project in await _living_in(world, met.place)])


async def _living_in(world: World, place: Place) -> list[Project]:
    """Open projects whose home is this chat, a thread of this channel, or a channel of this team."""
    found = [await world.store.project(one) for one in await world.store.projects()]
    return [one for one in found if one and one.state != "closed" and _same_room(one.home, place)]


def _same_room(home: Place, place: Place) -> bool:
    if home.channel is not Channel.TEAMS or home.tenant != place.tenant:
        return False
    room = place.conversation.partition(";")[0]
    whole_team = bool(place.team) and room == place.team  # the general channel bears the team's name
    return (whole_team and home.team == place.team) or home.conversation.partition(";")[0] == room


async def _notice(world: World, project: Project, met: Met, key: str, **facts: str) -> Parcel:
    contact = await world.store.contact(project.owner.tenant, project.owner.oid)
    place = contact.place if contact and contact.place and contact.state == "active" else project.home
    words = say(place.locale)
    return Parcel(
        parcel_id=f"{project.project_id}.{met.event}.{met.letter_id}",
        project_id=project.project_id,
        kind="card",
        place=place,
        recipe=Recipe(kind="notice", text=words.t(key, project=title_of(project, words), **facts)),
        planned_at=world.clock(),
    )
