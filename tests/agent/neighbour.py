"""A platform process of the tests, and a caller with the real SDK clients."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import aiohttp
from azure.ai.projects.aio import AIProjectClient
from azure.ai.projects.models import VersionRefIndicator
from azure.core.credentials import AccessToken
from azure.core.pipeline.policies import SansIOHTTPPolicy

NAME = "charter"
HERE = Path(__file__).parent
OWNER = '[charter-agent-speaker: {"name": "Olga Owner", "address": "olga@contoso.example", "role": "owner"}]'


class Neighbour:
    """A platform process and its address."""

    def __init__(self, root: Path, *options: str) -> None:
        self.root, self.ready = root / "platform", root / "ready.json"
        command = [sys.executable, "-m", "agent.platform", "--root", str(self.root), "--ready", str(self.ready)]
        command += [] if "--ours" in options else ["--agent", str(HERE / "scripted_agent.py")]
        command += [option for option in options if option != "--ours"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE)
        until = time.monotonic() + 20
        while not self.ready.exists() and self.process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)

    @property
    def facts(self) -> dict[str, Any]:
        return json.loads(self.ready.read_text())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.facts['port']}"

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process.poll() is None:
            os.kill(self.process.pid, how)
        self.process.communicate(timeout=20)

    @property
    def running(self) -> bool:
        return self.process.poll() is None

    def sandboxes(self) -> list[int]:
        pid = self.process.pid
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def platform(root: Path, *options: str) -> Iterator[Neighbour]:
    found = Neighbour(root, *options)
    try:
        yield found
    finally:
        found.stop()


@asynccontextmanager
async def caller(neighbour: Neighbour) -> AsyncIterator["Desk"]:
    found = Desk(neighbour.url)
    try:
        yield found
    finally:
        await found.close()


class Token(SansIOHTTPPolicy):
    def on_request(self, request: Any) -> None:
        request.http_request.headers["Authorization"] = "Bearer here"


class Credential:
    async def get_token(self, *scopes: str, **options: Any) -> AccessToken:
        return AccessToken("here", int(time.time()) + 3600)

    async def close(self) -> None: ...


class Desk:
    """The two SDK clients of a caller."""

    def __init__(self, url: str, policy: SansIOHTTPPolicy | None = None) -> None:
        self.url = url
        self.project = AIProjectClient(
            f"{url}/api/projects/local", Credential(), authentication_policy=policy or Token(), retry_total=0
        )
        self.sessions = self.project.agents
        self.openai = self.project.get_openai_client(agent_name=NAME, api_key="here", max_retries=0)

    async def close(self) -> None:
        await self.openai.close()
        await self.project.close()

    async def create(self, session_id: str) -> Any:
        version = VersionRefIndicator(agent_version="3")
        return await self.sessions.create_session(NAME, version_indicator=version, agent_session_id=session_id)

    async def post(self, session_id: str, text: str, **options: Any) -> Any:
        given = f"[charter-agent-context: project_id=p-1 is_new=false]\n{OWNER}\n{text}"
        options = {"stream": True, "background": True, "store": True} | options
        return await self.openai.responses.create(
            input=given,
            extra_body={"agent_session_id": session_id},
            extra_headers=options.pop("headers", {}),
            **options,
        )

    async def turn(self, session_id: str, text: str, **options: Any) -> list[Any]:
        return [event async for event in await self.post(session_id, text, **options)]

    async def begun(self, session_id: str, text: str) -> str:
        """Post a turn, hang up when it has begun, and return its id."""
        stream = await self.post(session_id, text)
        created = await anext(aiter(stream))
        await stream.close()
        return str(created.response.id)

    async def noted(self, session_id: str, kind: str) -> int:
        """How often the agent wrote such a row into its audit file."""
        chunks = await self.sessions.download_session_file(NAME, session_id, path="projects/p-1/activity.json")
        rows = b"".join([chunk async for chunk in chunks]).splitlines()
        return sum(json.loads(row)["kind"] == kind for row in rows)

    async def move_clock(self, days: float) -> None:
        await self._put("_clock", {"ahead": days * 86400})

    async def arm(self, kind: str, **numbers: Any) -> None:
        status, said = await self.ask("PUT", "_fault", {"kind": kind, **numbers})
        assert status == 204, said

    async def injected(self) -> dict[str, int]:
        return (await self.ask("GET", "_fault"))[1]["injected"]

    async def _put(self, path: str, body: dict[str, Any]) -> None:
        await self.ask("PUT", path, body)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The platform's own switches: status and body."""
        async with (
            aiohttp.ClientSession(headers={"Authorization": "Bearer x"}) as client,
            client.request(method, f"{self.url}/{path}", json=body) as answer,
        ):
            return answer.status, json.loads(await answer.read() or b"null")


def documents(folder: Path) -> Path:
    folder.mkdir()
    (folder / "rfp.txt").write_text("The supplier must deliver.")
    (folder / "kickoff.txt").write_text("Ana takes it.")
    return folder


def kinds(events: list[Any]) -> list[str]:
    return [event.type for event in events]


def calls(events: list[Any]) -> list[str]:
    done = [event.item for event in events if event.type == "response.output_item.done"]
    return [item.name for item in done if item.type == "function_call"]
