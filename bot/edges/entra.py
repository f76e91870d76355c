"""Leave to act for a person, from Entra: Teams' own token of them is exchanged, and kept fresh."""

import logging
from typing import NamedTuple

import aiohttp
import jwt

from bot.core.errors import AgentDenied, AgentDown, NotGranted
from bot.core.people import Person

SCOPE = "https://ai.azure.com/.default offline_access"
ON_BEHALF = "urn:ietf:params:oauth:grant-type:jwt-bearer"
NO_LEAVE = ("invalid_grant", "interaction_required", "consent_required")
PATIENCE = aiohttp.ClientTimeout(total=10)

log = logging.getLogger(__name__)


class Leave(NamedTuple):
    access: str
    lives: float  # seconds
    refresh: str


class Entra:
    """`token_url`: the tenant's own. Raises `NotGranted`, `AgentDown` while it does not answer, or `AgentDenied`."""

    def __init__(self, session: aiohttp.ClientSession, token_url: str, app_id: str, secret: str) -> None:
        self._session, self._url, self._app_id, self._secret = session, token_url, app_id, secret

    async def on_behalf(self, token: str, person: Person) -> str:
        """The refresh token for what Teams gave of a person. That it is theirs is looked at before it is used.

        Its signature is judged by Entra, which takes no token that it has not made.
        """
        if not person.authority or _whose(token) != person.authority:
            log.warning("somebody brought a token that is not theirs")
            raise NotGranted("another person's token")
        form = {"grant_type": ON_BEHALF, "assertion": token, "requested_token_use": "on_behalf_of"}
        return (await self._asked(form)).refresh

    async def refreshed(self, refresh: str) -> Leave:
        return await self._asked({"grant_type": "refresh_token", "refresh_token": refresh})

    async def _asked(self, form: dict[str, str]) -> Leave:
        known = {"client_id": self._app_id, "client_secret": self._secret, "scope": SCOPE}
        try:
            async with self._session.post(
                self._url, data=known | form, timeout=PATIENCE, allow_redirects=False
            ) as response:
                return _read(response.status, await response.json(content_type=None))
        except (aiohttp.ClientError, TimeoutError, ValueError) as trouble:
            raise AgentDown(f"Entra does not answer: {type(trouble).__name__}") from trouble


def _read(status: int, answer: object) -> Leave:
    told = answer if isinstance(answer, dict) else {}
    access, refresh = told.get("access_token"), told.get("refresh_token")
    if status == 200 and isinstance(access, str) and isinstance(refresh, str):
        return Leave(access, float(told.get("expires_in") or 0), refresh)
    code = str(told.get("error", ""))[:60]
    if code in NO_LEAVE:
        raise NotGranted(code)
    if status in (400, 401, 403) or status == 200:
        log.error("configuration: Entra refuses the exchange of tokens (%d, %s)", status, code)
        raise AgentDenied("Entra refuses the exchange of tokens", "token")
    raise AgentDown(f"Entra answered {status}")


def _whose(token: str) -> str:
    try:
        claims = jwt.decode(token, options={"verify_signature": False})
    except (jwt.PyJWTError, ValueError, RecursionError):
        return ""
    return f"{claims.get('tid', '')}/{claims.get('oid', '')}"
