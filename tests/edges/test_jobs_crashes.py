"""Mailbox and engine together: nothing lost, nothing out of order, nothing twice, whoever is killed."""

import asyncio
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.core.people import Place
from bot.edges.jobs import Engine
from bot.edges.store import DeskStore
from tests.edges.store.nouns import place, said
from tests.edges.store.valkey import KEY
from tests.edges.store.worker import POISON

pytestmark = pytest.mark.slow

HOUSE = Path(__file__).parents[2]
PLACES = tuple(place(number) for number in range(6))
Process = asyncio.subprocess.Process


class Crew:
    """Two worker processes; whoever dies is replaced."""

    def __init__(self, *arguments: str) -> None:
        self.command = [sys.executable, "-m", "tests.edges.store.worker", *arguments]
        self.workers: list[Process] = []
        self.deaths = 0

    async def hire(self) -> None:
        self.workers.append(await asyncio.create_subprocess_exec(*self.command, cwd=HOUSE))

    async def kill_one(self) -> None:
        random.choice(self.workers).kill()
        await self.replace_the_dead()

    async def replace_the_dead(self) -> None:
        await asyncio.sleep(0.05)
        for worker in [one for one in self.workers if one.returncode is not None]:
            self.workers.remove(worker)
            self.deaths += 1
            await self.hire()


@asynccontextmanager
async def crew(*arguments: str) -> AsyncIterator[Crew]:
    crew = Crew(*arguments)
    try:
        for _ in range(2):
            await crew.hire()
        yield crew
    finally:
        for worker in crew.workers:
            if worker.returncode is None:
                worker.kill()
            await worker.wait()


async def fill(store: DeskStore, engine: Engine, turns: int) -> None:
    for number in range(turns):
        for here in PLACES:
            letter = said(f"{here.conversation}/{number}")
            project_id = await store.accept(letter.letter_id, here, letter)
            if project_id and number % 2:  # half of the doors die before they book: the reconciler finds those
                engine.book(project_id)


async def history(store: DeskStore, here: Place) -> list[str]:
    found = await store.project(here.project_id)
    return found.title.split() if found else []


async def test_workers_may_be_killed_at_any_moment(store: DeskStore, valkey_url: str, prefix: str) -> None:
    turns = 12
    async with Engine(valkey_url, prefix) as engine, crew(valkey_url, prefix, KEY) as workers:
        await fill(store, engine, turns)
        for _ in range(5):
            await asyncio.sleep(0.6)
            await workers.kill_one()
        async with asyncio.timeout(60):
            while await store.waiting():  # noqa: ASYNC110 - looks from outside
                await asyncio.sleep(0.1)

    for here in PLACES:
        assert await history(store, here) == [f"{here.conversation}/{number}" for number in range(turns)]
        assert await store.dead(here.project_id) == ()
    assert workers.deaths == 5


async def test_a_letter_that_kills_its_worker_buries_no_other(store: DeskStore, valkey_url: str, prefix: str) -> None:
    poisoned, *healthy = PLACES
    bad = said(f"{POISON}-1")
    async with Engine(valkey_url, prefix) as engine, crew(valkey_url, prefix, KEY) as workers:
        await store.accept(bad.letter_id, poisoned, bad)
        await fill(store, engine, 4)
        async with asyncio.timeout(100):
            while await store.waiting():
                await workers.replace_the_dead()

    assert workers.deaths == 5
    assert [letter.letter_id for letter in await store.dead(poisoned.project_id)] == [f"{POISON}-1"]
    assert (await history(store, poisoned))[0] == f"{POISON}-1", "the burial is written like any turn"
    for here in healthy:
        assert len(await history(store, here)) == 4
        assert await store.dead(here.project_id) == ()
