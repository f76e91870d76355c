"""Cards already posted are drawn again when what they show has changed, one drawing at a time per card."""

import logging

import cards
from bot.core.draft import Record
from bot.core.errors import ChannelTrouble, Refusal
from bot.core.parcel import Fate, Parcel
from bot.core.people import Channel, Place
from bot.core.post import Posted
from bot.flows import doubt
from bot.flows.cards_of import card_of
from bot.flows.ports import World
from cards import models

log = logging.getLogger(__name__)


async def redraw(world: World, record_key: str) -> None:
    """Every card that shows a draft or asks about a lost sandbox; or, by its own name, a card that shows neither."""
    shown = await world.store.record(record_key) or await world.store.loss(record_key)
    if shown is None:
        card = await world.store.parcel(record_key)
        if card is not None and card.fate is Fate.SENT:
            await _draw(world, card)
        return
    for parcel in await world.store.parcels_of(shown.project_id):
        if _shows(parcel, record_key):
            await _draw(world, parcel)
    if isinstance(shown, Record):
        await doubt.follow(world, shown)


def _shows(parcel: Parcel, record_key: str) -> bool:
    return parcel.fate is Fate.SENT and parcel.recipe is not None and record_key in parcel.recipe.keys


async def _draw(world: World, parcel: Parcel) -> None:
    """Draw until nobody asked for it again meanwhile: the last picture is always the newest state."""
    if not parcel.ref or parcel.shown_in is None or not await world.store.redrawing(parcel.parcel_id):
        return
    fresh = False
    while not fresh:
        wishes = await world.store.wishes(parcel.parcel_id)
        await _show(world, parcel)
        fresh = await world.store.redrawn(parcel.parcel_id, wishes)


async def _show(world: World, parcel: Parcel) -> None:
    place = parcel.shown_in
    assert place is not None
    if place.channel is Channel.MAIL:
        return  # a mail that is out stays as it is
    try:
        await show(world, place, await card_of(world, parcel), parcel.ref)
    except (ChannelTrouble, Refusal) as trouble:
        log.info("card %s was not redrawn: %s", parcel.parcel_id, type(trouble).__name__)


async def show(world: World, place: Place, card: models.Card, replaces: str = "") -> Posted:
    """Draw a card for a place: as a card where cards live, as text and page in a mail."""
    face = draw(world, card, place)
    if place.channel is Channel.MAIL:
        return await mail(world, place, card)
    return await world.voices[place.channel].show(place, face, str(face["fallbackText"]), replaces=replaces)


async def mail(world: World, place: Place, view: models.Card | models.Ballot) -> Posted:
    text, page = cards.mail(view, place.locale, place.zone)
    above = world.mail_card(view.votes, place.locale, place.zone) if isinstance(view, models.Ballot) else {}
    return await world.voices[place.channel].show(place, above, text, page=page)


def draw(world: World, card: models.Card, place: Place) -> dict[str, object]:
    face: dict[str, object] = cards.card(card, place.locale, place.zone)
    world.witness(face, card, place)
    return face
