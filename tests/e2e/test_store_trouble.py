"""The store is killed, frozen, cut off or emptied under a running desk: what was taken is answered once, in order."""

import asyncio
import json
import shutil
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from redis.asyncio import Redis

from bot.demo.cast import ANA, CHANNEL
from bot.demo.teams import Teams
from cards.words import say
from tests.e2e.outside import Crowd, House, Proxy, Server, crowd, housed, readiness, ready, threads

pytestmark = pytest.mark.slow
LONG = pytest.mark.long
COUNT = 6  # messages a thread
TALKS = threads(5)


@asynccontextmanager
async def served(folder: Path, server: Server, url: str) -> AsyncIterator[tuple[House, Crowd, int]]:
    """A desk on a server of its own, and people who write to it."""
    await server.start()
    try:
        async with housed(folder, url) as house:
            _, port = await house.serve("desk")
            async with crowd(house, port) as people:
                yield house, people, port
    finally:
        server.signal(signal.SIGCONT)
        await server.kill()


async def writing(people: Crowd, pause: float) -> None:
    await asyncio.gather(*(people.write(talk, COUNT, pause) for talk in TALKS))


async def alive_and_naming_the_store(port: int) -> None:
    """Asked until it is so: a frozen server is noticed when somebody has waited for it."""
    async with asyncio.timeout(10):
        while (found := await readiness(port))[0] == 200:  # noqa: ASYNC110 looks from outside
            await asyncio.sleep(0.1)
    assert (found[0], found[1]["store"]) == (503, "does not answer")
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/healthz") as answer:
        assert answer.status == 200


def said_once(house: House) -> None:
    """One line when it goes, one when it is back, and none for the requests and tries between them."""
    log = house.log("desk")
    assert [line for line in log if "the store does not answer" in line] != []
    assert len([line for line in log if "the store does not answer" in line]) == 1, log
    assert len([line for line in log if "the store answers again" in line]) == 1, log
    assert not [line for line in log if "Traceback" in line or "503" in line], log


@pytest.mark.parametrize(
    ("fsync", "seconds"),
    [("always", 2), *(pytest.param(*one, marks=LONG) for one in (("everysec", 2), ("everysec", 7), ("always", 7)))],
)
async def test_a_killed_store_that_comes_back_loses_and_repeats_nothing(
    tmp_path: Path, fsync: str, seconds: int
) -> None:
    server = Server(tmp_path / "server", fsync)
    async with served(tmp_path, server, server.url) as (house, people, port):
        writers = asyncio.create_task(writing(people, 1.2))
        await asyncio.sleep(2)
        await server.kill()
        await alive_and_naming_the_store(port)
        await asyncio.sleep(seconds)
        await server.start()
        await writers
        await people.all_answered(TALKS, COUNT, 60)

    assert people.slowest < 10
    if seconds > 2:  # a short absence is bridged, and nobody notices
        assert 503 in people.statuses
        said_once(house)


@LONG
async def test_a_frozen_store_is_given_up_in_time_and_found_again(tmp_path: Path) -> None:
    server = Server(tmp_path / "server")
    async with served(tmp_path, server, server.url) as (house, people, port):
        writers = asyncio.create_task(writing(people, 1.2))
        await asyncio.sleep(2)
        server.signal(signal.SIGSTOP)
        await asyncio.gather(alive_and_naming_the_store(port), sentence_for_a_click(house, port))
        await asyncio.sleep(8)
        await sentence_for_a_click(house, port)
        server.signal(signal.SIGCONT)
        await writers
        await people.all_answered(TALKS, COUNT, 60)

    assert 503 in people.statuses
    assert people.slowest < 10
    said_once(house)


async def sentence_for_a_click(house: House, port: int) -> None:
    async with Teams(house.connector, f"http://127.0.0.1:{port}/api/messages") as teams:
        data = {"draft_id": "p-1.d-1", "version": 1, "hash": "0" * 64}
        sent = await teams.click(ANA, CHANNEL.thread("1"), "1", "approve", data)
    assert sent.status == 200
    assert sent.body["type"] == "application/vnd.microsoft.activity.message"
    assert sent.seconds < 3


@pytest.mark.parametrize("seconds", [10, pytest.param(60, marks=LONG)])
async def test_a_line_that_is_cut_for_a_while_costs_nothing_but_time(tmp_path: Path, seconds: int) -> None:
    server = Server(tmp_path / "server")
    async with Proxy(server.port) as line, served(tmp_path, server, line.url) as (house, people, port):
        writers = asyncio.create_task(writing(people, 1.2))
        await asyncio.sleep(2)
        line.cut()
        await alive_and_naming_the_store(port)
        await asyncio.sleep(seconds - 2)
        line.heal()
        await writers
        await people.all_answered(TALKS, COUNT, 120)

    assert seconds < 60 or 503 in people.statuses  # ten of them may just be bridged
    assert people.slowest < 10
    said_once(house)


@LONG
async def test_lines_that_died_without_a_word_are_replaced(tmp_path: Path) -> None:
    server = Server(tmp_path / "server")
    async with Proxy(server.port) as line, served(tmp_path, server, line.url) as (_, people, port):
        writers = asyncio.create_task(writing(people, 1.2))
        await asyncio.sleep(2)
        line.forget_lines()
        await writers
        await people.all_answered(TALKS, COUNT, 150)
        await ready(port)

    assert people.slowest < 10


@pytest.mark.parametrize(
    "how", ["exchanged", pytest.param("flushed", marks=LONG), pytest.param("between two starts", marks=LONG)]
)
async def test_an_emptied_store_is_noticed_and_a_thread_finds_its_sandbox_again(tmp_path: Path, how: str) -> None:
    server = Server(tmp_path / "server")
    (talk, *_) = TALKS
    async with served(tmp_path, server, server.url) as (house, people, port):
        await people.write(talk, 1, 0)
        await people.all_answered([talk], 1, 30)
        (session,) = house.agent.sessions
        log = f"projects/{session.removeprefix('desk-')}/project_log.json"
        house.agent.files[session, log] = json.dumps({"owner": {"oid": ANA.person.oid}}).encode()
        await empty(server, house, port, how)
        await ready(port)
        await asyncio.sleep(6)  # one look at the store
        answers = people.answers(talk)
        await people.write(talk, 2, 1)
        async with asyncio.timeout(30):
            while len(people.answers(talk)) < len(answers) + 2:  # noqa: ASYNC110 looks from outside
                await asyncio.sleep(0.1)
        texts = [str(one.get("text")) for one in house.connector.visible(talk.conversation)]

    assert ["is_new=true" in turn.input for turn in house.agent.turns] == [True, False, False]
    assert house.agent.sessions == {session}
    assert texts.count(say("pt-BR").t("desk.memory_lost")) == 1
    told = "the store is empty" if how == "between two starts" else "emptied while the desk runs"
    assert [line for line in house.log("desk") if told in line]


async def empty(server: Server, house: House, port: int, how: str) -> None:
    (desk,) = house.processes
    if how == "flushed":
        async with Redis.from_url(server.url) as client:
            await client.flushall()
        return
    if how == "between two starts":
        desk.terminate()
        await desk.wait()
    await server.kill()
    shutil.rmtree(server.folder)
    await server.start()
    if how == "between two starts":
        await house.serve("desk", port=port)
