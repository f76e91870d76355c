"""Who decides, on a card: everybody in its place may look, its owner names people there and takes it back.

A change is made at once while nobody works on the project; otherwise it waits its turn like the same words typed.
"""

import logging
from hashlib import sha256

from bot.core.deputies import appointed, dismissed, end_of
from bot.core.errors import ChannelTrouble, Refusal
from bot.core.letter import Said
from bot.core.parcel import Parcel
from bot.core.people import Person, Place, Project, Role
from bot.flows import onlookers, views
from bot.flows.deputies import entitled, redrawn
from bot.flows.known import by_address, by_oid, who_decides
from bot.flows.ports import World
from cards import models
from cards.click import Click
from cards.words import say

log = logging.getLogger(__name__)


async def look(world: World, clicked: Click, actor: Person, place: Place | None) -> models.Card:
    parcel, project = await _card(world, clicked.ref)
    if not (onlookers.stands_in(parcel, place) or project.decided_by(actor, world.clock())):
        raise Refusal("desk.not_yours")
    shown = await who_decides(world, parcel, project)
    return shown if _owns(world, project, actor) else views.for_onlooker(shown, project)


async def change(world: World, clicked: Click, actor: Person, place: Place | None) -> models.Deputies:
    parcel, project = await _card(world, clicked.ref)
    if not _owns(world, project, actor):
        log.warning("%s in %s is not for %s", clicked.verb, project.project_id, actor.authority or "nobody known")
        raise Refusal("desk.only_owner")
    if project.state == "closed":
        raise Refusal("desk.stopped")
    try:
        person = await _meant(world, clicked, project, parcel.shown_in or place or project.home)
        _changed(world, clicked, await _there(world, project), person)  # what cannot be is said before anything waits
        hint = await _made(world, clicked, project, person, actor, parcel)
    except Refusal as refusal:
        hint = say(project.locale).t(refusal.key, **refusal.facts)
    fresh = await world.store.project(project.project_id)
    if fresh is None:  # deleted meanwhile, with all that stood on this card
        raise Refusal("desk.unknown_button")
    return await who_decides(world, parcel, fresh, hint)


async def _card(world: World, ref: str) -> tuple[Parcel, Project]:
    parcel = await world.store.parcel(ref)
    project = await world.store.project(parcel.project_id) if parcel else None
    if parcel is None or project is None or parcel.recipe is None or parcel.recipe.kind != "deputies":
        raise Refusal("desk.unknown_button")
    return parcel, project


async def _there(world: World, project: Project) -> Project:
    """As it is by now: people were asked about meanwhile, and others may have ended or deleted it."""
    fresh = await world.store.project(project.project_id)
    if fresh is None:
        raise Refusal("desk.unknown_button")
    if fresh.state == "closed":
        raise Refusal("desk.stopped")
    return fresh


def _owns(world: World, project: Project, actor: Person) -> bool:
    return bool(actor.authority) and project.role_of(actor, world.clock()) is Role.OWNER


async def _meant(world: World, clicked: Click, project: Project, place: Place) -> Person | None:
    """Of two who were named the one who was picked; a picker that takes several sends them with commas."""
    if clicked.verb == "deputy_remove":
        return next((one for one in project.deputies if one.oid == clicked.person), None)
    if not (clicked.person.strip() or clicked.address.strip()):
        raise Refusal("desk.deputy_who")
    places = dict.fromkeys((place, project.home))
    try:
        for where in places:
            if clicked.person:
                found = await by_oid(world, where, clicked.person.strip())
            else:
                found = await by_address(world, where, clicked.address)
            if found is not None:
                return found
    except ChannelTrouble as trouble:
        log.info("nobody could say who is meant in %s: %s", project.project_id, type(trouble).__name__)
    return None


def _changed(world: World, clicked: Click, project: Project, person: Person | None) -> Project:
    now = world.clock()
    if clicked.verb == "deputy_remove":
        gone = next((one for one in project.deputies if person and one.authority == person.authority), None)
        return dismissed(project, gone, now)
    try:
        until = end_of(clicked.until.strip(), project, now) if clicked.until.strip() else None
    except Refusal as odd:
        raise Refusal("desk.deputy_day") from odd
    return appointed(project, person, until, now)


async def _made(
    world: World, clicked: Click, project: Project, person: Person | None, actor: Person, parcel: Parcel
) -> str:
    """Under the project's lease, so that no turn writes over it; "" when it is done."""
    async with world.store.hold(project.project_id, f"click:{parcel.parcel_id}") as lease:
        if lease is not None and await _written(world, clicked, project, person, lease):
            return ""
    await _later(world, clicked, project, person, actor, parcel)
    return say(project.locale).t("desk.deputy_after")


async def _written(world: World, clicked: Click, project: Project, person: Person | None, lease: str) -> bool:
    """Judged again by what is true by now. False: somebody else has the project."""
    try:
        changed = _changed(world, clicked, await _there(world, project), person)
        done = await world.store.appoint(project.project_id, lease, entitled(world, changed))
    except Refusal:
        await world.store.leave(project.project_id, lease)
        raise
    finally:
        world.jobs.book(project.project_id)  # who came meanwhile found the project taken
    if done:
        await redrawn(world, changed)
    return done


async def _later(
    world: World, clicked: Click, project: Project, person: Person | None, actor: Person, parcel: Parcel
) -> None:
    """The same as a command, which waits behind the answer that is being written."""
    until = f" until {clicked.until.strip()}" if clicked.until.strip() and clicked.verb == "deputy_add" else ""
    head = "add deputy" if clicked.verb == "deputy_add" else "remove deputy"
    order = f"{parcel.parcel_id}|{clicked.verb}|{person.oid if person else ''}{until}|{world.clock().isoformat()}"
    said = Said(
        letter_id=f"order-{sha256(order.encode()).hexdigest()[:32]}",
        place=parcel.shown_in or parcel.place or project.home,
        speaker=actor,
        text=f"{head} {person.oid if person else ''}{until}",
        picked=person,
        at=world.clock(),
    )
    if await world.store.accept(said.letter_id, said.place, said, project.project_id):
        world.jobs.book(project.project_id)
