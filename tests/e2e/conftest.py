from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.demo.cast import CAST
from bot.demo.play import SAMPLE, SAMPLE_DAY
from bot.demo.stand import Stand, standing


@pytest.fixture
async def stand(tmp_path: Path) -> AsyncIterator[Stand]:
    """A desk with everything around it, on the sample's documents; a test starts it when it wants."""
    async with standing(tmp_path / "stand", CAST, SAMPLE, "en", "Europe/Lisbon") as stand:
        stand.clock.set(SAMPLE_DAY)
        yield stand
