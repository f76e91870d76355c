"""A toolbox on this machine: MCP over streamable HTTP, with tools a test gives it, well or badly."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from aiohttp import web

Json = dict[str, Any]
CONSENT = {"code": -32006, "message": "CONSENT_REQUIRED", "data": {"consent_url": "https://sign.example/in?data=1"}}


def tool(name: str, required: str = "query", **more: str) -> Json:
    properties = {key: {"type": kind} for key, kind in ({required: "string"} | more).items()}
    return {"name": name, "inputSchema": {"type": "object", "properties": properties, "required": [required]}}


class ToolboxServer:
    """`answers[tool]` gives content parts, an error object, an HTTP status, or words that are no JSON-RPC."""

    def __init__(self) -> None:
        self.tools: list[Json] = []
        self.answers: dict[str, Callable[[Json], Any]] = {}
        self.listing: Any = None
        self.sse = False
        self.heard: list[tuple[Json, Json]] = []  # headers and body of every request
        self.together, self._now, self._met = 1, 0, asyncio.Event()  # calls that wait for each other
        self.url = ""

    async def __aenter__(self) -> "ToolboxServer":
        app = web.Application()
        app.router.add_post("/mcp", self._post)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}/mcp?api-version=v1"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    def called(self) -> list[Json]:
        return [body["params"] for _, body in self.heard if body.get("method") == "tools/call"]

    async def _post(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.heard.append(({key.lower(): value for key, value in request.headers.items()}, body))
        if "id" not in body:
            return web.Response(status=202)
        return await self._reply(body)

    async def _reply(self, body: Json) -> web.StreamResponse:
        match body["method"]:
            case "initialize":
                about = {"protocolVersion": "2025-03-26", "capabilities": {"tools": {}}}
                said: Any = about | {"serverInfo": {"name": "toolbox", "version": "1"}}
            case "tools/list":
                said = self.listing if self.listing is not None else {"tools": self.tools}
            case "tools/call":
                self._now += 1
                if self._now >= self.together:
                    self._met.set()
                await self._met.wait()
                said = self.answers[body["params"]["name"]](body["params"]["arguments"])
                if said == "silence":
                    await asyncio.Event().wait()
            case _:
                said = {"code": -32601, "message": "no such method"}
        return self._wire(body["id"], said)

    def _wire(self, number: int, said: Any) -> web.Response:
        if isinstance(said, int):
            return web.Response(status=said, text="no", headers={"Retry-After": "0"})
        if isinstance(said, str):
            return web.Response(text=said, content_type="application/json")
        if isinstance(said, list):
            said = {"content": said}
        told = {"jsonrpc": "2.0", "id": number} | ({"error": said} if "code" in said else {"result": said})
        if self.sse:
            return web.Response(text=f"event: message\ndata: {json.dumps(told)}\n\n", content_type="text/event-stream")
        return web.json_response(told)


def text(value: Any) -> list[Json]:
    return [{"type": "text", "text": value if isinstance(value, str) else json.dumps(value)}]
