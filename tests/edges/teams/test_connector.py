"""What the connector answers, and what becomes of it."""

import asyncio
import json
import time
from email.utils import formatdate
from typing import Any

import aiohttp
import pytest

from bot.core.errors import ChannelTrouble, MessageGone, StoreDown, Throttled, Uncertain, Undeliverable
from bot.demo.cast import ANA, APP_ID, CHANNEL, TENANT, chat_with
from bot.demo.connector import Connector
from bot.edges.teams.connector import Address
from bot.edges.teams.connector import Connector as Line
from bot.edges.teams.credentials import Credentials, client_secret
from bot.edges.teams.hosts import Hosts
from bot.edges.teams.limits import Limits, Pace
from bot.edges.teams.refusals import answer, retry_after
from bot.edges.teams.room import Teams

HELLO = {"type": "message", "text": "hello"}
CHAT, THREAD = chat_with(ANA).conversation, CHANNEL.thread("1796043600123").conversation
EVERYTHING = Limits(Pace(1000, 1000), Pace(1000, 1000))


def to(connector: Connector, conversation: str = CHAT) -> Address:
    return Address(connector.service_url, TENANT, conversation)


def says(status: int, body: Any = None, times: int = -1, **more: Any) -> dict[str, Any]:
    content = {"text": body or ""} if isinstance(body, str) or body is None else {"json": body}
    path = "*/activities*"
    return {"on": {"path": path}, "times": times, "answer": {"status": status, **content, **more}}


def code(name: str, message: str = "") -> dict[str, Any]:
    return {"error": {"code": name, "message": message}}


async def post(line: Line, connector: Connector, conversation: str = CHAT) -> str:
    return await line.post(to(connector, conversation), HELLO)


async def put(line: Line, connector: Connector) -> str:
    return await line.put(to(connector), "17", HELLO)


async def test_the_whole_id_is_in_the_path_and_the_token_in_the_header(line: Line, connector: Connector) -> None:
    assert await post(line, connector, THREAD) == "1796043700001"
    (heard,) = connector.log
    assert heard.path.endswith(f"/v3/conversations/{THREAD}/activities")
    assert heard.raw_path.endswith("%40thread.tacv2%3Bmessageid%3D1796043600123/activities")
    assert heard.headers["Authorization"] == "Bearer connector-token-1"
    assert heard.json == HELLO


@pytest.mark.parametrize(
    ("status", "body", "ref"),
    [(201, {"id": "1"}, "1"), (200, None, ""), (202, {}, ""), (204, None, ""), (200, "<html>", ""), (201, [1], "")],
)
async def test_every_2xx_is_a_success(line: Line, connector: Connector, status: int, body: Any, ref: str) -> None:
    connector.script(says(status, body))
    assert await post(line, connector) == ref
    assert len(connector.log) == 1


async def test_an_update_without_an_answer_keeps_its_id(line: Line, connector: Connector) -> None:
    connector.script(says(204))
    assert await put(line, connector) == "17"
    await line.delete(to(connector), "17")
    assert [(one.method, one.path[-14:]) for one in connector.log] == [
        ("PUT", "/activities/17"),
        ("DELETE", "/activities/17"),
    ]


NESTED = '{\r\n  "subCode": "MessageWritesBlocked",\r\n  "errorCode": null\r\n}'


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (403, {"errorCode": 209, "message": NESTED}, "blocked"),
        (403, {"subCode": "MessageWritesBlocked", "error": {"code": "Forbidden"}}, "blocked"),
        (403, code("ConversationBlockedByUser"), "blocked"),
        (403, code("BotNotInConversationRoster"), "not_member"),
        (404, code("BotNotInConversationRoster"), "not_member"),
        (403, code("BotDisabledByAdmin"), "disabled"),
        (403, "Forbidden", "forbidden"),
        (403, None, "forbidden"),
        (403, [], "forbidden"),
        (400, code("BadSyntax"), "unknown"),
        (400, code("MessageSizeTooBig"), "too_big"),
        (413, "<html>", "too_big"),
        (404, code("ConversationNotFound"), "unknown"),
        (405, code("BadSyntax"), "unknown"),
        (302, None, "unknown"),
    ],
)
async def test_a_refusal_is_final_and_has_a_reason(
    line: Line, connector: Connector, status: int, body: Any, reason: str
) -> None:
    connector.script(says(status, body))
    with pytest.raises(Undeliverable) as refused:
        await post(line, connector)
    assert refused.value.reason == reason
    assert len(connector.log) == 1
    assert "hello" not in str(refused.value)


@pytest.mark.parametrize("status", [408, 500, 501, 502, 503, 504, 507, 520])
async def test_a_post_that_may_have_arrived_is_never_repeated(line: Line, connector: Connector, status: int) -> None:
    connector.script(says(status, "<html>Bad gateway</html>"))
    with pytest.raises(Uncertain):
        await post(line, connector)
    assert len(connector.log) == 1


@pytest.mark.parametrize("spoilt", [{"drop": True}, {"delay_s": 0.4}])
async def test_a_post_without_an_answer_may_have_arrived(line: Line, connector: Connector, spoilt: Any) -> None:
    connector.script(says(201, {"id": "1"}, **spoilt))
    with pytest.raises(Uncertain):
        await post(line, connector)
    assert len(connector.log) == 1


@pytest.mark.parametrize(
    "trouble", [*({"status": status} for status in (408, 412, 500, 502, 503, 504, 520)), {"status": 200, "drop": True}]
)
async def test_an_update_is_repeated(line: Line, connector: Connector, naps: list[float], trouble: Any) -> None:
    connector.script({"on": {"method": "PUT"}, "times": 2, "answer": trouble})
    assert await put(line, connector) == "17"
    assert len(connector.log) == 3
    assert naps
    assert naps == sorted(naps)


async def test_an_update_that_never_gets_through_is_tried_later(line: Line, connector: Connector) -> None:
    connector.script(says(503))
    with pytest.raises(Throttled):
        await put(line, connector)
    assert len(connector.log) == 5


@pytest.mark.parametrize("status", [500, 501, 507, 520])
async def test_of_an_update_that_the_service_always_fails_on_nobody_knows(
    line: Line, connector: Connector, status: int
) -> None:
    connector.script(says(status))
    with pytest.raises(Uncertain):
        await put(line, connector)
    assert len(connector.log) == 5


async def test_what_is_told_right_before_a_message_leaves_is_told_after_every_wait(connector: Connector) -> None:
    order: list[str] = []
    now = 0.0

    async def nap(seconds: float) -> None:
        nonlocal now
        now += seconds
        order.append(f"waited, {len(connector.log)} posted")

    async def leaving() -> None:
        order.append(f"leaving, {len(connector.log)} posted")

    async with aiohttp.ClientSession() as session:
        limits = Limits(Pace(0.001, 1), Pace(1000, 1000), sleep=nap, clock=lambda: now)
        fetch = client_secret(session, connector.token_url, APP_ID, "a secret", "scope")
        line = Line(session, Credentials(fetch), Hosts(("127.0.0.1",)), limits, nap)
        for _ in range(2):
            await line.post(to(connector), HELLO, leaving=leaving)

    assert order == ["leaving, 0 posted", "waited, 1 posted", "leaving, 1 posted"]


async def test_what_cannot_be_written_down_before_it_leaves_stays_here(line: Line, connector: Connector) -> None:
    async def leaving() -> None:
        raise StoreDown("not now")

    with pytest.raises(StoreDown):
        await line.post(to(connector), HELLO, leaving=leaving)
    assert connector.log == []


async def test_progress_that_the_service_fails_on_is_not_waited_for(
    line: Line, connector: Connector, naps: list[float]
) -> None:
    connector.script(says(500))
    with pytest.raises(Uncertain):
        await line.put(to(connector), "17", HELLO, passing=True)
    assert (len(connector.log), naps) == (1, [])


@pytest.mark.parametrize(
    ("status", "body"), [(404, code("ActivityNotFoundInConversation")), (403, code("Unknown")), (404, None)]
)
async def test_an_update_of_a_deleted_message_says_so(line: Line, connector: Connector, status: int, body: Any) -> None:
    connector.script(says(status, body))
    with pytest.raises(MessageGone):
        await put(line, connector)


async def test_a_message_that_was_deleted_cannot_be_changed(line: Line, connector: Connector) -> None:
    ref = await post(line, connector)
    assert await line.put(to(connector), ref, HELLO) == ref
    await line.delete(to(connector), ref)
    for change in (line.put(to(connector), ref, HELLO), line.delete(to(connector), ref)):
        with pytest.raises(MessageGone):
            await change


async def test_a_message_beyond_what_teams_takes_is_refused(line: Line, connector: Connector) -> None:
    with pytest.raises(Undeliverable) as told:
        await line.post(to(connector), HELLO | {"text": "ç" * 52_000})
    assert (told.value.reason, connector.visible()) == ("too_big", [])


async def test_two_writers_met_and_the_post_goes_again(line: Line, connector: Connector) -> None:
    connector.script(says(412, code("PreconditionFailed"), times=2))
    assert await post(line, connector)
    assert len(connector.log) == 3


async def test_a_short_pause_is_waited_for(line: Line, connector: Connector, naps: list[float]) -> None:
    connector.script(says(429, code("Throttled"), times=1, headers={"Retry-After": "2"}))
    assert await post(line, connector)
    assert naps == [2.0]


async def test_pauses_are_waited_for_together_no_longer_than_one(
    line: Line, connector: Connector, naps: list[float]
) -> None:
    connector.script(says(429, headers={"Retry-After": "6"}))
    with pytest.raises(Throttled):
        await post(line, connector)
    assert naps == [6]


async def test_without_a_time_the_pauses_grow(line: Line, connector: Connector, naps: list[float]) -> None:
    connector.script(says(429, times=3))
    assert await post(line, connector)
    assert naps == [1.0, 2.0, 4.0]


async def test_a_long_pause_is_for_the_ledger(line: Line, connector: Connector, naps: list[float]) -> None:
    connector.script(says(429, headers={"Retry-After": "120"}))
    with pytest.raises(Throttled) as refused:
        await post(line, connector)
    assert refused.value.retry_after == 120
    assert naps == []
    assert len(connector.log) == 1


async def test_the_rest_of_a_text_waits_longer(line: Line, connector: Connector, naps: list[float]) -> None:
    connector.script(says(429, times=1, headers={"Retry-After": "40"}))
    assert await line.post(to(connector), HELLO, goes_on=True)
    assert naps == [40.0]


async def test_progress_does_not_wait_and_keeps_quiet_for_as_long_as_asked(line: Line, connector: Connector) -> None:
    connector.script(says(429, times=1, headers={"Retry-After": "30"}))
    for _ in range(3):
        with pytest.raises(Throttled) as refused:
            await line.put(to(connector, "a:quiet"), "17", HELLO, passing=True)
        assert 29 < refused.value.retry_after <= 30
    await line.sign(to(connector, "a:quiet"), {"type": "typing"})
    assert len(connector.log) == 1
    assert await line.put(to(connector, "a:quiet"), "17", HELLO) == "17"


async def test_typing_signs_are_rare_and_never_fail(line: Line, connector: Connector) -> None:
    connector.script(says(403, code("Forbidden")))
    for _ in range(3):
        await line.sign(to(connector, "a:typing"), {"type": "typing"})
    assert len(connector.log) == 1


async def test_after_429_typing_stays_away(line: Line, connector: Connector) -> None:
    connector.script(says(429, headers={"Retry-After": "30"}))
    await line.sign(to(connector, "a:typing2"), {"type": "typing"})
    await line.sign(to(connector, "a:typing2"), {"type": "typing"})
    assert len(connector.log) == 1


async def test_nobody_types_while_a_message_is_on_its_way(line: Line, connector: Connector) -> None:
    connector.script(says(201, {"id": "1"}, delay_s=0.1))
    posting = asyncio.create_task(post(line, connector, "a:busy"))
    await asyncio.sleep(0.03)
    await line.sign(to(connector, "a:busy"), {"type": "typing"})
    await posting
    assert [one.json["type"] for one in connector.log] == ["message"]


async def test_a_stale_token_is_replaced_once(line: Line, connector: Connector) -> None:
    await post(line, connector)
    connector.issuer.handed_out.clear()
    assert await post(line, connector)
    assert [one.answered for one in connector.log] == [201, 401, 201]
    assert len(connector.issuer.token_requests) == 2


async def test_a_token_refused_twice_is_a_matter_of_configuration(
    line: Line, connector: Connector, caplog: pytest.LogCaptureFixture
) -> None:
    connector.script(says(401, {"message": "Authorization has been denied for this request."}))
    with pytest.raises(Undeliverable):
        await post(line, connector)
    assert len(connector.log) == 2
    assert caplog.text.count("configuration:") == 1


async def test_an_unknown_bot_is_not_tried_again(line: Line, connector: Connector) -> None:
    connector.script(says(401, code("BotNotRegistered")))
    for _ in range(2):
        with pytest.raises(Undeliverable):
            await post(line, connector)
    assert len(connector.log) == 2
    assert len(connector.issuer.token_requests) == 1  # no other token would help


async def test_a_request_that_never_left_is_sent_again_and_then_later(line: Line, naps: list[float]) -> None:
    with pytest.raises(Throttled):
        await line.post(Address("http://127.0.0.1:9/", TENANT, CHAT), HELLO)
    assert len(naps) == 4


async def test_the_log_names_the_code_and_not_the_words(
    line: Line, connector: Connector, caplog: pytest.LogCaptureFixture
) -> None:
    connector.script(says(400, code("BadSyntax", "hello is no text")))
    with caplog.at_level("INFO"), pytest.raises(Undeliverable):
        await post(line, connector)
    assert "BadSyntax" in caplog.text
    assert "hello" not in caplog.text


@pytest.mark.parametrize(
    "url",
    [
        "https://attacker.example/amer/",
        "https://smba.trafficmanager.net.attacker.example/",
        "https://127.0.0.1@attacker.example/",
        "http://10.0.0.1/",
        "https://user:pw@127.0.0.1/",
        "file:///etc/passwd",
        "http://127.0.0.1:1/\r\nX: y",
        "",
    ],
)
async def test_the_token_goes_to_hosts_on_the_list_alone(line: Line, connector: Connector, url: str) -> None:
    with pytest.raises(Undeliverable):
        await line.post(Address(url, TENANT, CHAT), HELLO)
    assert not connector.issuer.token_requests


@pytest.mark.parametrize(
    ("patterns", "url", "allowed"),
    [
        (("smba.trafficmanager.net",), "https://smba.trafficmanager.net/amer/", True),
        (("smba.trafficmanager.net",), "https://SMBA.TrafficManager.net/amer/", True),
        (("smba.trafficmanager.net",), "http://smba.trafficmanager.net/amer/", False),
        (("smba.trafficmanager.net",), "https://xsmba.trafficmanager.net/", False),
        (("*.teams.microsoft.com",), "https://smba.infra.gcc.teams.microsoft.com/gcc", True),
        (("*.teams.microsoft.com",), "https://teams.microsoft.com/", False),
        (("*.teams.microsoft.com",), "https://evilteams.microsoft.com/", False),
        (("*.teams.microsoft.com",), "https://teams.microsoft.com.evil.example/", False),
        ((), "http://127.0.0.1/", False),
        (("127.0.0.1",), "http://127.0.0.1:80/", True),
        (("[::1]", "::1"), "http://[::1]:80/", True),
    ],
)
def test_hosts_are_compared_by_whole_labels(patterns: tuple[str, ...], url: str, allowed: bool) -> None:
    assert Hosts(patterns).allow(url) is allowed
    assert not Hosts(patterns).allow(url.replace("://", "://someone@"))


async def test_one_writer_per_conversation_and_none_waits_for_another(line: Line, connector: Connector) -> None:
    connector.script(says(201, {"id": "1"}, delay_s=0.1))
    await asyncio.gather(post(line, connector), post(line, connector), post(line, connector, THREAD))
    first, second = (one.at for one in connector.log if CHAT in one.path)
    (other,) = (one.at for one in connector.log if CHAT not in one.path)
    assert second - first >= 0.1
    assert other < second


async def test_members_come_in_pages_and_without_the_thread(line: Line, connector: Connector) -> None:
    connector.page_size = 2
    found = await line.members(to(connector, THREAD))
    assert [one["name"] for one in found] == [one.person.name for one in connector.people]
    assert len(connector.log) == 3
    assert not any("messageid" in one.path for one in connector.log)


async def test_a_page_that_leads_to_itself_ends(line: Line, connector: Connector) -> None:
    page = {"members": [{"id": "29:x"}, None], "continuationToken": "again"}
    connector.script({"on": {"method": "GET"}, "times": -1, "answer": {"status": 200, "json": page}})
    assert len(await line.members(to(connector))) == len(connector.log) == 50


async def test_a_new_chat_may_be_asked_for_twice(line: Line, connector: Connector) -> None:
    connector.script({"on": {"path": "*/v3/conversations"}, "times": 1, "answer": {"status": 502}})
    made, url = await line.meet(connector.service_url, TENANT, "28:bot", ANA.teams_id)
    assert (made, url) == (CHAT, connector.service_url)
    assert connector.log[-1].json["members"] == [{"id": ANA.teams_id}]


@pytest.mark.parametrize("told", ["https://attacker.example/", None, 7])
async def test_a_new_chat_elsewhere_is_looked_for_here(line: Line, connector: Connector, told: Any) -> None:
    body = {"id": "a:1new", "serviceUrl": told}
    connector.script({"on": {"path": "*/v3/conversations"}, "answer": {"status": 201, "json": body}})
    assert await line.meet(connector.service_url, TENANT, "28:bot", "29:x") == ("a:1new", connector.service_url)


async def test_a_new_chat_without_an_id_is_none(line: Line, connector: Connector) -> None:
    connector.script({"on": {"path": "*/v3/conversations"}, "answer": {"status": 201, "json": {}}})
    with pytest.raises(ChannelTrouble):
        await line.meet(connector.service_url, TENANT, "28:bot", "29:x")


def test_retry_after_comes_as_number_and_as_date() -> None:
    assert retry_after("2") == 2
    assert 55 < (retry_after(formatdate(time.time() + 60, usegmt=True)) or 0) <= 60
    assert [retry_after(odd) for odd in ("", "soon", "nan", "-5", "0", "1e9")] == [None, None, None, 0.5, 0.5, 3600]


@pytest.mark.parametrize("body", [b"", b" ", b"<html>", b"\xff\xfe", b"[", json.dumps({"a": 1}).encode()])
def test_no_answer_is_too_odd_to_be_read(body: bytes) -> None:
    assert isinstance(answer(403, {}, body).all_words, str)


async def test_a_pause_for_one_chat_holds_up_no_other(connector: Connector, room: Teams) -> None:
    path = f"*{CHAT}/activities"
    throttled = {"status": 429, "headers": {"Retry-After": "0.5"}}
    connector.script({"on": {"path": path}, "times": 1, "answer": throttled})
    began = time.monotonic()
    first = asyncio.create_task(room.connector.post(to(connector), HELLO))
    await asyncio.sleep(0.05)
    await room.connector.post(to(connector, THREAD), HELLO)
    assert not first.done()
    await first
    assert time.monotonic() - began >= 0.5
