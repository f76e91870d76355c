"""A letter that ended its worker too often is the owner's to decide: once more behind all others, or discarded."""

import logging
from hashlib import sha256

from bot.core.errors import Refusal
from bot.core.letter import Letter, Said, Told, project_of
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Person, Place
from bot.flows.effects import approval_place
from bot.flows.ports import World
from cards import models
from cards.click import Click
from cards.words import say

log = logging.getLogger(__name__)


async def card_for(world: World, project_id: str, letter: Letter) -> tuple[Parcel, ...]:
    """The card that tells the owner; none where nobody can be told."""
    project = await world.store.project(project_of(project_id))
    place = letter.place if isinstance(letter, Said) else None
    if project is not None:
        place = await approval_place(world, project)
    if place is None:
        return ()
    now = world.clock()
    name = sha256(letter.letter_id.encode()).hexdigest()[:12]
    facts = (("sender", _sender(letter, place)), ("at", letter.at.isoformat()))
    return (
        Parcel(
            parcel_id=f"{project_id}.dead.{name}.{int(now.timestamp())}",  # it may be put away a second time
            project_id=project_id,
            kind="card",
            place=place,
            recipe=Recipe(kind="dead", keys=(letter.letter_id,), facts=facts),
            planned_at=now,
        ),
    )


def _sender(letter: Letter, place: Place) -> str:
    name = ""
    if isinstance(letter, Said):
        name = letter.speaker.name or letter.speaker.address
    elif isinstance(letter, Told):
        name = letter.by
    return name or say(place.locale).t("desk.dead.by_desk")


async def tell(world: World, project_id: str, letter_id: str) -> None:
    """By the reconciler: letters that were put away and that no card tells of."""
    grave = await world.store.grave(project_id, letter_id)
    cards = await card_for(world, project_id, grave.letters[0]) if grave and grave.letters else ()
    if grave and not cards:
        log.error("letter %s of %s was put away, and there is nobody to tell", letter_id, project_id)
    await world.store.plan(cards)
    for card in cards:
        await world.jobs.ship(card.parcel_id)
    await world.store.told_of(project_id, letter_id)


async def face(world: World, parcel: Parcel, locale: str) -> models.Card:
    """As it stands now: to be decided, decided, or gone."""
    recipe, words = parcel.recipe, say(locale)
    assert recipe is not None, "only parcels of kind card are drawn"
    grave = await world.store.grave(parcel.project_id, recipe.keys[0])
    if grave is None:
        return models.Notice(text=words.t("desk.dead.gone"))
    if grave.state != "dead":
        at = grave.at.isoformat() if grave.at else ""
        return models.Notice(text=words.t(f"desk.dead.{grave.state}"), by=grave.by, at=at)
    facts = dict(recipe.facts)
    return models.ErrorCard(
        happened=words.t("desk.buried.happened"),
        sender=facts.get("sender", ""),
        at=facts.get("at", ""),
        kept=words.t("desk.buried.kept"),
        next_step=words.t("desk.buried.next"),
        retry_id=parcel.parcel_id,
        discardable=True,
    )


async def decide(world: World, clicked: Click, actor: Person, locale: str) -> models.Card:
    """The first word counts; the same click again and a later one see what came of it."""
    parcel = await world.store.parcel(clicked.ref)
    if parcel is None or parcel.recipe is None or parcel.recipe.kind != "dead":
        raise Refusal("desk.unknown_button")
    letter_id = parcel.recipe.keys[0]
    may = actor.authority in await _deciders(world, parcel.project_id, letter_id)
    word = await world.store.exhume(parcel.project_id, letter_id, clicked.verb, actor, may, world.clock())
    if word == "not_yours":
        raise Refusal("desk.not_yours")
    if word in ("done", "repeat"):
        world.jobs.book(parcel.project_id)
        await world.jobs.redraw(parcel.parcel_id)
    return await face(world, parcel, locale)


async def _deciders(world: World, project_id: str, letter_id: str) -> tuple[str, ...]:
    """Owner and deputies; before there is a project, whoever wrote the message that was to start it."""
    project = await world.store.project(project_of(project_id))
    if project is not None:
        return project.approvers_at(world.clock())
    grave = await world.store.grave(project_id, letter_id)
    speakers = [one.speaker.authority for one in grave.letters if isinstance(one, Said)] if grave else []
    return tuple(authority for authority in speakers if authority)
