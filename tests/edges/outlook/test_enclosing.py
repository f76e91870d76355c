"""Cards in mails: recorded cases, and what Outlook would refuse."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.edges.outlook.enclosing import enclosed, lint

CASES = Path(__file__).parents[2] / "samples" / "outlook_cards"
HTML = '<html><head><title>x</title></head><body><a href="https://desk.contoso.com/d/x">Open</a></body></html>'
HOSTS, DOMAINS = frozenset({"desk.contoso.com"}), frozenset({"contoso.com"})
ID = "2f6d9c0e-0000-4b1a-9a11-0000000000aa"


def case(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((CASES / f"send-card-{name}.json").read_text("utf-8"))["input"]
    return found


def sent(found: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The body as it leaves, and what was found."""
    mail, config = found["card_mail"], found["config"]
    card = mail["card"] if config["cards_in_mail"] else {}
    rules = (
        mail["to"],
        frozenset(config["registered_hosts"]),
        frozenset(config["mail_domains_ok"]),
        frozenset(config.get("group_addresses", ())),
    )
    return enclosed(mail["html"], card, *rules), lint(card, mail["html"], *rules) if card else ()


@pytest.mark.parametrize(
    ("name", "with_card", "finding"),
    [
        ("flag-off", False, ""),
        ("http-at-1-4", False, "Action.Http needs version 1.0"),
        ("to-group", False, "it goes to a group"),
        ("script-escape", True, ""),
    ],
)
def test_a_recorded_case(name: str, with_card: bool, finding: str) -> None:
    body, findings = sent(case(name))

    assert ('<script type="application/adaptivecard+json">' in body) == with_card
    assert "fecha </script>" not in body
    assert "https://bot.corp.example.com/a/7K2M" in body
    assert findings == ((finding,) if finding else ())


def card(**other: Any) -> dict[str, Any]:
    button = {"type": "Action.Http", "method": "POST", "url": "https://desk.contoso.com/api/card", "body": "x"}
    return {"type": "AdaptiveCard", "version": "1.0", "originator": ID, "body": [], "actions": [button]} | other


def test_a_right_card_lies_in_the_head_of_a_mail_that_is_whole_without_it() -> None:
    body = enclosed(HTML, card(), ["ana@contoso.com"], HOSTS, DOMAINS)
    head = body.partition("</head>")[0]

    assert json.loads(head.partition('json">')[2].partition("</script>")[0]) == card()
    assert body.replace(head.partition("</title>")[2], "") == HTML


@pytest.mark.parametrize(
    ("other", "to", "finding"),
    [
        ({"originator": ""}, "ana@contoso.com", "names no originator"),
        ({"originator": "00000000-0000-0000-0000-000000000000"}, "ana@contoso.com", "names no originator"),
        ({"version": "x"}, "ana@contoso.com", "needs version 1.0"),
        ({"body": [{"type": "Input.Time"}]}, "ana@contoso.com", "Input.Time is not known"),
        ({"actions": [{"type": "Action.Submit"}]}, "ana@contoso.com", "Action.Submit is not known"),
        ({"actions": [{"type": "Action.Execute"}]}, "ana@contoso.com", "Action.Execute needs version 1.4"),
        ({"actions": [{"type": "Action.OpenUrl", "url": "http://desk.contoso.com/"}]}, "ana@contoso.com", "registered"),
        ({"actions": [{"type": "Action.OpenUrl", "url": "https://evil.example"}]}, "ana@contoso.com", "registered"),
        ({}, "ana@fabrikam.com", "goes outside"),
    ],
)
def test_what_outlook_would_refuse_goes_out_without_the_card(other: dict[str, Any], to: str, finding: str) -> None:
    wrong = card(**other)

    assert any(finding in one for one in lint(wrong, HTML, [to], HOSTS, DOMAINS, frozenset()))
    assert enclosed(HTML, wrong, [to], HOSTS, DOMAINS) == HTML


def test_a_card_above_a_mail_without_a_link_is_left_out() -> None:
    """Many programs draw no card, and all of them drop it from an answer: the way to decide stands in the mail too."""
    assert enclosed("<p>Hello</p>", card(), ["ana@contoso.com"], HOSTS, DOMAINS) == "<p>Hello</p>"
