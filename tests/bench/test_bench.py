"""A short run as a gate: the best of a few rounds counts, and on a machine that is left alone the first one does."""

import pytest

from tests.bench.limits import judge
from tests.bench.measure import Result, best, compare

NOISE, ROUNDS = 1.2, 5


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["accept", "turn"])
async def test_the_bot_stays_within_its_limits(variant: str) -> None:
    rounds: list[dict[str, Result]] = []
    for _ in range(ROUNDS):
        rounds.append(await compare(("bare", variant), repetitions=1, seconds=2))
        troubles = judge({name: best([one[name] for one in rounds]) for name in ("bare", variant)}, NOISE)
        if not troubles:
            return
    assert troubles == []


def test_the_best_of_several_rounds_is_the_cheapest_and_keeps_every_stray() -> None:
    rounds = [Result("turn", 9.0, 100.0, 0), Result("turn", 5.0, 180.0, 1), Result("turn", 7.0, 120.0, 0)]

    assert best(rounds) == Result("turn", 5.0, 180.0, 1)


def test_a_limit_that_is_passed_is_named_whatever_the_machine() -> None:
    """Both sides of the ratio are the best ones: a slow bare echo excuses nothing."""
    bare = best([Result("bare", 1.0, 1.0, 0), Result("bare", 3.0, 1.0, 0)])

    assert judge({"bare": bare, "turn": Result("turn", 17.0, 1.0, 0)}, NOISE) != []
    assert judge({"bare": bare, "turn": Result("turn", 13.9, 1.0, 0)}) == []
