"""What was approved and has not left yet is held back: its draft is open again, as a version of its own."""

from bot.core.draft import Record, Verb
from bot.core.errors import Refusal
from bot.core.memory import Decision
from bot.core.parcel import Fate
from bot.core.people import Person
from bot.flows import present
from bot.flows.cards_of import Shown, record_of
from bot.flows.offers import reopened
from bot.flows.ports import World
from cards.click import Pick
from cards.models import Card

STAYED = (Fate.FAILED, Fate.REFUSED)  # its card says so, and what can be done


async def hold_back(world: World, seen: Shown, pick: Pick, actor: Person, batch_id: str) -> Card:
    """One step of the store, against the sender who may take it in the same moment. Raises `Refusal`."""
    record, now = seen.record, world.clock()
    verdict = await world.store.undo(
        Decision(
            verb=Verb.UNDO,
            key=record.key,
            version=pick.version,
            content_hash=pick.hash,
            actor=actor.authority,
            after=_open_again(record),
            now=now,
        ),
        record.parcel_id,
    )
    if verdict.word == "done":
        await world.jobs.redraw(record.key)
    elif verdict.word not in ("late", "repeat", "stale"):
        raise Refusal("desk.not_yours")
    fresh = await record_of(world, record.key)
    if verdict.word == "late" and not (fresh.parcel and fresh.parcel.fate in STAYED):
        raise Refusal("desk.has_left")
    return present.about(fresh.record, fresh.parcel, fresh.project, now, batch_id)


def _open_again(record: Record) -> Record:
    """The version that was approved stays spent: each has one delivery, and this one has had it."""
    draft = record.draft.model_copy(update={"version": record.draft.version + 1})
    return reopened(record).model_copy(update={"draft": draft, "parcel_id": ""})
