"""A desk brings its own platform along, and talks to the agent we ship through the edge that talks to Foundry."""

import asyncio
import fcntl
import json
import os
import signal
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest

from bot.core.errors import AgentDown, SessionLost
from bot.core.turn import Answer, Progress, Request, Started, Text, context_line, machine_line
from bot.edges.foundry import Foundry
from bot.edges.late_agent import LateAgent
from bot.edges.local_platform import LocalPlatform

pytestmark = pytest.mark.slow  # real processes, or the real clients on loopback

OLGA = {"name": "Olga Owner", "address": "olga@contoso.example", "role": "owner", "at": "2026-12-01T09:00:00-03:00"}
RFP = """# Request for Proposal: Cloud migration

Issued by Northwind Traders.

## 1. Technical approach

The supplier must describe the target architecture. The supplier must state the recovery time objective.

## 2. Pricing

The supplier must offer a fixed price.

Proposals are due on 18 December 2026.
"""
NOTES = """# Kickoff meeting, 1 December 2026

Attendees: Olga Owner (olga@contoso.example), Ana Tech (ana@contoso.example), Mark Partner (mark@fabrikam.example)

- Ana Tech will write the technical approach by 4 December 2026.
- Mark Partner will prepare the pricing by 8 December 2026.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("desk")
    (found / "sources").mkdir()
    (found / "sources" / "Northwind RFP.md").write_text(RFP)
    return found


@pytest.fixture(scope="module")
async def endpoint(folder: Path) -> AsyncIterator[str]:
    platform = LocalPlatform(folder / "data", folder / "sources")
    yield await platform.start()
    await platform.stop()


@pytest.fixture(scope="module")
async def agent(endpoint: str) -> AsyncIterator[Foundry]:
    found = Foundry(endpoint, "charter", "1")
    yield found
    await found.aclose()


def request(turn_id: str, text: str, *machine: str, chain: str = "") -> Request:
    lines = [context_line("p-1", turn_id == "t-1"), *(machine or (machine_line("speaker", OLGA),)), text]
    return Request(
        turn_id=turn_id, project_id="p-1", session_id="desk-p-1", input="\n".join(lines), chain=chain, actor="olga"
    )


async def hear(events: AsyncIterator) -> Answer:
    answer = Answer()
    async for event in events:
        answer.hear(event)
    return answer


async def test_a_project_runs_from_the_first_words_to_a_sent_brief(agent):
    await agent.ensure("desk-p-1")
    missing = await hear(agent.turn(request("t-1", "We received the RFP from Northwind")))
    await agent.write("desk-p-1", "sources/kickoff.md", NOTES.encode())
    offered = await hear(
        agent.turn(request("t-2", "Here you are.\nFiles handed in: kickoff.md", chain=missing.response_id))
    )
    first = next(iter(offered.drafts.values()))
    sent = machine_line("decision", {"verb": "sent", "draft_id": first.draft_id, "version": 1, "body": first.body})
    told = await hear(agent.turn(request("t-3", "It was sent.", sent, chain=offered.response_id)))
    log = json.loads(await agent.read("desk-p-1", "projects/p-1/project_log.json"))

    assert missing.text.endswith("?")
    assert not missing.drafts
    assert {draft.to[0].address for draft in offered.drafts.values()} == {
        "ana@contoso.example",
        "mark@fabrikam.example",
    }
    assert json.loads(told.payload)["phase"] == "tasks_allocated"
    assert [task["kickoff_sent"] for task in log["tasks"]].count(True) == 1


async def test_a_turn_is_resumed_behind_what_was_heard(agent):
    await agent.ensure("desk-p-1")
    whole = [event async for event in agent.turn(request("t-9", "status"))]
    started = next(event for event in whole if isinstance(event, Started))

    rest = [event async for event in agent.resume(started.response_id, started.sequence)]

    assert not any(isinstance(event, Started) for event in rest)
    assert said(rest) == said(whole) != ""
    assert rest[-1] == whole[-1]


def said(events):
    """However the pieces were put together on the way."""
    return "".join(event.delta for event in events if isinstance(event, Text))


async def test_progress_names_the_skills(agent):
    events = [event async for event in agent.turn(request("t-1", "We received the RFP from Northwind"))]

    assert [event.skill for event in events if isinstance(event, Progress)][:2] == [
        "sow-rfp-search",
        "sow-charter-draft",
    ]


async def test_a_file_that_is_not_there_is_none(agent):
    await agent.ensure("desk-p-1")

    assert await agent.read("desk-p-1", "projects/p-1/nothing.json") is None


async def test_a_folder_is_listed_as_long_as_it_is(agent):
    await agent.ensure("desk-full")
    for number in range(120):  # a page has at most 100
        await agent.write("desk-full", f"projects/p-2/note-{number:03}.txt", b"x" * number)
    await agent.write("desk-full", "projects/p-2/more/deep.txt", b"deep")

    found = await agent.list("desk-full", "projects/p-2")

    assert [(one.name, one.size) for one in found if not one.folder] == [(f"note-{n:03}.txt", n) for n in range(120)]
    assert [one.name for one in found if one.folder] == ["more"]
    assert all(one.modified for one in found)
    assert await agent.list("desk-full", "projects/nobody") is None


async def test_a_sandbox_that_was_put_to_sleep_keeps_its_files_and_its_time(agent):
    before = await agent.ensure("desk-asleep")
    await agent.write("desk-asleep", "projects/p-3/log.json", b"{}")
    await agent.stop("desk-asleep")

    assert await agent.read("desk-asleep", "projects/p-3/log.json") == b"{}"
    assert await agent.ensure("desk-asleep", known=True) == before
    assert before.span == timedelta(days=30)


async def test_a_closed_project_is_gone_and_not_made_again(agent):
    await agent.ensure("desk-gone")
    await agent.close("desk-gone")
    await agent.close("desk-gone")

    with pytest.raises(SessionLost):
        await agent.ensure("desk-gone", known=True)
    with pytest.raises(SessionLost):
        await agent.read("desk-gone", "x")
    with pytest.raises(SessionLost):
        await agent.list("desk-gone", "x")


async def arm(endpoint: str, **switch: str) -> None:
    url, headers = endpoint.partition("/api/")[0] + "/_fault", {"Authorization": "Bearer local"}
    async with aiohttp.ClientSession(headers=headers) as session, session.put(url, json=switch) as answer:
        assert answer.status < 300


async def test_an_expired_sandbox_is_lost_however_it_is_asked(agent, endpoint):
    await agent.ensure("desk-old")
    await agent.write("desk-old", "projects/p-4/log.json", b"{}")
    await arm(endpoint, kind="expired", on="session", session="desk-old")

    with pytest.raises(SessionLost):
        await agent.ensure("desk-old", known=True)
    with pytest.raises(SessionLost):
        await agent.list("desk-old", "projects/p-4")


async def test_an_answer_from_another_session_is_none_of_ours(agent, endpoint):
    await agent.ensure("desk-p-1")
    await arm(endpoint, kind="other_session", on="turn", session="desk-p-1")

    with pytest.raises(SessionLost, match="desk-p-1-other"):
        await anext(agent.turn(request("t-fork", "status")))


async def test_a_second_desk_adopts_the_platform_and_leaves_it_running(folder, endpoint):
    second, third = LocalPlatform(folder / "data"), LocalPlatform(folder / "data")

    assert await second.start() == endpoint
    await second.stop()
    assert await third.start() == endpoint
    await third.stop()


async def test_the_desk_is_present_while_it_runs(folder, endpoint):
    with (folder / "data/platform/desk.lock").open() as file, pytest.raises(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


async def test_a_platform_that_died_is_brought_back_by_the_next_question(tmp_path):
    late = LateAgent("", "charter", "1", tmp_path, tmp_path / "sources")
    try:
        await late.ensure("desk-p-9")
        os.kill(json.loads((tmp_path / "platform" / "ready.json").read_text())["pid"], signal.SIGKILL)
        await asyncio.wait_for(late._platform._process.wait(), 5)
        await late.ensure("desk-p-9")

        assert late._platform.alive()
    finally:
        await late.close_door()


async def test_an_agent_that_cannot_be_brought_up_is_down_until_it_can(tmp_path):
    late = LateAgent("http://foundry.example/api/projects/p", "charter", "1", tmp_path, tmp_path)

    with pytest.raises(AgentDown, match="must be https"):
        await late.ensure("desk-p-1")
    await late.close_door()
