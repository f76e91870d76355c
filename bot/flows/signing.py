"""Somebody says, or asks, how mails of theirs end."""

from bot.core.command import Asked
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.people import Project
from bot.core.signature import LINES, signature_in
from bot.flows.closing import signature_of
from bot.flows.ports import World
from bot.flows.reply import reply, reply_with
from cards.words import say


async def signature(world: World, project: Project, said: Said, asked: Asked) -> Effects | None:
    """The speaker's own; a sentence that only begins with the word is for the agent."""
    given = signature_in(said.text)
    if given is None and asked.about:
        return None
    if given is not None:
        if given.count("\n") >= LINES:
            return await reply_with(world, said, "signature.too_long", n=LINES)
        habits = await world.store.habits(said.speaker)
        await world.store.save_habits(said.speaker, habits.model_copy(update={"signature": given}), "wishes")
    lines = await signature_of(world, said.speaker)
    words = say(said.place.locale)
    text = words.t("signature.yours" if given is None else "signature.kept") if lines else words.t("signature.none")
    return await reply(world, said, "\n\n".join((text, *(f"> {line}" for line in lines.splitlines()))))


STORIES = {"signature": signature}
