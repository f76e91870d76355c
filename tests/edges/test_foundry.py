"""The real SDK clients against a server that says what it is told to: how every failure reads in our words."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import web
from opentelemetry import trace

from bot.core.errors import (
    AgentBusy,
    AgentDenied,
    AgentDown,
    AgentFailed,
    AgentTrouble,
    ChainLost,
    Misconfigured,
    SessionLost,
    StreamBroke,
    TurnForgotten,
    TurnLost,
    TurnUnknown,
)
from bot.core.turn import Answer, Request, Started, Text
from bot.edges import foundry_sandboxes, foundry_turns
from bot.edges.foundry import Foundry
from bot.edges.foundry_doors import LocalToken

pytestmark = pytest.mark.slow  # the real clients and the real engine, on loopback

SAMPLES = Path(__file__).parents[1] / "samples" / "wire"
AGENT = "/api/projects/p/agents/charter/endpoint"
RESPONSES = AGENT + "/protocols/openai/responses"
Said = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """Answers the next requests as scripted and remembers what was asked."""

    def __init__(self) -> None:
        self.script: list[Said] = []
        self.asked: list[tuple[str, str, dict, dict]] = []

    async def door(self, request: web.Request) -> web.StreamResponse:
        raw = await request.read()
        body = json.loads(raw) if raw[:1] == b"{" else {}
        self.asked.append((request.method, request.path_qs, body, dict(request.headers)))
        return await self.script.pop(0)(request)


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    found = Server()
    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", found.door)
    runner = web.AppRunner(app, shutdown_timeout=0.01)  # what still speaks is not waited for
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    found.url = f"http://127.0.0.1:{runner.addresses[0][1]}/api/projects/p"
    yield found
    await runner.cleanup()


@pytest.fixture
async def agent(server: Server) -> AsyncIterator[Foundry]:
    found = Foundry(server.url, "charter", "7")
    yield found
    await found.aclose()


def stream(name: str, cut: int | None = None, end: str = "close", session: str = "desk-p-1") -> Said:
    async def say(request: web.Request) -> web.StreamResponse:
        out = web.StreamResponse(
            headers={"content-type": "text/event-stream", "x-agent-session-id": session, "x-request-id": "r-1"}
        )
        await out.prepare(request)
        await out.write((SAMPLES / f"{name}.sse").read_bytes()[:cut])
        if end == "reset":
            request.transport.abort()
        else:
            await out.write_eof()
        return out

    return say


def refusal(status: int, code: str = "", message: str = "no", param: str | None = None, **headers: str) -> Said:
    async def say(request: web.Request) -> web.StreamResponse:
        error = {"code": code, "message": message, "param": param, "type": "invalid_request_error"}
        sent = {key.replace("_", "-"): value for key, value in headers.items()}
        return web.json_response({"error": error}, status=status, headers=sent)

    return say


def answer_json(value: object, status: int = 200) -> Said:
    async def say(request: web.Request) -> web.StreamResponse:
        return web.json_response(value, status=status)

    return say


def wire(*events: dict) -> str:
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


async def hangs_up(request: web.Request) -> web.StreamResponse:
    request.transport.abort()
    return web.Response()


def request(chain: str = "", session: str = "desk-p-1") -> Request:
    return Request(
        turn_id="t-1", project_id="p-1", session_id=session, input="words", chain=chain, actor="Zoë@b.example"
    )


async def hear(events, answer: Answer | None = None) -> Answer:
    answer = answer or Answer()
    async for event in events:
        answer.hear(event)
    return answer


async def test_a_turn_is_posted_with_everything_it_needs(server, agent):
    server.script = [stream("start-turn")]

    answer = await hear(agent.turn(request(chain="caresp_before")))

    method, path, body, headers = server.asked[0]
    assert (method, path) == ("POST", f"{RESPONSES}?api-version=v1")
    assert body == {
        "input": "words",
        "stream": True,
        "store": True,
        "background": True,
        "agent_session_id": "desk-p-1",
        "previous_response_id": "caresp_before",
        "metadata": {"turn_id": "t-1", "project_id": "p-1"},
    }
    assert (headers["x-client-turn-id"], headers["x-client-actor"]) == ("t-1", "Zo?@b.example")
    assert headers["Authorization"] == "Bearer local"
    assert len(answer.drafts) == 3


async def test_the_agent_s_trace_hangs_below_the_turn_s(server, agent):
    server.script = [stream("status"), stream("status")]
    span = trace.SpanContext(trace_id=0xA, span_id=0xB, is_remote=False, trace_flags=trace.TraceFlags(1))

    with trace.use_span(trace.NonRecordingSpan(span)):
        await hear(agent.turn(request()))
    await hear(agent.turn(request()))

    traced, untraced = (headers for _, _, _, headers in server.asked)
    assert traced["traceparent"] == f"00-{0xA:032x}-{0xB:016x}-01"
    assert "traceparent" not in untraced


async def test_without_a_chain_no_history_is_named(server, agent):
    server.script = [stream("status")]

    await hear(agent.turn(request()))

    assert "previous_response_id" not in server.asked[0][2]


@pytest.mark.parametrize(
    ("status", "code", "chain", "error"),
    [
        (400, "invalid_parameters", "", AgentTrouble),
        (403, "session_not_accessible", "", AgentDenied),
        (404, "previous_response_not_found", "caresp_x", ChainLost),
        (404, "session_expired", "caresp_x", SessionLost),
        (404, "not_found", "", AgentDenied),
        (409, "conversation_locked", "", AgentBusy),
        (409, "conversation_fork_not_supported", "caresp_x", ChainLost),
        (424, "session_not_ready", "", AgentFailed),
        (500, "server_error", "", AgentFailed),
        (503, "service_unavailable", "", AgentFailed),
        (408, "", "", TurnUnknown),
        (502, "", "", TurnUnknown),
        (504, "", "", TurnUnknown),
    ],
)
async def test_a_refused_turn_is_posted_once_and_named(server, agent, status, code, chain, error):
    server.script = [refusal(status, code)]

    with pytest.raises(error) as caught:
        await hear(agent.turn(request(chain)))

    assert type(caught.value) is error
    assert len(server.asked) == 1


@pytest.mark.parametrize("message", ["Malformed identifier.", "No tool output found for function call call_1."])
async def test_a_malformed_or_poisoned_chain_is_lost(server, agent, message):
    server.script = [refusal(400, "invalid_parameters", message)]

    with pytest.raises(ChainLost):
        await hear(agent.turn(request("caresp_x")))


async def test_a_chain_that_poisons_the_turn_is_lost_although_the_status_was_200(server, agent):
    server.script = [stream("poisoned", session="odd")] * 3

    with pytest.raises(ChainLost):
        await hear(agent.turn(request("caresp_x", session="odd")))
    with pytest.raises(ChainLost):
        await hear(agent.resume("caresp_1", 3))
    assert (await hear(agent.turn(request(session="odd")))).ended.status == "failed"


@pytest.mark.parametrize(("header", "seconds"), [("7", 7.0), ("130", 130.0), ("soon", 20.0), (None, 20.0)])
async def test_a_busy_agent_says_how_long(server, agent, header, seconds):
    server.script = [refusal(429, "rate_limit_exceeded", **({"retry_after": header} if header else {}))]

    with pytest.raises(AgentBusy) as busy:
        await hear(agent.turn(request()))

    assert busy.value.retry_after == seconds


async def test_an_agent_that_refuses_background_is_asked_in_the_foreground_from_then_on(server, agent):
    no = refusal(400, "unsupported_parameter", "Unsupported parameter: background", "background")
    server.script = [no, stream("status"), stream("status")]

    await hear(agent.turn(request()))
    await hear(agent.turn(request()))

    assert [body["background"] for _, _, body, _ in server.asked] == [True, False, False]


@pytest.mark.parametrize("end", ["close", "reset"])
async def test_a_cut_stream_is_broken_however_it_ended(server, agent, end):
    server.script = [stream("start-turn", cut=9000, end=end)]

    with pytest.raises(StreamBroke):
        await hear(agent.turn(request()))


async def test_a_call_that_was_taken_and_never_answered_is_unknown(server, agent):
    server.script = [hangs_up]

    with pytest.raises(TurnUnknown):
        await hear(agent.turn(request()))


async def test_a_platform_that_is_not_there_is_down():
    nowhere = Foundry("http://127.0.0.1:9/api/projects/p", "charter")

    with pytest.raises(AgentDown):
        await hear(nowhere.turn(request()))
    with pytest.raises(AgentDown):
        await nowhere.read("desk-p-1", "x")
    await nowhere.aclose()


async def test_a_broken_stream_is_resumed_behind_the_last_event(server, agent):
    server.script = [stream("status")]

    await hear(agent.resume("caresp_1", 17))

    path, _, query = server.asked[0][1].partition("?")
    assert path == f"{RESPONSES}/caresp_1"
    assert set(query.split("&")) == {"api-version=v1", "stream=true", "starting_after=17"}


async def test_a_sandbox_that_began_anew_after_a_crash_voids_what_was_heard_before_it(server, agent):
    async def begun_anew(request: web.Request) -> web.StreamResponse:
        events = [
            {"type": "response.in_progress", "sequence_number": 9, "response": {"id": "caresp_1"}},
            {"type": "response.output_text.delta", "sequence_number": 10, "delta": "The second try."},
            {"type": "response.completed", "sequence_number": 11, "response": {"id": "caresp_1"}},
        ]
        return web.Response(text=wire(*events), content_type="text/event-stream")

    server.script = [begun_anew]
    answer = Answer()
    answer.hear(Text(sequence=8, delta="The first t"))

    async for event in agent.resume("caresp_1", 8):
        answer.hear(event)

    assert answer.text == "The second try."


async def test_a_stream_is_resumed_from_its_beginning_when_nothing_was_heard(server, agent):
    server.script = [stream("status")]

    assert (await hear(agent.resume("caresp_1", -1))).ended.status == "completed"
    assert "starting_after" not in server.asked[0][1]


async def test_after_the_replay_window_the_stored_response_is_told(server, agent):
    whole = next(
        json.loads(line[6:])["response"]
        for line in (SAMPLES / "start-turn.sse").read_text().splitlines()
        if line.startswith("data:") and '"response.completed"' in line
    )
    server.script = [refusal(400, "invalid_request", "the stream TTL has expired"), answer_json(whole)]

    answer = await hear(agent.resume("caresp_1", 3))

    assert len(answer.drafts) == 3
    assert answer.text.startswith("I read **rfp.docx**")
    assert answer.ended.status == "completed"


async def test_a_response_that_never_ends_is_given_up(server, agent, monkeypatch):
    monkeypatch.setattr(foundry_turns, "PATIENCE", 0.0)
    running = answer_json({"id": "caresp_1", "status": "in_progress", "output": []})
    server.script = [refusal(400, "invalid_request", "the stream TTL has expired"), running]

    with pytest.raises(TurnLost, match="never ended"):
        await hear(agent.resume("caresp_1", 3))


async def test_the_next_turn_takes_the_connection_of_the_last(server, agent):
    ways = []

    async def ends_late(request: web.Request) -> web.StreamResponse:
        ways.append(request.transport.get_extra_info("peername"))
        out = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await out.prepare(request)
        await out.write((SAMPLES / "status.sse").read_bytes())
        await asyncio.sleep(0.05)
        await out.write_eof()
        return out

    server.script = [ends_late, ends_late]

    await hear(agent.turn(request()))
    await hear(agent.turn(request()))

    assert ways[0] == ways[1]


async def test_a_response_nobody_knows_is_lost(server, agent):
    server.script = [refusal(404, "not_found")]

    with pytest.raises(TurnForgotten):
        await hear(agent.resume("caresp_1", 3))


@pytest.mark.parametrize(
    ("header", "event"), [("other", ""), ("desk-p-1", "other"), ("", "other")], ids=["header", "both", "event"]
)
async def test_an_answer_from_another_sandbox_than_ours_is_not_taken(server, agent, header, event):
    created = {"type": "response.created", "response": {"id": "caresp_1", "agent_session_id": event}}
    ended = {"type": "response.completed", "response": {"id": "caresp_1"}}

    async def elsewhere(request: web.Request) -> web.StreamResponse:
        return web.Response(
            text=wire(created, ended), content_type="text/event-stream", headers={"x-agent-session-id": header}
        )

    server.script = [elsewhere]
    heard = []

    with pytest.raises(SessionLost, match="other"):
        heard += [one async for one in agent.turn(request())]
    assert heard == []


async def test_an_agent_that_does_no_turn_twice_says_so_when_it_begins(server, agent):
    def begun(metadata: object) -> Said:
        async def say(request: web.Request) -> web.StreamResponse:
            created = {"type": "response.created", "response": {"id": "caresp_1", "metadata": metadata}}
            ended = {"type": "response.completed", "response": {"id": "caresp_1"}}
            return web.Response(text=wire(created, ended), content_type="text/event-stream")

        return say

    server.script = [begun({"turns": "once"}), begun({"turn_id": "t-1"}), begun(None)]

    told = []
    for _ in range(3):
        told += [event.once async for event in agent.turn(request()) if isinstance(event, Started)]

    assert told == [True, False, False]


SESSION = {
    "agent_session_id": "desk-p-1",
    "version_indicator": {"type": "version_ref", "agent_version": "7"},
    "status": "idle",
    "created_at": 1,
    "last_accessed_at": 1,
    "expires_at": 2,
}


async def test_a_sandbox_is_looked_for_and_made_under_our_id(server, agent):
    server.script = [refusal(404, "session_not_found"), answer_json(SESSION, 201)]

    await agent.ensure("desk-p-1")

    assert server.asked[1][2] == {
        "agent_session_id": "desk-p-1",
        "version_indicator": {"type": "version_ref", "agent_version": "7"},
    }


async def test_somebody_else_may_make_it_first(server, agent):
    server.script = [refusal(404, "session_not_found"), refusal(409, "conflict"), answer_json(SESSION)]

    await agent.ensure("desk-p-1")


@pytest.mark.parametrize("status", ["failed", "expired", "deleted", "deleting"])
async def test_a_dead_sandbox_is_never_rebound_silently(server, agent, status):
    server.script = [answer_json(SESSION | {"status": status})]

    with pytest.raises(SessionLost):
        await agent.ensure("desk-p-1")


async def test_a_sandbox_says_when_it_ends_and_how_long_a_turn_gives_it(server, agent):
    server.script = [answer_json(SESSION | {"last_accessed_at": 1764500000, "expires_at": 1764500000 + 30 * 86400})]

    stay = await agent.ensure("desk-p-1", known=True)

    assert (stay.session_id, stay.span.days) == ("desk-p-1", 30)
    assert stay.ends.timestamp() == 1764500000 + 30 * 86400


@pytest.mark.parametrize("status", ["creating", "updating"])
async def test_a_sandbox_that_is_not_ready_yet_is_waited_for(server, agent, monkeypatch, status):
    monkeypatch.setattr(foundry_sandboxes, "PAUSE", 0.0)
    server.script = [answer_json(SESSION | {"status": status})] * 3 + [answer_json(SESSION)]

    await agent.ensure("desk-p-1")

    assert [method for method, *_ in server.asked] == ["GET"] * 4


async def test_a_sandbox_that_does_not_become_ready_is_busy(server, agent, monkeypatch):
    monkeypatch.setattr(foundry_sandboxes, "PAUSE", 0.0)
    server.script = [answer_json(SESSION | {"status": "updating"})] * 11

    with pytest.raises(AgentBusy):
        await agent.ensure("desk-p-1")


async def test_a_sandbox_that_goes_away_while_it_is_waited_for_is_not_made_anew(server, agent, monkeypatch):
    monkeypatch.setattr(foundry_sandboxes, "PAUSE", 0.0)
    server.script = [answer_json(SESSION | {"status": "updating"}), refusal(404, "session_not_found")]

    with pytest.raises(SessionLost):
        await agent.ensure("desk-p-1")
    assert [method for method, *_ in server.asked] == ["GET", "GET"]


async def test_another_sandbox_in_the_place_of_ours_is_never_adopted(server, agent):
    server.script = [answer_json(SESSION | {"agent_session_id": "somebody-elses"})]

    with pytest.raises(SessionLost):
        await agent.ensure("desk-p-1")


async def test_a_folder_is_listed_to_its_end(server, agent):
    row = {"name": "log.json", "size": 7, "is_directory": False, "modified_time": 1764500000}
    pages = [{"entries": [row], "last_id": "log.json"}, {"entries": [{"name": "notes", "is_directory": True}]}]
    server.script = [answer_json(page) for page in pages]

    first, second = await agent.list("desk-p-1", "projects/p-1")

    assert (first.name, first.size, first.folder, first.modified.timestamp()) == ("log.json", 7, False, 1764500000)
    assert (second.name, second.folder) == ("notes", True)
    assert "after=log.json" in server.asked[1][1]


async def test_a_missing_folder_is_none_and_a_missing_session_is_lost(server, agent):
    server.script = [refusal(404, "file_not_found"), refusal(404, "session_expired")]

    assert await agent.list("desk-p-1", "x") is None
    with pytest.raises(SessionLost):
        await agent.list("desk-p-1", "x")


async def test_a_sandbox_is_put_to_sleep_and_one_that_is_gone_sleeps_already(server, agent):
    async def done(request: web.Request) -> web.StreamResponse:
        return web.Response(status=204)

    server.script = [done, refusal(404, "session_not_found")]

    await agent.stop("desk-p-1")
    await agent.stop("desk-p-1")

    assert [(method, path.partition("?")[0]) for method, path, _, _ in server.asked] == [
        ("POST", f"{AGENT}/sessions/desk-p-1:stop")
    ] * 2


async def test_a_known_sandbox_that_is_missing_is_lost(server, agent):
    server.script = [refusal(404, "session_not_found")]

    with pytest.raises(SessionLost):
        await agent.ensure("desk-p-1", known=True)
    assert len(server.asked) == 1


async def test_a_missing_file_is_none_and_a_missing_session_is_lost(server, agent):
    server.script = [refusal(404, "file_not_found"), refusal(404, "session_not_found")]

    assert await agent.read("desk-p-1", "x") is None
    with pytest.raises(SessionLost):
        await agent.read("desk-p-1", "x")


async def test_a_sandbox_that_is_gone_already_is_closed(server, agent):
    server.script = [refusal(404, "session_not_found")]

    await agent.close("desk-p-1")

    assert [(method, path.partition("?")[0]) for method, path, _, _ in server.asked] == [
        ("DELETE", f"{AGENT}/sessions/desk-p-1")
    ]


@pytest.mark.parametrize(
    ("status", "error"), [(401, AgentDenied), (403, AgentDenied), (424, AgentFailed), (400, AgentTrouble)]
)
async def test_a_refused_look_into_a_sandbox_is_named(server, agent, status, error):
    server.script = [refusal(status, "session_not_ready")] * 4

    with pytest.raises(error) as caught:
        await agent.read("desk-p-1", "x")

    assert type(caught.value) is error


async def test_a_sandbox_that_is_asked_too_often_says_how_long(server, agent):
    server.script = [refusal(429, "rate_limit_exceeded", retry_after="0")] * 2 + [
        refusal(429, "rate_limit_exceeded", retry_after="7")
    ]

    with pytest.raises(AgentBusy) as busy:
        await agent.write("desk-p-1", "x", b"words")

    assert busy.value.retry_after == 7.0


async def test_a_file_too_large_is_not_even_tried(server, agent):
    with pytest.raises(AgentTrouble, match="larger than 50 MB"):
        await agent.write("desk-p-1", "sources/film.mp4", bytes(50 * 2**20))
    assert server.asked == []


class Identity(LocalToken):
    closed = False

    async def close(self) -> None:
        self.closed = True


async def test_the_identity_ends_with_its_agent():
    identity = Identity()
    await Foundry("https://foundry.example/api/projects/p", "charter", credential=identity).aclose()

    assert identity.closed


def test_a_real_identity_is_never_shown_to_a_local_platform():
    with pytest.raises(Misconfigured, match="never sent"):
        Foundry("http://127.0.0.1:9/api/projects/p", "charter", credential=LocalToken())


def test_a_hosted_agent_is_never_asked_without_an_identity():
    with pytest.raises(Misconfigured, match="needs a credential"):
        Foundry("https://foundry.example/api/projects/p", "charter")


@pytest.mark.parametrize("endpoint", ["http://foundry.example/api/projects/p", "ftp://x/y", ""])
def test_tokens_travel_over_https_only(endpoint):
    with pytest.raises(Misconfigured):
        Foundry(endpoint, "charter")


async def test_a_turn_that_nobody_wants_any_more_is_cancelled_by_its_response(server: Server, agent: Foundry) -> None:
    server.script = [answer_json({"id": "caresp_9", "object": "response", "status": "cancelled", "output": []})]
    await agent.cancel("caresp_9")

    ((method, path, _, _),) = server.asked
    assert (method, path.partition("?")[0]) == ("POST", f"{RESPONSES}/caresp_9/cancel")


@pytest.mark.parametrize("status", [400, 404])
async def test_one_that_has_ended_or_cannot_be_stopped_is_left_as_it_is(
    server: Server, agent: Foundry, status: int
) -> None:
    server.script = [refusal(status, "invalid_request", "Cannot cancel a completed response.")]
    await agent.cancel("caresp_9")

    assert len(server.asked) == 1


async def test_a_cancellation_nobody_answers_is_trouble_of_the_agents(server: Server, agent: Foundry) -> None:
    server.script = [refusal(503)]
    with pytest.raises(AgentTrouble):
        await agent.cancel("caresp_9")
