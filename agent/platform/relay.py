"""An answer on its way from the sandbox to the caller: nothing is buffered; faults that were armed befall it here."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from aiohttp import ClientConnectorError, ClientError, ClientResponse, StreamReader, web

from agent.platform.answers import refused
from agent.platform.faults import Kind, Switch, Wish
from agent.platform.host import Platform
from agent.platform.misfortune import BOUND, refusal, reset, silence
from agent.platform.sandbox import Sandbox
from agent.platform.sessions import Session

FORWARDED = ("accept", "content-type", "traceparent", "tracestate", "user-agent")
RETURNED = ("content-type", "x-request-id", "x-platform-server", "cache-control")
IDENTITY = "x-ms-user-identity"
NOBODY = "caller"  # the identity of a caller that names none
HEAD_LIMIT = 2**20
CARRIED_OUT: tuple[Kind, ...] = ("fail_after", "reset_after")
DRIP = 0.05  # seconds


class CutShort(Exception):
    """The answer ends here, as if it were whole."""


class Relay:
    """One request of a session's, carried to its sandbox; `response_id` when it asks for a known response."""

    def __init__(
        self, platform: Platform, request: web.Request, session: Session, sandbox: Sandbox, response_id: str = ""
    ) -> None:
        self.platform, self.request, self.session, self.sandbox = platform, request, session, sandbox
        self.switch: Switch | None = request.get(BOUND)
        self.watch = Watch(platform, session, sandbox, identity(request)) if request.method == "POST" else None
        self.response_id = response_id
        self.query = {key: value for key, value in request.query.items() if key != "api-version"}
        self.shift = self._numbers_move() if response_id else 0

    def _is(self, *kinds: Kind) -> bool:
        return self.switch is not None and self.switch.kind in kinds

    def _numbers_move(self) -> int:
        """A stream that began anew counts on from where the caller was; the agent counts as it always did."""
        shifts, after = self.platform.faults.shifts, self.query.get("starting_after", "")
        if self._is("restart") and self.switch and after.isdigit():
            self.platform.faults.happened(self.switch)
            shifts[self.response_id] = int(after)
            self.query["starting_after"] = "0"  # everything but `response.created`
        elif self.response_id in shifts and after.isdigit():
            self.query["starting_after"] = str(max(0, int(after) - shifts[self.response_id]))
        return shifts.get(self.response_id, 0)

    async def carry(self, tail: str, body: bytes) -> web.StreamResponse:
        self.sandbox.in_flight += 1
        try:
            async with self.platform.client.request(
                self.request.method,
                self.sandbox.url(tail),
                params=self.query,
                data=body or None,
                headers=_headers(self.request),
            ) as answer:
                return await self._passed_on(answer)
        except ClientConnectorError as gone:
            raise refused(503, "service_unavailable", "The sandbox went away.") from gone
        except (ClientError, ConnectionError):
            # It took the request and died: whether the turn began is unknown, and only a cut line says so.
            return hung_up(self.request, web.Response(status=503))
        finally:
            self.sandbox.in_flight -= 1
            self.platform.use(self.session)

    async def _passed_on(self, answer: ClientResponse) -> web.StreamResponse:
        if self.switch and self._is(*CARRIED_OUT):
            return await self._kept_to_ourselves(answer, self.switch)
        await self._befall(None)
        headers = {name: answer.headers[name] for name in RETURNED if name in answer.headers}
        headers["x-agent-session-id"] = self._named(self.session.agent_session_id)
        out = web.StreamResponse(status=answer.status, headers=headers)
        await out.prepare(self.request)
        try:
            await self._say(out, answer)
            await out.write_eof()
        except CutShort:
            await out.write_eof()
        except (ConnectionError, ClientError):
            # The caller went away, or the sandbox died in mid-sentence: cut, and say nothing that passes for an end.
            return hung_up(self.request, out)
        else:
            self._ended(answer)
        return out

    async def _kept_to_ourselves(self, answer: ClientResponse, switch: Switch) -> web.StreamResponse:
        async for chunk in answer.content.iter_any():
            self._see(chunk)
        self._ended(answer)
        self.platform.faults.happened(switch)
        if switch.kind == "fail_after":
            raise refusal(switch, Wish(switch.on, self.session.agent_session_id))
        return reset(self.request)

    async def _say(self, out: web.StreamResponse, answer: ClientResponse) -> None:
        whole_events = self.switch is not None or self.shift
        pieces = blocks(answer.content) if whole_events else answer.content.iter_any()
        count = 0
        if self.switch:
            await out.write(b"")
            await self._befall(count)
        async for piece in pieces:
            self._see(piece)
            await self._write(out, self._retold(piece))
            if self.switch and b"data:" in piece:
                count += 1
                await self._befall(count)

    async def _befall(self, count: int | None) -> None:
        """What happens after so many events; None: before the answer has begun."""
        if not self.switch or not self._is("cut", "hang") or self.switch.at != count:
            return
        self.platform.faults.happened(self.switch)
        if self._is("hang"):
            await silence(self.request, self.switch.seconds)
        elif self.switch.end == "close":
            raise CutShort
        else:
            reset(self.request)
            raise ConnectionResetError("cut on demand")

    async def _write(self, out: web.StreamResponse, piece: bytes) -> None:
        if not self.switch or not self._is("drip"):
            return await out.write(piece)
        for start in range(0, len(piece), self.switch.bytes):
            await out.write(piece[start : start + self.switch.bytes])
            await asyncio.sleep(DRIP if self.switch.seconds is None else self.switch.seconds)

    def _retold(self, piece: bytes) -> bytes:
        if self.shift:
            return renumbered(piece, self.shift)
        mine = self.session.agent_session_id
        return piece.replace(f'"{mine}"'.encode(), f'"{self._named(mine)}"'.encode())

    def _named(self, session_id: str) -> str:
        if not self.switch or not self._is("other_session"):
            return session_id
        return self.switch.other or f"{session_id}-other"

    def _see(self, chunk: bytes) -> None:
        if self.watch:
            self.watch.see(chunk)

    def _ended(self, answer: ClientResponse) -> None:
        if self.switch and self._is("drip", "other_session"):
            self.platform.faults.happened(self.switch)
        if self.watch and answer.content_type == "text/event-stream":
            self.watch.ended()


class Watch:
    """Reads a new response's id off its first event, so that it can be routed while it still runs."""

    def __init__(self, platform: Platform, session: Session, sandbox: Sandbox, whose: str) -> None:
        self.platform, self.session, self.sandbox, self.identity = platform, session, sandbox, whose
        self.response_id = ""
        self._head = b""

    def see(self, chunk: bytes) -> None:
        if self.response_id or len(self._head) > HEAD_LIMIT:
            return
        self._head += chunk
        self.response_id = response_id_in(self._head)
        if self.response_id:
            self.platform.routes.add(self.response_id, self.session.agent_session_id, self.identity)
            self.sandbox.running[self.response_id] = self.identity or NOBODY

    def ended(self) -> None:
        """The stream came to its own end, so the response is finished."""
        self.sandbox.running.pop(self.response_id, None)


async def blocks(content: StreamReader) -> AsyncIterator[bytes]:
    """Whole events with the empty line behind them; what is no stream comes in one piece."""
    rest = b""
    async for chunk in content.iter_any():
        *whole, rest = (rest + chunk).split(b"\n\n")
        for block in whole:
            yield block + b"\n\n"
    if rest:
        yield rest


def renumbered(block: bytes, shift: int) -> bytes:
    head, mark, data = block.partition(b"data:")
    if not mark:
        return block
    event = json.loads(data)
    event["sequence_number"] += shift
    return b"%sdata: %s\n\n" % (head, json.dumps(event).encode())


def response_id_in(head: bytes) -> str:
    """The id of the response object in a JSON body or in the first event of a stream; empty while it is not there."""
    text = head.lstrip()
    if text.startswith(b"{"):
        return _id_of(text)
    block, end, _ = text.partition(b"\n\n")
    data = [line[5:] for line in block.splitlines() if line.startswith(b"data:")]
    return _id_of(b"\n".join(data), inside="response") if end else ""


def _id_of(raw: bytes, inside: str = "") -> str:
    try:
        found = json.loads(raw)
    except ValueError:
        return ""
    response: Any = found.get(inside) if inside else found
    response_id = response.get("id") if isinstance(response, dict) else None
    return response_id if isinstance(response_id, str) and response_id.startswith("caresp_") else ""


def hung_up(request: web.Request, answer: web.StreamResponse) -> web.StreamResponse:
    if request.transport:
        request.transport.close()
    return answer


def identity(request: web.Request) -> str:
    return request.headers.get(IDENTITY, "")


def _headers(request: web.Request) -> Mapping[str, str]:
    """Only what the hosted gateway lets through, and who is asking in the platform's own words."""
    kept = {
        name: value
        for name, value in request.headers.items()
        if name.lower().startswith("x-client-") or name.lower() in FORWARDED
    }
    return kept | {"x-agent-user-id": identity(request) or NOBODY}
