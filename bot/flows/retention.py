"""Business text is kept only while it is needed: once the time is over, ids, states and times remain."""

import logging
from datetime import timedelta

from bot.flows.ports import World

log = logging.getLogger(__name__)


async def fade(world: World) -> None:
    """By the reconciler: normally an empty query."""
    gone = await world.store.fade(world.clock(), timedelta(days=world.house.retention_days))
    if gone:
        log.info("the texts of %d settled drafts, deliveries and letters were removed", gone)
