"""What happens when somebody presses a button on a card, from the web door to the recipient."""

import os
import re
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.core.draft import State
from bot.core.parcel import Fate
from tests.e2e.cases.desk import Stage
from tests.e2e.cases.test_messages import THREAD, WITH_PRIYA
from tests.edges.teams.cases import load

pytestmark = pytest.mark.slow
CARD, TEXT = "application/vnd.microsoft.card.adaptive", "application/vnd.microsoft.activity.message"
OWN_CARD = "1796043605432"
REMINDER = "Hi Priya, the cost estimate for the Contoso SOW was due on 27 Nov. Can you send it by Wednesday?"
INTERNAL = re.compile(r"Traceback|Error|Exception|HTTP|\b[45]\d\d\b|127\.0\.0\.1|localhost|://")


def inside(card: Any, key: str) -> Iterator[Any]:
    """Every value under this name, wherever it is in the card."""
    if isinstance(card, dict):
        for name, value in card.items():
            if name == key:
                yield value
            yield from inside(value, key)
    elif isinstance(card, list):
        for item in card:
            yield from inside(item, key)


def words_of(card: Any) -> str:
    """Everything a reader sees of it: text blocks, and runs of plain text."""
    runs = [one for block in inside(card, "inlines") for one in block if isinstance(one, str)]
    return "\n".join([*(str(one) for one in inside(card, "text")), *runs])


async def decisions(stage: Stage, name: str = "d-4f2a91") -> list[str]:
    """What the audit says was done with a draft: verb and version."""
    lines = [line.split("|") for line in await stage.store.audit(stage.known.records[name].key)]
    return [f"{verb} v{version}" for _, verb, version, _, _, word in lines if word == "done"]


async def test_a_card_of_three_weeks_ago_is_answered_in_plain_words(stage: Stage) -> None:
    (response,) = (await stage.play("approve-card-of-three-weeks-ago")).responses

    assert response.status == 200
    assert set(response.body) == {"statusCode", "type", "value"}
    assert (response.body["statusCode"], response.body["type"]) == (200, TEXT)
    assert "não está mais aberto" in response.body["value"]
    assert "Escreva “pendentes”" in response.body["value"]
    assert not INTERNAL.search(response.body["value"])
    assert stage.connector.log == []
    assert await stage.record("d-4f2a91") == stage.known.records["d-4f2a91"]
    assert (await decisions(stage), stage.errors) == ([], [])


async def test_an_approval_is_answered_with_a_card_and_happens_once(stage: Stage) -> None:
    (response,) = (await stage.play("execute-approve-json-answer")).responses

    assert response.status == 200
    assert response.kind.startswith("application/json")
    assert (response.body["statusCode"], response.body["type"]) == (200, CARD)
    assert response.body["value"]["type"] == "AdaptiveCard"
    assert response.seconds < 3
    assert await decisions(stage) == ["approve v3"]
    record = await stage.record("d-4f2a91")
    assert (record.state, record.draft.version, record.draft.body) == (State.APPROVED, 3, REMINDER)
    assert stage.texts(WITH_PRIYA) == [REMINDER]
    assert (await stage.parcel("d-4f2a91")).fate is Fate.SENT
    assert stage.errors == []


async def test_the_text_in_the_click_is_what_is_approved_and_sent(stage: Stage) -> None:
    case = load("execute-approve-json-answer")
    case["input"]["steps"][0]["post"]["body"]["value"]["action"]["data"]["draft"] = "Hi Priya, any news?"
    await stage.play(case)

    assert await decisions(stage) == ["edit_approve v3"]
    assert (await stage.record("d-4f2a91")).draft.body == "Hi Priya, any news?"
    assert stage.texts(WITH_PRIYA) == ["Hi Priya, any news?"]


async def test_a_long_change_is_acknowledged_at_once_and_finished_later(stage: Stage) -> None:
    first, second = (await stage.play("execute-slow-agent-acknowledged", speed=10, pauses=True)).responses

    for response in (first, second):
        assert (response.status, response.body["statusCode"], response.body["type"]) == (200, 200, CARD)
        assert response.seconds < 3
        assert "está em andamento" in words_of(response.body["value"])
    (turn,) = stage.agent.turns
    after = [one for one in stage.connector.log if one.at > turn.ended_at - 0.5 and one.json]
    assert [one for one in after if one.method == "PUT" and one.path.endswith(OWN_CARD)] == []
    (posted,) = [one for one in after if one.method == "POST"]
    assert posted.path.endswith(f"/{THREAD}/activities")
    (card,) = stage.cards(THREAD)[-1:]
    assert "Hi Priya, please send the cost estimate by Wednesday." in words_of(card)
    assert await decisions(stage) == ["change v3"]
    assert (await stage.record("d-4f2a91")).draft.version == 4
    assert stage.errors == []


async def test_a_refresh_needs_no_agent(stage: Stage) -> None:
    (response,) = (await stage.play("refresh-automatic-while-agent-down")).responses

    shows_the_draft(response.body)
    assert REMINDER in words_of(response.body["value"])
    assert stage.agent.turns == stage.connector.log == []
    assert stage.errors == []


async def test_a_refresh_without_a_store_leaves_a_card_that_refreshes_itself(stage: Stage) -> None:
    await stage.play("refresh-automatic-while-agent-down")
    async with frozen_store(stage):
        again = await stage.repeat("refresh-automatic-while-agent-down")

    assert again.seconds < 3
    shows_the_draft(again.body)
    action = again.body["value"]["refresh"]["action"]
    assert (action["verb"], action["data"]["draft_id"]) == ("refresh", stage.known.records["d-4f2a91"].key)
    assert stage.connector.log == []


def shows_the_draft(body: dict[str, Any]) -> None:
    assert (body["statusCode"], body["type"]) == (200, CARD)
    assert body["value"]["type"] == "AdaptiveCard"


@asynccontextmanager
async def frozen_store(stage: Stage) -> AsyncIterator[None]:
    """The store's server takes connections and answers nothing."""
    server = (await stage.store.client.info("server"))["process_id"]
    os.kill(server, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server, signal.SIGCONT)


async def test_a_refresh_with_an_old_revision_shows_the_present_one(stage: Stage) -> None:
    (response,) = (await stage.play("refresh-carries-old-revision")).responses

    shows_the_draft(response.body)
    card = response.body["value"]
    assert "Hi Priya, could you send the cost estimate by Thursday noon?" in words_of(card)
    assert "4" in next(text for text in inside(card, "text") if "Contoso – SOW" in text)
    versions = [one for one in inside(card, "version") if not isinstance(one, str)]
    assert versions
    assert set(versions) == {4}
    assert stage.connector.log == []
    assert stage.errors == []


async def test_a_submit_updates_the_bots_own_card_and_approves_once(stage: Stage) -> None:
    assert (await stage.play("update-uses-the-bots-own-message")).statuses == [202]

    puts = stage.sent("PUT")
    assert puts
    assert all(one.path.endswith(f"/{THREAD}/activities/{OWN_CARD}") for one in puts)
    assert [one.path.endswith(f"/{WITH_PRIYA}/activities") for one in stage.posts()] == [True]
    assert await decisions(stage) == ["approve v3"]
    assert stage.texts(WITH_PRIYA) == [REMINDER]
    assert stage.errors == []
