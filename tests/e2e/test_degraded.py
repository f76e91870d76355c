"""A part is away, or of another version: the others work on, and what belongs to it is kept."""

import asyncio
import importlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from redis.asyncio import Redis

from bot.demo.cast import ANA, CAST
from bot.demo.graph import LocalGraph
from bot.demo.graph.server import Fault
from bot.demo.stand import DESK_ADDRESS
from bot.edges.jobs import Engine
from cards.words import say
from tests.e2e.cases.desk import open_stage
from tests.e2e.outside import DRAFT, House, Server, crowd, free_port, housed, readiness, threads
from tests.e2e.playing import HOUSE

pytestmark = pytest.mark.slow
TALKS = threads(2)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    server = Server(tmp_path / "server")
    await server.start()
    yield server
    await server.kill()


async def until(true: Callable[[], Awaitable[object]], seconds: float = 40) -> None:
    async with asyncio.timeout(seconds):
        while not await true():  # noqa: ASYNC110 looks from outside
            await asyncio.sleep(0.1)


async def test_a_job_of_a_new_name_is_kept_by_the_old_worker_and_done_once_by_the_new_one(
    tmp_path: Path, server: Server
) -> None:
    async def summarise(project_id: str) -> None:
        """Only its name is needed to book it."""

    async with housed(tmp_path, server.url) as house, Redis.from_url(server.url) as client:
        await house.serve("old", "worker")
        async with Engine(server.url) as engine:
            await engine._docket.add(summarise, key="summarise:p1")("p1")

        async def refused() -> bool:
            return any("kept for a newer worker" in line for line in house.log("old"))

        await until(refused)
        assert await client.get("summarised:p1") is None
        newer = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.e2e.newer", server.url, cwd=HOUSE, env={"PYTHONPATH": str(HOUSE)}
        )
        try:
            await until(lambda: client.get("summarised:p1"))
            await asyncio.sleep(3)
            assert await client.get("summarised:p1") == b"1"
            assert house.processes[0].returncode is None
        finally:
            newer.terminate()
            await newer.wait()


async def test_an_agent_that_is_away_at_the_start_is_named_and_threads_are_told(tmp_path: Path, server: Server) -> None:
    port = free_port()  # nobody listens there
    endpoint = f"http://127.0.0.1:{port}/api/projects/desk"
    async with housed(tmp_path, server.url, FOUNDRY_PROJECT_ENDPOINT=endpoint) as house:
        _, door = await house.serve("desk")
        status, parts = await readiness(door)
        assert (status, parts["store"], parts["agent"]) == (200, "ok", "does not answer: AgentDown")
        async with crowd(house, door) as people:
            await asyncio.gather(*(people.write(talk, 2, 0.5) for talk in TALKS))
            told = say("pt-BR").t("desk.agent_down")

            async def all_told() -> bool:
                return all(shown(house, talk.conversation) == [told] for talk in TALKS)

            await until(all_told)
            await asyncio.sleep(5)
            assert await all_told(), "once, and not for every message or try"
            await house.agent.listen(port)
            await people.all_answered(TALKS, 2, 60)

        async def named_well() -> bool:
            return (await readiness(door))[1]["agent"] == "ok"

        await until(named_well)


async def test_teams_does_not_notice_that_graph_is_away(tmp_path: Path, server: Server) -> None:
    async with LocalGraph(DESK_ADDRESS, [one.person for one in CAST]) as graph:
        graph.faults = [Fault("POST */subscriptions", [{"status": 503, "headers": {"Retry-After": "1"}}] * 9)]
        door = free_port()
        async with housed(
            tmp_path, server.url, OUTLOOK_ENABLED="1", GRAPH_BASE_URL=graph.url, GRAPH_MAILBOX=DESK_ADDRESS,
            GRAPH_NOTIFICATION_URL=f"http://127.0.0.1:{door}/api/graph",
        ) as house, crowd(house, door) as people:  # fmt: skip
            house.agent.people = {ANA.person.name: {"oid": ANA.person.oid}}
            await house.serve("desk", port=door)

            async def named() -> bool:
                return (await readiness(door))[1]["mail"] == "does not answer: ChannelTrouble"

            await until(named)
            assert (await readiness(door))[0] == 200
            await asyncio.gather(*(people.write(talk, 2, 0.5) for talk in TALKS))
            await people.all_answered(TALKS, 2, 40)
            sent = await people.doors[0].say(ANA, TALKS[0], f"{DRAFT}{TALKS[0].name}")
            assert sent.status == 202
            await until(lambda: _offered(house, TALKS[0].conversation))

            async def back() -> bool:
                return bool(graph.subscriptions) and (await readiness(door))[1]["mail"] == "ok"

            await until(back, 60)


async def _offered(house: House, conversation: str) -> bool:
    return any(one.get("attachments") for one in house.connector.visible(conversation))


def shown(house: House, conversation: str) -> list[str]:
    return [str(one.get("text")) for one in house.connector.visible(conversation) if one.get("text")]


async def test_little_space_is_warned_of_and_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_stage(tmp_path / "desk") as stage:
        port = stage.desk.port
        assert (await readiness(port))[1]["space"] == "ok"
        monkeypatch.setattr(importlib.import_module("bot.edges.store.server"), "ROOM", 2**80)

        assert (await readiness(port))[1]["space"] == "less than 500 MB are free"
        assert (await readiness(port))[0] == 200
