"""The web door over real HTTP: what is answered to what, and when."""

import asyncio
import io
import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.core.errors import MessageGone, StoreDown, Undeliverable
from bot.core.people import Person, Place
from bot.demo.cast import ANA, CHANNEL, GROUP, chat_with
from bot.demo.connector import Connector
from bot.demo.teams import Teams as Client
from bot.edges import clicks
from bot.edges.teams.room import Teams
from bot.edges.web import application, listening
from tests.edges.teams.conftest import Inside

CHAT, THREAD = chat_with(ANA), CHANNEL.thread("1796043600123")
CARD = {"type": "AdaptiveCard", "version": "1.4", "body": [], "fallbackText": "a card"}
APPROVE = {"draft_id": "d1", "version": 1, "hash": "h"}


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


def headers(connector: Connector, **other: str) -> dict[str, str]:
    token = connector.issuer.token(connector.service_url)
    return {"Authorization": f"Bearer {token}", "Content-Type": "application/json"} | other


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"[]", 400),
        (b"null", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[" * 5000, 400),
        (b"x" * (1024 * 1024 + 1), 413),
    ],
)
async def test_bad_bodies(
    http: aiohttp.ClientSession, connector: Connector, url: str, body: bytes, status: int
) -> None:
    async with http.post(url, data=io.BytesIO(body), headers=headers(connector)) as response:
        assert response.status == status


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
async def test_other_content_types_are_415(
    http: aiohttp.ClientSession, connector: Connector, url: str, kind: str
) -> None:
    async with http.post(url, data=b"{}", headers=headers(connector) | {"Content-Type": kind}) as response:
        assert response.status == 415


async def test_no_content_type_is_415(http: aiohttp.ClientSession, url: str) -> None:
    async with http.post(url, data=b"{}", skip_auto_headers=["Content-Type"]) as response:
        assert response.status == 415


async def test_other_methods_and_paths_are_refused(http: aiohttp.ClientSession, url: str) -> None:
    async with http.get(url) as response:
        assert response.status == 405
    async with http.get(url + "/x") as response:
        assert response.status == 404


async def test_a_message_is_accepted_once_it_is_safe(client: Client, inside: Inside) -> None:
    sent = await client.say(ANA, CHANNEL, "we received the RFP")
    assert (sent.status, sent.body) == (202, None)
    (letter,) = inside.said
    assert (letter.text, letter.place.conversation) == ("we received the RFP", sent.talk.conversation)
    assert letter.speaker.oid == ANA.person.oid


async def test_while_the_store_is_down_the_channel_is_asked_to_come_again(client: Client, inside: Inside) -> None:
    inside.trouble = StoreDown("no answer")
    assert (await client.say(ANA, CHAT, "hello")).status == 503
    inside.trouble = None
    assert (await client.say(ANA, CHAT, "hello")).status == 202


async def test_an_error_of_ours_is_500_and_its_words_stay_out_of_the_log(
    client: Client, inside: Inside, caplog: pytest.LogCaptureFixture
) -> None:
    inside.trouble = ValueError("secret words")
    with caplog.at_level(logging.DEBUG):
        assert (await client.say(ANA, CHAT, "hello")).status == 500
    assert "ValueError" in caplog.text
    assert "secret" not in caplog.text
    assert "hello" not in caplog.text


async def test_the_refused_tenant_is_named_in_the_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    activity = client.activity(ANA, CHAT, "message")
    activity["channelData"]["tenant"]["id"] = "c2b7e9d4-18f3-4a5c-b06e-7d4f1a9c3e52"
    assert (await client.send(activity, CHAT)).status == 403
    assert caplog.text.count("c2b7e9d4-18f3-4a5c-b06e-7d4f1a9c3e52") == 1


async def test_who_speaks_to_us_from_another_tenant_is_turned_away_with_a_sentence(
    client: Client, inside: Inside
) -> None:
    for kind, text in (("message", "hello"), ("typing", ""), ("messageUpdate", "x")):
        activity = client.activity(ANA, CHAT, kind) | {"text": text}
        activity["channelData"]["tenant"]["id"] = "c2b7e9d4-18f3-4a5c-b06e-7d4f1a9c3e52"
        assert (await client.send(activity, CHAT)).status == 403
    assert [place.conversation for place in inside.turned_away] == [CHAT.conversation]
    assert not inside.letters


async def test_edits_and_deletions_are_passed_on(client: Client, inside: Inside) -> None:
    for kind, event in (("messageUpdate", "editMessage"), ("messageDelete", "softDeleteMessage")):
        activity = client.activity(ANA, CHAT, kind, "1796043600123") | {"text": "new words"}
        activity["channelData"]["eventType"] = event
        assert (await client.send(activity, CHAT)).status == 202
    assert [news.said.text if news.said else None for news in inside.amended] == ["new words", None]
    assert not inside.letters


async def test_an_answer_about_a_file_is_safe_before_it_is_acknowledged(client: Client, inside: Inside) -> None:
    value = {"action": "decline", "context": {"about": "p-1"}}
    activity = client.activity(ANA, CHAT, "invoke") | {"name": "fileConsent/invoke", "value": value}
    sent = await client.send(activity, CHAT)
    assert (sent.status, sent.body) == (200, {})
    assert len(inside.letters) == 1
    inside.trouble = StoreDown("no answer")
    assert (await client.send(activity, CHAT)).status == 503


async def test_a_call_that_somebody_answers_is_answered(client: Client, inside: Inside) -> None:
    async def answer(value: object, _actor: Person, place: Place) -> dict[str, object] | None:
        return {"told": value, "where": place.conversation} if value else None

    inside.calls["composeExtension/query"] = answer
    activity = client.activity(ANA, CHAT, "invoke") | {"name": "composeExtension/query", "value": {"q": 1}}
    sent = await client.send(activity, CHAT)
    assert (sent.status, sent.body) == (200, {"told": {"q": 1}, "where": CHAT.conversation})
    assert (await client.send(activity | {"value": {}}, CHAT)).status == 501


@pytest.mark.parametrize("name", ["composeExtension/query", "config/fetch", "task/fetch", "signin/verifyState", ""])
async def test_unknown_invokes_are_declined(client: Client, inside: Inside, name: str) -> None:
    activity = client.activity(ANA, CHAT, "invoke") | {"name": name, "value": {}}
    assert [(await client.send(activity, CHAT)).status for _ in range(2)] == [501, 501]
    assert not inside.letters


async def test_feedback_is_thanked_for(client: Client) -> None:
    activity = client.activity(ANA, CHAT, "invoke") | {"name": "message/submitAction", "value": {}}
    sent = await client.send(activity, CHAT)
    assert (sent.status, sent.body) == (200, {})


@pytest.mark.parametrize("kind", ["messageUpdate", "messageReaction", "event", "typing", "tomorrow"])
async def test_events_without_meaning_for_us_are_accepted(client: Client, inside: Inside, kind: str) -> None:
    assert (await client.send(client.activity(ANA, CHAT, kind), CHAT)).status == 202
    assert not inside.letters


async def test_an_installation_is_told(client: Client, inside: Inside) -> None:
    for action, count in (("add", 1), ("add-upgrade", 1), ("remove", 2)):
        assert (await client.install(ANA, CHAT, action)).status == 202
        assert len(inside.letters) == count


async def test_expected_replies_are_delivered_by_the_connector(client: Client) -> None:
    activity = client.activity(ANA, CHAT, "message") | {"text": "hi", "deliveryMode": "expectReplies"}
    assert (await client.send(activity, CHAT)).status == 202


@pytest.mark.parametrize(
    ("answer", "kind"),
    [(CARD, clicks.CARD), ("Not yours.", clicks.TEXT), ("", clicks.TEXT)],
)
async def test_a_click_is_answered_with_a_card_or_words(client: Client, inside: Inside, answer: Any, kind: str) -> None:
    inside.answer = answer
    sent = await client.click(ANA, THREAD, "17", "approve", APPROVE)
    assert sent.status == 200
    assert sent.body == {"statusCode": 200, "type": kind, "value": answer or "…"}
    ((click, actor, place),) = inside.clicks
    assert (click.verb, click.draft_id, actor.oid) == ("approve", "d1", ANA.person.oid)
    assert place.conversation == THREAD.conversation
    assert not inside.replies


async def test_the_trigger_is_passed_on(client: Client, inside: Inside) -> None:
    await client.click(ANA, THREAD, "17", "refresh", APPROVE, trigger="automatic")
    assert inside.clicks[0][0].trigger == "automatic"


async def test_the_inputs_are_in_the_click(client: Client, inside: Inside) -> None:
    await client.click(ANA, THREAD, "17", "change", APPROVE, inputs={"instruction": "Shorter"})
    assert inside.clicks[0][0].instruction == "Shorter"


@pytest.mark.parametrize(
    "value",
    [None, {}, [], "approve", 7, {"action": "approve"}, {"action": None}, {"action": {"verb": "no-such-verb"}},
     {"action": {"verb": "approve", "data": {"draft_id": ["d1"]}}}],
)  # fmt: skip
async def test_a_malformed_click_is_an_error_in_words(client: Client, inside: Inside, value: Any) -> None:
    activity = client.activity(ANA, THREAD, "invoke") | {"name": "adaptiveCard/action", "value": value}
    sent = await client.send(activity, THREAD)
    assert sent.status == 200
    assert (sent.body["statusCode"], sent.body["type"]) == (400, clicks.ERROR)
    assert sent.body["value"]["message"].endswith("in pt-BR")
    assert not inside.clicks


async def test_a_click_while_the_store_is_down_is_told_so(client: Client, inside: Inside) -> None:
    inside.trouble = StoreDown("")
    sent = await client.click(ANA, THREAD, "17", "approve", APPROVE)
    assert sent.body == {"statusCode": 200, "type": clicks.TEXT, "value": "desk.store_down in pt-BR"}


async def test_a_refresh_while_the_store_is_down_leaves_a_card_that_refreshes(client: Client, inside: Inside) -> None:
    inside.trouble = StoreDown("")
    sent = await client.click(ANA, THREAD, "17", "refresh", APPROVE, trigger="automatic")
    assert (sent.status, sent.body["statusCode"], sent.body["type"]) == (200, 200, clicks.CARD)
    card = sent.body["value"]
    assert card["type"] == "AdaptiveCard"
    assert card["refresh"]["action"]["data"] == {"verb": "refresh", **APPROVE}
    assert card["refresh"]["userIds"] == [ANA.teams_id]
    assert "desk.store_down" in json.dumps(card)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clicks, "IN_TIME", 0.05)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(("late", "message"), [(CARD, "17"), ("Too late.", "")])
async def test_a_slow_click_is_answered_in_time_and_finished_later(
    client: Client, inside: Inside, late: Any, message: str
) -> None:
    async def slowly() -> Any:
        await asyncio.sleep(0.1)
        return late

    inside.answer = slowly
    sent = await client.click(ANA, THREAD, "17", "approve", APPROVE)
    assert sent.body == {"statusCode": 200, "type": clicks.TEXT, "value": "desk.still_working in pt-BR"}
    assert not inside.replies
    await asyncio.sleep(0.15)
    ((place, what, replaced),) = inside.replies
    assert (place.conversation, what, replaced) == (THREAD.conversation, late, message)


@pytest.mark.usefixtures("hurried")
async def test_a_slow_refresh_posts_nothing(client: Client, inside: Inside) -> None:
    async def slowly() -> Any:
        await asyncio.sleep(0.1)
        return CARD

    inside.answer = slowly
    sent = await client.click(ANA, THREAD, "17", "refresh", APPROVE, trigger="automatic")
    assert sent.body["type"] == clicks.CARD
    await asyncio.sleep(0.15)
    assert not inside.replies


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0.01)


@pytest.mark.parametrize(("answer", "message"), [(CARD, "17"), ("Not yours.", "")])
async def test_a_submit_is_accepted_and_answered_on_its_card(
    client: Client, inside: Inside, answer: Any, message: str
) -> None:
    inside.answer = answer
    assert (await client.submit(ANA, THREAD, "17", {"verb": "approve", **APPROVE})).status == 202
    await settled()
    assert [(what, replaced) for _, what, replaced in inside.replies] == [(answer, message)]
    assert not inside.letters


async def test_a_submit_of_words_is_a_message(client: Client, inside: Inside) -> None:
    assert (await client.submit(ANA, THREAD, "17", "Service Request")).status == 202
    assert [letter.text for letter in inside.said] == ["Service Request"]
    assert not inside.replies


async def test_a_submit_nobody_knows_is_told_so(client: Client, inside: Inside) -> None:
    assert (await client.submit(ANA, THREAD, "17", {"verb": "no-such-verb"})).status == 202
    await settled()
    assert [(what, replaced) for _, what, replaced in inside.replies] == [("click.unknown_verb in pt-BR", "")]


@pytest.mark.parametrize(
    ("trouble", "tries"), [(MessageGone("gone"), ["17", ""]), (Undeliverable("no", "blocked"), ["17"])]
)
async def test_a_card_that_is_gone_is_posted_anew(
    client: Client, inside: Inside, trouble: Exception, tries: list[str]
) -> None:
    inside.answer, inside.refused = CARD, trouble
    await client.submit(ANA, THREAD, "17", {"verb": "approve", **APPROVE})
    await settled()
    assert [replaced for _, _, replaced in inside.replies] == tries


async def test_a_submit_while_the_store_is_down_is_told_so(client: Client, inside: Inside) -> None:
    inside.trouble = StoreDown("")
    assert (await client.submit(ANA, GROUP, "17", {"verb": "approve", **APPROVE})).status == 202
    await settled()
    assert [(what, replaced) for _, what, replaced in inside.replies] == [("desk.store_down in pt-BR", "")]


async def test_work_nobody_waits_for_is_logged_without_its_words(
    client: Client, inside: Inside, caplog: pytest.LogCaptureFixture
) -> None:
    inside.trouble = ValueError("secret words")
    await client.submit(ANA, THREAD, "17", {"verb": "approve", **APPROVE})
    await settled()
    assert "ValueError" in caplog.text
    assert "secret" not in caplog.text


async def test_health_readiness_and_metrics(http: aiohttp.ClientSession, url: str, inside: Inside) -> None:
    base = url.removesuffix("/api/messages")
    async with http.get(f"{base}/healthz") as response:
        assert response.status == 200
    async with http.get(f"{base}/readyz") as response:
        assert (response.status, await response.json()) == (200, {"store": "ok"})
    for parts, status in (
        ({"store": "does not answer", "agent": "ok"}, 503),
        ({"store": "ok", "agent": "warming"}, 503),
        ({"store": "ok", "agent": "does not answer", "mail": "does not answer", "space": "little"}, 200),
    ):
        inside.parts = parts
        async with http.get(f"{base}/readyz") as response:
            assert (response.status, await response.json()) == (status, parts)
    async with http.get(f"{base}/metrics") as response:
        assert 'desk_requests_total{path="/readyz",status="503"}' in await response.text()
        assert response.headers["Content-Type"].startswith("text/plain")


async def test_mail_notifications_go_to_their_own_door(
    http: aiohttp.ClientSession, room: Teams, inside: Inside, url: str
) -> None:
    async with http.post(url.replace("messages", "graph"), json={}) as response:
        assert response.status == 404

    async def graph(request: web.Request) -> web.Response:
        return web.Response(text=request.query["validationToken"])

    doors = inside.doors()
    object.__setattr__(doors, "graph", graph)
    async with (
        listening(application(room.gate, doors), "127.0.0.1", 0) as port,
        http.post(f"http://127.0.0.1:{port}/api/graph?validationToken=abc") as response,
    ):
        assert await response.text() == "abc"


async def test_clicks_under_way_are_finished_before_the_door_closes(
    room: Teams, connector: Connector, inside: Inside
) -> None:
    async def slowly() -> Any:
        await asyncio.sleep(0.1)
        return CARD

    inside.answer = slowly
    async with (
        listening(application(room.gate, inside.doors()), "127.0.0.1", 0) as port,
        Client(connector, f"http://127.0.0.1:{port}/api/messages") as client,
    ):
        await client.submit(ANA, THREAD, "17", {"verb": "approve", **APPROVE})
    assert [replaced for _, _, replaced in inside.replies] == ["17"]
