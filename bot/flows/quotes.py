"""In a 1:1 chat that speaks of several projects, the message somebody quotes says which of them is meant."""

from bot.core.letter import Letter, Said
from bot.core.people import Place
from bot.flows.ports import World


async def remember(world: World, place: Place, ref: str, project_id: str, record_key: str = "") -> None:
    """What we said in a chat of two, by its id there: it is found as an answered mail is."""
    if ref and place.kind == "personal":
        await world.store.sent_mail(_name(place, ref), record_key, project_id)


async def read(world: World, letter: Letter) -> tuple[Letter, str]:
    """The letter with the brief it answers, and its project; "" where no quote decides."""
    if not isinstance(letter, Said) or not letter.quoted_ref or letter.place.kind != "personal":
        return letter, ""
    found = await world.store.mail_thread((_name(letter.place, letter.quoted_ref),))
    project_id, record_key = found or ("", "")
    if not project_id or await world.store.project(project_id) is None:
        return letter, ""
    return letter.model_copy(update={"answers": record_key}), project_id


def _name(place: Place, ref: str) -> str:
    """Ids of messages are unique in their chat only."""
    return f"{place.thread}|{ref}"
