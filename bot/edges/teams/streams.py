"""Answers that are watched while they are written: Teams' streaming protocol, which 1:1 chats have and no others.

begun ──> signs ("informative") ──> words ("streaming", each holding the ones before) ──> ended, with the whole
   └──────────┴─────────────────────────┴── two minutes are nearly over: ended with what there is, edited from then on
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bot.core.errors import ChannelTrouble, MessageGone, Stopped, Throttled, Uncertain, Undeliverable
from bot.core.people import Place
from bot.edges.teams.connector import Step
from bot.edges.teams.growing import so_far

GAP = 1.0  # seconds between two requests of a stream
CUT_OVER = 105.0  # seconds a stream lasts; Teams ends it after 120
SIGN_LIMIT = 1000  # characters
REMEMBERED = 1000  # streams that were stopped, chats without streams
Fields = dict[str, Any]
Send = Callable[[Place, Fields, Step], Awaitable[str]]

log = logging.getLogger(__name__)


@dataclass
class Stream:
    """A message that is being written. `words`: what was shown of the answer; `sign`: what stands there instead."""

    place: Place
    ref: str
    told_at: float
    sign: str
    words: str = ""
    sequence: int = 1
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    timer: "asyncio.Task[None] | None" = None

    @property
    def key(self) -> tuple[str, str]:
        return self.place.conversation, self.ref


class Streams:
    """The messages this process is writing. `send` posts one piece and returns the id the channel gave it."""

    def __init__(
        self,
        send: Send,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._send, self._clock, self._sleep = send, clock, sleep
        self._live: dict[tuple[str, str], Stream] = {}
        self._opening: set[str] = set()  # conversations in which one is about to begin
        self._stopped: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._without: OrderedDict[str, None] = OrderedDict()  # conversations that take no streams

    def may(self, place: Place) -> bool:
        """One stream at a time, in a 1:1 chat."""
        there = place.kind == "personal" and place.conversation not in self._without.keys() | self._opening
        return there and all(one.place.conversation != place.conversation for one in self._live.values())

    async def begin(self, place: Place, sign: str) -> str:
        """The id of the message; "" where this chat takes no streams. Raises as `Voice` does."""
        self._opening.add(place.conversation)
        try:
            ref = await self._send(place, _typing(sign, {"streamType": "informative", "streamSequence": 1}), "first")
        except Undeliverable as refused:
            if refused.reason in ("blocked", "not_member", "disabled"):
                raise
            _remember(self._without, place.conversation)
            return ""
        finally:
            self._opening.discard(place.conversation)
        if ref:
            self._keep(Stream(place, ref, self._clock(), sign))
        return ref

    async def go_on(self, place: Place, ref: str, sign: str, words: str) -> bool:
        """Show a sign, or words. False: there is no such stream (any more). Raises as `Voice` does."""
        stream = self._living(place, ref)
        if stream is None:
            return False
        async with stream.lock:
            if stream.key not in self._live:
                return self._living(place, ref) is not None
            grown = so_far(words) if words else ""
            if words and grown != stream.words and grown.startswith(stream.words):
                await self._grow(stream, "streaming", grown)
            elif not words and not stream.words and sign != stream.sign:
                await self._grow(stream, "informative", sign[:SIGN_LIMIT])
        return True

    async def end(self, place: Place, ref: str) -> Stream | None:
        """Whoever takes a stream finishes it. None: there is none any more. Raises `Stopped`."""
        stream = self._living(place, ref)
        if stream is None:
            return None
        async with stream.lock:
            if self._living(place, ref) is None:
                return None
            self._forget(stream)
        return stream

    async def finish(self, stream: Stream, text: str, look: Fields) -> bool:
        """The last piece. False: it was refused, or nobody knows, and the message has to be written as an edit.

        Raises `Stopped`, or `Throttled`: then the stream is still there.
        """
        await self._pace(stream)
        info = {"type": "streaminfo", "streamType": "final", "streamId": stream.ref}
        fields = {"type": "message", "text": text} | look | {"entities": [info, *look.get("entities", ())]}
        try:
            await self._send(stream.place, fields, "last")
        except Stopped:
            _remember(self._stopped, stream.key)
            raise
        except Throttled:
            self._keep(stream)
            raise
        except (Undeliverable, Uncertain, MessageGone) as trouble:
            log.info("a stream in %s was not finished: %s", stream.place.thread, type(trouble).__name__)
            return False
        return True

    async def close(self) -> None:
        """Nobody keeps time any more; what is unfinished ends by itself, or is edited by whoever goes on."""
        timers = [one.timer for one in self._live.values() if one.timer]
        for timer in timers:
            timer.cancel()
        await asyncio.gather(*timers, return_exceptions=True)

    def _living(self, place: Place, ref: str) -> Stream | None:
        if (place.conversation, ref) in self._stopped:
            raise Stopped("its reader stopped it")
        return self._live.get((place.conversation, ref))

    async def _grow(self, stream: Stream, kind: str, text: str) -> None:
        await self._pace(stream)
        stream.sequence += 1
        info = {"streamType": kind, "streamSequence": stream.sequence, "streamId": stream.ref}
        try:
            await self._send(stream.place, _typing(text, info), "next")
        except Throttled:
            stream.sequence -= 1
            raise
        except Uncertain:  # it may have been shown: what follows has to hold it
            self._showed(stream, kind, text)
            raise
        except Stopped:
            self._forget(stream)
            _remember(self._stopped, stream.key)
            raise
        except (Undeliverable, MessageGone):  # too long, or too late: from here on it is edited
            self._forget(stream)
            return
        self._showed(stream, kind, text)

    @staticmethod
    def _showed(stream: Stream, kind: str, text: str) -> None:
        if kind == "streaming":
            stream.words = text
        else:
            stream.sign = text

    async def _pace(self, stream: Stream) -> None:
        now = self._clock()
        wait = max(0.0, stream.told_at + GAP - now)
        stream.told_at = now + wait
        if wait:
            await self._sleep(wait)

    async def _cut_over(self, stream: Stream) -> None:
        await self._sleep(CUT_OVER)
        async with stream.lock:  # whoever has the answer waits for it: this piece must not land upon that
            if stream.key not in self._live:
                return
            stream.timer = None
            with suppress(ChannelTrouble):  # the answer takes its place all the same; who stopped it is remembered
                await self.finish(stream, stream.words or stream.sign, {"text_format": "markdown"})
            if stream.timer is None:  # else it was throttled, and is there still
                self._live.pop(stream.key, None)

    def _keep(self, stream: Stream) -> None:
        self._live[stream.key] = stream
        stream.timer = asyncio.create_task(self._cut_over(stream))

    def _forget(self, stream: Stream) -> None:
        self._live.pop(stream.key, None)
        if stream.timer:
            stream.timer.cancel()
            stream.timer = None


def _typing(text: str, info: Fields) -> Fields:
    return {"type": "typing", "text": text, "entities": [{"type": "streaminfo", **info}]}


def _remember(names: "OrderedDict[Any, None]", name: object) -> None:
    names[name] = None
    if len(names) > REMEMBERED:
        names.popitem(last=False)
