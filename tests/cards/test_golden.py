"""Every sample's card, as it was agreed on.  pytest tests/cards --golden  writes the files anew."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cards.test_card_rules import TEXTS
from tests.cards.views import SAMPLES, drawn

GOLDEN = Path(__file__).parent / "golden"
PORTUGUESE = GOLDEN / "pt-BR" / "words.json"


@pytest.mark.parametrize("name", SAMPLES)
def test_a_card_looks_as_agreed(name: str, request: pytest.FixtureRequest) -> None:
    path = GOLDEN / f"{name}.json"
    now = json.dumps(drawn(name, "en"), ensure_ascii=False, indent=1) + "\n"
    if request.config.getoption("--golden", default=False):
        path.write_text(now, "utf-8")

    assert json.loads(path.read_text("utf-8")) == json.loads(now)


def test_in_portuguese_every_card_says_what_was_agreed(request: pytest.FixtureRequest) -> None:
    now = {name: list(words_of(drawn(name, "pt-BR"))) for name in SAMPLES}
    if request.config.getoption("--golden", default=False):
        PORTUGUESE.parent.mkdir(exist_ok=True)
        PORTUGUESE.write_text(json.dumps(now, ensure_ascii=False, indent=1) + "\n", "utf-8")

    assert json.loads(PORTUGUESE.read_text("utf-8")) == now


@pytest.mark.parametrize("name", SAMPLES)
def test_in_portuguese_a_card_is_the_same_but_for_its_words(name: str) -> None:
    assert wordless(drawn(name, "pt-BR")) == wordless(drawn(name, "en"))


def test_no_golden_card_is_left_over() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(SAMPLES)


def words_of(part: Any) -> Iterator[str]:
    """Everything in a card that is written in a language, in its order."""
    if isinstance(part, list):
        for item in part:
            yield from (item,) if isinstance(item, str) else words_of(item)
    elif isinstance(part, dict):
        for key, value in part.items():
            if key in TEXTS and isinstance(value, str):
                yield value
            elif key not in ("data", "fallback", "userIds", "targetElements"):
                yield from words_of(value)


def wordless(part: Any) -> Any:
    if isinstance(part, list):
        return ["" if isinstance(item, str) else wordless(item) for item in part]
    if isinstance(part, dict):
        return {key: "" if key in TEXTS and isinstance(value, str) else wordless(value) for key, value in part.items()}
    return part
