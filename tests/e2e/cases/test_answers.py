"""How the Bot Connector takes the answers in a conversation, and what its readers see in the end."""

import re
from itertools import pairwise

import pytest

from bot.edges.teams.look import MADE_BY_AI
from cards.words import say
from tests.e2e.cases.agent import answer_of
from tests.e2e.cases.desk import Stage
from tests.e2e.cases.test_messages import THREAD, WITH_PRIYA
from tests.edges.teams.cases import load

pytestmark = pytest.mark.slow
GROUP = "19:9d3b6f0e4a7c4e21b8f5a2c6d1e0f374@thread.v2"
OTHER_THREAD = "19:kV2rTq8mZx0LwB5nHs7JdYc3PfGu1EoAi6RtNvKxQmW1@thread.tacv2;messageid=1796043630123"


async def test_a_stale_token_is_replaced_once_and_a_lost_registration_is_a_fault_of_configuration(stage: Stage) -> None:
    before = len(stage.connector.issuer.token_requests)
    await stage.play("connector-rejects-our-token-once")

    assert len(stage.connector.issuer.token_requests) == before + 1
    first, again, *refused = stage.posts()
    assert (first.answered, again.answered) == (401, 201)
    assert first.json["text"] == again.json["text"]
    assert stage.texts() == ["On track."]
    assert [one.answered for one in refused] == [401, 401]
    assert len({one.json["text"] for one in refused}) == 2  # placeholder and answer, neither of them twice
    assert stage.errors
    assert all(error.startswith("configuration: ") for error in stage.errors)


async def test_groups_and_channels_get_a_whole_answer_in_one_message_and_no_stream(stage: Stage) -> None:
    await stage.play("no-stream-in-group-and-channel", speed=4)

    whole = load("no-stream-in-group-and-channel")["input"]["agent"][0]["answer"]
    assert stage.texts(GROUP) == stage.texts(OTHER_THREAD) == [whole]
    assert stage.streams() == []
    for turn, where in zip(stage.agent.turns, (GROUP, OTHER_THREAD), strict=True):
        shown = next(one for one in stage.sent("PUT", where) if one.json["text"] == whole)
        assert shown.at - turn.ended_at < 5
    assert stage.errors == []


async def test_a_chat_that_takes_no_stream_gets_a_placeholder_and_the_answer_in_its_place(stage: Stage) -> None:
    case = load("stream-grows-beyond-the-limit")
    refusal = load("no-stream-in-group-and-channel")["input"]["connector"]
    case["input"]["connector"], case["input"]["agent"] = refusal, [{"answer": "On track."}]
    await stage.play(case)

    (refused,) = stage.streams()
    assert refused.answered == 405
    assert (len(stage.posts()), stage.texts(WITH_PRIYA)) == (1, ["On track."])
    assert stage.errors == []


async def test_a_stream_that_grows_too_large_is_replaced_and_every_paragraph_stands_once(stage: Stage) -> None:
    await stage.play("stream-grows-beyond-the-limit", speed=2)

    whole = answer_of(load("stream-grows-beyond-the-limit")["input"]["agent"][0])
    assert paragraphs(whole)[-1].startswith("Paragraph 13: ")
    assert paragraphs(" ".join(stage.texts(WITH_PRIYA))) == paragraphs(whole)
    assert all(one.utf16 < 12_000 * 3 for one in stage.posts() + stage.sent("PUT"))
    *before, last = stage.streams()
    assert last.answered == 403
    assert [one.answered for one in before] == [201] + [202] * (len(before) - 1)
    assert len(before) >= 3
    assert stage.connector.streams.unfinished == ()
    assert stage.connector.streams.wrong == []
    assert stage.errors == []


@pytest.mark.parametrize("told", [True, False], ids=["it says so", "the line is cut"])
async def test_a_stream_is_finished_with_a_note_when_the_agent_breaks_off(stage: Stage, told: bool) -> None:
    case = load("stream-is-finished-when-agent-fails")
    if not told:
        del case["input"]["agent"][0]["error"]
    await stage.play(case)

    *_, last = written = [one for one in stage.connector.log if one.method in ("POST", "PUT")]
    assert written == stage.streams()
    info = next(one for one in last.json["entities"] if one["type"] == "streaminfo")
    assert (last.json["type"], info) == (
        "message",
        {"type": "streaminfo", "streamType": "final", "streamId": written[0].id},
    )
    (shown,) = stage.texts(WITH_PRIYA)
    assert shown.startswith("The RFP asks for a fixed-price offer by 15 January. Two\n\n")
    assert shown.endswith(say("en-IN").t("desk.turn_failed" if told else "desk.turn_lost"))
    assert not re.search(r"Error|Traceback|\b[45]\d\d\b|127\.0\.0\.1|server_error", shown)
    assert MADE_BY_AI in last.json["entities"]
    assert stage.connector.streams.wrong == []
    assert stage.errors == []


def paragraphs(text: str) -> list[str]:
    return [" ".join(part.split()) for part in re.split(r"(?=Paragraph \d)", text) if part.strip()]


async def test_success_needs_no_body_and_no_id(stage: Stage) -> None:
    await stage.play("success-without-a-body")

    assert [one.answered for one in stage.posts()][:3] == [204, 200, 202]
    put = next(one for one in stage.sent("PUT") if one.answered == 204)
    assert put.json["text"] == "On track."
    answers = [one for one in stage.posts() + stage.sent("PUT") if one.json.get("text") == "On track."]
    assert len(answers) == 3  # one for each question, sent once
    assert [one.method for one in sorted(answers, key=lambda one: one.number)] == ["POST", "POST", "PUT"]
    assert (await stage.record("d-4f2a91")).draft.body == "Short text."
    assert stage.errors == []


async def test_two_writers_are_both_heard_once_and_one_after_the_other(stage: Stage) -> None:
    case = load("two-writers-precondition-failed")
    slowly = {"on": {"method": "PUT"}, "times": -1, "answer": {"status": 200, "json": {}, "delay_s": 0.2}}
    case["input"]["connector"].append(slowly)
    await stage.play(case)

    assert [one.answered for one in stage.posts()].count(412) == 1
    assert sorted(stage.texts(THREAD)) == ["Lot A: on track.", "Lot B: late."]
    written = stage.sent("POST", THREAD) + stage.sent("PUT", THREAD)
    for earlier, later in pairwise(sorted(written, key=lambda one: one.at)):
        assert earlier.method != "PUT" or later.at - earlier.at >= 0.2
    assert stage.errors == []


async def test_a_run_of_five_minutes_neither_floods_nor_fails(stage: Stage) -> None:
    """The placeholder says that work goes on; signs of typing beside it are few, and end with the first refusal."""
    await stage.play("typing-during-five-minutes", speed=100, pauses=True)

    signs = [one for one in stage.connector.log if one.json and one.json["type"] == "typing"]
    assert len(signs) <= 40
    assert all(later.at - earlier.at >= 3 for earlier, later in pairwise(signs))
    answered = stage.sent("PUT")[-1]
    assert all(one.at < answered.at for one in signs)
    assert [one.answered for one in signs].count(429) <= 1
    assert stage.texts(THREAD) == ["The draft is ready for review."]
    assert len(stage.posts()) == 1
    assert len(stage.sent("PUT")) <= 40
    assert answered.json["text"] == "The draft is ready for review."
    assert stage.errors == []


async def test_an_answer_its_reader_stops_is_left_at_once_and_the_next_message_is_answered(stage: Stage) -> None:
    await stage.play("user-stops-the-stream", speed=2, pauses=True)

    streams = stage.streams()
    refused = next(one for one in streams if one.answered == 403)
    of_the_first = [one for one in streams if one.number <= refused.number]
    assert [one.answered for one in of_the_first] == [201, 202, 202, 403]
    later = [one for one in stage.connector.log if one.number > refused.number]
    assert not any(of_the_first[0].id in str((one.json, one.path)) for one in later)
    assert len(stage.agent.cancelled) == 1
    assert stage.agent.turns[0].ended_at == 0.0  # it never came to its end
    assert stage.texts(WITH_PRIYA) == ["15 January 2027."]
    assert stage.connector.streams.wrong == []
    assert stage.errors == []
