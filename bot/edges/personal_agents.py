"""The hosted agent as many people: each project's sandbox is used with the leave of its owner, and with no other."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any, Protocol

from bot.core.errors import NotGranted, SessionLost, SignInNeeded
from bot.core.grant import Grant
from bot.core.sandbox import FileEntry, Stay
from bot.core.turn import Event, Request, Started
from bot.edges.entra import Entra
from bot.edges.late_agent import LateAgent
from bot.edges.store.grants import Grants
from bot.edges.unheld import Unheld

if TYPE_CHECKING:
    from azure.core.credentials import AccessToken

EARLY = 300.0  # seconds before its end at which a token is replaced


class OnBehalf(Unheld):
    """The credential of one person. `SignInNeeded` when they have to sign in first."""

    def __init__(self, authority: str, grants: Grants, entra: Entra) -> None:
        self._authority, self._grants, self._entra = authority, grants, entra
        self._token: AccessToken | None = None
        self._one = asyncio.Lock()

    async def get_token(self, *scopes: str, **options: Any) -> "AccessToken":
        async with self._one:
            if self._token is None or self._token.expires_on < time.time() + EARLY:
                self._token = await self._fresh()
            return self._token

    async def _fresh(self) -> "AccessToken":
        from azure.core.credentials import AccessToken  # an SDK, which the web door does without

        grant = await self._grants.grant(self._authority)
        if grant is None:
            raise SignInNeeded(self._authority)
        try:
            leave = await self._entra.refreshed(grant.refresh)
        except NotGranted as over:
            await self._grants.drop_grant(self._authority)
            raise SignInNeeded(self._authority) from over
        await self._grants.save_grant(Grant(authority=self._authority, refresh=leave.refresh, at=grant.at))
        return AccessToken(leave.access, int(time.time() + leave.lives))


class Speakers(Protocol):
    async def note_speaker(self, response_id: str, authority: str) -> None: ...

    async def speaker_of(self, response_id: str) -> str: ...


class PersonalAgents:
    """Fits the stories' `Agent`. `whose`: the owner of a session, "" where nobody has it yet."""

    def __init__(
        self, make: Callable[[str], LateAgent], whose: Callable[[str], Awaitable[str]], speakers: Speakers, name: str
    ) -> None:
        self._make, self._whose, self._speakers, self.name = make, whose, speakers, name
        self._agents: dict[str, LateAgent] = {}

    async def warm(self) -> None:
        """There is nobody to ask as, before somebody writes."""

    async def close_door(self) -> None:
        for agent in self._agents.values():
            await agent.close_door()

    async def ensure(self, session_id: str, known: bool = False) -> Stay:
        return await (await self._of(session_id)).ensure(session_id, known)

    async def turn(self, request: Request) -> AsyncIterator[Event]:
        authority = await self._whose(request.session_id)
        async for event in self._as(authority, request.session_id).turn(request):
            if isinstance(event, Started):  # whoever takes the answer up later has to ask as the same person
                await self._speakers.note_speaker(event.response_id, authority)
            yield event

    async def resume(self, response_id: str, after: int) -> AsyncIterator[Event]:
        async for event in self._as(await self._speakers.speaker_of(response_id), response_id).resume(
            response_id, after
        ):
            yield event

    async def cancel(self, response_id: str) -> None:
        await self._as(await self._speakers.speaker_of(response_id), response_id).cancel(response_id)

    async def read(self, session_id: str, path: str) -> bytes | None:
        return await (await self._of(session_id)).read(session_id, path)

    async def write(self, session_id: str, path: str, content: bytes) -> None:
        await (await self._of(session_id)).write(session_id, path, content)

    async def list(self, session_id: str, path: str) -> tuple[FileEntry, ...] | None:
        return await (await self._of(session_id)).list(session_id, path)

    async def stop(self, session_id: str) -> None:
        await (await self._of(session_id)).stop(session_id)

    async def close(self, session_id: str) -> None:
        await (await self._of(session_id)).close(session_id)

    async def _of(self, session_id: str) -> LateAgent:
        return self._as(await self._whose(session_id), session_id)

    def _as(self, authority: str, what: str) -> LateAgent:
        if not authority:
            raise SessionLost(f"nobody is known whose {what} would be")
        if authority not in self._agents:
            self._agents[authority] = self._make(authority)
        return self._agents[authority]
