"""Requests and meetings read by a model beside the rules: what the documents do not say is left out."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence

from agent.brain.due import find_due
from agent.brain.found import same_deed
from agent.brain.interface import Commitment, Kickoff, Requirement, Rfp, Section
from agent.brain.language import clip, fold
from agent.brain.matching import best_section, section_of_deed
from agent.brain.model.answers import Model, NoAnswer, quoted
from agent.brain.model.proof import Place, bare, find
from agent.brain.model.shapes import Asked, Duty, Meeting, Request
from agent.brain.people import meant_by
from agent.sources.interface import Document

PIECE = 12_000  # letters of a document in one question
LONGEST = 300


def pieces(documents: Iterable[Document]) -> Iterator[str]:
    """The documents in readable portions; none ends within a block."""
    for document in documents:
        lines, size = [f"# {document.name}"], 0
        for block in document.blocks:
            line = f"{block.speaker}: {block.text}" if block.speaker else f"{block.number} {block.text}".strip()
            if size + len(line) > PIECE and size:
                yield "\n".join(lines)
                lines, size = [f"# {document.name}, continued"], 0
            lines.append(line)
            size += len(line)
        yield "\n".join(lines)


async def request(model: Model, rfp: Rfp, documents: Sequence[Document]) -> Rfp:
    """The request with the requirements the rules passed over, and the names they did not find."""
    answers = await asyncio.gather(*(_requirements(model, piece) for piece in pieces(documents)))
    sections = rfp.sections
    for asked in (one for answer in answers for one in answer.requirements):
        if place := find(asked.text, documents):
            sections = _with(sections, asked, place)
    named = next((one for one in answers if one.customer or one.project), Request())
    return rfp.model_copy(
        update={
            "sections": sections,
            "customer": rfp.customer or _stated(named.customer, documents),
            "project_name": rfp.project_name or _stated(named.project, documents),
        }
    )


async def _requirements(model: Model, piece: str) -> Request:
    words = f"List what this part of a request for proposals demands of the supplier.\n{quoted(piece)}"
    try:
        return await model.read("sow-charter-draft", words, Request)
    except NoAnswer:
        return Request()


def _with(sections: tuple[Section, ...], asked: Asked, place: Place) -> tuple[Section, ...]:
    """The sections with one requirement more, unless the words, or words around them, are there already."""
    wanted = bare(asked.text)
    if any(wanted in bare(known.text) or bare(known.text) in wanted for s in sections for known in s.requirements):
        return sections
    home = _home(sections, asked, place)
    if home is None:
        return sections
    more = Requirement(text=" ".join(asked.text.split()), source_ref=place.ref)
    return tuple(
        one.model_copy(update={"requirements": (*one.requirements, more)}) if one is home else one for one in sections
    )


def _home(sections: tuple[Section, ...], asked: Asked, place: Place) -> Section | None:
    """The section whose heading stands above the words; else the one the model names."""
    if (head := place.heading) is not None:
        for one in sections:
            if (head.number and one.number == head.number) or fold(one.title) == fold(head.text):
                return one
    return best_section(asked.section, sections) if asked.section else None


def _stated(name: str, documents: Sequence[Document]) -> str:
    return name if any(fold(name) in fold(block.text) for one in documents for block in one.blocks) else ""


async def meeting(model: Model, kickoff: Kickoff, rfp: Rfp, documents: Sequence[Document]) -> Kickoff:
    """The kickoff with the commitments the rules did not hear."""
    answers = await asyncio.gather(*(_duties(model, piece) for piece in pieces(documents)))
    found = kickoff
    for duty in (one for answer in answers for one in answer.duties):
        place = find(duty.quote, documents)
        more = place and _commitment(duty, place, found, rfp)
        if more and not _known(more, found.commitments):
            found = found.model_copy(update={"commitments": (*found.commitments, more)})
    return found


async def _duties(model: Model, piece: str) -> Meeting:
    words = f"List who took on what in this meeting, and by when.\n{quoted(piece)}"
    try:
        return await model.read("sow-kickoff-extract", words, Meeting)
    except NoAnswer:
        return Meeting()


def _commitment(duty: Duty, place: Place, kickoff: Kickoff, rfp: Rfp) -> Commitment | None:
    """Only of somebody the notes know by name; the address is the notes' own, the day is reckoned from them."""
    people = {one.name: one.address for one in (*kickoff.attendees, *kickoff.others)}
    owner = meant_by(duty.owner, people)
    if not owner:
        return None
    said = duty.due if duty.due and bare(duty.due) in bare(place.block.text) else duty.quote
    due = find_due(said, kickoff.held_on, kickoff.language == "pt")
    section = section_of_deed(duty.what, rfp.sections)
    return Commitment(
        owner=owner,
        address=people[owner],
        what=clip(duty.what, LONGEST),
        section_id=section.id if section else "",
        due=due.day.isoformat() if due and due.day else None,
        due_as_written=due.as_written if due else (duty.due if said is duty.due else ""),
        quote=clip(duty.quote, LONGEST),
        source_ref=place.ref,
    )


def _known(more: Commitment, commitments: Iterable[Commitment]) -> bool:
    """The same sentence, or the same work of the same person."""
    return any(
        bare(more.quote) in bare(one.quote)
        or bare(one.quote) in bare(more.quote)
        or (fold(one.owner) == fold(more.owner) and same_deed(one.what, more.what))
        or (one.section_id and (one.section_id, fold(one.owner)) == (more.section_id, fold(more.owner)))
        for one in commitments
    )
