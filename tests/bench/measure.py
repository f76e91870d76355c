"""Runs the variants in turn, again and again, and compares their medians: ratios, never figures of another day."""

import asyncio
import os
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from bot.edges.store import server
from tests.bench.load import TALKS, Load
from tests.bench.town import LAST_WORD, Town, town

HOUSE = Path(__file__).parents[2]
READY = WARM = 60.0  # seconds
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
AT_ONCE = {"bare": 32, "accept": 32, "turn": 16}


@dataclass(frozen=True)
class Result:
    """CPU of the bot's process in microseconds per turn; `strays` are answers other than 2xx."""

    variant: str
    cpu: float
    per_second: float
    strays: int


class Bot:
    """A running variant; its CPU clock is asked for by a line on its input."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process, self.port = process, port

    async def cpu(self) -> float:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(b"\n")
        return float(await self.process.stdout.readline())

    async def ready(self) -> None:
        """Warm: the product says so at /readyz, the yardstick does not know the path."""
        async with asyncio.timeout(READY), aiohttp.ClientSession() as session:
            while True:
                assert self.process.returncode is None, "the bot ended at its start"
                with suppress(aiohttp.ClientConnectionError):
                    async with session.get(f"http://127.0.0.1:{self.port}/readyz") as answer:
                        if answer.status in (200, 404):
                            return
                await asyncio.sleep(0.05)


@asynccontextmanager
async def bot(variant: str, here: Town, store_url: str, data: str) -> AsyncIterator[Bot]:
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.bots", variant, cwd=HOUSE,
        env=os.environ | here.settings(port, store_url, data),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    if len(CORES) > 1:
        os.sched_setaffinity(process.pid, {CORES[0]})
    running = Bot(process, port)
    try:
        await running.ready()
        yield running
    finally:
        assert process.stdin
        process.stdin.close()
        await asyncio.wait_for(process.wait(), READY)


async def run(variant: str, here: Town, store_url: str, data: str, seconds: float) -> Result:
    """One measured window, once every conversation has had its first turn and the caches are warm."""
    here.mark = LAST_WORD.encode() if variant == "turn" else b""
    async with bot(variant, here, store_url, data) as running:
        load = Load(here, running.port, until_reply=variant == "turn")
        await load.start(AT_ONCE[variant])
        await asyncio.sleep(seconds)
        async with asyncio.timeout(WARM):
            while load.ended < TALKS:  # noqa: ASYNC110 - looks from outside
                await asyncio.sleep(0.05)
        cpu, ended = await running.cpu(), load.ended
        await asyncio.sleep(seconds)
        cpu, ended = await running.cpu() - cpu, load.ended - ended
        load.stop()
        await asyncio.sleep(0.3)
    strays = sum(count for status, count in load.statuses.items() if not 200 <= status < 300)
    return Result(variant, cpu / max(1, ended) * 1e6, ended / seconds, strays)


async def compare(variants: tuple[str, ...], repetitions: int, seconds: float) -> dict[str, Result]:
    """The best of each; every variant once per repetition, the order reversed each second time."""
    results: dict[str, list[Result]] = {variant: [] for variant in variants}
    with apart():
        async with town() as here:
            for repetition in range(repetitions):
                for variant in variants[:: -1 if repetition % 2 else 1]:
                    with tempfile.TemporaryDirectory(prefix="desk-bench-") as folder:
                        async with server("", Path(folder)) as url:
                            results[variant].append(await run(variant, here, url, folder, seconds))
    return {variant: best(found) for variant, found in results.items()}


def best(results: list[Result]) -> Result:
    """What others do on the machine only ever adds to the cost: the lowest one is nearest to the code's own."""
    least = min(results, key=lambda one: one.cpu)
    return Result(least.variant, least.cpu, least.per_second, sum(one.strays for one in results))


@contextmanager
def apart() -> Iterator[None]:
    """The bot has a core for itself; the load, the town and the store run on another one."""
    if len(CORES) < 2:
        yield
        return
    os.sched_setaffinity(0, set(CORES[1:]))
    try:
        yield
    finally:
        os.sched_setaffinity(0, set(CORES))


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
