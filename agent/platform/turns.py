"""Turns on their way to a sandbox, and a response found again by its id."""

import json
from typing import Any

from aiohttp import web

from agent.platform.answers import refused
from agent.platform.faults import SCENES, Switch
from agent.platform.host import Platform
from agent.platform.misfortune import BOUND
from agent.platform.relay import Relay, identity
from agent.platform.scenes import Playbill, scene
from agent.platform.sessions import BadName, Session

RETIRED = ("x-ms-user-isolation-key", "x-session-isolation-key")


class Turns:
    def __init__(self, platform: Platform) -> None:
        self.platform = platform
        self.playbill = Playbill()

    async def post(self, request: web.Request) -> web.StreamResponse:
        for name in RETIRED:
            if name in request.headers:
                raise refused(400, "invalid_request", f"The header {name} is not supported any more.")
        body = await _body(request)
        session = self._session_of(body)
        self._check_chain(body, request)
        switch: Switch | None = request.get(BOUND)
        if switch and switch.kind in SCENES:
            return self._play(request, switch, session, body)
        body["agent_session_id"] = session.agent_session_id
        sandbox = await self.platform.awake(session)
        return await Relay(self.platform, request, session, sandbox).carry("responses", json.dumps(body).encode())

    def _play(self, request: web.Request, switch: Switch, session: Session, body: dict[str, Any]) -> web.Response:
        """The agent never hears of this turn."""
        told = scene(switch, session.agent_session_id, body)
        if switch.kind == "poisoned":
            self.platform.faults.poisoned |= {str(body["previous_response_id"]), told.response_id}
        self.platform.faults.happened(switch)
        self.platform.routes.add(told.response_id, session.agent_session_id, identity(request))
        self.platform.use(session)
        return self.playbill.play(told)

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
        if self.platform.routes.session_of(previous, identity(request)) is None:
            raise refused(404, "previous_response_not_found", f"There is no response {previous!r}.")

    async def by_id(self, request: web.Request) -> web.StreamResponse:
        """GET, DELETE and cancel: the request names no session, the response's own one is looked up."""
        tail = request.match_info["tail"]
        response_id = request.match_info["response_id"]
        session_id = self.platform.routes.session_of(response_id, identity(request))
        if session_id is None:
            raise refused(404, "not_found", f"There is no response {response_id!r}.")
        session = self.platform.living(session_id)
        if played := self.playbill.again(request, response_id):
            return played
        sandbox = await self.platform.awake(session)
        relay = Relay(self.platform, request, session, sandbox, response_id)
        return await relay.carry(f"responses/{response_id}{tail}", await request.read())


async def _body(request: web.Request) -> dict[str, Any]:
    try:
        body = json.loads(await request.read())
    except ValueError as bad:
        raise refused(400, "invalid_request", "The body is no JSON.") from bad
    if not isinstance(body, dict):
        raise refused(400, "invalid_request", "The body is no JSON object.")
    return body
