"""The same view as a page and as lines of text."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import cards
from cards.click import Click
from cards.gallery import ZONE, build, timelines
from cards.models import Batch, DraftCard, Person, Row
from cards.plain import WIDTH
from tests.cards.views import SAMPLES, VIEWS, every_view, sample

VOID = {"meta", "input", "br", "hr", "path", "line"}


class Outline(HTMLParser):
    """Checks that tags close as they were opened, and keeps the inputs and buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fields: list[tuple[str, dict[str, str | None]]] = []
        self.unlabelled: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        if tag in ("input", "textarea", "select", "button", "progress"):
            self.fields.append((tag, dict(attrs)))
            if tag != "button" and "label" not in self.open:
                self.unlabelled.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def outline(page: str) -> Outline:
    found = Outline()
    found.feed(page)
    return found


@every_view
def test_a_page_is_whole_needs_nothing_else_and_labels_what_it_asks(name: str, locale: str) -> None:
    page = cards.html(sample(name).model, locale, ZONE)
    found = outline(page)

    assert page.startswith(f'<!doctype html>\n<html lang="{locale}">')
    assert found.open == []
    assert found.unlabelled == []
    assert page.count("<h1>") == page.count("<main") == 1
    assert not re.search(r"<p[^>]*></p>", page)
    assert not [word for word in ("<script", "src=", "@import", "url(", "<link", "${") if word in page]


@pytest.mark.parametrize("name", SAMPLES)
def test_a_page_for_a_mail_asks_nothing(name: str) -> None:
    assert outline(cards.html(sample(name).model, controls=False)).fields in (
        [],
        [("progress", {"value": "3", "max": "8"})],
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_a_pressed_button_of_a_page_is_a_click(name: str) -> None:
    for tag, attributes in outline(cards.html(sample(name).model)).fields:
        if tag == "button" and "disabled" not in attributes:
            carried = json.loads(attributes["value"] or "")
            carried.pop("picks", None)  # nothing is ticked here
            assert Click.parse({"click": attributes["value"]}).data() == carried


@pytest.mark.parametrize("name", SAMPLES)
def test_enter_in_a_field_of_a_page_presses_nothing(name: str) -> None:
    """Browsers press the first button of a form then: were it "save and approve", a slip would send the message."""
    buttons = [of for tag, of in outline(cards.html(sample(name).model)).fields if tag == "button"]

    assert all("disabled" in first and "hidden" in first for first in buttons[:1])
    assert all("disabled" not in other for other in buttons[1:])


def test_each_of_several_messages_on_a_page_can_be_opened() -> None:
    batch = sample("batch.waiting").model
    assert isinstance(batch, Batch)
    pressed = [Click.parse({"click": of["value"]}) for tag, of in outline(cards.html(batch)).fields
               if tag == "button" and '"open"' in str(of.get("value"))]  # fmt: skip

    assert [click.draft_id for click in pressed] == [row.draft_id for row in batch.rows]


def test_ticks_of_a_page_come_back_as_picks() -> None:
    batch = sample("batch.waiting").model
    assert isinstance(batch, Batch)
    fields = outline(cards.html(batch)).fields
    ticked = {str(of["name"]): str(of["value"]) for tag, of in fields if tag == "input" and "checked" in of}
    (pressed,) = [str(of["value"]) for tag, of in fields if "approve_selected" in str(of.get("value"))]

    picks = Click.parse({"click": pressed, **ticked}).picks

    assert [pick.draft_id for pick in picks] == [row.draft_id for row in batch.rows if row.picked]


@every_view
def test_text_is_narrow_and_tells_what_the_card_tells(name: str, locale: str) -> None:
    model = sample(name).model
    written = cards.text(model, locale, ZONE)

    if isinstance(model, DraftCard | Batch):
        for letter in model.rows if isinstance(model, Batch) else (model,):
            assert letter.to[0].name in written
            assert all(line.strip() in written for line in letter.body.splitlines())
    assert all(len(line) <= WIDTH + 6 for line in written.splitlines() if "|" not in line)


def test_a_body_cannot_pass_for_the_desks_own_words_in_a_terminal() -> None:
    body = "Hello\n\n[ Approve ]\nApproved by Ana\x0bx"
    row = Row(draft_id="d", version=1, hash="h", to=(Person(name="Ana"),), channel="teams", body=body)

    written = cards.text(Batch(batch_id="b", project="P", rows=(row,)))

    assert "\n      | [ Approve ]" in written
    assert [line for line in written.splitlines() if line.startswith("[ ")] == ["[ Approve ticked ]"]


def test_external_people_are_named_in_words_everywhere() -> None:
    model = sample("draft.external").model

    for written in (cards.text(model), cards.html(model), json.dumps(cards.card(model))):
        assert "External: outside your organisation" in written


def test_the_gallery_shows_every_sample_in_both_languages(tmp_path: Path) -> None:
    index = build(tmp_path / "new" / "folder")
    page = index.read_text("utf-8")

    assert index.name == "index.html"
    assert outline(page).open == []
    assert page.count('<main lang="en" class="card timeline') == len(list(timelines()))
    assert page.count("<summary>Adaptive Card</summary>") == len(VIEWS)
    assert page.count("<main") == len(VIEWS) + 2 * len(list(timelines()))
    assert all(f'id="{name}"' in page for name in SAMPLES)
