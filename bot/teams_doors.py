"""What the web door is given from inside for all that Teams sends besides messages and clicks."""

import asyncio
import logging
from datetime import timedelta

from bot.core.errors import ChannelTrouble
from bot.core.letter import Said
from bot.core.people import Channel, Place
from bot.edges.teams.news import Amended
from bot.flows import amend
from bot.flows.ports import World
from cards.words import say

log = logging.getLogger(__name__)
DAILY = timedelta(days=1)


class TeamsDoors:
    def __init__(self, world: World) -> None:
        self._world = world
        self._under_way: set[asyncio.Task[None]] = set()

    async def amend(self, news: Amended) -> None:
        letter = news.arrived.letter
        if isinstance(letter, Said):
            await amend.amend(self._world, news.arrived.seen, letter, news.said is None, news.restored)

    async def refuse(self, place: Place) -> None:
        """One sentence a day and conversation; the request is not kept waiting for it."""
        if await self._world.store.once(f"foreign:{place.thread}", DAILY):
            task = asyncio.create_task(self._say_no(place))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _say_no(self, place: Place) -> None:
        try:
            await self._world.voices[Channel.TEAMS].say(place, say(place.locale).t("desk.other_tenant"), exact=True)
        except ChannelTrouble as trouble:
            log.info("nobody was told that their tenant is not on the list: %s", type(trouble).__name__)
