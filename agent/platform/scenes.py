"""Turns that never reach the agent: a sign-in, a question for leave, an empty answer, a failure."""

import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from agent.platform.faults import Kind, Switch

Json = dict[str, Any]
LINK = "https://logic-region-001.consent.azure-apihub.net/login?data=local"
HALF = "I read the request and"
GENERIC = "An internal server error occurred."


@dataclass
class Scene:
    """One response, event by event; `whole` is what asking for it gives afterwards."""

    response_id: str
    session_id: str
    asked: Json
    events: list[Json] = field(default_factory=list)
    output: list[Json] = field(default_factory=list)

    def whole(self, status: str, **facts: Any) -> Json:
        kept = {key: self.asked.get(key) for key in ("previous_response_id", "metadata", "background")}
        fixed = {"id": self.response_id, "object": "response", "created_at": int(time.time()), "model": "", "tools": []}
        told = {"status": status, "output": list(self.output), "error": None, "incomplete_details": None}
        return fixed | kept | told | {"agent_session_id": self.session_id} | facts

    def emit(self, kind: str, **facts: Any) -> None:
        self.events.append({"type": kind, "sequence_number": len(self.events), **facts})

    def begin(self) -> None:
        self.emit("response.created", response=self.whole("in_progress"))
        self.emit("response.in_progress", response=self.whole("in_progress"))

    def item(self, item: Json) -> None:
        at = len(self.output)
        self.emit("response.output_item.added", output_index=at, item=item)
        self.output.append(item)
        self.emit("response.output_item.done", output_index=at, item=item)

    def half_a_sentence(self) -> None:
        item = {"type": "message", "id": _id("msg"), "role": "assistant", "status": "in_progress", "content": []}
        place = {"item_id": item["id"], "output_index": 0, "content_index": 0}
        part = {"type": "output_text", "text": "", "annotations": []}
        self.emit("response.output_item.added", output_index=0, item=item)
        self.emit("response.content_part.added", **place, part=part)
        for piece in HALF.split(" "):
            self.emit("response.output_text.delta", **place, delta=f"{piece} ", logprobs=[])

    def end(self, status: str, **facts: Any) -> None:
        self.emit(f"response.{status}", response=self.whole(status, **facts))

    @property
    def last(self) -> Json:
        """The response object as it stands in the end; an `error` event leaves none behind."""
        found: Json | None = self.events[-1].get("response")
        return found or self.whole("failed", error={"code": "server_error", "message": GENERIC})


def scene(switch: Switch, session_id: str, asked: Json) -> Scene:
    told = Scene(f"caresp_{secrets.token_hex(25)}", session_id, asked)
    told.begin()
    STORIES[switch.kind](told, switch)
    return told


def _empty(told: Scene, switch: Switch) -> None:
    told.end("completed")


def _poisoned(told: Scene, switch: Switch) -> None:
    message = f"No tool output found for function call {_id('call')}."
    told.end("failed", error={"code": "server_error", "message": message})


def _consent(told: Scene, switch: Switch) -> None:
    hosted = switch.kind == "consent"
    label = {"server_label": "workiq"} if hosted else {}
    told.item(
        {"type": "oauth_consent_request", "id": _id("oacr" if hosted else "oauthreq"), "consent_link": LINK} | label
    )
    told.end("incomplete")


def _approval(told: Scene, switch: Switch) -> None:
    arguments = json.dumps({"to": "owner@example.com"})
    item = {"type": "mcp_approval_request", "id": _id("mcpr"), "server_label": "workiq", "name": "send_mail"}
    told.item(item | {"arguments": arguments})
    told.end("completed")


def _failed(told: Scene, switch: Switch) -> None:
    told.half_a_sentence()
    told.end("failed", error={"code": switch.code or "server_error", "message": GENERIC})


def _error(told: Scene, switch: Switch) -> None:
    told.half_a_sentence()
    told.emit("error", code=switch.code or "server_error", message=GENERIC, param=None)


STORIES: dict[Kind, Callable[[Scene, Switch], None]] = {
    "empty": _empty,
    "poisoned": _poisoned,
    "consent": _consent,
    "consent_prompt": _consent,
    "approval": _approval,
    "failed": _failed,
    "error": _error,
}


class Playbill:
    """The scenes that were played, so that their responses can be asked for and heard again."""

    def __init__(self) -> None:
        self._played: dict[str, Scene] = {}

    def play(self, told: Scene) -> web.Response:
        self._played[told.response_id] = told
        return self._answer(told, bool(told.asked.get("stream")), -1)

    def again(self, request: web.Request, response_id: str) -> web.Response | None:
        """None for a response that the agent gave, and for anything but looking at it."""
        told = self._played.get(response_id)
        if told is None or request.method != "GET" or request.match_info["tail"]:
            return None
        after = request.query.get("starting_after", "")
        streamed = request.query.get("stream", "").lower() == "true"
        return self._answer(told, streamed, int(after) if after.isdigit() else -1)

    def _answer(self, told: Scene, streamed: bool, after: int) -> web.Response:
        whose = {"x-agent-session-id": told.session_id}
        if not streamed:
            return web.json_response(told.last, headers=whose)
        text = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in told.events[after + 1 :])
        return web.Response(text=text, content_type="text/event-stream", headers=whose)


def _id(kind: str) -> str:
    return f"{kind}_{secrets.token_hex(16)}"
