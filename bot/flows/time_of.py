"""A person's time as the desk knows it now: what they said, what their mailbox says, their project, the house."""

import asyncio
import logging
from collections.abc import Awaitable
from datetime import date, datetime, timedelta
from typing import NamedTuple, TypeVar

from bot.core.calendar import Calendar, Hours, is_away, next_wake
from bot.core.errors import ChannelTrouble
from bot.core.habits import Fact, Facts, Habits, Source, calendar_of, settled
from bot.core.language import language_of
from bot.core.people import Channel, Person, Project
from bot.core.wall import DAY
from bot.flows.ports import World

log = logging.getLogger(__name__)
Told = TypeVar("Told")
SETTINGS_LAST = timedelta(days=1)  # until a mailbox is asked for its settings again
ABSENCE_LASTS = timedelta(minutes=15)  # until it is asked again whether its person is away
PATIENCE = 10.0  # seconds a mailbox may take: a sender that waits longer is taken for one that went away
AHEAD = 2  # years of holidays that are known, this one among them


class Theirs(NamedTuple):
    calendar: Calendar
    habits: Habits
    facts: Facts
    sources: dict[Fact, Source]

    def opens_at(self, now: datetime) -> datetime | None:
        """The first moment from now on at which they are at work; an absence is another question."""
        return next_wake(now, self.calendar.model_copy(update={"away": ()}))

    def there(self, now: datetime) -> bool:
        return is_away(now, self.calendar) is None


async def time_of(world: World, person: Person, project: Project | None = None, fresh: bool = False) -> Theirs:
    """`fresh`: somebody is about to write to them, so their mailbox is asked whether they are away."""
    person = await _by_name(world, person, project)
    habits = await world.store.habits(person)
    if fresh:
        habits = await _asked(world, person, habits)
    known = {
        Source.SAID: habits.said,
        Source.MAILBOX: habits.mailbox,
        Source.WROTE: Facts(language=habits.wrote),
        Source.TEAMS: await _client(world, person),
        Source.PROJECT: Facts(zone=project.zone, language=language_of(project.locale)) if project else Facts(),
        Source.HOUSE: _of_the_house(world),
    }
    facts, sources = settled(known)
    days = holidays(world, facts.region or "", world.clock())
    return Theirs(calendar_of(facts, frozenset(days), habits.away), habits, facts, sources)


def holidays(world: World, region: str, now: datetime) -> dict[date, str]:
    """Of last year too: whoever counts backwards may come there."""
    years = range(now.year - 1, now.year + AHEAD)
    return {day: name for year in years for day, name in world.holidays(region, year).items()} if region else {}


async def _by_name(world: World, person: Person, project: Project | None) -> Person:
    """Whoever is known by an address only may be known by object id too: there lies what they said."""
    tenant = person.tenant or (project.owner.tenant if project else world.house.tenant)
    if person.oid or not person.address:
        return person.model_copy(update={"tenant": tenant})
    contact = await world.store.contact_by_address(tenant, person.address)
    return contact.person if contact else person


async def _client(world: World, person: Person) -> Facts:
    """The zone of their own chat; the house's stands there too where their client tells none."""
    contact = await world.store.contact(person.tenant, person.oid) if person.authority else None
    place = contact.place if contact else None
    own = place is not None and place.channel is Channel.TEAMS and place.zone != world.house.zone
    return Facts(zone=place.zone) if place and own else Facts()


def _of_the_house(world: World) -> Facts:
    first, last = world.house.work_hours
    work = Hours(start=first * 60, end=min(last * 60, DAY))
    return Facts(zone=world.house.zone, work=work, region=world.house.region, language=language_of(world.house.locale))


async def _asked(world: World, person: Person, habits: Habits) -> Habits:
    """What the mailbox says now; without an answer what it said last, for as long as that was to hold."""
    now, seen = world.clock(), habits
    if not person.address:
        return habits
    if _older(habits.mailbox_at, SETTINGS_LAST, now):
        facts = await _told(world.post.hours(person.address))
        seen = seen.model_copy(update={"mailbox": facts or habits.mailbox, "mailbox_at": now})
    if _older(habits.away_at, ABSENCE_LASTS, now):
        away = await _told(world.post.absences(person.address, now))
        seen = seen.model_copy(update={"away": habits.away if away is None else away, "away_at": now})
    if seen != habits:
        await world.store.save_habits(person, seen, "seen")
    return seen


def _older(asked_at: datetime | None, lasts: timedelta, now: datetime) -> bool:
    """A clock that was set back does not keep the desk from asking."""
    return asked_at is None or not timedelta() <= now - asked_at < lasts


async def _told(question: Awaitable[Told | None]) -> Told | None:
    try:
        async with asyncio.timeout(PATIENCE):
            return await question
    except (ChannelTrouble, TimeoutError) as trouble:
        log.info("a mailbox does not say when its person works: %s", type(trouble).__name__)
        return None
