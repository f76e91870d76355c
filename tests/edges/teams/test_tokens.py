"""Every row of the channel's token rules, over real HTTP."""

import asyncio
import base64
import time
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.core.errors import Rejected
from bot.demo.cast import ANA, APP_ID, TENANT, chat_with
from bot.demo.connector import Connector
from bot.demo.issuer import CHANNEL_ISSUER
from bot.demo.teams import Teams as Client
from bot.edges.teams.hosts import Hosts
from bot.edges.teams.keys import DAY, GAP, Keys, read_key
from bot.edges.teams.room import Teams
from bot.edges.teams.tokens import BELIEVED, REMEMBERED, Gate
from tests.edges.teams.conftest import Inside, open_room

CHAT = chat_with(ANA)


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = time.time()

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def gate(connector: Connector, clock: Clock) -> AsyncIterator[Gate]:
    async with aiohttp.ClientSession() as session:
        keys = Keys(session, connector.metadata_url, clock)
        yield Gate(keys, APP_ID, CHANNEL_ISSUER, frozenset({TENANT}), Hosts(("127.0.0.1",)), clock=clock)


def bearer(connector: Connector, **spoilt: Any) -> str:
    return f"Bearer {connector.issuer.token(connector.service_url, **spoilt)}"


async def status(client: Client, token: str | None = None, **other: Any) -> int:
    activity = client.activity(ANA, CHAT, "message") | {"text": "status?"} | other
    activity = {name: value for name, value in activity.items() if value is not ...}
    return (await client.send(activity, CHAT, token)).status


@pytest.mark.parametrize(
    ("why", "spoilt"),
    [
        ("expired an hour ago", {"exp": -3600}),
        ("no expiry", {"exp": None}),
        ("not yet valid", {"nbf": 3600}),
        ("another issuer", {"iss": "https://login.microsoftonline.com/x/v2.0"}),
        ("no issuer", {"iss": None}),
        ("another audience", {"aud": "00000000-0000-0000-0000-000000000000"}),
        ("no audience", {"aud": None}),
        ("audience in a list", {"aud": [APP_ID]}),
        ("signed with another key", {"sign_with": "k2"}),
        ("a key nobody published", {"kid": "k1", "header_kid": "k-invented"}),
        ("no key id", {"header_kid": None}),
        ("no signature", {"alg": "none"}),
        ("another algorithm", {"alg": "RS384"}),
        ("the style of a local emulator", {"iss": "https://sts.windows.net/x/", "azp": APP_ID, "serviceurl": None}),
    ],
)
async def test_a_token_that_is_not_genuine_is_401(client: Client, inside: Inside, why: str, spoilt: Any) -> None:
    token = client.connector.issuer.token(client.connector.service_url, **spoilt)
    assert await status(client, token) == 401, why
    assert not inside.letters


@pytest.mark.parametrize(
    ("why", "spoilt"),
    [
        ("a key endorsed for another channel", {"kid": "k2"}),
        ("a key without endorsements", {"kid": "k3"}),
        ("no service URL in the token", {"serviceurl": None}),
        ("another service URL in the token", {"serviceurl": "http://127.0.0.1:1/emea/"}),
        ("the service URL in other letters", {"serviceurl": "HTTP://127.0.0.1/"}),
    ],
)
async def test_a_genuine_token_for_something_else_is_403(client: Client, why: str, spoilt: Any) -> None:
    token = client.connector.issuer.token(spoilt.pop("serviceurl", client.connector.service_url), **spoilt)
    assert await status(client, token) == 403, why


@pytest.mark.parametrize(
    ("why", "spoilt"),
    [
        ("expired within the leeway", {"exp": -240}),
        ("valid in a moment", {"nbf": 200}),
    ],
)
async def test_clocks_may_differ_by_five_minutes(client: Client, why: str, spoilt: Any) -> None:
    assert await status(client, client.connector.issuer.token(client.connector.service_url, **spoilt)) == 202, why


async def test_a_missing_slash_in_the_token_does_not_matter(client: Client) -> None:
    assert await status(client, client.connector.issuer.token(client.connector.service_url.rstrip("/"))) == 202


@pytest.mark.parametrize(
    ("why", "other", "expected"),
    [
        ("no service URL", {"serviceUrl": ...}, 403),
        ("a service URL that is no text", {"serviceUrl": 7}, 403),
        ("a host that is not on the list", {"serviceUrl": "https://attacker.example/amer/"}, 403),
        ("no channel", {"channelId": ...}, 403),
        ("a channel where people name themselves", {"channelId": "webchat"}, 403),
        ("such a channel that the key may speak for", {"channelId": "emulator"}, 403),
        ("another tenant", {"channelData": {"tenant": {"id": "c2b7e9d4-18f3-4a5c-b06e-7d4f1a9c3e52"}}}, 403),
        ("the tenant told by the conversation", {"channelData": ...}, 202),
    ],
)
async def test_the_activity_must_be_what_the_token_is_for(client: Client, why: str, other: Any, expected: int) -> None:
    token = client.connector.issuer.token(str(other.get("serviceUrl", client.connector.service_url)))
    assert await status(client, token, **other) == expected, why


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic eDp5", "Bearer garbage", "Bearer a.b.c", "Bearer \u00e9.\u00e9.\u00e9"]
)
async def test_headers_of_all_kinds_are_401(room: Teams, header: str) -> None:
    with pytest.raises(Rejected) as refused:
        await room.gate.admit(header or None)
    assert refused.value.status == 401


async def test_a_header_nested_for_ever_is_401(room: Teams) -> None:
    deep = base64.urlsafe_b64encode(b"[" * 6000).decode().rstrip("=")
    with pytest.raises(Rejected) as refused:
        await room.gate.admit(f"Bearer {deep}.e30.e30")
    assert refused.value.status == 401


async def test_the_word_bearer_may_be_written_in_any_case(room: Teams, connector: Connector) -> None:
    assert await room.gate.admit(bearer(connector).replace("Bearer", "bEARER"))


async def test_a_known_token_is_not_verified_again_but_checked_again(client: Client) -> None:
    token = client.connector.issuer.token(client.connector.service_url)
    assert [await status(client, token) for _ in range(3)] == [202] * 3
    assert client.connector.issuer.fetches == 1
    assert await status(client, token, serviceUrl=client.connector.service_url + "emea/") == 403
    assert await status(client, token, channelData={"tenant": {"id": "elsewhere"}}) == 403


async def test_a_known_token_ends_with_its_expiry(gate: Gate, connector: Connector, clock: Clock) -> None:
    passed = await gate.admit(bearer(connector, exp=60))
    assert passed.until == pytest.approx(clock.now + 360, abs=2)
    assert (await gate.admit(bearer(connector))).until == clock.now + BELIEVED


async def test_verified_tokens_are_forgotten_with_the_key_set(gate: Gate, connector: Connector, clock: Clock) -> None:
    old = bearer(connector)
    await gate.admit(old)
    connector.issuer.rotate("k9")
    clock.now += GAP + 1
    await gate.admit(bearer(connector, kid="k9"))
    with pytest.raises(Rejected) as refused:
        await gate.admit(old)
    assert refused.value.status == 401


async def test_verified_tokens_are_forgotten_when_only_the_keys_were_fetched(
    gate: Gate, connector: Connector, clock: Clock
) -> None:
    old = bearer(connector)
    await gate.admit(old)
    connector.issuer.rotate("k9")
    clock.now += GAP + 1
    await gate.keys.fresh()
    with pytest.raises(Rejected) as refused:
        await gate.admit(old)
    assert refused.value.status == 401


async def test_the_memory_of_tokens_is_bounded(gate: Gate, connector: Connector) -> None:
    passed = await gate.admit(bearer(connector))
    for number in range(REMEMBERED + 1):
        gate.remember(str(number).encode(), passed)
    assert gate.remembered <= REMEMBERED


async def test_keys_are_fetched_once_by_many_at_the_same_time(client: Client) -> None:
    client.connector.issuer.delay = 0.1
    assert set(await asyncio.gather(*(status(client) for _ in range(20)))) == {202}
    assert client.connector.issuer.fetches == 1


async def test_invented_key_ids_do_not_bother_the_issuer(client: Client) -> None:
    assert await status(client) == 202
    for number in range(5):
        token = client.connector.issuer.token(client.connector.service_url, header_kid=f"k-{number}")
        assert await status(client, token) == 401
    assert client.connector.issuer.fetches == 1  # the last fetch was less than five seconds ago


async def test_without_any_key_the_channel_is_asked_to_come_again(client: Client) -> None:
    client.connector.issuer.status = 500
    assert await status(client) == 503


async def test_old_keys_serve_while_the_issuer_is_down(gate: Gate, connector: Connector, clock: Clock) -> None:
    await gate.admit(bearer(connector))
    connector.issuer.status = 500
    clock.now += DAY + 1
    assert await gate.admit(bearer(connector, exp=int(DAY) + 60))


async def test_after_a_day_keys_are_fetched_while_the_old_ones_serve(
    gate: Gate, connector: Connector, clock: Clock
) -> None:
    await gate.admit(bearer(connector))
    clock.now += DAY + 1
    connector.issuer.delay = 1.0
    began = time.monotonic()
    await gate.admit(bearer(connector, exp=int(DAY) + 60))
    assert time.monotonic() - began < 0.9
    for _ in range(500):
        if connector.issuer.fetches > 1:
            break
        await asyncio.sleep(0.01)
    assert connector.issuer.fetches == 2
    await gate.keys.fresh()


async def test_key_sets_over_plain_http_from_elsewhere_are_not_fetched() -> None:
    async with aiohttp.ClientSession() as session:
        assert not await Keys(session, "http://keys.example/openid").fresh()


@pytest.mark.parametrize(
    "odd", [None, [], {}, {"kty": "EC", "kid": "x"}, {"kty": "RSA", "kid": 1}, {"kty": "RSA", "kid": "x", "n": 3}]
)
def test_odd_keys_are_passed_over(odd: object) -> None:
    assert read_key(odd) is None


async def test_without_a_list_of_tenants_nobody_is_let_in(connector: Connector) -> None:
    async with open_room(connector, tenants=frozenset()) as room:
        passed = await room.gate.admit(bearer(connector))
        with pytest.raises(Rejected):
            room.gate.check(passed, "msteams", connector.service_url, connector.tenant)


async def test_a_client_on_this_machine_needs_no_token_but_a_local_address(connector: Connector) -> None:
    async with open_room(connector, anonymous=True, service_hosts=(), tenants=frozenset(), password="") as room:
        passed = await room.gate.admit(None)
        room.gate.check(passed, "emulator", "http://localhost:56150/_connector", "any")
        with pytest.raises(Rejected):
            room.gate.check(passed, "emulator", "https://smba.trafficmanager.net/amer/", "any")
        assert await room.connector.bearer() == {}
