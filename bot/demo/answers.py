"""Scripted answers on the wire: a response, a line that breaks, a silence."""

import asyncio
import socket
import struct
from typing import Any

import orjson
from aiohttp import web

ScriptedAnswer = dict[str, Any]  # status, headers, json or text, delay_s, silence_s, kept, reset, drop
LOOK = 0.05  # seconds between looks whether the caller is still there
AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: the line is reset instead of closed


def response(found: ScriptedAnswer) -> web.Response:
    headers = dict(found.get("headers") or {})
    if "json" in found:
        body = orjson.dumps(found["json"])
        headers = {"Content-Type": "application/json; charset=utf-8"} | headers
    else:
        text = found.get("text") or ""
        body = text if isinstance(text, bytes) else text.encode()
    return web.Response(status=found["status"], body=None if found["status"] == 204 else body, headers=headers)


async def befall(request: web.Request, found: ScriptedAnswer) -> web.Response | None:
    """Wait and break the line as scripted; what is returned goes nowhere. None: the answer may be given."""
    await asyncio.sleep(found.get("delay_s", 0))
    if "silence_s" in found and not await _silent(request, found["silence_s"]):
        return web.Response(status=503)
    if found.get("reset") or found.get("drop"):
        return _broken(request, hard=bool(found.get("reset")))
    return None


async def _silent(request: web.Request, seconds: float | None) -> bool:
    """Was the caller still there when the time was over? None: for as long as they wait."""
    clock = asyncio.get_running_loop().time
    end = None if seconds is None else clock() + seconds
    while not _gone(request) and (end is None or clock() < end):  # noqa: ASYNC110 nobody tells us of a caller that leaves
        await asyncio.sleep(LOOK)
    return not _gone(request)


def _gone(request: web.Request) -> bool:
    return request.transport is None or request.transport.is_closing()


def _broken(request: web.Request, hard: bool) -> web.Response:
    if transport := request.transport:
        line: socket.socket | None = transport.get_extra_info("socket")
        if hard and line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        transport.abort()
    return web.Response(status=503)
