"""The bot's own token: asked for rarely, by one at a time, at the right door."""

import asyncio
import time
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiohttp import web

from bot.core.errors import Misconfigured, Throttled, Undeliverable
from bot.demo.cast import APP_ID, TENANT
from bot.demo.connector import Connector
from bot.edges.teams.cloud import PUBLIC, US_GOVERNMENT, cloud_of
from bot.edges.teams.credentials import Credentials, client_secret, fetch_for, read_token
from bot.edges.web import listening
from tests.edges.teams.conftest import open_room


class Source:
    """Hands out numbered tokens that live an hour, after a moment."""

    def __init__(self) -> None:
        self.asked, self.now, self.trouble = 0, 0.0, None
        self.credentials = Credentials(self.fetch, clock=lambda: self.now)

    async def fetch(self) -> tuple[str, float]:
        self.asked += 1
        await asyncio.sleep(0.01)
        if self.trouble:
            raise self.trouble
        return f"token-{self.asked}", 3600.0


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as found:
        yield found


async def test_many_callers_share_one_request() -> None:
    source = Source()
    assert set(await asyncio.gather(*(source.credentials.token() for _ in range(20)))) == {"token-1"}
    assert source.asked == 1


async def test_a_token_is_replaced_ahead_of_its_end_while_nobody_waits() -> None:
    source = Source()
    await source.credentials.token()
    source.now = 3100
    assert await source.credentials.token() == "token-1"
    await asyncio.sleep(0.03)
    assert await source.credentials.token() == "token-2"


async def test_a_failed_renewal_leaves_the_old_token_in_use(caplog: pytest.LogCaptureFixture) -> None:
    source = Source()
    await source.credentials.token()
    source.now, source.trouble = 3100, Throttled("no", 1)
    assert await source.credentials.token() == "token-1"
    await asyncio.sleep(0.03)
    assert "not refreshed" in caplog.text
    source.now = 3590
    with pytest.raises(Throttled):
        await source.credentials.token()


async def test_a_refused_token_is_dropped_and_a_newer_one_is_not() -> None:
    source = Source()
    old = await source.credentials.token()
    source.credentials.drop(old)
    assert await source.credentials.token() == "token-2"
    source.credentials.drop(old)
    assert await source.credentials.token() == "token-2"


async def test_a_caller_that_gives_up_does_not_stop_the_others() -> None:
    source = Source()
    first, second = (asyncio.create_task(source.credentials.token()) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == "token-1"


async def test_without_a_secret_the_bot_speaks_without_a_token() -> None:
    assert await Credentials(None).token() == ""


async def test_the_request_is_the_one_entra_expects(session: aiohttp.ClientSession, connector: Connector) -> None:
    fetch = client_secret(session, connector.token_url, APP_ID, "a secret", PUBLIC.scope)
    assert await fetch() == ("connector-token-1", 3599.0)
    assert connector.issuer.token_requests == [
        {
            "path": f"/{TENANT}/oauth2/v2.0/token",
            "grant_type": "client_credentials",
            "client_id": APP_ID,
            "client_secret": "a secret",
            "scope": "https://api.botframework.com/.default",
        }
    ]


async def test_ten_messages_need_one_token(connector: Connector) -> None:
    async with open_room(connector) as room:
        for _ in range(10):
            await room.connector.bearer()
    assert len(connector.issuer.token_requests) == 1


@pytest.mark.parametrize(
    ("status", "answer", "trouble"),
    [
        (400, {"error": "unauthorized_client", "error_description": "AADSTS700016"}, Undeliverable),
        (401, {"error": "invalid_client"}, Undeliverable),
        (429, {}, Throttled),
        (503, None, Throttled),
        (200, {}, Throttled),
        (200, {"access_token": 7}, Throttled),
        (200, [], Throttled),
    ],
)
def test_a_refusal_of_entra_is_configuration_and_the_rest_is_patience(
    status: int, answer: object, trouble: type[Exception]
) -> None:
    with pytest.raises(trouble):
        read_token(status, answer)


def test_a_life_in_words_is_read() -> None:
    assert read_token(200, {"access_token": "x", "expires_in": "3599"}) == ("x", 3599.0)
    assert read_token(200, {"access_token": "x"})[1] > 0


async def test_an_unreachable_token_server_is_a_matter_of_patience(session: aiohttp.ClientSession) -> None:
    with pytest.raises(Throttled):
        await client_secret(session, "http://127.0.0.1:9/token", APP_ID, "x", "y")()


@pytest.mark.parametrize(
    ("app_type", "tenant", "secret"),
    [("SingleTenant", "", "x"), ("SingleTenant", TENANT, ""), ("MultiTenant", TENANT, "")],
)
async def test_what_is_missing_is_named(
    session: aiohttp.ClientSession, app_type: str, tenant: str, secret: str
) -> None:
    with pytest.raises(Misconfigured, match="BOT_APP_"):
        fetch_for(session, PUBLIC, app_type, APP_ID, tenant, secret)


async def test_a_managed_identity_is_asked_through_its_sdk(
    session: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, str]] = []

    async def identity(request: web.Request) -> web.Response:
        asked.append(dict(request.query))
        ends = str(int(time.time()) + 7200)
        return web.json_response(
            {"access_token": "mi-token", "expires_on": ends, "resource": request.query["resource"]}
        )

    app = web.Application()
    app.router.add_get("/identity", identity)
    async with listening(app, "127.0.0.1", 0) as port:
        monkeypatch.setenv("IDENTITY_ENDPOINT", f"http://127.0.0.1:{port}/identity")
        monkeypatch.setenv("IDENTITY_HEADER", "x")
        text, lives = await fetch_for(session, PUBLIC, "UserAssignedMSI", APP_ID, TENANT, "")()
    assert (text, asked[0]["client_id"], asked[0]["resource"]) == ("mi-token", APP_ID, "https://api.botframework.com")
    assert 7000 < lives <= 7200


def test_the_cloud_follows_from_where_its_keys_are() -> None:
    assert cloud_of("https://login.botframework.com/v1/.well-known/openidconfiguration") is PUBLIC
    assert cloud_of("https://login.botframework.azure.us/v1/.well-known/openidconfiguration") is US_GOVERNMENT


async def test_the_room_says_what_is_wrong_with_its_token(connector: Connector) -> None:
    async with open_room(connector, token_url="http://127.0.0.1:9/token") as room:
        assert "no connector token" in await room.token_ready()
        assert await room.keys_ready() == "ok"
    with pytest.raises(Misconfigured):
        async with open_room(connector, password=""):
            pass


async def test_a_room_is_warm_before_its_first_message(connector: Connector) -> None:
    async with open_room(connector) as room:
        await room.warm()
        assert (len(connector.issuer.token_requests), connector.issuer.fetches) == (1, 1)
        assert await room.token_ready() == "ok"
