"""Who is this? Each channel tells half: Teams an object id without an address, mail an address without an object id."""

import logging

from bot.core.errors import ChannelTrouble
from bot.core.letter import Said
from bot.core.people import Channel, Contact, Person, Place, Project
from bot.flows.ports import World

log = logging.getLogger(__name__)


async def acquaint(world: World, project: Project, said: Said) -> Person:
    """The speaker as far as we know them. What is new is kept at once: somebody who writes can be written to."""
    known = await _contact(world, project, said.speaker)
    speaker = await _completed(world, project, said, known)
    contact = _taught(said.place, speaker, known)
    if speaker.authority and contact != known:
        await world.store.save_contact(contact)
    return speaker


def _taught(place: Place, speaker: Person, known: Contact | None) -> Contact:
    """Only a message in the 1:1 chat proves that this chat may be written to; a word in a channel does not."""
    if place.channel is Channel.TEAMS and place.kind == "personal":
        return Contact(person=speaker, place=place)
    return known.model_copy(update={"person": speaker}) if known else Contact(person=speaker)


async def _contact(world: World, project: Project, speaker: Person) -> Contact | None:
    if speaker.oid:
        return await world.store.contact(speaker.tenant, speaker.oid)
    return await world.store.contact_by_address(project.owner.tenant, speaker.address) if speaker.address else None


async def _completed(world: World, project: Project, said: Said, known: Contact | None) -> Person:
    speaker = said.speaker
    if not speaker.oid:
        return known.person if known else _named(project, speaker)
    if speaker.address:
        return speaker
    # Asked once per person: who is not listed with an address today will hardly be tomorrow.
    listed = known.person if known else await _listed(world, said.place, speaker)
    return speaker.model_copy(update={"address": listed.address, "guest": listed.guest}) if listed else speaker


def _named(project: Project, speaker: Person) -> Person:
    """Owner or deputy, writing from the address we know of them."""
    wanted = speaker.address.casefold()
    people = (project.owner, *project.deputies)
    return next((one for one in people if wanted and one.address.casefold() == wanted), speaker)


async def _listed(world: World, place: Place, speaker: Person) -> Person | None:
    """The conversation's own member list: it has the address, and says who is a guest here."""
    try:
        members = await world.voices[place.channel].members(place)
    except ChannelTrouble as trouble:
        log.info("the members of %s could not be listed: %s", place.thread, type(trouble).__name__)
        return None
    return next((one for one in members if one.oid == speaker.oid), None)
