"""By a button on the message that reminds them somebody says what they may also write: later, or no more of these."""

from bot.core.errors import Refusal
from bot.core.habits import Kind
from bot.core.parcel import Recipe
from bot.core.people import Person, Place
from bot.core.time_command import Wish, wish_in
from bot.flows import present, wishes
from bot.flows.ports import World
from cards import models
from cards.click import Click
from cards.words import say


async def click(world: World, clicked: Click, actor: Person, place: Place | None) -> models.Reminder:
    """Written down for whoever pressed, and for nobody else; their own card reads it back."""
    parcel = await world.store.parcel(clicked.ref)
    project = await world.store.project(parcel.project_id) if parcel else None
    if parcel is None or project is None or parcel.recipe is None or parcel.recipe.kind != "reminder":
        raise Refusal("desk.unknown_button")
    if not project.decided_by(actor, world.clock()):
        raise Refusal("desk.not_yours")
    words = say(place.locale if place else project.locale)
    told = await wishes.granted(world, project, actor, _wish(clicked, parcel.recipe), words)
    return present.reminder(parcel, told)


def _wish(clicked: Click, recipe: Recipe) -> Wish:
    """A snooze as it would be written; of what there is to be no more, the message itself knows best."""
    if clicked.verb == "no_more":
        kind = dict(recipe.facts).get("kind", Kind.DECISIONS.value)
        return Wish(verb="stop", kinds=(Kind(kind),))
    wish = wish_in(f"snooze {clicked.answer}")
    if wish is None or wish.verb != "snooze":
        raise Refusal("desk.unknown_button")
    return wish
