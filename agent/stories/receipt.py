"""What the opening found and what it did not find, said once and kept in the charter page."""

from collections.abc import Iterator
from datetime import date

from agent import drafts as rows
from agent import readings, views
from agent.brain.interface import KeyDate, Kickoff, Rfp
from agent.brain.keydates import DUE
from agent.brain.language import clip
from agent.brain.notes import date_label
from agent.desk import Desk
from agent.sources.interface import Sources
from agent.stories import addresses, people
from agent.tasks import Entry, entries
from agent.words import Words

POINTS_SHOWN = 8
POINT_LENGTH = 200
FEW = 60  # characters of a list that leaves room for a sentence after it


def opening(desk: Desk) -> Iterator[str]:
    """Paragraphs: what was read, what is to be checked, what waits, and at most one question."""
    words, kickoff = desk.words, readings.kickoff(desk.log)
    read = [*_request_read(desk), *([_kickoff_line(kickoff, entries(desk.log), words)] if kickoff else [])]
    yield " ".join(read)
    yield from _checks(list(to_check(desk)), words)
    if waiting := len(rows.pending(desk.files.drafts)):
        yield words.say("gate.waiting", drafts=words.count(waiting, "waiting"))
    yield addresses.question(words, people.unaddressed(desk))


def request_only(desk: Desk) -> Iterator[str]:
    """The request as it was read, while the kickoff is still missing."""
    yield " ".join(_request_read(desk))
    rfp = readings.rfp(desk.log)
    points = [*_others(rfp, desk.words), *unread(desk), *rfp.conflicts, *_not_stated(desk)]
    yield from _checks(points, desk.words)


def _request_read(desk: Desk) -> Iterator[str]:
    rfp, words = readings.rfp(desk.log), desk.words
    about = views.about({"customer_name": rfp.customer, "project_name": rfp.project_name})
    yield words.say(
        "rfp.read",
        source=words.few(rfp.source_refs),
        about=words.say("rfp.about", about=about) if about else "",
        found=words.join(_counted(rfp, words)),
    )
    if rfp.dates:
        told = (f"{date_label(d.label, words.language)} {words.moment(d.when, desk.zone)}" for d in rfp.dates)
        yield words.say("rfp.dates", dates="; ".join(told))


def _counted(rfp: Rfp, words: Words) -> Iterator[str]:
    """Sections that ask for something, dates, and criteria without the sentences that rank them; nothing of none."""
    asking = sum(1 for section in rfp.sections if section.requirements)
    requirements = sum(len(section.requirements) for section in rfp.sections)
    factors = sum(1 for one in rfp.criteria if not one.endswith((".", "…")))
    sections = words.count(asking or len(rfp.sections), "section")
    yield words.say("rfp.asks", sections=sections, requirements=words.count(requirements, "requirement"))
    yield from (words.count(n, noun) for n, noun in ((len(rfp.dates), "date"), (factors, "criterion")) if n)


def _kickoff_line(kickoff: Kickoff, found: tuple[Entry, ...], words: Words) -> str:
    committed = {commitment.address or commitment.owner for commitment in kickoff.commitments if commitment.owner}
    return words.say(
        "kickoff.read",
        source=words.few(kickoff.source_refs),
        held=words.say("kickoff.held", day=words.day(kickoff.held_on)) if kickoff.held_on else "",
        commitments=words.count(len(kickoff.commitments), "commitment"),
        people=words.count(len(committed), "person"),
        tasks=words.count(len(found), "task"),
    )


def _checks(points: list[str], words: Words) -> Iterator[str]:
    """At most so many points, each on a line of its own; the charter page has them in full."""
    rest = len(points) - POINTS_SHOWN
    shown = points if rest <= 0 else points[: POINTS_SHOWN - 1]
    if points:
        yield words.say("check.head")
    yield from (f"- {clip(point, POINT_LENGTH)}" for point in shown)
    if rest > 0:
        yield f"- {words.say('check.more', points=words.count(rest + 1, 'point'))}"


def to_check(desk: Desk) -> Iterator[str]:
    """What was not read first, then contradictions, then what could not be resolved, then what nobody said."""
    rfp, kickoff = readings.rfp(desk.log), readings.kickoff(desk.log)
    if kickoff:
        yield from wrong_notes(rfp, kickoff, desk.words)
    yield from (*_others(rfp, desk.words), *unread(desk), *addresses.recalled(desk))
    yield from (conflict for conflict in rfp.conflicts if conflict not in rfp.changes)
    if kickoff:
        yield from (*kickoff.conflicts, *kickoff.unresolved)
        yield from _about_people(rfp, kickoff, desk)
    yield from rfp.changes
    yield from _not_stated(desk)


def wrong_notes(rfp: Rfp, kickoff: Kickoff, words: Words) -> Iterator[str]:
    if kickoff.speaks_of:
        yield words.say("check.wrong_notes", other=kickoff.speaks_of, customer=rfp.customer or rfp.title)


def _others(rfp: Rfp, words: Words) -> Iterator[str]:
    """Which requests lie beside the one that was taken, and why this one was."""
    if not rfp.others:
        return
    told = [f"{one.title} ({one.source_ref})" if one.title else one.source_ref for one in rfp.others]
    taken = rfp.source_refs[0] if rfp.source_refs else rfp.title
    took = words.say("check.took", taken=taken, why=words.say(f"why.{rfp.chosen}"))
    yield words.say("check.other" if len(told) == 1 else "check.others", others=words.few(told, FEW), took=took)


async def remember_unread(desk: Desk) -> None:
    """Which of the documents that lie there gave no text, or not all of it, and why."""
    found = await troubles(desk.sources)
    if found != (desk.log.get("unread") or {}):
        desk.patch({"unread": found})


async def troubles(sources: Sources) -> dict[str, str]:
    """File name to the sentence of its trouble."""
    documents = [await sources.read(name) for name in await sources.names()]
    return {document.name: document.trouble for document in documents if document.trouble}


def unread(desk: Desk) -> Iterator[str]:
    """Files with the same trouble share a sentence; those that were used tell their own."""
    kickoff = readings.kickoff(desk.log)
    used = {*readings.rfp(desk.log).source_refs, *(kickoff.source_refs if kickoff else ())}
    found = {name: why for name, why in (desk.log.get("unread") or {}).items() if name not in used}
    yield from unread_lines(found, desk.words)


def unread_lines(found: dict[str, str], words: Words) -> Iterator[str]:
    for trouble in dict.fromkeys(found.values()):
        files = words.few(name for name, why in found.items() if why == trouble)
        yield words.say("check.unread", files=files, trouble=trouble)


def _about_people(rfp: Rfp, kickoff: Kickoff, desk: Desk) -> Iterator[str]:
    words, found, own = desk.words, entries(desk.log), people.own_tasks(desk)
    descoped = {name.casefold() for name in kickoff.descoped}
    out = [section.title for section in rfp.sections if {section.id.casefold(), section.title.casefold()} & descoped]
    owned = {entry.section_id for entry in found}
    unowned = [s.title for s in rfp.sections if s.requirements and s.id not in owned and s.title not in out]
    unreached = people.unaddressed(desk)
    lists = {
        "check.unowned": unowned,
        "check.descoped": out,
        "check.no_due": [entry.title for entry in found if not entry.due_at and entry.task_id not in own],
        "check.after_deadline": _after_deadline(rfp, kickoff, found),
        "address.missing": [entry.title for entry in found if entry.owner in unreached and not entry.address],
        "check.yours": [entry.title for entry in found if entry.task_id in own],
    }
    yield from (words.say(key, titles=words.few(titles)) for key, titles in lists.items() if titles)
    if not people.owner(desk).address:
        yield words.say("check.guess")


def _after_deadline(rfp: Rfp, kickoff: Kickoff, found: tuple[Entry, ...]) -> list[str]:
    """Tasks promised for after the day the proposal itself is due."""
    last = next((one.when[:10] for one in rfp.dates if one.label == DUE), "")
    if not last or (kickoff.held_on and kickoff.held_on > date.fromisoformat(last)):
        return []
    return [entry.title for entry in found if entry.due_at and entry.due_at[:10] > last]


def _not_stated(desk: Desk) -> Iterator[str]:
    rfp, words = readings.rfp(desk.log), desk.words
    notes = dict.fromkeys(day.note for day in rfp.dates if day.note)
    for note in notes:
        dates = words.join(_as_written(day, words) for day in rfp.dates if day.note == note)
        yield words.say("check.date", dates=dates, note=note)
    if rfp.dates and not any(day.label == DUE for day in rfp.dates):
        yield words.say("check.no_deadline")
    stated = {"check.no_dates": rfp.dates, "check.no_criteria": rfp.criteria, "check.no_limits": rfp.limits}
    yield from (words.say(key) for key, value in stated.items() if not value)


def _as_written(day: KeyDate, words: Words) -> str:
    return f"{date_label(day.label, words.language)} ({day.as_written})"


def charter_page(desk: Desk) -> str:
    return views.charter_page(desk.log, list(to_check(desk)), desk.words)
