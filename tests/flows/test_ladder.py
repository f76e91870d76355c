"""When the history a turn stands on is no good: the good one before it, then none, and never more than that."""

import pytest

from agent import lines
from bot.core.errors import AgentTrouble, ChainLost
from bot.core.people import Project
from bot.core.turn import Ended, Event, Started
from cards.words import say
from tests.fakes import Toy, answer, said
from tests.flows.hands import PID, hear

EMPTY: list[Event] = [Started(response_id="caresp_e"), Ended(status="completed", response_id="caresp_e")]
FAILED: list[Event] = [Started(response_id="caresp_f"), Ended(status="failed", response_id="caresp_f")]


async def project_of(toy: Toy) -> Project:
    project = await toy.store.project(PID)
    assert project is not None
    return project


async def two_turns(toy: Toy) -> None:
    """A conversation with a chain and a good one before it."""
    for number in (1, 2):
        toy.agent.script = [answer("Good.", response_id=f"caresp_{number}")]
        await hear(toy, said("go on", number=number))
    toy.agent.requests.clear()
    toy.voice.messages.clear()


async def asked(toy: Toy, *script: list[Event] | AgentTrouble) -> list[tuple[str, str]]:
    """(turn id, chain) of every post for one message."""
    await two_turns(toy)
    toy.agent.script = [*script, answer("Once more?")]
    await hear(toy, said("and now?", number=3))
    return [(one.turn_id, one.chain) for one in toy.agent.requests]


async def test_a_refused_chain_is_left_for_the_good_one_before_it(toy: Toy) -> None:
    posts = await asked(toy, ChainLost("404"), answer("Back.", response_id="caresp_3"))

    assert posts == [("m3", "caresp_2"), ("m3-earlier", "caresp_1")]
    assert toy.voice.texts() == ["Back."]
    project = await project_of(toy)
    assert (project.chain, project.earlier_chain) == ("caresp_3", "caresp_1")


async def test_where_the_one_before_it_is_refused_too_the_conversation_is_begun_anew_in_the_same_sandbox(
    toy: Toy,
) -> None:
    posts = await asked(toy, ChainLost("poisoned"), ChainLost("poisoned"), answer("Back.", response_id="caresp_3"))

    assert posts == [("m3", "caresp_2"), ("m3-earlier", "caresp_1"), ("m3-again", "")]
    assert {one.session_id for one in toy.agent.requests} == {f"desk-{PID}"}
    project = await project_of(toy)
    assert (project.chain, project.earlier_chain) == ("caresp_3", "")


async def test_an_empty_answer_is_asked_for_once_more_without_any_chain(toy: Toy) -> None:
    posts = await asked(toy, EMPTY, answer("Back."))

    assert posts == [("m3", "caresp_2"), ("m3-again", "")]
    assert toy.voice.texts() == ["Back."]


async def test_an_empty_answer_on_the_earlier_chain_leads_to_none(toy: Toy) -> None:
    posts = await asked(toy, ChainLost("404"), EMPTY, answer("Back."))

    assert posts == [("m3", "caresp_2"), ("m3-earlier", "caresp_1"), ("m3-again", "")]


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ((ChainLost("1"), ChainLost("2"), ChainLost("3")), "desk.turn_failed"),
        ((ChainLost("1"), ChainLost("2"), EMPTY), "desk.empty_answer"),
        ((EMPTY, EMPTY), "desk.empty_answer"),
        ((EMPTY, ChainLost("2")), "desk.turn_failed"),
        ((ChainLost("1"), FAILED), "desk.turn_failed"),
        ((FAILED,), "desk.turn_failed"),
    ],
)
async def test_no_rung_is_tried_twice_and_the_end_of_the_ladder_is_a_sentence(
    toy: Toy, script: tuple[list[Event] | AgentTrouble, ...], sentence: str
) -> None:
    posts = await asked(toy, *script)

    assert len(posts) == len(set(posts)) == len(script)
    assert len({turn_id for turn_id, _ in posts}) == len({chain for _, chain in posts}) == len(posts)
    assert toy.voice.texts() == [say("en").t(sentence)]


async def test_without_a_chain_there_is_no_ladder(toy: Toy) -> None:
    toy.agent.script = [EMPTY, answer("Twice?")]
    await hear(toy, said("hello"))

    assert len(toy.agent.requests) == 1


async def test_after_turns_that_failed_the_conversation_goes_on_from_an_earlier_point_and_then_from_none(
    toy: Toy,
) -> None:
    await two_turns(toy)
    chains = []
    toy.agent.script = [FAILED]
    for number in (3, 4):
        await hear(toy, said("and now?", number=number))
        chains.append((await project_of(toy)).chain)

    assert chains == ["caresp_1", ""]


async def test_a_conversation_begun_anew_says_so_between_the_machine_lines_and_the_words(toy: Toy) -> None:
    await asked(toy, EMPTY, answer("Back."))
    first, second = (one.input.splitlines() for one in toy.agent.requests)

    assert second[:2] == first[:2]
    assert second[2] == f"[The conversation was begun anew. The state of project {PID} is in its files.]"
    assert second[3:] == first[2:]


async def test_our_own_agent_does_not_take_the_notice_for_words(toy: Toy) -> None:
    await asked(toy, EMPTY, answer("Back."))
    first, second = (lines.read({"input": one.input}, {}) for one in toy.agent.requests)

    assert second == first
    assert second.text == "and now?"


async def test_a_worker_that_dies_on_the_second_rung_is_followed_by_one_that_takes_up_its_answer(toy: Toy) -> None:
    await two_turns(toy)
    mark = await toy.store.mark_of("m3")
    for turn_id, response_id in (("m3", "caresp_e"), ("m3-again", "caresp_3")):
        await toy.store.mark(turn_id, mark.model_copy(update={"posting": True, "response_id": response_id}))
    toy.agent.rests = {"caresp_e": EMPTY, "caresp_3": answer("Back.", response_id="caresp_3")}
    await hear(toy, said("and now?", number=3))

    assert toy.agent.requests == []
    assert toy.voice.texts() == ["Back."]
