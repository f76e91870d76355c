"""Who is in a conversation, asked for now and then."""

import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from bot.core.errors import ChannelTrouble
from bot.core.people import Person, Place
from bot.edges.teams.limits import channel_of

FRESH = 300.0  # seconds
REMEMBERED = 500
People = tuple[Person, ...]

log = logging.getLogger(__name__)


class Rosters:
    """`ask` lists the members of a place."""

    def __init__(self, ask: Callable[[Place], Awaitable[People]], clock: Callable[[], float] = time.monotonic) -> None:
        self._ask, self._clock = ask, clock
        self._known: OrderedDict[str, tuple[float, People]] = OrderedDict()

    async def of(self, place: Place) -> People:
        """Nobody, where the list cannot be had: then names stay names."""
        room, now = channel_of(place.conversation), self._clock()
        asked, people = self._known.get(room, (float("-inf"), ()))
        if now - asked < FRESH:
            return people
        try:
            people = await self._ask(place)
        except ChannelTrouble as trouble:
            log.info("the members of %s could not be listed: %s", place.thread, type(trouble).__name__)
            people = ()
        self._known[room] = now, people
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return people
