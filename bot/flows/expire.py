"""A draft waited too long: it is closed without a decision. Silence is not consent, so nothing leaves."""

import logging
from itertools import groupby

from bot.core.draft import Record, State
from bot.core.letter import Letter, Told
from bot.flows.ports import World

log = logging.getLogger(__name__)
GATHER = 1.0  # seconds: what expires together is told together


async def expire(world: World) -> None:
    """By the reconciler. The timer lies in the store beside the draft: it fires late rather than never, and once."""
    now = world.clock()
    found = [await world.store.record(key) for key in await world.store.expiring(now)]
    due = sorted((one for one in found if one is not None), key=lambda one: (one.project_id, one.offered_at, one.key))
    for project_id, records in groupby(due, key=lambda one: one.project_id):
        closed = await world.store.expire(tuple(_closed(one, world) for one in records), now)
        if closed:
            log.info("%d drafts of %s have expired", len(closed), project_id)
            await world.jobs.look(project_id, GATHER)


def _closed(record: Record, world: World) -> tuple[Record, Letter]:
    now = world.clock()
    told = Told(
        letter_id=f"told.{record.key}.v{record.draft.version}.expired",
        record_key=record.key,
        verb="expired",
        at=now,
    )
    return record.model_copy(update={"state": State.EXPIRED, "decided_at": now}), told
