"""What was written down and what really arrived: everything the invariants are judged by, read from outside."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from bot.core.draft import Record
from bot.core.letter import ask_box
from bot.core.parcel import Parcel
from bot.demo.cast import ANA, CAST, chat_with
from bot.demo.connector import Connector
from bot.demo.graph import LocalGraph
from bot.demo.rules import Heard
from bot.demo.verdict import Arrival, by_mail
from bot.edges.store import DeskStore
from bot.edges.store.keys import EPOCH, Kind
from cards.words import say
from tests.e2e.faults.agent import TAG, SteadyAgent

Json = dict[str, Any]
CERTAINLY_NOT = (401, 403, 404, 412, 429)  # answers after which a message was not taken
THANKS = say("en").t("desk.passed_on", owner=ANA.person.name)  # what the desk says itself to whoever answers
READERS = {chat_with(one).conversation: one.person.oid for one in CAST}


class Line(NamedTuple):
    """One attempt on a draft, as the audit has it."""

    at: datetime
    verb: str
    version: int
    hash: str
    actor: str
    word: str


class Press(NamedTuple):
    """A click somebody made, however often it was sent."""

    key: str
    verb: str
    version: int
    actor: str


@dataclass(frozen=True)
class Books:
    """One moment of a desk. `said`: the tags of what was written in each chat, `shown`: those of the answers there."""

    now: datetime
    records: tuple[Record, ...] = ()
    audit: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    parcels: tuple[Parcel, ...] = ()
    sending: Mapping[str, datetime] = field(default_factory=dict)  # parcel → end of its sender's lease
    boxes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # box → letters that wait
    held: frozenset[str] = frozenset()  # boxes somebody works on
    booked: frozenset[str] = frozenset()  # boxes a job will look into
    dead: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # box → letters put away
    lost: frozenset[str] = frozenset()  # projects whose sandbox is gone: their letters wait for the owner's choice
    arrived: tuple[Arrival, ...] = ()  # whatever may have reached anybody
    told: tuple[Json, ...] = ()  # decisions the agent heard of
    turns: tuple[str, ...] = ()  # ids of the turns it was asked to run
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    shown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pressed: frozenset[Press] = frozenset()
    again: Counter[str] = field(default_factory=Counter)  # record → how often its owner had it sent again


async def read(
    store: DeskStore, now: datetime, connector: Connector, graph: LocalGraph, agent: SteadyAgent, **more: Any
) -> Books:
    """`more`: what only the harness knows (`said`, `pressed`, `again`)."""
    projects = await store.projects()
    boxes = [box for project in projects for box in (project, ask_box(project))]
    records = [one for project in projects for one in await store.records_of(project)]
    chats = {str(heard.path).partition("/v3/conversations/")[2].partition("/")[0] for heard in connector.log}
    return Books(
        now=now,
        records=tuple(records),
        audit={one.key: tuple(map(line_of, await store.audit(one.key))) for one in records},
        parcels=tuple([one for box in boxes for one in await store.parcels_of(box)]),
        sending=await _sending(store),
        boxes={box: found for box in boxes if (found := await _box(store, box))},
        held=frozenset([one for one in boxes if await store.client.exists(store.keys.name(Kind.LEASE, one))]),
        booked=frozenset(await booked(store)),
        dead={box: tuple(one.letter_id for one in await store.dead(box)) for box in boxes},
        lost=frozenset([one for one in projects if await _lost(store, one)]),
        arrived=(*_in_chats(connector), *(by_mail(kept.data) for kept in graph.sent)),
        told=tuple(agent.decisions),
        turns=tuple(turn.turn_id for turn in agent.turns),
        shown={chat: tuple(_tags(connector, chat)) for chat in chats},
        **more,
    )


def line_of(written: str) -> Line:
    """As the store writes it: microseconds|verb|version|hash|actor|word."""
    at, verb, version, content, actor, word = written.split("|")
    return Line(moment_of(int(at)), verb, int(version), content, actor, word)


def moment_of(micros: float) -> datetime:
    return datetime.fromtimestamp(micros / 1e6, EPOCH.tzinfo)


async def booked(store: DeskStore, jobs: str = "desk-jobs") -> set[str]:
    """Boxes that a job waits for or is at work on: jobs that are done leave nothing behind."""
    return {name.split(":")[1] for name in await open_jobs(store, jobs) if name.startswith("turn:")}


async def open_jobs(store: DeskStore, jobs: str = "desk-jobs") -> list[str]:
    """Keys of the jobs that are not done, without those that come again by the clock or wait for a moment to come."""
    base = f"{jobs}:runs:"
    found = [name.removeprefix(base) async for name in store.client.scan_iter(f"{base}*", count=1000)]
    due = [name for name in found if not name.startswith("ring:") or name.startswith("ring:now")]
    return [name for name in due if name != "reconcile"]


async def _sending(store: DeskStore) -> dict[str, datetime]:
    rows = await store.client.zrange(store.keys.name(Kind.SENDING), 0, -1, withscores=True)
    return {name: moment_of(score) for name, score in rows}


async def _lost(store: DeskStore, project_id: str) -> bool:
    project = await store.project(project_id)
    return project is not None and project.state == "lost"


async def _box(store: DeskStore, project: str) -> tuple[str, ...]:
    entries = await store.client.lrange(store.keys.name(Kind.BOX, project), 0, -1)
    return tuple(entry.split("|")[1] for entry in entries)


def _in_chats(connector: Connector) -> Iterator[Arrival]:
    for heard in posts(connector):
        chat = heard.path.partition("/v3/conversations/")[2].partition("/")[0]
        text = str(heard.json.get("text") or "")
        if chat in READERS and heard.answered not in CERTAINLY_NOT and text != THANKS:
            yield Arrival(frozenset({READERS[chat]}), "", text)


def posts(connector: Connector) -> list[Heard]:
    """New messages, whatever the answer to them was."""
    return [
        one
        for one in connector.log
        if one.method == "POST" and one.path.endswith("/activities") and (one.json or {}).get("type") == "message"
    ]


def _tags(connector: Connector, chat: str) -> Iterator[str]:
    for message in connector.visible(chat):
        text = str(message.get("text") or "")
        if text.startswith("Answer to") and (found := TAG.search(text)):
            yield found[0]
