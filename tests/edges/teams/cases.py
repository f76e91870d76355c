"""Plays recorded cases against the web door: what Teams sent, in order, and what its connector answered.

A case is a JSON file. `input.steps` are posts, pauses, steps at the same time, tricks of the key issuer, and things
that only a test bench can do; `input.connector` scripts the connector; `expect` says in words what must be true then.
"""

import asyncio
import base64
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

from bot.demo.connector import Connector

FOLDER = Path(__file__).parents[2] / "samples" / "teams" / "cases"
SIGNING = ("kid", "header_kid", "sign_with", "alg")
Case = dict[str, Any]
Bench = Callable[[str, Case], Awaitable[None]]


@dataclass(frozen=True)
class Response:
    step: str
    status: int
    kind: str
    body: Any
    seconds: float


@dataclass
class Outcome:
    responses: list[Response] = field(default_factory=list)

    @property
    def statuses(self) -> list[int]:
        return [one.status for one in self.responses]


def load(name: str) -> Case:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def filled(value: Any, table: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        for mark, text in table.items():
            value = value.replace(mark, text)
        return value
    if isinstance(value, list):
        return [filled(item, table) for item in value]
    if isinstance(value, dict):
        return {filled(key, table): filled(item, table) for key, item in value.items()}
    return value


def input_of(case: Case, connector: Connector) -> dict[str, Any]:
    """The case's input with this connector's addresses in it."""
    table = {
        "{{service_url}}": connector.service_url,
        "{{service_url_no_slash}}": connector.service_url.rstrip("/"),
        "{{service_url_2}}": f"{connector.url}/emea/{connector.tenant}/",
    }
    return filled(case["input"], table)


def body_of(post: Mapping[str, Any]) -> bytes:
    if "body" in post:
        return json.dumps(post["body"]).encode()  # ASCII, so that broken characters get through
    if "raw" in post:
        return post["raw"].encode()
    if "raw_base64" in post:
        return base64.b64decode(post["raw_base64"])
    parts, times = post["raw_repeat"], post["raw_repeat"]["times"]
    middle = parts.get("middle", "") + parts.get("text_after", "") * times
    return (parts["before"] + parts["text"] * times + middle + parts["after"]).encode()


async def play(case: Case, url: str, connector: Connector, bench: Bench | None = None, speed: float = 1.0) -> Outcome:
    """Play all steps. `bench("setup", case)` is awaited first, then every step only a bench can do, by its words."""
    told, outcome = input_of(case, connector), Outcome()
    connector.script(*told.get("connector", ()))
    connector.log.clear()
    if bench:
        await bench("setup", case)
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as session:
        player = Player(case, url, connector, session, bench, speed, outcome)
        for number, step in enumerate(told.get("steps", ()), 1):
            await player.step(step, str(number))
    return outcome


@dataclass
class Player:
    case: Case
    url: str
    connector: Connector
    session: aiohttp.ClientSession
    bench: Bench | None
    speed: float
    outcome: Outcome

    async def step(self, step: Mapping[str, Any], label: str) -> None:
        if "post" in step:
            await self._post(step["post"], label)
        elif "together" in step:
            steps = enumerate(step["together"], 1)
            await asyncio.gather(*(self.step(one, f"{label}.{number}") for number, one in steps))
        elif "wait_s" in step:
            await asyncio.sleep(step["wait_s"] / self.speed)
        elif "issuer" in step:
            if "rotate_to" in step["issuer"]:
                self.connector.issuer.rotate(step["issuer"]["rotate_to"])
            self.connector.issuer.delay = step["issuer"].get("delay_s", self.connector.issuer.delay)
        elif self.bench:
            await self.bench(step["bench"], self.case)

    async def _post(self, post: Mapping[str, Any], label: str) -> None:
        token = self.connector.issuer.token(self.connector.service_url, **post.get("token", {}))
        headers = filled(post["headers"], {"{{token}}": token})
        began = time.monotonic()
        async with self.session.post(
            self.url, data=body_of(post), headers=headers, skip_auto_headers=["Content-Type", "User-Agent"]
        ) as response:
            raw, kind = await response.read(), response.headers.get("Content-Type", "")
            body = json.loads(raw) if raw and kind.startswith("application/json") else raw.decode("utf-8", "replace")
            self.outcome.responses.append(Response(label, response.status, kind, body, time.monotonic() - began))
