"""Stands in for the hosted agent: its sessions, files and Responses streams over HTTP, with answers from a script.

A script has one entry per turn, the last one repeats; an entry with `when` is for the turn whose input holds that text.
Turns that only report what was sent or rejected are answered with "Noted." and take nothing from the script.
"""

import asyncio
import itertools
import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from aiohttp import web

Json = dict[str, Any]
AGENT = "/api/projects/{project}/agents/{agent}/endpoint"
SESSION = AGENT + "/sessions/{session}"
RESPONSES = AGENT + "/protocols/openai/responses"
DECISION = re.compile(r"^\[charter-agent-decision: (\{.*\})\]$", re.MULTILINE)
MACHINE = re.compile(r"^\[charter-agent-[^\n]*\n?", re.MULTILINE)


@dataclass
class Turn:
    """One call: `words` are its input without the machine lines, `ended_at` is when the end of its answer went out."""

    input: str
    session: str
    ended_at: float = 0.0
    began_at: float = field(default_factory=time.monotonic)

    @property
    def words(self) -> str:
        return MACHINE.sub("", self.input).strip("\n")

    @property
    def decisions(self) -> list[Json]:
        return [json.loads(found) for found in DECISION.findall(self.input)]

    @property
    def reports(self) -> bool:
        """Nothing is asked for."""
        return bool(self.decisions) and all(one["verb"] != "change" for one in self.decisions)


@dataclass
class ScriptedAgent:
    """`people`: name → address of whom drafts are for; the first of them unless the script names another."""

    script: list[Json] = field(default_factory=list)
    people: dict[str, Json] = field(default_factory=dict)
    speed: float = 1.0
    turns: list[Turn] = field(default_factory=list)  # all that asked for something
    reported: list[Turn] = field(default_factory=list)
    files: dict[tuple[str, str], bytes] = field(default_factory=dict)
    sessions: set[str] = field(default_factory=set)
    cancelled: list[str] = field(default_factory=list)  # ids of responses
    busy: int = 0

    @property
    def handed_in(self) -> dict[tuple[str, str], bytes]:
        return {where: content for where, content in self.files.items() if where[1].startswith("sources/")}

    async def __aenter__(self) -> "ScriptedAgent":
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.add_routes([
            web.get(SESSION, self._session), web.post(AGENT + "/sessions", self._create),
            web.put(SESSION + "/files/content", self._write), web.get(SESSION + "/files/content", self._read),
            web.get(SESSION + "/files", self._list),
            web.post(RESPONSES, self._turn), web.get(RESPONSES + "/{response}", self._known),
            web.post(RESPONSES + "/{response}/cancel", self._cancel),
        ])  # fmt: skip
        self._numbers = itertools.count(1)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}/api/projects/desk"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()

    async def _session(self, request: web.Request) -> web.Response:
        name = request.match_info["session"]
        return web.json_response(_session(name)) if name in self.sessions else _refusal(404, "session_not_found")

    async def _create(self, request: web.Request) -> web.Response:
        name = (await request.json())["agent_session_id"]
        self.sessions.add(name)
        return web.json_response(_session(name), status=201)

    async def _write(self, request: web.Request) -> web.Response:
        content = await request.read()
        self.files[request.match_info["session"], request.query["path"]] = content
        return web.json_response({"path": request.query["path"], "bytes_written": len(content)}, status=201)

    async def _read(self, request: web.Request) -> web.Response:
        found = self.files.get((request.match_info["session"], request.query["path"]))
        return _refusal(404, "file_not_found") if found is None else web.Response(body=found)

    async def _list(self, request: web.Request) -> web.Response:
        session, folder = request.match_info["session"], f"{request.query['path']}/"
        found = {path.removeprefix(folder): content for (whose, path), content in self.files.items()
                 if whose == session and path.startswith(folder)}  # fmt: skip
        rows = [
            {"name": name, "size": len(content), "is_directory": False, "modified_time": 1796043600}
            for name, content in found.items()
            if "/" not in name
        ]
        return web.json_response({"path": request.query["path"], "entries": rows, "last_id": None})

    async def _known(self, request: web.Request) -> web.Response:
        """Nothing is kept of a stream that broke; one that was cancelled says so."""
        name = request.match_info["response"]
        if name not in self.cancelled:
            return _refusal(404, "response_not_found")
        if request.query.get("stream"):
            return _refusal(400, "no_stream")
        return web.json_response({"id": name, "object": "response", "status": "cancelled", "output": []})

    async def _cancel(self, request: web.Request) -> web.Response:
        self.cancelled.append(request.match_info["response"])
        return web.json_response({"id": self.cancelled[-1], "object": "response", "status": "cancelled", "output": []})

    async def _turn(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        turn = Turn(body["input"], body["agent_session_id"])
        self.sessions.add(turn.session)
        (self.reported if turn.reports else self.turns).append(turn)
        act = self._act(turn)
        if "status" in act.get("error", {}):
            return _refusal(**act["error"])
        self.busy += 1
        try:
            return await self._stream(request, turn, act)
        finally:
            self.busy -= 1

    def _act(self, turn: Turn) -> Json:
        if turn.reports:
            return {"answer": "Noted."}
        for one in self.script:
            if one.get("when", "\0") in turn.input:
                return one
        rest = [one for one in self.script if "when" not in one] or [{"answer": "Done."}]
        return rest[min(len(self.turns), len(rest)) - 1]

    async def _stream(self, request: web.Request, turn: Turn, act: Json) -> web.StreamResponse:
        out = web.StreamResponse(headers={"content-type": "text/event-stream", "x-agent-session-id": turn.session})
        await out.prepare(request)
        name, numbers = f"caresp_{next(self._numbers):048d}", itertools.count()
        opening = {"id": name, "object": "response", "output": [], "agent_session_id": turn.session}

        async def tell(kind: str, **facts: object) -> None:
            event = {"type": kind, "sequence_number": next(numbers)} | facts
            await out.write(f"event: {kind}\ndata: {json.dumps(event)}\n\n".encode())

        await tell("response.created", response=opening | {"status": "in_progress"})
        await asyncio.sleep(act.get("delay_s", 0) / self.speed)
        items = [item for draft in (act.get("draft"),) if draft for item in (self._published(draft, turn),)]
        for item in items:
            await tell("response.output_item.done", output_index=0, item=item)
        text, flow = answer_of(act), act.get("stream", {})
        for number, piece in enumerate(_pieces(text, flow.get("chunk_chars", len(text) or 1))):
            if number == flow.get("break_after") and "error" in act:
                await tell("response.failed", response=opening | {"status": "failed", "error": act["error"]})
                return out
            if number == flow.get("break_after") or name in self.cancelled:
                assert request.transport
                request.transport.abort()
                return out
            await tell("response.output_text.delta", item_id="m", output_index=1, content_index=0, delta=piece)
            await asyncio.sleep(flow.get("chunk_gap_s", 0) / self.speed)
        message = {"type": "message", "id": "m", "content": [{"type": "output_text", "text": text}]}
        done = opening | {"status": "completed", "output": items + [message] * bool(text)}
        await tell("response.completed", response=done)
        await out.write_eof()
        turn.ended_at = time.monotonic()
        return out

    def _published(self, draft: Json, turn: Turn) -> Json:
        """A draft of the script as the agent's tool call: a new one, or the next version of the one in question."""
        asked = next(iter(turn.decisions), {})
        name = draft.get("to_name") or next(iter(self.people))
        row = {
            "draft_id": asked.get("draft_id", "d-1"), "version": asked.get("version", 0) + 1,
            "purpose": draft.get("kind", "kickoff_brief"), "to": [{"name": name} | self.people.get(name, {})],
            "channel": "teams", "subject": asked.get("subject", ""), "body": draft["text"],
        }  # fmt: skip
        arguments = json.dumps({"drafts": [row]})
        return {"type": "function_call", "id": "f", "call_id": "c", "name": "publish_drafts", "arguments": arguments}


def answer_of(act: Json) -> str:
    repeated = act.get("answer_repeat")
    if not repeated:
        return act.get("answer", "")
    return "".join(repeated["text"].replace("{n}", str(number + 1)) for number in range(repeated["times"]))


def _pieces(text: str, size: int) -> Iterator[str]:
    return (text[start : start + size] for start in range(0, len(text), size))


def _session(name: str) -> Json:
    times = {"created_at": 1796043600, "last_accessed_at": 1796043600, "expires_at": 1798635600}
    indicator = {"type": "version_ref", "agent_version": "1"}
    return {"agent_session_id": name, "status": "active", "version_indicator": indicator} | times


def _refusal(status: int, code: str, headers: dict[str, str] | None = None) -> web.Response:
    error = {"code": code, "message": code, "param": None, "type": "error"}
    return web.json_response({"error": error}, status=status, headers=headers)
