"""The hosted agent behind a door that opens when its SDK has been loaded: the web server listens long before."""

import asyncio
import importlib
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bot.core.errors import AgentDown, Misconfigured, SessionLost
from bot.core.sandbox import FileEntry, Stay
from bot.core.turn import Event, Request
from bot.edges.local_platform import LocalPlatform

if TYPE_CHECKING:
    from azure.core.credentials_async import AsyncTokenCredential

    from bot.edges.foundry import Foundry

NOBODYS = "desk-readiness"


class LateAgent:
    """Fits the stories' `Agent`. Without an endpoint it brings up this machine's platform, with our agent in it."""

    def __init__(
        self,
        endpoint: str,
        agent: str,
        version: str,
        data: Path,
        sources: Path,
        credential: "AsyncTokenCredential | None" = None,
    ) -> None:
        """`credential`: of whom it is used; the desk's own without one."""
        self._credential = credential
        self._endpoint, self._agent, self._version = endpoint, agent, version
        self._platform = None if endpoint else LocalPlatform(data, sources)
        self._opening: asyncio.Task[Foundry] | None = None

    @property
    def name(self) -> str:
        """Empty for the agent we ship, which this desk brought up itself."""
        return f"{self._endpoint} {self._agent}" if self._endpoint else ""

    async def warm(self) -> None:
        """Is there somebody? Asked for a sandbox that nobody has, so that no sandbox is woken by it."""
        with suppress(SessionLost):
            await (await self._opened()).ensure(NOBODYS, known=True)

    async def close_door(self) -> None:
        """Ends what was started. A platform that outlives its desk ends by itself."""
        if self._opening is not None:
            if opened := _result_of(self._opening):
                await opened.aclose()
            self._opening.cancel()
        if self._platform is not None:
            await self._platform.stop()

    async def ensure(self, session_id: str, known: bool = False) -> Stay:
        return await (await self._opened()).ensure(session_id, known)

    async def turn(self, request: Request) -> AsyncIterator[Event]:
        async for event in (await self._opened()).turn(request):
            yield event

    async def resume(self, response_id: str, after: int) -> AsyncIterator[Event]:
        async for event in (await self._opened()).resume(response_id, after):
            yield event

    async def read(self, session_id: str, path: str) -> bytes | None:
        return await (await self._opened()).read(session_id, path)

    async def write(self, session_id: str, path: str, content: bytes) -> None:
        await (await self._opened()).write(session_id, path, content)

    async def list(self, session_id: str, path: str) -> tuple[FileEntry, ...] | None:
        return await (await self._opened()).list(session_id, path)

    async def stop(self, session_id: str) -> None:
        await (await self._opened()).stop(session_id)

    async def close(self, session_id: str) -> None:
        await (await self._opened()).close(session_id)

    async def _opened(self) -> "Foundry":
        """One attempt at a time; one that failed, or whose platform died, is made again by whoever asks next."""
        if self._opening is None or self._lost(self._opening):
            self._opening = asyncio.create_task(self._open(_result_of(self._opening)))
        try:
            return await asyncio.shield(self._opening)
        except (Misconfigured, OSError) as trouble:
            raise AgentDown(str(trouble)) from trouble

    def _lost(self, opening: "asyncio.Task[Foundry]") -> bool:
        if not opening.done():
            return False
        return opening.exception() is not None or (self._platform is not None and not self._platform.alive())

    async def _open(self, lost: "Foundry | None") -> "Foundry":
        if lost is not None:
            await lost.aclose()
        loading = asyncio.to_thread(load)
        if self._platform is None:
            module, endpoint = await loading, self._endpoint
        else:
            module, endpoint = await asyncio.gather(loading, _started(self._platform))
        foundry: Foundry = module.Foundry(
            endpoint, self._agent, self._version, self._credential or await _credential(endpoint)
        )
        return foundry


def load() -> ModuleType:
    """openai uses httpx once it is among the loaded modules, even where another thread is half through loading it."""
    importlib.import_module("httpx")
    return importlib.import_module("bot.edges.foundry")


async def _started(platform: LocalPlatform) -> str:
    """For a thread it is all the same why there is no agent: its message waits until there is one."""
    try:
        return await platform.start()
    except (Misconfigured, OSError) as trouble:
        raise AgentDown(str(trouble)) from trouble


def _result_of(opening: "asyncio.Task[Foundry] | None") -> "Foundry | None":
    if opening is None or not opening.done() or opening.cancelled() or opening.exception():
        return None
    return opening.result()


async def _credential(endpoint: str) -> "AsyncTokenCredential | None":
    """Who this machine is in Entra; a platform on loopback is never shown it."""
    if urlsplit(endpoint).scheme != "https":
        return None
    identity = await asyncio.to_thread(importlib.import_module, "azure.identity.aio")
    credential: AsyncTokenCredential = identity.DefaultAzureCredential()
    return credential
