"""What expired or went wrong is told to the owner in words: all that did so together in one message."""

from bot.core.draft import Record
from bot.core.letter import Told
from bot.core.people import Project
from bot.flows import doubt, effects
from bot.flows.doubt import names
from bot.flows.ports import World
from bot.flows.stage import Bookmark, Stage
from cards.words import Words, say


async def bad_news(world: World, project: Project, letters: tuple[Told, ...], records: dict[str, Record]) -> None:
    """The cards show it too, but a card that changes rings no bell."""
    place = await effects.approval_place(world, project)
    words, open_still = say(place.locale), project.state != "closed"
    known = [(letter, records[letter.record_key]) for letter in letters if letter.record_key in records]
    failed = [_line(letter, record, words) for letter, record in known if letter.verb == "failed"]
    doubtful = tuple(record for letter, record in known if letter.verb == "uncertain")
    expired = [f"- **{names(record)}**" for letter, record in known if letter.verb == "expired" and open_still]
    parts = []
    if failed:
        parts += [words.t("desk.not_delivered", n=len(failed)), "\n".join(failed)]
    if expired:
        parts += [words.t("desk.expired_together", n=len(expired)), "\n".join(expired)]
    if doubtful:
        await doubt.tell(world, place, letters[0].letter_id, doubtful)
    book = await Bookmark.open(world.store, f"{letters[0].letter_id}-news")
    await Stage(world, book, place).close("\n\n".join(parts), exact=True)


def _line(letter: Told, record: Record, words: Words) -> str:
    reason = words.t(f"desk.undeliverable.{letter.reason or 'unknown'}")
    return f"- **{names(record)}**: {reason}"
