"""What Graph tells us is taken down before it is answered, and believed no further than needed."""

import json
from typing import Any

import pytest

from bot.core.errors import StoreDown
from bot.edges.outlook.notices import Answer, graph_post

SECRET = "cs-6b0f4e1d9a-6b0f4e1d9a"


class Desk:
    """Takes down what it is told."""

    def __init__(self, down_after: int = 99) -> None:
        self.mails: list[tuple[str, str]] = []
        self.events: list[str] = []
        self._left = down_after

    async def accept(self, seen: str, message_id: str) -> None:
        if not self._left:
            raise StoreDown("away")
        self._left -= 1
        self.mails.append((seen, message_id))

    async def alarm(self, event: str) -> None:
        self.events.append(event)

    async def post(self, body: bytes | dict[str, Any], query: dict[str, str] | None = None) -> Answer:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        return await graph_post(query or {}, raw, self.accept, client_state=SECRET, alarm=self.alarm)


def item(message_id: str, state: str | None = SECRET, **other: Any) -> dict[str, Any]:
    return {
        "subscriptionId": "s",
        "clientState": state,
        "changeType": "created",
        "resource": "Users/ceo/Messages/OTHER",
        "resourceData": {"@odata.type": "#Microsoft.Graph.Message", "id": message_id},
        **other,
    }


@pytest.mark.parametrize("name", ["validationToken", "validationtoken"])
async def test_the_handshake_is_answered_with_the_token_as_it_is(name: str) -> None:
    token = "Validation: a sentence + <b>&amp;</b> /=" + "x" * 900
    assert await Desk().post(b"", {name: token}) == (200, "text/plain", token)


async def test_mails_are_taken_down_once_and_then_acknowledged() -> None:
    desk = Desk()
    assert (await desk.post({"value": [item("AAMk1="), item("AAMk2="), item("AAMk1=")]}))[0] == 202
    assert desk.mails == [("mail:AAMk1=", "AAMk1="), ("mail:AAMk2=", "AAMk2=")]


@pytest.mark.parametrize("state", ["guess", "", None, SECRET.upper()])
async def test_items_without_our_secret_are_acknowledged_and_dropped(state: str | None) -> None:
    desk = Desk()
    body = {"value": [item("AAMk1=", state), item("AAMk2="), {"lifecycleEvent": "missed", "clientState": state}]}
    assert (await desk.post(body))[0] == 202
    assert desk.mails == [("mail:AAMk2=", "AAMk2=")]
    assert desk.events == []


async def test_a_desk_without_a_secret_believes_nobody() -> None:
    desk = Desk()
    body = json.dumps({"value": [item("AAMk1=", "")]}).encode()
    assert (await graph_post({}, body, desk.accept, client_state="", alarm=desk.alarm))[0] == 202
    assert desk.mails == []


@pytest.mark.parametrize("event", ["reauthorizationRequired", "subscriptionRemoved", "missed"])
async def test_what_happens_to_the_subscription_is_passed_on(event: str) -> None:
    desk = Desk()
    assert (await desk.post({"value": [{"lifecycleEvent": event, "clientState": SECRET}]}))[0] == 202
    assert (desk.events, desk.mails) == ([event], [])


async def test_without_a_store_nothing_is_acknowledged() -> None:
    desk = Desk(down_after=1)
    assert (await desk.post({"value": [item("AAMk1="), item("AAMk2=")]}))[0] == 503


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b'{"value":[',
        b"[]",
        b"null",
        b'{"a":"b"}',
        b'{"value":3}',
        b"\xff\xfe",
        b"[" * 10000,
        b'{"value":[null]}',
    ],
    ids=lambda body: repr(body[:12]),
)
async def test_what_is_no_notification_is_refused(body: bytes) -> None:
    assert (await Desk().post(body))[0] == 400


@pytest.mark.parametrize("odd", [{"resourceData": None}, {"resourceData": {"id": None}}, {"extra": {"deep": [1]}}])
async def test_odd_items_disturb_nothing(odd: dict[str, Any]) -> None:
    assert (await Desk().post({"value": [item("AAMk1=", **odd)]}))[0] == 202


async def test_an_empty_list_is_fine() -> None:
    assert (await Desk().post({"value": []}))[0] == 202
