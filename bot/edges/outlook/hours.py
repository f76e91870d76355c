"""What a mailbox says of its person: zone, hours, language and automatic replies, in Graph's JSON and in ours."""

from datetime import datetime, timedelta

from bot.core.calendar import Hours, Span
from bot.core.habits import Facts
from bot.core.language import language_of
from bot.core.wall import DAY, moment_of
from bot.edges.outlook.papers import Outside
from bot.edges.outlook.zones import iana

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
NO_END = timedelta(days=1)  # an absence without an end lasts until somebody asks again


class Zone(Outside):
    name: str = ""


class WorkingHours(Outside):
    days_of_week: tuple[str, ...] = ()
    start_time: str = ""
    end_time: str = ""
    time_zone: Zone = Zone()


class Spoken(Outside):
    locale: str = ""


class MailboxSettings(Outside):
    time_zone: str = ""
    working_hours: WorkingHours = WorkingHours()
    language: Spoken = Spoken()


class Moment(Outside):
    date_time: str = ""
    time_zone: str = ""


class AutomaticReplies(Outside):
    message: str = ""
    scheduled_start_time: Moment = Moment()
    scheduled_end_time: Moment = Moment()


class MailTip(Outside):
    automatic_replies: AutomaticReplies = AutomaticReplies()


class MailTips(Outside):
    value: tuple[MailTip, ...] = ()


def facts_of(settings: MailboxSettings) -> Facts:
    """The working hours' own zone comes first. What cannot be read is not known."""
    worked = settings.working_hours
    days = sorted({DAYS.index(day.lower()) for day in worked.days_of_week if day.lower() in DAYS})
    return Facts(
        zone=iana(worked.time_zone.name) or iana(settings.time_zone),
        days=tuple(days),
        work=_hours(_minute(worked.start_time), _minute(worked.end_time)),
        language=language_of(settings.language.locale),
    )


def _hours(start: int | None, end: int | None) -> Hours | None:
    if start is None or end is None or start == (end := end or DAY):
        return None
    return Hours(start=start, end=end)


def _minute(time: str) -> int | None:
    """ "08:30:00.0000000" is 510; seconds do not count."""
    hours, _, rest = time.partition(":")
    minutes = rest.partition(":")[0]
    if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
        return None
    return int(hours) * 60 + int(minutes)


def absences_of(tips: MailTips, now: datetime) -> tuple[Span, ...]:
    """Who answers automatically is away, from now on and for a day where the mailbox gives no times."""
    replies = [tip.automatic_replies for tip in tips.value if tip.automatic_replies.message]
    spans = [(_moment(one.scheduled_start_time) or now, _moment(one.scheduled_end_time)) for one in replies]
    away = ((start, end or max(start, now) + NO_END) for start, end in spans)
    return tuple(Span(start=start, end=end) for start, end in away if start < end)


def _moment(told: Moment) -> datetime | None:
    """Graph writes seven digits of a second, of which Python takes six."""
    whole, _, _ = told.date_time.partition(".")
    try:
        return moment_of(datetime.fromisoformat(whole), iana(told.time_zone) or "UTC")
    except (ValueError, OverflowError):
        return None
