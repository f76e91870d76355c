"""Files people hand in: from where they may come, and what is not taken for a file."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.core.errors import Undeliverable
from bot.core.letter import FileRef
from bot.demo.connector import Connector
from bot.edges.teams import files
from bot.edges.teams.credentials import Credentials
from bot.edges.teams.files import Files
from bot.edges.teams.hosts import Hosts
from bot.edges.teams.room import Teams
from bot.edges.teams.shared import SharedFiles

RFP = b"RFP 2026-114\r\n1. Scope"


@pytest.fixture
async def desk(room: Teams) -> AsyncIterator[Files]:
    async def no_nap(_seconds: float) -> None:
        return

    async with aiohttp.ClientSession() as session:
        nobody = SharedFiles(session, room.connector, Credentials(None), "")
        yield Files(session, room.connector, Hosts(("127.0.0.1",)), nobody, no_nap)


def lies(connector: Connector, path: str, content: Any = RFP, status: int = 200, **headers: str) -> FileRef:
    connector.files[path] = {"status": status, "text": content, "headers": headers}
    return FileRef(name="RFP.txt", url=f"{connector.url}{path}?tempauth=v1.e%2Fy%3D")


async def test_a_file_is_fetched_without_our_token(desk: Files, connector: Connector) -> None:
    assert await desk.fetch(lies(connector, "/files/rfp"), connector.service_url) == RFP
    assert "Authorization" not in connector.log[0].headers
    assert connector.log[0].query == "tempauth=v1.e%2Fy%3D"


async def test_a_pasted_picture_is_fetched_with_it(desk: Files, connector: Connector) -> None:
    path = f"/amer/{connector.tenant}/v3/attachments/0-weu/views/original"
    picture = lies(connector, path, b"\x89PNG")
    assert await desk.fetch(picture, connector.service_url) == b"\x89PNG"
    assert connector.log[0].headers["Authorization"].startswith("Bearer ")


async def test_a_picture_at_another_host_gets_no_token(desk: Files, connector: Connector) -> None:
    path = f"/amer/{connector.tenant}/v3/attachments/0-weu/views/original"
    picture = lies(connector, path, b"\x89PNG")
    with pytest.raises(Undeliverable):
        await desk.fetch(picture, "https://smba.trafficmanager.net/amer/")
    assert "Authorization" not in connector.log[0].headers


@pytest.mark.parametrize(
    "url",
    [
        "https://attacker.example/x",
        "http://contoso.sharepoint.com/x",
        "https://sharepoint.com.attacker.example/x",
        "https://contoso.sharepoint.com@attacker.example/x",
        "http://169.254.169.254/metadata",
        "file:///etc/passwd",
        "",
    ],
)
async def test_other_hosts_are_never_asked(desk: Files, connector: Connector, url: str) -> None:
    with pytest.raises(Undeliverable, match=r"desk\.file_unsafe"):
        await desk.fetch(FileRef(name="x", url=url), connector.service_url)


@pytest.mark.parametrize("suffix", ["sharepoint.com", "sharepoint.us"])
def test_the_stores_of_teams_are_on_the_list(suffix: str) -> None:
    assert Hosts(()).plus(*files.STORES).allow(f"https://contoso-my.{suffix}/personal/x?tempauth=y")


async def test_a_redirect_is_followed_to_hosts_on_the_list(desk: Files, connector: Connector) -> None:
    lies(connector, "/files/there")
    there = lies(connector, "/files/here", b"", 302, Location="/files/there")
    assert await desk.fetch(there, connector.service_url) == RFP
    elsewhere = lies(connector, "/files/out", b"", 302, Location="https://attacker.example/x")
    with pytest.raises(Undeliverable, match=r"desk\.file_unsafe"):
        await desk.fetch(elsewhere, connector.service_url)


async def test_a_circle_of_redirects_ends(desk: Files, connector: Connector) -> None:
    circle = lies(connector, "/files/circle", b"", 302, Location="/files/circle")
    with pytest.raises(Undeliverable, match=r"desk\.file_lost"):
        await desk.fetch(circle, connector.service_url)


@pytest.mark.parametrize("status", [403, 404, 410])
async def test_a_file_that_is_gone_is_lost(desk: Files, connector: Connector, status: int) -> None:
    with pytest.raises(Undeliverable, match=r"desk\.file_lost"):
        await desk.fetch(lies(connector, "/files/x", "403 FORBIDDEN", status), connector.service_url)
    assert len(connector.log) == 1


async def test_a_server_in_trouble_is_asked_again(desk: Files, connector: Connector) -> None:
    connector.script({"on": {"path": "/files/*"}, "times": 2, "answer": {"status": 503}})
    assert await desk.fetch(lies(connector, "/files/x"), connector.service_url) == RFP


async def test_a_server_that_stays_in_trouble_is_given_up(desk: Files, connector: Connector) -> None:
    connector.script({"on": {"path": "/files/*"}, "times": -1, "answer": {"status": 503}})
    with pytest.raises(Undeliverable, match=r"desk\.file_lost"):
        await desk.fetch(lies(connector, "/files/x"), connector.service_url)
    assert len(connector.log) == len(files.PAUSES)


async def test_a_page_that_asks_for_a_password_is_no_file(desk: Files, connector: Connector) -> None:
    page = b"\xef\xbb\xbf\r\n<!DOCTYPE html><title>Sign in</title>"
    with pytest.raises(Undeliverable, match=r"desk\.file_login_page"):
        await desk.fetch(lies(connector, "/files/x", page), connector.service_url)
    saved = lies(connector, "/files/y", page).model_copy(update={"name": "saved.HTML"})
    assert await desk.fetch(saved, connector.service_url) == page


async def test_a_file_beyond_the_limit_is_not_taken(
    desk: Files, connector: Connector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LIMIT", 1000)
    assert await desk.fetch(lies(connector, "/files/x", b"x" * 1000), connector.service_url)
    with pytest.raises(Undeliverable, match=r"desk\.file_too_big") as refused:
        await desk.fetch(lies(connector, "/files/y", b"x" * 1001), connector.service_url)
    assert refused.value.reason == "too_big"
