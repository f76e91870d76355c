"""Keeps Graph telling us of new mail: one subscription, renewed at half its life; the inbox is read at its start.

Of several processes of a desk one keeps it, the others look on. Notifications may reach any of them.
"""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

from bot.core.errors import ChannelTrouble, StoreDown, Throttled
from bot.edges.outlook.answers import Answer, filled, trouble
from bot.edges.outlook.line import Line
from bot.edges.outlook.notices import Accept, seen_key
from bot.edges.outlook.papers import Alert, Alerts, Papers

log = logging.getLogger(__name__)

LIVES = tuple(timedelta(minutes=minutes) for minutes in (4200, 1380, 60))  # wished for in this order
LOOK_BACK = timedelta(days=2)
LOOK_EVERY = timedelta(minutes=15)  # Graph does not tell of every mail, and may be silent for a day
RENEW, RECREATE, MISSED = "reauthorizationRequired", "subscriptionRemoved", "missed"
BEAT = 10.0  # seconds: so often the chair is kept, or looked at whether it is free


class Chair(Protocol):
    """Whose turn it is, and what was noted for whoever that is. Every method may raise `StoreDown`."""

    async def take(self) -> bool: ...

    async def leave(self) -> None: ...

    async def note(self, event: str) -> None: ...

    async def noted(self) -> tuple[str, ...]: ...


class OnlyChair:
    """For a desk that is one process."""

    async def take(self) -> bool:
        return True

    async def leave(self) -> None:
        """Nobody waits for it."""

    async def note(self, event: str) -> None:
        """Nobody else is there to be told."""

    async def noted(self) -> tuple[str, ...]:
        return ()


class Keeper:
    def __init__(
        self,
        line: Line,
        url: str,
        client_state: str,
        accept: Accept,
        clock: Callable[[], datetime],
        look_back: timedelta = LOOK_BACK,
        look_every: timedelta = LOOK_EVERY,
        patience: float = 30,
        chair: Chair | None = None,
        beat: float = BEAT,
    ) -> None:
        """`url`: where Graph reaches /api/graph; it must be answering when `start` is called. `patience`: seconds
        before another attempt."""
        self.alert: Alert | None = None
        self.trouble = ""  # what is wrong with the subscription now, in a word
        self._chair, self._beat = chair or OnlyChair(), beat
        self._on_watch = False
        self._line = line
        self._url = url
        self._client_state = client_state
        self._accept = accept
        self._clock = clock
        self._look_back, self._look_every = look_back, look_every
        self._patience = patience
        self._renew_at = clock()
        self._events: asyncio.Queue[str] = asyncio.Queue(maxsize=16)

    @property
    def resource(self) -> str:
        return f"users/{self._line.access.mailbox}/mailFolders('inbox')/messages"

    async def start(self) -> None:
        """A fresh subscription, then the older ones of ours go: theirs may carry a secret that is no longer ours."""
        alert = self._hold(await self._create())
        for other in await self._ours():
            if other.id != alert.id:
                await self._remove(other.id)
        await self.look()

    async def run(self) -> None:
        """Until it is cancelled: on watch while the chair is ours, looking on while it is somebody else's."""
        try:
            while True:
                if await self._ours_still(otherwise=False):
                    await self._watch()
                await asyncio.sleep(self._beat)
        finally:
            with suppress(StoreDown):
                await self._chair.leave()

    async def heard(self, event: str) -> None:
        """A lifecycle notification; returns at once. When many wait already, they say the same."""
        if not self._on_watch:
            await self._chair.note(event)
        elif not self._events.full():
            self._events.put_nowait(event)

    async def _watch(self) -> None:
        """Until somebody else has taken the chair: a process that stood still for a minute is not asked."""
        self._on_watch = True
        keeping = asyncio.create_task(self._keep())
        try:
            while not keeping.done() and await self._ours_still(otherwise=True):
                await asyncio.wait({keeping}, timeout=self._beat)
        finally:
            self._on_watch, self.alert, self.trouble = False, None, ""
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping

    async def _ours_still(self, otherwise: bool) -> bool:
        """Without the store nobody else can take the chair either: everything stays as it is."""
        try:
            ours = await self._chair.take()
            for event in await self._chair.noted() if ours and self._on_watch else ():
                await self.heard(event)
        except StoreDown:
            return otherwise
        return ours

    async def _keep(self) -> None:
        event = RECREATE
        while True:
            try:
                await self._act(event)
                self.trouble = ""
                event = await self._next_event()
            except (ChannelTrouble, StoreDown) as wrong:
                if self.trouble != (told := type(wrong).__name__):
                    log.warning("the mail subscription is in trouble: %s", wrong)
                self.trouble = told
                await asyncio.sleep(wrong.retry_after if isinstance(wrong, Throttled) else self._patience)

    async def stop(self) -> None:
        if self.alert:
            gone, self.alert = self.alert, None
            await self._remove(gone.id)

    async def renew(self) -> None:
        """A subscription that is gone is made anew, and what came meanwhile is looked for."""
        if self.alert is None:
            return await self.start()
        answer = await self._longest(partial(self._prolong, self.alert.id))
        if answer.status == 404:
            return await self.start()
        if not answer.ok:
            raise trouble(answer, "the subscription could not be renewed")
        self._hold(answer)

    async def look(self) -> None:
        """Accepts every mail of the last days; the store knows the ones it has had."""
        async for message_id in self._inbox():
            await self._accept(seen_key(message_id), message_id)

    async def _act(self, event: str) -> None:
        match event:
            case "missed":
                await self.look()
            case "subscriptionRemoved":
                await self.start()
            case _:
                await self.renew()

    async def _next_event(self) -> str:
        """What Graph tells us; else, half of the subscription's life is over, or it is time to look for ourselves."""
        if self.alert is None:
            return RECREATE
        left = self._renew_at - self._clock()
        try:
            return await asyncio.wait_for(self._events.get(), max(0.0, min(left, self._look_every).total_seconds()))
        except TimeoutError:
            return RENEW if left <= self._look_every else MISSED

    def _hold(self, answer: Answer) -> Alert:
        """The subscription as Graph gave it, until half of its life is over."""
        self.alert = alert = filled(Alert, answer)
        self._renew_at = (now := self._clock()) + (alert.expiration_date_time - now) / 2 * random.uniform(0.9, 1)
        return alert

    async def _create(self) -> Answer:
        answer = await self._longest(self._subscribe)
        if not answer.ok:
            raise trouble(answer, "the mailbox could not be subscribed to")
        return answer

    async def _ours(self) -> tuple[Alert, ...]:
        answer = await self._line.ask(lambda calls: calls.subscriptions())
        alerts = filled(Alerts, answer).value if answer.ok else ()
        return tuple(one for one in alerts if (one.notification_url, one.resource) == (self._url, self.resource))

    async def _longest(self, wish: Callable[[datetime], Awaitable[Answer]]) -> Answer:
        """How long a subscription may live changes: ask for much, then for less. What counts is the answer's expiry."""
        answer = Answer(0)
        for life in LIVES:
            answer = await wish(self._clock() + life)
            if answer.status != 400:
                break
        return answer

    async def _subscribe(self, until: datetime) -> Answer:
        return await self._line.ask(lambda calls: calls.subscribe(self._url, self.resource, self._client_state, until))

    async def _prolong(self, known: str, until: datetime) -> Answer:
        return await self._line.ask(lambda calls: calls.prolong(known, until))

    async def _remove(self, known: str) -> None:
        await self._line.ask(lambda calls: calls.unsubscribe(known))

    async def _inbox(self) -> AsyncIterator[str]:
        since = self._clock() - self._look_back
        answer = await self._line.ask(lambda calls: calls.inbox_since(since))
        while True:
            if not answer.ok:
                raise trouble(answer, "the inbox could not be looked through")
            page = filled(Papers, answer)
            for paper in page.value:
                if paper.removed is None:
                    yield paper.id
            if not page.next_link:
                return
            answer = await self._page(page.next_link)

    async def _page(self, link: str) -> Answer:
        return await self._line.ask(lambda calls: calls.next_page(link))
