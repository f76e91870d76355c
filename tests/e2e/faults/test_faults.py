"""Every fault once, at a share of the counts that `python -m tests.e2e.faults --full` plays."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.e2e.faults.ground import Ground
from tests.e2e.faults.nursery import nursery
from tests.e2e.faults.outcome import Outcome
from tests.e2e.faults.scenarios import SCENARIOS
from tests.e2e.faults.timers import fake_time

SEED = 20261130


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_nothing_is_lost_nothing_comes_twice_and_nothing_is_stuck(name: str, tmp_path: Path) -> None:
    if name == "clocks" and fake_time() is None:
        pytest.skip("libfaketime is not installed: a worker's own clock cannot be moved (apt-get install libfaketime)")
    outcome = asyncio.run(played(name, tmp_path))

    assert outcome.breaks == []
    assert outcome.units


async def played(name: str, folder: Path) -> Outcome:
    async with nursery() as born:
        return await SCENARIOS[name](Ground(folder, born), random.Random(f"{name} {SEED}"))
