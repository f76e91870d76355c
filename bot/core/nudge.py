"""The rule of reminding: what is due for whom by now, and why something is not. Pure: the ledger's history comes in.

Nothing here approves anything: a reminder is a draft until its owner says yes, and an owner is only told.
"""

from datetime import datetime, timedelta
from enum import StrEnum

from bot.core.calendar import Calendar, is_away, next_wake, working_days_after, working_days_before, working_time_after
from bot.core.habits import Habits, Kind
from bot.core.noun import Noun
from bot.core.project_log import due_moment
from bot.core.wall import day_of, instant


class Rules(Noun):
    """Days are working days of whoever is reminded."""

    interval_days: int = 2  # between two reminders of one task, and after an answer
    most: int = 6  # reminders of one task, ever
    unanswered: int = 3  # in a row to one person: then nobody writes to them, and the owner is told
    gentle_days: int = 7  # calendar days: whoever gave a sign of life is reminded softly
    ahead_days: int = 2  # before a task is due it is at risk
    absence_days: int = 10  # calendar days: a longer absence is not waited for
    first_hours: int = 4  # working hours a decision waits before its owner is told
    again_days: int = 1  # then between two messages to the owner
    owner_most: int = 3  # times the owner is told of one decision, then the deputies are, once
    last_days: int = 2  # before its time is over its owner is told once more


class Why(StrEnum):
    """What decided. The first two lead to a draft, of the next three only the owner is told."""

    LATE = "late"
    AT_RISK = "at_risk"
    AWAY_PAST_DUE = "away_past_due"  # somebody else should have the task
    AWAY_LONG = "away_long"
    UNANSWERED = "unanswered"  # too many in a row
    DONE = "done"
    NO_DATE = "no_date"
    NOT_YET = "not_yet"
    WAITING = "waiting"  # a reminder of this task waits for a decision or for delivery
    DECLINED = "declined"
    SNOOZED = "snoozed"
    AWAY = "away"
    ANSWERED = "answered"  # a moment ago
    TOO_SOON = "too_soon"
    ENOUGH = "enough"
    NEVER = "never"  # no hour of theirs is open


REMINDS = (Why.LATE, Why.AT_RISK)


class Trail(Noun):
    """What the ledger says of one task and its person."""

    task: tuple[datetime, ...] = ()  # when reminders of this task left, oldest first
    person: tuple[datetime, ...] = ()  # when any reminder to this person left in this project
    heard: datetime | None = None  # when they last wrote
    waiting: bool = False  # a reminder of this task is not decided yet, or approved and not sent

    @property
    def unanswered(self) -> int:
        return sum(self.heard is None or at > self.heard for at in self.person)


class Verdict(Noun):
    """`at`: when it may reach the person, or when to look again; None when only an event changes it."""

    why: Why
    gentle: bool = False
    at: datetime | None = None
    until: datetime | None = None  # end of the absence that decided
    stands: Why | None = None  # late or at risk, whether or not anybody may be reminded
    proposed: bool = False  # the owner was offered somebody else for it

    @property
    def reminds(self) -> bool:
        return self.why in REMINDS

    @property
    def wants_another(self) -> bool:
        """Should somebody be asked to take the task over?"""
        return self.why is Why.AWAY_PAST_DUE and not self.proposed

    @property
    def drafts(self) -> bool:
        """Is there anything for the agent to write?"""
        return self.reminds or self.wants_another


def judge(
    due: str, done: bool, zone: str, trail: Trail, calendar: Calendar, habits: Habits, now: datetime, rules: Rules
) -> Verdict:
    """Of one task: `due` as the log has it, read in `zone`, the project's; `calendar` and `habits` of who owes it."""
    if done:
        return Verdict(why=Why.DONE)
    moment = due_moment(due, zone)
    if moment is None:
        return Verdict(why=Why.NO_DATE)
    risky = working_days_before(moment, rules.ahead_days, calendar)
    if now < min(moment, risky):
        return Verdict(why=Why.NOT_YET, at=risky)
    stands = Why.LATE if moment <= now else Why.AT_RISK
    if trail.waiting:
        return Verdict(why=Why.WAITING, stands=stands)
    found = (
        _absent(moment, calendar, now, rules)
        or _wished(habits, now)
        or _paced(trail, calendar, now, rules)
        or _reminded(stands, trail, calendar, now, rules)
    )
    return found.model_copy(update={"stands": stands})


def _absent(due: datetime, calendar: Calendar, now: datetime, rules: Rules) -> Verdict | None:
    absence = is_away(now, calendar)
    if absence is None:
        return None
    why = Why.AWAY_LONG if too_long(absence.end, now, rules) else Why.AWAY
    if absence.end > due:
        why = Why.AWAY_PAST_DUE
    return Verdict(why=why, at=next_wake(absence.end, calendar), until=absence.end)


def too_long(until: datetime, now: datetime, rules: Rules) -> bool:
    """Is somebody away for longer than anything waits for them?"""
    return until - now > timedelta(days=rules.absence_days)


def leaves_at(now: datetime, calendar: Calendar, rules: Rules) -> datetime | None:
    """When a reminder that is ready may reach its person; None: they are away for too long, or never to be reached."""
    absence = is_away(now, calendar)
    return None if absence and too_long(absence.end, now, rules) else next_wake(now, calendar)


def held_by_pace(trail: Trail, calendar: Calendar, now: datetime, rules: Rules) -> Verdict | None:
    """What is against a reminder that its owner has approved, at the moment it is to leave.

    An answer to the last one begins a new exchange, in which nobody has to wait.
    """
    last = trail.task[-1] if trail.task else None
    if last is not None and trail.heard is not None and trail.heard > last:
        return None
    return _worn_out(trail, rules) or _spaced(last, Why.TOO_SOON, calendar, now, rules)


def _wished(habits: Habits, now: datetime) -> Verdict | None:
    if not habits.wants(Kind.REMINDERS):
        return Verdict(why=Why.DECLINED)
    if habits.snoozes(now):
        return Verdict(why=Why.SNOOZED, at=habits.snoozed_until)
    return None


def _paced(trail: Trail, calendar: Calendar, now: datetime, rules: Rules) -> Verdict | None:
    last = trail.task[-1] if trail.task else None
    return (
        _worn_out(trail, rules)
        or _spaced(trail.heard, Why.ANSWERED, calendar, now, rules)
        or _spaced(last, Why.TOO_SOON, calendar, now, rules)
    )


def _worn_out(trail: Trail, rules: Rules) -> Verdict | None:
    if trail.unanswered >= rules.unanswered:
        return Verdict(why=Why.UNANSWERED)
    return Verdict(why=Why.ENOUGH) if len(trail.task) >= rules.most else None


def _spaced(since: datetime | None, why: Why, calendar: Calendar, now: datetime, rules: Rules) -> Verdict | None:
    again = working_days_after(since, rules.interval_days, calendar) if since else None
    return Verdict(why=why, at=again) if again is not None and now < again else None


def _reminded(stands: Why, trail: Trail, calendar: Calendar, now: datetime, rules: Rules) -> Verdict:
    at = next_wake(now, calendar)
    if at is None:
        return Verdict(why=Why.NEVER)
    gentle = trail.heard is not None and now - trail.heard <= timedelta(days=rules.gentle_days)
    return Verdict(why=stands, gentle=gentle, at=at)


class Waiting(Noun):
    """A decision that waits for the owner: since when, and when they were told of it."""

    key: str
    since: datetime
    told: tuple[datetime, ...] = ()
    escalated: bool = False  # the deputies were told
    ends: datetime | None = None  # when nobody can decide it any more
    warned: bool = False  # of that


class Call(Noun):
    """One message to an owner: of everything that waits, as soon as anything is due. `escalate`: for the deputies."""

    tell: tuple[str, ...] = ()
    escalate: tuple[str, ...] = ()


def owner_call(
    waiting: tuple[Waiting, ...], calendar: Calendar, habits: Habits, now: datetime, rules: Rules
) -> Call | None:
    """What an owner is told now; None: nothing. At most one message on one day of theirs, and only in open time.

    An owner who is away, declined or snoozes is not told; the deputies are all the same, once the time for it has come.
    """
    if next_wake(now, _as_if_there(calendar)) != now:
        return None
    silent = not habits.wants(Kind.DECISIONS) or habits.snoozes(now) or told_today(calendar, habits, now)
    silent = silent or is_away(now, calendar) is not None
    due = any(at is not None and at <= now for one in waiting for at in _told_at(one, calendar, rules))
    tell = tuple(one.key for one in waiting) if due and not silent else ()
    escalate = tuple(one.key for one in waiting if _escalates(one, calendar, now, rules))
    return Call(tell=tell, escalate=escalate) if tell or escalate else None


def _as_if_there(calendar: Calendar) -> Calendar:
    return calendar.model_copy(update={"away": ()})


def told_today(calendar: Calendar, habits: Habits, now: datetime) -> bool:
    return habits.told_at is not None and day_of(habits.told_at, calendar.zone) >= day_of(now, calendar.zone)


def due_again(one: Waiting, calendar: Calendar, rules: Rules) -> datetime | None:
    """When the owner is to be told of it next; None once they were told often enough."""
    if len(one.told) >= rules.owner_most:
        return None
    if not one.told:
        return working_time_after(one.since, timedelta(hours=rules.first_hours), calendar)
    return working_days_after(one.told[-1], rules.again_days, calendar)


def last_call(one: Waiting, calendar: Calendar, rules: Rules) -> datetime | None:
    """When the owner is told that its time is nearly over, however often they were told before; None once they were."""
    return None if one.ends is None or one.warned else working_days_before(one.ends, rules.last_days, calendar)


def _told_at(one: Waiting, calendar: Calendar, rules: Rules) -> tuple[datetime | None, datetime | None]:
    return due_again(one, calendar, rules), last_call(one, calendar, rules)


def _patience(one: Waiting, calendar: Calendar, rules: Rules) -> datetime | None:
    """When a decision goes to the deputies: after as many working days as the owner's messages take."""
    return working_days_after(one.since, rules.again_days * rules.owner_most + 1, _as_if_there(calendar))


def _escalates(one: Waiting, calendar: Calendar, now: datetime, rules: Rules) -> bool:
    """An owner who is away for long is not waited for."""
    if one.escalated:
        return False
    absence = is_away(now, calendar)
    if absence is not None and too_long(absence.end, now, rules):
        return True
    patience = _patience(one, calendar, rules)
    return patience is not None and patience <= now


def look_again(
    waiting: tuple[Waiting, ...], calendar: Calendar, habits: Habits, now: datetime, rules: Rules
) -> datetime | None:
    """When `owner_call` may next have something to say, in the owner's open time; None while nothing waits."""
    if not waiting:
        return None
    moments = [at for one in waiting for at in _told_at(one, calendar, rules)]
    moments += [_patience(one, calendar, rules) for one in waiting if not one.escalated]
    moments += [habits.snoozed_until, _tomorrow(habits.told_at, calendar) if habits.told_at else None]
    there = _as_if_there(calendar)
    opens = next_wake(now, there)
    if opens is None or (opens > now and any(at is not None and at <= opens for at in moments)):
        return opens
    return next_wake(min((at for at in moments if at is not None and at > now), default=now + timedelta(days=1)), there)


def _tomorrow(moment: datetime, calendar: Calendar) -> datetime:
    return instant(calendar.zone, day_of(moment, calendar.zone) + timedelta(days=1))
