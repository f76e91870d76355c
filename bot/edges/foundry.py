"""The hosted agent through its own SDKs: sessions and files by azure-ai-projects, turns by openai."""

import io
from typing import Any

from azure.ai.projects.aio import AIProjectClient
from azure.ai.projects.models import AgentSessionResource, VersionRefIndicator
from azure.core.credentials_async import AsyncTokenCredential
from azure.core.exceptions import AzureError, HttpResponseError, ResourceExistsError, ResourceNotFoundError
from openai import DefaultAioHttpClient

from bot.core.errors import AgentTrouble, SessionLost
from bot.edges.foundry_doors import LocalBearer, LocalToken, Tokens, check_endpoint, is_local
from bot.edges.foundry_errors import of_files
from bot.edges.foundry_turns import Turns

GONE = ("failed", "deleting", "deleted", "expired")
LARGEST_FILE = 50 * 2**20
Body = dict[str, Any]


class Foundry(Turns):
    """Implements the port `Agent`. One per process and event loop; `aclose` it, which ends its credential too."""

    def __init__(
        self, endpoint: str, agent: str, version: str = "1", credential: AsyncTokenCredential | None = None
    ) -> None:
        """`endpoint` is the project's address. Raises `Misconfigured` for plain http to anywhere but this machine."""
        check_endpoint(endpoint, credential)
        self._agent, self._version = agent, version
        self._credential = credential or LocalToken()
        self.name = f"{endpoint} {agent}"
        tokens = Tokens(self._credential)
        auth: Body = {"authentication_policy": LocalBearer()} if is_local(endpoint) else {}
        self._project = AIProjectClient(endpoint, self._credential, retry_total=2, retry_backoff_factor=0.3, **auth)
        client = self._project.get_openai_client(
            agent_name=agent,
            http_client=DefaultAioHttpClient(),
            max_retries=0,  # a turn is posted once: the server would run a repeated one again
            api_key=tokens,
        )
        super().__init__(client, tokens)

    async def aclose(self) -> None:
        await self._client.close()
        await self._project.close()
        await self._credential.close()  # the SDK leaves the connections of a credential it was given open

    async def ensure(self, session_id: str, known: bool = False) -> None:
        """Create or get the sandbox. With `known` a missing one is `SessionLost` and is not made anew."""
        try:
            session = await self._get_or_create(session_id, known)
        except AzureError as trouble:
            raise of_files(trouble) from trouble
        if session.status in GONE:
            raise SessionLost(f"session {session_id} is {session.status}")

    async def _get_or_create(self, session_id: str, known: bool) -> AgentSessionResource:
        agents = self._project.agents
        try:
            return await agents.get_session(self._agent, session_id)
        except ResourceNotFoundError as missing:
            if known:
                raise SessionLost(f"session {session_id} is gone") from missing
        try:
            version = VersionRefIndicator(agent_version=self._version)
            return await agents.create_session(self._agent, version_indicator=version, agent_session_id=session_id)
        except ResourceExistsError:
            return await agents.get_session(self._agent, session_id)

    async def read(self, session_id: str, path: str) -> bytes | None:
        """A file of the sandbox, None when there is none."""
        try:
            chunks = await self._project.agents.download_session_file(self._agent, session_id, path=path)
            return b"".join([chunk async for chunk in chunks])
        except ResourceNotFoundError as missing:
            if "session" in _code(missing):
                raise SessionLost(f"session {session_id} is gone") from missing
            return None
        except AzureError as trouble:
            raise of_files(trouble) from trouble

    async def write(self, session_id: str, path: str, content: bytes) -> None:
        if len(content) >= LARGEST_FILE:
            raise AgentTrouble(f"{path} is larger than {LARGEST_FILE // 2**20} MB")
        try:
            stream = io.BytesIO(content)  # raw bytes of more than a megabyte would be sent in one block
            await self._project.agents.upload_session_file(self._agent, session_id, stream, path=path)
        except ResourceNotFoundError as missing:
            raise SessionLost(f"session {session_id} is gone") from missing
        except AzureError as trouble:
            raise of_files(trouble) from trouble

    async def close(self, session_id: str) -> None:
        try:
            await self._project.agents.delete_session(self._agent, session_id)
        except ResourceNotFoundError:
            return
        except AzureError as trouble:
            raise of_files(trouble) from trouble


def _code(trouble: HttpResponseError) -> str:
    error = getattr(trouble, "model", None)
    return str(getattr(getattr(error, "error", None), "code", "") or trouble.message).lower()
