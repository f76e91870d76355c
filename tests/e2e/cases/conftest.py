from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.cases.desk import Stage, open_stage


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A desk of its own for every case."""
    async with open_stage(tmp_path / "data") as stage:
        yield stage
