"""Answers clicks on cards: in the response when it is awaited, on the card itself when it is not, or comes late."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime

import cards
from bot.core.errors import ChannelTrouble, MessageGone, StoreDown
from bot.core.people import Person, Place
from bot.edges.teams.inbound import Pressed
from cards.click import Click, NotAClick
from cards.models import Notice

IN_TIME = 2.5  # seconds; Teams shows a failure from about 3 on, and sends the click again
Card = dict[str, object]
CARD, TEXT, ERROR = (
    "application/vnd.microsoft.card.adaptive",
    "application/vnd.microsoft.activity.message",
    "application/vnd.microsoft.error",
)

log = logging.getLogger(__name__)


class Clicks:
    """`click` decides, `reply` writes into the chat, `words` finds a sentence for a key and a locale."""

    def __init__(
        self,
        click: Callable[[Click, Person, Place, datetime], Awaitable[Card | str]],
        reply: Callable[[Place, Card | str, str], Awaitable[object]],
        words: Callable[[str, str], str],
        clock: Callable[[], datetime],
    ) -> None:
        self._click, self._reply, self._words, self._clock = click, reply, words, clock
        self._running: set[asyncio.Task[None]] = set()

    async def answer(self, pressed: Pressed) -> Card:
        """The body for an `adaptiveCard/action`. HTTP is 200 whatever it says: a failed refresh leaves a dead card."""
        locale = pressed.place.locale
        try:
            click = read_click(pressed.value)
        except NotAClick as odd:
            return body(400, ERROR, {"code": "BadRequest", "message": self._words(odd.key, locale)})
        work = asyncio.ensure_future(self._click(click, pressed.actor, pressed.place, self._clock()))
        done, _ = await asyncio.wait({work}, timeout=IN_TIME)
        if not done:
            self._keep(self._finish_late(work, click, pressed))
            return self._instead("desk.still_working", click, pressed)
        try:
            return shown(work.result())
        except StoreDown:
            return self._instead("desk.store_down", click, pressed)

    def follow(self, pressed: Pressed) -> bool:
        """A button of an older client, sent as a message: answered on the card afterwards. False: it is no click."""
        try:
            click = read_click(pressed.value)
        except NotAClick as odd:
            if pressed.spoken is None:
                self._keep(self._write(pressed.place, self._words(odd.key, pressed.place.locale), ""))
            return False
        self._keep(self._answer_on_card(click, pressed))
        return True

    async def close(self) -> None:
        """Let what is under way come to its end."""
        if self._running:
            await asyncio.wait(self._running, timeout=5)

    def _instead(self, key: str, click: Click, pressed: Pressed) -> Card:
        """A sentence; for a card that refreshes itself a card, which asks again the next time it is seen."""
        sentence = self._words(key, pressed.place.locale)
        if click.trigger != "automatic":
            return body(200, TEXT, sentence)
        notice = Notice(text=sentence, draft_id=click.draft_id, batch_id=click.batch_id)
        card = cards.card(notice, pressed.place.locale, pressed.place.zone)
        again = {"type": "Action.Execute", "verb": click.verb, "data": click.data()}
        return body(200, CARD, card | {"refresh": {"action": again, "userIds": [pressed.actor.teams_id]}})

    async def _answer_on_card(self, click: Click, pressed: Pressed) -> None:
        try:
            found = await self._click(click, pressed.actor, pressed.place, self._clock())
        except StoreDown:
            found = self._words("desk.store_down", pressed.place.locale)
        await self._write(pressed.place, found, "" if isinstance(found, str) else pressed.message)

    async def _finish_late(self, work: "asyncio.Future[Card | str]", click: Click, pressed: Pressed) -> None:
        """The person was told that it takes longer. A refresh changes nothing and needs no late word."""
        try:
            found = await work
        except StoreDown:
            found = self._words("desk.store_down", pressed.place.locale)
        if click.trigger == "manual":
            await self._write(pressed.place, found, "" if isinstance(found, str) else pressed.message)

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
