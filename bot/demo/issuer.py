"""Stands in for whoever signs and hands out tokens: the channel's key issuer, and Entra for the bot's own token."""

import asyncio
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from jwt.algorithms import RSAAlgorithm

ON_BEHALF = "urn:ietf:params:oauth:grant-type:jwt-bearer"
CHANNEL_ISSUER = "https://api.botframework.com"
MONTH = 10_000_000  # smaller times are meant as seconds from now


@cache
def signing_key(name: str) -> RSAPrivateKey:
    """Made once per process: it takes a tenth of a second."""
    return generate_private_key(public_exponent=65537, key_size=2048)


@dataclass
class Issuer:
    """`published` are the ids of the keys in the key set; `delay` and `status` spoil its answers."""

    app_id: str
    published: list[str] = field(default_factory=lambda: ["k1", "k2", "k3"])
    endorsements: dict[str, list[str] | None] = field(
        default_factory=lambda: {"k1": ["msteams", "emulator", "agents"], "k2": ["webchat"], "k3": None}
    )
    base: str = ""  # where it is served
    delay: float = 0.0
    status: int = 200
    fetches: int = 0
    token_requests: list[dict[str, str]] = field(default_factory=list)
    handed_out: set[str] = field(default_factory=set)
    no_leave: str = ""  # the error Entra gives instead of leave to act for somebody
    redeem: Callable[[dict[str, str]], web.Response] | None = None  # who answers for people that sign in
    _numbers: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/v1/.well-known/openidconfiguration", self._metadata),
            web.get("/v1/.well-known/keys", self._keys),
            web.post("/{tenant}/oauth2/v2.0/token", self._token),
        ]

    def rotate(self, name: str, keep_old: bool = False, endorsements: tuple[str, ...] = ("msteams",)) -> None:
        """Publish a new key, and withdraw the others unless they are kept."""
        self.endorsements[name] = list(endorsements)
        self.published = [*(self.published if keep_old else ()), name]

    def token(
        self,
        service_url: str,
        kid: str = "k1",
        sign_with: str = "",
        alg: str = "RS256",
        header_kid: str | None = "",
        **claims: object,
    ) -> str:
        """A channel token. Small numbers as `exp` or `nbf` are seconds from now; a claim that is None is left out."""
        now = int(time.time())
        payload: dict[str, object] = {
            "serviceurl": service_url, "nbf": now - 10, "exp": now + 3600, "iss": CHANNEL_ISSUER, "aud": self.app_id,
        }  # fmt: skip
        for name, value in claims.items():
            soon = name in ("exp", "nbf") and isinstance(value, int) and abs(value) < MONTH
            payload[name] = now + value if soon and isinstance(value, int) else value
        payload = {name: value for name, value in payload.items() if value is not None}
        shown = kid if header_kid == "" else header_kid
        headers = {"x5t": kid} | ({"kid": shown} if shown is not None else {})
        key = "" if alg == "none" else signing_key(sign_with or kid)
        return jwt.encode(payload, key, algorithm=alg, headers=headers)

    async def _metadata(self, _request: web.Request) -> web.Response:
        return web.json_response({"issuer": CHANNEL_ISSUER, "jwks_uri": f"{self.base}/v1/.well-known/keys"})

    async def _keys(self, _request: web.Request) -> web.Response:
        self.fetches += 1
        await asyncio.sleep(self.delay)
        return web.json_response({"keys": [self._jwk(name) for name in self.published]}, status=self.status)

    def _jwk(self, name: str) -> dict[str, object]:
        found: dict[str, object] = RSAAlgorithm.to_jwk(signing_key(name).public_key(), as_dict=True)
        listed = self.endorsements.get(name)
        return found | {"kid": name, "use": "sig", "alg": "RS256"} | ({"endorsements": listed} if listed else {})

    async def _token(self, request: web.Request) -> web.Response:
        form = {name: str(value) for name, value in (await request.post()).items()}
        if self.redeem is not None and form.get("grant_type") == "authorization_code":
            return self.redeem(form)
        self.token_requests.append({"path": request.path} | form)
        if form.get("grant_type") in (ON_BEHALF, "refresh_token"):
            return self._leave(form)
        if not form.get("client_secret"):
            return web.json_response({"error": "invalid_client"}, status=401)
        text = f"connector-token-{next(self._numbers)}"
        self.handed_out.add(text)
        return web.json_response({"token_type": "Bearer", "expires_in": 3599, "access_token": text})

    def person_token(self, tenant: str, oid: str, **claims: object) -> str:
        """What Teams brings of a person who signs in."""
        now = int(time.time())
        known = {"tid": tenant, "oid": oid, "aud": self.app_id, "exp": now + 3600, "scp": "access_as_user"}
        return jwt.encode(known | claims, signing_key("k1"), algorithm="RS256", headers={"kid": "k1"})

    def _leave(self, form: dict[str, str]) -> web.Response:
        """Leave to act for somebody, with a refresh token that is new each time; an old one is good no more."""
        asked = form.get("assertion") or form.get("refresh_token", "")
        if self.no_leave or (form["grant_type"] == "refresh_token" and asked not in self.handed_out):
            return web.json_response({"error": self.no_leave or "invalid_grant"}, status=400)
        self.handed_out.discard(asked)
        number = next(self._numbers)
        self.handed_out.add(f"refresh-{number}")
        told = {"access_token": f"of-a-person-{number}", "refresh_token": f"refresh-{number}", "expires_in": 3599}
        return web.json_response(told)
