"""A desk that asks for no tokens, and Microsoft's Agents Playground beside it as its Teams."""

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from bot.demo.cast import CAST, LENA
from bot.demo.play import SAMPLE, SAMPLE_DAY
from bot.demo.playground import PACKAGE, Playground
from bot.demo.stand import Stand, free_port, standing
from tests.e2e.playground.user import User
from tests.npm import found, installed

HERE = Path(__file__).parent
START = 30.0  # seconds


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--screens", metavar="DIR", help="keep the pictures of the Playground's page in this folder")


@dataclass(frozen=True)
class Scene:
    """A desk and a Playground that are up, with somebody in front of it. `calls`: hosts it tried to reach besides."""

    stand: Stand
    playground: Playground
    ana: User

    @property
    def calls(self) -> list[str]:
        told = self.playground.folder / "calls"
        return told.read_text().splitlines() if told.exists() else []


@pytest.fixture(scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    node, package = found("node"), installed(HERE, PACKAGE)
    folder = tmp_path_factory.mktemp("playground")
    async with standing(folder / "stand", CAST, SAMPLE, "en", "Europe/Lisbon") as stand:
        stand.clock.set(SAMPLE_DAY)
        await stand.open_to_local_clients()
        playground = Playground(folder / "playground", free_port(), f"{stand.url}/api/messages")
        playground.write((*CAST, LENA))
        command = [node, str(package / "cli.js"), *playground.arguments]
        async with running(playground, command), User(playground.url) as ana:
            yield Scene(stand, playground, ana)
            await stand.stop()  # first, else it would wait for a Playground that has gone


@asynccontextmanager
async def running(playground: Playground, command: list[str]) -> AsyncIterator[None]:
    """The Playground as we tell people to start it, and with a witness of every call to another host."""
    shutil.copy(HERE / "witness.cjs", playground.folder)
    settings = dict(playground.environment)
    settings["NODE_OPTIONS"] += " --require ./witness.cjs"
    with open(playground.folder / "log", "wb") as log:
        process = await asyncio.create_subprocess_exec(
            *command, cwd=playground.folder, env={**os.environ, **settings}, stdout=log, stderr=log
        )
    try:
        await answers(playground.url)
        yield
    finally:
        process.terminate()
        await process.wait()


async def answers(url: str) -> None:
    """Wait until the Playground is up."""
    async with aiohttp.ClientSession() as http, asyncio.timeout(START):
        while True:
            try:
                async with http.get(f"{url}/_debug/ping") as answer:
                    if await answer.text() == "pong":
                        return
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(0.1)
