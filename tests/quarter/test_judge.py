"""The judge of the quarter finds each kind of fault in a ledger that was made by hand, and none in a sound one."""

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.core.people import Person
from tests.quarter.cast import Cast, One, Project, Task, cast
from tests.quarter.judge import Ledger, Nudge, Reply, judge, reachable, working_days

MONDAY = datetime(2027, 3, 1, 12, tzinfo=UTC)  # 9:00 in São Paulo
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def person(oid: str, **more: object) -> One:
    facts = {"person": Person(oid=oid, tenant="t"), "zone": "America/Sao_Paulo", "region": "BR-SP"} | more
    return One(**facts)  # type: ignore[arg-type]  # facts of a person


OWNER, BO = person("owner"), person("bo")


def whole(task: Task | None = None, one: One = BO) -> Cast:
    task = task or Task("t-1", one, date(2027, 2, 26))
    project = Project(1, OWNER, MONDAY - 20 * DAY, [task], "prompt")
    return Cast([project], {"owner": OWNER, one.person.oid: one})


def nudge(at: datetime, record: str = "r1", offered: datetime | None = None) -> Nudge:
    return Nudge(at, offered or at - HOUR, "bo", "t-1", record)


def faults(ledger: Ledger, those: Cast | None = None) -> set[str]:
    return {rule for rule, cases in judge(ledger, those or whole()).items() if cases}


SOUND = Ledger(
    nudges=[nudge(MONDAY), nudge(MONDAY + 2 * DAY, "r2")],
    replies=[Reply(MONDAY + 3 * DAY, "bo", "t-1")],
    told=[("owner", MONDAY), ("owner", MONDAY + DAY)],
    news=[(1, MONDAY), (1, MONDAY + DAY), (2, MONDAY)],
)


def test_a_sound_quarter_has_no_faults() -> None:
    assert faults(SOUND) == set()


@pytest.mark.parametrize(
    ("rule", "ledger"),
    [
        ("reminders outside their person's open time", Ledger(nudges=[nudge(MONDAY - HOUR)])),
        ("threads with news twice on one day", Ledger(news=[(1, MONDAY), (1, MONDAY + HOUR)])),
        ("threads with news outside their owner's open time", Ledger(news=[(1, MONDAY - HOUR)])),
        ("reminders outside their person's open time", Ledger(nudges=[nudge(MONDAY + 5 * DAY)])),
        ("reminders that left twice", Ledger(nudges=[nudge(MONDAY), nudge(MONDAY + 3 * DAY)])),
        ("reminders of one task too soon", Ledger(nudges=[nudge(MONDAY), nudge(MONDAY + DAY, "r2")])),
        (
            "reminders after a reply",
            Ledger(nudges=[nudge(MONDAY)], replies=[Reply(MONDAY - timedelta(seconds=1), "bo", "t-1")]),
        ),
        (
            "reminders after three unanswered",
            Ledger(nudges=[nudge(MONDAY + n * 7 * DAY, f"r{n}") for n in range(4)]),
        ),
        ("late tasks never reminded of", Ledger()),
        ("late tasks never reminded of", Ledger(nudges=[nudge(MONDAY + 21 * DAY)])),
        (
            "owners told twice on one day",
            Ledger(nudges=SOUND.nudges, told=[("owner", MONDAY), ("owner", MONDAY + HOUR)]),
        ),
        ("owners told outside their open time", Ledger(nudges=SOUND.nudges, told=[("owner", MONDAY + 10 * HOUR)])),
    ],
)
def test_every_kind_of_fault_is_found(rule: str, ledger: Ledger) -> None:
    assert rule in faults(ledger)


def test_a_reminder_of_what_is_done_is_one_after_a_reply() -> None:
    done = Task("t-1", BO, date(2027, 2, 26), done_at=MONDAY - DAY)

    assert "reminders after a reply" in faults(Ledger(nudges=[nudge(MONDAY)]), whole(done))


@pytest.mark.parametrize(
    ("one", "at", "open"),
    [
        (BO, "2027-03-01T12:00", True),
        (BO, "2027-03-01T20:00", False),  # 17:00 is over
        (person("bo", quiet=(540, 600)), "2027-03-01T12:30", False),
        (BO, "2027-03-26T12:00", False),  # Good Friday
        (person("bo", away=((MONDAY, MONDAY + DAY),)), "2027-03-01T13:00", False),
        (person("bo", zone="America/New_York", region="US-NY"), "2027-03-12T14:00", True),  # 9:00 in winter
        (person("bo", zone="America/New_York", region="US-NY"), "2027-03-15T13:00", True),  # 9:00 in summer
        (person("bo", zone="America/New_York", region="US-NY"), "2027-03-12T13:00", False),
        (person("bo", work=(1260, 300)), "2027-03-06T06:00", True),  # a Friday's night shift, on Saturday at 3:00
        (person("bo", work=(1260, 300)), "2027-03-07T02:00", False),  # Saturday at 23:00
        (person("bo", days=(6, 0, 1, 2, 3)), "2027-03-07T12:00", True),
    ],
)
def test_the_judge_reads_the_clock_on_the_wall(one: One, at: str, open: bool) -> None:
    assert reachable(one, datetime.fromisoformat(at).replace(tzinfo=UTC)) is open


def test_working_days_leave_out_what_is_free() -> None:
    assert working_days(BO, MONDAY + 3 * DAY, MONDAY + 7 * DAY) == 2  # from Thursday to Monday
    assert working_days(BO, MONDAY + 24 * DAY, MONDAY + 28 * DAY) == 1  # over Good Friday


def test_the_cast_is_as_large_and_as_mixed_as_it_says() -> None:
    those = cast(40, 400, seed=3)

    assert len(those.people) == 400
    assert sum(len(project.tasks) for project in those.projects) == 380
    assert len({one.zone for one in those.people.values()}) == 12
    assert {project.temper for project in those.projects} == {"prompt", "slow", "never"}
