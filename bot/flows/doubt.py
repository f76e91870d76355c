"""A delivery in doubt is told in words, and the words are brought up to date when somebody has settled it."""

import logging

from bot.core.draft import Record
from bot.core.errors import ChannelTrouble
from bot.core.parcel import Fate, Parcel
from bot.core.people import Channel, Place
from bot.flows import effects
from bot.flows.ports import World
from bot.flows.present import SHOWN_FATES
from bot.flows.stage import Bookmark, Stage
from cards.words import Words, say

log = logging.getLogger(__name__)


def names(record: Record) -> str:
    return ", ".join(one.name or one.address for one in record.draft.to)


async def tell(world: World, place: Place, letter_id: str, records: tuple[Record, ...]) -> None:
    """One message about all of them. Each remembers it, by its delivery, so that it can be changed later."""
    keys = tuple(record.key for record in records)
    book = await Bookmark.open(world.store, f"{letter_id}-doubt")
    await Stage(world, book, place).close(await _text(world, keys, say(place.locale)), exact=True)
    for record in records:
        own = await Bookmark.open(world.store, _name(record))
        await own.note(answered=book.mark.answered, about=" ".join(keys))


async def follow(world: World, record: Record) -> None:
    """Something happened to a delivery: the message that told of its doubt, if there was one, says how it stands."""
    parcel = await world.store.parcel(record.parcel_id) if record.parcel_id else None
    if parcel is None or parcel.fate is Fate.UNCERTAIN:
        return
    book = await Bookmark.open(world.store, _name(record))
    project = await world.store.project(record.project_id) if book.mark.about else None
    if project is None or book.mark.answered in ("", "yes"):  # never told, or in a message whose id nobody knows
        return
    place = await effects.approval_place(world, project)
    if place.channel is Channel.MAIL:  # a mail that is out stays
        return
    text = await _text(world, tuple(book.mark.about.split()), say(place.locale))
    try:
        await world.voices[place.channel].say(place, text, replaces=book.mark.answered, exact=True)
    except ChannelTrouble as trouble:
        log.info("the doubt about %s still stands in words: %s", parcel.parcel_id, type(trouble).__name__)
        return
    if parcel.fate is Fate.SENT:
        await book.note(about="")


async def _text(world: World, keys: tuple[str, ...], words: Words) -> str:
    """Who is still to be asked about, then what became of the others."""
    seen = [(record, await _delivery(world, record)) for key in keys if (record := await world.store.record(key))]
    open_still = [f"- **{names(one)}**" for one, parcel in seen if parcel is None or parcel.fate is Fate.UNCERTAIN]
    settled = [
        f"- **{names(one)}**: {words.t(f'state.{SHOWN_FATES[parcel.fate]}')}"
        for one, parcel in seen
        if parcel is not None and parcel.fate is not Fate.UNCERTAIN
    ]
    parts = []
    if open_still:
        parts += [words.t("desk.maybe_delivered", n=len(open_still)), "\n".join(open_still)]
    if settled:
        parts += [words.t("desk.doubt_settled", n=len(settled)), "\n".join(settled)]
    return "\n\n".join(parts)


async def _delivery(world: World, record: Record) -> Parcel | None:
    return await world.store.parcel(record.parcel_id) if record.parcel_id else None


def _name(record: Record) -> str:
    return f"{record.parcel_id}-doubt"
