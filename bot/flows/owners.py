"""What waits for an owner's decision: one message a working day of all of it, then the deputies; nothing is decided."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from bot.core.draft import Record
from bot.core.habits import Kind
from bot.core.memory import Effects, Rung
from bot.core.nudge import Call, Waiting, last_call, look_again, owner_call
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Person, Place, Project
from bot.core.timer import Ring, Timer, group_of
from bot.core.wall import day_of, instant
from bot.flows import effects
from bot.flows.agenda import DECISION, DIGEST, decision, digest
from bot.flows.digest import projects_of, standing
from bot.flows.ports import World
from bot.flows.present import name_of
from bot.flows.time_of import Theirs, time_of
from cards.words import Words, say

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
KINDS = frozenset({DECISION, DIGEST})
TOLD = "owner."  # how the names of these messages begin
ESCALATED, WARNED = "e", "w"  # in a timer's name, after the times at which its owner was told: "key~27394020~e"


class Due(NamedTuple):
    """A decision that waits, and the project it belongs to."""

    waiting: Waiting
    record: Record
    project: Project


async def called(world: World, ring: Ring) -> Rung:
    """Everything that is due for one owner, as one message or none, and when to look again."""
    everything = await world.store.timers_of(ring.group)
    waiting = await _waiting(world, everything)
    found = tuple(one for one in waiting if one.project.state == "active")
    owner = await _owner(world, waiting, ring)
    if owner is None:
        return Rung()
    first = found[0].project if found else await world.store.project(ring.timers[0].project_id)
    theirs = await _time(world, owner, first)
    now = world.clock()
    call = owner_call(tuple(one.waiting for one in found), theirs.calendar, theirs.habits, now, world.house.rules)
    wants = theirs.habits.wants(Kind.DIGEST) and any(one.kind == DIGEST for one in ring.timers)
    open_now = theirs.opens_at(now) == now and theirs.there(now) and not theirs.habits.snoozes(now)
    whole = wants and open_now and theirs.habits.told_at is None
    if whole:
        call = Call(tell=tuple(one.waiting.key for one in found), escalate=call.escalate if call else ())
    parcels = await _messages(world, owner, theirs, found, call or Call(), whole)
    again = (*_again(world, found, call or Call(), theirs), *_not_now(world, waiting))
    if theirs.habits.wants(Kind.DIGEST) and first is not None and any(one.kind == DIGEST for one in ring.timers):
        again = (*again, *_next_digest(first, owner, theirs, now, done=whole or theirs.habits.told_at is not None))
    return Rung(effects=Effects(parcels=parcels, timers=again))


async def _waiting(world: World, timers: tuple[Timer, ...]) -> tuple[Due, ...]:
    """What still waits, each once with everything that is known of it."""
    known: dict[str, Waiting] = {}
    for timer in timers:
        if timer.kind == DECISION:
            one = _read(timer)
            before = known.get(one.key, one)
            known[one.key] = one.model_copy(
                update={
                    "told": max(one.told, before.told, key=len),
                    "escalated": one.escalated or before.escalated,
                    "warned": one.warned or before.warned,
                }
            )
    found = []
    for key, one in sorted(known.items()):
        record = await world.store.record(key)
        project = await world.store.project(record.project_id) if record else None
        if record and project and project.state != "closed" and record.waits(world.clock()):
            times = {"since": record.offered_at, "ends": record.expires_at}
            found.append(Due(one.model_copy(update=times), record, project))
    return tuple(found)


def _read(timer: Timer) -> Waiting:
    """A record's key, the times at which its owner was told of it, and whether its deputies were, from the name."""
    key, *marks = timer.of.split("~")
    times = tuple(EPOCH + timedelta(minutes=int(one)) for one in marks if one.isdecimal())
    return Waiting(key=key, since=timer.due, told=times, escalated=ESCALATED in marks, warned=WARNED in marks)


def _written(one: Waiting) -> str:
    minutes = [str((at - EPOCH) // timedelta(minutes=1)) for at in one.told]
    marks = [mark for mark, made in ((ESCALATED, one.escalated), (WARNED, one.warned)) if made]
    return "~".join((one.key, *minutes, *marks))


async def _owner(world: World, found: tuple[Due, ...], ring: Ring) -> Person | None:
    """Whose group it is."""
    for project_id in dict.fromkeys([*(one.project.project_id for one in found), *(t.project_id for t in ring.timers)]):
        project = await world.store.project(project_id)
        if project is not None and group_of(project.owner) == ring.group:
            return project.owner
    return None


async def _time(world: World, owner: Person, project: Project | None) -> Theirs:
    """With when they were told today: the ledger knows, by the message's own name."""
    theirs = await time_of(world, owner, project, fresh=True)
    today = await world.store.parcel(_message_id(owner, theirs, world.clock()))
    told_at = today.planned_at if today else None
    return theirs._replace(habits=theirs.habits.model_copy(update={"told_at": told_at}))


def _message_id(owner: Person, theirs: Theirs, now: datetime) -> str:
    """One a day: the same day names the same message, and what is planned already is left alone."""
    name = sha256(group_of(owner).encode()).hexdigest()[:16]
    return f"{TOLD}{name}.{day_of(now, theirs.calendar.zone):%Y%m%d}"


def _not_now(world: World, waiting: tuple[Due, ...]) -> tuple[Timer, ...]:
    """Of a project that is paused nobody hears, until it goes on."""
    due = world.clock() + timedelta(days=1)
    return tuple(decision(one.project, _written(one.waiting), due) for one in waiting if one.project.state != "active")


def _again(world: World, found: tuple[Due, ...], call: Call, theirs: Theirs) -> tuple[Timer, ...]:
    """When each is looked at next, with what was told of it in its name."""
    now, rules, timers = world.clock(), world.house.rules, []
    habits = theirs.habits.model_copy(update={"told_at": now} if call.tell else {})
    for one in found:
        waiting = one.waiting.model_copy(
            update={
                "told": (*one.waiting.told, now) if one.waiting.key in call.tell else one.waiting.told,
                "escalated": one.waiting.escalated or one.waiting.key in call.escalate,
                "warned": one.waiting.warned or (one.waiting.key in call.tell and _ends_soon(world, one, theirs)),
            }
        )
        if waiting.escalated and waiting.warned and len(waiting.told) >= rules.owner_most:
            continue
        due = look_again((waiting,), theirs.calendar, habits, now, rules)
        if due is not None:
            timers.append(decision(one.project, _written(waiting), due))
    return tuple(timers)


def _ends_soon(world: World, one: Due, theirs: Theirs) -> bool:
    at = last_call(one.waiting, theirs.calendar, world.house.rules)
    return at is not None and at <= world.clock()


def _next_digest(project: Project, owner: Person, theirs: Theirs, now: datetime, done: bool) -> tuple[Timer, ...]:
    zone = theirs.calendar.zone
    after = instant(zone, day_of(now, zone) + timedelta(days=1)) if done else now + timedelta(minutes=15)
    due = theirs.opens_at(after)
    return (digest(project, owner, due),) if due else ()


async def _messages(
    world: World, owner: Person, theirs: Theirs, found: tuple[Due, ...], call: Call, whole: bool
) -> tuple[Parcel, ...]:
    parcels = []
    if call.tell or whole:
        place, project = await _place(world, owner, found)
        if place is not None and project is not None:
            words = say(place.locale)
            ending = [one for one in found if _ends_soon(world, one, theirs)]
            parts = [_decisions(found, ending, words, place)] if found else []
            parts += [await standing(world, owner, words)] if whole else []
            kind = Kind.DECISIONS if found else Kind.DIGEST
            recipe = Recipe(kind="reminder", text="\n\n".join(parts), facts=(("kind", kind.value),))
            parcels.append(_card(world, _message_id(owner, theirs, world.clock()), project, place, recipe))
    escalated = tuple(one for one in found if one.waiting.key in call.escalate)
    for project in {one.project.project_id: one.project for one in escalated}.values():
        parcels += await _to_deputies(world, project, [one for one in escalated if one.project == project])
    return tuple(parcels)


async def _to_deputies(world: World, project: Project, waiting: list[Due]) -> list[Parcel]:
    """Where each reads; a project without deputies has nobody to turn to, and its owner was told often enough."""
    found = []
    for deputy in (one for one in project.deputies if one.serves(world.clock())):
        contact = await world.store.contact(deputy.tenant, deputy.oid) if deputy.authority else None
        own = contact.place if contact and contact.state == "active" else None
        place = own or await effects.approval_place(world, project)
        words = say(place.locale)
        since = words.date(min(one.record.offered_at for one in waiting).isoformat(), place.zone)
        facts = {"n": len(waiting), "owner": project.owner.name, "project": name_of(project), "since": since}
        keys = sha256("|".join((deputy.authority, *(one.record.key for one in waiting))).encode()).hexdigest()[:16]
        recipe = Recipe(kind="notice", text=words.t("owners.deputy", **facts))
        found.append(_card(world, f"{project.project_id}.deputy.{keys}", project, place, recipe))
    return found


async def _place(world: World, owner: Person, found: tuple[Due, ...]) -> tuple[Place | None, Project | None]:
    """The owner's own chat, else where the oldest of the decisions stands."""
    projects = [one.project for one in sorted(found, key=lambda one: one.record.offered_at)]
    project = projects[0] if projects else next(iter(await projects_of(world, owner)), None)
    if project is None:
        return None, None
    contact = await world.store.contact(owner.tenant, owner.oid) if owner.authority else None
    own = contact.place if contact and contact.state == "active" else None
    return own or await effects.approval_place(world, project), project


def _decisions(found: tuple[Due, ...], ending: list[Due], words: Words, place: Place) -> str:
    """With a sentence about those that nobody can decide any more in some days."""
    lines = [words.t("owners.waiting", n=len(found)), ""]
    for project in {one.project.project_id: one.project for one in found}.values():
        mine = [one.record.offered_at for one in found if one.project.project_id == project.project_id]
        since = words.date(min(mine).isoformat(), place.zone)
        lines.append(f"- **{name_of(project)}**: {words.t('owners.drafts', n=len(mine), since=since)}")
    if ending:
        first = words.date(min(one.record.expires_at for one in ending).isoformat(), place.zone)
        lines += ["", words.t("owners.ending", n=len(ending), date=first)]
    return "\n".join(lines)


def _card(world: World, parcel_id: str, project: Project, place: Place, recipe: Recipe) -> Parcel:
    return Parcel(
        parcel_id=parcel_id,
        project_id=project.project_id,
        kind="card",
        place=place,
        recipe=recipe,
        planned_at=world.clock(),
    )
