"""A reminder that was approved leaves when its person is there, awake and at work; judged when it is to leave."""

from datetime import date, timedelta

import pytest

from bot.core.calendar import Hours, Span
from bot.core.draft import Draft, Record
from bot.core.errors import Throttled
from bot.core.habits import Facts, Habits, Kind
from bot.core.parcel import Fate, Parcel
from bot.flows import reconcile
from bot.flows.house import House
from tests.fakes import MONDAY, PRIYA, TENANT, Toy, answer, draft, said
from tests.flows.hands import PID, hear, press, ship_all, work

REMINDER = draft(7, purpose="reminder", body="Pricing was due on Friday.")
NIGHT = {"hours": 10}  # from Monday, 10:00 in São Paulo, to 20:00
MORNING = MONDAY.replace(hour=12) + timedelta(days=1)  # Tuesday, 9:00 there


async def offered(toy: Toy, offer: Draft = REMINDER) -> Record:
    toy.agent.script = [answer("One is late.", offer)]
    await hear(toy, said("who is late?"))
    return (await toy.store.records_of(PID))[0]


async def approved(toy: Toy, offer: Draft = REMINDER) -> Parcel:
    record = await offered(toy, offer)
    await press(toy, record, "approve")
    return await after_a_round(toy)


async def after_a_round(toy: Toy) -> Parcel:
    await ship_all_now(toy)
    await reconcile.reconcile(toy.world)
    (parcel,) = [one for one in await toy.store.parcels_of(PID) if one.kind == "brief"]
    return parcel


async def ship_all_now(toy: Toy) -> None:
    """Only what is booked for this moment."""
    toy.jobs.shipped = [one for one in toy.jobs.shipped if one[1] <= 0]
    await ship_all(toy)


async def test_in_working_hours_it_leaves_at_once(toy: Toy) -> None:
    assert (await approved(toy)).fate is Fate.SENT


async def test_one_approved_at_night_waits_until_the_morning_and_says_so_on_its_card(toy: Toy) -> None:
    toy.clock.forward(**NIGHT)
    held = await approved(toy)

    assert (held.fate, held.not_before) == (Fate.PLANNED, MORNING)
    card = str(toy.voice.cards()[-1])
    await reconcile.reconcile(toy.world)
    record = (await toy.store.records_of(PID))[0]
    answered = str(await press(toy, record, "approve"))
    assert "Goes out Tue, Dec 1, 9:00" in answered.replace("\u202f", " ")
    assert card

    toy.clock.now = MORNING
    assert (await after_a_round(toy)).fate is Fate.SENT
    assert toy.voice.texts("a:priya") == [REMINDER.body]


async def test_what_changes_while_it_waits_counts(toy: Toy) -> None:
    toy.clock.forward(**NIGHT)
    await approved(toy)
    await toy.store.save_habits(PRIYA, Habits(said=Facts(quiet=Hours(start=0, end=11 * 60))), "wishes")
    toy.clock.now = MORNING

    held = await after_a_round(toy)

    assert (held.fate, held.not_before) == (Fate.PLANNED, MORNING + timedelta(hours=2))


async def test_a_holiday_of_the_person_is_waited_for(toy: Toy) -> None:
    toy.holidays = lambda region, year: {date(2026, 12, 1): "Independência"} if region == "PT" else {}
    await toy.store.save_habits(PRIYA, Habits(said=Facts(region="PT")), "wishes")
    toy.clock.forward(**NIGHT)

    assert (await approved(toy)).not_before == MORNING + timedelta(days=1)


async def test_the_mailbox_says_when_its_person_works_and_is_back(toy: Toy) -> None:
    toy.post.settings[PRIYA.address] = Facts(zone="Asia/Kolkata", days=(0, 1, 2, 3, 4), work=Hours(start=600, end=1080))
    toy.post.away[PRIYA.address] = (Span(start=MONDAY, end=MONDAY + timedelta(days=2)),)

    held = await approved(toy)

    assert held.not_before == MONDAY.replace(hour=4, minute=30) + timedelta(days=3)  # Thursday, 10:00 in Kolkata
    assert held.waits_zone == "Asia/Kolkata"


async def test_who_is_away_for_long_is_not_written_to_and_the_owner_sees_why(toy: Toy) -> None:
    toy.post.away[PRIYA.address] = (Span(start=MONDAY, end=MONDAY + timedelta(days=30)),)

    held = await approved(toy)

    assert (held.fate, held.trouble) == (Fate.REFUSED, "away")
    record = (await toy.store.records_of(PID))[0]
    assert "away for longer than a reminder waits" in str(await press(toy, record, "approve"))


async def test_who_does_not_want_reminders_gets_none(toy: Toy) -> None:
    await toy.store.save_habits(PRIYA, Habits(declined=(Kind.REMINDERS,)), "wishes")

    held = await approved(toy)

    assert (held.fate, held.trouble) == (Fate.REFUSED, "declined")


async def test_a_snooze_holds_reminders_until_it_ends(toy: Toy) -> None:
    await toy.store.save_habits(PRIYA, Habits(snoozed_until=MORNING), "wishes")

    assert (await approved(toy)).not_before == MORNING


@pytest.mark.parametrize("purpose", ["kickoff_brief", "reassignment"])
async def test_what_is_no_reminder_leaves_at_any_hour(toy: Toy, purpose: str) -> None:
    toy.clock.forward(**NIGHT)

    assert (await approved(toy, draft(7, purpose=purpose))).fate is Fate.SENT


async def test_a_mailbox_that_does_not_answer_holds_nothing_up(toy: Toy) -> None:
    toy.post.no_hours = Throttled("Graph is away", 30)

    assert (await approved(toy)).fate is Fate.SENT


async def test_an_approval_covers_a_reminder_for_as_long_as_its_person_is_away(toy: Toy) -> None:
    toy.house = House(tenant=TENANT, draft_days=1)
    back = MONDAY + timedelta(days=9)
    toy.post.away[PRIYA.address] = (Span(start=MONDAY, end=back),)
    assert (await approved(toy)).fate is Fate.PLANNED

    toy.clock.now = back
    assert (await after_a_round(toy)).fate is Fate.SENT


async def test_a_second_reminder_of_a_task_waits_its_two_working_days(toy: Toy) -> None:
    assert (await approved(toy)).fate is Fate.SENT
    toy.clock.forward(minutes=5)
    toy.agent.script = [answer("Again.", draft(7, purpose="reminder", draft_id="d-8", body="And again."))]
    await hear(toy, said("remind her once more", number=2))
    again = next(one for one in await toy.store.records_of(PID) if one.draft.draft_id == "d-8")
    await press(toy, again, "approve")
    await ship_all_now(toy)

    held = next(one for one in await toy.store.parcels_of(PID) if one.record_key == again.key)
    assert (held.fate, held.not_before) == (Fate.PLANNED, MONDAY + timedelta(days=2))


async def test_an_answer_in_between_lets_the_next_one_go_at_once(toy: Toy) -> None:
    await approved(toy)
    toy.agent.script = [answer("Noted.")]
    await work(toy)  # the agent is told that it left
    toy.clock.forward(minutes=5)
    question = draft(7, purpose="clarification", draft_id="d-8", body="And the discounts?")
    toy.agent.script = [answer("One point is missing.", question)]
    await hear(toy, said("Here it is.", PRIYA, number=2, at=toy.clock()))
    asked = next(one for one in await toy.store.records_of(PID) if one.draft.draft_id == "d-8")
    await press(toy, asked, "approve")
    await ship_all_now(toy)

    assert toy.voice.texts("a:priya") == [REMINDER.body, "And the discounts?"]


async def test_after_three_unanswered_ones_even_an_approved_one_stays_here(toy: Toy) -> None:
    for number in range(4):
        reminder = draft(number, purpose="reminder", draft_id=f"n-{number}", body=f"Reminder {number}")
        toy.agent.script = [answer("Offered.", reminder)]
        await hear(toy, said("remind her", number=10 + number, at=toy.clock()))
        record = next(one for one in await toy.store.records_of(PID) if one.draft.draft_id == f"n-{number}")
        await press(toy, record, "approve")
        await ship_all_now(toy)
        toy.clock.forward(days=7)

    fates = {one.record_key: (one.fate, one.trouble) for one in await toy.store.parcels_of(PID) if one.kind == "brief"}
    assert sorted(fates.values()) == [(Fate.REFUSED, "unanswered"), *[(Fate.SENT, "")] * 3]


async def test_what_was_written_before_a_task_was_late_is_not_sent_afterwards(toy: Toy) -> None:
    soon = draft(7, purpose="reminder", due_at="2026-12-02", body="Pricing is due on Wednesday.")
    record = await offered(toy, soon)
    toy.clock.forward(days=7)
    await press(toy, record, "approve")
    held = await after_a_round(toy)

    assert (held.fate, held.trouble) == (Fate.REFUSED, "overtaken")


async def test_what_was_written_in_time_is_sent_in_time(toy: Toy) -> None:
    assert (await approved(toy, draft(7, purpose="reminder", due_at="2026-12-02"))).fate is Fate.SENT
