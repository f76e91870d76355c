"""The real client against a line that is silent, slow or refused: what is waited for, and what is a doubt."""

import asyncio
import json
import time
from email.utils import formatdate

import pytest
from aiohttp import web
from azure.core.credentials import AccessToken
from azure.core.exceptions import AzureError, ClientAuthenticationError, ServiceRequestError
from openai import AsyncOpenAI

from bot.core.errors import (
    AgentBusy,
    AgentDenied,
    AgentDown,
    AgentFailed,
    SessionLost,
    StreamBroke,
    TurnForgotten,
    TurnUnknown,
)
from bot.core.turn import Answer
from bot.edges import foundry_turns
from bot.edges.foundry import Foundry
from bot.edges.foundry_doors import LocalToken, Tokens
from bot.edges.foundry_turns import Silent, Turns
from tests.edges.test_foundry import (
    SAMPLES,
    Said,
    agent,
    answer_json,
    hangs_up,
    hear,
    refusal,
    request,
    server,
    stream,
    wire,
)

pytestmark = pytest.mark.slow  # real processes, or the real clients on loopback

__all__ = ["agent", "server"]
TTL = refusal(400, "invalid_request", "the stream TTL has expired")


def drips(*parts: bytes, every: float = 0.0, then: float = 0.0) -> Said:
    """The parts `every` so many seconds, and at the end nothing for a while."""

    async def say(request: web.Request) -> web.StreamResponse:
        out = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await out.prepare(request)
        for part in parts:
            await out.write(part)
            await asyncio.sleep(every)
        await asyncio.sleep(then)
        return out

    return say


def in_parts(raw: bytes, count: int) -> list[bytes]:
    size = len(raw) // count + 1
    return [raw[at : at + size] for at in range(0, len(raw), size)]


def status() -> bytes:
    return (SAMPLES / "status.sse").read_bytes()


def response_of(name: str) -> object:
    lines = (SAMPLES / f"{name}.sse").read_text().splitlines()
    return json.loads(next(line for line in reversed(lines) if line.startswith("data:"))[5:])["response"]


async def says_nothing(request: web.Request) -> web.StreamResponse:
    await asyncio.sleep(1)
    return web.Response()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foundry_turns, "QUIET", 0.3)
    monkeypatch.setattr(foundry_turns, "FIRST", 0.6)
    monkeypatch.setattr(foundry_turns, "POLL", 0.05)


async def test_an_answer_that_drips_is_heard_to_its_end(impatient, server, agent):
    server.script = [drips(*in_parts(status(), 12), every=0.06)]

    started = time.monotonic()
    answer = await hear(agent.turn(request()))

    assert answer.ended.status == "completed"
    assert time.monotonic() - started > 2 * foundry_turns.QUIET


async def test_signs_of_life_are_bytes_too(impatient, server, agent):
    server.script = [drips(*[b": keep-alive\n\n"] * 12, status(), every=0.06)]

    assert (await hear(agent.turn(request()))).ended.status == "completed"


async def test_a_line_that_falls_silent_is_broken_and_can_be_resumed(impatient, server, agent):
    server.script = [drips(status()[:3000], then=1), stream("status")]
    answer = Answer()

    with pytest.raises(Silent):
        await hear(agent.turn(request()), answer)
    assert answer.response_id.startswith("caresp_")
    assert (await hear(agent.resume(answer.response_id, answer.sequence))).ended.status == "completed"


async def test_where_the_resumed_line_is_silent_too_the_agent_is_asked_how_it_ended(impatient, server, agent):
    running = answer_json({"id": "caresp_1", "status": "in_progress", "output": []})
    server.script = [drips(b": here\n\n", then=1), running, running, answer_json(response_of("status"))]

    answer = await hear(agent.resume("caresp_1", 3))

    assert answer.ended.status == "completed"
    assert answer.text
    assert [method for method, *_ in server.asked] == ["GET"] * 4


async def test_a_turn_that_is_taken_and_then_not_answered_may_have_begun(impatient, server, agent):
    server.script = [says_nothing]

    with pytest.raises(TurnUnknown):
        await hear(agent.turn(request()))


async def test_a_line_that_is_silent_before_its_first_word_may_have_begun(impatient, server, agent):
    server.script = [drips(then=1)]

    with pytest.raises(Silent):
        await hear(agent.turn(request()))


async def test_a_turn_in_the_foreground_is_given_time_to_think(impatient, server, agent):
    no = refusal(400, "unsupported_parameter", "Unsupported parameter: background", "background")
    server.script = [no, drips(*in_parts(status(), 2), every=0.45)]

    assert (await hear(agent.turn(request()))).ended.status == "completed"


@pytest.mark.parametrize(
    ("trouble", "error"),
    [
        (refusal(503, "service_unavailable"), AgentFailed),
        (refusal(502), AgentFailed),
        (refusal(424, "session_not_ready"), AgentFailed),
        (refusal(429, "rate_limit_exceeded"), AgentBusy),
        (refusal(403, "session_not_accessible"), AgentDenied),
        (refusal(404, "session_expired"), SessionLost),
        (refusal(404, "not_found"), TurnForgotten),
        (hangs_up, StreamBroke),
        (stream("status", cut=2000, end="reset"), StreamBroke),
    ],
)
async def test_an_answer_that_cannot_be_heard_just_now_is_told_from_one_that_is_lost(server, agent, trouble, error):
    server.script = [trouble] * 2  # the transport itself asks a second time on a connection that was hung up

    with pytest.raises(error) as caught:
        await hear(agent.resume("caresp_1", 3))

    assert type(caught.value) is error


async def test_trouble_while_asking_how_it_ended_is_no_end(server, agent):
    server.script = [TTL, refusal(503), TTL, drips(b"<html>")]

    with pytest.raises(AgentFailed):
        await hear(agent.resume("caresp_1", 3))
    with pytest.raises(StreamBroke):
        await hear(agent.resume("caresp_1", 3))


async def test_an_answer_of_an_agent_that_is_not_there_waits_for_it():
    nowhere = Foundry("http://127.0.0.1:9/api/projects/p", "charter")

    with pytest.raises(AgentDown) as caught:
        await hear(nowhere.resume("caresp_1", 3))
    assert type(caught.value) is AgentDown
    await nowhere.aclose()


async def test_a_refused_token_is_renewed_once(server, agent):
    server.script = [refusal(401, "unauthorized"), stream("status")]

    assert (await hear(agent.turn(request()))).ended.status == "completed"
    assert [method for method, *_ in server.asked] == ["POST", "POST"]


async def test_a_token_that_is_refused_twice_is_somebody_elses_to_mend(server, agent):
    server.script = [refusal(401, "unauthorized")] * 2 + [refusal(401)] * 2

    for events in (agent.turn(request()), agent.resume("caresp_1", 3)):
        with pytest.raises(AgentDenied) as denied:
            await hear(events)
        assert denied.value.reason == "token"
    assert len(server.asked) == 4


class Counting(LocalToken):
    def __init__(self, lasts: float) -> None:
        self.lasts, self.asked = lasts, 0

    async def get_token(self, *scopes: str, **options: object) -> AccessToken:
        self.asked += 1
        return AccessToken(f"{scopes[0]} {self.asked}", int(time.time() + self.lasts))


@pytest.mark.parametrize(("lasts", "asked"), [(3600, 1), (200, 2)])
async def test_a_token_is_kept_until_shortly_before_its_end(lasts, asked):
    identity = Counting(lasts)
    tokens = Tokens(identity)

    assert (await tokens()).startswith("https://ai.azure.com/.default")
    await tokens()
    assert identity.asked == asked

    tokens.renew()
    assert await tokens() == f"https://ai.azure.com/.default {asked + 1}"


class Refusing(LocalToken):
    def __init__(self, trouble: AzureError) -> None:
        self.trouble = trouble

    async def get_token(self, *scopes: str, **options: object) -> AccessToken:
        raise self.trouble


@pytest.mark.parametrize(
    ("trouble", "error"),
    [(ClientAuthenticationError("no"), AgentDenied), (ServiceRequestError("no route"), AgentDown)],
)
async def test_without_a_token_nothing_was_begun(server, trouble, error):
    tokens = Tokens(Refusing(trouble))
    client = AsyncOpenAI(base_url=server.url, api_key=tokens, max_retries=0)

    with pytest.raises(error):
        await hear(Turns(client, tokens).turn(request()))
    assert server.asked == []
    await client.close()


@pytest.mark.parametrize(
    ("status", "code", "message", "reason"),
    [
        (403, "Forbidden", "The principal lacks the required data action.", "role"),
        (403, "session_not_accessible", "no", "session"),
        (403, "preview_feature_required", "Foundry-Features", "preview"),
        (403, "forbidden", "This agent is disabled.", "disabled"),
        (404, "not_found", "There is no agent.", "missing"),
    ],
)
async def test_a_refusal_says_what_has_to_be_mended(server, agent, status, code, message, reason):
    server.script = [refusal(status, code, message)]

    with pytest.raises(AgentDenied) as denied:
        await hear(agent.turn(request()))

    assert denied.value.reason == reason
    assert len(server.asked) == 1


@pytest.mark.parametrize(("header", "seconds"), [("inf", 3600), ("nan", 20), ("-3", 0), (3000, 3000), (-3000, 0)])
async def test_a_busy_agent_may_say_how_long_in_any_way(server, agent, header, seconds):
    """A number stands for a date so many seconds from now."""
    given = header if isinstance(header, str) else formatdate(time.time() + header, usegmt=True)
    server.script = [refusal(429, "rate_limit_exceeded", retry_after=given)]

    with pytest.raises(AgentBusy) as busy:
        await hear(agent.turn(request()))

    assert seconds - 60 <= busy.value.retry_after <= seconds


async def test_what_follows_the_end_is_not_waited_for(server, agent):
    ended = wire({"type": "response.completed", "response": {"id": "caresp_1"}}).encode()
    server.script = [drips(ended, then=3)]

    started = time.monotonic()
    await hear(agent.turn(request()))

    assert time.monotonic() - started < 2.5
