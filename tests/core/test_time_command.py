"""Short sentences about time: what is understood, and what is left to the agent."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.calendar import Hours
from bot.core.habits import Kind
from bot.core.time_command import Cadence, Until, Wish, cron_of, moment_of, wish_in

FIVE = (0, 1, 2, 3, 4)
NOW = datetime(2026, 12, 2, 13, tzinfo=UTC)  # a Wednesday, 10:00 in São Paulo


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("zone Europe/Lisbon", Wish(verb="zone", zone="Europe/Lisbon")),
        ("Time zone: lisbon", Wish(verb="zone", zone="Europe/Lisbon")),
        ("time zone Sao Paulo", Wish(verb="zone", zone="America/Sao_Paulo")),
        ("fuso horário São Paulo", Wish(verb="zone", zone="America/Sao_Paulo")),
        ("zone Atlantis", Wish(verb="zone", given="atlantis")),
        ("quiet hours 20-8", Wish(verb="quiet", hours=Hours(start=1200, end=480))),
        ("Quiet hours 8pm to 7:30am.", Wish(verb="quiet", hours=Hours(start=1200, end=450))),
        ("horas de silêncio das 20h às 8h", Wish(verb="quiet", hours=Hours(start=1200, end=480))),
        ("quiet hours off", Wish(verb="quiet")),
        ("quiet hours 22-24", Wish(verb="quiet", hours=Hours(start=1320, end=1440))),
        ("quiet hours 22-0", Wish(verb="quiet", hours=Hours(start=1320, end=1440))),
        ("quiet hours 25-3", None),
        ("quiet hours 9-9", None),
        ("quiet hours are important to this client", None),
        ("holidays BR-SP", Wish(verb="holidays", region="BR-SP")),
        ("feriados pt", Wish(verb="holidays", region="PT")),
        ("feriados nenhum", Wish(verb="holidays")),
        ("working hours 9-18 mon-fri", Wish(verb="work", hours=Hours(start=540, end=1080), days=FIVE)),
        ("working hours 9:30-18", Wish(verb="work", hours=Hours(start=570, end=1080))),
        ("horário de trabalho 9h-18h seg-sex", Wish(verb="work", hours=Hours(start=540, end=1080), days=FIVE)),
        ("expediente 8-12 seg, qua e sex", Wish(verb="work", hours=Hours(start=480, end=720), days=(0, 2, 4))),
        ("working hours 9-18 sun-thu", Wish(verb="work", hours=Hours(start=540, end=1080), days=(0, 1, 2, 3, 6))),
        ("working hours 9-18 every someday", None),
        ("snooze until monday 9:00", Wish(verb="snooze", until=Until(weekday=0))),
        ("snooze until tomorrow", Wish(verb="snooze", until=Until(ahead=1))),
        ("snooze 2h", Wish(verb="snooze", until=Until(minutes=120))),
        ("snooze for 3 days", Wish(verb="snooze", until=Until(minutes=3 * 1440))),
        ("adiar até segunda-feira às 10h30", Wish(verb="snooze", until=Until(weekday=0, minute=630))),
        ("snooze until 2026-12-24 14:00", Wish(verb="snooze", until=Until(on=date(2026, 12, 24), minute=840))),
        ("snooze off", Wish(verb="wake")),
        ("snooze until somebody answers", None),
        ("stop reminders", Wish(verb="stop", kinds=(Kind.REMINDERS, Kind.DECISIONS))),
        ("parar novidades", Wish(verb="stop", kinds=(Kind.NEWS,))),
        ("retomar lembretes", Wish(verb="start", kinds=(Kind.REMINDERS, Kind.DECISIONS))),
        ("daily digest", Wish(verb="start", kinds=(Kind.DIGEST,))),
        ("resumo", None),
        ("digest off", Wish(verb="stop", kinds=(Kind.DIGEST,))),
        ("resumo diário não", Wish(verb="stop", kinds=(Kind.DIGEST,))),
        ("stop this project", None),
        ("start again", None),
        ("poll now", Wish(verb="poll_now")),
        ("verificar agora", Wish(verb="poll_now")),
        ("poll weekdays 8:30", Wish(verb="poll", cadence=Cadence(days=FIVE, minute=510))),
        ("verificar dias úteis às 9h", Wish(verb="poll", cadence=Cadence(days=FIVE))),
        ("poll mon, thu", Wish(verb="poll", cadence=Cadence(days=(0, 3)))),
        ("poll off", Wish(verb="poll", cadence=Cadence())),
        ("check the pricing of section 3", None),
        ("my time", Wish(verb="show")),
        ("meu horário", Wish(verb="show")),
        ("my time is short, please hurry", None),
        ("", None),
    ],
)
def test_a_short_sentence_is_understood_or_left_to_the_agent(text: str, wish: Wish | None) -> None:
    assert wish_in(text) == wish


heads = st.sampled_from(("snooze until", "quiet hours", "poll", "zone", "working hours"))


@given(st.text(max_size=80) | st.builds(lambda head, rest: f"{head} {rest}", heads, st.text(max_size=30)))
def test_no_text_is_too_strange(text: str) -> None:
    wish_in(text)


@pytest.mark.parametrize(
    ("until", "expected"),
    [
        (Until(weekday=0), "2026-12-07T12:00"),
        (Until(weekday=2, minute=1020), "2026-12-02T20:00"),  # later today
        (Until(weekday=2), "2026-12-09T12:00"),  # that hour is over: in a week
        (Until(ahead=1), "2026-12-03T12:00"),
        (Until(ahead=0), "2026-12-03T12:00"),  # over as well
        (Until(minutes=90), "2026-12-02T14:30"),
        (Until(on=date(2026, 12, 24), minute=840), "2026-12-24T17:00"),
    ],
)
def test_until_names_a_moment_on_the_persons_wall(until: Until, expected: str) -> None:
    assert moment_of(until, NOW, "America/Sao_Paulo").isoformat()[:16] == expected


@given(st.integers(0, 6), st.integers(0, 1439), st.integers(0, 14 * 24))
def test_until_a_day_of_the_week_is_within_a_week(weekday: int, minute: int, hours: int) -> None:
    now = NOW + timedelta(hours=hours)
    found = moment_of(Until(weekday=weekday, minute=minute), now, "Europe/Lisbon")

    assert now < found <= now + timedelta(days=7)


def test_a_cadence_is_a_line_of_cron() -> None:
    assert cron_of(Cadence(days=FIVE, minute=510)) == "30 8 * * 1,2,3,4,5"
    assert cron_of(Cadence(days=(6,))) == "0 9 * * 0"
    assert cron_of(Cadence()) == ""
