"""What the brain read, put into the log's keys and taken out again; a log written by the reference agent works too."""

from typing import Any

from pydantic import ValidationError

from agent.brain.interface import Kickoff, Owner, Requirement, Rfp, Section, Task
from agent.brain.people import meant_by
from agent.tasks import Entry

Json = dict[str, Any]


def rfp_keys(rfp: Rfp) -> Json:
    """The reference agent's `rfp` with ours around it; `reading` is the exact result."""
    sections = [{"title": s.title, "requirements": [r.text for r in s.requirements]} for s in rfp.sections]
    found = {
        "found": True,
        "source_ref": ", ".join(rfp.source_refs),
        "source_refs": list(rfp.source_refs),
        "subject": rfp.title,
        "received_at": rfp.received_at or None,
        "summary": rfp.summary,
        "sections": sections,
        "dates": [day.model_dump(mode="json") for day in rfp.dates],
        "reading": rfp.model_dump(mode="json"),
    }
    return {"customer_name": rfp.customer, "project_name": rfp.project_name or rfp.title, "rfp": found}


def rfp(log: Json) -> Rfp:
    """The RFP as it was read; from a log without our reading, what its keys still tell."""
    found = log.get("rfp") or {}
    try:
        return Rfp.model_validate(found.get("reading"))
    except ValidationError:
        return _rfp_of_others(found, log)


def _rfp_of_others(found: Json, log: Json) -> Rfp:
    source = str(found.get("source_ref") or "")
    charter = (log.get("charter") or {}).get("sections") or []
    sections = tuple(
        Section(
            id=str(section.get("id") or f"s{number}"),
            title=str(section.get("title") or ""),
            requirements=tuple(
                Requirement(text=str(text), source_ref=source) for text in section.get("requirements") or ()
            ),
        )
        for number, section in enumerate(charter or found.get("sections") or (), 1)
    )
    return Rfp(
        title=str(found.get("subject") or log.get("project_name") or ""),
        customer=str(log.get("customer_name") or ""),
        project_name=str(log.get("project_name") or ""),
        source_refs=(source,) if source else (),
        summary=str(found.get("summary") or ""),
        sections=sections,
    )


def charter(rfp: Rfp) -> Json:
    """Every section of the RFP in its order, each requirement as a bullet that can be tested."""
    return {
        "sections": [
            {
                "id": section.id,
                "number": section.number,
                "title": section.title,
                "requirements": [requirement.text for requirement in section.requirements],
            }
            for section in rfp.sections
        ]
    }


def kickoff_keys(kickoff: Kickoff) -> Json:
    return {
        "found": True,
        "source_ref": ", ".join(kickoff.source_refs),
        "date": kickoff.held_on.isoformat() if kickoff.held_on else None,
        "attendees": [f"{person.name} ({person.address})" for person in kickoff.attendees],
        "reading": kickoff.model_dump(mode="json"),
    }


def kickoff(log: Json) -> Kickoff | None:
    try:
        return Kickoff.model_validate((log.get("kickoff") or {}).get("reading"))
    except ValidationError:
        return None


def task(entry: Entry) -> Task:
    """A log entry as the brain knows tasks."""
    return Task(
        task_id=entry.task_id,
        section_id=entry.section_id,
        title=entry.title,
        owner_name=entry.owner,
        owner_address=entry.address,
        owner_oid=entry.oid,
        is_external=entry.external,
        due_at=entry.due_at or None,
        requirements=entry.requirements,
        quote=str(entry.raw.get("quote") or ""),
        source_ref=str(entry.raw.get("source_ref") or ""),
    )


def owner_with_address(owner: Owner, kickoff: Kickoff | None) -> Owner:
    """The owner's own address may stand in the notes when the channel did not give it."""
    if owner.address or not owner.name or kickoff is None:
        return owner
    people = (*kickoff.attendees, *kickoff.others)
    mine = meant_by(owner.name, (person.name for person in people))
    addresses = {person.address for person in people if person.name == mine and person.address}
    return owner.model_copy(update={"address": addresses.pop()}) if len(addresses) == 1 else owner
