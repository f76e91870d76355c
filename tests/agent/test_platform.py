"""The real SDK clients against the real platform with real agent processes."""

import asyncio
import io
import json
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import openai
import pytest
from azure.core.exceptions import (
    ClientAuthenticationError,
    HttpResponseError,
    ResourceExistsError,
    ResourceNotFoundError,
)
from azure.core.pipeline.policies import SansIOHTTPPolicy
from neighbour import NAME, Desk, Neighbour, caller, calls, documents, kinds, platform

pytestmark = pytest.mark.slow  # real processes, or the real clients on loopback

NOBODY = "caresp_" + "0" * 50


@pytest.fixture(scope="module")
def neighbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Neighbour]:
    root = tmp_path_factory.mktemp("platform")
    with platform(root, "--sources", str(documents(root / "documents"))) as found:
        yield found


@pytest.fixture
async def desk(neighbour: Neighbour) -> AsyncIterator[Desk]:
    async with caller(neighbour) as found:
        yield found


async def test_the_ready_file_is_ours_alone_and_says_where(neighbour):
    assert neighbour.facts["pid"] == neighbour.process.pid
    assert oct(neighbour.ready.stat().st_mode & 0o777) == "0o600"


async def test_a_whole_start_turn_goes_through_the_sdk(desk):
    events = await desk.turn("s-start", "We received the RFP")

    assert calls(events) == [*["invoke_skill"] * 4, "publish_drafts", "publish_view"]
    assert events[-1].type == "response.completed"
    assert events[-1].response.model_extra["agent_session_id"] == "s-start"


async def test_what_the_turn_wrote_is_read_through_the_files(desk):
    await desk.turn("s-start", "status")

    chunks = await desk.sessions.download_session_file(NAME, "s-start", path="projects/p-1/project_log.json")
    log = json.loads(b"".join([chunk async for chunk in chunks]))

    assert log["phase"] == "waiting_for_approval"
    assert [task["task_id"] for task in log["tasks"]] == ["task-1", "task-2", "task-3"]


@pytest.mark.slow
async def test_progress_arrives_before_the_skill_is_done(desk):
    began = time.monotonic()
    seen: dict[str, float] = {}

    async for event in await desk.post("s-start-slow", "A slow RFP"):
        seen.setdefault(event.type, time.monotonic() - began)

    assert seen["response.output_item.added"] < seen["response.output_text.delta"] - 1.5


@pytest.mark.slow
async def test_sessions_keep_their_own_home_and_one_history(desk):
    first = (await desk.turn("s-one", "We received the RFP"))[-1].response.id

    other = await desk.turn("s-two", "status")
    again = await desk.turn("s-one", "status", previous_response_id=first)

    assert "No project has been started" in other[-1].response.output_text
    assert "waiting" in again[-1].response.output_text


async def test_sessions_are_created_under_ids_of_ours(desk):
    made = await desk.create("made-here")

    assert (made.agent_session_id, made.status) == ("made-here", "idle")
    assert made.version_indicator.agent_version == "3"
    assert (made.expires_at - made.created_at).days == 30
    with pytest.raises(ResourceExistsError):
        await desk.create("made-here")
    with pytest.raises(HttpResponseError) as bad:
        await desk.create("../other")
    assert bad.value.status_code == 400


async def test_a_session_that_is_deleted_takes_its_home_along(desk, neighbour):
    await desk.create("short-lived")
    await desk.sessions.upload_session_file(NAME, "short-lived", b"x", path="a/b.txt")

    await desk.sessions.delete_session(NAME, "short-lived")
    await desk.sessions.delete_session(NAME, "short-lived")

    assert not (neighbour.root / "sessions" / "short-lived").exists()
    with pytest.raises(ResourceNotFoundError):
        await desk.sessions.get_session(NAME, "short-lived")


async def test_lists_come_in_pages(desk):
    for number in range(5):
        await desk.create(f"page-{number}")

    found = [one.agent_session_id async for one in desk.sessions.list_sessions(NAME, limit=2, order="asc")]

    assert [name for name in found if name.startswith("page-")] == [f"page-{number}" for number in range(5)]


async def test_files_are_written_listed_read_and_deleted_without_a_sandbox(desk):
    await desk.create("files")

    await desk.sessions.upload_session_file(NAME, "files", "né".encode(), path="sources/a ü.txt")
    listed = [entry async for entry in desk.sessions.list_session_files(NAME, "files", path="sources", limit=1)]

    assert [(entry.name, entry.size, entry.is_directory) for entry in listed] == [("a ü.txt", 3, False)]
    with pytest.raises(HttpResponseError) as full:
        await desk.sessions.delete_session_file(NAME, "files", path="sources")
    assert full.value.status_code == 409
    await desk.sessions.delete_session_file(NAME, "files", path="sources", recursive=True)
    with pytest.raises(ResourceNotFoundError):
        await desk.sessions.download_session_file(NAME, "files", path="sources/a ü.txt")
    assert (await desk.sessions.get_session(NAME, "files")).status == "idle"


@pytest.mark.parametrize("path", ["../x", "/../../x", "a/../../../x"])
async def test_no_file_leaves_its_home(desk, path):
    await desk.turn("s-start", "status")

    with pytest.raises(HttpResponseError) as bad:
        await desk.sessions.upload_session_file(NAME, "s-start", b"x", path=path)

    assert bad.value.status_code == 400


async def test_fifty_megabytes_are_too_many(desk):
    await desk.create("large")

    with pytest.raises(HttpResponseError) as large:
        await desk.sessions.upload_session_file(NAME, "large", io.BytesIO(bytes(50 * 2**20)), path="film.mp4")

    assert large.value.status_code == 413


async def test_nobody_gets_in_without_a_token(neighbour):
    stranger = Desk(neighbour.url, policy=SansIOHTTPPolicy())

    with pytest.raises(ClientAuthenticationError):
        await stranger.sessions.get_session(NAME, "s-start")
    await stranger.close()


@pytest.mark.parametrize(("chain", "status"), [(NOBODY, 404), ("resp_1", 400)])
async def test_a_chain_nobody_knows_is_refused(desk, chain, status):
    with pytest.raises(openai.APIStatusError) as refused:
        await desk.turn("s-start", "status", previous_response_id=chain)

    assert refused.value.status_code == status


async def test_a_chain_of_somebody_else_does_not_exist(desk):
    mine = (await desk.turn("s-start", "status", headers={"x-ms-user-identity": "project:1"}))[-1].response.id

    with pytest.raises(openai.NotFoundError):
        await desk.turn("s-start", "status", previous_response_id=mine, headers={"x-ms-user-identity": "project:2"})


async def test_a_retired_isolation_header_is_refused(desk):
    with pytest.raises(openai.BadRequestError):
        await desk.turn("s-start", "status", headers={"x-ms-user-isolation-key": "x"})


@pytest.mark.slow
async def test_a_background_turn_is_resumed_by_its_sequence_number(desk):
    stream = await desk.post("s-slow", "A slow RFP")
    async for event in stream:
        if event.type == "response.created":
            response_id = event.response.id
        if event.type == "response.output_item.done":
            last = event.sequence_number
            break
    await stream.close()

    rest = [e async for e in await desk.openai.responses.retrieve(response_id, stream=True, starting_after=last)]

    assert rest[0].sequence_number == last + 1
    assert calls(rest)[-1] == "publish_view"


@pytest.mark.slow
async def test_a_background_turn_can_be_cancelled(desk):
    response_id = await desk.begun("s-cancel", "A slow RFP")

    cancelled = await desk.openai.responses.cancel(response_id)

    assert cancelled.status == "cancelled"


@pytest.mark.slow
async def test_a_crash_in_the_turn_is_a_failed_turn(desk):
    events = await desk.turn("s-crash", "An RFP to crash on")

    assert events[-1].type == "response.failed"


@pytest.mark.slow
async def test_a_sandbox_that_dies_cuts_the_line_and_the_next_one_finds_its_home(desk):
    await desk.turn("s-die", "status")
    with pytest.raises(openai.APIConnectionError):
        await desk.turn("s-die", "An RFP to die of")

    events = await desk.turn("s-die", "We received the RFP")

    assert events[-1].type == "response.completed"
    assert calls(events)[-1] == "publish_view"


async def test_the_same_turn_id_is_answered_again_and_not_done_again(desk):
    first = await desk.turn("s-start", "We received the RFP", metadata={"turn_id": "t-1"})
    second = await desk.turn("s-start", "We received the RFP", metadata={"turn_id": "t-1"})

    assert second[-1].response.output_text == first[-1].response.output_text
    assert calls(second) == calls(first)
    assert "turn" not in first[-1].response.metadata
    assert second[-1].response.metadata["turn"] == "replayed"


@pytest.mark.slow
async def test_the_same_turn_id_twice_at_once_is_done_once(desk):
    twins = [desk.turn("s-twins", "We received the RFP", headers={"x-client-turn-id": "t-1"}) for _ in range(2)]
    one, other = await asyncio.gather(*twins)

    assert calls(one) == calls(other)
    assert sorted("turn" in (end.response.metadata or {}) for end in (one[-1], other[-1])) == [False, True]
    assert await desk.noted("s-twins", "draft_offered") == 3


@pytest.mark.slow
async def test_an_answer_is_given_again_by_the_next_sandbox(desk):
    first = await desk.turn("s-slept", "We received the RFP", metadata={"turn_id": "t-1"})
    await desk.sessions.stop_session(NAME, "s-slept")

    second = await desk.turn("s-slept", "We received the RFP", metadata={"turn_id": "t-1"})

    assert second[-1].response.output_text == first[-1].response.output_text
    assert await desk.noted("s-slept", "draft_offered") == 3


@pytest.mark.slow
async def test_a_turn_whose_sandbox_died_is_taken_up_while_it_was_the_last_one(desk):
    for session, between in (("s-died", False), ("s-died-too", True)):
        with pytest.raises(openai.APIConnectionError):
            await desk.turn(session, "An RFP to die of", metadata={"turn_id": "t-1"})
        if between:
            await desk.turn(session, "status please", metadata={"turn_id": "t-2"})
        again = await desk.turn(session, "We received the RFP", metadata={"turn_id": "t-1"})

        if between:
            assert (again[-1].type, again[-1].response.error.code) == ("response.failed", "turn_already_ran")
            assert not calls(again)
        else:
            assert calls(again)[-1] == "publish_view"


@pytest.mark.slow
async def test_an_answer_that_died_with_its_sandbox_is_closed_by_the_next_one(desk):
    response_id = await desk.begun("s-cut", "An RFP to die of")
    await asyncio.sleep(0.5)
    with pytest.raises(openai.BadRequestError):
        await desk.openai.responses.retrieve(response_id, stream=True)
    found = await desk.openai.responses.retrieve(response_id)
    await desk.sessions.stop_session(NAME, "s-cut")
    later = await desk.openai.responses.retrieve(response_id)

    assert [(one.status, one.error.code) for one in (found, later)] == [("failed", "turn_cut_short")] * 2


@pytest.mark.slow
async def test_an_answer_that_is_being_worked_on_is_not_closed_by_a_look_at_it(desk):
    for number in range(5):  # on a busy machine a turn of two seconds may be over when somebody looks
        response_id = await desk.begun(f"s-slow-{number}", "A slow RFP")
        looked = await desk.openai.responses.retrieve(response_id)
        stream = await desk.openai.responses.retrieve(response_id, stream=True)
        *_, last = [event async for event in stream]
        assert last.type == "response.completed"
        if looked.status != "completed":
            break

    assert looked.status == "in_progress"


async def test_the_promise_to_do_no_turn_twice_is_given_when_a_turn_begins(desk):
    created, *_ = await desk.turn("s-promise", "status", metadata={"turn_id": "t-9"})

    assert created.response.metadata == {"turn_id": "t-9", "turns": "once"}


async def test_a_damaged_machine_line_fails_the_turn(desk):
    stream = await desk.openai.responses.create(
        input="[charter-agent-context: project_id=p-1]\n[charter-agent-poll: {}]\nCheck",
        stream=True,
        extra_body={"agent_session_id": "s-start"},
    )

    events = [event async for event in stream]

    assert events[-1].type == "response.failed"
    assert events[-1].response.error.code == "invalid_prompt"


@pytest.mark.parametrize(("kind", "status"), [("busy", 429), ("locked", 409), ("down", 503), ("denied", 403)])
async def test_a_refusal_on_demand_befalls_one_turn(desk, kind, status):
    await desk.arm(kind)

    with pytest.raises(openai.APIStatusError) as refused:
        await desk.turn("s-start", "status")
    after = await desk.turn("s-start", "status")

    assert refused.value.status_code == status
    assert after[-1].type == "response.completed"


async def test_an_empty_turn_on_demand_has_three_events(desk):
    await desk.arm("empty")

    assert kinds(await desk.turn("s-start", "status")) == [
        "response.created",
        "response.in_progress",
        "response.completed",
    ]


async def test_a_stream_cut_on_demand_goes_on_where_it_was_cut(desk):
    heard: list[Any] = []

    async def listen() -> None:
        async for event in await desk.post("s-start", "status"):
            heard.append(event)

    await desk.arm("cut")
    with pytest.raises(openai.APIConnectionError):
        await listen()
    last = heard[-1].sequence_number
    rest = await desk.openai.responses.retrieve(heard[0].response.id, stream=True, starting_after=last)

    assert (await anext(aiter(rest))).sequence_number == last + 1
    await rest.close()
