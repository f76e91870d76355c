"""A switch that was armed meets the request it was armed for: before it is carried out, or after."""

import asyncio
import json
import socket
import struct
from collections.abc import Awaitable, Callable

from aiohttp import web
from aiohttp.typedefs import Middleware

from agent.platform.answers import gateway, refused
from agent.platform.faults import REFUSALS, Switch, Where, Wish
from agent.platform.host import Platform

Door = Callable[[web.Request], Awaitable[web.StreamResponse]]
LOOK = 0.05  # seconds between looks whether the caller is still there
AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: the line is reset instead of closed
GATEWAY = (502, 504)
CODES = {
    400: "invalid_request",
    401: "unauthorized",
    403: "session_not_accessible",
    404: "not_found",
    408: "request_timeout",
    409: "conversation_locked",
    424: "session_not_ready",
    429: "rate_limit_exceeded",
    500: "server_error",
    503: "service_unavailable",
}
BOUND = "switch"  # where a request carries what befalls it on the way through


def misfortune(platform: Platform) -> Middleware:
    @web.middleware
    async def befall(request: web.Request, handler: Door) -> web.StreamResponse:
        wish = await wish_of(platform, request)
        switch = platform.faults.take(wish) if wish else None
        if wish is None or switch is None:
            return await handler(request)
        return await meet(platform, request, handler, wish, switch)

    return befall


async def meet(platform: Platform, request: web.Request, door: Door, wish: Wish, switch: Switch) -> web.StreamResponse:
    if switch.kind in (*REFUSALS, "reset", "lost", "expired"):
        platform.faults.happened(switch)
    if switch.kind in REFUSALS:
        raise refusal(switch, wish)
    if switch.kind == "reset":
        await request.read()
        return reset(request)
    if switch.kind == "lost":
        await platform.delete(wish.session)
        raise refused(404, "session_not_found", f"There is no session {wish.session!r}.")
    if switch.kind == "expired" and (session := platform.sessions.get(wish.session)):
        await platform.expire(session)
    if wish.on in ("turn", "resume"):
        request[BOUND] = switch
        return await door(request)
    answer = await door(request)
    return await too_late(platform, request, wish, switch, answer)


async def too_late(
    platform: Platform, request: web.Request, wish: Wish, switch: Switch, answer: web.StreamResponse
) -> web.StreamResponse:
    """The request was carried out; how much of that is told is another matter."""
    if switch.kind not in ("fail_after", "reset_after", "hang"):
        return answer
    platform.faults.happened(switch)
    if switch.kind == "fail_after":
        raise refusal(switch, wish)
    if switch.kind == "reset_after":
        return reset(request)
    try:
        await silence(request, switch.seconds)
    except ConnectionResetError:
        return reset(request)
    return answer


def refusal(switch: Switch, wish: Wish) -> web.HTTPException:
    status = switch.answer
    wait = 1.0 if switch.kind == "busy" and switch.retry_after is None else switch.retry_after
    headers = {} if wait is None else {"retry-after": f"{wait:g}"}
    if status in GATEWAY and not switch.code:
        return gateway(status, headers)
    return refused(status, switch.code or _code(status, wish), "Refused on demand.", headers)


def _code(status: int, wish: Wish) -> str:
    if status == 404 and wish.on != "resume":
        return "previous_response_not_found" if wish.chain else "session_not_found"
    if status == 409 and wish.on in ("session", "file"):
        return "conflict"
    return CODES.get(status, "gateway_error")


def reset(request: web.Request) -> web.Response:
    """What was written so far arrives, and then the line is dead; the answer returned goes nowhere."""
    if transport := request.transport:
        line: socket.socket | None = transport.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        transport.abort()
    return web.Response(status=503)


async def silence(request: web.Request, seconds: float | None) -> None:
    """Until the time is over or the caller has hung up; None: for as long as the caller waits."""
    clock = asyncio.get_running_loop().time
    end = None if seconds is None else clock() + seconds
    while not gone(request) and (end is None or clock() < end):  # noqa: ASYNC110 nobody tells us of a caller that leaves
        await asyncio.sleep(LOOK)
    if gone(request):
        raise ConnectionResetError("the caller hung up")


def gone(request: web.Request) -> bool:
    return request.transport is None or request.transport.is_closing()


async def wish_of(platform: Platform, request: web.Request) -> Wish | None:
    """None for what no switch is for: the switches themselves, the clock, unknown addresses."""
    where = where_of(request)
    if where == "turn" or (where == "session" and request.method == "POST" and "session_id" not in request.match_info):
        return await _named_in_the_body(request, where)
    if where == "resume":
        session = platform.routes.owner_of(request.match_info["response_id"])
        return Wish("resume", session, after="starting_after" in request.query)
    return Wish(where, request.match_info.get("session_id", "")) if where else None


def where_of(request: web.Request) -> Where | None:
    resource = request.match_info.route.resource
    path = resource.canonical if resource else ""
    if "/responses" in path:
        return "resume" if "{response_id}" in path else "turn"
    if "/files" in path:
        return "file"
    return "session" if "/sessions" in path else None


async def _named_in_the_body(request: web.Request, where: Where) -> Wish:
    try:
        body = json.loads(await request.read())
    except ValueError:
        body = None
    facts = body if isinstance(body, dict) else {}  # anything else is refused where it is read
    return Wish(where, str(facts.get("agent_session_id") or ""), str(facts.get("previous_response_id") or ""))
