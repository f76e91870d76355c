"""Just before a reminder leaves: is its person there, awake and at work, and not reminded too often already?"""

from datetime import datetime

from bot.core.errors import NotYet, Undeliverable, UndeliverableReason
from bot.core.habits import Kind
from bot.core.nudge import Why, held_by_pace, leaves_at
from bot.core.people import Person
from bot.core.project_log import due_moment
from bot.flows.cards_of import Shown
from bot.flows.ports import World
from bot.flows.time_of import time_of
from bot.flows.trail import trail_of

WORN_OUT: dict[Why, UndeliverableReason] = {Why.UNANSWERED: "unanswered", Why.ENOUGH: "enough"}


async def hold(world: World, seen: Shown) -> None:
    """Returns when the reminder may leave now. Raises `NotYet` with the moment when it may, or `Undeliverable`.

    Whoever is away for longer than a reminder waits is not written to at all: the owner is told, and decides anew.
    """
    now, moments = world.clock(), []
    if _overtaken(seen, now):
        raise Undeliverable(seen.record.key, "overtaken")
    for to in seen.record.draft.to:
        person = Person(oid=to.oid, name=to.name, address=to.address)
        theirs = await time_of(world, person, seen.project, fresh=True)
        if not theirs.habits.wants(Kind.REMINDERS):
            raise Undeliverable(seen.record.key, "declined")
        asked = max(now, theirs.habits.snoozed_until or now)
        trail = await trail_of(world, seen.project, seen.record, person)
        against = held_by_pace(trail, theirs.calendar, now, world.house.rules)
        if against is not None and against.why in WORN_OUT:
            raise Undeliverable(seen.record.key, WORN_OUT[against.why])
        if against is not None and against.at is not None:
            asked = max(asked, against.at)
        at = leaves_at(asked, theirs.calendar, world.house.rules)
        if at is None:
            raise Undeliverable(seen.record.key, "away")
        moments.append((at, theirs.calendar.zone))
    last, zone = max(moments)
    if last > now:
        raise NotYet(seen.record.key, last, zone)


def _overtaken(seen: Shown, now: datetime) -> bool:
    """A reminder that was written before the task was due says that it is due: wrong, once it is late."""
    due = due_moment(seen.record.draft.due_at, seen.project.zone)
    return seen.record.draft.purpose == "reminder" and due is not None and seen.record.offered_at < due <= now
