"""`python -m bot demo --keep`: what it prints works when it is pasted, and Ctrl-C leaves nothing behind."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.demo.cast import CHANNEL
from bot.demo.play import OPENING
from bot.demo.playground import PACKAGE, VERSION
from tests.e2e.playground.conftest import HERE, answers
from tests.e2e.playground.user import User
from tests.npm import found, installed

pytestmark = pytest.mark.visual
HOUSE = HERE.parent.parent.parent
PRINTED = re.compile(r"^(?P<command>cd .*?)\n\nthen open (?P<url>\S+) in a browser", re.MULTILINE | re.DOTALL)
PATIENCE = 150  # seconds for the story


@asynccontextmanager
async def started(*command: str, folder: Path) -> AsyncIterator[Process]:
    """A process group of its own, as a terminal makes one, which is gone at the end whatever happened."""
    environment = os.environ | {"PYTHONPATH": str(HOUSE)}
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=environment, stdin=asyncio.subprocess.DEVNULL, stdout=PIPE, stderr=STDOUT,
        start_new_session=True,
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()


async def told_until(process: Process, words: str) -> str:
    assert process.stdout
    told = ""
    async with asyncio.timeout(PATIENCE):
        while words not in told and (line := await process.stdout.readline()):
            told += line.decode()
    assert words in told, told[-3000:]
    return told


def family(pid: int) -> set[int]:
    """A process and everybody it brought up."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has just ended
    members = {pid}
    while more := {one for one, parent in parents.items() if parent in members} - members:
        members |= more
    return members


async def test_the_printed_command_opens_the_playground_on_the_desk_and_ctrl_c_ends_everything(tmp_path: Path) -> None:
    cli = f"{found('node')} {installed(HERE, PACKAGE) / 'cli.js'}"
    async with started(sys.executable, "-m", "bot", "demo", "--keep", folder=tmp_path) as demo:
        told = await told_until(demo, "Ctrl-C ends everything.")
        printed = PRINTED.search(told)
        assert printed
        pasted = printed["command"].replace(f"npx --yes {PACKAGE}@{VERSION}", cli)
        async with started("sh", "-c", pasted, folder=tmp_path):
            await answers(printed["url"])
            async with User(printed["url"]) as ana:
                talk = await ana.say(CHANNEL.conversation, OPENING["en"])
                await ana.text(talk, "Northwind")
                await ana.until(lambda: any(one.picks for one in ana.cards(talk)), "the card with the drafts")
            everybody = family(demo.pid)
            os.killpg(demo.pid, signal.SIGINT)
            async with asyncio.timeout(30):
                await demo.wait()

    assert demo.returncode == 0
    assert len(everybody) > 2
    assert {pid for pid in everybody if Path(f"/proc/{pid}").exists()} == set()
