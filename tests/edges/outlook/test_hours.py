"""When people work and when they are away, by their mailboxes: the recorded cases, and Graph as it answers."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from mail_cases import cases, failures
from mail_people import DESK, FULANA, NOW

from bot.core.calendar import Hours, Span, daily
from bot.core.errors import Throttled
from bot.core.habits import Facts, Source, calendar_of, settled
from bot.core.nudge import Rules, leaves_at
from bot.core.wall import day_of
from bot.demo.graph import LocalGraph
from bot.demo.graph.server import Fault
from bot.edges.outlook.hours import MailboxSettings, MailTips, absences_of, facts_of
from bot.edges.outlook.post import GraphPost
from bot.edges.outlook.zones import iana

FIVE_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday"]
SAO_PAULO = {"name": "E. South America Standard Time"}
SETTINGS = {
    "timeZone": SAO_PAULO["name"],
    "workingHours": {
        "daysOfWeek": FIVE_DAYS,
        "startTime": "08:30:00.0000000",
        "endTime": "17:00:00.0000000",
        "timeZone": SAO_PAULO,
    },
    "language": {"locale": "pt-BR", "displayName": "Portuguese (Brazil)"},
}


def observed(given: dict[str, Any]) -> dict[str, Any]:
    """What the rules make of a case, in the case's own words."""
    if given["ask"] == "local_date":
        return {"local_date": day_of(datetime.fromisoformat(given["moment"]), iana(given["zone"])).isoformat()}
    if given["ask"] == "occurrences":
        rule = given["rule"]
        hour, minute = map(int, rule["local_time"].split(":"))
        first, last = (date.fromisoformat(rule[end]) for end in ("from", "to"))
        return {"occurrences_utc": [shown(at) for at in daily(hour * 60 + minute, first, last, rule["zone"])]}
    now = datetime.fromisoformat(given["now"])
    facts, _ = settled(
        {
            Source.MAILBOX: facts_of(MailboxSettings.model_validate(given["mailboxSettings"])),
            Source.PROJECT: Facts(zone=given["project_zone"]),
        }
    )
    away = absences_of(MailTips.model_validate({"value": [given.get("mailTips", {})]}), now)
    at = leaves_at(now, calendar_of(facts, away=away), Rules(absence_days=given["absence_cap_days"]))
    return {"send_at_utc": shown(at) if at else None}


def shown(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.mark.parametrize("case", list(cases("time")), ids=lambda case: str(case["id"]))
def test_the_recorded_cases_come_out_right(case: dict[str, Any]) -> None:
    assert failures(case, {"time": observed(case["input"])}) == []


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("E. South America Standard Time", "America/Sao_Paulo"),
        ("W. Europe Standard Time", "Europe/Berlin"),
        ("Europe/Lisbon", "Europe/Lisbon"),
        ("tzone://Microsoft/Utc", "UTC"),
        ("UTC", "UTC"),
        ("Customized Time Zone", ""),
        ("tzone://Microsoft/Custom", ""),
        ("", ""),
    ],
)
def test_a_zone_of_exchange_is_a_zone_of_the_world_or_none(name: str, zone: str) -> None:
    assert iana(name) == zone


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"workingHours": None, "timeZone": None, "language": {"locale": "ja-JP"}},
        {"workingHours": {"startTime": "nine", "endTime": "25:00:00", "daysOfWeek": ["someday"], "timeZone": None}},
        {"workingHours": {"startTime": "09:00:00", "endTime": "09:00:00"}},
    ],
)
def test_settings_without_sense_are_not_known(settings: dict[str, Any]) -> None:
    assert facts_of(MailboxSettings.model_validate(settings)) == Facts()


async def test_the_settings_of_a_mailbox_are_asked_for_and_understood(graph: LocalGraph, post: GraphPost) -> None:
    graph.hours.permitted = True
    graph.hours.settings[FULANA.address] = SETTINGS

    facts = await post.hours(FULANA.address)

    assert facts == Facts(
        zone="America/Sao_Paulo", days=(0, 1, 2, 3, 4), work=Hours(start=510, end=1020), language="pt-BR"
    )
    assert graph.log[-1].query["$select"] == "timeZone,workingHours,language"


async def test_a_desk_that_may_not_ask_does_without(graph: LocalGraph, post: GraphPost) -> None:
    assert await post.hours(FULANA.address) is None
    assert [asked.status for asked in graph.log] == [403]


async def test_strangers_are_not_asked_when_they_work(graph: LocalGraph, post: GraphPost) -> None:
    assert await post.hours("ben@elsewhere.example") is None
    assert graph.log == []


async def test_a_graph_that_is_away_is_not_taken_for_a_no(graph: LocalGraph, post: GraphPost) -> None:
    graph.faults = [Fault("GET */mailboxSettings", [{"status": 503}])]

    with pytest.raises(Throttled):
        await post.hours(FULANA.address)


async def test_who_answers_automatically_is_away_for_as_long(graph: LocalGraph, post: GraphPost) -> None:
    end = {"dateTime": "2027-01-04T09:00:00.0000000", "timeZone": SAO_PAULO["name"]}
    start = {"dateTime": "2026-11-30T12:00:00.0000000", "timeZone": "UTC"}
    graph.hours.replies["ben@elsewhere.example"] = {
        "message": "<p>Away</p>",
        "scheduledStartTime": start,
        "scheduledEndTime": end,
    }

    away = await post.absences("ben@elsewhere.example", NOW)

    assert away == (Span(start=datetime(2026, 11, 30, 12, tzinfo=UTC), end=datetime(2027, 1, 4, 12, tzinfo=UTC)),)
    assert graph.log[-1].path == f"/users/{DESK}/getMailTips"


async def test_an_absence_without_times_lasts_until_somebody_asks_again(graph: LocalGraph, post: GraphPost) -> None:
    graph.hours.replies[FULANA.address] = {"message": "Away"}

    assert await post.absences(FULANA.address, NOW) == (Span(start=NOW, end=NOW + timedelta(days=1)),)
    assert await post.absences("nobody@elsewhere.example", NOW) == ()
