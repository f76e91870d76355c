"""Somebody looks at a card, or their client does by itself: read from the store, and nothing is written or posted."""

from bot.core.errors import Refusal
from bot.core.people import Person, Place
from bot.flows import onlookers, present, views
from bot.flows.authority import picked, turned_away
from bot.flows.cards_of import Shown, batch_of, card_of_batch, record_of
from bot.flows.ports import World
from cards.click import Click, Pick
from cards.models import Card


async def look(world: World, clicked: Click, actor: Person, place: Place | None) -> Card:
    if clicked.batch_id and (clicked.verb == "back" or not clicked.draft_id):
        seen_on_it = await readable_batch(world, clicked, actor, place)
        batch = await batch_of(world, clicked.batch_id, clicked.page)
        decides = any(onlookers.may_decide(world, one, actor) for one in seen_on_it)
        return batch if decides else views.for_onlooker(batch, seen_on_it[0].project)
    seen = await record_of(world, clicked.draft_id)
    if not await onlookers.may_read(world, seen, actor, place):
        await turned_away(world, seen.record, clicked.verb, picked(clicked), actor, "not_yours")
        raise Refusal("desk.not_yours")
    card = present.about(seen.record, seen.parcel, seen.project, world.clock(), clicked.batch_id, clicked.page)
    return card if onlookers.may_decide(world, seen, actor) else views.for_onlooker(card, seen.project)


async def readable_batch(world: World, clicked: Click, actor: Person, place: Place | None) -> list[Shown]:
    """What stands on it. It is answered with all of it, whatever was ticked: somebody else's is not answered with."""
    card = await card_of_batch(world, clicked.batch_id)
    seen = [await record_of(world, key) for key in card.recipe.keys] if card.recipe else []
    if onlookers.stands_in(card, place) or all(onlookers.may_decide(world, one, actor) for one in seen):
        return seen
    for record in (one.record for one in seen):
        shown = Pick(draft_id=record.key, version=record.draft.version, hash=record.draft.content_hash)
        await turned_away(world, record, clicked.verb, shown, actor, "not_yours")
    raise Refusal("desk.not_yours")
