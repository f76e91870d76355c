"""The sandboxes of a hosted agent and the files in them, by azure-ai-projects. None of it starts a turn."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeVar

from azure.ai.projects.aio import AIProjectClient
from azure.ai.projects.models import AgentSessionResource, SessionDirectoryEntry, VersionRefIndicator
from azure.core.exceptions import (
    AzureError,
    ClientAuthenticationError,
    HttpResponseError,
    ResourceExistsError,
    ResourceNotFoundError,
)

from bot.core.errors import AgentBusy, AgentTrouble, SessionLost
from bot.core.sandbox import FileEntry, Stay
from bot.edges.foundry_errors import of_files

GONE = ("failed", "deleting", "deleted", "expired")
NOT_YET = ("creating", "updating")
LOOKS, PAUSE = 10, 1.0  # how often, and every how many seconds, one that is not ready yet is looked at
LARGEST_FILE = 50 * 2**20
Found = TypeVar("Found")
PAGE = 100  # entries of a folder at once, the most there is


class Sandboxes:
    """The part of the port `Agent` that is not turns."""

    def __init__(self, project: AIProjectClient, agent: str, version: str) -> None:
        self._project, self._agent, self._version = project, agent, version

    async def ensure(self, session_id: str, known: bool = False) -> Stay:
        """Create or get the sandbox. With `known` a missing one is `SessionLost` and is not made anew."""
        try:
            session = await _renewing(lambda: self._ready(session_id, known))
        except AzureError as trouble:
            raise of_files(trouble) from trouble
        if session.status in GONE:
            raise SessionLost(f"session {session_id} is {session.status}")
        if session.agent_session_id != session_id:
            raise SessionLost(f"session {session_id} was answered for by another one")
        return _stay(session)

    async def _ready(self, session_id: str, known: bool) -> AgentSessionResource:
        session = await self._get_or_create(session_id, known)
        for _ in range(LOOKS):
            if session.status not in NOT_YET:
                return session
            await asyncio.sleep(PAUSE)
            session = await self._get_or_create(session_id, known=True)
        if session.status in NOT_YET:
            raise AgentBusy(f"session {session_id} is still {session.status}", LOOKS * PAUSE)
        return session

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

        async def once() -> bytes:
            chunks = await self._project.agents.download_session_file(self._agent, session_id, path=path)
            return b"".join([chunk async for chunk in chunks])

        try:
            return await _renewing(once)
        except ResourceNotFoundError as missing:
            _check_session(session_id, missing)
            return None
        except AzureError as trouble:
            raise of_files(trouble) from trouble

    async def list(self, session_id: str, path: str) -> tuple[FileEntry, ...] | None:
        agents = self._project.agents

        async def once() -> list[SessionDirectoryEntry]:
            pages = agents.list_session_files(self._agent, session_id, path=path, limit=PAGE)
            return [entry async for entry in pages]

        try:
            found = await _renewing(once)
        except ResourceNotFoundError as missing:
            _check_session(session_id, missing)
            return None
        except AzureError as trouble:
            raise of_files(trouble) from trouble
        return tuple(
            FileEntry(name=one.name, size=one.size or 0, folder=bool(one.is_directory), modified=one.modified_time)
            for one in found
        )

    async def write(self, session_id: str, path: str, content: bytes) -> None:
        if len(content) >= LARGEST_FILE:
            raise AgentTrouble(f"{path} is larger than {LARGEST_FILE // 2**20} MB")

        async def once() -> None:
            stream = io.BytesIO(content)  # raw bytes of more than a megabyte would be sent in one block
            await self._project.agents.upload_session_file(self._agent, session_id, stream, path=path)

        try:
            await _renewing(once)
        except ResourceNotFoundError as missing:
            raise SessionLost(f"session {session_id} is gone") from missing
        except AzureError as trouble:
            raise of_files(trouble) from trouble

    async def stop(self, session_id: str) -> None:
        try:
            await _renewing(lambda: self._project.agents.stop_session(self._agent, session_id))
        except ResourceNotFoundError:
            return
        except AzureError as trouble:
            raise of_files(trouble) from trouble

    async def close(self, session_id: str) -> None:
        try:
            await _renewing(lambda: self._project.agents.delete_session(self._agent, session_id))
        except ResourceNotFoundError:
            return
        except AzureError as trouble:
            raise of_files(trouble) from trouble


async def _renewing(once: Callable[[], Awaitable[Found]]) -> Found:
    """A token that is refused is dropped by the SDK, and a new one is tried once: asking twice does no harm here."""
    try:
        return await once()
    except ClientAuthenticationError:
        return await once()


def _stay(session: AgentSessionResource) -> Stay:
    """The platform renews a sandbox at every turn by as much as it had at the last one."""
    ends, used = session.expires_at, session.last_accessed_at
    if ends is None or used is None:
        return Stay(session_id=session.agent_session_id, ends=ends)
    return Stay(session_id=session.agent_session_id, ends=ends, span=max(ends - used, timedelta(seconds=1)))


def _check_session(session_id: str, missing: HttpResponseError) -> None:
    """What was not found is the path, or the whole session."""
    if "session" in _code(missing):
        raise SessionLost(f"session {session_id} is gone") from missing


def _code(trouble: HttpResponseError) -> str:
    error = getattr(trouble, "model", None)
    return str(getattr(getattr(error, "error", None), "code", "") or trouble.message).lower()
