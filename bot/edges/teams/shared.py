"""Files in channels and group chats: they lie in SharePoint, and Graph opens them as far as the organisation allows it.

A message there tells only that there are files. Which ones, Graph knows (ChannelMessage.Read.Group and
ChatMessage.Read.Chat), and their bytes need a permission for the site they lie in (Sites.Selected or Files.Read.All).
"""

import base64
import logging
from collections import OrderedDict
from urllib.parse import quote

import aiohttp
from yarl import URL

from bot.core.errors import ChannelTrouble, Throttled, Undeliverable
from bot.core.letter import FileRef
from bot.core.people import Place
from bot.edges.teams.attachments import ADDRESS_LIMIT, file_name
from bot.edges.teams.connector import Address, Connector
from bot.edges.teams.credentials import Credentials
from bot.edges.teams.fields import Fields, fields, items, words

NOT_SHARED = "desk.file_not_shared"
DOWNLOAD = "@microsoft.graph.downloadUrl"
PATIENCE = aiohttp.ClientTimeout(total=10, connect=5)
TEAMS = 500  # whose group is remembered

log = logging.getLogger(__name__)


class SharedFiles:
    """`graph`: its address, "" where nobody may be asked. `credentials`: the bot's own, for Graph."""

    def __init__(
        self, session: aiohttp.ClientSession, connector: Connector, credentials: Credentials, graph: str
    ) -> None:
        self._session, self._connector = session, connector
        self._credentials, self._graph = credentials, graph.rstrip("/")
        self._groups: OrderedDict[str, str] = OrderedDict()

    async def in_message(self, place: Place, ref: str) -> tuple[FileRef, ...]:
        """The files of one message; none where they may not be asked for. Never raises."""
        try:
            path = await self._path(place, ref)
            found = await self._ask(path) if path else {}
        except ChannelTrouble as trouble:
            log.info("the files of a message in %s are not known: %s", place.thread, trouble)
            return ()
        shared = (one for one in items(found.get("attachments")) if one.get("contentType") == "reference")
        named = ((file_name(one.get("name")), words(one.get("contentUrl"), ADDRESS_LIMIT)) for one in shared)
        return tuple(FileRef(name=name, url=url, shared=True) for name, url in named if url)

    async def address(self, url: str) -> str:
        """Where the bytes are for some minutes, without a token. Raises `Throttled` or `Undeliverable`."""
        share = base64.urlsafe_b64encode(url.encode()).decode().rstrip("=")
        found = await self._ask(f"shares/u!{share}/driveItem")
        if not (there := words(found.get(DOWNLOAD), ADDRESS_LIMIT)):
            raise Undeliverable(NOT_SHARED)
        return there

    async def _path(self, place: Place, ref: str) -> str:
        room, _, root = place.conversation.partition(";messageid=")
        if not ref or place.kind == "personal":
            return ""
        if place.kind == "group":
            return f"chats/{_part(room)}/messages/{_part(ref)}"
        group = await self._group(place)
        messages = f"teams/{_part(group)}/channels/{_part(room)}/messages/{_part(root or ref)}"
        return "" if not group else messages if ref == (root or ref) else f"{messages}/replies/{_part(ref)}"

    async def _group(self, place: Place) -> str:
        """The group behind a team, by which Graph knows it."""
        if place.team and place.team not in self._groups:
            to = Address(place.service_url, place.tenant, place.team)
            self._groups[place.team] = words((await self._connector.team(to)).get("aadGroupId"))
            if len(self._groups) > TEAMS:
                self._groups.popitem(last=False)
        return self._groups.get(place.team, "")

    async def _ask(self, path: str) -> Fields:
        token = await self._credentials.token() if self._graph else ""
        if not token:
            raise Undeliverable(NOT_SHARED)
        url, headers = URL(f"{self._graph}/{path}", encoded=True), {"Authorization": f"Bearer {token}"}
        try:
            async with self._session.get(url, headers=headers, timeout=PATIENCE, allow_redirects=False) as response:
                if response.status == 429 or response.status >= 500:
                    raise Throttled(f"Graph answered {response.status}", 10)
                if response.status != 200:
                    raise Undeliverable(NOT_SHARED)
                return fields(await response.json(content_type=None))
        except (aiohttp.ClientError, TimeoutError, ValueError) as broken:
            raise Throttled(f"Graph was not asked: {type(broken).__name__}", 10) from broken


def _part(text: str) -> str:
    return quote(text, safe="")
