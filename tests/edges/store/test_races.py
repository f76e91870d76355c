"""Rival processes on the same drafts and parcels: one decision each, and what leaves is what was approved."""

import asyncio
import random
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from bot.core.draft import Record, State, record_key
from bot.core.memory import Effects
from bot.core.parcel import Fate, Parcel
from bot.edges.store import DeskStore
from tests.edges.store.nouns import ANA, EVE, NOW, PLACE, approve, brief, draft, edit, record, said, told
from tests.edges.store.valkey import KEY

HOUSE = Path(__file__).parents[3]
RACE = "p-race"


def racing(number: int) -> Record:
    name = f"d{number}"
    return record(draft(draft_id=name)).model_copy(update={"project_id": RACE, "key": record_key(RACE, name)})


async def offered(store: DeskStore, count: int) -> list[Record]:
    records = [racing(number) for number in range(count)]
    await store.accept("m", PLACE, said("m"), RACE)
    lease = await store.enter(RACE, "turn:1")
    assert await store.finish(RACE, lease or "", ("m",), Effects(records=tuple(records)))
    return records


async def compete(url: str, prefix: str, rivals: int) -> None:
    commands = [[sys.executable, "-m", "tests.edges.store.rival", url, prefix, KEY, str(n)] for n in range(rivals)]
    running = [await asyncio.create_subprocess_exec(*command, cwd=HOUSE) for command in commands]
    assert [await rival.wait() for rival in running] == [0] * rivals


async def judge(store: DeskStore, key: str, parcels: dict[str, list[Parcel]]) -> None:
    """The invariants of one draft after the race."""
    found = await store.record(key)
    assert found
    lines = [line.split("|") for line in await store.audit(key)]
    done = [verb for _, verb, _, _, _, word in lines if word == "done"]
    closing = [verb for verb in done if verb != "edit"]
    planned = parcels.get(key, [])
    assert len(closing) <= 1, "decided twice"
    assert found.draft.version == 1 + done.count("edit")
    assert (found.state is State.PENDING) == (not closing)
    assert len(planned) == (found.state is State.APPROVED)
    assert all(parcel.content_hash == found.draft.content_hash for parcel in planned)
    assert not any(actor == EVE.authority and word == "done" for *_, actor, word in lines)


@pytest.mark.slow
async def test_rival_processes_decide_every_draft_at_most_once(store: DeskStore, valkey_url: str, prefix: str) -> None:
    records = await offered(store, 100)

    await compete(valkey_url, prefix, rivals=4)

    parcels: dict[str, list[Parcel]] = {}
    for parcel in await store.parcels_of(RACE):
        parcels.setdefault(parcel.record_key, []).append(parcel)
    for one in records:
        await judge(store, one.key, parcels)
    letters = await store.client.llen(store.keys.name("box", RACE))
    states = [found.state for found in await store.records_of(RACE)]
    assert letters == sum(state in (State.REJECTED, State.ASKED) for state in states)


async def test_an_edit_that_races_the_approval_never_leaves_unapproved(store: DeskStore) -> None:
    records = await offered(store, 30)

    for one in records:
        decisions = [approve(one), edit(one, "changed my mind"), approve(one, actor=EVE)]
        random.shuffle(decisions)
        await asyncio.gather(*(store.decide(decision) for decision in decisions))

    for one in records:
        found, taken = await store.record(one.key), await store.take(brief(one).parcel_id, NOW)
        assert found
        assert (taken is not None) == (found.state is State.APPROVED)
        assert taken is None or taken.content_hash == found.draft.content_hash == one.draft.content_hash


@pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.slow)])
async def test_an_approval_and_the_expiry_at_one_instant_have_one_winner(store: DeskStore, count: int) -> None:
    records = await offered(store, count)
    edge = records[0].expires_at

    async def click(one: Record) -> str:
        return (await store.decide(approve(one, now=edge - timedelta(microseconds=1)))).word

    async def clock(one: Record) -> bool:
        news = told(f"told.{one.key}.expired", one.key)
        return bool(await store.expire(((one.model_copy(update={"state": State.EXPIRED}), news),), edge))

    async def race(one: Record) -> tuple[str, bool]:
        if random.random() < 0.5:
            word, closed = await asyncio.gather(click(one), clock(one))
        else:
            closed, word = await asyncio.gather(clock(one), click(one))
        return word, closed

    ends = [await race(one) for one in records]

    assert set(ends) == {("done", False), ("expired", True)}
    for one, (word, closed) in zip(records, ends, strict=True):
        lines = [line.split("|")[-1] for line in await store.audit(one.key)]
        assert lines.count("done") == 1
        assert len(lines) == 1 + closed, "the click that came late is written down, the clock's is none"
        assert (await store.parcel(brief(one).parcel_id) is not None) == (word == "done")
    assert await store.client.llen(store.keys.name("box", RACE)) == sum(closed for _, closed in ends), "one wake each"
    assert await store.expiring(edge) == ()


async def test_two_senders_and_a_sweeper_send_nothing_twice(store: DeskStore) -> None:
    parcels = tuple(Parcel(parcel_id=f"c{n}", project_id=RACE, kind="card", place=PLACE) for n in range(60))
    await store.plan(parcels)
    posted: list[str] = []

    async def send(dice: random.Random) -> None:
        while names := await store.planned(NOW):
            taken = await store.take(dice.choice(names), NOW)
            if taken is None:
                continue
            fate = dice.choice([Fate.SENT, Fate.SENT, Fate.PLANNED, Fate.UNCERTAIN])
            if fate is not Fate.PLANNED:
                posted.append(taken.parcel_id)
            assert await store.settle(taken.model_copy(update={"fate": fate}))

    await asyncio.gather(*(send(random.Random(seed)) for seed in range(4)))

    assert sorted(posted) == sorted(parcel.parcel_id for parcel in parcels)
    fates = {parcel.fate for parcel in await store.parcels_of(RACE)}
    assert fates <= {Fate.SENT, Fate.UNCERTAIN}
    assert not await store.resend("c0", Fate.PLANNED, ANA.authority, NOW) or await store.take("c0", NOW)
