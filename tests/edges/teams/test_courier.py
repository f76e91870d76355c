"""A file for a person: offered in their chat, put where their client says, shown afterwards."""

from typing import Any

import pytest

from bot.core.errors import Throttled, Undeliverable
from bot.core.letter import Slot
from bot.core.people import Channel, Place
from bot.demo.cast import ANA, CHANNEL, TENANT, chat_with
from bot.demo.connector import Connector
from bot.edges.teams.room import Teams
from tests.edges.teams.conftest import open_room

CONTENT = b"PK a small file"


def chat(connector: Connector, **other: Any) -> Place:
    made = Place(
        channel=Channel.TEAMS, tenant=TENANT, conversation=chat_with(ANA).conversation, kind="personal",
        service_url=connector.service_url, bot_id=f"28:{connector.app_id}",
    )  # fmt: skip
    return made.model_copy(update=other)


def slot(connector: Connector, **other: str) -> Slot:
    made = Slot(
        upload_url=f"{connector.url}/amer/v3/upload/1?token=signed", content_url="https://contoso-my.sharepoint.com/x.zip",
        name="x.zip", unique_id="u-1", file_type="zip",
    )  # fmt: skip
    return made.model_copy(update=other)


async def test_an_offer_says_what_it_is_and_how_large(room: Teams, connector: Connector) -> None:
    posted = await room.courier.offer(chat(connector), "x.zip", 1234, "The log of Northwind.", "p-1")
    (shown,) = connector.visible(chat_with(ANA).conversation)

    assert posted.ref == shown["id"]
    assert shown["attachments"] == [
        {
            "contentType": "application/vnd.microsoft.teams.card.file.consent",
            "name": "x.zip",
            "content": {
                "description": "The log of Northwind.",
                "sizeInBytes": 1234,
                "acceptContext": {"about": "p-1"},
                "declineContext": {"about": "p-1"},
            },
        }
    ]


async def test_people_are_asked_to_sign_in_in_their_own_chat_only(connector: Connector) -> None:
    async with open_room(connector, resource="api://desk.contoso.com/botid-1") as room:
        await room.courier.invite(chat(connector), "Sign in once.", "Sign in")
        (shown,) = connector.visible(chat_with(ANA).conversation)
        (card,) = shown["attachments"]
        assert card["contentType"] == "application/vnd.microsoft.card.oauth"
        assert card["content"]["tokenExchangeResource"]["uri"] == "api://desk.contoso.com/botid-1"
        sent = len(connector.log)
        for kind in ("group", "channel"):
            with pytest.raises(Undeliverable):
                await room.courier.invite(chat(connector, kind=kind), "Sign in once.", "Sign in")
        assert len(connector.log) == sent


async def test_nothing_is_offered_outside_a_chat(room: Teams, connector: Connector) -> None:
    with pytest.raises(Undeliverable):
        await room.courier.offer(chat(connector, kind="channel", conversation=CHANNEL.conversation), "x", 1, "x", "p-1")
    assert connector.log == []


async def test_the_file_goes_to_its_address_without_our_token_and_takes_the_offers_place(
    room: Teams, connector: Connector
) -> None:
    offer = await room.courier.offer(chat(connector), "x.zip", len(CONTENT), "why", "p-1")
    connector.script({"on": {"method": "PUT", "path": "*/upload/*"}, "answer": {"status": 201, "json": {}}})
    await room.courier.hand(chat(connector), slot(connector), CONTENT, offer.ref)

    (put,) = [one for one in connector.log if "/upload/" in one.path]
    assert (put.method, put.query) == ("PUT", "token=signed")
    assert put.headers["Content-Range"] == f"bytes 0-{len(CONTENT) - 1}/{len(CONTENT)}"
    assert "Authorization" not in put.headers
    (shown,) = connector.visible(chat_with(ANA).conversation)
    assert (shown["id"], shown["attachments"][0]["contentType"]) == (
        offer.ref,
        "application/vnd.microsoft.teams.card.file.info",
    )
    assert shown["attachments"][0]["content"] == {"uniqueId": "u-1", "fileType": "zip"}


@pytest.mark.parametrize(("status", "trouble"), [(503, Throttled), (429, Throttled), (403, Undeliverable)])
async def test_what_is_not_taken_is_said(
    room: Teams, connector: Connector, status: int, trouble: type[Exception]
) -> None:
    connector.script({"on": {"method": "PUT", "path": "*/upload/*"}, "answer": {"status": status, "json": {}}})

    with pytest.raises(trouble):
        await room.courier.hand(chat(connector), slot(connector), CONTENT, "1")


@pytest.mark.parametrize(
    "url", ["https://evil.example/up", "http://contoso.sharepoint.com/up", "file:///etc/passwd", ""]
)
async def test_a_file_is_put_only_where_files_live(room: Teams, connector: Connector, url: str) -> None:
    with pytest.raises(Undeliverable):
        await room.courier.hand(chat(connector), slot(connector, upload_url=url), CONTENT, "1")
