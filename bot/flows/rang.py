"""Timers of one group rang: what they lead to, by what is true now."""

from bot.core.errors import FromNewer
from bot.core.memory import Rung
from bot.core.timer import Ring
from bot.flows.ports import World


async def rang(world: World, ring: Ring) -> Rung:
    """Raises `FromNewer` for a timer that a newer desk has set."""
    for timer in ring.timers:
        raise FromNewer(f"a timer is of a kind that this version does not know: {timer.kind}")
    return Rung()
