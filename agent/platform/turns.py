"""Turns on their way to a sandbox and back: nothing is buffered, and a response is found again by its id."""

import json
import secrets
from collections.abc import Mapping
from typing import Any

from aiohttp import ClientConnectorError, ClientError, ClientResponse, web

from agent.platform.answers import refused
from agent.platform.faults import CUT_AFTER, befall
from agent.platform.host import Platform
from agent.platform.sandbox import Sandbox
from agent.platform.sessions import BadName, Session

FORWARDED = ("accept", "content-type", "traceparent", "tracestate", "user-agent")
RETURNED = ("content-type", "x-request-id", "x-platform-server", "cache-control")
RETIRED = ("x-ms-user-isolation-key", "x-session-isolation-key")
IDENTITY = "x-ms-user-identity"
NOBODY = "caller"  # the identity of a caller that names none
HEAD_LIMIT = 2**20


class Turns:
    def __init__(self, platform: Platform) -> None:
        self.platform = platform

    async def post(self, request: web.Request) -> web.StreamResponse:
        for name in RETIRED:
            if name in request.headers:
                raise refused(400, "invalid_request", f"The header {name} is not supported any more.")
        body = await _body(request)
        session = self._session_of(body)
        self._check_chain(body, request)
        fault = self.platform.faults.next()
        if answer := befall(fault, f"caresp_{secrets.token_hex(25)}"):
            return answer
        body["agent_session_id"] = session.agent_session_id
        sandbox = await self.platform.awake(session)
        cut = CUT_AFTER if fault == "cut" else None
        return await self._forward(request, session, sandbox, "responses", json.dumps(body).encode(), cut)

    def _session_of(self, body: dict[str, Any]) -> Session:
        """The session named in the body, made on first use; without a name a new one."""
        name = body.get("agent_session_id")
        if name is not None and not isinstance(name, str):
            raise refused(400, "invalid_parameters", "agent_session_id must be a string.")
        if name and self.platform.sessions.get(name):
            return self.platform.living(name)
        try:
            return self.platform.sessions.create(name or "")
        except BadName as bad:
            raise refused(400, "invalid_parameters", "agent_session_id is malformed.") from bad

    def _check_chain(self, body: dict[str, Any], request: web.Request) -> None:
        """A well-formed id that nobody gave to this caller does not exist; a malformed one the agent refuses itself."""
        previous = body.get("previous_response_id")
        if not isinstance(previous, str) or not previous.startswith("caresp_"):
            return
        if self.platform.routes.session_of(previous, _identity(request)) is None:
            raise refused(404, "previous_response_not_found", f"There is no response {previous!r}.")

    async def by_id(self, request: web.Request) -> web.StreamResponse:
        """GET, DELETE and cancel: the request names no session, the response's own one is looked up."""
        tail = request.match_info["tail"]
        response_id = request.match_info["response_id"]
        session_id = self.platform.routes.session_of(response_id, _identity(request))
        if session_id is None:
            raise refused(404, "not_found", f"There is no response {response_id!r}.")
        session = self.platform.living(session_id)
        sandbox = await self.platform.awake(session)
        body = await request.read()
        return await self._forward(request, session, sandbox, f"responses/{response_id}{tail}", body)

    async def _forward(
        self,
        request: web.Request,
        session: Session,
        sandbox: Sandbox,
        tail: str,
        body: bytes,
        cut_after: int | None = None,
    ) -> web.StreamResponse:
        query = {key: value for key, value in request.query.items() if key != "api-version"}
        sandbox.in_flight += 1
        try:
            async with self.platform.client.request(
                request.method, sandbox.url(tail), params=query, data=body or None, headers=_headers(request)
            ) as answer:
                return await self._passed_on(request, session, sandbox, answer, cut_after)
        except ClientConnectorError as gone:
            raise refused(503, "service_unavailable", "The sandbox went away.") from gone
        except ClientError:
            # It took the request and died: whether the turn began is unknown, and only a cut line says so.
            if request.transport:
                request.transport.close()
            return web.Response(status=503)
        finally:
            sandbox.in_flight -= 1
            self.platform.use(session)

    async def _passed_on(
        self,
        request: web.Request,
        session: Session,
        sandbox: Sandbox,
        answer: ClientResponse,
        cut_after: int | None,
    ) -> web.StreamResponse:
        headers = {name: answer.headers[name] for name in RETURNED if name in answer.headers}
        out = web.StreamResponse(
            status=answer.status, headers=headers | {"x-agent-session-id": session.agent_session_id}
        )
        await out.prepare(request)
        watch = Watch(self.platform, session, sandbox, _identity(request)) if request.method == "POST" else None
        try:
            async for chunk in answer.content.iter_any():
                if watch:
                    watch.see(chunk)
                await out.write(chunk[:cut_after])
                if cut_after is not None and (cut_after := cut_after - len(chunk)) <= 0:
                    raise ConnectionResetError("cut on demand")
            await out.write_eof()
        except (ConnectionError, ClientError):
            # The caller went away, or the sandbox died in mid-sentence: cut, and say nothing that passes for an end.
            if request.transport:
                request.transport.close()
        else:
            if watch and answer.content_type == "text/event-stream":
                watch.ended()
        return out


class Watch:
    """Reads a new response's id off its first event, so that it can be routed while it still runs."""

    def __init__(self, platform: Platform, session: Session, sandbox: Sandbox, identity: str) -> None:
        self.platform, self.session, self.sandbox, self.identity = platform, session, sandbox, identity
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
    response = found.get(inside) if inside else found
    response_id = response.get("id") if isinstance(response, dict) else None
    return response_id if isinstance(response_id, str) and response_id.startswith("caresp_") else ""


async def _body(request: web.Request) -> dict[str, Any]:
    try:
        body = json.loads(await request.read())
    except ValueError as bad:
        raise refused(400, "invalid_request", "The body is no JSON.") from bad
    if not isinstance(body, dict):
        raise refused(400, "invalid_request", "The body is no JSON object.")
    return body


def _identity(request: web.Request) -> str:
    return request.headers.get(IDENTITY, "")


def _headers(request: web.Request) -> Mapping[str, str]:
    """Only what the hosted gateway lets through, and who is asking in the platform's own words."""
    kept = {
        name: value
        for name, value in request.headers.items()
        if name.lower().startswith("x-client-") or name.lower() in FORWARDED
    }
    return kept | {"x-agent-user-id": _identity(request) or NOBODY}
