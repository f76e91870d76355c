"""The hosted agent through its own SDKs: sandboxes and files by azure-ai-projects, turns by openai as raw bytes."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import openai
import orjson
from azure.ai.projects.aio import AIProjectClient
from azure.core.credentials_async import AsyncTokenCredential
from openai import AsyncOpenAI, DefaultAioHttpClient

from bot.core.errors import StreamBroke, TurnLost
from bot.core.turn import Ended, Event, Request, Started
from bot.edges import sse
from bot.edges.foundry_doors import LocalBearer, LocalToken, check_endpoint, is_local
from bot.edges.foundry_errors import no_background, of_turn, poisoned
from bot.edges.foundry_sandboxes import Sandboxes

SILENCE = 600.0  # seconds without a byte; the agent may think, and keep-alives are not everybody's habit
PATIENCE = 120.0  # seconds to poll a response whose stream cannot be resumed
DRAIN = 0.5  # seconds for the end of a stream after its last event
Body = dict[str, Any]


class Foundry(Sandboxes):
    """Implements the port `Agent`. One per process and event loop; `aclose` it, which ends its credential too."""

    def __init__(
        self, endpoint: str, agent: str, version: str = "1", credential: AsyncTokenCredential | None = None
    ) -> None:
        """`endpoint` is the project's address. Raises `Misconfigured` for plain http to anywhere but this machine."""
        check_endpoint(endpoint, credential)
        self._credential = credential or LocalToken()
        self._background = True
        local = is_local(endpoint)
        auth: Body = {"authentication_policy": LocalBearer()} if local else {}
        project = AIProjectClient(endpoint, self._credential, retry_total=2, retry_backoff_factor=0.3, **auth)
        super().__init__(project, agent, version)
        self._turns: AsyncOpenAI = project.get_openai_client(
            agent_name=agent,
            http_client=DefaultAioHttpClient(),
            max_retries=0,  # a turn is posted once: the server would run a repeated one again
            timeout=httpx2.Timeout(SILENCE, connect=10.0),
            **({"api_key": LocalToken.WORD} if local else {}),
        )

    async def aclose(self) -> None:
        await self._turns.close()
        await self._project.close()
        await self._credential.close()  # the SDK leaves the connections of a credential it was given open

    async def turn(self, request: Request) -> AsyncIterator[Event]:
        try:
            async for event in self._posted(request, self._background):
                yield event
        except openai.BadRequestError as refused:
            if not (self._background and no_background(refused)):
                raise of_turn(refused, request.chain) from refused
            self._background = False  # this agent runs turns in the foreground only; nothing was started
        except openai.APIError as trouble:
            raise of_turn(trouble, request.chain) from trouble
        else:
            return
        async for event in self.turn(request):
            yield event

    async def _posted(self, request: Request, background: bool) -> AsyncIterator[Event]:
        body: Body = {"input": request.input, "stream": True, "store": True, "background": background}
        body |= {"previous_response_id": request.chain} if request.chain else {}
        body["metadata"] = {"turn_id": request.turn_id[:512], "project_id": request.project_id}
        stream = self._turns.responses.with_streaming_response.create(
            **body,
            extra_body={"agent_session_id": request.session_id},
            extra_headers={"x-client-turn-id": request.turn_id, "x-client-actor": _plain(request.actor)},
        )
        async with stream as response:
            session_id = response.headers.get("x-agent-session-id", "")
            async for event in _events(response.iter_bytes()):
                if isinstance(event, Ended) and request.chain and poisoned(event):
                    raise of_turn(None, request.chain)
                yield _with_session(event, session_id)

    async def resume(self, response_id: str, after: int) -> AsyncIterator[Event]:
        try:
            async for event in self._resumed(response_id, after):
                yield event
        except openai.BadRequestError:
            async for event in self._polled(response_id):
                yield event
        except openai.NotFoundError as missing:
            raise TurnLost(f"response {response_id} is unknown") from missing
        except openai.APIError as trouble:
            raise StreamBroke(str(trouble)) from trouble

    async def _resumed(self, response_id: str, after: int) -> AsyncIterator[Event]:
        cursor = after if after >= 0 else openai.omit
        stream = self._turns.responses.with_streaming_response.retrieve(response_id, stream=True, starting_after=cursor)
        async with stream as response:
            async for event in _events(response.iter_bytes(), begun=after >= 0):
                yield event

    async def _polled(self, response_id: str) -> AsyncIterator[Event]:
        """The replay window is over, or there never was one: ask how it ended until it has."""
        until = asyncio.get_running_loop().time() + PATIENCE
        while True:
            found = await self._snapshot(response_id)
            if found.get("status") in sse.STATUSES:
                for event in sse.snapshot_events(found):
                    yield event
                return
            if asyncio.get_running_loop().time() > until:
                raise TurnLost(f"response {response_id} never ended")
            await asyncio.sleep(2.0)

    async def _snapshot(self, response_id: str) -> Body:
        try:
            raw = await self._turns.responses.with_raw_response.retrieve(response_id)
            found = orjson.loads(raw.http_response.content)
        except openai.NotFoundError as missing:
            raise TurnLost(f"response {response_id} is unknown") from missing
        except (openai.APIError, orjson.JSONDecodeError) as trouble:
            raise StreamBroke(str(trouble)) from trouble
        return found if isinstance(found, dict) else {}


async def _events(chunks: AsyncIterator[bytes], begun: bool = False) -> AsyncIterator[Event]:
    """Events until the terminal one. A stream that ends without it is broken, however clean its end was."""
    splitter, reader = sse.Splitter(), sse.Reader(begun)
    try:
        async for chunk in chunks:
            for event in reader.read_all(splitter.blocks(chunk)):
                yield event
                if isinstance(event, Ended):
                    await _drain(chunks)
                    return
    except httpx2.TransportError as cut:
        raise StreamBroke(type(cut).__name__) from cut
    raise StreamBroke("the stream ended without a terminal event")


async def _drain(chunks: AsyncIterator[bytes]) -> None:
    """Read to the very end, so that the connection can be used again: a new one costs a handshake per turn."""
    with contextlib.suppress(TimeoutError, httpx2.TransportError):
        async with asyncio.timeout(DRAIN):
            async for _ in chunks:
                continue


def _with_session(event: Event, session_id: str) -> Event:
    if isinstance(event, Started) and not event.session_id and session_id:
        return event.model_copy(update={"session_id": session_id})
    return event


def _plain(actor: str) -> str:
    """A header carries ASCII."""
    return actor.encode("ascii", "replace").decode()
