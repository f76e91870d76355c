"""Every misfortune of Teams as the desk's own client meets it, switched on from outside; what is kept is counted."""

from typing import Any

import aiohttp
import pytest

from bot.core.errors import Throttled, Uncertain, Undeliverable
from bot.demo.cast import ANA, CHANNEL, TENANT, chat_with
from bot.demo.connector import Connector
from bot.edges.teams.connector import Address
from bot.edges.teams.connector import Connector as Line

CHAT, OTHER = chat_with(ANA).conversation, CHANNEL.conversation
HELLO = {"type": "message", "text": "hello"}
POSTS = {"method": "POST", "path": "*/activities"}


async def ask(connector: Connector, method: str, body: Any = None) -> tuple[int, Any]:
    async with (
        aiohttp.ClientSession() as client,
        client.request(method, connector.fault_url, json=body) as answer,
    ):
        return answer.status, await answer.json() if answer.content_type == "application/json" else None


async def arm(connector: Connector, kind: str, **numbers: Any) -> None:
    status, said = await ask(connector, "PUT", {"kind": kind, "on": POSTS, **numbers})
    assert status == 204, said


async def post(line: Line, connector: Connector, conversation: str = CHAT) -> str:
    return await line.post(Address(connector.service_url, TENANT, conversation), HELLO)


KINDS = [
    ("status", {"status": 429, "retry_after": 130}, Throttled, 0),
    ("status", {"status": 403}, Undeliverable, 0),
    ("status", {"status": 404}, Undeliverable, 0),
    ("status", {"status": 408}, Uncertain, 0),
    ("status", {"status": 500}, Uncertain, 0),
    ("status", {"status": 502}, Uncertain, 0),
    ("status", {}, Uncertain, 0),
    ("fail_after", {"status": 408}, Uncertain, 1),
    ("fail_after", {"status": 500}, Uncertain, 1),
    ("fail_after", {"status": 502}, Uncertain, 1),
    ("fail_after", {"status": 504}, Uncertain, 1),
    ("reset", {}, Uncertain, 0),
    ("reset_after", {}, Uncertain, 1),
    ("hang", {}, Uncertain, 1),
    ("slow", {"seconds": 0.6}, Uncertain, 1),
    ("slow", {"seconds": 0.1}, None, 1),
    ("hang", {"seconds": 0.1}, None, 1),
    ("rule", {"answer": {"status": 502, "kept": True}}, Uncertain, 1),
    ("rule", {"answer": {"drop": True, "kept": True}}, Uncertain, 1),
]


@pytest.mark.parametrize(("kind", "numbers", "error", "kept"), KINDS, ids=str)
async def test_what_is_told_and_what_is_kept_are_two_things(
    line: Line, connector: Connector, kind: str, numbers: dict[str, Any], error: type[Exception] | None, kept: int
) -> None:
    await arm(connector, kind, **numbers)
    trouble = None

    try:
        await post(line, connector)
    except (Throttled, Uncertain, Undeliverable) as found:
        trouble = found

    assert type(trouble) is (error or type(None))
    assert [one["text"] for one in connector.visible(CHAT)] == ["hello"] * kept
    assert [one["text"] for one in connector.ever_shown(CHAT)] == ["hello"] * kept
    assert connector.rules.report() == {
        "armed": [],
        "injected": {kind: 1},
        "accepted": {kind: 1} if kept else {},
    }


async def test_a_pause_that_is_asked_for_is_kept(line: Line, connector: Connector, naps: list[float]) -> None:
    await arm(connector, "status", status=429, retry_after=2)
    assert await post(line, connector)
    assert naps == [2.0]


async def test_a_switch_is_for_one_conversation_and_for_so_many_messages(line: Line, connector: Connector) -> None:
    await arm(connector, "fail_after", on=POSTS | {"path": f"*{OTHER}/activities"}, times=2, skip=1)
    told = []
    for conversation in (CHAT, OTHER, OTHER, CHAT, OTHER, OTHER):
        try:
            told.append(bool(await post(line, connector, conversation)))
        except Uncertain:
            told.append(False)
    assert told == [True, True, False, True, False, True]
    assert len(connector.visible(OTHER)) == 4
    assert connector.rules.report()["accepted"] == {"fail_after": 2}


async def test_a_message_that_was_never_taken_is_not_counted_as_kept(line: Line, connector: Connector) -> None:
    await arm(connector, "fail_after", times=-1)
    connector.issuer.handed_out.clear()
    body = {"type": "message", "text": "x" * 60_000}
    with pytest.raises(Uncertain):
        await line.post(Address(connector.service_url, TENANT, CHAT), body)
    assert connector.rules.report()["injected"] == {"fail_after": 1}
    assert connector.rules.report()["accepted"] == {}
    assert connector.visible() == []


async def test_what_is_armed_is_told_and_cleared(connector: Connector) -> None:
    await arm(connector, "hang", times=-1, seconds=3)
    shown = {"kind": "hang", "on": POSTS, "times": -1, "skip": 0, "answer": {"silence_s": 3.0, "kept": True}}
    whole = {"armed": [shown | {"left": -1}], "injected": {}, "accepted": {}}
    assert await ask(connector, "GET") == (200, whole)
    assert await ask(connector, "DELETE") == (200, whole)
    assert await ask(connector, "GET") == (200, {"armed": [], "injected": {}, "accepted": {}})


NONSENSE = [
    ({}, "a rule needs an answer"),
    ({"kind": "fire"}, "kind"),
    ({"kind": "reset", "times": 0}, "times is 1 or more"),
    ({"kind": "reset", "status": 500}, "reset takes no status"),
    ({"kind": "status", "status": 200}, "status"),
    ({"kind": "status", "on": {"verb": "POST"}}, "on.verb"),
    ({"kind": "hang", "seconds": -1}, "seconds"),
    ({"answer": {"delay_s": 1}}, "an answer needs a status"),
    ({"answer": {"status": 200}, "kind": "status"}, "status takes no answer"),
    ("status", "valid"),
]


@pytest.mark.parametrize(("written", "said"), NONSENSE, ids=str)
async def test_nonsense_is_refused_and_named(connector: Connector, written: object, said: str) -> None:
    status, body = await ask(connector, "PUT", written)
    assert status == 400
    assert said in body["error"]["message"]
    assert connector.rules.report()["armed"] == []
