"""Sign-in with Entra: authorization code with PKCE through msal."""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msal
import requests
from yarl import URL

from bot.core.people import Person
from bot.edges.pages.tokens import NotSignedIn, Tokens

PATIENCE = 8.0  # seconds for one request to the sign-in

log = logging.getLogger(__name__)


class Registration(NamedTuple):
    """The application people sign in to. `authority`: https://login.microsoftonline.com, or a stand-in's address."""

    client_id: str
    secret: str
    authority: str
    tenant: str  # whose people may sign in; "organizations" where several tenants are allowed
    back: str  # the address Entra sends them back to


class SignIn:
    """`start` gives the address to go to and what to remember; `finish` who came back with it.

    msal redeems the code and does not look at the id token it gets for it: `tokens` does.
    """

    def __init__(self, registration: Registration, tokens: Tokens) -> None:
        self._registration, self._tokens = registration, tokens
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
        known = await self._tokens.read(token, self._registration.client_id)
        if known.claims.get("nonce") != nonce:
            log.info("a sign-in was refused: made for another visit")
            raise NotSignedIn("page.sign_in_failed")
        return known.person

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
