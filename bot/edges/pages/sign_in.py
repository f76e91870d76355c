"""Sign-in with Entra: authorization code with PKCE through msal, and a check of the id token it brings."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import jwt
import msal
import requests
from pydantic import ValidationError
from yarl import URL

from bot.core.errors import Rejected
from bot.core.people import Person
from bot.edges.teams.keys import Keys

LEEWAY = 120  # seconds
PATIENCE = 8.0  # seconds for one request to the sign-in
NEEDS = ["exp", "iss", "aud", "tid", "oid"]

log = logging.getLogger(__name__)


class Registration(NamedTuple):
    """The application people sign in to. `authority`: https://login.microsoftonline.com, or a stand-in's address."""

    client_id: str
    secret: str
    authority: str
    tenant: str  # whose people may sign in; "organizations" where several tenants are allowed
    back: str  # the address Entra sends them back to


class NotSignedIn(Exception):
    """`key` names the sentence for the person; `status` is the HTTP answer."""

    def __init__(self, key: str, status: int = 401) -> None:
        super().__init__(key)
        self.key, self.status = key, status


class SignIn:
    """`start` gives the address to go to and what to remember; `finish` who came back with it.

    msal redeems the code and does not look at the id token, so that its signature, its issuer, whom it is for and whose
    tenant it is of are judged here, with the keys that Entra publishes.
    """

    def __init__(
        self,
        registration: Registration,
        keys: Keys,
        tenants: frozenset[str],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._registration, self._keys, self._tenants, self._clock = registration, keys, tenants, clock
        self._line = _Line(registration.authority)
        self._app: msal.ConfidentialClientApplication | None = None

    async def start(self) -> tuple[str, dict[str, Any]]:
        """`NotSignedIn` when Entra does not answer."""
        flow = await self._asked(self._begin)
        return self._line.plain(flow.pop("auth_uri")), flow

    async def finish(self, flow: dict[str, Any], answer: Mapping[str, str]) -> Person:
        """`answer`: the query that Entra sent them back with. `NotSignedIn` for anything that is not right about it."""
        try:
            found = await self._asked(self._redeem, dict(flow), dict(answer))
        except (ValueError, RuntimeError) as odd:  # msal: another state, another nonce, neither code nor error
            log.info("a sign-in was refused: %s", type(odd).__name__)
            raise NotSignedIn("page.sign_in_failed") from odd
        token = found.get("id_token")
        if not isinstance(token, str):
            log.info("a sign-in was refused by its issuer: %.60s", found.get("error", ""))
            raise NotSignedIn("page.sign_in_failed")
        nonce = hashlib.sha256(str(flow.get("nonce", "")).encode()).hexdigest()
        return await self.person(token, self._registration.client_id, nonce)

    async def person(self, token: str, audience: str, nonce: str = "", app: str = "") -> Person:
        """Whose token this is. `app`: the application that must have asked for it. `NotSignedIn` for a bad one."""
        try:
            claims = await self._claims(token, audience)
            person = Person(
                oid=claims["oid"],
                tenant=claims["tid"],
                name=claims.get("name") or claims.get("preferred_username") or "",
                address=claims.get("preferred_username") or "",
            )
        except (jwt.PyJWTError, ValidationError, ValueError, ArithmeticError, RecursionError) as wrong:
            log.info("a token was refused: %s", type(wrong).__name__)
            raise NotSignedIn("page.sign_in_failed") from wrong
        if nonce and claims.get("nonce") != nonce:
            raise NotSignedIn("page.sign_in_failed")
        if app and app not in (claims.get("azp"), claims.get("appid")):
            raise NotSignedIn("page.sign_in_failed")
        if person.tenant not in self._tenants:
            log.warning("somebody of tenant %.60r signed in, which is not on the list", person.tenant)
            raise NotSignedIn("page.foreign", 403)
        if not person.authority:
            raise NotSignedIn("page.sign_in_failed")
        return person

    async def _claims(self, token: str, audience: str) -> dict[str, Any]:
        kid = jwt.get_unverified_header(token).get("kid")
        try:
            key = await self._keys.find(kid if isinstance(kid, str) else "")
        except Rejected as away:
            raise NotSignedIn("page.sign_in_away", 503) from away
        if key is None:
            raise jwt.InvalidKeyError("signed with an unknown key")
        claims: dict[str, Any] = jwt.decode(
            token, key.public, algorithms=["RS256"], audience=audience, leeway=LEEWAY,
            options={"require": NEEDS, "strict_aud": True},
        )  # fmt: skip
        if claims["iss"] != f"{self._registration.authority}/{claims['tid']}/v2.0":
            raise jwt.InvalidIssuerError("another issuer")
        return claims

    async def _asked(self, ask: Callable[..., dict[str, Any]], *what: object) -> dict[str, Any]:
        """msal waits while it asks, so it asks in a thread."""
        try:
            return await asyncio.to_thread(ask, *what)
        except OSError as away:  # those of requests are among them
            log.warning("the sign-in does not answer: %s", type(away).__name__)
            raise NotSignedIn("page.sign_in_away", 503) from away

    def _begin(self) -> dict[str, Any]:
        """With `form_post` they would come back by a POST from another site, on which no cookie of ours travels. The
        code in the address is worth nothing without the verifier in the cookie; msal warns whoever asks for it there.
        """
        flow: dict[str, Any] = self._client().initiate_auth_code_flow(
            [], redirect_uri=self._registration.back, response_mode="form_post"
        )
        return flow | {"auth_uri": str(URL(flow["auth_uri"]).update_query(response_mode="query"))}

    def _redeem(self, flow: dict[str, Any], answer: dict[str, str]) -> dict[str, Any]:
        found: dict[str, Any] = self._client().acquire_token_by_auth_code_flow(flow, answer)
        return found

    def _client(self) -> "msal.ConfidentialClientApplication":
        """Made when it is first needed: it asks the authority where its endpoints are."""
        if self._app is None:
            asked = self._registration
            try:
                self._app = msal.ConfidentialClientApplication(
                    asked.client_id,
                    client_credential=asked.secret,
                    authority=self._line.as_https(f"{asked.authority}/{asked.tenant}"),
                    instance_discovery=False,
                    exclude_scopes=["offline_access"],
                    token_cache=_Nothing(),
                    http_client=self._line,
                )
            except ValueError as away:  # where its endpoints are could not be read
                raise OSError(str(away)) from away
        return self._app


class _Nothing(msal.TokenCache):  # type: ignore[misc] # msal ships no types
    """Nothing is asked of Microsoft in a person's name, so none of their tokens is kept."""

    def add(self, event: object, now: object = None) -> None:
        pass


class _Line(requests.Session):
    """msal speaks https only: a stand-in for Entra on this machine is asked by http. Nobody is waited for long."""

    def __init__(self, authority: str) -> None:
        super().__init__()
        self._plain = authority if authority.startswith("http://") else ""

    def request(self, method: Any, url: Any, *args: Any, **more: Any) -> requests.Response:
        more.setdefault("timeout", PATIENCE)
        return super().request(method, self.plain(str(url)), *args, **more)

    def as_https(self, url: str) -> str:
        return url.replace("http://", "https://", 1) if self._plain else url

    def plain(self, url: str) -> str:
        return url.replace("https://", "http://", 1) if self._plain and url.startswith(self._as_https) else url

    @property
    def _as_https(self) -> str:
        return self.as_https(self._plain)
