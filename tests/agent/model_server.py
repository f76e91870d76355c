"""A model endpoint on this machine that says what a test tells it to, well or badly."""

import json
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from aiohttp import web

Said = dict[str, Any] | str | int  # an object, words as they are, or a status


class ModelServer:
    """`script[shape]` holds the answers to come, the last one again and again; without one, an empty object."""

    def __init__(self) -> None:
        self.script: dict[str, list[Said]] = {}
        self.heard: list[dict[str, Any]] = []
        self.knows_schemas = True
        self.cut = False
        self.calls_tools = 0  # how many answers call a tool instead
        self.url = ""
        self.interrupt: Callable[[int], None] = lambda _: None  # called with the number of each question

    async def __aenter__(self) -> "ModelServer":
        app = web.Application(client_max_size=2**24)
        app.router.add_post("/v1/chat/completions", self._answer)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}/v1"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._runner.cleanup()

    def asked(self, shape: str) -> list[str]:
        """What the model was shown when it was asked for this shape."""
        return [text for text in map(_words, self.heard) if shape_in(text) == shape]

    def count(self) -> dict[str, int]:
        found: dict[str, int] = defaultdict(int)
        for body in self.heard:
            found[shape_in(_words(body))] += 1
        return dict(found)

    async def _answer(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.heard.append(body)
        self.interrupt(len(self.heard))
        if body.get("response_format") and not self.knows_schemas:
            return web.json_response({"error": {"message": "response_format is unknown"}}, status=400)
        if self.calls_tools and body.get("tools"):
            self.calls_tools -= 1
            return web.json_response(_tool_call(body["tools"][0]["function"]["name"], len(self.heard)))
        answers = self.script.get(shape_in(_words(body)), [{}])
        said = answers.pop(0) if len(answers) > 1 else answers[0]
        if isinstance(said, int):
            return web.json_response({"error": {"message": "no"}}, status=said, headers={"retry-after-ms": "1"})
        text = said if isinstance(said, str) else json.dumps(said)
        return web.json_response(_message({"content": text}, "length" if self.cut else "stop"))


def shape_in(text: str) -> str:
    """The schema the question ends with."""
    _, _, schema = text.rpartition("The answer's schema: ")
    try:
        return str(json.JSONDecoder().raw_decode(schema)[0]["title"])
    except (ValueError, KeyError):
        return ""


def _words(body: dict[str, Any]) -> str:
    said = [message["content"] for message in body["messages"] if message["role"] == "user"]
    return "\n".join(part if isinstance(part, str) else " ".join(one.get("text", "") for one in part) for part in said)


def _message(message: dict[str, Any], reason: str) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": reason, "message": {"role": "assistant", **message}}
    return {"id": "c-1", "object": "chat.completion", "created": 1, "model": "scripted", "choices": [choice]}


def _tool_call(name: str, number: int) -> dict[str, Any]:
    call = {
        "id": f"call_{number}",
        "type": "function",
        "function": {"name": name, "arguments": '{"words": "recovery"}'},
    }
    return _message({"content": None, "tool_calls": [call]}, "tool_calls")
