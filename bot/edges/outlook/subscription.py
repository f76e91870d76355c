"""Keeps Graph telling us of new mail: one subscription, renewed at half its life; the inbox is read at its start.

Of several processes of a desk one keeps it, the others look on. Notifications may reach any of them.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import Protocol

from bot.core.errors import ChannelTrouble, StoreDown, Throttled
from bot.edges.outlook.answers import Answer, filled, trouble
from bot.edges.outlook.inbox import LOOK_BACK, Inbox, Memory, Notebook
from bot.edges.outlook.line import Line
from bot.edges.outlook.notices import Accept
from bot.edges.outlook.papers import Alert, Alerts

log = logging.getLogger(__name__)

LIVES = tuple(timedelta(minutes=minutes) for minutes in (4200, 1380, 60))  # wished for in this order
LOOK_EVERY = timedelta(minutes=15)  # Graph does not tell of every mail, and may be silent for a day
RENEW, RECREATE, MISSED = "reauthorizationRequired", "subscriptionRemoved", "missed"
DEAF = 3  # looks in a row that found mails of which nobody had told
BEAT = 10.0  # seconds: so often the chair is kept, or looked at whether it is free


class Chair(Notebook, Protocol):
    """Whose turn it is, and what was noted for whoever that is. Every method may raise `StoreDown`."""

    async def take(self) -> bool: ...

    async def leave(self) -> None: ...

    async def note(self, event: str) -> None: ...

    async def noted(self) -> tuple[str, ...]: ...


class OnlyChair:
    """For a desk that is one process, and remembers as long as it lives."""

    def __init__(self) -> None:
        self._text = ""

    async def take(self) -> bool:
        return True

    async def leave(self) -> None:
        """Nobody waits for it."""

    async def note(self, event: str) -> None:
        """Nobody else is there to be told."""

    async def noted(self) -> tuple[str, ...]:
        return ()

    async def recall(self) -> str:
        return self._text

    async def keep(self, text: str) -> None:
        self._text = text


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
        self._look_every = look_every
        self._inbox = Inbox(line, accept, clock, self._chair, look_back)
        self._looked, self._deaf = False, 0
        self._patience = patience
        self._renew_at = clock()
        self._events: asyncio.Queue[str] = asyncio.Queue(maxsize=16)

    @property
    def _proof(self) -> str:
        """Of what makes a subscription ours: another secret or address needs another one."""
        return sha256(f"{self._url}|{self.resource}|{self._client_state}".encode()).hexdigest()[:32]

    @property
    def resource(self) -> str:
        return f"users/{self._line.access.mailbox}/mailFolders('inbox')/messages"

    async def start(self) -> None:
        """The subscription there is, or a fresh one; then what came meanwhile."""
        memory = await self._inbox.memory()
        if not await self._goes_on(memory):
            await self._anew()
        await self.look()

    async def _goes_on(self, memory: Memory) -> bool:
        """Is the one we had still there, and does it still tell us, in our words?"""
        if not memory.subscription or memory.proof != self._proof:
            return False
        answer = await self._line.ask(lambda calls: calls.subscription(memory.subscription))
        if not answer.ok:
            if answer.status != 404:
                raise trouble(answer, "the subscription could not be looked at")
            return False
        alert = filled(Alert, answer)
        if alert.expiration_date_time <= self._clock():
            return False
        self._hold(alert)
        return True

    async def _anew(self) -> None:
        """A fresh one, then the older ones of ours go: theirs may carry a secret that is no longer ours."""
        alert = await self._kept(await self._create())
        for other in await self._ours():
            if other.id != alert.id:
                await self._remove(other.id)

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
            await self._inbox.keep(subscription="")

    async def renew(self) -> None:
        """A subscription that is gone is made anew, and what came meanwhile is looked for."""
        known = self.alert.id if self.alert else (await self._inbox.memory()).subscription
        if not known:
            return await self.start()
        answer = await self._longest(partial(self._prolong, known))
        if answer.status == 404:
            await self._anew()
            return await self.look()
        if not answer.ok:
            raise trouble(answer, "the subscription could not be renewed")
        await self._kept(answer)

    async def look(self) -> None:
        """Looks for mails nobody told us of. When there are some three times in a row, the subscription is deaf.

        Of the first look nothing follows: there was none at work, perhaps.
        """
        untold = await self._inbox.look()
        if untold and self._looked:
            self._deaf += 1
            log.warning("%d mails came of which nobody told: the subscription may be deaf", untold)
        else:
            self._deaf = 0
        self._looked = True
        if self._deaf >= DEAF:
            self._deaf = 0
            await self._anew()

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

    async def _kept(self, answer: Answer) -> Alert:
        """The subscription as Graph gave it, known to whoever keeps it after us."""
        alert = filled(Alert, answer)
        self._hold(alert)
        until = alert.expiration_date_time
        await self._inbox.keep(subscription=alert.id, expires=until, proof=self._proof)
        return alert

    def _hold(self, alert: Alert) -> None:
        """Until half of its life is over."""
        self.alert = alert
        self._renew_at = (now := self._clock()) + (alert.expiration_date_time - now) / 2 * random.uniform(0.9, 1)

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
