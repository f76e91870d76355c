"""A moment of every fuzzer, so that none rots; the ten minutes are run by hand."""

from random import Random

import pytest

from tests.edges.store.valkey import valkey_url
from tests.fuzz.__main__ import TARGETS
from tests.fuzz.run import fuzz, told

__all__ = ["valkey_url"]
INPUTS = {"messages": 60, "clicks": 400, "stream": 60, "mail": 40}


@pytest.mark.parametrize("name", TARGETS)
async def test_the_first_mutants_do_no_harm(name: str, valkey_url: str) -> None:
    async with TARGETS[name](valkey_url, None) as target:
        outcome = await fuzz(name, target, seconds=60, seed=1, inputs=INPUTS[name])

    assert outcome.inputs == INPUTS[name]
    assert outcome.findings == {}, told(name, outcome)
    assert len(outcome.words) > 2  # some were taken, some refused: they reach what lies behind the first check


class Clumsy:
    """Bears everything but the byte 7."""

    def make(self, rng: Random) -> bytes:
        return bytes([rng.randrange(10)])

    async def take(self, raw: bytes) -> str:
        if raw == b"\x07":
            raise ValueError("seven")
        return "fine"


async def test_what_a_target_cannot_bear_is_told_with_the_way_to_make_it_again() -> None:
    outcome = await fuzz("clumsy", Clumsy(), seconds=60, seed=3, inputs=200)
    (first,) = outcome.findings.values()
    label = first.split("seed ")[1].split(",")[0]

    assert Clumsy().make(Random(label)) == b"\x07"
    assert first.endswith("1 bytes: 07")
    assert 5 < sum(outcome.repeated.values()) < 50
    assert "ValueError" in told("clumsy", outcome)
    assert sum(outcome.repeated.values()) + outcome.words["fine"] == 200
