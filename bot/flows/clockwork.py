"""What has time, as the stories see it: the engine that calls, and the timers in the store that say when."""

from datetime import datetime
from typing import Protocol

from bot.core.memory import Rung
from bot.core.timer import Ring, Timer


class Timers(Protocol):
    """Part of the store; every method may raise `StoreDown`."""

    async def set_timers(self, timers: tuple[Timer, ...]) -> datetime | None:
        """Set, or move what bears the same name in its group. Returns when the first timer of the desk rings."""
        ...

    async def cancel_timers(self, group: str, names: tuple[str, ...] = ()) -> int:
        """Call off some timers of a group, or all of them; of one that rings just now no effect is written any more."""
        ...

    async def timers_of(self, group: str) -> tuple[Timer, ...]: ...

    async def timers_in(self, project_id: str) -> tuple[Timer, ...]:
        """Of every group, the earliest first."""
        ...

    async def next_ring(self) -> datetime | None: ...

    async def ring(self, now: datetime) -> Ring | None:
        """The group that has waited longest, taken under a lease; None when nothing is due that nobody has."""
        ...

    async def rung(self, ring: Ring, rung: Rung) -> bool:
        """Remove what rang and write what it leads to, in one step.

        False, and nothing is written: a timer was moved or called off meanwhile, or another worker has the group.
        """
        ...


class Jobs(Protocol):
    """The engine's alarm clock: jobs carry ids only, and may run more than once."""

    def book(self, project_id: str) -> None:
        """Have somebody look into a mailbox soon. Returns at once; bookings are sent in batches."""
        ...

    def remind(self, project_id: str) -> None:
        """The same for whoever comes by regularly: no more than one such look waits, however long nobody gets to it."""
        ...

    async def ship(self, parcel_id: str, after: float = 0) -> None:
        """Have a parcel sent, `after` seconds from now."""
        ...

    async def redraw(self, record_key: str) -> None:
        """Have every card that shows a draft drawn again."""
        ...

    async def look(self, project_id: str, after: float) -> None:
        """Look into a mailbox again `after` seconds from now: the agent was busy or down."""
        ...

    async def wake(self, at: datetime, after: float) -> None:
        """Have somebody look at the timers `after` seconds from now, for those of the moment `at`."""
        ...

    def talking(self) -> bool:
        """Is this worker at somebody's letter just now? What has time gives way to it."""
        ...
