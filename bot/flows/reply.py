"""One answer in the desk's own words, where something was said."""

from bot.core.letter import Said
from bot.core.memory import Effects
from bot.flows.ballot import said_with
from bot.flows.ports import World
from bot.flows.stage import Bookmark, Stage
from cards.words import say


async def reply(world: World, said: Said, text: str, effects: Effects | None = None) -> Effects:
    """Shown once, in place of the placeholder when there is one. Gives `effects` back, which may say it instead."""
    effects, text = said_with(effects or Effects(), said.place, text)
    stage = Stage(world, await Bookmark.open(world.store, said.letter_id), said.place)
    await stage.close(text, exact=True)
    return effects


async def reply_with(world: World, said: Said, key: str, effects: Effects | None = None, **facts: object) -> Effects:
    """The same by a sentence's key, in the language of the place."""
    return await reply(world, said, say(said.place.locale).t(key, **facts), effects)
