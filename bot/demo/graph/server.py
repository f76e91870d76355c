"""Graph's mail API on loopback: everything the desk asks of it, its rules, and faults on demand."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from types import TracebackType
from typing import Self

from aiohttp import ClientError, ClientSession, ClientTimeout, web

from bot.core.people import Person
from bot.demo import switches
from bot.demo.answers import befall, response
from bot.demo.graph.box import Box, Json, Kept, Refused
from bot.demo.graph.endpoints import Endpoints
from bot.demo.graph.hours import Hours
from bot.demo.rules import Rule, Rules

PACE = 0.002  # seconds that every call takes at least
AT_ONCE = 4  # calls that a mailbox answers at the same time
VERSION = "/v1.0"
CODES = {
    400: "ErrorInvalidRequest",
    401: "InvalidAuthenticationToken",
    403: "ErrorAccessDenied",
    404: "ErrorItemNotFound",
    409: "ErrorIrresolvableConflict",
    410: "SyncStateNotFound",
    413: "ErrorMessageSizeExceeded",
    429: "ApplicationThrottled",
    500: "ErrorInternalServerError",
    503: "ErrorServerBusy",
    504: "UnknownError",
}
Endpoint = Callable[[web.Request], Awaitable[web.StreamResponse]]


def real_time() -> datetime:
    return datetime.now(UTC)


@dataclass
class Fault:
    """Scripted answers to requests that look like `match` ("POST */send"), used up one by one.

    A reply: `status`, `headers`, `body`, `delay` (seconds), `deliver` (do it all the same), `drop` (break the line).
    """

    match: str
    replies: list[Json]

    def fits(self, request: web.Request) -> bool:
        method, _, path = self.match.partition(" ")
        return bool(self.replies) and method == request.method and fnmatchcase(request.path, f"*{path}")


@dataclass
class Asked:
    """A request and what became of it; `path` is decoded and without the version."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Json
    status: int = 0


@dataclass
class LocalGraph:
    """`async with` starts it; `url` is the base URL then. `people`: the directory.

    `faults` and `rules` come before the normal answers; `fault_url` arms rules from another process. Their paths are
    those of the log: decoded and without the version.
    """

    mailbox: str
    people: Sequence[Person] = ()
    clock: Callable[[], datetime] = real_time
    faults: list[Fault] = field(default_factory=list)
    log: list[Asked] = field(default_factory=list)
    subscriptions: dict[str, Json] = field(default_factory=dict)
    url: str = ""
    here: dict[str, str] = field(default_factory=dict)  # public address of a desk → where it listens on this machine

    def __post_init__(self) -> None:
        self.box = Box(self.mailbox, self.clock)
        self.hours = Hours(self.box)
        self.rules = Rules(CODES)
        self.busiest = 0  # most calls at the same time so far
        self._busy = 0
        self._seen = 0  # mails that the watchers were told of
        self._watchers: list[Callable[[Kept], None]] = []

    async def __aenter__(self) -> Self:
        self._client = ClientSession(timeout=ClientTimeout(total=10))
        app = web.Application(middlewares=[self._door], client_max_size=32 * 2**20)
        app.add_routes(Endpoints(self.box, self.people, self.subscriptions, self._client, VERSION, self.here).routes())
        app.add_routes(self.hours.routes(VERSION))
        app.add_routes(switches.doors(self.rules))
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port = self._runner.addresses[0][1]
        self.url = f"http://127.0.0.1:{port}{VERSION}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.close()
        await self._runner.cleanup()

    @property
    def fault_url(self) -> str:
        return self.url.removesuffix(VERSION) + switches.PATH

    def reset(self) -> None:
        """An empty mailbox, nothing asked and nothing wrong."""
        self.rules.clear()
        self.hours.reset()
        self.box.kept.clear()
        self.busiest = self._seen = self.box.forgotten = 0
        for kept in (self.box.outgoing, self.faults, self.log, self._watchers):
            kept.clear()
        self.subscriptions.clear()
        self.here.clear()

    @property
    def sent(self) -> list[Kept]:
        return self.box.outgoing

    def watch(self, callback: Callable[[Kept], None]) -> None:
        """Called with every mail that leaves."""
        self._watchers.append(callback)

    def count(self, match: str) -> int:
        method, _, path = match.partition(" ")
        return sum(asked.method == method and fnmatchcase(asked.path, path) for asked in self.log)

    async def notify(self, message_id: str, **other: object) -> list[int]:
        """Tells every subscriber of a new mail; the statuses they answered with, 0 for none."""
        return [await self._post(one, self._notice(one, message_id) | other) for one in [*self.subscriptions.values()]]

    async def alarm(self, event: str) -> list[int]:
        """A lifecycle notification to every subscriber."""
        return [
            await self._post(
                one, {"lifecycleEvent": event, "subscriptionId": one["id"], "clientState": one["clientState"]}
            )
            for one in [*self.subscriptions.values()]
        ]

    def _notice(self, one: Json, message_id: str) -> Json:
        return {
            "subscriptionId": one["id"],
            "clientState": one["clientState"],
            "changeType": "created",
            "resource": f"Users/{self.mailbox}/Messages/{message_id}",
            "resourceData": {"@odata.type": "#Microsoft.Graph.Message", "id": message_id},
        }

    async def _post(self, one: Json, item: Json) -> int:
        url = str(one["notificationUrl"])
        try:
            async with self._client.post(self.here.get(url, url), json={"value": [item]}) as answer:
                return answer.status
        except (ClientError, TimeoutError):
            return 0

    @web.middleware
    async def _door(self, request: web.Request, handler: Endpoint) -> web.StreamResponse:
        """Writes down what was asked, wants a token, counts what is under way, and has the faults happen."""
        if request.path == switches.PATH:
            return await handler(request)
        asked = await noted(request)
        self.log.append(asked)
        self._busy += 1
        self.busiest = max(self.busiest, self._busy)
        try:
            answer = await self._answer(request, asked, self._watched(handler))
        except Refused as no:
            answer = refusal(no.status, no.code, str(no))
        finally:
            self._busy -= 1
        asked.status = answer.status
        return answer

    def _watched(self, handler: Endpoint) -> Endpoint:
        """A mail has left as soon as it is sent, however long the answer takes."""

        async def carry_out(request: web.Request) -> web.StreamResponse:
            answer = await handler(request)
            for kept in self.box.outgoing[self._seen :]:
                self._seen += 1
                for callback in self._watchers:
                    callback(kept)
            return answer

        return carry_out

    async def _answer(self, request: web.Request, asked: Asked, endpoint: Endpoint) -> web.StreamResponse:
        if not request.headers.get("Authorization", "").startswith("Bearer "):
            return refusal(401, "InvalidAuthenticationToken", "Access token is empty.")
        await asyncio.sleep(PACE)
        if self._busy > AT_ONCE:
            return refusal(429, "ApplicationThrottled", "MailboxConcurrency", {"Retry-After": "1"})
        fault = next((one for one in self.faults if one.fits(request)), None)
        if fault:
            return await happen(fault.replies.pop(0), request, endpoint)
        rule = self.rules.take(asked.method, asked.path, asked.body)
        return await self._scripted(rule, request, endpoint) if rule else await endpoint(request)

    async def _scripted(self, rule: Rule, request: web.Request, endpoint: Endpoint) -> web.StreamResponse:
        """What Graph refuses by its own rules did not take effect, and is refused as ever."""
        done = await endpoint(request) if rule.answer.get("kept") else None
        if done:
            self.rules.accepted(rule)
        if broken := await befall(request, rule.answer):
            return broken
        return done if done and "status" not in rule.answer else response(rule.answer)


async def happen(reply: Json, request: web.Request, endpoint: Endpoint) -> web.StreamResponse:
    await asyncio.sleep(reply.get("delay", 0))
    if "status" not in reply and not reply.get("drop"):
        return await endpoint(request)
    if reply.get("deliver"):
        await endpoint(request)
    if reply.get("drop") and request.transport:
        request.transport.close()
    body = reply.get("body", "")
    return web.Response(
        status=reply.get("status", 500),
        headers=reply.get("headers"),
        text=body if isinstance(body, str) else json.dumps(body),
        content_type="text/html" if isinstance(body, str) else "application/json",
    )


async def noted(request: web.Request) -> Asked:
    raw = await request.read()
    return Asked(
        method=request.method,
        path=request.path.removeprefix(VERSION),
        query=dict(request.query),
        headers={name.lower(): value for name, value in request.headers.items()},
        body=json.loads(raw) if raw else {},
    )


def refusal(status: int, code: str, message: str, headers: dict[str, str] | None = None) -> web.Response:
    return web.json_response({"error": {"code": code, "message": message}}, status=status, headers=headers)
