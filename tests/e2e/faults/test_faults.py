"""Every fault once, at a share of the counts that `python -m tests.e2e.faults --full` plays."""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.e2e.faults.ground import Ground
from tests.e2e.faults.nursery import Nursery, nursery
from tests.e2e.faults.scenarios import SCENARIOS
from tests.e2e.faults.timers import fake_time

SEED = 20261130


class House(NamedTuple):
    """One nursery for all: it takes longer to warm up than most of them take to be played."""

    loop: asyncio.Runner
    born: Nursery


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with asyncio.Runner() as loop:
        opened = nursery()
        yield House(loop, loop.run(opened.__aenter__()))
        loop.run(opened.__aexit__(None, None, None))


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_nothing_is_lost_nothing_comes_twice_and_nothing_is_stuck(name: str, house: House, tmp_path: Path) -> None:
    if name == "clocks" and fake_time() is None:
        pytest.skip("libfaketime is not installed: a worker's own clock cannot be moved (apt-get install libfaketime)")
    scenario = SCENARIOS[name](Ground(tmp_path, house.born), random.Random(f"{name} {SEED}"))
    outcome = house.loop.run(scenario)

    assert outcome.breaks == []
    assert outcome.units
