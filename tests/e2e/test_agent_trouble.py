"""An agent that is busy, away or long at work, seen from the chat: who waits, for how long, and what is said."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.demo.cast import ANA, CHANNEL, Talk
from bot.demo.teams import Teams
from tests.e2e.cases.desk import Stage, open_stage

pytestmark = pytest.mark.slow
BUSY = {"error": {"status": 429, "code": "rate_limit_exceeded", "headers": {"retry-after": "3"}}}
AWAY = {"error": {"status": 503, "code": "service_unavailable"}}


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with open_stage(tmp_path / "data") as stage:
        yield stage


@pytest.fixture
async def people(stage: Stage) -> AsyncIterator[Teams]:
    async with Teams(stage.connector, stage.url) as teams:
        yield teams


def told(stage: Stage, words: str) -> list[float]:
    """When the thread was shown a message with these words."""
    return [one.at for one in stage.connector.log if words in str((one.json or {}).get("text"))]


async def until(stage: Stage, talk: Talk, words: str, seconds: float) -> float:
    began = time.monotonic()
    while not any(words in text for text in stage.texts(talk.conversation)):
        assert time.monotonic() - began < seconds, stage.texts(talk.conversation)
        await asyncio.sleep(0.02)
    return time.monotonic() - began


async def test_a_busy_agent_is_asked_again_when_it_said_and_the_order_is_kept(stage: Stage, people: Teams) -> None:
    stage.agent.script = [BUSY, BUSY, {"answer": "Done."}]
    began = time.monotonic()
    sent = await people.say(ANA, CHANNEL, "message 0")
    for number in (1, 2):
        await people.say(ANA, sent.talk, f"message {number}")
    await stage.settle()

    tries = stage.agent.turns
    assert [one.words for one in tries] == ["message 0"] * 3 + ["message 1", "message 2"]
    assert all(2.9 < later - earlier < 3.6 for earlier, later in itertools.pairwise(one.began_at for one in tries[:3]))
    (said,) = told(stage, "ocupado no momento")
    assert said - began < 10
    assert stage.texts(sent.talk.conversation) == ["Done."] * 3


async def test_an_agent_that_is_away_is_spoken_of_once_and_answers_in_the_same_place(
    stage: Stage, people: Teams
) -> None:
    stage.agent.script = [AWAY, AWAY, {"answer": "Back."}]
    sent = await people.say(ANA, CHANNEL, "hello")
    await stage.settle()

    assert len(told(stage, "não responde no momento")) == 1
    assert stage.texts(sent.talk.conversation) == ["Back."]
    assert len(stage.posts()) == 1


async def test_short_questions_do_not_wait_behind_a_long_turn(stage: Stage, people: Teams) -> None:
    stage.agent.script = [{"answer": "Started."}, {"answer": "At last.", "delay_s": 6}]
    sent = await people.say(ANA, CHANNEL, "hello")
    await stage.settle()
    await people.say(ANA, sent.talk, "a long piece of work")
    await asyncio.sleep(1)
    for question, words in (("ajuda", "Mencione"), ("pendentes", "Nada aguarda")):
        await people.say(ANA, sent.talk, question)
        assert await until(stage, sent.talk, words, 2) < 2
    assert "At last." not in stage.texts(sent.talk.conversation)

    await stage.settle()
    assert "At last." in stage.texts(sent.talk.conversation)
    assert len(stage.agent.turns) == 2
