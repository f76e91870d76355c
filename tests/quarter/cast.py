"""Who takes part in the quarter: people in twelve zones with hours, holidays and absences, and their tasks."""

import random
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.core.calendar import Hours, Span
from bot.core.habits import Facts, Habits
from bot.core.people import Channel, Person, Place

TENANT = "5f1c2a7e-3b60-4d7e-9a41-8c2f6d0b9e11"
BEGIN, END = datetime(2027, 2, 15, tzinfo=UTC), datetime(2027, 5, 17, tzinfo=UTC)
# In this quarter the clocks change in seven of them, in both directions.
ZONES = {
    "Europe/Lisbon": "PT", "America/Sao_Paulo": "BR-SP", "America/New_York": "US-NY", "Asia/Kolkata": "IN-KA",
    "Australia/Lord_Howe": "AU-NSW", "Pacific/Apia": "WS", "Europe/Berlin": "DE-BE", "Asia/Tokyo": "JP",
    "America/St_Johns": "CA-NL", "Africa/Cairo": "EG", "America/Santiago": "CL", "Asia/Kathmandu": "",
}  # fmt: skip
SUNDAY_TO_THURSDAY = (6, 0, 1, 2, 3)


@dataclass
class One:
    """A person: minutes after midnight, days with 0 for Monday, absences as instants."""

    person: Person
    zone: str
    region: str
    days: tuple[int, ...] = (0, 1, 2, 3, 4)
    work: tuple[int, int] = (540, 1020)
    quiet: tuple[int, int] | None = None
    away: tuple[tuple[datetime, datetime], ...] = ()

    @property
    def habits(self) -> Habits:
        quiet = Hours(start=self.quiet[0], end=self.quiet[1]) if self.quiet else None
        work = Hours(start=self.work[0], end=self.work[1])
        return Habits(said=Facts(zone=self.zone, days=self.days, work=work, quiet=quiet, region=self.region))

    @property
    def absences(self) -> tuple[Span, ...]:
        return tuple(Span(start=start, end=end) for start, end in self.away)


@dataclass
class Task:
    task_id: str
    owner: One
    due: date
    done_at: datetime | None = None


@dataclass
class Project:
    number: int
    owner: One
    begins: datetime
    tasks: list[Task]
    temper: str  # how the owner decides: prompt, slow or never

    @property
    def home(self) -> Place:
        return Place(
            channel=Channel.TEAMS, tenant=TENANT, conversation=f"19:deal-{self.number}", kind="channel",
            service_url="http://127.0.0.1/", zone=self.owner.zone,
        )  # fmt: skip

    @property
    def project_id(self) -> str:
        return self.home.project_id


@dataclass
class Cast:
    projects: list[Project]
    people: dict[str, One] = field(default_factory=dict)  # by object id


def cast(projects: int, people: int, seed: int) -> Cast:
    """Owners have two projects each; everybody else has one task."""
    dice = random.Random(seed)
    owners = [_one(f"owner-{seed}-{number}", dice) for number in range(max(1, projects // 2))]
    others = [_one(f"person-{seed}-{number}", dice) for number in range(people - len(owners))]
    found = []
    for number in range(projects):
        mine = others[number * len(others) // projects : (number + 1) * len(others) // projects]
        begins = BEGIN + timedelta(days=dice.randrange(0, 28), hours=dice.randrange(24), minutes=dice.randrange(60))
        tasks = [Task(f"t-{seed}-{number}-{place}", one, _due(begins, dice)) for place, one in enumerate(mine)]
        temper = dice.choices(("prompt", "slow", "never"), (70, 25, 5))[0]
        found.append(Project(seed * 1000 + number, owners[number % len(owners)], begins, tasks, temper))
    return Cast(found, {one.person.oid: one for one in (*owners, *others)})


def _due(begins: datetime, dice: random.Random) -> date:
    return begins.date() + timedelta(days=dice.randrange(7, 42))


def _one(oid: str, dice: random.Random) -> One:
    zone = dice.choice(tuple(ZONES))
    one = One(
        Person(oid=oid, name=oid.replace("-", " ").title(), address=f"{oid}@contoso.example", tenant=TENANT),
        zone,
        ZONES[zone],
    )
    if zone == "Africa/Cairo":
        one.days = SUNDAY_TO_THURSDAY
    start = dice.choice((420, 480, 540, 540, 540, 600))
    one.work = (start, start + 480)
    if dice.random() < 0.3:  # lunch, or a morning without anybody
        at = dice.choice((start, 720, 780))
        one.quiet = (at, at + dice.choice((60, 120)))
    if dice.random() < 0.05:  # whoever works at night
        one.work = (1260, 300)
    one.away = _absences(dice, zone)
    return one


def _absences(dice: random.Random, zone: str) -> tuple[tuple[datetime, datetime], ...]:
    found = []
    while dice.random() < 0.25:
        first = BEGIN.date() + timedelta(days=dice.randrange(80))
        last = first + timedelta(days=dice.choice((1, 2, 5, 9, 16)))
        midnight = [datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC) for day in (first, last)]
        found.append((midnight[0], midnight[1]))
    return tuple(found)
