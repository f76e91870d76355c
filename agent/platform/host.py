"""The platform itself: sessions brought to life when a turn needs them, and put to sleep when none does."""

import asyncio
import contextlib
import shutil
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from aiohttp import ClientConnectionError, ClientSession, ClientTimeout, TCPConnector

from agent.platform.answers import refused
from agent.platform.faults import Faults
from agent.platform.routes import Routes
from agent.platform.sandbox import PACKAGE_ROOT, NotReady, Sandbox
from agent.platform.sessions import Session, Sessions

FINISHED = ("completed", "failed", "incomplete", "cancelled")


@dataclass(frozen=True)
class Limits:
    """Seconds, and how many sandboxes may be awake at once."""

    idle: float = 900
    ready: float = 30
    awake: int = 12
    retry_after: int = 5


class Platform:
    def __init__(self, root: Path, command: list[str], limits: Limits, sources: Path | None = None) -> None:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.root, self.command, self.limits, self.sources = root, command, limits, sources
        self.ahead = 0.0  # seconds the platform's clock runs ahead of real time: a month passes in a test
        self.sessions = Sessions(root, self.clock)
        self.routes = Routes(root)
        self.faults = Faults()
        self.sandboxes: dict[str, Sandbox] = {}
        self._used: dict[str, float] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._client: ClientSession | None = None

    def clock(self) -> float:
        return time.time() + self.ahead

    @property
    def client(self) -> ClientSession:
        """One client for all sandboxes; a connection is never reused, since a sandbox may be another one by then."""
        if self._client is None:
            connector = TCPConnector(limit=0, force_close=True)
            self._client = ClientSession(connector=connector, timeout=ClientTimeout(total=None), auto_decompress=False)
        return self._client

    def session(self, session_id: str) -> Session:
        """A session that exists; an expired one can still be looked at."""
        found = self.sessions.get(session_id)
        if found is None:
            raise refused(404, "session_not_found", f"There is no session {session_id!r}.")
        return found

    def living(self, session_id: str) -> Session:
        found = self.session(session_id)
        if found.status == "expired" or found.expires_at <= self.clock():
            raise refused(404, "session_expired", f"The session {session_id!r} has expired.")
        return found

    async def awake(self, session: Session) -> Sandbox:
        """The session's sandbox, started when it is not running. Answers 429 when too many are, 424 when it fails."""
        session_id = session.agent_session_id
        async with self._locks[session_id]:
            sandbox = self.sandboxes.get(session_id)
            if sandbox is None or not sandbox.usable:
                await self.suspend(session_id)
                await self._make_room()
                sandbox = self.sandboxes[session_id] = self._sandbox(session)
                await self._start(session, sandbox)
            self.use(session)
            return sandbox

    def use(self, session: Session) -> None:
        self._used[session.agent_session_id] = time.monotonic()
        self.sessions.touch(session)

    async def _start(self, session: Session, sandbox: Sandbox) -> None:
        self.sessions.mark(session, "creating")
        try:
            await sandbox.start(self.client, self.limits.ready)
        except NotReady as trouble:
            self.sessions.mark(session, "idle")
            raise refused(424, "session_not_ready", "The sandbox did not answer its readiness probe.") from trouble
        self.sessions.mark(session, "active")

    def _sandbox(self, session: Session) -> Sandbox:
        environ = {
            "PYTHONPATH": str(PACKAGE_ROOT),
            "AGENTSERVER_STATE_ROOT": str(self.root / "store"),  # one for all: a chain outlives its sandbox
            "AGENTSERVER_SHUTDOWN_GRACE_SECONDS": "1",
            "FOUNDRY_AGENT_SESSION_ID": session.agent_session_id,
            "FOUNDRY_AGENT_NAME": "charter",
            "FOUNDRY_AGENT_VERSION": session.agent_version,
            "AGENT_SHARED": str(self.root / "shared"),  # one for all: what one project learns, the next one knows
            "OTEL_SDK_DISABLED": "true",
            "APPLICATIONINSIGHTS_STATSBEAT_DISABLED_ALL": "true",
        }
        if self.sources:
            environ["AGENT_SOURCES"] = str(self.sources)
        return Sandbox(self.command, self.sessions.home(session.agent_session_id), environ)

    async def _make_room(self) -> None:
        """The sandbox that rested longest goes to sleep; when all are at work, the caller has to wait."""
        awake = [name for name, sandbox in self.sandboxes.items() if sandbox.alive]
        if len(awake) < self.limits.awake:
            return
        for name in sorted(awake, key=lambda one: self._used.get(one, 0.0)):
            if not await self.busy(name):
                await self.stop(name)
                return
        wait = {"retry-after": str(self.limits.retry_after)}
        raise refused(429, "rate_limit_exceeded", "Too many sessions are at work.", wait)

    async def busy(self, session_id: str) -> bool:
        """Is it starting, is a request open, or a background response unfinished?"""
        sandbox = self.sandboxes.get(session_id)
        if sandbox is None:
            return False
        if sandbox.in_flight or self._locks[session_id].locked():
            return True
        for response_id, identity in tuple(sandbox.running.items()):
            if await self._finished(sandbox, response_id, identity):
                sandbox.running.pop(response_id, None)
        return bool(sandbox.running or sandbox.in_flight)  # a turn may have come while we asked

    async def _finished(self, sandbox: Sandbox, response_id: str, identity: str) -> bool:
        if not sandbox.alive:
            return True
        with contextlib.suppress(ClientConnectionError, TimeoutError, ValueError):
            url, whose = sandbox.url(f"responses/{response_id}"), {"x-agent-user-id": identity}
            async with self.client.get(url, headers=whose, timeout=ClientTimeout(total=5)) as answer:
                return answer.status == 404 or (await answer.json()).get("status") in FINISHED
        return False

    async def stop(self, session_id: str) -> None:
        """Put a session to sleep, in the middle of a turn too; who wants it awake waits until its process has ended."""
        async with self._locks[session_id]:
            await self.suspend(session_id)

    async def suspend(self, session_id: str) -> None:
        """End the process; `$HOME` stays."""
        sandbox = self.sandboxes.pop(session_id, None)
        session = self.sessions.get(session_id)
        if sandbox:
            await sandbox.stop()
        if sandbox and session and session.status != "expired":
            self.sessions.mark(session, "idle")

    async def delete(self, session_id: str) -> None:
        async with self._locks[session_id]:
            await self.suspend(session_id)
            if self.sessions.forget(session_id):
                await asyncio.to_thread(shutil.rmtree, self.sessions.folder(session_id), True)

    async def rest(self) -> None:
        """Put idle sandboxes to sleep and bury expired sessions; called every now and then."""
        for session in self.sessions.overdue():
            await self.expire(session)
        for name in tuple(self.sandboxes):
            rested = time.monotonic() - self._used.get(name, 0.0)
            if rested > self.limits.idle and not await self.busy(name):
                await self.stop(name)

    async def expire(self, session: Session) -> None:
        """Its `$HOME` is gone; the session itself can still be looked at."""
        await self.stop(session.agent_session_id)
        await asyncio.to_thread(shutil.rmtree, self.sessions.home(session.agent_session_id), True)
        self.sessions.mark(session, "expired")

    async def close(self) -> None:
        await asyncio.gather(*(self.suspend(name) for name in tuple(self.sandboxes)))
        if self._client:
            await self._client.close()
