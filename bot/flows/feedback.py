"""Somebody said what they think of an answer: it is kept with its project."""

from datetime import timedelta

from bot.core.memory import Rating
from bot.core.people import Place
from bot.flows.ports import World


async def keep(world: World, place: Place, rating: Rating) -> None:
    project_id = await world.store.project_of(place.thread)
    if project_id is not None:
        await world.store.rate(project_id, rating, timedelta(days=world.house.retention_days))
