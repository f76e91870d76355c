"""Whatever people or the agent write, a card shows it and is not changed by it."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, get_args

import pytest
from pydantic import BaseModel, ValidationError

import cards
from cards.literal import HIDDEN
from cards.models import Card, Consent
from tests.cards.test_card_rules import findings
from tests.cards.views import SAMPLES, nodes, of_type, words_shown

HOSTILE = (
    "${project} [Approve](https://evil.example) ![x](https://evil.example/x.png) **bold** <b onclick=x>hi</b>"
    " <script>alert(1)</script> {{DATE(2026-01-01T00:00:00Z,SHORT)}} `code` \u202egnp.exe\u200b"
)
BODY = "\n\n".join(
    (
        *(f"{mark}{HOSTILE}" for mark in ("", "# ", "- ", "> ")),
        f"| a | b |\n|---|---|\n| {HOSTILE} | \x1b[31m |",
        "[r]: https://evil.example",
    )
)
KEPT = {
    "draft_id", "hash", "batch_id", "project_id", "retry_id", "question_id", "viewers", "at", "due", "decided_at",
    "signal_at", "undo_until", "as_of", "loss_id", "lost_at", "copy_at",
    "consent_id", "link", "card_id", "person", "today",
}  # fmt: skip


def poisoned(model: BaseModel) -> dict[str, Any]:
    """The model with hostile words in every field that holds words."""
    return {name: _poison(name, getattr(model, name), model) for name in type(model).model_fields}


def _poison(name: str, value: object, model: BaseModel) -> object:
    if isinstance(value, BaseModel):
        return poisoned(value)
    if isinstance(value, tuple) and name != "viewers":
        return [_poison(name, item, model) for item in value]
    chosen = get_args(type(model).model_fields[name].annotation)
    if not isinstance(value, str) or name in KEPT or value in chosen:
        return value
    return BODY if name == "body" else HOSTILE


def hostile() -> Iterator[Any]:
    for name, sample in SAMPLES.items():
        if name != "draft.in_parts" and not name.startswith("batch.ten") and not name.startswith("batch.last"):
            yield pytest.param(type(sample.model).model_validate(poisoned(sample.model)), id=name)


every_hostile_card = pytest.mark.parametrize("model", list(hostile()))


@every_hostile_card
def test_a_card_stays_a_card(model: Card) -> None:
    card = cards.card(model)

    assert findings(card) == ()
    assert not of_type(card, "Image")
    assert [one["url"] for one in of_type(card, "Action.OpenUrl")] == leads_out(model)


def leads_out(model: Card) -> list[str]:
    """One card alone leads to a page that is not ours: the one about a permission, and only while it is wanted."""
    return [model.link] if isinstance(model, Consent) and not model.done else []


@pytest.mark.parametrize(
    "link", ["javascript:alert(1)", "http://x.example", "https://x.example/<b>", "https://x y", "x"]
)
def test_a_page_to_sign_in_at_has_a_plain_secure_address(link: str) -> None:
    with pytest.raises(ValidationError):
        Consent(consent_id="c", project="p", link=link)


@every_hostile_card
def test_what_a_client_reads_as_markdown_holds_none_of_it(model: Card) -> None:
    card = cards.card(model)
    read = [text["text"] for text in of_type(card, "TextBlock")]
    read += [field.get(key, "") for field in of_type(card, "Input.") for key in ("title", "label")]
    read += [choice["title"] for field in of_type(card, "Input.ChoiceSet") for choice in field["choices"]]

    assert not [text for text in read if re.search(r"[\[\]*`<>]|\{\{", text)]


@every_hostile_card
def test_placeholders_stay_literal_macros_are_disarmed_and_nothing_hides(model: Card) -> None:
    shown = words_shown(cards.card(model))

    assert any("${project}" in text for text in shown)
    assert not [text for text in shown if "{{DATE(" in text or HIDDEN.search(text)]


@every_hostile_card
def test_a_page_has_no_tag_that_came_from_outside(model: Card) -> None:
    page = Tags()
    page.feed(cards.html(model))

    assert not page.found & {"script", "a", "img", "b", "iframe", "link"}
    assert not page.attributes & {"onclick", "href", "src", "style"}


@every_hostile_card
def test_text_for_a_terminal_cannot_move_the_cursor(model: Card) -> None:
    written = cards.text(model)

    assert not HIDDEN.search(written)
    assert "${project}" in written


@every_hostile_card
def test_what_is_edited_and_sent_back_is_exactly_what_was_written(model: Card) -> None:
    card = cards.card(model)
    for field in of_type(card, "Input.Text"):
        if field["id"] == "body":
            assert field["value"] == BODY
    data = [node["data"] for node in nodes(card) if "data" in node]
    assert "evil" not in json.dumps(data)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.attributes |= {name for name, _ in attrs}
