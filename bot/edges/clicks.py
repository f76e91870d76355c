"""Answers clicks on cards: in the response when it is awaited, on the card itself when it is not, or comes late."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import nullcontext, suppress
from datetime import datetime

import cards
from bot.core.errors import ChannelTrouble, FromNewer, MessageGone, StoreDown
from bot.core.people import Person, Place
from bot.edges.journal import Journal, Kept, Slip
from bot.edges.teams.inbound import Pressed
from cards.click import LOOKS, Click, NotAClick
from cards.models import Notice

IN_TIME = 2.5  # seconds; Teams shows a failure from about 3 on, and sends the click again
AGAIN = 1.0  # seconds between two looks at the clicks that are kept
Card = dict[str, object]
CARD, TEXT, ERROR = (
    "application/vnd.microsoft.card.adaptive",
    "application/vnd.microsoft.activity.message",
    "application/vnd.microsoft.error",
)

log = logging.getLogger(__name__)


class Clicks:
    """`click` decides, `reply` writes into the chat, `words` finds a sentence for a key and a locale.

    `journal` keeps what could not be decided in time. Without one it waits in this process alone, and says so.
    """

    def __init__(
        self,
        click: Callable[[Click, Person, Place, datetime], Awaitable[Card | str]],
        reply: Callable[[Place, Card | str, str], Awaitable[object]],
        words: Callable[[str, str], str],
        clock: Callable[[], datetime],
        journal: Journal | None = None,
    ) -> None:
        self._click, self._reply, self._words, self._clock, self._journal = click, reply, words, clock, journal
        self._running: set[asyncio.Task[None]] = set()
        self._taking_up: asyncio.Task[None] | None = None

    async def answer(self, pressed: Pressed) -> Card:
        """The body for an `adaptiveCard/action`. HTTP is 200 whatever it says: a failed refresh leaves a dead card."""
        locale = pressed.place.locale
        try:
            click = read_click(pressed.value)
        except NotAClick as odd:
            return body(400, ERROR, {"code": "BadRequest", "message": self._words(odd.key, locale)})
        found = await self._in_time(click, pressed)
        return found if isinstance(found, dict) else self._instead(found, click, pressed)

    async def follow(self, pressed: Pressed) -> bool:
        """A button of an older client, sent as a message: answered on the card afterwards. False: it is no click.

        When it returns, the click is decided, or kept, or its presser is told otherwise.
        """
        try:
            click = read_click(pressed.value)
        except NotAClick as odd:
            if pressed.spoken is None:
                self._keep(self._write(pressed.place, self._words(odd.key, pressed.place.locale), ""))
            return False
        found = await self._in_time(click, pressed)
        told = self._words(found, pressed.place.locale) if isinstance(found, str) else found["value"]
        self._keep(self._show(told, pressed.place, pressed.message))
        return True

    def open(self) -> None:
        """Take up what an earlier life of the desk kept, and from then on what this one does."""
        self._taking_up = asyncio.create_task(self._take_up())
        self._taking_up.add_done_callback(_note)

    async def close(self) -> None:
        """Let what is under way come to its end."""
        if self._taking_up is not None:
            self._taking_up.cancel()
            with suppress(asyncio.CancelledError):
                await self._taking_up
        if self._running:
            await asyncio.wait(self._running, timeout=5)

    async def _in_time(self, click: Click, pressed: Pressed) -> Card | str:
        """What the click came to; or, a string, the key of what to say instead: it goes on, or waits in the journal."""
        kept = Kept(click=click, actor=pressed.actor, place=pressed.place, message=pressed.message, at=self._clock())
        work = asyncio.ensure_future(self._click(click, kept.actor, kept.place, kept.at))
        done, _ = await asyncio.wait({work}, timeout=IN_TIME)
        if not done:
            slip = await self._kept(kept)
            self._keep(self._finish_late(work, slip, kept))
            return "desk.click_kept" if slip else "desk.still_working"
        try:
            return shown(work.result())
        except StoreDown:
            slip = await self._kept(kept)
            with slip or nullcontext():
                return "desk.click_kept" if slip else "desk.store_down"

    async def _kept(self, kept: Kept) -> Slip | None:
        """What only looks is asked again by whoever still wants to see it."""
        return None if self._journal is None or kept.click.verb in LOOKS else await self._journal.keep(kept)

    def _instead(self, key: str, click: Click, pressed: Pressed) -> Card:
        """A sentence; for a card that refreshes itself a card, which asks again the next time it is seen."""
        sentence = self._words(key, pressed.place.locale)
        if click.trigger != "automatic":
            return body(200, TEXT, sentence)
        notice = Notice(text=sentence, draft_id=click.draft_id, batch_id=click.batch_id)
        card = cards.card(notice, pressed.place.locale, pressed.place.zone)
        again = {"type": "Action.Execute", "verb": click.verb, "data": click.data()}
        return body(200, CARD, card | {"refresh": {"action": again, "userIds": [pressed.actor.teams_id]}})

    async def _finish_late(self, work: "asyncio.Future[Card | str]", slip: Slip | None, kept: Kept) -> None:
        """The person was told that it takes longer. A refresh changes nothing and needs no late word."""
        with slip or nullcontext():
            try:
                found = await work
            except StoreDown:
                if slip is not None:
                    return  # it is taken up from the journal
                found = self._words("desk.store_down", kept.place.locale)
            if kept.click.trigger == "manual":
                await self._show(found, kept.place, kept.message)
            if slip is not None:
                slip.done()

    async def _take_up(self) -> None:
        """Until it is cancelled."""
        if self._journal is None:
            return
        await self._journal.tidy()
        while True:
            await self._round(self._journal)
            await asyncio.sleep(AGAIN)

    async def _round(self, journal: Journal) -> None:
        """What is kept and nobody is at work on, the oldest first, until the store does not answer."""
        for name in await journal.waiting():
            taken = await journal.take(name)
            if taken is None:
                continue
            with taken[0]:
                (wrong,) = await asyncio.gather(self._make_up(*taken), return_exceptions=True)
                if isinstance(wrong, FromNewer):
                    log.warning("the kept click %s is left to a newer desk: %s", name, wrong)
                    journal.leave(name)
                elif isinstance(wrong, StoreDown):
                    return
                elif wrong is not None:
                    log.error("the kept click %s went wrong and was set aside: %s", name, type(wrong).__name__)
                    taken[0].set_aside()
                    place = taken[1].place
                    self._keep(self._write(place, self._words("desk.click_lost", place.locale), ""))

    async def _make_up(self, slip: Slip, kept: Kept) -> None:
        """Carried out as of the moment it was pressed. What it did before a crash it does not do again."""
        found = await self._click(kept.click, kept.actor, kept.place, kept.at)
        await self._show(found, kept.place, kept.message)
        slip.done()
        log.info("the kept click %s was carried out", slip.path.stem)

    async def _show(self, found: object, place: Place, message: str) -> None:
        """A card takes the place of the one that was clicked, a sentence stands for itself."""
        if isinstance(found, dict):
            await self._write(place, found, message)
        else:
            await self._write(place, str(found), "")

    async def _write(self, place: Place, what: Card | str, message: str) -> None:
        try:
            try:
                await self._reply(place, what, message)
            except MessageGone:
                await self._reply(place, what, "")
        except ChannelTrouble as trouble:
            log.info("the answer to a click in %s was not shown: %s", place.thread, type(trouble).__name__)

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(_note)


def read_click(value: object) -> Click:
    """`NotAClick` also for a button that names nothing: every one of ours says what it is about."""
    click = Click.parse(value)
    if not (click.draft_id or click.batch_id or click.ref):
        raise NotAClick("click.damaged", "This click says nothing about what it is for.")
    return click


def _note(task: asyncio.Task[None]) -> None:
    """Nobody waits for this work: what went wrong in it is told to the log, without the words it may quote."""
    if not task.cancelled() and (wrong := task.exception()):
        log.error("a click was not answered: %s", type(wrong).__name__)


def shown(found: Card | str) -> Card:
    return body(200, TEXT, found or "…") if isinstance(found, str) else body(200, CARD, found)


def body(status: int, kind: str, value: object) -> Card:
    return {"statusCode": status, "type": kind, "value": value}
