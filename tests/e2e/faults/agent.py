"""Stands in for the hosted agent: a turn goes on when its reader dies, and its response can be read again.

As our own agent does, it never begins a turn a second time and says so: asked for one it knows, it gives the answer it
has. What it offers lies in its sandbox as well.

What it does is said in the words of the turn: `briefs N` offers N drafts to colleagues, `reminders N` reminders to
them, `mails N` drafts to people outside.
The tag of a message (`#t7-3`) stands in its answer and in every draft, so that whatever arrives can be traced.
"""

import asyncio
import itertools
import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from aiohttp import web

from bot.demo.cast import LENA, PRIYA
from tests.e2e.faults.sandboxes import Sandboxes, refusal

Json = dict[str, Any]
AGENT = "/api/projects/{project}/agents/{agent}/endpoint"
RESPONSES = AGENT + "/protocols/openai/responses"
DECISION = re.compile(r"^\[charter-agent-decision: (\{.*\})\]$", re.MULTILINE)
MACHINE = re.compile(r"^\[charter-agent-[^\n]*\n?", re.MULTILINE)
TAG = re.compile(r"#[\w.-]+")
ASKED = re.compile(r"(briefs|reminders|mails) (\d+)")
PROJECT = re.compile(r"project_id=(\S+)")
PIECES = 4
PROMISE = {"turns": "once"}


@dataclass
class Turn:
    """One post. `stream` grows on its own, whoever reads."""

    turn_id: str
    session: str
    input: str
    chain: str
    at: float
    response: str = ""
    stream: list[Json] = field(default_factory=list)
    grown: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def words(self) -> str:
        return MACHINE.sub("", self.input).strip("\n")

    @property
    def tag(self) -> str:
        found = TAG.search(self.words)
        return found[0] if found else ""

    @property
    def decisions(self) -> list[Json]:
        return [json.loads(found) for found in DECISION.findall(self.input)]

    @property
    def over(self) -> bool:
        return bool(self.stream) and self.stream[-1]["type"] == "response.completed"

    async def beyond(self, start: int) -> list[Json]:
        """The events from there on, once there are any."""
        async with self.grown:
            await self.grown.wait_for(lambda: len(self.stream) > start)
        return self.stream[start:]


class SteadyAgent:
    """`gap`: seconds between two events of a stream. `posted` is called with every turn before it is answered."""

    def __init__(self, gap: float = 0.01) -> None:
        self.gap = gap
        self.turns: list[Turn] = []
        self.asked_again = 0
        self.sandboxes = Sandboxes()
        self.posted: Callable[[Turn], None] = lambda turn: None
        self._numbers = itertools.count(1)
        self._running: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "SteadyAgent":
        app = web.Application()
        app.add_routes([
            *self.sandboxes.routes(AGENT + "/sessions"), web.post(RESPONSES, self._turn),
            web.get(RESPONSES + "/{response}", self._again),
        ])  # fmt: skip
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = int(self._runner.addresses[0][1])
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._running:
            task.cancel()
        await self._runner.cleanup()

    @property
    def url(self) -> str:
        return address(self.port)

    @property
    def decisions(self) -> list[Json]:
        """Every decision it was told of, in order."""
        return [one for turn in self.turns for one in turn.decisions]

    async def _turn(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        turn = Turn(
            turn_id=request.headers.get("x-client-turn-id", ""), session=body["agent_session_id"], input=body["input"],
            chain=body.get("previous_response_id", ""), at=time.monotonic(), response=f"r_{next(self._numbers)}",
        )  # fmt: skip
        if known := self._known(turn):
            self.asked_again += 1
            return await _streamed(request, known, 0)
        self.turns.append(turn)
        self.posted(turn)
        self._keep(turn)
        going_on = asyncio.create_task(self._play(turn))
        self._running.add(going_on)
        going_on.add_done_callback(self._running.discard)
        return await _streamed(request, turn, 0)

    def _keep(self, turn: Turn) -> None:
        if (project := PROJECT.search(turn.input)) and (drafts := _drafts(turn)):
            path = f"projects/{project[1]}/drafts.json"
            kept = json.loads(self.sandboxes.file(turn.session, path) or '{"drafts": []}')
            self.sandboxes.put(turn.session, path, json.dumps({"drafts": kept["drafts"] + drafts}).encode())

    def _known(self, turn: Turn) -> Turn | None:
        """The same turn with the same decisions: others may have joined it since, and those are news."""
        news = [one["draft_id"] for one in turn.decisions]
        same = (one for one in self.turns if one.turn_id == turn.turn_id)
        return next((one for one in same if [known["draft_id"] for known in one.decisions] == news), None)

    async def _again(self, request: web.Request) -> web.StreamResponse:
        turn = next((one for one in self.turns if one.response == request.match_info["response"]), None)
        if turn is None:
            return refusal(404, "response_not_found")
        return await _streamed(request, turn, int(request.query.get("starting_after", -1)) + 1)

    async def _play(self, turn: Turn) -> None:
        for number, event in enumerate(_events(turn)):
            async with turn.grown:
                turn.stream.append(event | {"sequence_number": number})
                turn.grown.notify_all()
            await asyncio.sleep(self.gap)


async def _streamed(request: web.Request, turn: Turn, start: int) -> web.StreamResponse:
    out = web.StreamResponse(headers={"content-type": "text/event-stream", "x-agent-session-id": turn.session})
    await out.prepare(request)
    try:
        while True:
            events = await turn.beyond(start)
            for event in events:
                await out.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
            start += len(events)
            if turn.over and start == len(turn.stream):
                await out.write_eof()
                return out
    except ConnectionError:  # the reader was killed; the turn goes on
        return out


def address(port: int) -> str:
    return f"http://127.0.0.1:{port}/api/projects/desk"


def _events(turn: Turn) -> Iterator[Json]:
    opening = {"id": turn.response, "object": "response", "output": [], "agent_session_id": turn.session}
    opening |= {"metadata": PROMISE}
    yield {"type": "response.created", "response": opening | {"status": "in_progress"}}
    items = [_published(drafts)] if (drafts := _drafts(turn)) else []
    for item in items:
        yield {"type": "response.output_item.done", "output_index": 0, "item": item}
    text = f"Answer to {turn.tag}" if turn.tag else "Noted."
    size = -(-len(text) // PIECES)
    for start in range(0, len(text), size):
        delta = {"item_id": "m", "output_index": 1, "content_index": 0, "delta": text[start : start + size]}
        yield {"type": "response.output_text.delta"} | delta
    message = {"type": "message", "id": "m", "content": [{"type": "output_text", "text": text}]}
    yield {"type": "response.completed", "response": opening | {"status": "completed", "output": [*items, message]}}


def _drafts(turn: Turn) -> list[Json]:
    asked = {what: int(many) for what, many in ASKED.findall(turn.words)}
    inside = [_draft(turn.tag, f"b{number}", "teams") for number in range(asked.get("briefs", 0))]
    inside += [_draft(turn.tag, f"r{number}", "teams", "reminder") for number in range(asked.get("reminders", 0))]
    return inside + [_draft(turn.tag, f"m{number}", "mail") for number in range(asked.get("mails", 0))]


def _draft(tag: str, name: str, channel: str, purpose: str = "kickoff_brief") -> Json:
    who = PRIYA.person if channel == "teams" else LENA.person
    to = {"name": who.name, "address": who.address, "oid": who.oid if channel == "teams" else ""}
    return {
        "draft_id": f"{tag}-{name}", "version": 1, "purpose": purpose, "channel": channel,
        "to": [to | {"external": channel == "mail"}], "subject": f"Brief {name} of {tag}",
        "body": f"Please write part {name} of {tag}.",
    }  # fmt: skip


def _published(drafts: list[Json]) -> Json:
    arguments = json.dumps({"drafts": drafts})
    return {"type": "function_call", "id": "f", "call_id": "c", "name": "publish_drafts", "arguments": arguments}
