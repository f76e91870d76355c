"""One task for each commitment that has an owner, with the requirements of the section it belongs to."""

import re
from collections.abc import Sequence

from agent.brain.interface import Commitment, Kickoff, Owner, Rfp, Section, Task
from agent.brain.language import clip, fold
from agent.brain.matching import names_section, overlap, section_of_deed

MOST_REQUIREMENTS = 12
_LONGEST_TITLE = 80
_JOINT = re.compile(r"[;,]?(?:\s+(?:and|or|e|ou))?,?\s*$")  # what joins a list item to the next


def allocate(rfp: Rfp, kickoff: Kickoff, owner: Owner) -> tuple[Task, ...]:
    """Sections taken out in the meeting give no task; nobody's actions give none either, they are in `unresolved`."""
    tasks: list[Task] = []
    taken = {found.id for one in kickoff.commitments if one.owner and (found := _section(one, rfp))}
    for commitment in kickoff.commitments:
        section = _section(commitment, rfp)
        if not commitment.owner or _is_out(commitment, section, kickoff):
            continue
        title = _title(commitment, section, rfp.sections, [t.title for t in tasks])
        tasks.append(
            Task(
                task_id=_free_id(commitment.owner, title, [t.task_id for t in tasks]),
                section_id=section.id if section else "",
                title=title,
                owner_name=commitment.owner,
                owner_address=commitment.address,
                is_external=is_external(commitment.address, owner),
                due_at=commitment.due,
                requirements=_requirements(section, rfp.sections, taken),
                quote=commitment.quote,
                source_ref=commitment.source_ref,
            )
        )
    return tuple(tasks)


def is_external(address: str, owner: Owner) -> bool:
    """Another mail domain than the owner's, or the owner's is not known. Without an address nothing is claimed."""
    mine, theirs = owner.address.rpartition("@")[2].lower(), address.rpartition("@")[2].lower()
    return bool(theirs) and mine != theirs


def _section(commitment: Commitment, rfp: Rfp) -> Section | None:
    found = next((s for s in rfp.sections if s.id == commitment.section_id), None)
    return found or section_of_deed(commitment.what, rfp.sections)


def _is_out(commitment: Commitment, section: Section | None, kickoff: Kickoff) -> bool:
    if section and section.id in kickoff.descoped:
        return True
    return any(overlap(commitment.what, words) >= 0.99 for words in kickoff.descoped if " " in words)


def _title(commitment: Commitment, section: Section | None, sections: Sequence[Section], taken: Sequence[str]) -> str:
    """The section's title; with the deed behind it when the section has a second task; the deed when it names none."""
    deed = clip(commitment.what[:1].upper() + commitment.what[1:], _LONGEST_TITLE)
    if section is None or not names_section(commitment.what, section, sections):
        return deed
    name = section.title.capitalize() if section.title.isupper() else section.title
    whole = clip(name, _LONGEST_TITLE)
    return whole if whole not in taken else clip(f"{whole}: {deed}", _LONGEST_TITLE)


def _requirements(section: Section | None, sections: Sequence[Section], others: set[str]) -> tuple[str, ...]:
    """Verbatim, obligations before wishes; with those of the subsections that are nobody else's work."""
    if section is None:
        return ()
    found = list(section.requirements)
    at = sections.index(section)
    for below in sections[at + 1 :]:
        if below.level <= section.level:
            break
        found += below.requirements if below.id not in others else ()
    ranked = sorted(found, key=lambda r: r.strength != "must")
    return tuple(dict.fromkeys(_JOINT.sub("", r.text) for r in ranked))[:MOST_REQUIREMENTS]


def _free_id(owner: str, title: str, taken: Sequence[str]) -> str:
    """A slug of owner and title: the same input gives the same id."""
    slug = re.sub(r"[^a-z0-9]+", "-", fold(f"{owner.split()[0]} {title}")).strip("-")[:48].strip("-") or "task"
    found, count = slug, 2
    while found in taken:
        found, count = f"{slug}-{count}", count + 1
    return found
