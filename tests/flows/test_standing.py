"""A dashboard is refreshed by its button: from the project's own log, and while nobody can read that, as it was."""

import json

import pytest

from bot.core.errors import AgentDown
from bot.core.people import Person
from bot.core.turn import Ended, Event, Started, Text, Viewed
from bot.flows import decide
from bot.flows.decide import Reply
from cards.click import Click
from cards.models import Dashboard
from cards.words import say
from tests.fakes import ANA, PRIYA, STRANGER, THREAD, Toy, said
from tests.flows.hands import PID, hear

ELSEWHERE = THREAD.model_copy(update={"conversation": "19:other@thread.tacv2;messageid=7"})
VIEW = {"project_name": "Northwind", "sections": [{"title": "Pricing"}], "exceptions": [{"body": "No price list."}]}
LOG = {"tasks": [{"id": "t1", "title": "Pricing", "status": "submitted"}, {"id": "t2", "title": "Security"}]}


@pytest.fixture
async def shown(toy: Toy) -> None:
    """A project whose dashboard stands in its thread; since then a task was handed in and one was added."""
    events: list[Event] = [
        Started(response_id="r1"), Text(delta="Read."), Viewed(payload=json.dumps(VIEW)),
        Ended(status="completed", response_id="r1"),
    ]  # fmt: skip
    toy.agent.script = [events]
    await hear(toy, said("we received the RFP"))
    toy.agent.files[f"desk-{PID}", f"projects/{PID}/project_log.json"] = json.dumps(LOG).encode()


async def refreshed(toy: Toy, actor: Person = ANA, place=THREAD) -> Reply:  # type: ignore[no-untyped-def] # a place
    return await decide.click(toy.world, Click(verb="refresh", ref=PID), actor, "en", place)


async def test_it_shows_what_the_log_says_by_now_and_keeps_what_only_the_agent_told(toy: Toy, shown: None) -> None:
    board = await refreshed(toy)

    assert isinstance(board, Dashboard)
    assert [(task.title, task.state) for task in board.tasks] == [("Pricing", "done"), ("Security", "open")]
    assert (board.done, board.total) == (1, 2)
    assert board.exceptions == ("No price list.",)
    assert board.as_of == toy.clock().isoformat()


async def test_while_the_agent_is_away_it_is_the_last_picture_with_its_own_time(toy: Toy, shown: None) -> None:
    before = toy.clock().isoformat()
    toy.clock.forward(hours=3)
    toy.agent.no_files = AgentDown("away")

    board = await refreshed(toy)

    assert isinstance(board, Dashboard)
    assert [task.title for task in board.tasks] == ["Pricing"]
    assert board.as_of == before


async def test_whoever_is_where_it_stands_may_refresh_it_and_nobody_else(toy: Toy, shown: None) -> None:
    assert isinstance(await refreshed(toy, PRIYA), Dashboard)
    assert isinstance(await refreshed(toy, ANA, ELSEWHERE), Dashboard)
    assert await refreshed(toy, STRANGER, ELSEWHERE) == say("en").t("desk.not_yours")


async def test_a_card_that_nobody_knows_is_refused_in_words(toy: Toy) -> None:
    assert await refreshed(toy) == say("en").t("desk.unknown_button")
