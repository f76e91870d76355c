"""Somebody says in a few words when they are to be reached, or what of: written down, and read back to them."""

from datetime import datetime, timedelta

from bot.core.cadence import NEVER
from bot.core.calendar import Hours, next_wake, possible
from bot.core.command import Asked
from bot.core.habits import Facts, Habits, Kind, Source
from bot.core.letter import Looked, Said
from bot.core.memory import Effects
from bot.core.people import Person, Project
from bot.core.time_command import Cadence, Wish, cron_of, moment_of, wish_in
from bot.core.timer import Timer
from bot.core.wall import day_of, instant
from bot.flows.agenda import digest, next_look
from bot.flows.ports import World
from bot.flows.reply import reply, reply_with
from bot.flows.time_of import Theirs, time_of
from cards.words import Words, say

ASKED = "asked"  # the reason of a look that somebody asked for


async def time(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    """A person's own time, read back where it was said."""
    wish = wish_in(said.text)
    if wish is None:
        return None
    text = await granted(world, project, said.speaker, wish, say(said.place.locale))
    return await reply(world, said, text, Effects(timers=await _first_digest(world, project, said, wish)))


async def poll(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    """When a project is looked at; or a look at once."""
    wish = wish_in(said.text)
    if wish is None:
        return None
    if wish.verb == "poll_now":
        await _look_now(world, project, said)
        return await reply_with(world, said, "time.poll_now")
    cadence = wish.cadence or Cadence()
    project = project.model_copy(update={"poll_cron": cron_of(cadence) or NEVER})
    text = _cadence(cadence, project, say(said.place.locale))
    return await reply(world, said, text, Effects(project=project, timers=next_look(world, project)))


STORIES = {"time": time, "poll": poll}


async def _first_digest(world: World, project: Project, said: Said, wish: Wish) -> tuple[Timer, ...]:
    """On the next morning at work."""
    if not project.started or wish.verb != "start" or Kind.DIGEST not in wish.kinds:
        return ()
    theirs, zone = await time_of(world, said.speaker, project), project.zone
    due = theirs.opens_at(instant(zone, day_of(world.clock(), zone) + timedelta(days=1)))
    return (digest(project, said.speaker, due),) if due else ()


async def _look_now(world: World, project: Project, said: Said) -> None:
    looked = Looked(letter_id=f"look.{project.project_id}.{said.letter_id}", at=world.clock(), reason=ASKED)
    if await world.store.accept(looked.letter_id, project.home, looked, project.project_id):
        world.jobs.book(project.project_id)


def _cadence(cadence: Cadence, project: Project, words: Words) -> str:
    if not cadence.days:
        return words.t("time.poll_off")
    days, zone = _days(cadence.days, words), words.place(project.zone)
    return words.t("time.poll", days=days, time=_time(cadence.minute), zone=zone)


async def granted(world: World, project: Project, person: Person, wish: Wish, words: Words) -> str:
    """What was written down for the person, or why it was not, in words for them."""
    before = await time_of(world, person, project)
    if wish.verb == "show":
        return _shown(await time_of(world, person, project, fresh=True), words, world.clock())
    if trouble := _trouble(world, before, wish, words):
        return trouble
    wished = _wished(before.habits, wish, world.clock(), before.calendar.zone)
    known = before.calendar.model_copy(update=_hours_of(wished.said))
    if not possible(known):
        return words.t("time.impossible", hours=_hours(known.work, words))
    await world.store.save_habits(person, wished, "wishes")
    after = await time_of(world, person, project)
    return _read_back(world, after, wish, words)


def _hours_of(facts: Facts) -> dict[str, object]:
    """What the person said of their hours, as the calendar will have it."""
    return ({"work": facts.work} if facts.work else {}) | {"quiet": facts.quiet}


def _trouble(world: World, theirs: Theirs, wish: Wish, words: Words) -> str:
    now = world.clock()
    if wish.verb == "zone" and not wish.zone:
        return words.t("time.unknown_zone", zone=wish.given)
    if wish.verb == "holidays" and wish.region and not world.holidays(wish.region, now.year):
        return words.t("time.unknown_region", region=wish.region)
    if wish.verb == "snooze" and wish.until and moment_of(wish.until, now, theirs.calendar.zone) <= now:
        return words.t("time.past")
    return ""


def _wished(habits: Habits, wish: Wish, now: datetime, zone: str) -> Habits:
    said: dict[str, object] = {}
    changed: dict[str, object] = {}
    match wish.verb:
        case "zone":
            said = {"zone": wish.zone}
        case "language":
            said = {"language": wish.language}
        case "quiet":
            said = {"quiet": wish.hours}
        case "holidays":
            said = {"region": wish.region}
        case "work":
            said = {"work": wish.hours} | ({"days": wish.days} if wish.days else {})
        case "snooze" if wish.until:
            changed = {"snoozed_until": moment_of(wish.until, now, zone)}
        case "wake":
            changed = {"snoozed_until": None}
        case "stop":
            changed = {"declined": tuple(dict.fromkeys((*habits.declined, *wish.kinds)))}
        case "start":
            changed = {"declined": tuple(kind for kind in habits.declined if kind not in wish.kinds)}
    return habits.model_copy(update=changed | {"said": habits.said.model_copy(update=said)})


def _read_back(world: World, theirs: Theirs, wish: Wish, words: Words) -> str:
    now = world.clock()
    match wish.verb:
        case "snooze":
            return _snoozed(theirs, words)
        case "wake":
            return words.t("time.awake")
        case "stop" | "start":
            kinds = words.together(tuple(words.t(f"time.kind.{kind}") for kind in wish.kinds))
            return words.t(f"time.{wish.verb}", kinds=kinds)
        case "quiet" if wish.hours is None:
            return words.t("time.no_quiet")
        case "holidays" if not wish.region:
            return words.t("time.no_holidays")
    if wish.verb == "zone":
        return words.t("time.zone", now=_written(now, theirs, words))
    return _shown(theirs, words, now)


def _snoozed(theirs: Theirs, words: Words) -> str:
    """A snooze that ends in quiet time or on a day off lasts until the first moment after it, and says so."""
    until = theirs.habits.snoozed_until
    assert until is not None
    found, asked = next_wake(until, theirs.calendar), _written(until, theirs, words)
    if found is None or found == until:
        return words.t("time.snoozed", time=asked)
    return words.t("time.snoozed_longer", asked=asked, time=_written(found, theirs, words))


def _written(moment: datetime, theirs: Theirs, words: Words) -> str:
    return words.date(moment.isoformat(), theirs.calendar.zone)


def _shown(theirs: Theirs, words: Words, now: datetime) -> str:
    """Each fact, and who said it."""
    calendar, sources = theirs.calendar, theirs.sources
    lines = [
        _line("zone", words.date(now.isoformat(), calendar.zone), sources.get("zone"), words),
        _line("work", f"{_days(calendar.days, words)}, {_hours(calendar.work, words)}", sources.get("work"), words),
        _line("quiet", _hours(calendar.quiet, words), sources.get("quiet"), words),
        _line("language", words.t(f"time.language.{theirs.facts.language}"), sources.get("language"), words),
        _line("holidays", theirs.facts.region or words.t("time.none"), sources.get("region"), words),
    ]
    if calendar.away:
        lines.append(
            _line("away", _written(max(one.end for one in calendar.away), theirs, words), Source.MAILBOX, words)
        )
    if theirs.habits.snoozed_until and theirs.habits.snoozes(now):
        lines.append(_line("snooze", _written(theirs.habits.snoozed_until, theirs, words), Source.SAID, words))
    stopped = [words.t(f"time.kind.{kind}") for kind in theirs.habits.declined if kind is not Kind.DIGEST]
    if stopped:
        lines.append(_line("stopped", words.together(tuple(stopped)), Source.SAID, words))
    return "\n".join((words.t("time.yours"), "", *lines))


def _line(label: str, value: str, source: Source | None, words: Words) -> str:
    by = f" ({words.t(f'time.source.{source}')})" if source else ""
    return f"- {words.t(f'time.label.{label}')}: **{value}**{by}"


def _hours(hours: Hours | None, words: Words) -> str:
    return f"{_time(hours.start)}–{_time(hours.end)}" if hours else words.t("time.none")


def _time(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02}"


def _days(days: tuple[int, ...], words: Words) -> str:
    """ "Mon–Fri" where they follow each other."""
    names = words.weekdays()
    if len(days) > 2 and days == tuple(range(days[0], days[-1] + 1)):
        return f"{names[days[0]]}–{names[days[-1]]}"
    return words.together(tuple(names[day] for day in days))
