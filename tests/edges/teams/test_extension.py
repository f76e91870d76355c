"""The search box of Teams, as its requests look and as it wants its lists."""

from typing import Any

import pytest

from bot.edges.teams.extension import Line, asked, link, message, results


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"commandId": "tasks", "parameters": [{"name": "wanted", "value": "price"}]}, ("tasks", "price")),
        ({"commandId": "tasks", "parameters": [{"name": "initialRun", "value": "true"}]}, ("tasks", "")),
        ({"commandId": "tasks", "parameters": []}, ("tasks", "")),
        ({"commandId": 7, "parameters": "x"}, ("", "")),
        (None, ("", "")),
        ([], ("", "")),
        ("x", ("", "")),
    ],
)
def test_a_query_of_any_shape_is_read(value: Any, expected: tuple[str, str]) -> None:
    assert asked(value) == expected


@pytest.mark.parametrize(("value", "url"), [({"url": "https://x/d/"}, "https://x/d/"), ({"url": 7}, ""), (None, "")])
def test_a_link_of_any_shape_is_read(value: Any, url: str) -> None:
    assert link(value) == url


def test_a_list_has_a_preview_and_a_card_for_each_line() -> None:
    card: dict[str, object] = {"type": "AdaptiveCard"}
    (only,) = results([Line("Pricing", "Priya", card)])["composeExtension"]["attachments"]  # type: ignore[index] # JSON

    assert only == {
        "contentType": "application/vnd.microsoft.card.adaptive",
        "content": card,
        "preview": {
            "contentType": "application/vnd.microsoft.card.thumbnail",
            "content": {"title": "Pricing", "text": "Priya"},
        },
    }


def test_instead_of_an_empty_list_there_is_a_sentence() -> None:
    assert message("Nothing found.") == {"composeExtension": {"type": "message", "text": "Nothing found."}}
