"""The bot was added somewhere, or taken away again."""

from datetime import timedelta

from bot.core.letter import Met
from bot.core.memory import Effects
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Contact
from bot.flows.ports import World

PLACES = {"personal": "personal", "group": "chat", "channel": "team"}


async def meet(world: World, met: Met) -> Effects:
    """Greets once per place; a person who removed the bot is not written to until they write again."""
    personal = met.place.kind == "personal"
    contacts: tuple[Contact, ...] = ()
    if personal and met.person.authority:
        contacts = (Contact(person=met.person, place=met.place, state="active" if met.event == "added" else "removed"),)
    if met.event == "removed" or not await world.store.once(f"welcome:{met.place.thread}", timedelta(days=30)):
        return Effects(contacts=contacts)
    text = f'{{"place": "{PLACES.get(met.place.kind, "team")}"}}'
    parcel = Parcel(
        parcel_id=f"welcome.{met.letter_id}",
        project_id=met.place.project_id,
        kind="card",
        place=met.place,
        recipe=Recipe(kind="welcome", text=text),
        planned_at=world.clock(),
    )
    return Effects(contacts=contacts, parcels=(parcel,))
