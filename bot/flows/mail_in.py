"""A mail is read, found to belong to a project, and put into that project's mailbox like any other message."""

import logging
from hashlib import sha256

from bot.core.errors import Unreadable
from bot.core.letter import MAIL_IN, Letter, Mailed, Said
from bot.core.memory import Effects
from bot.core.people import Channel, Person, Place
from bot.core.post import Arrived
from bot.flows.ports import World

log = logging.getLogger(__name__)


async def read(world: World, mailed: Mailed) -> Effects:
    """Automatic mail and mail of unknown origin end here: they are logged by id and answered by nobody."""
    mail = await world.post.read(mailed.message_id)
    if mail is None or mail.automatic or not mail.trusted:
        log.info("mail %s was not taken: %s", mailed.message_id, mail.automatic or "not trusted" if mail else "gone")
        return Effects()
    sender = await _sender(world, mail)
    place = _place(world, mail, sender)
    project_id, record_key = await _project(world, mail, place)
    if not project_id and _outsider(world, sender):
        log.info("mail %s was not taken: its sender is nobody of ours, and it answers nothing", mailed.message_id)
        return Effects()
    said = Said(
        letter_id=f"mail.{mail.internet_id}",
        place=place,
        speaker=sender,
        text=mail.new_text or mail.full_text,
        files=mail.files,
        at=mail.at,
        ref=mail.internet_id,
        answers=record_key,
    )
    accepted = await world.store.accept(f"mail|{mail.internet_id}", place, said, project_id)
    if accepted:
        world.jobs.book(accepted)
    return Effects()


async def set_aside(world: World, letter: Letter, trouble: Unreadable, again: float) -> None:
    """Into a box of its own, where its attempts are counted and nobody waits behind it: whose thread it belongs to
    cannot be known before it is read. Safe to repeat. `again`: seconds."""
    box = f"{MAIL_IN}.{sha256(letter.letter_id.encode()).hexdigest()[:16]}"
    log.warning("mail letter %s cannot be read now, and is set aside in %s: %s", letter.letter_id, box, trouble)
    place = Place(channel=Channel.MAIL, tenant="", conversation=box, kind="mail")
    if await world.store.accept(f"aside|{letter.letter_id}", place, letter, box):
        await world.jobs.look(box, again)


async def _sender(world: World, mail: Arrived) -> Person:
    """The person behind a checked address; authority comes from the directory's object id alone."""
    tenant = world.house.tenant
    contact = await world.store.contact_by_address(tenant, mail.sender.address)
    if contact:
        return contact.person
    listed = await world.post.who(mail.sender.address)
    return listed or mail.sender.model_copy(update={"tenant": tenant})


def _outsider(world: World, sender: Person) -> bool:
    """Strangers start nothing and get no answer, which would only tell them that somebody reads."""
    home = world.house.desk_address.rpartition("@")[2].casefold()
    return not sender.authority and sender.address.rpartition("@")[2].casefold() != home


async def _project(world: World, mail: Arrived, place: Place) -> tuple[str, str]:
    """The mail it answers decides; then the thread. "" lets the thread start a project of its own."""
    answered = tuple(one for one in (mail.in_reply_to, *reversed(mail.references)) if one)
    found = await world.store.mail_thread(answered) if answered else None
    return found or (await world.store.project_of(place.thread) or "", "")


def _place(world: World, mail: Arrived, sender: Person) -> Place:
    """The thread is named by its first mail, which every later one refers to."""
    root = mail.references[0] if mail.references else mail.in_reply_to or mail.internet_id
    return Place(
        channel=Channel.MAIL,
        tenant=world.house.tenant,
        conversation=root,
        kind="mail",
        locale=mail.language or world.house.locale,
        zone=world.house.zone,
        subject=mail.subject,
        reply_to=mail.message_id,
    )
