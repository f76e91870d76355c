"""Stands in for Teams' Bot Connector on this machine: takes what the bot posts, remembers it, and tells who watches."""

import itertools
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any
from urllib.parse import unquote

import orjson
from aiohttp import web

from bot.demo import switches
from bot.demo.answers import ScriptedAnswer, befall, response
from bot.demo.cast import APP_ID, CAST, TENANT, Member, chat_with
from bot.demo.entra import Entra
from bot.demo.issuer import Issuer
from bot.demo.rules import Heard, Rules
from bot.demo.streaming import Streaming, info_of

FIRST_ID = 1796043700001
SIZE_LIMIT = 100 * 1024  # bytes of UTF-16
Watcher = Callable[[Heard], None]
CODES = {
    400: "BadSyntax",
    401: "Unauthorized",
    403: "ForbiddenOperationException",
    404: "ConversationNotFound",
    408: "RequestTimeout",
    412: "PreconditionFailed",
    413: "MessageSizeTooBig",
    429: "Throttled",
    500: "ServiceError",
    503: "ServiceUnavailable",
}


class Connector:
    """`async with Connector() as teams:` serves the REST API, the signing keys, the token endpoint and the sign-in of
    people (`entra`) on one port.

    `log` has every request in order, `rules` come before the normal answers, `files` are what can be downloaded.
    `fault_url` arms rules from another process.
    `proof=False` takes requests without a bearer token.
    """

    def __init__(
        self,
        app_id: str = APP_ID,
        tenant: str = TENANT,
        people: tuple[Member, ...] = CAST,
        port: int = 0,
        proof: bool = True,
    ) -> None:
        self.app_id, self.tenant, self.people, self.port, self.proof = app_id, tenant, people, port, proof
        self.entra = Entra(app_id, people)
        self.issuer = Issuer(app_id, redeem=self.entra.redeem)
        self.log: list[Heard] = []
        self.files: dict[str, ScriptedAnswer] = {}
        self.page_size = 500
        self.rules = Rules(CODES)
        self.streams = Streaming(self.next_id)
        self._watchers: list[Watcher] = []
        self._gone: set[str] = set()  # paths of deleted messages
        self._numbers = itertools.count(FIRST_ID)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def service_url(self) -> str:
        return f"{self.url}/amer/{self.tenant}/"

    @property
    def metadata_url(self) -> str:
        return f"{self.url}/v1/.well-known/openidconfiguration"

    @property
    def token_url(self) -> str:
        return f"{self.url}/{self.tenant}/oauth2/v2.0/token"

    @property
    def fault_url(self) -> str:
        return f"{self.url}{switches.PATH}"

    async def __aenter__(self) -> "Connector":
        app = web.Application(client_max_size=8 * 1024 * 1024)
        self._runner = web.AppRunner(app, access_log=None)
        app.add_routes([web.route("*", "/{path:.*v3/.*}", self._answer), web.get("/files/{path:.*}", self._answer)])
        app.add_routes([*self.issuer.routes(), *self.entra.routes(), *switches.doors(self.rules)])
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.issuer.base = self.entra.base = self.url
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()

    def script(self, *rules: dict[str, Any]) -> None:
        """Replace the scripted answers; they are tried in order."""
        self.rules.script(*rules)

    def watch(self, watcher: Watcher) -> None:
        """Call `watcher` with every request, once it is clear how it is answered."""
        self._watchers.append(watcher)

    def next_id(self) -> str:
        return str(next(self._numbers))

    def visible(self, conversation: str = "") -> list[dict[str, Any]]:
        """What a reader sees in the end: messages in order, updated and without the deleted ones."""
        shown: dict[str, dict[str, Any]] = {}
        for heard, where, message in self._writes():
            if not heard.kept or conversation not in ("", where):
                continue
            if heard.method == "DELETE":
                shown.pop(message, None)
            elif heard.method == "PUT" or heard.json.get("type") == "message":
                name = message or heard.id
                shown[name or f"?{heard.number}"] = {**heard.json, "id": name}
        return list(shown.values())

    def ever_shown(self, conversation: str) -> list[dict[str, Any]]:
        """Every message somebody there may have read, also what was replaced or deleted since."""
        return [
            heard.json
            for heard, where, _ in self._writes()
            if where == conversation
            and isinstance(heard.json, dict)
            and heard.json.get("type") == "message"
            and (heard.kept or heard.answered == "dropped")
        ]

    def _writes(self) -> Iterator[tuple[Heard, str, str]]:
        """Posts, edits and deletions: the request, the conversation, and the message it changes, "" for a new one."""
        for heard in self.log:
            where, activities, message = heard.path.partition("/v3/conversations/")[2].partition("/activities")
            if activities and (heard.method in ("PUT", "DELETE") or (heard.method == "POST" and not message)):
                yield heard, where, message.strip("/")

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        heard = self._note(request, await request.read())
        found = self._found(heard)
        if heard.method == "DELETE" and heard.kept:
            self._gone.add(heard.path)
        for watcher in self._watchers:
            watcher(heard)
        return await befall(request, found) or response(found)

    def _found(self, heard: Heard) -> ScriptedAnswer:
        """What is answered, written down in `heard` with what became of the request."""
        rule = self.rules.take(heard.method, heard.path, heard.json, heard.utf16)
        instead = rule.answer if rule and not rule.answer.get("kept") else None
        effect = found = instead or self._refusal(heard) or self._normal(heard)
        if rule and not instead:
            found = rule.answer if "status" in rule.answer else effect | rule.answer
        heard.answered = "reset" if found.get("reset") else "dropped" if found.get("drop") else found["status"]
        heard.kept = not (effect.get("drop") or effect.get("reset")) and effect["status"] < 300
        body = effect.get("json")
        heard.id = str(body.get("id") or "") if isinstance(body, dict) else ""
        heard.id = heard.id or str(info_of(heard.json).get("streamId") or "")
        if rule and heard.kept:
            self.rules.accepted(rule)
        return found

    def _note(self, request: web.Request, raw: bytes) -> Heard:
        try:
            body = orjson.loads(raw) if raw else None
        except orjson.JSONDecodeError:
            body = None
        path, _, query = request.raw_path.partition("?")
        heard = Heard(
            number=len(self.log) + 1, at=time.monotonic(), method=request.method, path=unquote(path), raw_path=path,
            query=query, headers=dict(request.headers), json=body,
            utf16=len(orjson.dumps(body).decode().encode("utf-16-le")) if raw else 0,
        )  # fmt: skip
        self.log.append(heard)
        return heard

    def _refusal(self, heard: Heard) -> ScriptedAnswer | None:
        """Only the bot may speak here, not at any length, and not in deleted messages; a thread has no members."""
        token = heard.headers.get("Authorization", "").removeprefix("Bearer ")
        if self.proof and "/v3/" in heard.path and token not in self.issuer.handed_out:
            return {"status": 401, "json": {"message": "Authorization has been denied for this request."}}
        if heard.method == "GET" and ";messageid=" in heard.path:
            return _error(404, "ConversationNotFound", "ThreadNotFound")
        if heard.utf16 > SIZE_LIMIT:
            return _error(413, "MessageSizeTooBig", "Message size too large.")
        if heard.method in ("PUT", "DELETE") and heard.path in self._gone:
            return _error(404, "ActivityNotFoundInConversation", "The message was deleted.")
        return None

    def _normal(self, heard: Heard) -> ScriptedAnswer:
        path = heard.path.rstrip("/")
        match heard.method:
            case "POST" if path.endswith("/v3/conversations"):
                return self._meet(heard.json or {})
            case "POST" if path.endswith("/activities") and info_of(heard.json):
                return self.streams.answer(heard, _conversation(path))
            case "POST" if path.endswith("/activities"):
                return {"status": 201, "json": {"id": self.next_id()}}
            case "PUT":
                self.streams.edited(path.rsplit("/", 1)[-1])
                return {"status": 200, "json": {"id": path.rsplit("/", 1)[-1]}}
            case "DELETE":
                return {"status": 200, "text": ""}
            case "GET" if path in self.files:
                return self.files[path]
            case "GET" if path.endswith("/pagedmembers"):
                return {"status": 200, "json": self._page(heard.query)}
        return _error(404, "NotFound", "no such path")

    def _meet(self, body: dict[str, Any]) -> ScriptedAnswer:
        """A 1:1 chat, for people who have the app; a new thread, when a channel is named."""
        channel = (body.get("channelData") or {}).get("channel", {}).get("id")
        number = self.next_id()
        if channel:
            return {"status": 201, "json": {"id": f"{channel};messageid={number}", "activityId": number}}
        asked = body["members"][0]["id"]
        member = next((one for one in self.people if asked in (one.teams_id, one.person.oid)), None)
        if member is None or not member.has_app:
            return _error(403, "ForbiddenOperationException", "The bot is not installed for the user.")
        return {"status": 201, "json": {"id": chat_with(member).conversation, "serviceUrl": self.service_url}}

    def _page(self, query: str) -> dict[str, Any]:
        fields = dict(part.partition("=")[::2] for part in query.split("&"))
        start = int(fields.get("continuationToken") or 0)
        people = [_listed(one) for one in self.people[start : start + self.page_size]]
        more = start + self.page_size < len(self.people)
        return {"members": people} | ({"continuationToken": str(start + self.page_size)} if more else {})


def _conversation(path: str) -> str:
    return path.partition("/v3/conversations/")[2].partition("/activities")[0]


def _listed(member: Member) -> dict[str, str]:
    person = member.person
    return {
        "id": person.teams_id, "name": person.name, "aadObjectId": person.oid, "email": person.address,
        "userPrincipalName": person.address, "tenantId": person.tenant, "userRole": "user",
    }  # fmt: skip


def _error(status: int, code: str, message: str) -> ScriptedAnswer:
    return {"status": status, "json": {"error": {"code": code, "message": message}}}
