"""Timers of one group rang: what they lead to, by what is true now."""

from bot.core.errors import FromNewer
from bot.core.memory import Rung
from bot.core.timer import Ring
from bot.flows import agenda, look, owners
from bot.flows.ports import World


async def rang(world: World, ring: Ring) -> Rung:
    """Raises `FromNewer` for a timer that a newer desk has set."""
    kinds = {timer.kind for timer in ring.timers}
    if kinds == {agenda.POLL}:
        return await look.struck(world, ring)
    if kinds <= owners.KINDS:
        return await owners.called(world, ring)
    raise FromNewer(f"a timer is of a kind that this version does not know: {', '.join(sorted(kinds))}")
