"""Stands in for Entra's sign-in on this machine: whoever is clicked is signed in, with nothing asked."""

import base64
import hashlib
import secrets
import time
from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlencode

import jwt
from aiohttp import web
from jwt.algorithms import RSAAlgorithm

from bot.core.people import Person
from bot.demo.cast import Member
from bot.demo.issuer import MONTH, signing_key

KID = "entra"
LOOK = "html{color-scheme:light dark}"
LOOK += "body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:10vh auto;padding:0 1rem}"
LOOK += "button{display:block;width:100%;margin:.5rem 0;padding:.7rem 1rem;font:inherit;text-align:left;cursor:pointer}"
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stand-in sign-in</title><style>{look}</style></head>
<body><main><h1>Stand-in sign-in</h1><p>This is not Microsoft: it runs on this machine only, and asks for no password.
Choose who you are.</p><form method="post">{buttons}</form></main></body></html>"""


class Grant(NamedTuple):
    """What a code stands for, until it is redeemed."""

    person: Person
    asked: dict[str, str]


class Entra:
    """`async with Connector() as teams: teams.entra` serves it; `base` is where. A code is good for once."""

    def __init__(self, app_id: str, people: Sequence[Member]) -> None:
        self.app_id, self.people, self.base = app_id, people, ""
        self.grants: dict[str, Grant] = {}
        self.spoil: dict[str, Any] = {}  # claims of the next id tokens, in place of the right ones
        self.signed_with = KID
        self.instead = ""  # handed out in place of the next id tokens

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/{tenant}/v2.0/.well-known/openid-configuration", self._metadata),
            web.get("/{tenant}/discovery/v2.0/keys", self._keys),
            web.get("/{tenant}/oauth2/v2.0/authorize", self._ask),
            web.post("/{tenant}/oauth2/v2.0/authorize", self._choose),
        ]

    def token(self, person: Person, audience: str = "", sign_with: str = KID, **claims: object) -> str:
        """A token about a person. Small numbers as `exp` are seconds from now; a claim that is None is left out."""
        now = int(time.time())
        payload: dict[str, object] = {
            "iss": f"{self.base}/{person.tenant}/v2.0", "aud": audience or self.app_id, "tid": person.tenant,
            "oid": person.oid, "name": person.name, "preferred_username": person.address, "ver": "2.0",
            "iat": now, "nbf": now - 10, "exp": now + 3600,
        }  # fmt: skip
        for name, value in claims.items():
            soon = name in ("exp", "nbf") and isinstance(value, int) and abs(value) < MONTH
            payload[name] = now + value if soon and isinstance(value, int) else value
        payload = {name: value for name, value in payload.items() if value is not None}
        return jwt.encode(payload, signing_key(sign_with), algorithm="RS256", headers={"kid": KID})

    def redeem(self, form: dict[str, str]) -> web.Response:
        """The second leg: the code, its verifier, the same address and the application's secret, or nothing."""
        grant = self.grants.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if grant is None or not form.get("client_secret") or form.get("client_id") != self.app_id:
            return web.json_response({"error": "invalid_grant"}, status=400)
        if (form.get("redirect_uri"), challenge) != (grant.asked["redirect_uri"], grant.asked["code_challenge"]):
            return web.json_response({"error": "invalid_grant"}, status=400)
        claims = {"nonce": grant.asked.get("nonce")} | self.spoil
        token = self.token(grant.person, sign_with=self.signed_with, **claims)
        told = {
            "token_type": "Bearer",
            "expires_in": 3599,
            "access_token": secrets.token_urlsafe(),
            "id_token": self.instead or token,
        }
        return web.json_response(told | {"scope": "openid profile"})

    async def _metadata(self, request: web.Request) -> web.Response:
        tenant = request.match_info["tenant"]
        ours = f"{self.base}/{tenant}"
        return web.json_response(
            {
                "issuer": f"{ours}/v2.0",
                "authorization_endpoint": f"{ours}/oauth2/v2.0/authorize".replace("http:", "https:", 1),
                "token_endpoint": f"{ours}/oauth2/v2.0/token".replace("http:", "https:", 1),
                "jwks_uri": f"{ours}/discovery/v2.0/keys",
            }
        )

    async def _keys(self, _request: web.Request) -> web.Response:
        found: dict[str, object] = RSAAlgorithm.to_jwk(signing_key(KID).public_key(), as_dict=True)
        return web.json_response({"keys": [found | {"kid": KID, "use": "sig"}]})

    async def _ask(self, request: web.Request) -> web.Response:
        if request.query.get("client_id") != self.app_id or request.query.get("code_challenge_method") != "S256":
            return web.Response(status=400, text="Another application, or no PKCE.")
        buttons = "".join(
            f'<button name="oid" value="{escape(one.person.oid)}">{escape(one.person.name)}</button>'
            for one in self.people
        )
        return web.Response(text=PAGE.format(look=LOOK, buttons=buttons), content_type="text/html")

    async def _choose(self, request: web.Request) -> web.Response:
        oid = str((await request.post()).get("oid", ""))
        person = next((one.person for one in self.people if one.person.oid == oid), None)
        if person is None:
            return web.Response(status=400, text="Nobody of that name is here.")
        code = secrets.token_urlsafe()
        self.grants[code] = Grant(person, dict(request.query))
        answer = urlencode({"code": code, "state": request.query.get("state", "")})
        raise web.HTTPFound(f"{request.query['redirect_uri']}?{answer}")
