"""The same desk as two processes on one server: one listens, the other works."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from bot.demo.cast import ANA, APP_ID, CHANNEL, TENANT
from bot.demo.connector import Connector
from bot.demo.play import SAMPLE
from bot.demo.teams import Teams
from tests.e2e.playing import HOUSE
from tests.edges.store.valkey import valkey_url

__all__ = ["valkey_url"]
pytestmark = pytest.mark.slow


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@asynccontextmanager
async def serving(folder: Path, part: str, settings: dict[str, str]) -> AsyncIterator[asyncio.subprocess.Process]:
    with open(folder / f"{part}.log", "wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "serve", "--only", part, cwd=folder, stdout=log, stderr=log, env=settings
        )
    try:
        yield process
    finally:
        process.terminate()
        assert await process.wait() == 0


async def test_what_the_web_process_accepts_the_worker_answers(tmp_path: Path, valkey_url: str) -> None:
    port = free_port()
    (tmp_path / "desk").mkdir()
    (tmp_path / "desk" / "sources").symlink_to(SAMPLE)
    async with Connector() as connector, Teams(connector, f"http://127.0.0.1:{port}/api/messages") as teams:
        settings = {
            "PATH": "/usr/bin:/bin", "PYTHONPATH": str(HOUSE), "HOME": str(tmp_path), "REDIS_URL": valkey_url,
            "BOT_APP_ID": APP_ID, "BOT_APP_TENANT_ID": TENANT, "BOT_APP_PASSWORD": "local", "BOT_PORT": str(port),
            "GRAPH_BASE_URL": "http://127.0.0.1:9/v1.0",
            "BOT_OPENID_METADATA": connector.metadata_url, "BOT_TOKEN_URL": connector.token_url,
            "BOT_SERVICE_URL_ALLOW": "127.0.0.1", "DESK_DATA": str(tmp_path / "desk"),
        }  # fmt: skip
        async with serving(tmp_path, "web", settings), serving(tmp_path, "worker", settings):
            await ready(port)
            sent = await teams.say(ANA, CHANNEL, "we received the RFP from Northwind, please prepare the briefs")
            async with asyncio.timeout(40):
                while not answers(connector):  # noqa: ASYNC110 the stand-in has no event to wait for
                    await asyncio.sleep(0.05)

    assert sent.status == 202
    assert len(answers(connector)) == 1


def answers(connector: Connector) -> list[str]:
    return [str(one["text"]) for one in connector.visible() if "Northwind RFP" in str(one.get("text"))]


async def ready(port: int) -> None:
    async with aiohttp.ClientSession() as session, asyncio.timeout(40):
        while True:
            try:
                async with session.get(f"http://127.0.0.1:{port}/readyz") as answer:
                    if answer.status == 200:
                        return
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(0.1)
