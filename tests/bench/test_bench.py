"""A short run as a gate: a limit that is passed by a third is measured once more before it counts."""

import pytest

from tests.bench.limits import judge
from tests.bench.measure import compare

NOISE = 1.35


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["accept", "turn"])
async def test_the_bot_stays_within_its_limits(variant: str) -> None:
    for _ in range(2):
        troubles = judge(await compare(("bare", variant), repetitions=1, seconds=2), NOISE)
        if not troubles:
            return
    assert troubles == []
