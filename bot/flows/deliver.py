"""A parcel leaves: taken from the ledger under a lease, sent once, and written down whatever became of it."""

import logging
from datetime import timedelta
from typing import Literal

from bot.core.draft import HANDOVER, NUDGES, Record
from bot.core.errors import (
    AgentTrouble,
    ChannelTrouble,
    FromNewer,
    MessageGone,
    NotYet,
    Refusal,
    Throttled,
    Uncertain,
    Undeliverable,
    UndeliverableReason,
)
from bot.core.letter import Letter, Told
from bot.core.parcel import HELD_BACK, UNDONE, Fate, Parcel
from bot.core.people import Channel, Contact, Person, Place, Project
from bot.flows import mail_out, quotes
from bot.flows.cards_of import Shown, card_of, record_of
from bot.flows.hold import hold
from bot.flows.own_account import log_of
from bot.flows.ports import World
from bot.flows.redraw import redraw, show

log = logging.getLogger(__name__)
FOR_THE_NEWER = timedelta(seconds=15)
GATHER = 1.0  # seconds: what becomes of the messages of one approval is told together
ONCE_MORE = timedelta(seconds=20)  # until a card is shown again that perhaps nobody saw
MAIL_ONCE_MORE = timedelta(minutes=3)  # of a mail: a slow sender has ended by then, and what it sent is found
AGAIN = ".again"
# a dashboard is not among them: it is drawn anew at every change anyway
TWICE = ("batch", "draft", "error", "dead", "notice", "question", "reminder")
UNREACHABLE: dict[UndeliverableReason, Literal["blocked", "disabled", "removed"]] = {
    "blocked": "blocked",
    "disabled": "disabled",
    "not_member": "removed",
}
TELLS: dict[Fate, Literal["sent", "failed", "uncertain"]] = {
    Fate.SENT: "sent",
    Fate.FAILED: "failed",
    Fate.REFUSED: "failed",
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
    """A sender went away in the middle: a mailbox can say whether it sent; else the owner sees it and hears of it."""
    try:
        await _doubt(world, parcel_id)
    except FromNewer as strange:  # it stays overdue, and is found by the next round of whoever can read it
        log.warning("parcel %s is left to a newer worker: %s", parcel_id, strange)


async def _doubt(world: World, parcel_id: str) -> None:
    parcel = await world.store.parcel(parcel_id)
    if parcel is not None and parcel.fate is Fate.SENDING:
        ended = {"fate": Fate.UNCERTAIN, "settled_at": world.clock()} | await _found(world, parcel)
        await _write_down(world, parcel.model_copy(update=ended))


async def _found(world: World, parcel: Parcel) -> dict[str, object]:
    """What the mailbox knows of a mail in doubt. One that is not there may still be on its way: that says nothing."""
    record = await world.store.record(parcel.record_key) if parcel.kind == "brief" else None
    if record is None or record.draft.channel is not Channel.MAIL:
        return {}
    try:
        message_id = await world.post.arrived(parcel.parcel_id)
    except ChannelTrouble as trouble:
        log.warning("nobody could look for the mail %s: %s", parcel.parcel_id, type(trouble).__name__)
        return {}
    if message_id is None:
        return {}
    await world.store.sent_mail(message_id, record.key, record.project_id)
    return {"fate": Fate.SENT, "ref": message_id, "shown_in": mail_out.place_of(message_id, record)}


async def _write_down(world: World, settled: Parcel) -> None:
    """The news leaves with the fate, in one step: a desk that goes away right after it keeps nothing to itself."""
    letters = (told(settled, world),) if settled.kind == "brief" and settled.fate in TELLS else ()
    instead = await _instead(world, settled)
    await world.store.settle(settled, letters, instead)
    for parcel in instead:
        await world.jobs.ship(parcel.parcel_id, _pause(parcel).total_seconds())
    if letters:
        await world.jobs.look(settled.project_id, GATHER)
    if settled.record_key:
        await redraw(world, settled.record_key)


async def _instead(world: World, settled: Parcel) -> tuple[Parcel, ...]:
    """A card perhaps nobody saw is shown once more; one whose place is gone, in the owner's own chat.

    Two of them do no harm: what is decided is the draft, not the card. A brief is never repeated.
    """
    if settled.recipe is None or settled.recipe.kind not in TWICE or settled.parcel_id.endswith(AGAIN):
        return ()
    place = settled.place if settled.fate is Fate.UNCERTAIN else None
    if settled.fate is Fate.FAILED:
        place = await _own_chat(world, settled)
    if place is None:
        return ()
    return (
        Parcel(
            parcel_id=f"{settled.parcel_id}{AGAIN}",
            project_id=settled.project_id,
            kind="card",
            place=place,
            recipe=settled.recipe,
            planned_at=world.clock(),
            not_before=world.clock() + _pause(settled),
        ),
    )


def _pause(parcel: Parcel) -> timedelta:
    by_mail = parcel.place is not None and parcel.place.channel is Channel.MAIL
    return MAIL_ONCE_MORE if by_mail else ONCE_MORE


async def _own_chat(world: World, failed: Parcel) -> Place | None:
    project = await world.store.project(failed.project_id)
    owner = project.owner if project else None
    contact = await world.store.contact(owner.tenant, owner.oid) if owner and owner.oid else None
    chat = contact.place if contact and contact.state == "active" else None
    return chat if chat and failed.place and chat.thread != failed.place.thread else None


async def _refused(world: World, parcel_id: str) -> None:
    """Held back at the last moment: the owner sees it on the card, and both sides hear of it.

    What the owner held back is no news to them, and the agent never heard of its approval.
    """
    parcel = await world.store.parcel(parcel_id)
    if parcel is not None and parcel.trouble == UNDONE:
        return
    project = await world.store.project(parcel.project_id) if parcel and parcel.fate is Fate.REFUSED else None
    if parcel is None or project is None:
        return
    news = told(parcel, world)
    if await world.store.accept(news.letter_id, project.home, news, project.project_id):
        await world.jobs.look(project.project_id, GATHER)
    await redraw(world, parcel.record_key)


async def _sent(world: World, parcel: Parcel) -> Parcel:
    """The parcel as it will stand in the ledger."""
    now = world.clock()
    try:
        ref, place = await (_brief(world, parcel) if parcel.kind == "brief" else _card(world, parcel))
    except Throttled as wait:
        await world.jobs.ship(parcel.parcel_id, wait.retry_after)
        return parcel.model_copy(update={"fate": Fate.PLANNED, "not_before": now + timedelta(seconds=wait.retry_after)})
    except NotYet as wait:
        await world.jobs.ship(parcel.parcel_id, (wait.until - now).total_seconds())
        waits = {"not_before": wait.until, "waits_until": wait.until, "waits_zone": wait.zone}
        return parcel.model_copy(update={"fate": Fate.PLANNED} | waits)
    except FromNewer:  # everything is read before anything is sent
        return parcel.model_copy(update={"fate": Fate.PLANNED, "not_before": now + FOR_THE_NEWER})
    except Uncertain:
        log.warning("parcel %s may or may not have arrived", parcel.parcel_id)
        return parcel.model_copy(update={"fate": Fate.UNCERTAIN, "settled_at": now})
    except Undeliverable as no:
        log.warning("parcel %s cannot be delivered: %s", parcel.parcel_id, no.reason)
        fate = Fate.REFUSED if no.reason in HELD_BACK else Fate.FAILED
        return parcel.model_copy(update={"fate": fate, "trouble": no.reason, "settled_at": now})
    except Refusal as refusal:
        log.warning("parcel %s has nothing to show: %s", parcel.parcel_id, refusal.key)
        stale = refusal.key == "desk.stale"
        ended = {"fate": Fate.REFUSED, "trouble": "approval"} if stale else {"fate": Fate.FAILED, "trouble": "unknown"}
        return parcel.model_copy(update=ended | {"settled_at": now})
    return parcel.model_copy(update={"fate": Fate.SENT, "ref": ref, "shown_in": place, "settled_at": now})


async def _card(world: World, parcel: Parcel) -> tuple[str, Place]:
    place = parcel.place
    if place is None:
        raise Undeliverable(parcel.parcel_id, "no_address")
    if place.channel is Channel.MAIL:
        return await mail_out.card(world, parcel, place)
    card, older = await card_of(world, parcel), await _older(world, parcel)
    try:
        posted = await show(world, place, card, older)
    except MessageGone as gone:
        if not older:  # what this card answers is gone, and nobody is left to read it
            raise Undeliverable(parcel.parcel_id) from gone
        posted = await show(world, place, card)
    await quotes.remember(world, posted.place, posted.ref, parcel.project_id)
    return posted.ref, posted.place


async def _older(world: World, parcel: Parcel) -> str:
    """The message that this card takes the place of, "" for a new one."""
    replaced = parcel.recipe.replaces if parcel.recipe else ""
    older = await world.store.parcel(replaced) if replaced else None
    return older.ref if older and older.shown_in == parcel.place else ""


async def _brief(world: World, parcel: Parcel) -> tuple[str, Place]:
    seen = await record_of(world, parcel.record_key)
    if seen.record.draft.content_hash != parcel.content_hash:  # the words themselves, not what is said of them
        raise Refusal("desk.stale")
    if seen.project.state == "closed":  # after it was planned, or decided in the same moment
        raise Undeliverable(seen.record.key, "stopped")
    about_a_task = seen.record.draft.purpose in (*NUDGES, HANDOVER)
    if about_a_task and await _done(world, seen):
        raise Undeliverable(seen.record.key, "answered")
    if seen.record.draft.purpose in NUDGES:
        await hold(world, seen)
    if seen.record.draft.channel is Channel.MAIL:
        return await mail_out.brief(world, parcel, seen.record)
    return await _in_teams(world, seen.record, seen.project)


async def _done(world: World, seen: Shown) -> bool:
    """Is the task over that the message is about? An agent that cannot be asked knows nothing against it."""
    try:
        known = await log_of(world, seen.project)
    except AgentTrouble as trouble:
        log.info("the log of %s could not be read: %s", seen.project.project_id, type(trouble).__name__)
        return False
    task_id = seen.record.draft.task_id
    return known is not None and any(one.task_id == task_id and one.status == "submitted" for one in known.tasks)


async def _in_teams(world: World, record: Record, project: Project) -> tuple[str, Place]:
    draft, voice = record.draft, world.voices[Channel.TEAMS]
    to, tenant = draft.to[0], project.owner.tenant
    contact = await world.store.contact(tenant, to.oid) if to.oid else None
    try:
        place = await _chat_with(world, record, project, contact)
        posted = await voice.say(
            place, draft.body, exact=True, summary=draft.subject, to=contact.person if contact else None
        )
    except Undeliverable as no:
        if contact and no.reason in UNREACHABLE:
            await world.store.save_contact(contact.model_copy(update={"state": UNREACHABLE[no.reason]}))
        raise
    await world.store.link(posted.place.thread, record.project_id)
    await quotes.remember(world, posted.place, posted.ref, record.project_id, record.key)
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


def told(parcel: Parcel, world: World) -> Letter:
    return Told(
        letter_id=f"told.{parcel.parcel_id}.{parcel.fate.value}.{parcel.attempts}",
        record_key=parcel.record_key,
        verb=TELLS[parcel.fate],
        at=world.clock(),
        channel=parcel.channel,
        ref=parcel.ref,
        reason=parcel.trouble,
    )
