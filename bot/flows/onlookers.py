"""Who may read what a card shows: those who decide about it, and everybody in the place where it stands."""

from bot.core.parcel import Parcel
from bot.core.people import Person, Place
from bot.flows.cards_of import Shown
from bot.flows.ports import World


def may_decide(world: World, seen: Shown, actor: Person) -> bool:
    """Named for the draft, and not a deputy whose time is over."""
    return actor.authority in seen.record.approvers and seen.project.decided_by(actor, world.clock())


async def may_read(world: World, seen: Shown, actor: Person, place: Place | None) -> bool:
    """`place`: where the click was made. A draft may stand on several cards, in several places."""
    if may_decide(world, seen, actor):
        return True
    record = seen.record
    cards = await world.store.parcels_of(record.project_id) if place else ()
    return any(one.recipe is not None and record.key in one.recipe.keys and stands_in(one, place) for one in cards)


def stands_in(card: Parcel, place: Place | None) -> bool:
    """Whoever is in a channel may read each of its threads."""
    where = card.shown_in or card.place
    return place is not None and where is not None and _room(where) == _room(place)


def _room(place: Place) -> tuple[str, str]:
    return place.channel, place.conversation.partition(";")[0]
