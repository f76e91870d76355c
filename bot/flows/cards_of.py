"""What a draft's cards show right now, gathered from the store."""

from dataclasses import dataclass

from bot.core.draft import Record
from bot.core.errors import Refusal
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Project
from bot.flows import consent, dashboard, dead_letter, present, views
from bot.flows.known import who_decides
from bot.flows.ports import World
from cards import models
from cards.models import Card


@dataclass(frozen=True)
class Shown:
    """A draft with everything its card needs."""

    record: Record
    parcel: Parcel | None
    project: Project


async def record_of(world: World, key: str) -> Shown:
    """Raises `Refusal` for a draft that is not there, or whose project is gone."""
    record = await world.store.record(key) if key else None
    project = await world.store.project(record.project_id) if record else None
    if record is None or project is None:
        raise Refusal("desk.unknown_draft")
    return Shown(record, await _delivery(world, record), project)


async def _delivery(world: World, record: Record) -> Parcel | None:
    return await world.store.parcel(record.parcel_id) if record.parcel_id else None


async def batch_of(world: World, batch_id: str, page: int = 1) -> models.Batch:
    """A batch is the card that shows it: `batch_id` is that card's parcel."""
    card = await card_of_batch(world, batch_id)
    assert card.recipe is not None, "only cards with drafts on them are batches"
    return await _batch(world, batch_id, card.recipe, page)


async def card_of_batch(world: World, batch_id: str) -> Parcel:
    """Raises `Refusal` for a card that shows no drafts, or is not there."""
    card = await world.store.parcel(batch_id)
    if card is None or card.recipe is None or card.recipe.kind not in ("batch", "draft"):
        raise Refusal("desk.unknown_draft")
    return card


async def _batch(world: World, batch_id: str, recipe: Recipe, page: int) -> models.Batch:
    seen = [await record_of(world, key) for key in recipe.keys]
    rows = ((one.record, one.parcel) for one in seen)
    return present.batch(batch_id, seen[0].project, rows, page, seen[0].project.locale)


async def card_of(world: World, parcel: Parcel) -> Card:
    """Draw a card from its recipe and the present state. Raises `Refusal` when what it shows is gone."""
    card, project = await _drawn(world, parcel), await world.store.project(parcel.project_id)
    return await views.for_readers(world, card, parcel.shown_in or parcel.place, project) if project else card


async def _drawn(world: World, parcel: Parcel) -> Card:
    recipe = parcel.recipe
    assert recipe is not None, "only parcels of kind card are drawn"
    if recipe.kind == "batch":
        return await _batch(world, parcel.parcel_id, recipe, 1)
    if recipe.kind == "draft":
        seen = await record_of(world, recipe.keys[0])
        return present.about(seen.record, seen.parcel, seen.project, world.clock())
    locale = parcel.place.locale if parcel.place else world.house.locale
    if recipe.kind == "dead":
        return await dead_letter.face(world, parcel, locale)
    project = await world.store.project(parcel.project_id)
    if recipe.kind == "workspace":
        return await workspace_of(world, recipe.keys[0])
    if recipe.kind == "consent" and project is not None:
        return consent.face(parcel, project, present.name_of(project))
    if recipe.kind == "deputies" and project is not None:
        return await who_decides(world, parcel, project)
    if recipe.kind == "dashboard" and project is not None:
        return dashboard.from_payload(recipe.text, project, present.iso(world.clock()))
    if recipe.kind == "reminder":
        return present.reminder(parcel)
    return present.plain(recipe, locale)


async def workspace_of(world: World, loss_id: str) -> models.Workspace:
    loss = await world.store.loss(loss_id)
    project = await world.store.project(loss.project_id) if loss else None
    if loss is None or project is None:
        raise Refusal("desk.unknown_loss")
    return present.workspace(loss, project)
