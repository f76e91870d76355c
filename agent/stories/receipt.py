"""What the opening found and what it did not find, said once and kept in the charter page."""

from collections.abc import Iterator

from agent import drafts as rows
from agent import readings, views
from agent.brain.interface import Kickoff, Rfp
from agent.desk import Desk
from agent.tasks import Entry, entries
from agent.words import Words

POINTS_SHOWN = 8


def opening(desk: Desk) -> Iterator[str]:
    """Paragraphs: what was read, what is to be checked, what waits, and at most one question."""
    log, words = desk.log, desk.words
    rfp, kickoff, found = readings.rfp(log), readings.kickoff(log), entries(log)
    yield " ".join(_read(rfp, kickoff, found, words))
    if points := list(to_check(desk)):
        yield words.say("check.head")
        yield from (f"- {point}" for point in _folded(points, words))
    if waiting := len(rows.pending(desk.files.drafts)):
        yield words.say("gate.waiting", drafts=words.count(waiting, "waiting"))
    if unaddressed := [entry for entry in found if not entry.address]:
        yield words.say("address.ask", name=unaddressed[0].owner)


def _read(rfp: Rfp, kickoff: Kickoff | None, found: tuple[Entry, ...], words: Words) -> Iterator[str]:
    about = views.about({"customer_name": rfp.customer, "project_name": rfp.project_name})
    yield words.say(
        "rfp.read",
        source=", ".join(rfp.source_refs),
        about=words.say("rfp.about", about=about) if about else "",
        sections=words.count(len(rfp.sections), "section"),
        requirements=words.count(sum(len(section.requirements) for section in rfp.sections), "requirement"),
        dates=words.count(len(rfp.dates), "date"),
        criteria=words.count(len(rfp.criteria), "criterion"),
    )
    if rfp.dates:
        yield words.say("rfp.dates", dates="; ".join(f"{date.label} {words.day(date.when)}" for date in rfp.dates))
    if kickoff:
        yield _kickoff_line(kickoff, found, words)


def _kickoff_line(kickoff: Kickoff, found: tuple[Entry, ...], words: Words) -> str:
    people = {commitment.address or commitment.owner for commitment in kickoff.commitments}
    return words.say(
        "kickoff.read",
        source=", ".join(kickoff.source_refs),
        held=words.say("kickoff.held", day=words.day(kickoff.held_on)) if kickoff.held_on else "",
        commitments=words.count(len(kickoff.commitments), "commitment"),
        people=words.count(len(people), "person"),
        tasks=words.count(len(found), "task"),
    )


def _folded(points: list[str], words: Words) -> list[str]:
    rest = len(points) - POINTS_SHOWN
    if rest <= 1:
        return points
    return [*points[:POINTS_SHOWN], words.say("check.more", points=words.count(rest, "point"))]


def to_check(desk: Desk) -> Iterator[str]:
    """Contradictions first, then what could not be resolved, then what nobody said."""
    log, words = desk.log, desk.words
    rfp, kickoff, found = readings.rfp(log), readings.kickoff(log), entries(log)
    yield from rfp.conflicts
    if kickoff:
        yield from (*kickoff.conflicts, *kickoff.unresolved)
    yield from _about_people(rfp, kickoff, found, desk)
    yield from (
        words.say("check.date", label=date.label, written=date.as_written, note=date.note)
        for date in rfp.dates
        if date.note
    )
    stated = {"check.no_dates": rfp.dates, "check.no_criteria": rfp.criteria, "check.no_limits": rfp.limits}
    yield from (words.say(key) for key, value in stated.items() if not value)


def _about_people(rfp: Rfp, kickoff: Kickoff | None, found: tuple[Entry, ...], desk: Desk) -> Iterator[str]:
    words = desk.words
    descoped = {name.casefold() for name in kickoff.descoped} if kickoff else set()
    out = [section.title for section in rfp.sections if {section.id.casefold(), section.title.casefold()} & descoped]
    owned = {entry.section_id for entry in found}
    unowned = [
        section.title
        for section in rfp.sections
        if section.requirements and section.id not in owned and section.title not in out
    ]
    unaddressed = [entry for entry in found if not entry.address]
    lists = {"check.unowned": unowned, "check.descoped": out}
    lists["check.no_due"] = [entry.title for entry in found if not entry.due_at]
    yield from (words.say(key, titles=words.few(titles)) for key, titles in lists.items() if titles)
    if unaddressed:
        names, titles = words.few(e.owner for e in unaddressed), words.few(e.title for e in unaddressed)
        yield words.say("address.missing", names=names, titles=titles)
    if not readings.owner_with_address(desk.owner, kickoff).address:
        yield words.say("check.guess")


def charter_page(desk: Desk) -> str:
    return views.charter_page(desk.log, list(to_check(desk)), desk.words)
