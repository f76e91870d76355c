"""Who could be named as a deputy, and how a person is found for certain: by member lists, chats, the directory."""

from bot.core.errors import ChannelTrouble
from bot.core.parcel import Parcel
from bot.core.people import Channel, Person, Place, Project
from bot.flows import present
from bot.flows.ports import World
from cards import models

MOST = 25  # people on a list that is read to its end


async def who_decides(world: World, parcel: Parcel, project: Project, hint: str = "") -> models.Deputies:
    """The card, as the project's owner sees it."""
    places = dict.fromkeys(one for one in (parcel.shown_in, parcel.place, project.home) if one is not None)
    found: dict[str, Person] = {}
    for place in places:
        if place.channel is Channel.TEAMS:
            found |= {one.oid: one for one in await world.voices[place.channel].readers(place)}
    ours = (one for one in found.values() if one.authority and one.name and one.tenant == project.owner.tenant)
    others = sorted((one for one in ours if one.authority != project.owner.authority), key=lambda one: one.name)
    return present.deputies(parcel, project, others[:MOST], world.clock(), hint)


async def by_address(world: World, place: Place, address: str) -> Person | None:
    address = address.strip().casefold()
    listed = next((one for one in await members(world, place) if one.address.casefold() == address), None)
    if listed is not None:
        return listed
    contact = await world.store.contact_by_address(place.tenant, address)
    return contact.person if contact and contact.person.oid else await world.post.who(address)


async def by_oid(world: World, place: Place, oid: str) -> Person | None:
    """Of somebody who was picked: a client names whom it likes, so they are looked up as anybody else is."""
    listed = next((one for one in await members(world, place) if one.oid == oid), None)
    if listed is not None:
        return listed
    contact = await world.store.contact(place.tenant, oid)
    return contact.person if contact else await world.post.who(oid)


async def members(world: World, place: Place) -> tuple[Person, ...]:
    """Of a place in Teams, asked for now; nobody, where they cannot be had."""
    if place.channel is not Channel.TEAMS:
        return ()
    try:
        return await world.voices[place.channel].members(place)
    except ChannelTrouble:
        return ()
