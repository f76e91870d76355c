"""Caps on mails that answer mails: no header gives every machine away, and two machines write to each other for ever.

What an owner has approved is not counted here: it does not leave by itself.
"""

from datetime import timedelta

from bot.core.errors import Throttled, Undeliverable
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Channel, Place, Project
from bot.flows import effects
from bot.flows.ports import World
from cards.words import say

SHORT, DAY = timedelta(minutes=10), timedelta(days=1)
IN_A_THREAD, A_DAY, FOR_A_PERSON = 3, 10, 30
TO_OWNERS, TO_OWNERS_A_DAY = 12, 60  # they hear of what everybody else writes, and a machine of theirs decides nothing


async def check(world: World, place: Place, name: str) -> None:
    """`name`: of the mail, which may be tried more than once. Raises `Undeliverable` when its thread or person gets no
    more mail; an owner only waits: `Throttled`.

    The owner hears once a day, in Teams, that a thread was stopped: a mail about too many mails would be one more.
    """
    if place.channel is not Channel.MAIL:
        return
    project = await _project(world, place)
    owner = project is not None and _decides(project, place.address)
    for what, within, most in (
        (f"thread|{place.thread}", SHORT, TO_OWNERS if owner else IN_A_THREAD),
        (f"thread|{place.thread}|day", DAY, TO_OWNERS_A_DAY if owner else A_DAY),
        (f"person|{place.address.casefold()}", DAY, TO_OWNERS_A_DAY if owner else FOR_A_PERSON),
    ):
        left = await world.store.brake(what, name, world.clock(), within, most)
        if left and owner:
            raise Throttled("many mails in a short time", left.total_seconds())
        if left:
            await _tell_owner(world, project, place)
            raise Undeliverable("too many mails in a short time", "brake")


async def _project(world: World, place: Place) -> Project | None:
    project_id = await world.store.project_of(place.thread)
    return await world.store.project(project_id) if project_id else None


def _decides(project: Project, address: str) -> bool:
    people = (project.owner, *project.deputies)
    return bool(address) and address.casefold() in {one.address.casefold() for one in people}


async def _tell_owner(world: World, project: Project | None, place: Place) -> None:
    where = await effects.approval_place(world, project) if project else None
    if project is None or where is None or where.channel is Channel.MAIL:
        return
    if not await world.store.once(f"stopped|{place.thread}", DAY):
        return
    await notice(
        world, project, where, f"stopped.{place.thread}.{world.clock():%Y%m%d}", "mail.stopped", address=place.address
    )


async def notice(world: World, project: Project, where: Place, name: str, key: str, **facts: str) -> None:
    """A sentence for the owner about what came by mail; planned once under its name."""
    told = Parcel(
        parcel_id=f"{project.project_id}.{name}",
        project_id=project.project_id,
        kind="card",
        place=where,
        recipe=Recipe(kind="notice", text=say(where.locale).t(key, **facts)),
        planned_at=world.clock(),
    )
    await world.store.plan((told,))
    await world.jobs.ship(told.parcel_id)
