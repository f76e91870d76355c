"""While desks of two versions share a store, the older one leaves alone what it cannot read."""

from datetime import timedelta
from typing import Literal

import pytest

from bot.core.draft import Record
from bot.core.noun import Noun
from bot.core.parcel import Fate, Parcel
from bot.core.people import Project
from bot.flows import agenda, alarm, deliver, look, reconcile
from bot.flows.rang import rang
from tests.fakes import THREAD, Toy, answer, said
from tests.flows.hands import PID, hear, press, started, work

LATE = b'{"tasks": [{"task_id": "t", "title": "T", "due_at": "2020-01-01", "status": "assigned"}]}'


class NewerProject(Project):
    """As a later version has it."""

    mood: str = "good"


class NewerRecord(Record):
    mood: str = "good"


class Dreamt(Noun):
    """A letter of a kind that this version does not know."""

    kind: Literal["dreamt"] = "dreamt"
    letter_id: str
    dream: str


async def upgraded(toy: Toy) -> tuple[str, str]:
    """The project is written once more, by a newer desk; returns where it lies and how it was."""
    row = toy.store.keys.name("project", PID)
    kept = await toy.store.client.get(row)
    project = await toy.store.project(PID)
    await toy.store.client.set(row, toy.store.seal.close(NewerProject.model_validate(project.model_dump())))
    return row, kept


async def test_a_project_of_a_newer_desk_costs_the_letter_no_attempt(
    toy: Toy, caplog: pytest.LogCaptureFixture
) -> None:
    await hear(toy, said("hello"))
    row, kept = await upgraded(toy)
    letter = said("a secret question", number=2)
    await toy.store.accept(letter.letter_id, letter.place, letter)
    for number in range(7):
        await work(toy, f"turn:{number}")
    assert await toy.store.attempts(PID) == 0
    assert await toy.store.dead(PID) == ()
    assert toy.jobs.later == [], "no job for each of them: the reconciler comes by anyway"
    await toy.store.client.set(row, kept)  # to the newer desk it is readable
    await work(toy, "turn:newer")

    assert [request.turn_id for request in toy.agent.requests] == ["m1", "m2"]
    assert "left to a newer worker" in caplog.text
    assert "mood" in caplog.text
    assert "secret" not in caplog.text


async def test_a_letter_of_an_unknown_kind_stays_the_first_in_its_box(
    toy: Toy, caplog: pytest.LogCaptureFixture
) -> None:
    await toy.store.accept("d1", THREAD, Dreamt(letter_id="d1", dream="a secret garden"))
    for number in range(7):
        await hear(toy, said("hello", number=number))
    box = await toy.store.client.lrange(toy.store.keys.name("box", PID), 0, -1)

    assert [entry.split("|")[1] for entry in box] == ["d1", *(f"m{number}" for number in range(7))]
    assert toy.agent.requests == []
    assert "left to a newer worker" in caplog.text
    assert "secret" not in caplog.text


async def test_a_brief_whose_record_a_newer_desk_wrote_is_not_sent_and_not_doubted(toy: Toy) -> None:
    (record,) = await started(toy)
    await press(toy, record, "approve")
    record = await toy.store.record(record.key)
    newer = NewerRecord.model_validate(record.model_dump())
    await toy.store.client.hset(toy.store.keys.name("record", record.key), "sealed", toy.store.seal.close(newer))
    said_before = len(toy.voice.messages)
    await deliver.ship(toy.world, record.parcel_id)
    parcel = await toy.store.parcel(record.parcel_id)

    assert parcel.fate is Fate.PLANNED
    assert len(toy.voice.messages) == said_before
    assert await toy.store.planned(toy.clock() + timedelta(minutes=1)) == (record.parcel_id,)


class NewerParcel(Parcel):
    mood: str = "good"


async def strange(toy: Toy, row: str, newer: Noun) -> dict[str, str]:
    """A row of the store as a newer desk leaves it behind."""
    await toy.store.client.hset(row, "sealed", toy.store.seal.close(newer))
    return await toy.store.client.hgetall(row)


async def test_a_round_goes_on_past_a_parcel_of_a_newer_desk_whose_sender_went_away(
    toy: Toy, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await started(toy, count=2)
    await press(toy, first, "approve")
    await press(toy, second, "approve")
    parcel_id = f"{first.key}.v1"
    sending = await toy.store.take(parcel_id, toy.clock())
    row = toy.store.keys.name("parcel", parcel_id)
    left = await strange(toy, row, NewerParcel.model_validate(sending.model_dump()))
    toy.clock.forward(minutes=2)
    await reconcile.reconcile(toy.world)

    assert toy.voice.texts("a:priya") == [second.draft.body], "the rest of the round was done"
    assert await toy.store.client.hgetall(row) == left
    assert await toy.store.overdue(toy.clock()) == (parcel_id,)
    assert f"parcel {parcel_id} is left to a newer worker" in caplog.text


async def test_a_round_goes_on_past_an_expired_draft_of_a_newer_desk(
    toy: Toy, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await started(toy, count=2)
    row = toy.store.keys.name("record", first.key)
    left = await strange(toy, row, NewerRecord.model_validate(first.model_dump()))
    toy.clock.forward(days=20, hours=23)
    await press(toy, second, "approve")
    toy.clock.forward(hours=1)
    await reconcile.reconcile(toy.world)

    assert toy.voice.texts("a:priya") == [second.draft.body], "the rest of the round was done"
    assert await toy.store.client.hgetall(row) == left
    assert "left to a newer worker" in caplog.text


async def test_the_morning_goes_on_past_a_project_of_a_newer_desk(toy: Toy) -> None:
    toy.agent.script = [answer("Done.")]
    other = THREAD.model_copy(update={"conversation": "19:other@thread.tacv2;messageid=1"})
    for number, place in enumerate((THREAD, other)):
        await hear(toy, said("hello", number=number, place=place))
    toy.agent.files = {
        (f"desk-{place.project_id}", f"projects/{place.project_id}/project_log.json"): LATE for place in (THREAD, other)
    }
    await upgraded(toy)
    await look.arm(toy.world)
    await toy.store.set_timers(tuple(agenda.poll(one.project_id, toy.clock()) for one in (THREAD, other)))
    await alarm.work_off(toy.world, rang)

    assert await toy.store.waiting() == (other.project_id,)
