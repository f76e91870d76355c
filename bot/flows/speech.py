"""What the thread reads at the end of a turn: the agent's words, or a sentence about why there are none."""

from collections.abc import Iterator

from bot.core.draft import State
from bot.core.memory import Effects
from bot.core.people import Channel, Place, Project
from bot.core.turn import Answer
from bot.flows import effects
from bot.flows.ports import World
from cards.words import Words, say


async def spoken(world: World, project: Project, place: Place, answer: Answer, found: Effects) -> str:
    words = say(place.locale)
    parts = [*_ended(answer, found, words), *(words.t("desk.leave_asked", tool=one.tool) for one in answer.questions)]
    if answer.unreadable:
        parts.append(words.t("desk.drafts_left_out", n=answer.unreadable))
    if answer.drafts and not project.approvers_at(world.clock()):
        parts.append(words.t("desk.say_hello_in_teams"))
    elif place.channel is Channel.MAIL and await _elsewhere(world, project, found):
        parts.append(words.t("desk.decide_in_teams"))
    return "\n\n".join(parts)


def ours(answer: Answer) -> bool:
    """Nothing of what is spoken comes from the agent: it carries no label of the agent's."""
    return not answer.text or answer.failed


def _ended(answer: Answer, found: Effects, words: Words) -> Iterator[str]:
    if answer.ended is None or answer.failed:
        yield words.t("desk.turn_failed")
        return
    status = answer.ended.status
    if answer.text:
        yield answer.text
    elif status == "completed" and not answer.questions and (found.parcels or not answer.unreadable):
        yield words.t("desk.see_below" if found.parcels else "desk.empty_answer")
    if status == "incomplete":
        yield words.t(_why_incomplete(answer, found))


def _why_incomplete(answer: Answer, found: Effects) -> str:
    if answer.consents:
        asked = any(one.recipe and one.recipe.kind == "consent" for one in found.parcels)
        return "desk.consent_asked" if asked else "desk.consent_needed"
    return "desk.filtered" if answer.ended and answer.ended.code == "content_filter" else "desk.cut_short"


async def _elsewhere(world: World, project: Project, found: Effects) -> bool:
    """Something waits for a decision in Teams; where the owner decides by mail, the same mail asks for it."""
    waits = any(record.state is State.PENDING for record in found.records)
    return waits and (await effects.approval_place(world, project)).channel is Channel.TEAMS
