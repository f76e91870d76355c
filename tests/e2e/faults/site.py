"""A desk's surroundings under fault: Teams, Graph, an agent that goes on, and the desk as a process to be killed."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import aiohttp
from redis.exceptions import RedisError

from bot.core.draft import Record
from bot.core.parcel import Fate, Parcel
from bot.demo.cast import ANA, CAST, Member, Talk
from bot.demo.faces import Json, Shown
from bot.demo.stand import DemoFailed, Stand, standing
from bot.demo.teams import Activity, Sent
from bot.edges.store import DeskStore
from bot.edges.store.keys import Kind
from bot.edges.store.rows import record_fields
from tests.e2e.faults.agent import SteadyAgent, address
from tests.e2e.faults.books import Books, Press, open_jobs, read
from tests.e2e.faults.desk import Order
from tests.e2e.faults.nursery import Nursery, Process
from tests.e2e.faults.steps import Outside
from tests.e2e.faults.trap import Point

READY, REST, STILL = 30.0, 60.0, 0.25  # seconds
LEASE = 60.0  # seconds a delivery may be under way


@dataclass
class Site:
    """`said`: the tags of the messages the desk was given, by conversation and in order. `pressed`: its clicks.

    `doubtful`: briefs that were under way when a desk died. `recoveries`: seconds from a death until all was in order.
    """

    stand: Stand
    agent: SteadyAgent
    nursery: Nursery
    process: Process | None = None
    said: dict[str, list[str]] = field(default_factory=dict)
    pressed: set[Press] = field(default_factory=set)
    kills: int = 0
    striking: Callable[[Outside], bool] | None = None
    doubtful: set[str] = field(default_factory=set)
    card_in_doubt: bool = False
    again: Counter[str] = field(default_factory=Counter)  # record → how often its owner had it sent again
    recoveries: list[float] = field(default_factory=list)
    _died: float = 0.0

    @property
    def store(self) -> DeskStore:
        return self.stand.store

    def reach_agent_at(self, port: int) -> None:
        """From its next start on, through a line that leads there."""
        self.stand.settings = self.stand.settings.model_copy(update={"foundry_project_endpoint": address(port)})
        self.stand.write_settings()

    async def start(self) -> float:
        """Seconds until the desk said that it is ready; one that dies on the way is started again."""
        began = time.monotonic()
        while not await self._started():
            self.kills += 1
        return time.monotonic() - began

    async def _started(self) -> bool:
        self.process = await self.nursery.bear(Order(folder=self.stand.folder))
        deadline = time.monotonic() + READY
        while not await self.ready():
            if self.process.dead.is_set():
                return False
            if time.monotonic() > deadline:
                raise DemoFailed(f"The desk does not become ready; see {self.stand.folder / 'desk.log'}.")
            await asyncio.sleep(0.02)
        return True

    async def until_ready(self, url: str) -> None:
        async with asyncio.timeout(READY):
            while not await self.ready(url):  # noqa: ASYNC110 looks from outside
                await asyncio.sleep(0.02)

    async def ready(self, url: str = "") -> bool:
        try:
            async with self.stand.probe.get(f"{url or self.stand.url}/readyz") as answer:
                return answer.status == 200
        except (aiohttp.ClientError, TimeoutError):
            return False

    async def kill(self) -> None:
        assert self.process
        await self.process.kill()
        self.kills += 1

    async def kill_store(self) -> None:
        """kill -9 of the server under the desk; whoever asks next finds nobody there."""
        server = await self.store.client.info("server")
        os.kill(int(server["process_id"]), signal.SIGKILL)
        self.kills += 1

    async def overwrite(self, key: str, changes: Mapping[str, object]) -> None:
        """Another content for a draft that was decided already, past everything that forbids it."""
        record = await self.store.record(key)
        assert record
        other = record.model_copy(update={"draft": record.draft.model_copy(update=changes)})
        fields = record_fields(self.store.seal, other)
        pairs = dict(zip(fields[::2], fields[1::2], strict=True))
        await self.store.client.hset(self.store.keys.name(Kind.RECORD, key), mapping=pairs)

    def set(self, point: Point | None) -> None:
        """Arm the desk's trap, or disarm it."""
        trap = self.stand.folder / "trap"
        if point is None:
            trap.unlink(missing_ok=True)
            return
        fresh = trap.with_suffix(".new")
        fresh.write_text(point.model_dump_json())
        fresh.replace(trap)

    def heard(self, what: Outside) -> None:
        """Somebody outside was spoken to and has not answered yet."""
        if self.striking is not None and self.striking(what):
            self.striking = None
            assert self.process
            self.process.strike()

    async def say(self, talk: Talk, text: str, tag: str, who: Member = ANA) -> Activity:
        """Written until the desk has taken it: Teams sends again what was not answered."""
        self.said.setdefault(talk.conversation, []).append(tag)
        number = self.stand.connector.next_id()
        activity = self.stand.teams.message(who, talk, f"{text} {tag}", number)
        await self.send(activity, talk)
        return activity

    async def send(self, activity: Activity, talk: Talk) -> Sent:
        while True:
            with suppress(aiohttp.ClientError, TimeoutError):
                sent = await self.stand.teams.send(activity, talk)
                if sent.status < 300:
                    return sent
            await self.revive()

    async def press(self, talk: Talk, shown: Shown, verb: str, data: Json, inputs: Json | None = None) -> Json | str:
        """Pressed until there is an answer, by somebody who sees nothing happen."""
        while True:
            with suppress(aiohttp.ClientError, TimeoutError):
                sent = await self.stand.teams.click(ANA, talk, shown.message, verb, data, inputs)
                if sent.status == 200:
                    self.heard(sent)
                    value: Json | str = sent.body["value"]
                    return value
            await self.revive()

    async def revive(self) -> None:
        """A desk that died is started again, as whoever runs it would; a delivery's lease runs out meanwhile."""
        assert self.process
        with suppress(TimeoutError):
            await asyncio.wait_for(self.process.dead.wait(), 0.05)
        if not self.process.dead.is_set():
            return
        self.kills += 1
        self._died = self._died or time.monotonic()
        under_way = [one for one in await self.parcels() if one.fate is Fate.SENDING]
        self.doubtful |= {one.parcel_id for one in under_way if one.kind == "brief"}
        self.card_in_doubt |= any(one.kind == "card" for one in under_way)
        self.pass_time(LEASE + 1)
        await self.start()

    def pass_time(self, seconds: float) -> None:
        self.stand.clock.set(self.stand.clock() + timedelta(seconds=seconds))

    async def settle(self, seconds: float = REST) -> float:
        """Until nobody has anything left to do; returns how long that took."""
        began, quiet, moving = time.monotonic(), time.monotonic(), True
        while moving or time.monotonic() - quiet < STILL:  # a slow machine may take longer than that for one look
            await self.revive()
            moving = await self._moving() or time.monotonic() - self._last_word() < STILL
            if moving:
                quiet = time.monotonic()
            if time.monotonic() - began > seconds:
                raise DemoFailed(f"The desk does not come to rest; see {self.stand.folder / 'desk.log'}.")
            await asyncio.sleep(0.03)
        if self._died:
            self.recoveries.append(time.monotonic() - STILL - self._died)
            self._died = 0.0
        return time.monotonic() - began

    async def _moving(self) -> bool:
        """What a round of the desk has to find first counts as well."""
        if await self.store.waiting() or await open_jobs(self.store):
            return True
        if await self.store.unseen() or await self.store.untold() or await self.store.expiring(self.stand.clock()):
            return True
        return any(one.fate in (Fate.PLANNED, Fate.SENDING) for one in await self.parcels())

    def _last_word(self) -> float:
        heard = self.stand.connector.log[-1].at if self.stand.connector.log else 0.0
        return max(heard, self.agent.turns[-1].at if self.agent.turns else 0.0)

    async def until(self, look: Callable[[], Awaitable[bool]], what: str, seconds: float = REST) -> None:
        deadline = time.monotonic() + seconds
        while not await look():
            await self.revive()
            if time.monotonic() > deadline:
                raise DemoFailed(f"Waited {seconds:.0f} s for {what} in vain; see {self.stand.folder / 'desk.log'}.")
            await asyncio.sleep(0.03)

    async def records(self) -> list[Record]:
        return [one for project in await self.store.projects() for one in await self.store.records_of(project)]

    async def parcels(self) -> list[Parcel]:
        return [one for project in await self.store.projects() for one in await self.store.parcels_of(project)]

    async def books(self) -> Books:
        said = {chat: tuple(tags) for chat, tags in self.said.items()}
        stand, pressed = self.stand, frozenset(self.pressed)
        outside = (stand.connector, stand.graph, self.agent)
        return await read(self.store, stand.clock(), *outside, said=said, pressed=pressed, again=self.again)

    def card(self, talk: Talk, verb: str, **facts: object) -> Shown | None:
        """The newest card in a chat with such a button."""
        return next((one for one in reversed(self.stand.cards(talk)) if one.button(verb, **facts)), None)


def group(name: str) -> Talk:
    return Talk(f"19:{name}@thread.v2", "groupChat", name)


@asynccontextmanager
async def site(folder: Path, born: Nursery, settings: Mapping[str, object]) -> AsyncIterator[Site]:
    """Everything but the desk, which `start` brings up. `settings` are the desk's own."""
    sources = folder / "sources"
    sources.mkdir(parents=True)
    async with standing(folder / "stand", CAST, sources, "en", "Europe/Lisbon") as stand, SteadyAgent() as agent:
        changes = {"foundry_project_endpoint": agent.url, "desk_poll_cron": "", "desk_work_hours": "0-24", **settings}
        stand.settings = stand.settings.model_copy(update=changes)
        stand.write_settings()
        found = Site(stand, agent, born)
        stand.connector.watch(found.heard)
        stand.graph.watch(found.heard)
        agent.posted = found.heard
        try:
            yield found
        finally:
            if found.process:
                await found.process.kill()
            if stand.settings.redis_url:
                await found.store.close()
            else:
                with suppress(RedisError):  # the desk's own server outlives a desk that is killed
                    await found.kill_store()
