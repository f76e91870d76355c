"""The world outside the bot: who signs tokens, the Bot Connector, and an agent that streams 200 words in a burst."""

import json
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from urllib.parse import unquote

from aiohttp import web

from bot.core.parcel import Parcel, Recipe
from bot.core.people import Channel, Place
from bot.demo.cast import APP_ID, TENANT
from bot.demo.issuer import Issuer
from tests.bench import wire

DELTAS = 200
TALK = re.compile(r"19:talk-(\d+)@")
SESSION = re.compile(rb'"agent_session_id":\s*"([^"]+)"')
WORDS = [f" token{number}" for number in range(DELTAS)]
LAST_WORD = WORDS[-1].strip()
FOLDER = (
    b'{"path":"p","bytes_written":1,"last_id":null,"entries":[{"name":"desk.marker","size":1,"is_directory":false}]}'
)
TENANTS = [f"{TENANT[:-2]}{number:02x}" for number in range(32)]  # the bot paces each tenant; no pace is measured here


SERVICE_URL = "BENCH_SERVICE_URL"  # where a bot that speaks first finds the connector


def notice(parcel_id: str, number: str, service_url: str) -> Parcel:
    """A few words to somebody whom nobody waits for."""
    place = Place(
        channel=Channel.TEAMS,
        tenant=TENANTS[int(number) % len(TENANTS)],
        conversation=f"a:note-{number}",
        kind="personal",
        service_url=service_url,
    )
    recipe = Recipe(kind="notice", text="Two tasks are due tomorrow.")
    return Parcel(parcel_id=parcel_id, project_id="p-bench", kind="card", place=place, recipe=recipe)


class Town:
    """`heard(talk number)` is called when the answer of a turn arrives at the connector."""

    def __init__(self) -> None:
        self.issuer = Issuer(APP_ID)
        self.heard: Callable[[int], None] = lambda talk: None
        self.mark = b""  # what an answer holds; empty: any message
        self.posts = self.replies = 0
        self.connector_port = self.agent_port = 0

    @property
    def service_url(self) -> str:
        return f"http://127.0.0.1:{self.connector_port}/amer/"

    def settings(self, port: int, redis_url: str, data: str) -> dict[str, str]:
        """The environment of a bot in this town."""
        return {
            "BOT_APP_ID": APP_ID, "BOT_APP_PASSWORD": "secret", "BOT_APP_TENANT_ID": TENANT,
            "GRAPH_BASE_URL": "http://127.0.0.1:9/v1.0",
            "BOT_TENANT_ALLOW": ",".join(TENANTS), "BOT_SERVICE_URL_ALLOW": "127.0.0.1",
            "BOT_OPENID_METADATA": f"{self.issuer.base}/v1/.well-known/openidconfiguration",
            "BOT_TOKEN_URL": f"{self.issuer.base}/{TENANT}/oauth2/v2.0/token",
            "BOT_PORT": str(port), "REDIS_URL": redis_url, "DESK_DATA": data,
            SERVICE_URL: self.service_url,
            "FOUNDRY_PROJECT_ENDPOINT": f"http://127.0.0.1:{self.agent_port}/api/projects/p",
        }  # fmt: skip

    def connector(self, method: bytes, path: bytes, body: bytes) -> bytes:
        if method not in (b"POST", b"PUT") or b"/activities" not in path:
            return wire.answer(b'{"id":"a:1","members":[]}')
        self.posts += 1
        talk = TALK.search(unquote(path.decode()))
        if talk and self.mark in body and b'"typing"' not in body:
            self.replies += 1
            self.heard(int(talk[1]))
        return wire.answer(b'{"id":"17%011d"}' % self.posts, b"201 Created")

    def agent(self, method: bytes, path: bytes, body: bytes) -> bytes:
        found = SESSION.search(body)
        name = found[1].decode() if found else unquote(path.decode().partition("?")[0]).rpartition("/")[2]
        if method == b"POST" and path.partition(b"?")[0].endswith(b"/responses"):
            return stream(name)
        if b"/files" in path:
            return wire.answer(FOLDER, b"200 OK" if method == b"GET" else b"201 Created")
        if b"/sessions" in path:
            return wire.answer(json.dumps(session(name)).encode(), b"200 OK" if method == b"GET" else b"201 Created")
        return wire.answer(b'{"error":{"code":"not_found","message":"nothing here"}}', b"404 Not Found")


def session(name: str) -> dict[str, object]:
    now = int(time.time())
    return {
        "agent_session_id": name, "version_indicator": {"type": "version_ref", "agent_version": "1"},
        "status": "active", "created_at": now, "last_accessed_at": now, "expires_at": now + 30 * 86400,
    }  # fmt: skip


def event(kind: str, number: int, **body: object) -> bytes:
    data = json.dumps({"type": kind, "sequence_number": number, **body}, separators=(",", ":"))
    return f"event: {kind}\ndata: {data}\n\n".encode()


def _middle() -> bytes:
    place = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    item = {"id": "msg_1", "type": "message", "status": "in_progress", "content": [], "role": "assistant"}
    events = [event("response.output_item.added", 2, output_index=0, item=item)]
    events += [
        event("response.output_text.delta", number + 3, **place, delta=word, logprobs=[])
        for number, word in enumerate(WORDS)
    ]
    return b"".join(events)


MIDDLE = _middle()


def stream(session_id: str) -> bytes:
    """A whole Responses stream, as one chunk."""
    response: dict[str, object] = {
        "id": f"caresp_{time.time_ns()}", "object": "response", "created_at": int(time.time()), "status": "in_progress",
        "error": None, "incomplete_details": None, "instructions": None, "model": "charter", "output": [],
        "parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "metadata": {},
        "agent_session_id": session_id,
    }  # fmt: skip
    part = {"type": "output_text", "annotations": [], "text": "".join(WORDS), "logprobs": []}
    item = {"id": "msg_1", "type": "message", "status": "completed", "content": [part], "role": "assistant"}
    done = response | {"status": "completed", "output": [item]}
    content = (
        event("response.created", 0, response=response)
        + event("response.in_progress", 1, response=response)
        + MIDDLE
        + event("response.output_item.done", DELTAS + 3, output_index=0, item=item)
        + event("response.completed", DELTAS + 4, response=done)
    )
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(content), content)


@asynccontextmanager
async def town() -> AsyncIterator[Town]:
    here = Town()
    app = web.Application()
    app.add_routes(here.issuer.routes())
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    here.issuer.base = f"http://127.0.0.1:{runner.addresses[0][1]}"
    connector, here.connector_port = await wire.serve(here.connector)
    agent, here.agent_port = await wire.serve(here.agent)
    try:
        yield here
    finally:
        connector.close()
        agent.close()
        await runner.cleanup()
