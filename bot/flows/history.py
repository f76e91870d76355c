"""What was decided so far: the newest first, all of it or what somebody asks about, on a card that opens each."""

from bot.core.command import Asked, folded
from bot.core.draft import Record, State
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.people import Project
from bot.flows.offers import cards_for
from bot.flows.ports import World
from bot.flows.reply import reply, reply_with
from bot.flows.threads import decided_by
from cards.words import say

DECIDED = (State.APPROVED, State.REJECTED, State.EXPIRED)
MOST = 25


async def history(world: World, project: Project, said: Said, asked: Asked) -> Effects:
    """Of this project; in a 1:1 chat, of every project in which this person decides."""
    words, everywhere = say(said.place.locale), said.place.kind == "personal"
    projects = await decided_by(world, said.speaker) if everywhere else (project,)
    records = [one for each in projects for one in await world.store.records_of(each.project_id)]
    kept = [one for one in records if one.state in DECIDED and one.faded_at is None and speaks_of(one, asked.about)]
    found = sorted(kept, key=lambda one: one.decided_at or one.offered_at, reverse=True)
    if not found:
        key = "desk.no_decisions_about" if asked.about else "desk.no_decisions"
        return await reply_with(world, said, key, about=asked.about)
    if not everywhere and not project.decided_by(said.speaker, world.clock()):
        return await reply(world, said, words.t("desk.decisions_of_others", n=len(found)))
    parts = [words.t("desk.decisions", n=len(found))]
    if len(found) > MOST:
        parts.append(words.t("desk.decisions_newest", n=MOST))
    return await reply(world, said, " ".join(parts), _shown(world, said, found[:MOST]))


def speaks_of(record: Record, about: str) -> bool:
    """Every word that was asked for, anywhere in it: names, addresses, subject, text, reason, and who decided."""
    draft = record.draft
    names = [part for to in draft.to for part in (to.name, to.address)]
    whole = folded(" ".join((*names, draft.subject, draft.body, draft.reason, record.reason, record.decided_by)))
    return all(word in whole for word in folded(about).split())


def _shown(world: World, said: Said, found: list[Record]) -> Effects:
    """One card per project, in the order of its newest decision."""
    projects = dict.fromkeys(one.project_id for one in found)
    shown = (tuple(one for one in found if one.project_id == project_id) for project_id in projects)
    return Effects(
        parcels=tuple(card for records in shown for card in cards_for(world, said.letter_id, records, said.place)[1])
    )


STORIES = {"history": history}
