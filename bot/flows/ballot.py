"""The mail that asks for decisions: every draft that waits, in full, with the code that stands for it."""

from bot.core.address import page_url
from bot.core.ballot import Exact, codes_for
from bot.core.memory import Effects
from bot.core.parcel import Parcel
from bot.core.people import Channel, Place
from bot.flows import present
from bot.flows.cards_of import Shown, record_of
from bot.flows.ports import World
from cards import models
from cards.words import say

ASKING = ("batch", "draft")


async def mail_of(world: World, parcel: Parcel) -> models.Ballot | models.Notice:
    """What asks for decisions in a mail, as things stand: only what still waits is on it, each with its own code."""
    recipe, place = parcel.recipe, parcel.place
    assert recipe is not None, "only cards ask for decisions"
    seen = [await record_of(world, key) for key in recipe.keys]
    waiting = [one for one in seen if one.record.waits(world.clock()) and one.project.state != "closed"]
    words = say(place.locale if place else world.house.locale)
    if not waiting:
        return models.Notice(text=recipe.text or words.t("batch.all_decided"))
    exact = [_exact(one) for one in waiting]
    project = waiting[0].project
    codes = [await _code(world, project.project_id, (one,)) for one in exact]
    return models.Ballot(
        project=project.title or project.home.subject or project.project_id,
        text=recipe.text,
        votes=tuple(
            present.vote(one.record, one.project, code, world.clock()) for one, code in zip(waiting, codes, strict=True)
        ),
        link=page_url(world.house.public_url, exact[0].key if len(exact) == 1 else ""),
        code=await _code(world, project.project_id, tuple(exact)) if len(exact) > 1 else "",
    )


def said_with(effects: Effects, place: Place, text: str) -> tuple[Effects, str]:
    """One turn is one mail: where the same thread is asked for decisions, the answer stands above them.

    Returns what is left to be said by itself.
    """
    asking = next((one for one in effects.parcels if _asks_in(one, place)), None)
    if asking is None or asking.recipe is None:
        return effects, text
    recipe = asking.recipe.model_copy(update={"text": text})
    told = asking.model_copy(update={"recipe": recipe})
    parcels = tuple(told if one is asking else one for one in effects.parcels)
    return effects.model_copy(update={"parcels": parcels}), ""


def _asks_in(parcel: Parcel, place: Place) -> bool:
    same = parcel.place is not None and parcel.place.thread == place.thread
    return place.channel is Channel.MAIL and same and parcel.recipe is not None and parcel.recipe.kind in ASKING


def _exact(seen: Shown) -> Exact:
    draft = seen.record.draft
    return Exact(key=seen.record.key, version=draft.version, content_hash=draft.content_hash)


async def _code(world: World, project_id: str, shown: tuple[Exact, ...]) -> str:
    return await world.store.give_code(project_id, shown, codes_for(shown))
