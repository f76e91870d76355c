"""The story of the demonstration once more, with a model beside the agent's rules: any endpoint that speaks to us."""

from pathlib import Path

import pytest

from tests.agent.model_server import ModelServer
from tests.e2e.playing import demo

pytestmark = pytest.mark.slow
LAST = (
    "briefs drafted 6 / approved 5 / edited 1 / rejected 1 / delivered 5, reminders 1, "
    "nothing sent without approval: yes"
)


async def test_the_story_is_the_same_with_a_model_that_finds_nothing_more(tmp_path: Path) -> None:
    async with ModelServer() as server:
        server.script = {"Meant": [{"intent": "other"}], "Judgement": ["I would rather not say."]}
        code, told = await demo(tmp_path, OPENAI_BASE_URL=server.url, OPENAI_API_KEY="key", AGENT_MODEL="scripted")
        asked = server.count()

    assert (code, told.strip().splitlines()[-1]) == (0, LAST)
    assert asked["Request"] >= 1
    assert asked["Meeting"] >= 1
    assert asked["Judgement"] >= 1


async def test_the_story_is_the_same_when_the_model_cannot_be_reached(tmp_path: Path) -> None:
    code, told = await demo(tmp_path, OPENAI_BASE_URL="http://127.0.0.1:9/v1", AGENT_MODEL="scripted")

    assert (code, told.strip().splitlines()[-1]) == (0, LAST)
