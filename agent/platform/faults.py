"""Misfortunes on demand, so that a front end can be tested against them: each befalls the next turns, then is over."""

from typing import Literal, get_args

from aiohttp import web

from agent.platform.answers import refused

Kind = Literal["busy", "locked", "down", "denied", "cut", "empty"]
KINDS: tuple[Kind, ...] = get_args(Kind)
CUT_AFTER = 3000  # bytes: the response is known, its answer is not
EMPTY = (
    'event: response.created\ndata: {"type":"response.created","sequence_number":0,"response":{"id":"%s"}}\n\n'
    'event: response.in_progress\ndata: {"type":"response.in_progress","sequence_number":1,"response":{}}\n\n'
    'event: response.completed\ndata: {"type":"response.completed","sequence_number":2,'
    '"response":{"id":"%s","status":"completed","output":[]}}\n\n'
)


class Faults:
    """Armed from outside by `PUT /_fault {"kind": …, "times": n}`."""

    def __init__(self) -> None:
        self._waiting: list[Kind] = []

    def arm(self, kind: str, times: int) -> None:
        if kind not in KINDS:
            raise refused(400, "invalid_parameters", f"kind must be one of {', '.join(KINDS)}.")
        self._waiting += [known for known in KINDS if known == kind] * times

    def next(self) -> Kind | None:
        return self._waiting.pop(0) if self._waiting else None


def befall(kind: Kind | None, response_id: str) -> web.Response | None:
    """A refusal is raised, an empty turn returned; None when the turn goes on (to be cut later, perhaps)."""
    match kind:
        case "busy":
            raise refused(429, "rate_limit_exceeded", "Too many requests.", {"retry-after": "1"})
        case "locked":
            raise refused(409, "conversation_locked", "Another response is in progress.")
        case "down":
            raise refused(503, "service_unavailable", "The service is draining.")
        case "denied":
            raise refused(403, "session_not_accessible", "The caller may not use this session.")
        case "empty":
            return web.Response(text=EMPTY % (response_id, response_id), content_type="text/event-stream")
    return None
