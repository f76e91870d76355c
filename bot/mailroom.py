"""The mail side of the composition: Graph where Outlook is enabled, files on this machine where it is not."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from aiohttp import web

from bot.core.errors import ChannelTrouble
from bot.core.letter import MAIL_IN, Mailed
from bot.core.people import Channel, Person, Place
from bot.edges.outlook.answers import Access
from bot.edges.outlook.eml import EmlPost
from bot.edges.outlook.line import Line
from bot.edges.outlook.notices import graph_post
from bot.edges.outlook.post import GraphPost
from bot.edges.outlook.subscription import Keeper
from bot.edges.outlook.voice import MailVoice
from bot.edges.store import Chair, DeskStore
from bot.flows.ports import Post, Voice
from bot.settings import Settings

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Book = Callable[[str], None]
PILE = Place(channel=Channel.MAIL, tenant="", conversation=MAIL_IN, kind="mail")


@dataclass
class Mailroom:
    """`graph` answers POST /api/graph, None without Outlook. `book` is called for every mail that has to be read."""

    post: Post
    voice: Voice
    graph: Handler | None = None
    line: Line | None = None
    keeper: Keeper | None = None
    book: Book = lambda project_id: None
    _keeping: "asyncio.Task[None] | None" = None

    async def warm(self) -> None:
        """Raises `ChannelTrouble` while Graph does not let us subscribe."""
        if self.line is not None:
            await self.line.warm()
        if self.keeper is not None and self.keeper.trouble:
            raise ChannelTrouble(self.keeper.trouble)

    def watch(self) -> None:
        """Subscribe to new mail, once the address Graph calls back is answering."""
        if self.keeper is not None:
            self._keeping = asyncio.create_task(self.keeper.run())

    async def close(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeping
        if self.line is not None:
            await self.line.close()


@asynccontextmanager
async def mailroom(
    settings: Settings, store: DeskStore, secret: str, clock: Callable[[], datetime]
) -> AsyncIterator[Mailroom]:
    """`secret`: what the proof that a notification comes from our own subscription is derived from."""
    make = _graph if settings.outlook_enabled else _files
    room = make(settings, store, secret, clock)
    try:
        yield room
    finally:
        await room.close()


def _files(settings: Settings, _: DeskStore, secret: str, clock: Callable[[], datetime]) -> Mailroom:
    address = settings.graph_mailbox or "desk@localhost"
    post = EmlPost(settings.desk_data / "mail", Person(name="Charter Desk", address=address), clock, _tags(secret))
    return Mailroom(post, MailVoice(post, address))


def access_of(settings: Settings) -> Access:
    return Access(
        base_url=settings.graph_base_url,
        mailbox=settings.graph_mailbox,
        tenant=settings.bot_app_tenant_id,
        client_id=settings.bot_app_id,
        secret=settings.bot_app_password,
    )


def _tags(secret: str) -> bytes:
    return hashlib.sha256(f"subject tags {secret}".encode()).digest()


def _graph(settings: Settings, store: DeskStore, secret: str, clock: Callable[[], datetime]) -> Mailroom:
    line = Line(access_of(settings))
    post = GraphPost(line, secret=_tags(secret), plus=settings.outlook_plus_addresses)
    hosts = frozenset(filter(None, (urlsplit(settings.desk_public_url).hostname,)))
    room = Mailroom(post, MailVoice(post, settings.graph_mailbox, card_hosts=hosts), line=line)
    client_state = hashlib.sha256(f"graph notifications {secret}".encode()).hexdigest()

    async def accept(seen: str, message_id: str) -> bool:
        mailed = Mailed(letter_id=seen, message_id=message_id, at=clock())
        new = await store.accept(seen, PILE, mailed, MAIL_IN) is not None
        if new:
            room.book(MAIL_IN)
        return new

    chair = Chair(store, "mail-subscription")
    keeper = Keeper(line, settings.graph_notification_url, client_state, accept, clock, chair=chair)

    async def graph(request: web.Request) -> web.StreamResponse:
        body = await request.read()
        status, kind, text = await graph_post(
            request.query, body, accept, client_state=client_state, alarm=keeper.heard
        )
        return web.Response(status=status, content_type=kind, text=text)

    room.graph, room.keeper = graph, keeper
    return room
