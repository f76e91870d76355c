"""The looks of the clock: when they come, what they ask of the agent, and what the owner is told of them."""

import json
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.core.calendar import Span
from bot.core.draft import Draft, Recipient, Record, State
from bot.core.errors import AgentDown
from bot.core.habits import Habits, Kind
from bot.core.post import Reach
from bot.core.timer import Timer, group_of_project
from bot.flows import alarm, look
from bot.flows.house import House
from bot.flows.rang import rang
from tests.fakes import ANA, MONDAY, PRIYA, TENANT, THREAD, Toy, answer, draft, said
from tests.flows.hands import PID, hear, press, ship_all, started, strike, work

PRICING = {
    "id": "task-7", "title": "Pricing", "due_at": "2026-11-27", "owner_upn": PRIYA.address,
    "owner_oid": PRIYA.oid, "owner_display_name": PRIYA.name,
}  # fmt: skip
REMINDER = draft(7, purpose="reminder", body="Pricing was due on Friday.")
HERE = ZoneInfo(THREAD.zone)


def log_says(toy: Toy, *tasks: dict[str, object]) -> None:
    toy.agent.files[f"desk-{PID}", f"projects/{PID}/project_log.json"] = json.dumps({"tasks": tasks}).encode()


async def next_look(toy: Toy) -> datetime:
    (timer,) = await toy.store.timers_of(group_of_project(PID))
    return timer.due.astimezone(HERE)


async def looked(toy: Toy, *drafts: Draft) -> int:
    """One look; returns how many turns the agent was asked for."""
    toy.agent.script = [answer("Noted.")]
    await work(toy)  # what the agent was told before
    toy.clock.forward(seconds=1)
    turns = len(toy.agent.requests)
    toy.agent.script = [answer("I looked.", *drafts, response_id="poll_1")]
    await strike(toy)
    await work(toy)
    return sum("[charter-agent-poll: " in one.input for one in toy.agent.requests[turns:])


async def news(toy: Toy) -> list[str]:
    """The cards of news, oldest first."""
    parcels = [one for one in await toy.store.parcels_of(PID) if ".news." in one.parcel_id]
    return [one.recipe.text for one in sorted(parcels, key=lambda one: one.planned_at or MONDAY) if one.recipe]


async def test_a_project_is_looked_at_on_the_next_morning_of_its_own_zone(toy: Toy) -> None:
    await started(toy)

    assert await next_look(toy) == datetime(2026, 12, 1, 9, tzinfo=HERE)


async def test_its_own_cadence_comes_before_the_houses(toy: Toy) -> None:
    await started(toy)
    await hear(toy, said("poll thu 14:00", number=2))
    assert await next_look(toy) == datetime(2026, 12, 3, 14, tzinfo=HERE)

    await hear(toy, said("poll off", number=3))
    assert await looked(toy) == 0
    assert await toy.store.timers_of(group_of_project(PID)) == ()


async def test_nothing_late_needs_no_turn_of_the_agent(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING | {"due_at": "2026-12-18"})

    assert await looked(toy) == 0
    assert await news(toy) == []


async def test_the_agent_is_told_what_the_rules_allow(toy: Toy) -> None:
    await started(toy)
    soon, done = PRICING | {"id": "t-8", "due_at": "2026-12-01"}, PRICING | {"id": "t-9", "status": "submitted"}
    log_says(toy, PRICING, soon, done, PRICING | {"id": "t-10", "due_at": "2026-12-31"})

    assert await looked(toy) == 1
    line = next(one for one in toy.agent.requests[-1].input.splitlines() if "charter-agent-poll" in one)
    assert (
        '"remind": [{"task_id": "task-7", "why": "late", "gentle": false}, {"task_id": "t-8", "why": "at_risk"' in line
    )
    assert "t-9" not in line
    assert "t-10" not in line


async def test_what_nobody_may_be_reminded_of_is_left_out_whatever_the_agent_drafts(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING, PRICING | {"id": "task-8", "status": "submitted"})

    await looked(toy, REMINDER, draft(8, purpose="reminder"))

    assert {one.draft.task_id for one in await toy.store.records_of(PID)} == {"task-1", "task-7"}


@pytest.mark.parametrize("hours", [-5, 12, 24 * 5])
async def test_outside_the_owners_working_time_it_waits_for_it(toy: Toy, hours: int) -> None:
    await started(toy)
    log_says(toy, PRICING)
    toy.clock.now = MONDAY + timedelta(hours=hours)

    assert await looked(toy, REMINDER) == 0
    assert (await next_look(toy)).time().hour == 9
    assert await next_look(toy) > toy.clock()


async def test_a_holiday_of_the_owner_is_no_day_to_look(toy: Toy) -> None:
    toy.house = House(tenant=TENANT, region="BR")
    toy.holidays = lambda region, year: {date(2026, 11, 30): "Feriado"} if region == "BR" else {}
    await started(toy)
    log_says(toy, PRICING)

    assert await looked(toy, REMINDER) == 0
    assert await next_look(toy) == datetime(2026, 12, 1, 9, tzinfo=HERE)


async def test_however_long_the_desk_was_down_it_looks_once(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING)
    turns = len(toy.agent.requests)
    toy.clock.now = datetime(2026, 12, 10, 15, tzinfo=UTC)

    for _ in range(3):
        await alarm.work_off(toy.world, rang)
        await work(toy)

    assert len(toy.agent.requests) == turns + 1
    assert await next_look(toy) == datetime(2026, 12, 11, 9, tzinfo=HERE)


async def test_a_project_of_an_older_desk_gets_its_hour(toy: Toy) -> None:
    await started(toy)
    await toy.store.cancel_timers(group_of_project(PID))

    await look.arm(toy.world)
    await look.arm(toy.world)

    assert await next_look(toy) == datetime(2026, 12, 1, 9, tzinfo=HERE)


async def test_a_timer_of_a_newer_desk_is_left_alone(toy: Toy) -> None:
    await toy.store.set_timers((Timer(group="project:x", project_id="x", kind="dream", due=MONDAY),))

    await alarm.work_off(toy.world, rang)

    assert len(await toy.store.timers_of("project:x")) == 1


async def test_a_late_task_is_told_once(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING)

    await looked(toy, REMINDER)
    (card,) = await news(toy)
    assert "**Pricing** is late (Priya Raman, it was due Fri, Nov 27)." in card
    toy.clock.forward(days=1)
    await looked(toy)
    assert len(await news(toy)) == 1


async def test_what_changed_since_the_owner_looked_is_on_one_card(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING | {"due_at": "2026-12-18"})
    await hear(toy, said("status", number=2))
    log_says(
        toy,
        PRICING
        | {"due_at": "2026-12-20", "status": "submitted", "submissions": [{"received_at": "2026-11-30", "gaps": []}]},
        {"id": "t-2", "title": "Security", "due_at": "2026-12-22"},
    )
    toy.clock.forward(days=1)
    await looked(toy)

    (card,) = await news(toy)
    assert card.startswith("Since you last looked (Mon, Nov 30, ")
    assert "**Pricing** was handed in (Priya Raman)." in card
    assert "**Pricing** is due Sun, Dec 20 now." in card
    assert "**Security** is new (nobody, Tue, Dec 22)." in card


async def test_a_second_look_on_one_day_keeps_what_is_new_for_the_next_day(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING)
    await looked(toy)
    log_says(toy, PRICING, PRICING | {"id": "task-8", "title": "Plan"})
    await looked(toy)
    assert len(await news(toy)) == 1

    toy.clock.forward(days=1)
    await looked(toy)

    assert "**Plan**" in (await news(toy))[1]


async def test_who_looks_first_needs_no_card(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING | {"due_at": "2026-12-18"})
    await looked(toy)
    log_says(toy, PRICING | {"due_at": "2026-12-20"})
    await hear(toy, said("status", number=2))
    await looked(toy)

    assert await news(toy) == []


async def test_a_look_of_somebody_else_is_not_the_owners(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING | {"due_at": "2026-12-18"})
    await looked(toy)
    log_says(toy, PRICING | {"due_at": "2026-12-20"})
    await hear(toy, said("status", PRIYA, number=2))
    await looked(toy)

    assert len(await news(toy)) == 1


async def test_who_wants_no_news_gets_none_and_may_have_it_later(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING)
    await toy.store.save_habits(ANA, Habits(declined=(Kind.NEWS,)), "wishes")
    await looked(toy)
    assert await news(toy) == []

    await toy.store.save_habits(ANA, Habits(), "wishes")
    await looked(toy)
    assert len(await news(toy)) == 1


HANDOVER = draft(
    8, purpose="reassignment", task_id="task-7", to=(Recipient(name="Bruno", address="bruno@contoso.com"),)
)
GONE = (Span(start=MONDAY - timedelta(days=3), end=MONDAY + timedelta(days=4)),)


async def proposed(toy: Toy) -> list[Record]:
    return [one for one in await toy.store.records_of(PID) if one.draft.purpose == "reassignment"]


async def test_who_is_away_past_the_due_date_is_not_reminded_and_somebody_else_is_proposed(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING)
    toy.post.away[PRIYA.address] = GONE

    assert await looked(toy, REMINDER, HANDOVER) == 1
    absent = json.dumps({"task_id": "task-7", "until": GONE[0].end.isoformat()})
    assert f'"absent": [{absent}]' in toy.agent.requests[-1].input
    assert '"remind": []' in toy.agent.requests[-1].input
    (record,) = await proposed(toy)
    assert record.state is State.PENDING
    assert "task-7" not in [one.draft.task_id for one in await toy.store.records_of(PID) if one != record]
    (card,) = await news(toy)
    assert "Priya Raman is away until Fri, Dec 4" in card
    assert "give it to somebody else" in card


@pytest.mark.parametrize("verb", ["approve", "reject"])
async def test_somebody_else_is_proposed_once_whatever_the_owner_decides(toy: Toy, verb: str) -> None:
    await started(toy)
    log_says(toy, PRICING)
    toy.post.away[PRIYA.address] = GONE
    await looked(toy, HANDOVER)
    assert not [one for one in await toy.store.parcels_of(PID) if one.kind == "brief"]  # nothing leaves by itself
    (record,) = await proposed(toy)
    await press(toy, record, verb)
    toy.clock.forward(days=1)

    assert await looked(toy, HANDOVER) == 0


async def test_who_took_over_and_is_away_too_is_another_matter(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING)
    toy.post.away[PRIYA.address] = GONE
    await looked(toy, HANDOVER)
    bruno = {"owner_upn": "bruno@contoso.com", "owner_oid": None, "owner_display_name": "Bruno"}
    log_says(toy, PRICING | bruno)
    toy.post.away["bruno@contoso.com"] = GONE
    toy.clock.forward(days=1)

    assert await looked(toy) == 1


async def test_nobody_is_replaced_who_is_there(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING)

    await looked(toy, HANDOVER)

    assert not await proposed(toy)


async def test_who_answers_automatically_past_the_due_date_is_away_too(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING)
    await toy.store.save_reach(TENANT, Reach(address=PRIYA.address, absent_at=toy.clock.now + timedelta(hours=20)))

    assert await looked(toy, REMINDER, HANDOVER) == 1
    assert '"absent": [{"task_id": "task-7", "until": null}]' in toy.agent.requests[-1].input
    (card,) = await news(toy)
    assert "Priya Raman answers automatically that they are away" in card


async def test_after_three_reminders_without_an_answer_only_the_owner_is_told(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING)
    for number in range(1, 4):
        reminder = draft(7, purpose="reminder", draft_id=f"r-{number}", body=f"Reminder {number}")
        assert await looked(toy, reminder) == 1
        record = next(one for one in await toy.store.records_of(PID) if one.draft.draft_id == f"r-{number}")
        await press(toy, record, "approve")
        await ship_all(toy)
        toy.clock.forward(days=7)

    assert await looked(toy, REMINDER) == 0
    assert "has not answered the last reminders" in (await news(toy))[-1]
    assert len(toy.voice.texts("a:priya")) == 3

    toy.agent.script = [answer("Noted.")]
    await hear(toy, said("Sorry, I was busy.", PRIYA, number=9, at=toy.clock()))
    toy.clock.forward(days=7)
    assert await looked(toy, REMINDER) == 1


async def test_a_reminder_follows_the_last_one_after_two_working_days(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING)
    await looked(toy, REMINDER)
    record = next(one for one in await toy.store.records_of(PID) if one.draft.purpose == "reminder")
    await press(toy, record, "approve")
    await ship_all(toy)
    again = draft(7, purpose="reminder", draft_id="r-2")

    toy.clock.forward(days=1)
    assert await looked(toy, again) == 0
    toy.clock.forward(days=1)
    assert await looked(toy, again) == 1


async def test_the_owner_is_not_reminded_of_their_own_task_by_draft(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING | {"owner_oid": ANA.oid, "owner_upn": ANA.address})

    assert await looked(toy) == 0
    assert len(await news(toy)) == 1


async def test_a_look_without_a_log_asks_nothing(toy: Toy) -> None:
    await started(toy)
    assert await looked(toy) == 0

    toy.agent.no_files = AgentDown("away")
    assert await looked(toy) == 0


async def test_poll_now_always_answers(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING | {"due_at": "2026-12-18"})
    toy.agent.script = [answer("", response_id="poll_1")]
    await hear(toy, said("poll now", number=2))
    await work(toy)

    assert toy.voice.texts()[-1] == "Nothing has changed."


async def test_what_is_still_open_is_counted_as_people_count(toy: Toy) -> None:
    await started(toy)
    log_says(toy, PRICING | {"due_at": "2026-12-18"})
    await looked(toy)
    handed_in = {"status": "submitted_with_gaps", "submissions": [{"received_at": "2026-11-30", "gaps": ["RTO"]}]}
    log_says(toy, PRICING | {"due_at": "2026-12-18"} | handed_in)
    await looked(toy)

    assert "**Pricing** was handed in by Priya Raman, with 1 point still open." in (await news(toy))[0]


async def test_a_check_drafts_for_no_task_it_does_not_know_and_changes_nothing_that_waits(toy: Toy) -> None:
    (brief,) = await started(toy)
    log_says(toy, PRICING)
    changed = brief.draft.model_copy(update={"body": "Nobody asked for this."})

    await looked(toy, draft(9, purpose="reminder", task_id="nobody-knows"), changed, REMINDER)

    found = {one.draft.draft_id: one.draft for one in await toy.store.records_of(PID)}
    assert found[brief.draft.draft_id] == brief.draft
    assert {one.task_id for one in found.values()} == {"task-1", "task-7"}
