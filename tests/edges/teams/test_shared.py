"""Files in channels and group chats: asked of Graph, fetched where that is allowed, and else said to be missing."""

import base64
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.core.errors import Undeliverable
from bot.core.letter import FileRef
from bot.core.people import Channel, Place
from bot.demo.cast import TENANT
from bot.demo.connector import Connector
from bot.edges.teams.room import Teams
from tests.edges.teams.conftest import open_room

RFP = b"RFP 2026-114\r\n1. Scope"
TEAM, GROUP, ROOM, CHAT = "19:team@thread.tacv2", "7c0d-group", "19:deals@thread.tacv2", "19:chat@thread.v2"


@pytest.fixture
async def room(connector: Connector) -> AsyncIterator[Teams]:
    async with open_room(connector, graph=f"{connector.url}/files/graph") as found:
        yield found


@pytest.fixture
def place(connector: Connector) -> Place:
    connector.files[f"/amer/{TENANT}/v3/teams/{TEAM}"] = {"status": 200, "json": {"aadGroupId": GROUP}}
    return Place(
        channel=Channel.TEAMS, tenant=TENANT, conversation=f"{ROOM};messageid=100", kind="channel", team=TEAM,
        service_url=connector.service_url,
    )  # fmt: skip


def says(connector: Connector, path: str, found: object, status: int = 200) -> None:
    connector.files[f"/files/graph/{path}"] = {"status": status, "json": found}


def message(connector: Connector, name: str = "Pricing.xlsx") -> dict[str, Any]:
    """As Graph has it: a mention, a card, and a file that lies in SharePoint."""
    shared = {"id": "a1", "contentType": "reference", "contentUrl": f"{connector.url}/sites/deals/x.xlsx", "name": name}
    return {"id": "101", "attachments": [{"contentType": "messageReference"}, shared, {"contentType": "reference"}]}


@pytest.mark.parametrize(("ref", "path"), [("101", "/replies/101"), ("100", "")])
async def test_the_files_of_a_message_in_a_channel_are_known_to_graph(
    room: Teams, connector: Connector, place: Place, ref: str, path: str
) -> None:
    says(connector, f"teams/{GROUP}/channels/{ROOM}/messages/100{path}", message(connector, "../Preço\u202e.xlsx"))

    found = await room.voice.handed(place, ref)

    assert found == (FileRef(name="Preço.xlsx", url=f"{connector.url}/sites/deals/x.xlsx", shared=True),)
    assert connector.log[-1].headers["Authorization"].startswith("Bearer ")
    assert connector.issuer.token_requests[-1]["scope"] == "https://127.0.0.1/.default"


async def test_a_team_is_asked_for_its_group_once(room: Teams, connector: Connector, place: Place) -> None:
    says(connector, f"teams/{GROUP}/channels/{ROOM}/messages/100", message(connector))
    for _ in range(3):
        assert await room.voice.handed(place, "100")

    assert sum(heard.path.endswith(f"/v3/teams/{TEAM}") for heard in connector.log) == 1


async def test_in_a_group_chat_the_chat_is_asked(room: Teams, connector: Connector, place: Place) -> None:
    says(connector, f"chats/{CHAT}/messages/7", message(connector))
    group = place.model_copy(update={"conversation": f"{CHAT};messageid=5", "kind": "group", "team": ""})

    assert [one.name for one in await room.voice.handed(group, "7")] == ["Pricing.xlsx"]


@pytest.mark.parametrize("status", [401, 403, 404, 429, 503])
async def test_what_may_not_be_asked_for_is_not_there(
    room: Teams, connector: Connector, place: Place, status: int
) -> None:
    says(connector, f"teams/{GROUP}/channels/{ROOM}/messages/100", message(connector), status)

    assert await room.voice.handed(place, "100") == ()


async def test_a_team_that_nobody_knows_and_a_chat_of_two_are_not_asked_about(
    room: Teams, connector: Connector, place: Place
) -> None:
    assert await room.voice.handed(place.model_copy(update={"team": "19:other"}), "100") == ()
    assert await room.voice.handed(place.model_copy(update={"kind": "personal"}), "100") == ()
    assert not [heard for heard in connector.log if "/graph/" in heard.path]


async def test_a_shared_file_is_fetched_from_where_graph_says_without_our_token(
    room: Teams, connector: Connector, place: Place
) -> None:
    url = f"{connector.url}/sites/deals/x.xlsx"
    says(connector, "shares/" + _share(url), {"@microsoft.graph.downloadUrl": f"{connector.url}/files/bytes?temp=1"})
    connector.files["/files/bytes"] = {"status": 200, "text": RFP}

    content = await room.voice.fetch(place, FileRef(name="x.xlsx", url=url, shared=True))

    assert content == RFP
    assert "Authorization" not in connector.log[-1].headers


@pytest.mark.parametrize("answer", [{"status": 403, "json": {}}, {"status": 200, "json": {"id": "1"}}])
async def test_a_file_that_we_may_not_open_is_named_in_a_sentence(
    room: Teams, connector: Connector, place: Place, answer: dict[str, Any]
) -> None:
    url = f"{connector.url}/sites/deals/x.xlsx"
    connector.files[f"/files/graph/shares/{_share(url)}"] = answer

    with pytest.raises(Undeliverable, match=r"desk\.file_not_shared"):
        await room.voice.fetch(place, FileRef(name="x.xlsx", url=url, shared=True))


async def test_only_what_lies_in_sharepoint_is_asked_for(room: Teams, connector: Connector, place: Place) -> None:
    with pytest.raises(Undeliverable, match=r"desk\.file_unsafe"):
        await room.voice.fetch(place, FileRef(name="x", url="https://attacker.example/x", shared=True))
    assert connector.log == []


async def test_a_desk_without_a_token_of_its_own_asks_nobody(connector: Connector, place: Place) -> None:
    async with open_room(connector, graph=f"{connector.url}/files/graph", password="", anonymous=True) as room:
        assert await room.voice.handed(place, "100") == ()
        with pytest.raises(Undeliverable, match=r"desk\.file_not_shared"):
            await room.voice.fetch(place, FileRef(name="x", url=f"{connector.url}/x", shared=True))
    assert not [heard for heard in connector.log if "/graph/" in heard.path]


def _share(url: str) -> str:
    """As Graph's own documents spell it."""
    return "u!" + base64.b64encode(url.encode()).decode().rstrip("=").replace("/", "_").replace("+", "-") + "/driveItem"
