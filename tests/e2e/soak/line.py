"""Teams' side of the line: what the desk did not take is sent again, as the channel does for hours."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime

import aiohttp

from bot.demo.cast import Talk
from bot.demo.connector import Connector
from bot.demo.teams import Activity, Sent, Teams
from tests.e2e.soak.tally import Tally

PATIENCE = 180.0  # seconds
PAUSE = 1.0


class Line(Teams):
    def __init__(self, connector: Connector, url: str, tally: Tally, clock: Callable[[], datetime]) -> None:
        super().__init__(connector, url, clock=clock)
        self._tally = tally
        self.statuses: Counter[str] = Counter()
        self.slowest: dict[str, float] = {}

    async def send(self, activity: Activity, talk: Talk, token: str | None = None) -> Sent:
        """The first answer that is not "later"."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if sent := await self._once(activity, talk, token):
                return sent
            await asyncio.sleep(PAUSE)
        self._tally.broke("a message was not taken for minutes", activity["conversation"]["id"])
        raise TimeoutError

    async def _once(self, activity: Activity, talk: Talk, token: str | None) -> Sent | None:
        kind = str(activity["type"])
        try:
            sent = await super().send(activity, talk, token)
        except (aiohttp.ClientError, TimeoutError) as gone:
            self.statuses[f"{kind} {type(gone).__name__}"] += 1
            return None
        self.statuses[f"{kind} {sent.status}"] += 1
        self.slowest[kind] = max(self.slowest.get(kind, 0), sent.seconds)
        if sent.status == 500:
            self._tally.broke("the door answered 500", kind)
        return sent if sent.status < 500 else None
