"""The bot's own token for the connector: fetched once, refreshed ahead of its end, shared by every call."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import aiohttp

from bot.core.errors import Misconfigured, Throttled, Undeliverable
from bot.edges.teams.cloud import Cloud

AHEAD = 600.0  # seconds before its end when a token is replaced in the background
TOO_OLD = 60.0  # seconds before its end when it is not used any more
UNKNOWN_LIFE = 1800.0
PATIENCE = aiohttp.ClientTimeout(total=10)

log = logging.getLogger(__name__)


class Token(NamedTuple):
    text: str
    ends: float  # seconds on the clock


Fetch = Callable[[], Awaitable[tuple[str, float]]]  # the token and the seconds it lives


class Credentials:
    """`Throttled` when the token cannot be had right now, `Undeliverable` when the registration is wrong."""

    def __init__(self, fetch: Fetch | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._fetch, self._clock = fetch, clock
        self._token = Token("", float("-inf"))
        self._flight: asyncio.Task[Token] | None = None

    async def token(self) -> str:
        """The bearer token, or "" when the bot speaks without one."""
        if self._fetch is None:
            return ""
        left = self._token.ends - self._clock()
        if left < TOO_OLD:
            return (await asyncio.shield(self._refresh(self._fetch))).text
        if left < AHEAD:
            self._refresh(self._fetch)
        return self._token.text

    def drop(self, text: str) -> None:
        """The connector refused this token: the next call fetches another one."""
        if self._token.text == text:
            self._token = Token("", float("-inf"))

    def _refresh(self, fetch: Fetch) -> asyncio.Task[Token]:
        if not self._flight or self._flight.done():
            self._flight = asyncio.create_task(self._renew(fetch))
            self._flight.add_done_callback(_note)
        return self._flight

    async def _renew(self, fetch: Fetch) -> Token:
        text, lives = await fetch()
        self._token = Token(text, self._clock() + lives)
        return self._token


def _note(flight: asyncio.Task[Token]) -> None:
    """A token that could not be replaced ahead of time is still good for a while."""
    if not flight.cancelled() and (trouble := flight.exception()):
        log.warning("connector token not refreshed: %s", type(trouble).__name__)


def client_secret(session: aiohttp.ClientSession, url: str, app_id: str, secret: str, scope: str) -> Fetch:
    """The client credentials grant of OAuth 2."""
    form = {"grant_type": "client_credentials", "client_id": app_id, "client_secret": secret, "scope": scope}

    async def fetch() -> tuple[str, float]:
        try:
            async with session.post(url, data=form, timeout=PATIENCE, allow_redirects=False) as response:
                return read_token(response.status, await response.json(content_type=None))
        except (aiohttp.ClientError, TimeoutError, ValueError) as trouble:
            raise Throttled(f"no connector token: {type(trouble).__name__}", 30) from trouble

    return fetch


def managed_identity(app_id: str, scope: str) -> Fetch:
    """A user-assigned managed identity. Its tokens live a day: a client per fetch costs nothing."""

    async def fetch() -> tuple[str, float]:
        from azure.core.exceptions import AzureError  # heavy, and only this kind of registration needs it
        from azure.identity.aio import ManagedIdentityCredential

        try:
            async with ManagedIdentityCredential(client_id=app_id) as identity:
                token = await identity.get_token(scope)
        except AzureError as trouble:
            raise Throttled(f"no connector token: {type(trouble).__name__}", 30) from trouble
        return token.token, token.expires_on - time.time()

    return fetch


def read_token(status: int, answer: object) -> tuple[str, float]:
    """Entra's answer; a refusal is a matter of configuration, not of patience."""
    fields = answer if isinstance(answer, dict) else {}
    text, lives = fields.get("access_token"), fields.get("expires_in")
    if status == 200 and isinstance(text, str) and text:
        return text, float(lives) if isinstance(lives, int | float | str) else UNKNOWN_LIFE
    if status in (400, 401, 403):
        log.error("configuration: the bot's own token was refused (%d, %.60s)", status, fields.get("error", ""))
        raise Undeliverable("configuration: the bot's own token was refused", "forbidden")
    raise Throttled(f"no connector token: status {status}", 30)


def fetch_for(
    session: aiohttp.ClientSession,
    cloud: Cloud,
    app_type: str,
    app_id: str,
    tenant: str,
    secret: str,
    token_url: str = "",
    scope: str = "",
) -> Fetch:
    """How a registration of this type gets its token. `Misconfigured` when something for it is missing.

    `scope`: of another service than the connector, which is asked for in the registration's own tenant.
    """
    if app_type == "UserAssignedMSI":
        return managed_identity(app_id, scope or cloud.scope)
    home = "botframework.com" if app_type == "MultiTenant" and not scope else tenant
    if not secret:
        raise Misconfigured("Set BOT_APP_PASSWORD, or BOT_APP_TYPE=UserAssignedMSI for a managed identity.")
    if not home and not token_url:
        raise Misconfigured("Set BOT_APP_TENANT_ID: a single-tenant bot asks its own tenant for its token.")
    return client_secret(
        session, token_url or f"{cloud.authority}/{home}/oauth2/v2.0/token", app_id, secret, scope or cloud.scope
    )
