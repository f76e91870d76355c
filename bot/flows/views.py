"""One card, several readers: those who decide see buttons, the others in the same place see how things stand.

The card that is posted has the buttons. The clients of its readers ask for a view of their own by themselves.
"""

from bot.core.people import Channel, Place, Project
from bot.flows.ports import World
from cards.models import Batch, Card, Deputies, DraftCard

MOST = 60  # readers of one card whose clients ask: Teams takes no more


async def for_readers(world: World, card: Card, place: Place | None, project: Project) -> Card:
    """A card on which something is to be decided, where several read; every other card is the same for all."""
    if place is None or place.channel is not Channel.TEAMS or place.kind == "personal" or not _waits(card):
        return card
    there = await world.voices[place.channel].readers(place)
    deciding = [one for one in there if project.decided_by(one, world.clock())]
    others = [one for one in there if one not in deciding]
    asking = dict.fromkeys(one.teams_id for one in (*deciding, *others) if one.teams_id)
    return card.model_copy(update={"viewers": tuple(asking)[:MOST]})


def for_onlooker(card: Card, project: Project) -> Card:
    """Without what only those may press who decide."""
    if isinstance(card, Deputies):
        return card.model_copy(update={"changes": False, "people": (), "hint": ""})
    changed = {"waits_for": project.owner.name or project.owner.address or "–", "hint": "", "viewers": ()}
    if isinstance(card, DraftCard):
        return card.model_copy(update=changed | {"panel": ""})
    return card.model_copy(update=changed) if isinstance(card, Batch) else card


def _waits(card: Card) -> bool:
    if isinstance(card, Deputies):
        return card.changes
    if isinstance(card, Batch):
        return any(row.mark.state == "pending" for row in card.rows)
    return isinstance(card, DraftCard) and card.mark.state == "pending"
