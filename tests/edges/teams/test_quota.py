"""Two hundred threads talk at once while a kickoff goes to five hundred people: Teams' published limits are kept."""

import asyncio
import heapq
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from yarl import URL

from bot.core.errors import Throttled
from bot.core.people import Channel, Person, Place
from bot.demo.cast import APP_ID, TENANT
from bot.demo.quota import Quota
from bot.edges.teams.connector import Connector
from bot.edges.teams.credentials import Credentials
from bot.edges.teams.hosts import Hosts
from bot.edges.teams.limits import Limits, Pace
from bot.edges.teams.voice import TeamsVoice

CHANNELS, THREADS, CHATS, PEOPLE = 10, 200, 30, 500
SLOTS = 20  # deliveries a worker has under way at once
AT_REST = 30  # turns of the loop in which nobody moves: then time goes on


class Time:
    """Goes on when everybody sleeps, to whoever wakes first."""

    def __init__(self) -> None:
        self.now, self.moved = 0.0, 0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.moved += 1
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.now + seconds, self.moved, waking))
        await waking

    async def until(self, work: "asyncio.Future[Any]") -> None:
        while not work.done():
            still, seen = 0, self.moved
            while still < AT_REST and not work.done():
                await asyncio.sleep(0)
                still, seen = (still + 1, seen) if seen == self.moved else (0, self.moved)
            self._wake()

    def _wake(self) -> None:
        if self._sleepers:
            at, _, waking = heapq.heappop(self._sleepers)
            self.now = max(self.now, at)
            if not waking.done():
                waking.set_result(None)


class Service:
    """Teams as the connector's session sees it: answers at once, counts, and refuses what is too much if `strict`."""

    def __init__(self, time: Time, strict: bool) -> None:
        self.time, self.strict, self.quota = time, strict, Quota()
        self.asked = 0

    @asynccontextmanager
    async def request(self, method: str, url: URL, data: bytes | None, **_: object) -> AsyncIterator[SimpleNamespace]:
        self.asked += 1
        self.time.moved += 1
        body = orjson.loads(data) if data else {}
        where = str(url.path).partition("/v3/conversations")[2].strip("/").partition("/")[0]
        conversation = where or str(body["members"][0]["id"])
        fine = self.quota.count(method, conversation, TENANT, self.time())
        found: Mapping[str, object] = {"id": f"a:{conversation}" if not where else str(self.asked)}
        if method == "GET":
            found = {"members": [{"id": "29:1", "name": "Somebody"}]}

        async def read() -> bytes:
            return orjson.dumps(found)

        yield SimpleNamespace(status=200 if fine or not self.strict else 429, headers={}, read=read)


def place(conversation: str, kind: Any) -> Place:
    return Place(
        channel=Channel.TEAMS, tenant=TENANT, conversation=conversation, kind=kind, service_url="http://127.0.0.1/",
        bot_id=f"28:{APP_ID}",
    )  # fmt: skip


async def talk(voice: TeamsVoice, where: Place, time: Time, members: bool) -> None:
    """A turn that takes a while: a first sign, progress, an answer in two parts, and a card."""
    ref = (await voice.open(where, "On it.")).ref
    for number in range(6):
        await time.sleep(1.5)
        with suppress(Throttled):  # progress is left out when the channel is busy
            await voice.go_on(where, ref, f"Sign {number}.", "word " * number)
    if members:
        await voice.members(where)
    await voice.say(where, "@Somebody, this is a paragraph.\n\n" + "words " * 3000, replaces=ref)
    await voice.show(where, {"type": "AdaptiveCard"}, "a card")


async def brief(voice: TeamsVoice, number: int, slots: asyncio.Semaphore) -> None:
    async with slots:
        chat = await voice.meet(place("19:home@thread.tacv2", "channel"), Person(oid=f"person-{number}", tenant=TENANT))
        await voice.say(chat, f"Hi {number}, please write your part.", exact=True)


def everybody(voice: TeamsVoice, time: Time) -> list[Awaitable[None]]:
    slots = asyncio.Semaphore(SLOTS)
    threads = [place(f"19:c{n % CHANNELS}@thread.tacv2;messageid={n}", "channel") for n in range(THREADS)]
    chats = [place(f"a:chat-{number}", "personal") for number in range(CHATS)]
    return [
        *(talk(voice, one, time, members=True) for one in threads),
        *(talk(voice, one, time, members=False) for one in chats),
        *(brief(voice, number, slots) for number in range(PEOPLE)),
    ]


async def played(limits: Callable[[Time], Limits], strict: bool = True) -> Service:
    time = Time()
    service = Service(time, strict)
    connector = Connector(service, Credentials(None), Hosts(("127.0.0.1",), True), limits(time), time.sleep)  # type: ignore[arg-type] # answers in this process
    voice = TeamsVoice(connector, None, time, time.sleep)  # type: ignore[arg-type] # no files are fetched
    await voice.warm()
    work = asyncio.gather(*everybody(voice, time))
    await time.until(work)
    await work
    await voice.close()
    return service


@pytest.mark.slow
async def test_no_published_limit_is_broken_and_everything_is_said() -> None:
    service = await played(lambda time: Limits(clock=time, sleep=time.sleep))

    assert service.quota.over == {}
    assert service.asked >= (THREADS + CHATS) * 4 + PEOPLE * 2
    assert service.quota.most["send in 1 s"] <= 7
    assert service.quota.most["tenant in 1 s"] <= 30
    assert service.time() < 1800  # half an hour at the most, for what was said in ten seconds


@pytest.mark.slow
async def test_the_count_would_see_a_desk_that_does_not_pace_itself() -> None:
    free = Pace(1e6, 1e6)
    service = await played(lambda time: Limits(free, free, clock=time, sleep=time.sleep), strict=False)

    assert {"send in 1 s", "send in 2 s", "tenant in 1 s"} <= set(service.quota.over)
