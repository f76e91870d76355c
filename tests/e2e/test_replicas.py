"""Two web processes and two workers on one server: they share everything, and each thing is done once."""

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.core.draft import Record, State
from bot.core.parcel import Fate
from bot.demo.cast import ANA, CAST, PRIYA, Talk, chat_with
from bot.demo.faces import Shown, card_in
from bot.demo.graph import LocalGraph, Outlook
from bot.demo.play import SAMPLE
from bot.demo.stand import DESK_ADDRESS
from bot.edges.store import DeskStore
from bot.edges.store.seal import Seal, own_keys
from tests.e2e.outside import DRAFT, HEARD, Crowd, House, Process, Server, crowd, free_port, housed, readiness, threads

pytestmark = pytest.mark.slow
LONG = pytest.mark.long
COUNT = 6  # messages a thread
TALKS = threads(10)


@dataclass
class Replicas:
    house: House
    graph: LocalGraph
    people: Crowd
    ports: tuple[int, int]
    webs: list[Process]
    workers: list[Process]
    store: DeskStore

    async def kill(self, kind: str, which: int) -> None:
        """One goes without a word, and another takes its place."""
        crew = self.webs if kind == "web" else self.workers
        crew[which].kill()
        await crew[which].wait()
        await asyncio.sleep(1)
        port = self.ports[which] if kind == "web" else 0
        crew[which], _ = await self.house.serve(f"{kind}{which}", kind, port)

    def cards(self, talk: Talk) -> list[Shown]:
        messages = self.house.connector.visible(talk.conversation)
        return [Shown(str(one["id"]), card) for one in messages if (card := card_in(one))]

    async def records(self) -> list[Record]:
        found = [await self.store.records_of(project_id) for project_id in await self.store.projects()]
        return [record for records in found for record in records]


@pytest.fixture
async def replicas(tmp_path: Path) -> AsyncIterator[Replicas]:
    async with AsyncExitStack() as stack:
        server = Server(tmp_path / "server")
        await server.start()
        stack.push_async_callback(server.kill)
        graph = await stack.enter_async_context(LocalGraph(DESK_ADDRESS, [one.person for one in CAST]))
        ports = free_port(), free_port()
        house = await stack.enter_async_context(
            housed(
                tmp_path, server.url, OUTLOOK_ENABLED="1", GRAPH_BASE_URL=graph.url, GRAPH_MAILBOX=DESK_ADDRESS,
                GRAPH_NOTIFICATION_URL=f"http://127.0.0.1:{ports[0]}/api/graph",
            )
        )  # fmt: skip
        house.agent.people = {PRIYA.person.name: {"oid": PRIYA.person.oid}}
        workers = [(await house.serve(f"worker{number}", "worker"))[0] for number in range(2)]
        webs = [(await house.serve(f"web{number}", "web", ports[number]))[0] for number in range(2)]
        store = await stack.enter_async_context(looked_into(server.url, tmp_path / "desk"))
        people = await stack.enter_async_context(crowd(house, *ports))
        yield Replicas(house, graph, people, ports, webs, workers, store)


@asynccontextmanager
async def looked_into(url: str, data: Path) -> AsyncIterator[DeskStore]:
    store = DeskStore(url, Seal(own_keys(data)))
    try:
        yield store
    finally:
        await store.close()


async def until(true: Any, seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while not await true():  # noqa: ASYNC110 looks from outside
            await asyncio.sleep(0.1)


async def test_threads_are_answered_in_order_while_a_web_and_a_worker_die(replicas: Replicas) -> None:
    people = replicas.people
    replicas.house.agent.pause = 1.0  # so that a worker dies in the middle of turns
    writers = [people.write(talk, COUNT, 2, everywhere=talk in TALKS[:3]) for talk in TALKS]
    writing = asyncio.gather(*writers)
    await asyncio.sleep(3)
    assert replicas.house.agent.busy
    await replicas.kill("worker", 0)
    await replicas.kill("web", 1)
    await writing
    await people.all_answered(TALKS, COUNT, 150)

    assert len({turn.session for turn in replicas.house.agent.turns}) == len(TALKS)
    assert await replicas.store.waiting() == ()


async def test_a_draft_is_one_card_and_clicks_on_both_doors_are_one_decision(replicas: Replicas) -> None:
    one, other = replicas.people.doors
    talks = TALKS[:4]
    sent = await asyncio.gather(*(one.say(ANA, talk, f"{DRAFT}{talk.name}") for talk in talks))
    assert {answer.status for answer in sent} == {202}

    async def offered() -> bool:
        return all(replicas.cards(talk) for talk in talks)

    await until(offered, 60)
    for number, talk in enumerate(talks):
        (card,) = replicas.cards(talk)
        approve, reject = card.button("approve"), card.button("reject")
        assert approve
        assert reject
        against = (reject, {"reason": "no"}) if number % 2 else (approve, {})
        answers = await asyncio.gather(
            one.click(ANA, talk, card.message, "approve", approve.data),
            other.click(ANA, talk, card.message, against[0].verb, against[0].data, against[1]),
        )
        assert [answer.status for answer in answers] == [200, 200]
        assert all(answer.seconds < 3 for answer in answers)

    async def settled() -> bool:
        parcels = [await replicas.store.parcels_of(name) for name in await replicas.store.projects()]
        return all(one.fate not in (Fate.PLANNED, Fate.SENDING) for some in parcels for one in some)

    await until(settled, 60)
    records = await replicas.records()
    approved = sorted(record.draft.body for record in records if record.state is State.APPROVED)
    delivered = [str(one.get("text")) for one in replicas.house.connector.visible(chat_with(PRIYA).conversation)]

    assert len(records) == len(talks)
    assert sorted(delivered) == approved
    assert [len(replicas.cards(talk)) for talk in talks] == [1] * len(talks)
    for record in records:
        words = [line.rpartition("|")[2] for line in await replicas.store.audit(record.key)]
        assert words.count("done") == 1


async def test_one_of_them_keeps_the_mail_subscription_and_any_of_them_takes_a_mail_once(replicas: Replicas) -> None:
    graph = replicas.graph

    async def subscribed() -> bool:
        return bool(graph.subscriptions)

    await until(subscribed, 30)
    await asyncio.sleep(2)
    assert graph.count("POST /subscriptions") == 1
    await mail_to_both(replicas, "we received the RFP from Northwind")

    async def answered() -> bool:
        return bool(graph.sent)

    await until(answered, 60)
    await asyncio.sleep(2)
    assert [HEARD in str(one.data["body"]["content"]) for one in graph.sent] == [True]
    assert len(replicas.house.agent.turns) == 1


@LONG
async def test_when_the_keeper_dies_another_process_has_the_subscription_within_a_minute(replicas: Replicas) -> None:
    graph = replicas.graph

    async def subscribed() -> bool:
        return bool(graph.subscriptions)

    await until(subscribed, 30)
    first = set(graph.subscriptions)
    await replicas.kill("web", 0)

    async def taken_over() -> bool:
        return bool(set(graph.subscriptions) - first) and len(graph.subscriptions) == 1

    await until(taken_over, 60)
    await asyncio.sleep(15)  # two looks at the chair by whoever looks on

    assert graph.count("POST /subscriptions") == 2
    assert (await readiness(replicas.ports[1]))[1]["mail"] == "ok"


@LONG
async def test_all_of_them_share_one_platform_which_outlives_the_one_that_started_it(tmp_path: Path) -> None:
    (tmp_path / "desk").mkdir()
    (tmp_path / "desk" / "sources").symlink_to(SAMPLE)
    async with AsyncExitStack() as stack:
        server = Server(tmp_path / "server")
        await server.start()
        stack.push_async_callback(server.kill)
        house = await stack.enter_async_context(housed(tmp_path, server.url, FOUNDRY_PROJECT_ENDPOINT=""))
        first, _ = await house.serve("worker0", "worker")
        started = tmp_path / "desk" / "platform" / "ready.json"

        async def is_there() -> bool:
            return started.exists()

        await until(is_there, 60)
        platform = json.loads(started.read_text())["pid"]
        stack.callback(os.kill, platform, signal.SIGTERM)  # the desk that would stop it is killed
        _, port = await house.serve("web", "web")
        await house.serve("worker1", "worker")
        first.kill()
        await first.wait()
        people = await stack.enter_async_context(crowd(house, port))
        await people.doors[0].say(ANA, TALKS[0], "we received the RFP from Northwind, please prepare the briefs")

        async def offered() -> bool:
            return any(card_in(one) for one in house.connector.visible(TALKS[0].conversation))

        await until(offered, 90)
        assert json.loads(started.read_text())["pid"] == platform
        assert (await readiness(port))[1]["agent"] == "ok"
        await house.close()


async def mail_to_both(replicas: Replicas, words: str) -> None:
    """A mail that both processes are told of at the same moment, and once more by the channel."""
    graph = replicas.graph
    (subscription,) = graph.subscriptions.values()
    message_id = await Outlook(graph).mail(ANA.person, "RFP", words)
    item = {"clientState": subscription["clientState"], "resourceData": {"id": message_id}}
    async with aiohttp.ClientSession() as session:
        for _ in range(2):
            posts = [
                session.post(f"http://127.0.0.1:{port}/api/graph", json={"value": [item]}) for port in replicas.ports
            ]
            assert [answer.status for answer in await asyncio.gather(*posts)] == [202, 202]
