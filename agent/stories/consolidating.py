"""The owner wants the response as one document: what was accepted, in the request's order, and where it disagrees."""

import asyncio
from collections.abc import AsyncIterator, Iterator

from agent import marks, readings, views
from agent.brain import assembly
from agent.brain.assembly import Mismatch, Piece
from agent.brain.finding import full_text
from agent.brain.interface import Section
from agent.desk import Desk
from agent.events import Events, Say
from agent.paper import word
from agent.phases import CONSOLIDATE
from agent.tasks import Entry, Json, entries
from agent.words import Words, page

FILE = "response.docx"
SHOWN = 12


async def consolidate(desk: Desk) -> Events:
    pieces = [piece async for piece in _pieces(desk)]
    if not pieces:
        yield Say(text=desk.words.say("whole.nothing"))
        return
    yield desk.run(CONSOLIDATE)
    missing = _missing(desk)
    text = assembly.page(views.about(desk.log), pieces, missing, desk.words.say("whole.open"))
    found = await asyncio.to_thread(assembly.mismatches, pieces)
    desk.files.write_text("response.md", text)
    desk.files.write_bytes(FILE, await asyncio.to_thread(word, text))
    desk.patch(lambda log: _kept(desk, log, found))
    desk.note("consolidated", f"Response of {len(pieces)} parts, {len(found)} differences", FILE)
    yield Say(text=page(_report(desk.words, pieces, missing, found)))
    yield desk.view()


async def _pieces(desk: Desk) -> AsyncIterator[Piece]:
    """One for each task with an accepted submission, in the order of the request's sections."""
    for entry, section in _in_order(desk):
        rows = marks.standing(entry)
        if not rows:
            continue
        texts = [await _text(desk, row, later=at > 0) for at, row in enumerate(rows)]
        yield Piece(
            title=section.title if section else entry.title,
            number=section.number if section else "",
            owner=entry.owner,
            text="\n\n".join(filter(None, texts)),
            gaps=entry.gaps,
            files=tuple(name for row in rows for name in _files(row)),
            messages=len(rows),
        )


def _files(row: Json) -> tuple[str, ...]:
    return tuple(str(name) for name in row.get("files") or ())


async def _text(desk: Desk, row: Json, later: bool) -> str:
    """What was handed in with one message; below a newer one it says when it came."""
    day = views.local_day(str(row.get("received_at") or ""), desk.zone, desk.words)
    there = await desk.sources.names()
    texts = [f"> {desk.words.say('whole.earlier', day=day)}"] if later else []
    texts += [desk.files.read_text(str(row.get("text_file") or "")) or str(row.get("summary") or "")]
    texts += [full_text(await desk.sources.read(name)) for name in _files(row) if name in there]
    return "\n\n".join(filter(None, texts))


def _in_order(desk: Desk) -> list[tuple[Entry, Section | None]]:
    sections = {section.id: section for section in readings.rfp(desk.log).sections}
    places = {name: at for at, name in enumerate(sections)}
    found = [(entry, sections.get(entry.section_id)) for entry in entries(desk.log)]
    return sorted(found, key=lambda one: places.get(one[0].section_id, len(places)))


def _missing(desk: Desk) -> list[str]:
    """Tasks without an accepted submission."""
    return [section.title if section else entry.title for entry, section in _in_order(desk) if not entry.accepted]


def _kept(desk: Desk, log: Json, found: tuple[Mismatch, ...]) -> Json:
    checks = [one.model_dump(mode="json") for one in found]
    deliverable = {**(log.get("deliverable") or {}), "format": "word", "path": FILE, "at": desk.now.isoformat()}
    return {"deliverable": deliverable, "cross_section_checks": checks}


def _report(words: Words, pieces: list[Piece], missing: list[str], found: tuple[Mismatch, ...]) -> Iterator[str]:
    yield words.say("whole.done", parts=words.count(len(pieces), "part"), file=FILE)
    if missing:
        yield words.say("whole.missing", titles=words.few(missing))
    if gaps := [piece.title for piece in pieces if piece.gaps]:
        yield words.say("whole.gaps", titles=words.few(gaps))
    if several := [piece.title for piece in pieces if piece.messages > 1]:
        yield words.say("whole.several", titles=words.few(several))
    yield words.say("whole.differ" if found else "whole.agree")
    yield from (f"- {_said(words, one)}" for one in found[:SHOWN])
    if len(found) > SHOWN:
        yield f"- {words.say('late.more', n=len(found) - SHOWN)}"


def _said(words: Words, one: Mismatch) -> str:
    facts = {"here": one.here, "there": one.there, "what": one.what, "one": one.amounts[0], "other": one.amounts[1]}
    return words.say(f"whole.{one.kind}", **facts)
