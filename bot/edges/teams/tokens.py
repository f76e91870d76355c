"""Is a request really from the channel? Bot Connector tokens are checked here, without any SDK."""

import hashlib
import logging
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import jwt

from bot.core.errors import ForeignTenant, Rejected
from bot.edges.teams.hosts import Hosts
from bot.edges.teams.keys import Keys

CHANNEL = "msteams"  # on other channels a client may name any sender it likes, object id included
LEEWAY = 300  # seconds
BELIEVED = 600.0  # seconds a verified signature is believed: shorter than any rotation of keys
REMEMBERED = 1000

log = logging.getLogger(__name__)


class Pass(NamedTuple):
    """What a verified token allows. `until`: not later than its expiry."""

    until: float
    service_url: str
    endorsements: frozenset[str]


ANYONE = Pass(float("inf"), "", frozenset())


class Gate:
    """Two questions per request: is the token genuine (`admit`), and does it cover this activity (`check`)?

    `open_door` lets everybody in, without a token and from any tenant: for clients on this machine only.
    """

    def __init__(
        self,
        keys: Keys,
        app_id: str,
        issuer: str,
        tenants: frozenset[str],
        hosts: Hosts,
        open_door: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.keys = keys
        self._app_id, self._issuer, self._tenants, self._hosts = app_id, issuer, tenants, hosts
        self._open, self._clock = open_door, clock
        self._verified: dict[bytes, Pass] = {}
        self._generation = 0

    async def admit(self, authorization: str | None) -> Pass:
        """`Rejected` 401 for any token that is not genuine, 503 when it cannot be told."""
        if self._open:
            return ANYONE
        token = bearer(authorization)
        name = hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()
        if self._generation != self.keys.generation:
            self._forget()
        known = self._verified.get(name)
        if known and known.until >= self._clock():
            return known
        return await self._verify(token, name)

    def check(self, passed: Pass, channel: object, service_url: object, tenant: str) -> None:
        """Asked for every request, whether its token was known or not. `Rejected` 403."""
        if not isinstance(service_url, str) or not self._hosts.allow(service_url):
            raise Rejected(403, "this service URL is not on the list of hosts")
        if passed is ANYONE:
            return
        if channel != CHANNEL or channel not in passed.endorsements:
            raise Rejected(403, "the key is not endorsed for this channel")
        if not passed.service_url or passed.service_url.rstrip("/") != service_url.rstrip("/"):
            raise Rejected(403, "the token was made for another service URL")
        if tenant not in self._tenants:
            log.warning("tenant %.60r is not on the list", tenant)
            raise ForeignTenant(403, "this tenant is not on the list")

    async def _verify(self, token: str, name: bytes) -> Pass:
        try:
            key = await self.keys.find(jwt.get_unverified_header(token).get("kid", ""))
            if key is None:
                raise Rejected(401, "signed with an unknown key")
            claims = self._claims(token, key.public)
        except (
            jwt.PyJWTError,
            ValueError,
            ArithmeticError,
            RecursionError,
        ) as wrong:  # a header may be nested for ever
            raise Rejected(401, type(wrong).__name__) from wrong
        now = self._clock()
        passed = Pass(
            min(claims["exp"] + LEEWAY, now + BELIEVED), str(claims.get("serviceurl") or ""), key.endorsements
        )
        self.remember(name, passed)
        return passed

    def remember(self, name: bytes, passed: Pass) -> None:
        """`name` is a token's hash: whoever reads our memory finds no tokens in it."""
        if self._generation != self.keys.generation or len(self._verified) >= REMEMBERED:
            self._forget()
        self._verified[name] = passed

    @property
    def remembered(self) -> int:
        return len(self._verified)

    def _claims(self, token: str, key: Any) -> dict[str, Any]:
        claims: dict[str, Any] = jwt.decode(
            token,
            key,
            algorithms=["RS256"],
            audience=self._app_id,
            issuer=self._issuer,
            leeway=LEEWAY,
            options={"require": ["exp", "iss", "aud"], "strict_aud": True},
        )
        return claims

    def _forget(self) -> None:
        self._verified.clear()
        self._generation = self.keys.generation


def bearer(authorization: str | None) -> str:
    scheme, _, token = (authorization or "").strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Rejected(401, "no bearer token")
    return token.strip()
