from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.calendar import Calendar, Span, is_open
from bot.core.habits import Facts, Habits, Kind, Source, calendar_of, settled
from bot.core.nudge import Rules, Trail, Verdict, Waiting, Why, judge, look_again, owner_call

RULES = Rules()
NOW = datetime(2026, 12, 9, 10, tzinfo=UTC)  # a Wednesday
DAY = timedelta(days=1)
LATE, SOON, FAR = "2026-12-07", "2026-12-10", "2026-12-31"
AT_WORK = Calendar()


NO_TRAIL, NO_HABITS = Trail(), Habits()


def judged(
    due: str = LATE,
    trail: Trail = NO_TRAIL,
    calendar: Calendar = AT_WORK,
    habits: Habits = NO_HABITS,
    done: bool = False,
    now: datetime = NOW,
) -> Verdict:
    return judge(due, done, "UTC", trail, calendar, habits, now, RULES)


def away(days: float) -> Calendar:
    return Calendar(away=(Span(start=NOW - DAY, end=NOW + days * DAY),))


@pytest.mark.parametrize(
    ("why", "asked"),
    [
        (Why.LATE, {}),
        (Why.AT_RISK, {"due": SOON}),
        (Why.NOT_YET, {"due": FAR}),
        (Why.NO_DATE, {"due": ""}),
        (Why.NO_DATE, {"due": "next week"}),
        (Why.DONE, {"done": True}),
        (Why.WAITING, {"trail": Trail(waiting=True)}),
        (Why.AWAY_PAST_DUE, {"calendar": away(3)}),
        (Why.AWAY, {"calendar": away(0.5), "due": SOON}),
        (Why.DECLINED, {"habits": Habits(declined=(Kind.REMINDERS,))}),
        (Why.SNOOZED, {"habits": Habits(snoozed_until=NOW + DAY)}),
        (Why.ANSWERED, {"trail": Trail(task=(NOW - 5 * DAY,), person=(NOW - 5 * DAY,), heard=NOW - DAY)}),
        (Why.TOO_SOON, {"trail": Trail(task=(NOW - DAY,), person=(NOW - DAY,))}),
        (Why.UNANSWERED, {"trail": Trail(person=tuple(NOW - n * DAY for n in (9, 7, 5)))}),
        (Why.ENOUGH, {"trail": Trail(task=tuple(NOW - n * 7 * DAY for n in range(9, 3, -1)))}),
    ],
)
def test_each_rule_has_its_say(why: Why, asked: dict[str, object]) -> None:
    assert judged(**asked).why is why  # type: ignore[arg-type] # a table of keyword arguments


def test_a_long_absence_before_the_due_date_is_told_to_the_owner() -> None:
    verdict = judged(due="2026-12-28", calendar=away(18), now=NOW)
    at_risk = judge("2026-12-28", False, "UTC", Trail(), away(18), Habits(), NOW + 15 * DAY, Rules(absence_days=2))

    assert verdict.why is Why.NOT_YET
    assert at_risk.why is Why.AWAY_LONG


def test_whoever_wrote_in_the_last_week_is_reminded_softly() -> None:
    assert judged(trail=Trail(heard=NOW - 6 * DAY)).gentle
    assert not judged(trail=Trail(heard=NOW - 8 * DAY)).gentle


def test_one_answer_begins_the_count_anew() -> None:
    three = tuple(NOW - n * DAY for n in (20, 18, 16))

    assert judged(trail=Trail(person=three)).why is Why.UNANSWERED
    assert judged(trail=Trail(person=three, heard=NOW - 15 * DAY)).why is Why.LATE


def test_a_reminder_at_night_is_due_in_the_morning() -> None:
    assert judged(now=NOW.replace(hour=22)).at == NOW.replace(hour=9) + DAY


@given(
    st.lists(st.integers(0, 40 * 24), max_size=8), st.none() | st.integers(0, 40 * 24), st.booleans(),
    st.sampled_from((LATE, SOON, FAR, "", "2026-12-09T08:00:00-03:00", "2026-12-09T08:00")), st.integers(0, 30 * 24),
)  # fmt: skip
def test_no_history_has_anybody_reminded_against_the_rules(
    sent: list[int], heard: int | None, done: bool, due: str, hours: int
) -> None:
    now = NOW + timedelta(hours=hours)
    times = tuple(sorted(now - timedelta(hours=one) for one in sent))
    wrote = now - timedelta(hours=heard) if heard is not None else None
    trail = Trail(task=times, person=times, heard=wrote)

    verdict = judged(due, trail, done=done, now=now)

    if verdict.reminds:
        assert verdict.at is not None
        assert is_open(verdict.at, AT_WORK)
        assert not done
        assert trail.unanswered < RULES.unanswered
        assert not times or now - times[-1] >= DAY
        assert wrote is None or now - wrote >= DAY


MORNING = datetime(2026, 12, 7, 9, tzinfo=UTC)  # a Monday


def test_an_owner_is_told_after_hours_and_then_day_by_day() -> None:
    told: list[datetime] = []
    escalated: list[datetime] = []
    now = MORNING
    while now < MORNING + 14 * DAY:
        habits = Habits(told_at=told[-1] if told else None)
        waiting = Waiting(key="d", since=MORNING, told=tuple(told), escalated=bool(escalated))
        call = owner_call((waiting,), AT_WORK, habits, now, RULES)
        if call and call.tell:
            told.append(now)
        if call and call.escalate:
            escalated.append(now)
        now += timedelta(minutes=30)

    assert [at.isoformat()[:16] for at in told] == ["2026-12-07T13:00", "2026-12-08T13:00", "2026-12-09T13:00"]
    assert [at.isoformat()[:16] for at in escalated] == ["2026-12-11T09:00"]


def test_all_that_waits_is_in_one_message() -> None:
    old, new = Waiting(key="old", since=MORNING - 7 * DAY), Waiting(key="new", since=MORNING)

    call = owner_call((old, new), AT_WORK, Habits(), MORNING, RULES)

    assert call is not None
    assert call.tell == ("old", "new")


@pytest.mark.parametrize(
    "habits",
    [
        Habits(declined=(Kind.DECISIONS,)),
        Habits(snoozed_until=NOW + DAY),
        Habits(told_at=NOW - timedelta(hours=1)),
    ],
)
def test_an_owner_who_wishes_silence_has_it_and_the_deputies_are_told(habits: Habits) -> None:
    call = owner_call((Waiting(key="d", since=NOW - 21 * DAY),), AT_WORK, habits, NOW, RULES)

    assert call is not None
    assert (call.tell, call.escalate) == ((), ("d",))


def test_nobody_is_told_at_night_and_an_owner_on_leave_not_at_all() -> None:
    waiting = (Waiting(key="d", since=NOW - DAY),)

    assert owner_call(waiting, AT_WORK, Habits(), NOW.replace(hour=3), RULES) is None
    assert owner_call(waiting, away(2), Habits(), NOW, RULES) is None


def test_an_owner_who_is_away_for_long_is_not_waited_for() -> None:
    call = owner_call((Waiting(key="d", since=NOW),), away(20), Habits(), NOW, RULES)

    assert call is not None
    assert call.escalate == ("d",)


@given(st.lists(st.integers(0, 20 * 24), min_size=1, max_size=4), st.integers(0, 14 * 24 * 4), st.booleans())
def test_looking_only_when_it_is_time_misses_nothing(since: list[int], quarter: int, before: bool) -> None:
    now = MORNING + timedelta(minutes=15 * quarter)
    waiting = tuple(Waiting(key=str(n), since=now - timedelta(hours=one)) for n, one in enumerate(since))
    habits = Habits(told_at=now - timedelta(hours=2) if before else None)
    again = look_again(waiting, AT_WORK, habits, now, RULES)
    assert again is not None

    calls = [
        owner_call(waiting, AT_WORK, habits, now + timedelta(minutes=15 * n), RULES)
        for n in range(1, int((again - now) / timedelta(minutes=15)))
    ]
    at_once = owner_call(waiting, AT_WORK, habits, now, RULES)

    assert again > now
    assert at_once or not [one for one in calls if one]


def test_a_fact_is_taken_from_the_first_who_knows_it() -> None:
    facts, sources = settled(
        {
            Source.HOUSE: Facts(zone="UTC", days=(0, 1), region="BR"),
            Source.PROJECT: Facts(zone="America/Sao_Paulo"),
            Source.MAILBOX: Facts(zone="Customized Time Zone", days=(1, 2)),
            Source.SAID: Facts(region=""),
        }
    )

    assert facts == Facts(zone="America/Sao_Paulo", days=(1, 2), region="")
    assert sources == {"zone": Source.PROJECT, "days": Source.MAILBOX, "region": Source.SAID}
    assert calendar_of(facts).zone == "America/Sao_Paulo"
