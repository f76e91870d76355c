"""A short run as a gate: a limit that is passed by a third is measured once more before it counts."""

import pytest

from tests.bench import table
from tests.bench.behind import delay
from tests.bench.limits import judge
from tests.bench.measure import compare
from tests.bench.timers import cost

NOISE = 1.35


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["accept", "turn"])
async def test_the_bot_stays_within_its_limits(variant: str) -> None:
    for _ in range(2):
        troubles = judge(await compare(("bare", variant), repetitions=1, seconds=2), NOISE)
        if not troubles:
            return
    assert troubles == []


@pytest.mark.slow
async def test_timers_cost_a_part_of_a_job_each_and_are_hardly_late() -> None:
    for _ in range(2):
        troubles = table.judge_cost(await cost("timers", 20_000, 500), await cost("jobs", 3_000, 200))
        if not troubles:
            return
    assert troubles == []


@pytest.mark.slow
async def test_whoever_talks_to_the_desk_does_not_wait_for_thousands_of_timers() -> None:
    for _ in range(2):
        troubles = table.judge_delay(await delay("timers", 3_000, 40))
        if not troubles:
            return
    assert troubles == []


@pytest.mark.slow
async def test_whoever_talks_would_wait_for_a_job_each() -> None:
    """The yardstick can tell: without our store people wait."""
    assert table.judge_delay(await delay("jobs", 2_000, 20))


@pytest.mark.long
def test_a_million_timers_stay_within_the_limits() -> None:
    assert table.run(pending=1_000_000, due=10_000, messages=120) == []
