"""A mail is read, found to belong to a project, and put into that project's mailbox like any other message."""

import logging
from datetime import timedelta
from hashlib import sha256

from bot.core.ballot import order_in
from bot.core.errors import Throttled, Unreadable
from bot.core.letter import MAIL_IN, Letter, Mailed, Said
from bot.core.memory import Effects
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Channel, Person, Place, Project
from bot.core.post import Arrived
from bot.flows import automatic, effects, meetings, vote, whose
from bot.flows.brake import notice
from bot.flows.ports import World
from cards.words import say

log = logging.getLogger(__name__)
WEEK, DAY = timedelta(days=7), timedelta(days=1)
FORWARDED = 20_000  # characters of what was forwarded that are handed on


async def read(world: World, mailed: Mailed) -> Effects:
    """Automatic mail and mail of unknown origin end here: they are answered by nobody, and never reach the agent."""
    mail = await world.post.read(mailed.message_id)
    if mail is None:
        return _not_taken(mailed, "gone")
    if mail.automatic:
        await _noted(world, mail)
        return _not_taken(mailed, mail.automatic)
    if not mail.trusted:
        return _not_taken(mailed, "not trusted")
    sender = await _sender(world, mail)
    place = _place(world, mail, sender)
    found = await whose.found_for(world, mail, place)
    if found.project is None:
        return await _unknown_thread(world, mailed, mail, sender, place)
    if not await whose.takes_part(world, found.project, sender):
        return await _hold(world, mailed, found.project, sender)
    if order := order_in(mail.new_text):
        return await vote.vote(world, mail.internet_id, order, sender, place, (found.project.project_id,))
    if not mail.new_text and not mail.files:
        return _not_taken(mailed, "nothing in it is new")
    await _taken_in(world, mail, sender, place, found.project.project_id, found.record_key)
    return Effects()


async def _noted(world: World, mail: Arrived) -> None:
    """Of machines' mails nothing is answered; of a calendar's, the owner hears where its sender takes part."""
    await automatic.noted(world, mail)
    if mail.meeting is None or not mail.trusted:
        return
    sender = await _sender(world, mail)
    project = (await whose.found_for(world, mail, _place(world, mail, sender))).project
    if project is not None and await whose.takes_part(world, project, sender):
        await meetings.noted(world, project, mail)


def _not_taken(mailed: Mailed, why: str) -> Effects:
    log.info("mail %s was not taken: %s", mailed.message_id, why)
    return Effects()


async def _taken_in(
    world: World, mail: Arrived, sender: Person, place: Place, project_id: str, record_key: str = "", quoted: str = ""
) -> None:
    said = Said(
        letter_id=f"mail.{mail.internet_id}",
        place=place,
        speaker=sender,
        text=mail.new_text,
        quoted=quoted,
        files=mail.files,
        at=mail.at,
        ref=mail.internet_id,
        answers=record_key,
        also=tuple(one for one in mail.to if not _ours(world, one)),
    )
    await automatic.heard_from(world, mail.sender.address)
    accepted = await world.store.accept(f"mail|{mail.internet_id}", place, said, project_id)
    if accepted:
        await whose.remember(world, mail, accepted)
        world.jobs.book(accepted)


async def _unknown_thread(world: World, mailed: Mailed, mail: Arrived, sender: Person, place: Place) -> Effects:
    """It answers nothing of ours: a decision finds its project by its code, an owner begins one, others are asked."""
    if (order := order_in(mail.new_text)) and sender.authority:
        mine = tuple([one.project_id for one in await _projects(world) if one.decided_by(sender, world.clock())])
        return await vote.vote(world, mail.internet_id, order, sender, place, mine)
    if not _known(world, sender):
        return _not_taken(mailed, "its sender is nobody of ours, and it answers nothing")
    if mail.mistagged or _lost_its_thread(mail):
        return await _ask(world, mail, sender, place)
    if not _may_begin(world, sender):
        return await _once_a_day(world, sender, place, "mail.may_not_begin")
    history = mail.full_text[:FORWARDED] if mail.goes_on and mail.full_text != mail.new_text else ""
    whole = mail.model_copy(update={"new_text": mail.new_text or mail.subject})
    await _taken_in(world, whole, sender, place, "", quoted=history)
    return Effects()


async def _hold(world: World, mailed: Mailed, project: Project, sender: Person) -> Effects:
    """A thread is not a key: who takes no part is not read to the agent. The owner hears of it once a week."""
    if await world.store.once(f"held|{project.project_id}|{sender.address}", WEEK):
        where = await effects.approval_place(world, project)
        await notice(world, project, where, f"held.{mailed.letter_id}", "mail.held", address=sender.address)
    return _not_taken(mailed, "its sender takes no part in the project")


async def _ask(world: World, mail: Arrived, sender: Person, place: Place) -> Effects:
    """Nothing is guessed: whoever wrote says which project is meant."""
    words = say(place.locale)
    mine = [one for one in await _projects(world) if one.state != "closed" and await _takes_part(world, one, sender)]
    listed = [f"- {one.title or one.project_id}: {world.post.tag(one.project_id)}" for one in mine]
    text = words.t("mail.ask_project")
    if listed:
        text += "\n\n" + words.t("mail.your_projects") + "\n" + "\n".join(listed)
    return Effects(parcels=(_told(world, f"asked.{mail.internet_id}", place, text),))


async def _takes_part(world: World, project: Project, sender: Person) -> bool:
    try:
        return await whose.takes_part(world, project, sender)
    except Throttled:
        return False


async def _once_a_day(world: World, sender: Person, place: Place, key: str) -> Effects:
    if not await world.store.once(f"{key}|{sender.address}", DAY):
        return Effects()
    day = f"{world.clock():%Y%m%d}"
    return Effects(parcels=(_told(world, f"{key}.{day}.{sender.oid}", place, say(place.locale).t(key)),))


def _told(world: World, name: str, place: Place, text: str) -> Parcel:
    return Parcel(
        parcel_id=f"{place.project_id}.{name}",
        project_id=place.project_id,
        kind="card",
        place=place,
        recipe=Recipe(kind="notice", text=text),
        planned_at=world.clock(),
    )


async def _projects(world: World) -> list[Project]:
    found = [await world.store.project(one) for one in await world.store.projects()]
    return [one for one in found if one is not None]


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


def _known(world: World, sender: Person) -> bool:
    """Strangers start nothing and get no answer, which would only tell them that somebody reads."""
    return bool(sender.authority) or _domain(sender.address) == _domain(world.house.desk_address)


def _may_begin(world: World, sender: Person) -> bool:
    """`DESK_OWNERS` names addresses and domains; without any, everybody of ours may."""
    address = sender.address.casefold()
    return not world.house.owners or address in world.house.owners or _domain(address) in world.house.owners


def _ours(world: World, address: str) -> bool:
    """The desk's own address, also with a project in it."""
    name, _, domain = world.house.desk_address.casefold().rpartition("@")
    return address == f"{name}@{domain}" or (address.startswith(f"{name}+") and address.endswith(f"@{domain}"))


def _domain(address: str) -> str:
    return address.rpartition("@")[2].casefold()


def _lost_its_thread(mail: Arrived) -> bool:
    """A reply by its subject that names no mail it answers: some programs drop the thread."""
    return mail.is_reply and not mail.in_reply_to and not mail.references


def _place(world: World, mail: Arrived, sender: Person) -> Place:
    """A conversation id differs per mailbox and joins strangers by subject. Answers go to the proved address."""
    return Place(
        channel=Channel.MAIL,
        tenant=world.house.tenant,
        conversation=mail.root,
        kind="mail",
        locale=mail.language or world.house.locale,
        zone=world.house.zone,
        subject=mail.subject,
        reply_to=mail.message_id,
        address=mail.sender.address,
    )
