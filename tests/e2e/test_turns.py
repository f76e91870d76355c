"""Turns side by side and one after the other, and how soon somebody sees that the desk is at it."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.demo.cast import ANA, CHANNEL, JOAO, MEI, PRIYA, SAM, chat_with
from bot.demo.teams import Teams
from tests.e2e.cases.desk import Stage, open_stage

pytestmark = pytest.mark.slow


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with open_stage(tmp_path / "data") as stage:
        yield stage


@pytest.fixture
async def people(stage: Stage) -> AsyncIterator[Teams]:
    async with Teams(stage.connector, stage.url) as teams:
        yield teams


async def test_two_projects_run_side_by_side(stage: Stage, people: Teams) -> None:
    stage.agent.script = [{"answer": "Done.", "delay_s": 2}]
    began = time.monotonic()
    cast = (PRIYA, MEI, SAM, JOAO)  # in chats of their own: a channel's threads share one rate limit
    await asyncio.gather(*(people.say(one, chat_with(one), "my project") for one in cast))
    await stage.settle()

    assert len(stage.agent.sessions) == 4
    assert time.monotonic() - began < 5  # one after the other they would take eight


async def test_one_project_takes_its_turns_in_order_and_one_at_a_time(stage: Stage, people: Teams) -> None:
    stage.agent.script = [{"answer": "Done.", "delay_s": 0.5}]
    sent = await people.say(ANA, CHANNEL, "message 0")
    for number in range(1, 5):
        await people.say(ANA, sent.talk, f"message {number}")
    await stage.settle()
    ends = [turn.ended_at for turn in stage.agent.turns]

    assert [turn.words for turn in stage.agent.turns] == [f"message {number}" for number in range(5)]
    assert all(later - earlier >= 0.5 for earlier, later in itertools.pairwise(ends))


async def test_the_placeholder_is_there_within_a_second_and_becomes_the_answer(stage: Stage, people: Teams) -> None:
    stage.agent.script = [{"answer": "Here it is.", "delay_s": 3}]
    began = time.monotonic()
    sent = await people.say(ANA, CHANNEL, "hello")
    while not stage.texts(sent.talk.conversation):
        await asyncio.sleep(0.01)
        assert time.monotonic() - began < 1

    assert stage.texts(sent.talk.conversation) == ["Já estou vendo."]
    await stage.settle()
    assert stage.texts(sent.talk.conversation) == ["Here it is."]
    assert len(stage.posts()) == 1


async def test_readiness_names_every_part(stage: Stage) -> None:
    async with aiohttp.ClientSession() as session, session.get(stage.url.replace("api/messages", "readyz")) as answer:
        parts = await answer.json()

    assert set(parts) >= {"store", "agent", "token"}
    assert set(parts.values()) == {"ok"}
