"""Which language people read, as far as anybody knows: noted when they write, told to the agent that drafts."""

import asyncio
from collections.abc import Iterable

from bot.core.draft import Recipient
from bot.core.habits import Source
from bot.core.language import written_in
from bot.core.people import Person, Project
from bot.flows.offers import roster_of
from bot.flows.ports import World
from bot.flows.time_of import time_of

OWN = (Source.SAID, Source.MAILBOX, Source.WROTE)  # what is known of a person and not only of their project
MOST = 50  # people told of in one turn
Line = dict[str, str]


async def note(world: World, person: Person, text: str) -> None:
    """Somebody wrote: what they write in they read."""
    found = written_in(text)
    if not found:
        return
    habits = await world.store.habits(person)
    if habits.wrote != found:
        await world.store.save_habits(person, habits.model_copy(update={"wrote": found}), "heard")


async def known(world: World, project: Project) -> list[Line]:
    """Of those whom something may be drafted for: who is in the thread, at first, and whom was written to since."""
    people = list(await roster_of(world, project)) if not project.started else []
    people += [Person(address=address) for address in project.guests]
    for record in await world.store.records_of(project.project_id):
        people += [_person(one) for one in record.draft.to]
    once = {one.oid or one.address.casefold(): one for one in people if one.oid or one.address}
    mine = (project.owner.oid, project.owner.address.casefold())
    asked = [one for key, one in once.items() if key not in mine][:MOST]
    told = zip(asked, await of_each(world, project, asked), strict=True)
    return [{"address": one.address, "oid": one.oid, "language": found} for one, found in told if found]


async def of_each(world: World, project: Project, people: Iterable[Person]) -> list[str]:
    """ "en" or "pt-BR", "" for whoever is known only by their project. No mailbox is asked for it."""
    theirs = await asyncio.gather(*(time_of(world, one, project) for one in people))
    return [one.facts.language if one.sources.get("language") in OWN else "" for one in theirs]


def _person(one: Recipient) -> Person:
    return Person(oid=one.oid, name=one.name, address=one.address)
