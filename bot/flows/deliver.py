"""A parcel leaves: taken from the ledger under a lease, sent once, and written down whatever became of it."""

import logging
from datetime import timedelta
from typing import Literal

from bot.core.draft import Record
from bot.core.errors import (
    FromNewer,
    MessageGone,
    Refusal,
    Throttled,
    Uncertain,
    Undeliverable,
    UndeliverableReason,
)
from bot.core.letter import Letter, Told
from bot.core.parcel import Fate, Parcel
from bot.core.people import Channel, Contact, Person, Place, Project
from bot.core.post import Mail
from bot.flows.cards_of import card_of, record_of
from bot.flows.ports import World
from bot.flows.redraw import redraw, show

log = logging.getLogger(__name__)
FOR_THE_NEWER = timedelta(seconds=15)
GATHER = 1.0  # seconds: what becomes of the messages of one approval is told together
UNREACHABLE: dict[UndeliverableReason, Literal["blocked", "disabled", "removed"]] = {
    "blocked": "blocked",
    "disabled": "disabled",
    "not_member": "removed",
}
TELLS: dict[Fate, Literal["sent", "failed", "uncertain"]] = {
    Fate.SENT: "sent",
    Fate.FAILED: "failed",
    Fate.UNCERTAIN: "uncertain",
}


async def ship(world: World, parcel_id: str) -> None:
    """Safe to call any number of times: only a planned parcel is taken, and only by one."""
    try:
        await _ship(world, parcel_id)
    except FromNewer as strange:  # it stays planned, and is found by the next round of whoever can read it
        log.warning("parcel %s is left to a newer worker: %s", parcel_id, strange)


async def _ship(world: World, parcel_id: str) -> None:
    parcel = await world.store.take(parcel_id, world.clock())
    if parcel is None:
        await _refused(world, parcel_id)
        return
    await _write_down(world, await _sent(world, parcel))


async def doubt(world: World, parcel_id: str) -> None:
    """A sender went away in the middle: the owner sees it and hears of it."""
    parcel = await world.store.parcel(parcel_id)
    if parcel is not None and parcel.fate is Fate.SENDING:
        doubtful = {"fate": Fate.UNCERTAIN, "settled_at": world.clock()}
        await _write_down(world, parcel.model_copy(update=doubtful))


async def _write_down(world: World, settled: Parcel) -> None:
    """The news leaves with the fate, in one step: a desk that goes away right after it keeps nothing to itself."""
    letters = (_told(settled, world),) if settled.kind == "brief" and settled.fate in TELLS else ()
    await world.store.settle(settled, letters)
    if letters:
        await world.jobs.look(settled.project_id, GATHER)
    if settled.record_key:
        await redraw(world, settled.record_key)


async def _refused(world: World, parcel_id: str) -> None:
    """What was approved is not what would have left: the owner sees it on the card."""
    parcel = await world.store.parcel(parcel_id)
    if parcel is not None and parcel.fate is Fate.REFUSED:
        await redraw(world, parcel.record_key)


async def _sent(world: World, parcel: Parcel) -> Parcel:
    """The parcel as it will stand in the ledger."""
    now = world.clock()
    try:
        ref, place = await (_brief(world, parcel) if parcel.kind == "brief" else _card(world, parcel))
    except Throttled as wait:
        await world.jobs.ship(parcel.parcel_id, wait.retry_after)
        return parcel.model_copy(update={"fate": Fate.PLANNED, "not_before": now + timedelta(seconds=wait.retry_after)})
    except FromNewer:  # everything is read before anything is sent
        return parcel.model_copy(update={"fate": Fate.PLANNED, "not_before": now + FOR_THE_NEWER})
    except Uncertain:
        log.warning("parcel %s may or may not have arrived", parcel.parcel_id)
        return parcel.model_copy(update={"fate": Fate.UNCERTAIN, "settled_at": now})
    except Undeliverable as no:
        log.warning("parcel %s cannot be delivered: %s", parcel.parcel_id, no.reason)
        return parcel.model_copy(update={"fate": Fate.FAILED, "trouble": no.reason, "settled_at": now})
    except Refusal as refusal:
        log.warning("parcel %s has nothing to show: %s", parcel.parcel_id, refusal.key)
        return parcel.model_copy(update={"fate": Fate.FAILED, "trouble": "unknown", "settled_at": now})
    return parcel.model_copy(update={"fate": Fate.SENT, "ref": ref, "shown_in": place, "settled_at": now})


async def _card(world: World, parcel: Parcel) -> tuple[str, Place]:
    place = parcel.place
    if place is None:
        raise Undeliverable(parcel.parcel_id, "no_address")
    card, older = await card_of(world, parcel), await _older(world, parcel)
    try:
        posted = await show(world, place, card, older)
    except MessageGone as gone:
        if not older:  # what this card answers is gone, and nobody is left to read it
            raise Undeliverable(parcel.parcel_id) from gone
        posted = await show(world, place, card)
    return posted.ref, posted.place


async def _older(world: World, parcel: Parcel) -> str:
    """The message that this card takes the place of, "" for a new one."""
    replaced = parcel.recipe.replaces if parcel.recipe else ""
    older = await world.store.parcel(replaced) if replaced else None
    return older.ref if older and older.shown_in == parcel.place else ""


async def _brief(world: World, parcel: Parcel) -> tuple[str, Place]:
    seen = await record_of(world, parcel.record_key)
    if seen.record.draft.channel is Channel.MAIL:
        return await _by_mail(world, parcel, seen.record)
    return await _in_teams(world, seen.record, seen.project)


async def _by_mail(world: World, parcel: Parcel, record: Record) -> tuple[str, Place]:
    draft = record.draft
    to = tuple(Person(name=one.name, address=one.address, oid=one.oid) for one in draft.to)
    if not all(one.address for one in to):
        raise Undeliverable(record.key, "no_address")
    mail = Mail(
        to=to,
        subject=draft.subject,
        text=draft.body,
        html="",  # the words as they were approved, byte for byte, and nothing made of them
        project_id=record.project_id,
        key=parcel.parcel_id,
    )
    message_id = await world.post.send(mail)
    await world.store.sent_mail(message_id, record.key, record.project_id)
    place = Place(channel=Channel.MAIL, tenant="", conversation=message_id, kind="mail", subject=draft.subject)
    return message_id, place


async def _in_teams(world: World, record: Record, project: Project) -> tuple[str, Place]:
    draft, voice = record.draft, world.voices[Channel.TEAMS]
    to, tenant = draft.to[0], project.owner.tenant
    contact = await world.store.contact(tenant, to.oid) if to.oid else None
    try:
        place = await _chat_with(world, record, project, contact)
        posted = await voice.say(place, draft.body, exact=True, summary=draft.subject)
    except Undeliverable as no:
        if contact and no.reason in UNREACHABLE:
            await world.store.save_contact(contact.model_copy(update={"state": UNREACHABLE[no.reason]}))
        raise
    await world.store.link(posted.place.thread, record.project_id)
    return posted.ref, posted.place


async def _chat_with(world: World, record: Record, project: Project, contact: Contact | None) -> Place:
    """The 1:1 chat: the one the person wrote from, else a new one by directory id; never by mail address."""
    to, tenant = record.draft.to[0], project.owner.tenant
    if contact and contact.state in ("blocked", "disabled"):
        raise Undeliverable(record.key, contact.state)
    if contact and contact.place and contact.state == "active":
        return contact.place
    if not to.oid:
        raise Undeliverable(record.key, "no_address")
    person = contact.person if contact else Person(oid=to.oid, name=to.name, address=to.address, tenant=tenant)
    place = await world.voices[Channel.TEAMS].meet(project.home, person)
    await world.store.save_contact(Contact(person=person, place=place))
    return place


def _told(parcel: Parcel, world: World) -> Letter:
    return Told(
        letter_id=f"told.{parcel.parcel_id}.{parcel.fate.value}.{parcel.attempts}",
        record_key=parcel.record_key,
        verb=TELLS[parcel.fate],
        at=world.clock(),
        channel=parcel.channel,
        ref=parcel.ref,
        reason=parcel.trouble,
    )
