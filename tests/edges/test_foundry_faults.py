"""The platform's misfortunes through the edge: what the desk makes of each, and that no turn is posted twice."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from yarl import URL

from bot.core.errors import (
    AgentBusy,
    AgentDenied,
    AgentDown,
    AgentFailed,
    AgentTrouble,
    ChainLost,
    SessionLost,
    StreamBroke,
    TurnUnknown,
)
from bot.core.turn import Answer, Request, context_line, machine_line
from bot.edges.foundry import Foundry
from bot.edges.local_platform import LocalPlatform

pytestmark = pytest.mark.slow  # real processes, or the real clients on loopback

OLGA = {"name": "Olga Owner", "address": "olga@contoso.example", "role": "owner", "at": "2026-12-01T09:00:00-03:00"}
HOME = "desk-p-1"


class Switches:
    """`/_fault` of the platform."""

    def __init__(self, client: aiohttp.ClientSession, url: URL) -> None:
        self._client, self._url = client, url

    async def arm(self, kind: str, **numbers: Any) -> None:
        async with self._client.put(self._url, json={"kind": kind, **numbers}) as answer:
            assert answer.status == 204, await answer.text()

    async def injected(self) -> dict[str, int]:
        async with self._client.get(self._url) as answer:
            return (await answer.json())["injected"]

    async def clear(self) -> None:
        async with self._client.delete(self._url) as answer:
            assert answer.status == 200


@pytest.fixture(scope="module")
async def endpoint(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    folder: Path = tmp_path_factory.mktemp("desk")
    platform = LocalPlatform(folder / "data", folder)
    yield await platform.start()
    await platform.stop()


@pytest.fixture
async def agent(endpoint: str) -> AsyncIterator[Foundry]:
    found = Foundry(endpoint, "charter", "1")
    yield found
    await found.aclose()


@pytest.fixture
async def switches(endpoint: str) -> AsyncIterator[Switches]:
    async with aiohttp.ClientSession(headers={"Authorization": "Bearer x"}) as client:
        found = Switches(client, URL(endpoint).with_path("/_fault"))
        yield found
        await found.clear()


def request(turn_id: str, chain: str = "", session: str = HOME) -> Request:
    lines = [context_line("p-1", False), machine_line("speaker", OLGA), "status"]
    return Request(turn_id=turn_id, project_id="p-1", session_id=session, input="\n".join(lines), chain=chain)


async def hear(events: AsyncIterator[Any]) -> Answer:
    answer = Answer()
    async for event in events:
        answer.hear(event)
    return answer


TROUBLE = [
    ("status", {"status": 401}, None),
    ("status", {"status": 403}, AgentDenied),
    ("status", {"status": 404}, SessionLost),
    ("status", {"status": 409}, AgentBusy),
    ("status", {"status": 424}, AgentFailed),
    ("status", {"status": 429, "retry_after": 7}, AgentBusy),
    ("status", {"status": 500}, AgentFailed),
    ("status", {"status": 502}, TurnUnknown),
    ("status", {"status": 503}, AgentFailed),
    ("status", {"status": 504}, TurnUnknown),
    ("status", {"status": 409, "code": "conversation_fork_not_supported"}, AgentTrouble),
    ("fail_after", {"status": 504}, TurnUnknown),
    ("reset", {}, TurnUnknown),
    ("reset_after", {}, TurnUnknown),
    ("cut", {"event": 0}, StreamBroke),
    ("cut", {"event": 3}, StreamBroke),
    ("cut", {"event": 3, "end": "close"}, StreamBroke),
    ("hang", {"event": 2, "seconds": 0.2}, None),
    ("drip", {"bytes": 300, "seconds": 0.01}, None),
]


@pytest.mark.parametrize(("kind", "numbers", "error"), TROUBLE, ids=str)
async def test_every_misfortune_of_a_turn_has_a_name(agent, switches, kind, numbers, error):
    await switches.arm(kind, **numbers)
    trouble = None

    try:
        answer = await hear(agent.turn(request(f"t-{kind}-{numbers}")))
    except AgentTrouble as found:
        trouble = found
    else:
        assert answer.ended.status == "completed"

    assert type(trouble) is (error or type(None))
    assert await switches.injected() == {kind: 1}
    if isinstance(trouble, AgentBusy) and "retry_after" in numbers:
        assert trouble.retry_after == numbers["retry_after"]


async def test_a_turn_that_ran_in_spite_of_its_answer_is_answered_when_it_is_posted_again(agent, switches):
    whole = await hear(agent.turn(request("t-before")))
    await switches.arm("fail_after", status=503)

    with pytest.raises(AgentDown):
        await hear(agent.turn(request("t-kept")))
    again = await hear(agent.turn(request("t-kept")))

    assert (again.ended.status, again.text) == ("completed", whole.text)


async def test_a_poisoned_chain_is_lost_until_it_is_dropped(agent, switches):
    good = await hear(agent.turn(request("t-good")))
    await switches.arm("poisoned")

    for number in range(2):
        with pytest.raises(ChainLost):
            await hear(agent.turn(request(f"t-poisoned-{number}", good.response_id)))
    assert (await hear(agent.turn(request("t-fresh")))).ended.status == "completed"


async def test_a_stale_chain_ends_in_an_empty_answer(agent, switches):
    good = await hear(agent.turn(request("t-good")))
    await switches.arm("empty", chained=True)

    stale = await hear(agent.turn(request("t-stale", good.response_id)))

    assert stale.empty
    assert not (await hear(agent.turn(request("t-fresh")))).empty


@pytest.mark.parametrize(("kind", "server"), [("consent", "workiq"), ("consent_prompt", "")])
async def test_consent_is_heard_in_both_shapes(agent, switches, kind, server):
    await switches.arm(kind)

    answer = await hear(agent.turn(request(f"t-{kind}")))

    assert (answer.ended.status, [one.server for one in answer.consents]) == ("incomplete", [server])


async def test_a_question_for_leave_is_heard(agent, switches):
    await switches.arm("approval")

    assert [one.tool for one in (await hear(agent.turn(request("t-leave")))).questions] == ["send_mail"]


@pytest.mark.parametrize("kind", ["failed", "error"])
async def test_half_a_sentence_is_a_failed_turn(agent, switches, kind):
    await switches.arm(kind)

    answer = await hear(agent.turn(request(f"t-{kind}")))

    assert (answer.ended.status, answer.ended.code) == ("failed", "server_error")


async def test_an_answer_from_another_session_is_not_taken_for_ours(agent, switches):
    await switches.arm("other_session", other="desk-fork")

    with pytest.raises(SessionLost, match="desk-fork"):
        await hear(agent.turn(request("t-fork")))


async def test_a_token_that_is_refused_twice_is_for_somebody_to_mend(agent, switches):
    await switches.arm("status", status=401, times=2)

    with pytest.raises(AgentDenied):
        await hear(agent.turn(request("t-denied")))


async def test_a_resumed_stream_that_starts_over_voids_what_was_heard(agent, switches):
    await switches.arm("restart", on="resume")
    answer = await hear(agent.turn(request("t-restart")))
    whole = answer.text
    answer.ended = None

    async for event in agent.resume(answer.response_id, answer.sequence - 2):
        answer.hear(event)

    assert answer.text == whole
    assert await switches.injected() == {"restart": 1}


@pytest.mark.parametrize("kind", ["lost", "expired"])
async def test_a_session_that_goes_away_is_lost(agent, switches, kind):
    session = f"desk-{kind}"
    await agent.ensure(session)
    await switches.arm(kind, session=session)

    with pytest.raises(SessionLost):
        await hear(agent.turn(request(f"t-{kind}", session=session)))
    with pytest.raises(SessionLost):
        await agent.ensure(session, known=True)


async def test_a_look_into_a_sandbox_that_is_refused_is_tried_again(agent, switches):
    await agent.ensure(HOME)
    await switches.arm("down", on="file", times=2)

    assert await agent.read(HOME, "nothing.json") is None
    assert await switches.injected() == {"down": 2}
