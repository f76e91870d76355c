"""Every sample's card, as it was agreed on.  pytest tests/cards --golden  writes the files anew."""

import json
from pathlib import Path

import pytest

from tests.cards.views import SAMPLES, drawn

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", SAMPLES)
def test_a_card_looks_as_agreed(name: str, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / f"{name}.json"
    now = json.dumps(drawn(name, "en"), ensure_ascii=False, indent=1) + "\n"
    if request.config.getoption("--golden", default=False):
        path.write_text(now, "utf-8")

    assert json.loads(path.read_text("utf-8")) == json.loads(now)


def test_no_golden_card_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(SAMPLES)
