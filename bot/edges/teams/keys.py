"""The channel's signing keys: fetched once a day, again for an unknown key id, kept when a fetch fails."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import aiohttp
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from jwt import PyJWTError
from jwt.algorithms import RSAAlgorithm

from bot.core.errors import Rejected
from bot.edges.teams.hosts import host_of, is_loopback

DAY = 24 * 3600.0
GAP = 5.0  # seconds between two fetches: invented key ids must not become a load on the issuer
PATIENCE = aiohttp.ClientTimeout(total=5)

log = logging.getLogger(__name__)


class Key(NamedTuple):
    public: RSAPublicKey
    endorsements: frozenset[str]  # channels the key may speak for; empty when the issuer lists none


class Keys:
    """`generation` changes with the set: whatever was verified with an older set has to be verified again."""

    def __init__(
        self, session: aiohttp.ClientSession, metadata: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.generation = 0
        self._session, self._metadata, self._clock = session, metadata, clock
        self._keys: dict[str, Key] = {}
        self._raw: object = None
        self._fetched = self._tried = float("-inf")
        self._flight: asyncio.Task[None] | None = None

    async def find(self, kid: str) -> Key | None:
        """The key with this id, or None. `Rejected` 503 when not a single key could ever be had."""
        if kid not in self._keys:
            await self.fresh()
        elif self._clock() - self._fetched > DAY:
            self._refresh()  # the old set serves meanwhile
        if not self._keys:
            raise Rejected(503, "signing keys are out of reach")
        return self._keys.get(kid)

    async def fresh(self) -> bool:
        """Fetch unless that was tried a moment ago; joins a fetch under way. Tells whether there are keys."""
        flight = self._refresh()
        if flight:
            await asyncio.shield(flight)
        return bool(self._keys)

    def _refresh(self) -> asyncio.Task[None] | None:
        if self._flight and not self._flight.done():
            return self._flight
        if self._clock() - self._tried <= GAP:
            return None
        self._tried = self._clock()
        self._flight = asyncio.create_task(self._fetch())
        return self._flight

    async def _fetch(self) -> None:
        try:
            address = str((await self._get(self._metadata))["jwks_uri"])
            found = (await self._get(address))["keys"]
        except (aiohttp.ClientError, TimeoutError, ValueError, KeyError, TypeError) as trouble:
            log.warning("signing keys not fetched: %s", type(trouble).__name__)
            return
        keys = dict(filter(None, map(read_key, found if isinstance(found, list) else ())))
        if not keys:
            log.warning("the issuer published no usable signing key")
            return
        self._fetched = self._clock()
        if found != self._raw:
            self._keys, self._raw, self.generation = keys, found, self.generation + 1

    async def _get(self, address: str) -> Any:
        if not address.startswith("https://") and not is_loopback(host_of(address)):
            raise ValueError("signing keys over plain http")
        async with self._session.get(address, timeout=PATIENCE, allow_redirects=False) as response:
            response.raise_for_status()
            return await response.json(content_type=None)


def read_key(jwk: object) -> tuple[str, Key] | None:
    """One entry of a key set; None for what is no RSA key with an id."""
    if not isinstance(jwk, dict) or jwk.get("kty") != "RSA" or not isinstance(jwk.get("kid"), str):
        return None
    try:
        public = RSAAlgorithm.from_jwk(jwk)
    except (PyJWTError, ValueError, KeyError, TypeError):
        return None
    if not isinstance(public, RSAPublicKey):
        return None
    listed = jwk.get("endorsements")
    names = listed if isinstance(listed, list) else ()
    return jwk["kid"], Key(public, frozenset(name for name in names if isinstance(name, str)))
