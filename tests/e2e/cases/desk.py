"""The whole desk in this process, between the stand-in for Teams and a scripted agent, and hands that play a case."""

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp

from bot.core.draft import Record
from bot.core.parcel import Fate, Parcel
from bot.demo.cast import APP_ID, TENANT
from bot.demo.connector import Connector
from bot.demo.rules import Heard
from bot.edges.store import DeskStore
from bot.settings import Settings
from bot.world import Desk, open_desk
from tests.e2e.cases.agent import ScriptedAgent
from tests.e2e.cases.loading import Known, known_of, translated
from tests.edges.teams.cases import Case, Outcome, Player, Response, input_of, load, play

MONDAY = datetime(2026, 11, 30, 13, tzinfo=UTC)
FILES = "https://contoso-my.sharepoint.com"
REMINDERS = re.compile(r"r-(\d+)(?: to r-(\d+))?")
STILL = 0.2  # seconds without a word to the connector: everything booked has been done
GIVE_UP = 30.0
Json = dict[str, Any]


@dataclass
class Stage:
    """A running desk with everything around it. `log` is what it wrote."""

    desk: Desk
    connector: Connector
    agent: ScriptedAgent
    log: list[logging.LogRecord]
    known: Known = field(default_factory=Known)
    touched: float = 0.0

    async def play(self, case: str | Case, speed: float = 1.0, pauses: bool = False) -> Outcome:
        """The agent is `speed` times as fast. A pause ends as soon as nothing moves, unless `pauses` are to be real."""
        case = local(load(case) if isinstance(case, str) else case, self.connector)
        told = input_of(case, self.connector)
        self.known = known_of(told.get("state", {}), self.connector.service_url, MONDAY)
        await self.known.into(self.store, MONDAY)
        self.agent.script, self.agent.speed, self.agent.people = told.get("agent", []), speed, _addressees(told)
        if not pauses:
            case["input"]["steps"] = [_quiet(step) for step in case["input"].get("steps", ())]
        outcome = await play(translated(case, self.known), self.url, self.connector, self._bench, speed)
        await self.settle()
        assert all(one.seconds < 3 and (one.status < 500 or one.status == 501) for one in outcome.responses)
        return outcome

    async def repeat(self, name: str) -> Response:
        """The first step of a case once more, with a new activity id: somebody presses again."""
        case = load(name)
        (step, *_) = case["input"]["steps"]
        step["post"]["body"]["id"] += "9"
        told = translated({"input": input_of({"input": {"steps": [step]}}, self.connector)}, self.known)
        outcome = Outcome()
        async with aiohttp.ClientSession() as session:
            await Player(case, self.url, self.connector, session, None, 1.0, outcome).step(
                told["input"]["steps"][0], "again"
            )
        return outcome.responses[0]

    async def _bench(self, words: str, case: Case) -> None:
        """What only we can do: wait until nothing moves, and make reminders due."""
        if words == "setup":
            return
        await self.settle()
        numbers = [n for first, last in REMINDERS.findall(words) for n in range(int(first), int(last or first) + 1)]
        due = [self.known.parcels[f"r-{number}"] for number in numbers]
        await self.store.plan(tuple(due))
        for parcel in due * (2 if "twice" in words else 1):
            await self.desk.world.jobs.ship(parcel.parcel_id)

    async def settle(self) -> None:
        """Wait until nobody has anything left to do."""
        deadline = time.monotonic() + GIVE_UP
        while await self._moving() or time.monotonic() - max(self._last_word(), self.touched) < STILL:
            assert time.monotonic() < deadline, "the desk does not come to rest"
            await asyncio.sleep(0.04)

    async def _moving(self) -> bool:
        if self.agent.busy or await self.store.waiting():
            self.touched = time.monotonic()
            return True
        return any(one.fate in (Fate.PLANNED, Fate.SENDING) for one in await self.parcels())

    def _last_word(self) -> float:
        return self.connector.log[-1].at if self.connector.log else 0.0

    @property
    def store(self) -> DeskStore:
        store = self.desk.world.store
        assert isinstance(store, DeskStore)
        return store

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.desk.port}/api/messages"

    async def parcels(self) -> list[Parcel]:
        found = [await self.store.parcels_of(project) for project in await self.store.projects()]
        return [parcel for parcels in found for parcel in parcels]

    async def record(self, name: str) -> Record:
        record = await self.store.record(self.known.records[name].key)
        assert record
        return record

    async def parcel(self, name: str) -> Parcel:
        parcel = await self.store.parcel((await self.record(name)).parcel_id)
        assert parcel
        return parcel

    def sent(self, method: str, part: str = "") -> list[Heard]:
        return [one for one in self.connector.log if one.method == method and part in one.path]

    def posts(self, part: str = "") -> list[Heard]:
        """Messages posted; `part` of the path names the conversation."""
        posted = (one for one in self.sent("POST", part) if one.path.endswith("/activities"))
        return [one for one in posted if one.json["type"] == "message"]

    def texts(self, conversation: str = "") -> list[str]:
        return [one["text"] for one in self.connector.visible(conversation) if one.get("text")]

    def cards(self, conversation: str = "") -> list[Json]:
        messages = self.connector.visible(conversation)
        return [one["attachments"][0]["content"] for one in messages if one.get("attachments")]

    def streams(self) -> list[Heard]:
        """Whatever was sent of a stream."""
        return [one for one in self.connector.log if "streaminfo" in str((one.json or {}).get("entities"))]

    @property
    def errors(self) -> list[str]:
        return [record.getMessage() for record in self.log if record.levelno >= logging.ERROR]


class Scribe(logging.Handler):
    """Keeps everything that is logged."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@contextmanager
def listening_to_logs() -> Iterator[list[logging.LogRecord]]:
    scribe, root = Scribe(), logging.getLogger()
    level = root.level
    root.addHandler(scribe)
    root.setLevel(logging.INFO)
    try:
        yield scribe.records
    finally:
        root.removeHandler(scribe)
        root.setLevel(level)


@asynccontextmanager
async def open_stage(folder: Path) -> AsyncIterator[Stage]:
    async with AsyncExitStack() as stack:
        log = stack.enter_context(listening_to_logs())
        connector = await stack.enter_async_context(Connector(APP_ID, TENANT))
        agent = await stack.enter_async_context(ScriptedAgent())
        began = time.monotonic()
        desk = await stack.enter_async_context(
            open_desk(
                _settings(folder, connector, agent),
                clock=lambda: MONDAY + timedelta(seconds=time.monotonic() - began),
            )
        )
        working = asyncio.create_task(desk.engine.run_forever(desk.calls))
        stack.push_async_callback(_stopped, working)
        await _ready(desk.port)
        yield Stage(desk, connector, agent, log)


async def _stopped(working: "asyncio.Task[None]") -> None:
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working


async def _ready(port: int) -> None:
    async with aiohttp.ClientSession() as session:
        for _ in range(400):
            async with session.get(f"http://127.0.0.1:{port}/readyz") as answer:
                if answer.status == 200:
                    return
            await asyncio.sleep(0.05)
    raise AssertionError("the desk does not become ready")


def _settings(folder: Path, connector: Connector, agent: ScriptedAgent) -> Settings:
    return Settings(
        _env_file=None,
        bot_app_id=APP_ID,
        bot_app_tenant_id=TENANT,
        bot_app_password="a secret",
        graph_base_url="http://127.0.0.1:9/v1.0",
        bot_openid_metadata=connector.metadata_url,
        bot_token_url=connector.token_url,
        bot_service_url_allow="127.0.0.1",
        bot_port=0,
        redis_url="",
        desk_data=folder,
        desk_keys="",
        desk_poll_cron="",
        desk_work_hours="0-24",  # it is evening already for some of the cases' people
        foundry_project_endpoint=agent.url,
        outlook_enabled=False,
    )


def local(case: Case, connector: Connector) -> Case:
    """A copy whose files lie at the connector: nothing leaves this machine."""
    case = _moved(deepcopy(case), f"{connector.url}/files")
    downloads = case["input"].get("downloads", {})
    rules = [
        {"on": {"method": "GET", "path": f"*{address.partition('/files')[2].partition('?')[0]}"}, "times": -1}
        | {"answer": answer}
        for address, answer in downloads.items()
    ]
    case["input"]["connector"] = [*case["input"].get("connector", ()), *rules]
    return case


def _moved(value: Any, here: str) -> Any:
    if isinstance(value, str):
        return value.replace(FILES, here)
    if isinstance(value, list):
        return [_moved(one, here) for one in value]
    if isinstance(value, dict):
        return {_moved(key, here): _moved(one, here) for key, one in value.items()}
    return value


def _quiet(step: Json) -> Json:
    return {"bench": "quiet"} if "wait_s" in step else step


def _addressees(told: Json) -> dict[str, Json]:
    """Whom the agent's drafts are for: the recipients of the drafts that are there, and the members that are listed."""
    people = [one["recipient"] for one in told.get("state", {}).get("drafts", ())]
    for rule in told.get("connector", ()):
        people += (rule["answer"].get("json") or {}).get("members", ())
    return {one["name"]: {"address": one["email"]} if "email" in one else {"oid": one["aadObjectId"]} for one in people}
