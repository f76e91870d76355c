"""May this person press this button? Whoever may not is turned away, and that they tried is written down."""

from bot.core.draft import Record, State
from bot.core.errors import Refusal
from bot.core.memory import Attempt
from bot.core.people import Person
from bot.flows import onlookers
from bot.flows.cards_of import Shown
from bot.flows.ports import World
from cards.click import Click, Pick


def picked(clicked: Click) -> Pick:
    return Pick(draft_id=clicked.draft_id, version=clicked.version or 1, hash=clicked.hash)


async def ours(world: World, seen: Shown, verb: str, pick: Pick, actor: Person) -> None:
    """Whoever may not decide, and in a stopped project anybody, is not shown a form; that they tried is written down.

    What was decided is shown as ever, and a doubt may still be settled by the word that it arrived.
    """
    record, word = seen.record, ""
    if not onlookers.may_decide(world, seen, actor):
        word = "not_yours"
    elif seen.project.state == "closed" and (verb == "resend" or record.state not in (State.APPROVED, State.REJECTED)):
        word = "stopped"
    if word:
        await turned_away(world, record, verb, pick, actor, word)
        raise Refusal(f"desk.{word}")


async def turned_away(world: World, record: Record, verb: str, pick: Pick, actor: Person, word: str) -> None:
    who = actor.authority or actor.teams_id
    attempt = Attempt(
        key=record.key, verb=verb, version=pick.version, content_hash=pick.hash, actor=who, word=word, now=world.clock()
    )
    await world.store.attempted(attempt)
