"""Whose task is whose: what the owner keeps, and whose address is still missing."""

from agent import readings
from agent.brain.interface import Owner, Task
from agent.brain.language import fold
from agent.brain.people import meant_by
from agent.desk import Desk
from agent.tasks import Entry, domain, entries


def owner(desk: Desk) -> Owner:
    """The owner with the address the notes give, when the channel gives none."""
    return readings.owner_with_address(desk.owner, readings.kickoff(desk.log))


def own_tasks(desk: Desk) -> frozenset[str]:
    """Ids of the tasks the owner took on: nobody is briefed or reminded by themselves."""
    log, me = desk.log, owner(desk)
    kickoff, found = readings.kickoff(log), entries(log)
    heard = [*kickoff.attendees, *kickoff.others] if kickoff else []
    mine = meant_by(me.name, [*(entry.owner for entry in found), *(person.name for person in heard)])
    oid = str((log.get("owner") or {}).get("oid") or "")
    return frozenset(entry.task_id for entry in found if _is(entry, me, mine, oid))


def _is(entry: Entry, me: Owner, mine: str, oid: str) -> bool:
    """By object id, else by address; an alias is known by the name at the same domain; else by a name nobody shares."""
    if entry.oid and oid:
        return entry.oid == oid
    named = bool(mine) and fold(entry.owner) == fold(mine)
    if entry.address and me.address:
        return entry.address.casefold() == me.address.casefold() or (
            named and domain(entry.address) == domain(me.address)
        )
    return named


def remember_languages(desk: Desk) -> None:
    """Told once, kept with the project: a brief may be written many turns later."""
    before = desk.log.get("languages") or {}
    told = {key: one.language for one in desk.ask.speaker.people for key in _keys(one.oid, one.address)}
    if told.items() - before.items():
        desk.patch({"languages": {**before, **told}})


def task_for(desk: Desk, entry: Entry, language: str = "") -> Task:
    """A task with the language its owner reads, as far as it was told."""
    known = desk.log.get("languages") or {}
    told = (str(known[key]) for key in _keys(entry.oid, entry.address) if known.get(key))
    return readings.task(entry).model_copy(update={"language": language or next(told, "")})


def _keys(oid: str, address: str) -> tuple[str, ...]:
    return tuple(key for key in (oid, address.casefold()) if key)


def unaddressed(desk: Desk) -> tuple[str, ...]:
    """Everybody else who took on a task and cannot be reached, each once, in order."""
    own = own_tasks(desk)
    found = [e.owner for e in entries(desk.log) if e.owner and not e.address and e.task_id not in own]
    return tuple(dict.fromkeys(found))
