"""What holds for every card: the schema, and the rules the schema cannot know."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import cards
from cards.models import Card, Dashboard, DiffLine, Happening, Person, Receipt, Task
from tests.cards.views import LOCALES, Node, drawn, every_view, nodes, of_type

SCHEMA = Path(__file__).parent / "schemas" / "adaptive-card-1.4.json"
SMALL, HARD = 25_000, 90_000  # bytes of UTF-8 we keep to, code units of UTF-16 nobody may pass

TEXTS = frozenset({"text", "title", "label", "placeholder", "errorMessage", "fallbackText", "speak", "lang"})


@cache
def validator() -> Any:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    return jsonschema.validators.validator_for(schema)(schema)


def reasons(error: Any) -> Iterator[str]:
    """The schema's choices are told apart by `type`: only the branch that was meant is worth reading."""
    if not error.context:
        yield f"{error.json_path}: {error.message[:200]}"
        return
    branches: dict[Any, list[Any]] = {}
    for one in error.context:
        branches.setdefault(one.schema_path[0], []).append(one)
    meant = [branch for branch in branches.values() if not any(list(one.relative_path) == ["type"] for one in branch)]
    for one in min(meant or list(branches.values()), key=len):
        yield from reasons(one)


def findings(card: Node) -> tuple[str, ...]:
    """What the schema says against a card. It knows no `msteams` and no picker of people, and cares for no text: a
    shape is judged once."""
    return _judged(json.dumps(_shape({key: value for key, value in card.items() if key != "msteams"})))


@cache
def _judged(shape: str) -> tuple[str, ...]:
    return tuple(reason for error in validator().iter_errors(json.loads(shape)) for reason in reasons(error))


def _shape(part: Any) -> Any:
    if isinstance(part, dict) and "choices.data" in part:
        part = {key: value for key, value in part.items() if key != "choices.data"}
    if isinstance(part, dict):
        return {key: "x" if key in TEXTS and isinstance(value, str) else _shape(value) for key, value in part.items()}
    if isinstance(part, list):
        alike = [_shape(item) for item in part]
        return [item for place, item in enumerate(alike) if item not in alike[:place]]
    return part


@every_view
def test_a_card_is_valid_by_the_schema(name: str, locale: str) -> None:
    assert findings(drawn(name, locale)) == ()


@every_view
def test_a_card_says_what_it_is_to_those_who_cannot_see_it(name: str, locale: str) -> None:
    card = drawn(name, locale)

    assert card["version"] == "1.4"
    assert card["lang"] == locale[:2]
    assert card["fallbackText"].strip()
    assert card["speak"].strip()
    assert not set("<>&") & set(card["speak"])


@every_view
def test_every_text_wraps_and_none_is_read_as_markdown_by_mistake(name: str, locale: str) -> None:
    for text in of_type(drawn(name, locale), "TextBlock"):
        assert text["wrap"] is True
        assert text["text"].strip()
        assert not set("[]*_`#<>") & set(text["text"]), text["text"]
        assert not text["text"].startswith(("- ", "+ ", "1."))


@every_view
def test_every_input_has_a_name_a_label_and_something_to_say_when_it_is_wrong(name: str, locale: str) -> None:
    inputs = of_type(drawn(name, locale), "Input.")

    assert len({field["id"] for field in inputs}) == len(inputs)
    for field in inputs:
        assert field["title" if field["type"] == "Input.Toggle" else "label"].strip()
        assert field["type"] == "Input.Toggle" or field["errorMessage"].strip()


@every_view
def test_ids_are_unique_and_what_toggles_exists(name: str, locale: str) -> None:
    card = drawn(name, locale)
    ids = [node["id"] for node in nodes(card) if "id" in node]
    targets = [
        target["elementId"] if isinstance(target, dict) else target
        for action in of_type(card, "Action.ToggleVisibility")
        for target in action["targetElements"]
    ]

    assert len(set(ids)) == len(ids)
    assert set(targets) <= set(ids)


@every_view
def test_every_button_works_in_clients_that_know_only_submit(name: str, locale: str) -> None:
    card = drawn(name, locale)
    for action in of_type({key: value for key, value in card.items() if key != "refresh"}, "Action.Execute"):
        other = action["fallback"]

        assert action["verb"] == action["data"]["verb"] == other["data"]["verb"]
        assert other["type"] == "Action.Submit"
        assert other["data"] == action["data"]
        assert other["title"] == action["title"]
        assert other.get("associatedInputs") == action.get("associatedInputs")


@every_view
def test_buttons_are_few_and_short_enough_for_a_phone(name: str, locale: str) -> None:
    card = drawn(name, locale)
    for row in [card, *of_type(card, "ActionSet")]:
        titles = [action["title"] for action in row.get("actions", ())]

        assert len(titles) <= 5
        assert sum(len(title) + 4 for title in titles) <= 40, titles


@every_view
def test_a_card_is_small_enough_for_every_client(name: str, locale: str) -> None:
    written = json.dumps(drawn(name, locale), ensure_ascii=False)

    assert len(written.encode()) < SMALL
    assert len(written.encode("utf-16-le")) // 2 < HARD


FULL_TASK = Task(
    title="a", owner="Ana", due="2026-12-02", state="blocked", late_days=2,
    last_signal="goes well", signal_at="2026-12-01T10:00:00Z",
)  # fmt: skip
TOO_MUCH = [
    Dashboard(project_id="p", project="P", total=400, tasks=(FULL_TASK,) * 400),
    Dashboard(project_id="p", project="P", total=400, tasks=(Task(title="a"),) * 400),
    Dashboard(
        project_id="p", project="P", tasks=(FULL_TASK,) * 400, exceptions=("late",) * 400,
        activity=(Happening(text="done " * 100),) * 15,
    ),
    Receipt(
        draft_id="d", version=1, hash="h", to=(Person(name="Ana"),), channel="mail", body="word " * 1_600, project="P",
        decided_by="Ana", decided_at="2026-12-02",
        changes=(DiffLine(kind="removed", text="a"),) * 200 + (DiffLine(kind="added", text="a"),) * 200,
    ),
]  # fmt: skip


@pytest.mark.parametrize("model", TOO_MUCH)
@pytest.mark.parametrize("locale", LOCALES)
def test_far_too_many_rows_fill_the_room_there_is_and_the_rest_is_counted(model: Card, locale: str) -> None:
    card = cards.card(model, locale)
    texts = [node["text"] for node in nodes(card) if "text" in node]
    left_out = 400 - texts.count("a")

    assert 15_000 < len(json.dumps(card, ensure_ascii=False).encode()) < SMALL
    assert any(re.search(rf"\b{left_out}\b", text) for text in texts)


@every_view
def test_no_placeholder_is_left_and_nothing_is_fetched(name: str, locale: str) -> None:
    written = json.dumps(drawn(name, locale))

    assert "${" not in written
    assert not of_type(drawn(name, locale), "Image")
    assert len(of_type(drawn(name, locale), "Action.OpenUrl")) == (name == "consent.asked")
    assert "selectAction" not in written


@every_view
def test_colour_never_speaks_alone(name: str, locale: str) -> None:
    """Whatever is coloured is words or a sign, so that it says the same in grey."""
    coloured: list[Node] = [node for node in nodes(drawn(name, locale)) if node.get("color", "Default") != "Default"]

    assert all(node["text"].strip() for node in coloured)
