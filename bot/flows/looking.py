"""Somebody looks at a card, or their client does by itself: read from the store, and nothing is written or posted."""

import logging

from bot.core.errors import AgentTrouble, Refusal
from bot.core.people import Person, Place, Project
from bot.core.project_log import ProjectLog
from bot.flows import board, dashboard, onlookers, present, views
from bot.flows.authority import picked, turned_away
from bot.flows.cards_of import Shown, batch_of, card_of_batch, record_of
from bot.flows.own_account import log_of
from bot.flows.ports import World
from cards.click import Click, Pick
from cards.models import Card, Dashboard

log = logging.getLogger(__name__)


async def look(world: World, clicked: Click, actor: Person, place: Place | None) -> Card:
    if clicked.ref and not (clicked.draft_id or clicked.batch_id):
        return await _what_is_named(world, clicked, actor, place)
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


async def _what_is_named(world: World, clicked: Click, actor: Person, place: Place | None) -> Card:
    """A card about no draft: where a project stands, or who decides in it."""
    project = await world.store.project(clicked.ref)
    return await _standing(world, project, actor, place) if project else await board.look(world, clicked, actor, place)


async def _standing(world: World, project: Project, actor: Person, place: Place | None) -> Dashboard:
    """As its log has it now; while nobody can tell, as it was shown last."""
    parcels = await world.store.parcels_of(project.project_id)
    drawn = [one for one in parcels if one.recipe is not None and one.recipe.kind == "dashboard"]
    decides = project.decided_by(actor, world.clock())
    if not drawn or not (decides or any(onlookers.stands_in(one, place) for one in drawn)):
        raise Refusal("desk.not_yours")
    last = max(drawn, key=lambda one: one.planned_at or project.created_at)
    text, told = last.recipe.text if last.recipe else "", await _told(world, project)
    if told is None:
        return dashboard.from_payload(text, project, present.iso(last.planned_at))
    return dashboard.from_payload(
        dashboard.renewed(text, told, world.clock(), project.zone), project, present.iso(world.clock())
    )


async def _told(world: World, project: Project) -> ProjectLog | None:
    try:
        return await log_of(world, project)
    except AgentTrouble as trouble:
        log.info("the log of %s could not be read: %s", project.project_id, type(trouble).__name__)
        return None
