"""Who we are to the agent's platform: an Entra identity out there, a word on this machine."""

import time
from typing import Any, ClassVar
from urllib.parse import urlsplit

from azure.core.credentials import AccessToken
from azure.core.credentials_async import AsyncTokenCredential
from azure.core.exceptions import AzureError
from azure.core.pipeline import PipelineRequest
from azure.core.pipeline.policies import SansIOHTTPPolicy

from bot.core.address import loopback
from bot.core.errors import Misconfigured
from bot.edges.foundry_errors import of_files
from bot.edges.unheld import Unheld

SCOPE = "https://ai.azure.com/.default"
EARLY = 300.0  # seconds before its end at which a token is replaced


class LocalToken(Unheld):
    """Stands in for a credential at a local platform, which only looks whether there is a token."""

    WORD: ClassVar[str] = "local"

    async def get_token(self, *scopes: str, **options: Any) -> AccessToken:
        return AccessToken(self.WORD, int(time.time()) + 3600)


class Tokens:
    """The token of the next turn, asked for again when it is about to end or was refused."""

    def __init__(self, credential: AsyncTokenCredential) -> None:
        self._credential = credential
        self._token: AccessToken | None = None

    async def __call__(self) -> str:
        """Raises `AgentDenied` or `AgentDown`: without a token nothing was asked of anybody."""
        if self._token is None or self._token.expires_on < time.time() + EARLY:
            try:
                self._token = await self._credential.get_token(SCOPE)
            except AzureError as trouble:
                raise of_files(trouble) from trouble
        return self._token.token

    def renew(self) -> None:
        self._token = None


class LocalBearer(SansIOHTTPPolicy[Any, Any]):
    """azure-core refuses to send a bearer token over plain http; on loopback this does it."""

    def on_request(self, request: PipelineRequest[Any]) -> None:
        request.http_request.headers["Authorization"] = f"Bearer {LocalToken.WORD}"


def check_endpoint(endpoint: str, credential: AsyncTokenCredential | None) -> None:
    """Tokens travel over https; plain http is for this machine, and only without a real credential."""
    if is_local(endpoint):
        if credential is not None:
            raise Misconfigured("A real credential is never sent to a local platform.")
    elif urlsplit(endpoint).scheme != "https":
        raise Misconfigured("FOUNDRY_PROJECT_ENDPOINT must be https; plain http is for loopback addresses only.")
    elif credential is None:
        raise Misconfigured("A hosted agent needs a credential.")


def is_local(endpoint: str) -> bool:
    parts = urlsplit(endpoint)
    return parts.scheme == "http" and loopback(parts.hostname or "")
