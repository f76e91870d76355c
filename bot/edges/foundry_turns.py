"""Turns of the hosted agent by openai, as raw bytes: posted once, and found again by their response id."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx2
import openai
import orjson
from openai import AsyncOpenAI
from opentelemetry import propagate

from bot.core.errors import ChainLost, SessionLost, StreamBroke, TurnLost
from bot.core.turn import Ended, Event, Request, Started
from bot.edges import sse
from bot.edges.foundry_doors import Tokens
from bot.edges.foundry_errors import no_background, of_resume, of_turn, poisoned

FIRST = 180.0  # seconds until the first byte: a sandbox that sleeps has to wake up
QUIET = 60.0  # seconds without a byte; listening anew costs nothing where the turn goes on without us
SILENCE = 600.0  # the same where a line that is given up ends the turn
PATIENCE = 600.0  # seconds to poll a response whose stream tells nothing
POLL = 2.0  # seconds between two looks
DRAIN = 0.5  # seconds for the end of a stream after its last event
Body = dict[str, Any]
log = logging.getLogger(__name__)


class Silent(StreamBroke):
    """The line stands, and nothing comes through it."""


class Turns:
    def __init__(self, client: AsyncOpenAI, tokens: Tokens) -> None:
        self._client, self._tokens = client, tokens
        self._background = True

    async def turn(self, request: Request) -> AsyncIterator[Event]:
        background = self._background
        try:
            async for event in self._renewing(lambda: self._posted(request, background)):
                yield event
            return
        except openai.BadRequestError as refused:
            if not (background and no_background(refused)):
                raise of_turn(refused, request.chain) from refused
            self._background = False  # this agent runs turns in the foreground only; nothing was started
        except openai.APIError as trouble:
            raise of_turn(trouble, request.chain) from trouble
        async for event in self.turn(request):
            yield event

    async def _renewing(self, told: Callable[[], AsyncIterator[Event]]) -> AsyncIterator[Event]:
        """A token that is refused is renewed once: nothing was started."""
        try:
            async for event in told():
                yield event
            return
        except openai.AuthenticationError:
            self._tokens.renew()
        async for event in told():
            yield event

    async def _posted(self, request: Request, background: bool) -> AsyncIterator[Event]:
        body: Body = {"input": request.input, "stream": True, "store": True, "background": background}
        body |= {"previous_response_id": request.chain} if request.chain else {}
        body["metadata"] = {"turn_id": request.turn_id[:512], "project_id": request.project_id}
        stream = self._client.responses.with_streaming_response.create(
            **body,
            extra_body={"agent_session_id": request.session_id},
            extra_headers=_traced({"x-client-turn-id": request.turn_id, "x-client-actor": _plain(request.actor)}),
            timeout=_limits(FIRST if background else SILENCE),
        )
        async with stream as response:
            _check_session(response.headers.get("x-agent-session-id", ""), request)
            async for event in _events(response.iter_bytes(), QUIET if background else SILENCE):
                if isinstance(event, Started):
                    _check_session(event.session_id, request)
                if isinstance(event, Ended) and request.chain and poisoned(event):
                    raise ChainLost(request.chain)
                yield event

    async def resume(self, response_id: str, after: int) -> AsyncIterator[Event]:
        try:
            async for event in self._renewing(lambda: self._told(response_id, after)):
                if isinstance(event, Ended) and poisoned(event):
                    raise ChainLost(response_id)
                yield event
        except openai.APIError as trouble:
            raise of_resume(trouble, response_id) from trouble

    async def cancel(self, response_id: str) -> None:
        """One that has ended, or runs where nobody can stop it, is refused: it is left as it is."""
        try:
            await self._client.responses.with_raw_response.cancel(response_id, timeout=_limits(QUIET))
        except (openai.BadRequestError, openai.NotFoundError) as refused:
            log.info("response %s was not cancelled: %s", response_id, type(refused).__name__)
        except openai.APIError as trouble:
            raise of_resume(trouble, response_id) from trouble

    async def _told(self, response_id: str, after: int) -> AsyncIterator[Event]:
        """By its stream; where there is none any more, or nothing comes through it, by asking how it ended."""
        try:
            async for event in self._resumed(response_id, after):
                yield event
            return
        except (openai.BadRequestError, Silent):
            pass
        async for event in self._polled(response_id):
            yield event

    async def _resumed(self, response_id: str, after: int) -> AsyncIterator[Event]:
        cursor = after if after >= 0 else openai.omit
        stream = self._client.responses.with_streaming_response.retrieve(
            response_id, stream=True, starting_after=cursor, timeout=_limits(FIRST)
        )
        async with stream as response:
            async for event in _events(response.iter_bytes(), QUIET, after):
                yield event

    async def _polled(self, response_id: str) -> AsyncIterator[Event]:
        until = asyncio.get_running_loop().time() + PATIENCE
        while True:
            found = await self._snapshot(response_id)
            if sse.over(found):
                for event in sse.snapshot_events(found):
                    yield event
                return
            if asyncio.get_running_loop().time() > until:
                raise TurnLost(f"response {response_id} never ended")
            await asyncio.sleep(POLL)

    async def _snapshot(self, response_id: str) -> Body:
        raw = await self._client.responses.with_raw_response.retrieve(response_id, timeout=_limits(QUIET))
        try:
            found = orjson.loads(raw.http_response.content)
        except orjson.JSONDecodeError as trouble:
            raise StreamBroke(f"response {response_id} is no object") from trouble
        return found if isinstance(found, dict) else {}


async def _events(chunks: AsyncIterator[bytes], quiet: float, after: int = -1) -> AsyncIterator[Event]:
    """Events until the terminal one. A stream that ends without it is broken, however clean its end was."""
    splitter, reader = sse.Splitter(), sse.Reader(after)
    wait = max(FIRST, quiet)
    try:
        while (chunk := await _next(chunks, wait)) is not None:
            wait = quiet
            for event in reader.read_all(splitter.blocks(chunk)):
                yield event
                if isinstance(event, Ended):
                    await _drain(chunks)
                    return
    except httpx2.TimeoutException as nothing:  # the transport has a limit of its own
        raise Silent(type(nothing).__name__) from nothing
    except httpx2.TransportError as cut:
        raise StreamBroke(type(cut).__name__) from cut
    raise StreamBroke("the stream ended without a terminal event")


async def _next(chunks: AsyncIterator[bytes], wait: float) -> bytes | None:
    """However slowly the bytes drip: as long as some come, somebody speaks."""
    try:
        async with asyncio.timeout(wait):
            return await anext(chunks, None)
    except TimeoutError as nothing:
        raise Silent(f"no byte for {wait:.0f} s") from nothing


async def _drain(chunks: AsyncIterator[bytes]) -> None:
    """Read to the very end, so that the connection can be used again: a new one costs a handshake per turn."""
    with contextlib.suppress(TimeoutError, httpx2.TransportError):
        async with asyncio.timeout(DRAIN):
            async for _ in chunks:
                continue


def _check_session(answering: str, request: Request) -> None:
    """Another sandbox than ours knows nothing of the project: what it says is not taken for our agent's answer."""
    if answering not in ("", request.session_id):
        raise SessionLost(f"session {answering} answered for {request.session_id}")


def _limits(seconds: float) -> httpx2.Timeout:
    return httpx2.Timeout(seconds, connect=10.0)


def _traced(headers: dict[str, str]) -> dict[str, str]:
    """The agent's spans hang below the turn's, where somebody records them."""
    propagate.inject(headers)
    return headers


def _plain(actor: str) -> str:
    """A header carries ASCII."""
    return actor.encode("ascii", "replace").decode()
