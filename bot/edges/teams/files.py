"""Fetches files people handed in: from hosts on a list, never with our token elsewhere, never more than fits."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import aiohttp
from yarl import URL

from bot.core.errors import Throttled, Undeliverable
from bot.core.letter import FileRef
from bot.core.people import Place
from bot.edges.teams.connector import Connector
from bot.edges.teams.hosts import Hosts, host_of
from bot.edges.teams.shared import SharedFiles

STORES = ("*.sharepoint.com", "*.sharepoint.us")
LIMIT = 25 * 1024 * 1024
HOPS = 4
PATIENCE = aiohttp.ClientTimeout(total=120, connect=10, sock_read=30)
PAUSES = (1.0, 4.0, 0.0)  # between tries: an address lives for minutes only
PAGE_NAMES = (".html", ".htm", ".mht", ".xhtml", ".xml", ".svg")

log = logging.getLogger(__name__)


class Source(NamedTuple):
    url: str
    service_url: str


class Files:
    """`Undeliverable`, with the key of a sentence, when a file cannot be had."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        connector: Connector,
        hosts: Hosts,
        shared: SharedFiles,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._session, self._connector, self._sleep = session, connector, sleep
        self._hosts, self._stores, self._shared = hosts, hosts.plus(*STORES), shared

    async def in_message(self, place: Place, ref: str) -> tuple[FileRef, ...]:
        return await self._shared.in_message(place, ref)

    async def fetch(self, file: FileRef, service_url: str) -> bytes:
        for pause in PAUSES:
            try:
                return await self._fetch(file, service_url)
            except Throttled as busy:
                log.info("%s", busy)
                await self._sleep(pause)
        raise Undeliverable("desk.file_lost")

    async def _fetch(self, file: FileRef, service_url: str) -> bytes:
        if file.shared and not self._stores.allow(file.url):
            raise Undeliverable("desk.file_unsafe")
        source = Source(await self._shared.address(file.url) if file.shared else file.url, service_url)
        for _ in range(HOPS):
            content, elsewhere = await self._get(source)
            if elsewhere is None:
                _no_login_page(file.name, content)
                return content
            source = Source(elsewhere, service_url)
        raise Undeliverable("desk.file_lost")

    async def _get(self, source: Source) -> tuple[bytes, str | None]:
        """The bytes, or where else they are. A download address is signed: it needs no token of ours."""
        if not self._stores.allow(source.url):
            raise Undeliverable("desk.file_unsafe")
        url = URL(source.url, encoded=source.url.isascii())  # a signed address is sent to the letter
        headers = await self._connector.bearer() if self._is_ours(source) else {}
        try:
            async with self._session.get(url, headers=headers, timeout=PATIENCE, allow_redirects=False) as response:
                if 300 <= response.status < 400 and "Location" in response.headers:
                    return b"", str(url.join(URL(response.headers["Location"])))
                if response.status == 429 or response.status >= 500:
                    raise Throttled(f"the file's server answered {response.status}", 10)
                if response.status != 200:
                    raise Undeliverable("desk.file_lost")
                return await _within_limit(response), None
        except (aiohttp.ClientError, TimeoutError, ValueError) as broken:
            raise Throttled(f"file not fetched: {type(broken).__name__}", 10) from broken

    def _is_ours(self, source: Source) -> bool:
        """Pictures pasted into a chat lie at the connector itself."""
        same = host_of(source.url) == host_of(source.service_url)
        return same and "/v3/attachments/" in URL(source.url).path and self._hosts.allow(source.url)


async def _within_limit(response: aiohttp.ClientResponse) -> bytes:
    """Counted while it comes: what a header promises proves nothing."""
    if (response.content_length or 0) > LIMIT:
        raise Undeliverable("desk.file_too_big", "too_big")
    content = bytearray()
    async for chunk in response.content.iter_any():
        content += chunk
        if len(content) > LIMIT:
            raise Undeliverable("desk.file_too_big", "too_big")
    return bytes(content)


def _no_login_page(name: str, content: bytes) -> None:
    """An expired address answers 200 with a page that asks for a password."""
    start = content[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html")) and not name.lower().endswith(PAGE_NAMES):
        raise Undeliverable("desk.file_login_page")
