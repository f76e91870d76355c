"""What leaves by mail: an approved message, and cards for owners who live in mail. Both remember whose answer comes."""

import cards
from bot.core.draft import Record
from bot.core.errors import Undeliverable
from bot.core.parcel import Parcel
from bot.core.people import Channel, Person, Place
from bot.core.post import Mail
from bot.flows import ballot, brake
from bot.flows.cards_of import card_of
from bot.flows.ports import World
from bot.flows.redraw import mail


async def brief(world: World, parcel: Parcel, record: Record) -> tuple[str, Place]:
    draft = record.draft
    to = tuple(Person(name=one.name, address=one.address, oid=one.oid) for one in draft.to)
    if not all(one.address for one in to):
        raise Undeliverable(record.key, "no_address")
    for one in to:
        await _gets_there(world, record, one)
    mail = Mail(
        to=to,
        subject=draft.subject,
        text=draft.body,
        html=cards.written(draft.body),  # nothing but the approved words, as the card showed them
        project_id=record.project_id,
        key=parcel.parcel_id,
        importance=draft.importance,
    )
    message_id = await world.post.send(mail)
    await world.store.sent_mail(message_id, record.key, record.project_id)
    return message_id, place_of(message_id, record)


async def card(world: World, parcel: Parcel, place: Place) -> tuple[str, Place]:
    """Answers to it find the project; one that was asked for too often in a short time waits, or is not sent."""
    asks = parcel.recipe is not None and parcel.recipe.kind in ballot.ASKING
    view = await ballot.mail_of(world, parcel) if asks else await card_of(world, parcel)
    await brake.check(world, place, parcel.parcel_id)
    posted = await mail(world, place, view)
    await world.store.sent_mail(posted.ref, "", parcel.project_id)
    return posted.ref, posted.place


def place_of(message_id: str, record: Record) -> Place:
    subject = record.draft.subject
    return Place(channel=Channel.MAIL, tenant="", conversation=message_id, kind="mail", subject=subject)


async def _gets_there(world: World, record: Record, to: Person) -> None:
    """What was approved before mail to somebody came back is not sent after it; a later approval knows of that."""
    reach = await world.store.reach(world.house.tenant, to.address)
    bounced = reach.bounced_at if reach else None
    if bounced and (record.decided_at is None or record.decided_at < bounced):
        raise Undeliverable(record.key, "bounced")
