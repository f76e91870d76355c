"""Every misfortune of the platform, as the real SDK clients meet it."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import openai
import pytest
from azure.core.exceptions import (
    HttpResponseError,
    ResourceExistsError,
    ResourceNotFoundError,
    ServiceRequestError,
)
from neighbour import NAME, Desk, Neighbour, caller, documents, kinds, platform

pytestmark = pytest.mark.slow  # real processes, or the real clients on loopback

HOME = "s-1"
OTHER = "s-2"
LINE = openai.APIConnectionError
PLAIN = ["response.created", "response.in_progress"]


@pytest.fixture(scope="module")
def neighbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neighbour]:
    root = tmp_path_factory.mktemp("platform")
    with platform(root, "--sources", str(documents(root / "documents"))) as found:
        yield found


@pytest.fixture
async def desk(neighbour: Neighbour) -> AsyncIterator[Desk]:
    async with caller(neighbour) as found:
        await found.ask("DELETE", "_fault")
        yield found
        await found.ask("DELETE", "_fault")


async def listened(desk: Desk, **options: Any) -> tuple[list[Any], Exception | None]:
    """What arrived of a status turn, and how the line ended."""
    heard: list[Any] = []
    try:
        async for event in await desk.post(HOME, "status", **options):
            heard.append(event)
    except openai.APIError as trouble:
        return heard, trouble
    return heard, None


async def ran(desk: Desk, turn_id: str) -> bool:
    """Did the agent run this turn? Asked again, it says so."""
    for _ in range(40):
        again = (await desk.turn(HOME, "status", metadata={"turn_id": turn_id}))[-1]
        if again.type == "response.completed":
            return again.response.metadata.get("turn") == "replayed"
        await asyncio.sleep(0.1)
    return True


REFUSED = [
    (400, "invalid_request"),
    (401, "unauthorized"),
    (403, "session_not_accessible"),
    (404, "session_not_found"),
    (408, "request_timeout"),
    (409, "conversation_locked"),
    (424, "session_not_ready"),
    (429, "rate_limit_exceeded"),
    (500, "server_error"),
    (502, None),
    (503, "service_unavailable"),
    (504, None),
]


@pytest.mark.parametrize(("status", "code"), REFUSED)
async def test_any_status_refuses_a_turn_that_never_runs(desk, status, code):
    await desk.arm("status", status=status)

    with pytest.raises(openai.APIStatusError) as refused:
        await desk.turn(HOME, "status", metadata={"turn_id": f"t-{status}"})

    assert (refused.value.status_code, refused.value.code) == (status, code)
    assert not await ran(desk, f"t-{status}")
    assert await desk.injected() == {"status": 1}


async def test_a_refusal_says_how_long_to_wait(desk):
    await desk.arm("busy")
    await desk.arm("status", status=429, retry_after=130.5, code="slow_down")

    with pytest.raises(openai.RateLimitError) as short:
        await desk.turn(HOME, "status")
    with pytest.raises(openai.RateLimitError) as long:
        await desk.turn(HOME, "status")

    assert short.value.response.headers["retry-after"] == "1"
    assert (long.value.response.headers["retry-after"], long.value.code) == ("130.5", "slow_down")


async def test_a_line_that_breaks_at_once_leaves_the_turn_undone(desk):
    await desk.arm("reset")

    with pytest.raises(LINE):
        await desk.turn(HOME, "status", metadata={"turn_id": "t-reset"})

    assert not await ran(desk, "t-reset")


@pytest.mark.parametrize(("status", "code"), [(500, "server_error"), (503, "service_unavailable"), (504, None)])
async def test_a_turn_runs_although_it_is_answered_with_a_failure(desk, status, code):
    await desk.arm("fail_after", status=status)

    with pytest.raises(openai.APIStatusError) as refused:
        await desk.turn(HOME, "status", metadata={"turn_id": f"t-after-{status}"})

    assert (refused.value.status_code, refused.value.code) == (status, code)
    assert await ran(desk, f"t-after-{status}")


async def test_a_turn_runs_although_the_line_breaks_before_its_answer(desk):
    await desk.arm("reset_after")

    with pytest.raises(LINE):
        await desk.turn(HOME, "status", metadata={"turn_id": "t-silent"})

    assert await ran(desk, "t-silent")


@pytest.mark.parametrize("event", [0, 1, 4])
async def test_a_stream_is_cut_behind_the_event_that_was_named(desk, event):
    await desk.arm("cut", event=event)

    heard, trouble = await listened(desk)

    assert isinstance(trouble, LINE)
    assert [one.sequence_number for one in heard] == list(range(event))


async def test_a_stream_that_is_cut_cleanly_just_ends(desk):
    await desk.arm("cut", event=4, end="close")

    heard, trouble = await listened(desk)
    rest = [
        event
        async for event in await desk.openai.responses.retrieve(heard[0].response.id, stream=True, starting_after=3)
    ]

    assert trouble is None
    assert (len(heard), heard[-1].type) == (4, "response.content_part.added")
    assert (rest[0].sequence_number, rest[-1].type) == (4, "response.completed")


async def test_a_resumed_stream_may_be_cut_too(desk):
    first = (await listened(desk))[0][0].response.id
    await desk.arm("cut", on="resume", event=2)
    heard = []

    async def resume() -> None:
        async for event in await desk.openai.responses.retrieve(first, stream=True, starting_after=1):
            heard.append(event.sequence_number)

    with pytest.raises(LINE):
        await resume()
    assert heard == [2, 3]


async def test_a_stream_falls_silent_for_a_while_and_goes_on(desk):
    await desk.arm("hang", event=2, seconds=0.4)
    began = time.monotonic()
    times: dict[str, float] = {}

    async for event in await desk.post(HOME, "status"):
        times.setdefault(event.type, time.monotonic() - began)

    assert times["response.output_item.added"] - times["response.in_progress"] > 0.3
    assert "response.completed" in times


async def test_a_turn_that_is_taken_and_never_answered_is_run(desk):
    await desk.arm("hang")

    with pytest.raises(openai.APITimeoutError):
        await desk.turn(HOME, "status", metadata={"turn_id": "t-hang"}, timeout=0.5)

    assert await ran(desk, "t-hang")
    assert (await desk.injected())["hang"] == 1


async def test_an_answer_that_drips_arrives_whole(desk):
    await desk.arm("drip", bytes=200, seconds=0.01)
    began = time.monotonic()

    heard, trouble = await listened(desk)

    assert trouble is None
    assert heard[-1].type == "response.completed"
    assert time.monotonic() - began > 0.1
    assert await desk.injected() == {"drip": 1}


async def test_another_session_answers(desk):
    await desk.arm("other_session", other="s-fork")

    async with await desk.post(HOME, "status") as stream:
        named = stream.response.headers["x-agent-session-id"]
        heard = [event async for event in stream]

    assert named == "s-fork"
    assert {one.response.model_extra["agent_session_id"] for one in (heard[0], heard[-1])} == {"s-fork"}


async def test_a_session_is_lost_with_all_it_held(desk):
    await desk.create("s-lost")
    await desk.sessions.upload_session_file(NAME, "s-lost", b"x", path="a.txt")
    await desk.arm("lost", session="s-lost")

    with pytest.raises(openai.NotFoundError) as lost:
        await desk.turn("s-lost", "status")

    assert lost.value.code == "session_not_found"
    with pytest.raises(ResourceNotFoundError):
        await desk.sessions.get_session(NAME, "s-lost")


@pytest.mark.parametrize("on", ["turn", "session", "file"])
async def test_a_session_expires_before_its_time(desk, on):
    name = f"s-expired-{on}"
    await desk.create(name)
    await desk.arm("expired", session=name, on=on)
    look = {
        "turn": lambda: desk.turn(name, "status"),
        "session": lambda: desk.sessions.get_session(NAME, name),
        "file": lambda: desk.sessions.download_session_file(NAME, name, path="a.txt"),
    }

    await asyncio.gather(look[on](), return_exceptions=True)

    assert (await desk.sessions.get_session(NAME, name)).status == "expired"
    with pytest.raises(openai.NotFoundError) as gone:
        await desk.turn(name, "status")
    assert gone.value.code == "session_expired"


async def test_only_a_turn_with_a_chain_is_empty_when_so_asked(desk):
    await desk.arm("empty", chained=True)

    plain = await desk.turn(HOME, "status")
    stale = await desk.turn(HOME, "status", previous_response_id=plain[-1].response.id)

    assert len(plain) > 3
    assert kinds(stale) == [*PLAIN, "response.completed"]
    assert stale[-1].response.output == []


async def test_a_poisoned_chain_fails_for_as_long_as_it_is_used(desk):
    good = (await desk.turn(HOME, "status"))[-1].response.id
    await desk.arm("poisoned")
    unchained = (await desk.turn(HOME, "status"))[-1]

    first = (await desk.turn(HOME, "status", previous_response_id=good))[-1].response
    again = [
        (await desk.turn(HOME, "status", previous_response_id=one))[-1].response.error.message
        for one in (good, first.id)
    ]
    fresh = (await desk.turn(HOME, "status"))[-1]

    assert unchained.type == fresh.type == "response.completed"
    assert all(
        said.startswith("No tool output found for function call call_") for said in (first.error.message, *again)
    )
    assert await desk.injected() == {"poisoned": 3}


@pytest.mark.parametrize(
    ("kind", "prefix", "label"), [("consent", "oacr_", "workiq"), ("consent_prompt", "oauthreq_", None)]
)
async def test_consent_is_wanted_in_both_shapes(desk, kind, prefix, label):
    await desk.arm(kind)

    events = await desk.turn(HOME, "status")
    item, end = events[-2].item, events[-1]
    after = await desk.turn(HOME, "status", previous_response_id=end.response.id)

    assert (item.type, item.id.startswith(prefix)) == ("oauth_consent_request", True)
    assert item.consent_link.startswith("https://logic-")
    assert getattr(item, "server_label", None) == label
    assert (end.type, end.response.incomplete_details) == ("response.incomplete", None)
    assert after[-1].type == "response.completed"


async def test_leave_is_asked_for_a_tool(desk):
    await desk.arm("approval")

    events = await desk.turn(HOME, "status")
    item = events[-2].item

    assert (item.type, item.name, json.loads(item.arguments)) == (
        "mcp_approval_request",
        "send_mail",
        {"to": "owner@example.com"},
    )
    assert item.id.startswith("mcpr_")
    assert events[-1].type == "response.completed"


async def test_a_turn_fails_in_the_middle_of_a_sentence(desk):
    await desk.arm("failed", code="rate_limit_exceeded")

    events = await desk.turn(HOME, "status")

    assert "".join(one.delta for one in events if one.type == "response.output_text.delta") == "I read the request and "
    assert events[-1].type == "response.failed"
    assert events[-1].response.error.code == "rate_limit_exceeded"


async def test_a_stream_may_end_with_an_error_event(desk):
    await desk.arm("error")

    events = await desk.turn(HOME, "status")

    assert (events[-1].type, events[-1].code) == ("error", "server_error")
    assert (await desk.openai.responses.retrieve(events[0].response.id)).status == "failed"


async def test_a_played_turn_can_be_heard_again(desk):
    await desk.arm("consent")
    whole = await desk.turn(HOME, "status")
    response_id = whole[0].response.id

    rest = [e async for e in await desk.openai.responses.retrieve(response_id, stream=True, starting_after=1)]
    found = await desk.openai.responses.retrieve(response_id)

    assert kinds(rest) == kinds(whole)[2:]
    assert (found.status, found.output[0].type) == ("incomplete", "oauth_consent_request")


async def test_a_resumed_stream_starts_over_and_counts_on(desk):
    heard = (await listened(desk))[0]
    response_id, text = heard[0].response.id, heard[-1].response.output_text
    await desk.arm("restart", on="resume")

    async def resumed(after: int) -> list[Any]:
        stream = await desk.openai.responses.retrieve(response_id, stream=True, starting_after=after)
        return [event async for event in stream]

    anew = await resumed(5)
    tail = await resumed(anew[3].sequence_number)

    assert anew[0].type == "response.in_progress"
    assert anew[0].response.output == []
    assert [one.sequence_number for one in anew] == list(range(6, 6 + len(anew)))
    assert "".join(one.delta for one in anew if one.type == "response.output_text.delta") == text
    assert [(one.type, one.sequence_number) for one in tail] == [(one.type, one.sequence_number) for one in anew[4:]]


async def test_a_switch_is_for_one_session_and_for_so_many_turns(desk):
    await desk.arm("down", session=OTHER, times=2, skip=1)

    async def status_of(session: str) -> int:
        try:
            await desk.turn(session, "status")
        except openai.APIStatusError as refused:
            return refused.status_code
        return 200

    assert await status_of(HOME) == 200
    assert [await status_of(OTHER) for _ in range(4)] == [200, 503, 503, 200]
    assert await desk.injected() == {"down": 2}


async def test_a_switch_without_end_is_cleared(desk):
    await desk.arm("down", times=-1)

    for _ in range(3):
        with pytest.raises(openai.InternalServerError):
            await desk.turn(HOME, "status")
    _, before = await desk.ask("GET", "_fault")
    _, last = await desk.ask("DELETE", "_fault")

    assert (
        before
        == last
        == {
            "armed": [{"kind": "down", "times": -1, "left": -1}],
            "injected": {"down": 3},
            "poisoned": [],
        }
    )
    assert (await desk.turn(HOME, "status"))[-1].type == "response.completed"
    assert (await desk.ask("GET", "_fault"))[1] == {"armed": [], "injected": {}, "poisoned": []}


@pytest.mark.parametrize(
    ("status", "error"), [(404, ResourceNotFoundError), (409, ResourceExistsError), (503, HttpResponseError)]
)
async def test_sessions_and_files_are_refused_too(desk, status, error):
    await desk.create(f"s-{status}")
    for on in ("session", "file"):
        await desk.arm("status", status=status, on=on, session=f"s-{status}")

    with pytest.raises(error):
        await desk.sessions.get_session(NAME, f"s-{status}")
    with pytest.raises(error):
        await desk.sessions.download_session_file(NAME, f"s-{status}", path="a.txt")


async def test_a_session_that_was_made_may_be_answered_with_a_failure(desk):
    await desk.arm("fail_after", on="session", session="s-made")

    with pytest.raises(HttpResponseError):
        await desk.create("s-made")

    assert (await desk.sessions.get_session(NAME, "s-made")).agent_session_id == "s-made"


async def test_a_look_at_a_session_may_take_its_time(desk):
    await desk.create("s-late")
    await desk.arm("hang", on="session", session="s-late", seconds=0.4)
    began = time.monotonic()

    found = await desk.sessions.get_session(NAME, "s-late")

    assert found.agent_session_id == "s-late"
    assert time.monotonic() - began > 0.3


async def test_a_file_that_was_written_may_break_the_line(desk):
    await desk.create("s-file")
    await desk.arm("reset_after", on="file", times=2)  # the HTTP client tries what may be repeated once more by itself

    with pytest.raises(ServiceRequestError, match="reset"):  # the SDK's word for "not sent", which is not true here
        await desk.sessions.upload_session_file(NAME, "s-file", b"words", path="a.txt")
    kept = await desk.sessions.download_session_file(NAME, "s-file", path="a.txt")

    assert b"".join([chunk async for chunk in kept]) == b"words"


NONSENSE = [
    ({}, "kind"),
    ({"kind": "fire"}, "kind"),
    ({"kind": "down", "times": 0}, "times is 1 or more"),
    ({"kind": "down", "times": -2}, "times"),
    ({"kind": "down", "times": "2"}, "times"),
    ({"kind": "status", "status": 418}, "status must be one of"),
    ({"kind": "cut", "event": -1}, "event"),
    ({"kind": "cut", "seconds": 1}, "cut takes no seconds"),
    ({"kind": "consent", "on": "file"}, "consent cannot befall a file"),
    ({"kind": "hang", "on": "file", "event": 2}, "a file has no events"),
    ({"kind": "down", "on": "moon"}, "on"),
    ({"kind": "down", "colour": "red"}, "colour"),
    (["down"], "valid"),
]


@pytest.mark.parametrize(("written", "said"), NONSENSE, ids=str)
async def test_nonsense_is_refused_and_named(desk, written, said):
    status, body = await desk.ask("PUT", "_fault", written)

    assert status == 400
    assert said in body["error"]["message"]
    assert (await desk.ask("GET", "_fault"))[1]["armed"] == []


async def test_the_clock_is_moved_and_read(desk):
    _, before = await desk.ask("PUT", "_clock", {"ahead": -3600})
    _, after = await desk.ask("GET", "_clock")
    wrong, _ = await desk.ask("PUT", "_clock", {"ahead": "tomorrow"})
    await desk.ask("PUT", "_clock", {"ahead": 0})

    assert before["ahead"] == after["ahead"] == -3600
    assert abs(after["now"] + 3600 - time.time()) < 60
    assert wrong == 400
