"""The line to a toolbox: MCP over streamable HTTP. Loaded when it is first needed, since its library takes a second."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx2
from azure.identity.aio import DefaultAzureCredential, get_bearer_token_provider
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client

from agent.sources.interface import ConsentNeeded, SignIn
from agent.sources.toolbox import NoAnswer, Offered, Told

FEATURES = {"Foundry-Features": "Toolboxes=V1Preview"}  # without it the platform refuses every call, the first one too
CALL_ID = "x-agent-foundry-call-id"  # by it the platform knows on whose behalf a tool acts
SCOPE, AZURE = "https://ai.azure.com/.default", (".azure.com", ".azure.us")
CONSENT, BUSY = -32006, 429
LONGEST_WAIT = 10.0  # seconds that a busy toolbox may ask for before it is asked once more
LINK = re.compile(r"https://[^\s\"'<>]+")
PAGES = 10  # of a list of tools
Token = Callable[[], Awaitable[str]]


class Signed(httpx2.Auth):
    """Every request with a token that is good now."""

    def __init__(self, token: Token) -> None:
        self._token = token

    async def async_auth_flow(self, request: httpx2.Request) -> Any:
        request.headers["Authorization"] = f"Bearer {await self._token()}"
        yield request


class Patient(httpx2.AsyncHTTPTransport):
    """A busy toolbox is asked once more; reading again does no harm.

    If it still is, the call it was asked for is answered with that: the library would tell only that it failed.
    """

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        answer = await super().handle_async_request(request)
        if answer.status_code != BUSY:
            return answer
        await answer.aclose()
        await asyncio.sleep(_wait(answer.headers.get("retry-after", "")))
        answer = await super().handle_async_request(request)
        number = _number(request.content)
        if answer.status_code != BUSY or number is None:
            return answer
        await answer.aclose()
        error = {"code": BUSY, "message": "Too Many Requests"}
        return httpx2.Response(200, json={"jsonrpc": "2.0", "id": number, "error": error}, request=request)


def _wait(asked: str) -> float:
    return min(float(asked), LONGEST_WAIT) if asked.isdecimal() else 1.0


def _number(content: bytes) -> int | str | None:
    """The number of the call in a request; none for a notice."""
    try:
        call = json.loads(content)
    except ValueError:
        return None
    return call.get("id") if isinstance(call, dict) else None


@asynccontextmanager
async def connected(url: str, call_id: str, seconds: float) -> AsyncIterator["Line"]:
    """Raises `NoAnswer` when the toolbox cannot be spoken to at all."""
    headers = FEATURES | ({CALL_ID: call_id} if call_id else {})
    host = urlsplit(url).hostname or ""
    async with _signed(host.endswith(AZURE)) as auth:
        patience = httpx2.Timeout(seconds + 5, connect=30)  # later than a call's own end, which ends that call alone
        async with httpx2.AsyncClient(headers=headers, auth=auth, timeout=patience, transport=Patient()) as web:
            client = Client(streamable_http_client(url, http_client=web), mode="legacy", cache=None)
            try:
                async with client:
                    yield Line(client, seconds)
            except (ExceptionGroup, httpx2.HTTPError, OSError, MCPError) as trouble:
                raise _told(trouble) from trouble


@asynccontextmanager
async def _signed(azure: bool) -> AsyncIterator[Signed | None]:
    """The sandbox's own sign-in, for Azure's hosts alone."""
    if not azure:
        yield None
        return
    async with DefaultAzureCredential() as credential:
        yield Signed(get_bearer_token_provider(credential, SCOPE))


class Line:
    """One connection; calls may run side by side."""

    def __init__(self, client: Client, seconds: float) -> None:
        self._client, self._seconds = client, seconds

    async def offered(self) -> tuple[Offered, ...]:
        """Every tool there is. Raises `ConsentNeeded` or `NoAnswer`."""
        found: list[Offered] = []
        cursor = None
        for _ in range(PAGES):
            page = await self._patiently(self._client.list_tools(cursor=cursor))
            found += [Offered(name=one.name, schema=dict(one.input_schema or {})) for one in page.tools]
            cursor = page.next_cursor
            if not cursor:
                break
        return tuple(found)

    async def call(self, tool: str, arguments: dict[str, Any]) -> Told:
        """Raises `ConsentNeeded` or `NoAnswer`."""
        answer = await self._patiently(self._client.call_tool(tool, arguments), tool)
        parts = [part.model_dump(mode="json", by_alias=True) for part in answer.content]
        told = Told(parts=tuple(parts), data=answer.structured_content)
        if answer.is_error:
            raise NoAnswer("refused")
        return told

    async def _patiently(self, asked: Awaitable[Any], tool: str = "") -> Any:
        try:
            async with asyncio.timeout(self._seconds):
                return await asked
        except (MCPError, httpx2.HTTPError, TimeoutError, ValueError) as trouble:
            raise _told(trouble, tool) from trouble


def _told(trouble: BaseException, tool: str = "") -> ConsentNeeded | NoAnswer:
    if isinstance(trouble, ExceptionGroup):  # the library's tasks wrap whatever ends them
        return _told(trouble.exceptions[0], tool)
    if isinstance(trouble, ConsentNeeded | NoAnswer):
        return trouble
    if isinstance(trouble, MCPError):
        if trouble.code == CONSENT:
            link = LINK.search(f"{trouble.data} {trouble.message}")
            return (
                ConsentNeeded((SignIn(server=tool.partition("___")[0], link=link[0]),)) if link else NoAnswer("refused")
            )
        if "timed out" in trouble.message.casefold():
            return NoAnswer("slow")
        return NoAnswer("busy" if trouble.code == BUSY else "refused")
    if isinstance(trouble, TimeoutError | httpx2.TimeoutException):
        return NoAnswer("slow")
    return NoAnswer("garbled" if isinstance(trouble, ValueError) else "unreachable")
