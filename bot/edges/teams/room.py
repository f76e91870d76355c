"""Puts the Teams wall together: one HTTP session, one token, one gate, one voice."""

from contextlib import AsyncExitStack
from types import TracebackType

import aiohttp

from bot.core.errors import ChannelTrouble
from bot.edges.teams.cloud import Cloud, cloud_of
from bot.edges.teams.connector import Connector
from bot.edges.teams.courier import TeamsCourier
from bot.edges.teams.credentials import Credentials, fetch_for
from bot.edges.teams.files import Files
from bot.edges.teams.hosts import Hosts, host_of
from bot.edges.teams.keys import Keys
from bot.edges.teams.limits import Limits
from bot.edges.teams.shared import SharedFiles
from bot.edges.teams.tokens import Gate
from bot.edges.teams.voice import TeamsVoice

PATIENCE = aiohttp.ClientTimeout(total=30, connect=10, sock_read=20)


class Teams:
    """`async with Teams(...) as teams:` gives `gate` for the web door and `voice` for the stories.

    `anonymous` serves clients on this machine: no token is asked for, and without a password none is sent.
    `Misconfigured` on entering when there is no way to get the bot's own token.
    """

    gate: Gate
    voice: TeamsVoice
    courier: TeamsCourier
    credentials: Credentials
    connector: Connector

    def __init__(
        self,
        *,
        app_id: str,
        openid_metadata: str,
        service_hosts: tuple[str, ...],
        tenants: frozenset[str],
        app_type: str = "SingleTenant",
        app_tenant: str = "",
        password: str = "",
        token_url: str = "",
        anonymous: bool = False,
        resource: str = "",
        graph: str = "",
        limits: Limits | None = None,
    ) -> None:
        self._app_id, self._metadata, self._tenants = app_id, openid_metadata, tenants
        self._hosts = Hosts(service_hosts, loopback=anonymous)
        self._app_type, self._app_tenant, self._password = app_type, app_tenant, password
        self._resource, self._graph = resource, graph
        self._token_url, self._anonymous, self._limits = token_url, anonymous, limits

    async def __aenter__(self) -> "Teams":
        self.session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar(), timeout=PATIENCE
        )
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self.session.close)
            self._build(self.session)
            stack.pop_all()  # built: from here on it is closed at the end
        return self

    def _build(self, session: aiohttp.ClientSession) -> None:
        cloud = cloud_of(self._metadata)
        speechless = self._anonymous and not self._password
        fetch = None if speechless else fetch_for(
            session, cloud, self._app_type, self._app_id, self._app_tenant, self._password, self._token_url
        )  # fmt: skip
        self.credentials = Credentials(fetch)
        self.connector = Connector(session, self.credentials, self._hosts, self._limits or Limits())
        self.voice = TeamsVoice(
            self.connector, Files(session, self.connector, self._hosts, self._shared(session, cloud))
        )
        self.courier = TeamsCourier(session, self.voice, self._hosts, self._resource)
        keys = Keys(session, self._metadata)
        self.gate = Gate(keys, self._app_id, cloud.issuer, self._tenants, self._hosts, open_door=self._anonymous)

    def _shared(self, session: aiohttp.ClientSession, cloud: Cloud) -> SharedFiles:
        """With a token of its own for Graph, where the bot has any and knows which tenant's files it may ask for."""
        fetch = None
        if self._graph and (self._password or not self._anonymous) and (self._app_tenant or self._token_url):
            scope = f"https://{host_of(self._graph)}/.default"
            fetch = fetch_for(
                session, cloud, self._app_type, self._app_id, self._app_tenant, self._password, self._token_url, scope
            )
        return SharedFiles(session, self.connector, Credentials(fetch), self._graph)

    async def __aexit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.voice.close()
        await self.session.close()

    async def warm(self) -> None:
        """Everything the first message would have to wait for."""
        await self.voice.warm()
        if not self._anonymous:
            await self.gate.keys.fresh()
        await self.token_ready()

    async def token_ready(self) -> str:
        """ "ok", or a word about what is wrong with the bot's own token."""
        try:
            await self.credentials.token()
        except ChannelTrouble as trouble:
            return str(trouble)
        return "ok"

    async def keys_ready(self) -> str:
        """ "ok", or a word: without signing keys nobody can be let in."""
        if self._anonymous or self.gate.keys.generation or await self.gate.keys.fresh():
            return "ok"
        return "signing keys are out of reach"
