"""A turn is handed to the agent once and listened to until it ends, through broken lines and dead workers.

handed over ── response id stored ── cut ──> resumed behind the last event, then asked for, until a deadline
    │              └── its sandbox died ──> once more to an agent that does no turn id twice: it knows what was done
    └── cut before there was one ──> unknown: once more only to an agent that does no turn id twice
"""

import asyncio
from collections.abc import AsyncIterator

from bot.core.errors import (
    AgentBusy,
    AgentDown,
    AgentFailed,
    ChainLost,
    SessionLost,
    SignInNeeded,
    StreamBroke,
    TurnForgotten,
    TurnLost,
    TurnUnknown,
)
from bot.core.memory import Mark
from bot.core.turn import Answer, Event, Request, Started
from bot.flows.ports import World
from bot.flows.stage import Bookmark, Stage

PAUSES = (0.5, 4.0, 15.0, 30.0)  # seconds between the attempts to resume; any progress starts them anew
ALREADY_RAN = "turn_already_ran"  # what an agent of its word says to a turn that began before and did not end
CUT_SHORT = "turn_cut_short"  # what it says of a turn whose process died in the middle
DEADLINE = 600.0  # seconds without an event of the turn, however often its line is opened again


async def listen(world: World, request: Request, stage: Stage, book: Bookmark) -> Answer:
    """To the end of the turn. `AgentBusy`, `AgentDown`: it waits, with the response it may have; the rest is final."""
    line = await _heard(world, request, stage, book)
    if _code(line) == CUT_SHORT and await _does_no_turn_twice(world):
        await book.note(response_id="", posting=False)
        line = await _heard(world, request, stage, book)
    if _code(line) in (ALREADY_RAN, CUT_SHORT):
        raise TurnLost(f"turn {request.turn_id} began before, and left no answer")
    return line.answer


def _code(line: "Line") -> str:
    return line.answer.ended.code if line.answer.ended else ""


async def _heard(world: World, request: Request, stage: Stage, book: Bookmark) -> "Line":
    line = Line(world, request, stage, book)
    try:
        async with asyncio.timeout(DEADLINE) as limit:
            await line.follow(limit)
    except TimeoutError:
        raise TurnLost(f"nothing was heard of turn {request.turn_id} for {DEADLINE:.0f} s") from None
    except (TurnUnknown, TurnForgotten) as lost:
        if not await _does_no_turn_twice(world):
            raise
        await book.note(response_id="")
        raise AgentFailed(f"turn {request.turn_id} has to be handed over again") from lost
    return line


class Line:
    """The line to one turn, and what was heard through it."""

    def __init__(self, world: World, request: Request, stage: Stage, book: Bookmark) -> None:
        self._world, self._request, self._stage, self._book = world, request, stage, book
        self.answer = Answer(request.chain)
        self.answer.response_id = book.mark.response_id  # an earlier attempt left it behind

    async def follow(self, limit: asyncio.Timeout) -> None:
        if self.answer.response_id or not await self._handed_over(limit):
            await self._resumed(limit)

    async def _handed_over(self, limit: asyncio.Timeout) -> bool:
        """False: it began, and the line broke."""
        if self._book.mark.posting and not await _does_no_turn_twice(self._world):
            raise TurnUnknown(self._request.turn_id)
        await self._book.note(posting=True)
        try:
            await self._hear(self._world.agent.turn(self._request), limit)
        except StreamBroke as cut:
            if not self.answer.response_id:
                raise TurnUnknown(self._request.turn_id) from cut
            return False
        except (AgentBusy, AgentDown, ChainLost, SessionLost, SignInNeeded):
            if not self.answer.response_id:
                await self._book.note(posting=False)
            raise
        return True

    async def _resumed(self, limit: asyncio.Timeout) -> None:
        pauses = iter(PAUSES)
        while True:
            heard = self.answer.sequence
            try:
                await self._hear(self._world.agent.resume(self.answer.response_id, heard), limit)
                return
            except (StreamBroke, AgentBusy, AgentDown) as broken:
                if self.answer.sequence > heard:
                    pauses = iter(PAUSES)
                pause = next(pauses, None)
                if pause is None and isinstance(broken, StreamBroke):
                    raise TurnLost(self._request.turn_id) from broken
                if pause is None:
                    raise
            await asyncio.sleep(pause)

    async def _hear(self, events: AsyncIterator[Event], limit: asyncio.Timeout) -> None:
        async for event in events:
            if event.sequence > self.answer.sequence:  # a line that only repeats itself brings nothing
                limit.reschedule(asyncio.get_running_loop().time() + DEADLINE)
            self.answer.hear(event)
            if isinstance(event, Started):
                await self._begun(event)
            self._stage.follow(self.answer)

    async def _begun(self, event: Started) -> None:
        """Written down before anything is shown: from here on the turn can be found again, and is never repeated."""
        await self._book.note(response_id=event.response_id)
        if self._world.agent.name:
            await self._world.store.mark(_promise(self._world), Mark(once=event.once))


async def _does_no_turn_twice(world: World) -> bool:
    """What the agent said with its last answer; of the one we ship it is known."""
    return not world.agent.name or (await world.store.mark_of(_promise(world))).once


def _promise(world: World) -> str:
    return f"agent|{world.agent.name}"
