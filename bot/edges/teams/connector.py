"""The Bot Connector's REST API: one pooled session, every path encoded whole, every answer judged once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal, NamedTuple
from urllib.parse import quote

import aiohttp
import orjson
from yarl import URL

from bot.core.errors import ChannelTrouble, Throttled, Undeliverable
from bot.edges.teams.credentials import Credentials
from bot.edges.teams.fields import Fields, fields, items, words
from bot.edges.teams.hosts import Hosts
from bot.edges.teams.limits import Limits, channel_of
from bot.edges.teams.refusals import (
    CUT,
    GROW,
    LOOK,
    MEET,
    PASSING,
    REMOVE,
    SEND,
    SEND_NEXT,
    SIGN,
    UNSENT,
    UPDATE,
    Answer,
    Call,
    answer,
    pause,
    trouble,
)  # fmt: skip

PAGES = 50
JSON = {"Content-Type": "application/json"}
Step = Literal["first", "next", "last"]  # of a message that is watched while it is written
Leaving = Callable[[], Awaitable[None]]

log = logging.getLogger(__name__)


class Address(NamedTuple):
    """Where a conversation lives. `tenant` is counted by the limits."""

    service_url: str
    tenant: str
    conversation: str


class Connector:
    """Raises the `ChannelTrouble` family. A message is posted at most once, unless it was refused for certain."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        credentials: Credentials,
        hosts: Hosts,
        limits: Limits,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._session, self._credentials, self._hosts, self._limits = session, credentials, hosts, limits
        self._sleep = sleep

    async def post(
        self, to: Address, activity: Mapping[str, object], goes_on: bool = False, leaving: Leaving | None = None
    ) -> str:
        """Post a message; its id, or "" when the channel gave none. `goes_on`: its beginning is posted already.

        `leaving`: awaited when its turn has come, right before it leaves.
        """
        path = f"v3/conversations/{_part(to.conversation)}/activities"
        return _id(await self._write(SEND_NEXT if goes_on else SEND, to, path, activity, leaving))

    async def stream(self, to: Address, activity: Mapping[str, object], step: Step) -> str:
        """A piece of a message that is watched while it is written; the first one is answered with its id."""
        path = f"v3/conversations/{_part(to.conversation)}/activities"
        if step != "next":
            return _id(await self._write(SEND if step == "first" else SEND_NEXT, to, path, activity))
        return await self._in_passing(to, lambda: self._write(GROW, to, path, activity))

    async def put(self, to: Address, message: str, activity: Mapping[str, object], passing: bool = False) -> str:
        """Replace our own message. `MessageGone` when it is not there any more.

        `passing`: it will be replaced again soon, so a busy channel is not bothered (`Throttled`).
        """
        path = f"v3/conversations/{_part(to.conversation)}/activities/{_part(message)}"
        if not passing:
            return _id(await self._write(UPDATE, to, path, activity)) or message
        return await self._in_passing(to, lambda: self._write(PASSING, to, path, activity)) or message

    async def _in_passing(self, to: Address, write: Callable[[], Awaitable[object]]) -> str:
        if left := self._limits.hushed(to.conversation):
            raise Throttled("the channel asked for a pause", left)
        try:
            return _id(await write())
        except Throttled as busy:
            self._limits.hush(to.conversation, busy.retry_after)
            raise

    async def delete(self, to: Address, message: str) -> None:
        path = f"v3/conversations/{_part(to.conversation)}/activities/{_part(message)}"
        await self._write(REMOVE, to, path, None)

    async def sign(self, to: Address, activity: Mapping[str, object]) -> None:
        """A typing sign: left out when the conversation is busy, forgotten when it is refused."""
        if not self._limits.may_type(to.conversation):
            return
        try:
            await self._call(SIGN, to.service_url, f"v3/conversations/{_part(to.conversation)}/activities", activity)
        except Throttled as busy:
            self._limits.hush(to.conversation, busy.retry_after)
        except ChannelTrouble as refused:
            log.info("no typing sign: %s", type(refused).__name__)

    async def meet(self, service_url: str, tenant: str, bot_id: str, person: str) -> tuple[str, str]:
        """The 1:1 chat with a person: its id and its service URL."""
        body = {
            "isGroup": False,
            "bot": {"id": bot_id},
            "members": [{"id": person}],
            "tenantId": tenant,
            "channelData": {"tenant": {"id": tenant}},
        }
        to = Address(service_url, tenant, f"{bot_id}|{person}")
        made = fields(await self._write(MEET, to, "v3/conversations", body))
        if not words(made.get("id")):
            raise Undeliverable("the new conversation has no id")
        told = words(made.get("serviceUrl"))
        return words(made.get("id")), told if told and self._hosts.allow(told) else service_url

    async def members(self, to: Address) -> list[Fields]:
        """Everybody in the chat or channel; threads have no member list of their own."""
        path = f"v3/conversations/{_part(channel_of(to.conversation))}/pagedmembers?pageSize=500"
        found: list[Fields] = []
        token = ""
        for _ in range(PAGES):
            more = f"&continuationToken={_part(token)}" if token else ""
            await self._limits.pace(to.tenant, to.conversation, asks=True)
            page = fields(await self._call(LOOK, to.service_url, path + more))
            found += items(page.get("members"))
            token = words(page.get("continuationToken"), 10_000)
            if not token:
                break
        return found

    async def team(self, to: Address) -> Fields:
        """What is told of a team, the conversation of `to`."""
        await self._limits.pace(to.tenant, to.conversation, asks=True)
        return fields(await self._call(LOOK, to.service_url, f"v3/teams/{_part(to.conversation)}"))

    async def bearer(self) -> dict[str, str]:
        """The header that proves who we are; empty when we speak without a token."""
        token = await self._credentials.token()
        return {"Authorization": f"Bearer {token}"} if token else {}

    async def _write(
        self, call: Call, to: Address, path: str, body: Mapping[str, object] | None, leaving: Leaving | None = None
    ) -> object:
        async with self._limits.alone(to.conversation):
            await self._limits.pace(to.tenant, to.conversation)
            if leaving:
                await self._credentials.token()  # it may have to be fetched, and then that is a wait too
                await leaving()
            return await self._call(call, to.service_url, path, body)

    async def _call(self, call: Call, service_url: str, path: str, body: Mapping[str, object] | None = None) -> object:
        """Once, and again only where that is safe: see `refusals.pause`. The token is replaced once."""
        if not self._hosts.allow(service_url):
            raise Undeliverable("this service URL is not on the list of hosts", "forbidden")
        url = URL(f"{service_url.rstrip('/')}/{path}", encoded=True)
        data = orjson.dumps(body) if body is not None else None
        patience, renewed, attempt = call.patience, False, 0
        while True:
            got = await self._attempt(call, url, data)
            if got.fine:
                return got.body
            if _stale_token(got) and not renewed:
                renewed = True
                continue
            wait = pause(call, got, attempt)
            if wait is None or wait > patience:
                raise self._told(call, got)
            patience, attempt = patience - wait, attempt + 1
            await self._sleep(wait)

    def _told(self, call: Call, got: Answer) -> ChannelTrouble:
        if got.status == 401:
            log.error("configuration: the connector does not accept the bot's own token")
        found = trouble(call, got)
        log.info("%s, %s: %s", found, got.code or "no code", type(found).__name__)
        return found

    async def _attempt(self, call: Call, url: URL, data: bytes | None) -> Answer:
        headers = await self.bearer()
        try:
            async with self._session.request(
                call.method, url, data=data, headers=JSON | headers, allow_redirects=False
            ) as response:
                got = answer(response.status, response.headers, await _body(response))
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as unreachable:
            log.info("%s was not sent: %s", call.method, type(unreachable).__name__)
            return Answer(UNSENT)
        except (aiohttp.ClientError, TimeoutError, ConnectionError) as cut:
            log.info("%s got no answer: %s", call.method, type(cut).__name__)
            return Answer(CUT)
        if _stale_token(got):
            self._credentials.drop(headers.get("Authorization", "").removeprefix("Bearer "))
        return got


def _stale_token(got: Answer) -> bool:
    """A bot that is not registered stays so with any token."""
    return got.status == 401 and "botnotregistered" not in got.all_words


async def _body(response: aiohttp.ClientResponse) -> bytes:
    """The status is what counts: an answer cut off inside its body still is that answer."""
    try:
        return await response.read()
    except (aiohttp.ClientError, TimeoutError, ConnectionError):
        return b""


def _part(text: str) -> str:
    """One part of a path: ids hold colons, at signs and semicolons."""
    return quote(text, safe="")


def _id(body: object) -> str:
    return words(fields(body).get("id"), 1000)
