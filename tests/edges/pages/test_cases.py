"""Recorded cases: a scanner that follows the link in a mail, and Outlook's own kind of click."""

import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.core.address import page_path
from bot.core.draft import State
from bot.core.people import Person, Place
from bot.demo.connector import Connector
from bot.edges.web import application, listening
from bot.flows import decide, redraw
from cards.click import Click
from tests.catalogue.clicking import audit, now_of, shown
from tests.edges.pages.browser import Browser
from tests.edges.pages.conftest import Scene
from tests.edges.teams.conftest import Inside, open_room
from tests.fakes import ANA, TENANT, Toy
from tests.flows.hands import started

CASES = Path(__file__).parents[2] / "samples" / "outlook_cards"
Json = dict[str, Any]


def case(name: str) -> Json:
    found: Json = json.loads((CASES / f"webhook-{name}.json").read_text("utf-8"))
    return found


def allowed(expect: list[Json], path: str) -> object:
    return next(one["value"] for one in expect if one["path"] == path)


async def test_a_link_scanner_decides_nothing(scene: Scene, browser: Browser) -> None:
    found = case("approval-link-get")
    record, *_ = await started(scene.toy)
    statuses = []
    for step in found["input"]["steps"][0]:
        url = f"{scene.origin}{page_path(record.key)}"
        async with browser.http.request(
            step["method"], url, headers=step.get("headers"), allow_redirects=False
        ) as answer:
            statuses.append(answer.status)

    assert statuses[1] in allowed(found["expect"], "http.responses.1.status")  # type: ignore[operator] # a list
    assert (await now_of(scene.toy, record)).state is State.PENDING
    assert await audit(scene.toy, record) == ()


@pytest.fixture
async def connector() -> Any:
    async with Connector() as found:
        yield found


async def test_outlooks_click_on_a_card_of_the_bot_is_answered_with_a_card(connector: Connector, toy: Toy) -> None:
    """The case says nothing of tenants and takes the sender at their word, as a desk without tokens does."""
    found = case("card-action-invoke")
    record, *_ = await started(toy)
    world = toy.world

    async def click(clicked: Click, actor: Person, place: Place, _now: datetime) -> "dict[str, object] | str":
        answer = await decide.click(world, clicked, actor, place.locale, place)
        return answer if isinstance(answer, str) else redraw.draw(world, answer, place)

    body = found["input"]["steps"][0][0]["body"]
    body["value"]["action"]["data"] = shown(record)
    body["from"]["aadObjectId"] = ANA.oid
    body["channelData"] = {"tenant": {"id": TENANT}}
    async with open_room(connector, anonymous=True, service_hosts=("outlook.example.com",)) as room:
        app = application(room.gate, replace(Inside().doors(), click=click))
        async with (
            listening(app, "127.0.0.1", 0) as port,
            aiohttp.ClientSession() as http,
            http.post(f"http://127.0.0.1:{port}/api/messages", json=body) as answer,
        ):
            status, told = answer.status, await answer.json()

    assert (status, told["statusCode"]) == (200, 200)
    assert told["type"] in allowed(found["expect"], "http.responses.0.json.type")  # type: ignore[operator] # a list
    assert (await now_of(toy, record)).state is State.APPROVED
    assert len(await audit(toy, record)) == 1
