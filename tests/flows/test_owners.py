"""Decisions that wait: their owner is told of all of them at once, at most once a working day; nothing is decided."""

import json
from datetime import UTC, date, datetime, timedelta

from bot.core.calendar import Span
from bot.core.draft import State
from bot.core.habits import Habits, Kind
from bot.core.people import Contact, Deputy, Person
from bot.core.timer import group_of
from bot.flows import alarm
from bot.flows.mailbox import take_turns
from bot.flows.rang import rang
from tests.fakes import ANA, MONDAY, TENANT, THREAD, Toy, answer, chat_of, draft, said
from tests.flows.hands import PID, hear, press, started

BEN = Person(oid="ben", name="Ben Ito", address="ben.ito@contoso.com", teams_id="29:ben", tenant=TENANT)
OTHER = THREAD.model_copy(update={"conversation": "19:other@thread.tacv2;messageid=1"})
CHAT = chat_of(ANA).conversation


async def known(toy: Toy, person: Person = ANA) -> None:
    """They have written to the desk in a chat of their own."""
    await toy.store.save_contact(Contact(person=person, place=chat_of(person)))


async def days_pass(toy: Toy, days: float) -> None:
    """The engine looks at the timers whenever one is due."""
    end = toy.clock() + timedelta(days=days)
    while (first := await toy.store.next_ring()) is not None and first <= end:
        toy.clock.now = max(toy.clock(), first)
        await alarm.work_off(toy.world, rang)
        if toy.jobs.booked:
            toy.jobs.booked.clear()
            await take_turns(toy.world, PID, "turn:clock")
    toy.clock.now = max(toy.clock(), end)


async def messages(toy: Toy) -> list[tuple[str, str]]:
    """(when, text) of everything the owner was told, in UTC."""
    parcels = [
        one for name in await toy.store.projects() for one in await toy.store.parcels_of(name)
        if one.parcel_id.startswith("owner.")
    ]  # fmt: skip
    found = [(one.planned_at.isoformat()[:16], one.recipe.text) for one in parcels if one.planned_at and one.recipe]
    return sorted(found)


async def test_an_owner_is_told_after_four_hours_then_daily_and_three_times_at_most(toy: Toy) -> None:
    await known(toy)
    await started(toy, 2)

    await days_pass(toy, 9)

    told = await messages(toy)
    assert [at for at, _ in told] == ["2026-11-30T17:00", "2026-12-01T17:00", "2026-12-02T17:00"]
    assert told[0][1].startswith("2 drafts wait for your decision.")
    assert "2 drafts, the oldest since Mon, Nov 30" in told[0][1]
    assert len(toy.voice.cards(CHAT)) == 3
    assert all(one.state is State.PENDING for one in await toy.store.records_of(PID)), "nothing is approved by itself"


async def test_an_owner_is_told_once_more_two_working_days_before_it_expires(toy: Toy) -> None:
    await known(toy)
    (record,) = await started(toy)

    await days_pass(toy, 25)

    told = await messages(toy)
    assert record.expires_at.isoformat()[:16] == "2026-12-21T13:00"  # a Monday
    assert [at for at, _ in told] == ["2026-11-30T17:00", "2026-12-01T17:00", "2026-12-02T17:00", "2026-12-17T12:00"]
    assert "only until Mon, Dec 21, 10:00\u202fAM (São Paulo)" in told[-1][1]
    assert "nothing of it is sent" in told[-1][1]
    assert "only until" not in told[0][1]


async def test_the_last_call_is_for_what_waits_still_and_keeps_a_snooze(toy: Toy) -> None:
    await known(toy)
    first, second = await started(toy, 2)
    await days_pass(toy, 5)
    await press(toy, first, "reject", reason="no")
    await toy.store.save_habits(ANA, Habits(snoozed_until=MONDAY + timedelta(days=18)), "wishes")

    await days_pass(toy, 20)

    told = await messages(toy)
    assert [at for at, _ in told[3:]] == ["2026-12-18T13:00"]
    assert told[-1][1].startswith("1 draft waits")
    after = await toy.store.record(second.key)
    assert after
    assert not after.waits(toy.clock())


async def test_what_was_decided_is_not_told(toy: Toy) -> None:
    await known(toy)
    (record,) = await started(toy)
    await press(toy, record, "reject", reason="no")

    await days_pass(toy, 2)

    assert await messages(toy) == []
    assert await toy.store.timers_of(group_of(ANA)) == ()


async def test_all_projects_are_in_one_message(toy: Toy) -> None:
    await known(toy)
    await started(toy)
    toy.agent.script = [answer("Read.", draft(1))]
    await hear(toy, said("another RFP", place=OTHER, number=2))

    await days_pass(toy, 0.5)

    ((_, text),) = await messages(toy)
    assert "2 drafts wait for your decision" in text
    assert text.count("- **") == 2


async def test_nobody_is_told_at_night_or_on_a_holiday(toy: Toy) -> None:
    toy.clock.now = datetime(2026, 12, 3, 20, tzinfo=UTC)  # Thursday, 17:00 in São Paulo
    toy.house = toy.house.model_copy(update={"region": "BR"})
    toy.holidays = lambda region, year: {date(2026, 12, 4): "Feriado"}
    await known(toy)
    await started(toy)

    await days_pass(toy, 5)

    assert (await messages(toy))[0][0] == "2026-12-07T16:00"  # Monday, four hours into the day


async def test_a_snooze_and_an_opt_out_are_kept(toy: Toy) -> None:
    await known(toy)
    await started(toy)
    await toy.store.save_habits(ANA, Habits(snoozed_until=MONDAY + timedelta(days=3)), "wishes")
    await days_pass(toy, 3.5)
    assert [at for at, _ in await messages(toy)] == ["2026-12-03T13:00"]

    await toy.store.save_habits(ANA, Habits(declined=(Kind.DECISIONS,)), "wishes")
    await days_pass(toy, 4)
    assert len(await messages(toy)) == 1


async def test_an_owner_on_leave_is_not_written_to(toy: Toy) -> None:
    toy.post.away[ANA.address] = (Span(start=MONDAY, end=MONDAY + timedelta(days=3)),)
    await known(toy)
    await started(toy)

    await days_pass(toy, 3.5)

    assert [at for at, _ in await messages(toy)][:1] >= ["2026-12-03T13:00"]


async def test_deputies_are_told_once_when_the_owner_does_not_decide(toy: Toy) -> None:
    await known(toy)
    await known(toy, BEN)
    await started(toy)
    project = await toy.store.project(PID)
    assert project is not None
    await toy.store.save_project(project.model_copy(update={"deputies": (Deputy(**BEN.model_dump()),)}))

    await days_pass(toy, 12)

    (card,) = toy.voice.cards(chat_of(BEN).conversation)
    assert "Ana Souza has not decided yet about 1 draft" in str(card)
    (parcel,) = [one for one in await toy.store.parcels_of(PID) if ".deputy." in one.parcel_id]
    assert parcel.planned_at is not None
    assert parcel.planned_at.date() == date(2026, 12, 4)


async def test_nobody_is_told_of_a_paused_project_until_it_goes_on(toy: Toy) -> None:
    await known(toy)
    await started(toy)
    await hear(toy, said("pause", number=2))
    await days_pass(toy, 4)
    assert await messages(toy) == []

    await hear(toy, said("resume", number=3))
    await days_pass(toy, 3)
    assert len(await messages(toy)) >= 1


async def test_an_outage_of_days_leads_to_one_message(toy: Toy) -> None:
    await known(toy)
    await started(toy, 3)
    toy.clock.now = MONDAY + timedelta(days=10)

    for _ in range(5):
        await alarm.work_off(toy.world, rang)

    assert len(await messages(toy)) == 1


async def test_two_workers_tell_it_once(toy: Toy) -> None:
    await known(toy)
    await started(toy)
    toy.clock.now = MONDAY + timedelta(hours=5)
    ring = await toy.store.ring(toy.clock())
    assert ring is not None
    toy.clock.now += timedelta(minutes=2)  # the first is frozen, the second has the group
    await alarm.work_off(toy.world, rang)

    assert not await toy.store.rung(ring, await rang(toy.world, ring))
    assert len(await messages(toy)) == 1


async def test_a_new_version_does_not_begin_the_count_anew(toy: Toy) -> None:
    await known(toy)
    (record,) = await started(toy)
    await days_pass(toy, 1.5)
    assert len(await messages(toy)) == 2
    toy.agent.script = [answer("Changed.", draft(1, version=2, body="Shorter."))]
    await press(toy, record, "change", instruction="shorter")
    await take_turns(toy.world, PID, "turn:change")

    await days_pass(toy, 8)

    assert len(await messages(toy)) == 3


async def test_who_asked_for_a_digest_has_one_each_working_day(toy: Toy) -> None:
    await known(toy)
    (record,) = await started(toy)
    await press(toy, record, "reject", reason="no")
    log = {"tasks": [{"id": "t-1", "title": "Pricing", "due_at": "2026-11-27"}, {"id": "t-2", "status": "submitted"}]}
    toy.agent.files[f"desk-{PID}", f"projects/{PID}/project_log.json"] = json.dumps(log).encode()
    await hear(toy, said("daily digest", number=2))

    await days_pass(toy, 7)

    told = await messages(toy)
    assert [at for at, _ in told] == [f"2026-12-{day:02}T12:00" for day in (1, 2, 3, 4, 7)]
    assert "1 of 2 handed in, 1 late" in told[0][1]

    await hear(toy, said("digest off", number=3))
    await days_pass(toy, 3)
    assert len(await messages(toy)) == 5


async def test_the_digest_and_what_waits_are_one_message(toy: Toy) -> None:
    await known(toy)
    await started(toy)
    await hear(toy, said("daily digest", number=2))

    await days_pass(toy, 2)

    told = [(at[:10], text) for at, text in await messages(toy)]
    assert len({day for day, _ in told}) == len(told)
    assert "1 draft waits" in told[1][1]
    assert "How your projects stand" in told[1][1]


async def test_without_a_chat_of_their_own_they_are_told_in_the_thread(toy: Toy) -> None:
    await started(toy)

    await days_pass(toy, 0.5)

    assert any("waits for your decision" in str(card) for card in toy.voice.cards())
