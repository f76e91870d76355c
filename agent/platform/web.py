"""The platform's addresses, under `/api/projects/{project}/agents/{agent}/…`."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from agent.platform.answers import refused
from agent.platform.files import LARGEST, Files
from agent.platform.host import Platform
from agent.platform.misfortune import misfortune
from agent.platform.paging import page
from agent.platform.sessions import BadName, Taken
from agent.platform.turns import Turns

AGENT = "/api/projects/{project}/agents/{agent}"
SESSION = AGENT + "/endpoint/sessions/{session_id:[^/:]+}"
RESPONSES = AGENT + "/endpoint/protocols/openai/responses"
CENTURY = 3.2e9  # seconds
Door = Callable[[web.Request], Awaitable[web.StreamResponse]]


def application(platform: Platform) -> web.Application:
    app = web.Application(client_max_size=LARGEST, middlewares=[bearer, misfortune(platform)])
    doors, files, turns = Doors(platform), Files(platform), Turns(platform)
    app.add_routes(
        [
            web.post(AGENT + "/endpoint/sessions", doors.create),
            web.get(AGENT + "/endpoint/sessions", doors.list),
            web.get(SESSION, doors.get),
            web.delete(SESSION, doors.delete),
            web.post(SESSION + ":stop", doors.stop),
            web.put(SESSION + "/files/content", files.put),
            web.get(SESSION + "/files/content", files.get),
            web.get(SESSION + "/files", files.list),
            web.delete(SESSION + "/files", files.delete),
            web.post(RESPONSES, turns.post),
            web.route("*", RESPONSES + "/{response_id:[^/]+}{tail:(/.*)?}", turns.by_id),
            web.put("/_clock", doors.clock),
            web.get("/_clock", doors.time),
            web.put("/_fault", doors.arm),
            web.get("/_fault", doors.armed),
            web.delete("/_fault", doors.disarm),
        ]
    )
    return app


@web.middleware
async def bearer(request: web.Request, handler: Door) -> web.StreamResponse:
    """Any bearer token will do on this machine, but there must be one: who forgets it fails here as there."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise refused(401, "unauthorized", "A bearer token is needed.", {"www-authenticate": "Bearer"})
    return await handler(request)


class Doors:
    """Sessions over HTTP."""

    def __init__(self, platform: Platform) -> None:
        self.platform = platform

    async def create(self, request: web.Request) -> web.Response:
        body = await _optional_body(request)
        version = str((body.get("version_indicator") or {}).get("agent_version") or "1")
        if version == "@latest":
            raise refused(400, "invalid_parameters", "version_indicator must name a concrete version.")
        try:
            session = self.platform.sessions.create(str(body.get("agent_session_id") or ""), version)
        except Taken as taken:
            raise refused(409, "conflict", f"The session {taken} exists already.") from taken
        except BadName as bad:
            raise refused(400, "invalid_parameters", "agent_session_id is malformed.") from bad
        return web.json_response(session.view(), status=201)

    async def get(self, request: web.Request) -> web.Response:
        return web.json_response(self.platform.session(request.match_info["session_id"]).view())

    async def list(self, request: web.Request) -> web.Response:
        rows = [session.view() for session in self.platform.sessions.all()]
        shown, last_id = page(rows, "agent_session_id", request.query, "desc")
        return web.json_response({"object": "list", "data": shown, "last_id": last_id, "has_more": last_id is not None})

    async def stop(self, request: web.Request) -> web.Response:
        await self.platform.stop(self.platform.session(request.match_info["session_id"]).agent_session_id)
        return web.Response(status=204)

    async def delete(self, request: web.Request) -> web.Response:
        await self.platform.delete(request.match_info["session_id"])
        return web.Response(status=204)

    async def clock(self, request: web.Request) -> web.Response:
        """Move the platform's clock: `{"ahead": seconds}`, below zero it runs behind. Sessions expire by it."""
        ahead = (await _optional_body(request)).get("ahead", 0)
        if isinstance(ahead, bool) or not isinstance(ahead, int | float) or abs(ahead) > CENTURY:
            raise refused(400, "invalid_parameters", "ahead is a number of seconds.")
        self.platform.ahead = float(ahead)
        await self.platform.rest()
        return await self.time(request)

    async def time(self, request: web.Request) -> web.Response:
        return web.json_response({"now": self.platform.clock(), "ahead": self.platform.ahead})

    async def arm(self, request: web.Request) -> web.Response:
        self.platform.faults.arm(await _json(request))
        return web.Response(status=204)

    async def armed(self, request: web.Request) -> web.Response:
        return web.json_response(self.platform.faults.report())

    async def disarm(self, request: web.Request) -> web.Response:
        return web.json_response(self.platform.faults.clear())


async def _json(request: web.Request) -> Any:
    try:
        return json.loads(await request.read() or b"{}")
    except ValueError as bad:
        raise refused(400, "invalid_request", "The body is no JSON.") from bad


async def _optional_body(request: web.Request) -> dict[str, Any]:
    body = await _json(request)
    return body if isinstance(body, dict) else {}
