"""The hosted agent through its own SDKs: sandboxes and files by azure-ai-projects, turns by openai."""

from typing import Any

from azure.ai.projects.aio import AIProjectClient
from azure.core.credentials_async import AsyncTokenCredential
from openai import DefaultAioHttpClient

from bot.edges.foundry_doors import LocalBearer, LocalToken, Tokens, check_endpoint, is_local
from bot.edges.foundry_sandboxes import Sandboxes
from bot.edges.foundry_turns import Turns

Body = dict[str, Any]


class Foundry(Turns, Sandboxes):
    """Implements the port `Agent`. One per process and event loop; `aclose` it, which ends its credential too."""

    def __init__(
        self, endpoint: str, agent: str, version: str = "1", credential: AsyncTokenCredential | None = None
    ) -> None:
        """`endpoint` is the project's address. Raises `Misconfigured` for plain http to anywhere but this machine."""
        check_endpoint(endpoint, credential)
        self._credential = credential or LocalToken()
        self.name = f"{endpoint} {agent}"
        tokens = Tokens(self._credential)
        auth: Body = {"authentication_policy": LocalBearer()} if is_local(endpoint) else {}
        project = AIProjectClient(endpoint, self._credential, retry_total=2, retry_backoff_factor=0.3, **auth)
        client = project.get_openai_client(
            agent_name=agent,
            http_client=DefaultAioHttpClient(),
            max_retries=0,  # a turn is posted once: the server would run a repeated one again
            api_key=tokens,
        )
        Turns.__init__(self, client, tokens)
        Sandboxes.__init__(self, project, agent, version)

    async def aclose(self) -> None:
        await self._client.close()
        await self._project.close()
        await self._credential.close()  # the SDK leaves the connections of a credential it was given open
