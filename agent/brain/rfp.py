"""From the documents of one request to the Rfp. What is not stated stays empty."""

import re
from collections.abc import Iterable

from agent.brain.conflicts import changes, conflicts
from agent.brain.customer import customer_of, short_names
from agent.brain.finding import full_text
from agent.brain.interface import Requirement, Rfp, Section
from agent.brain.keydates import DUE, key_dates
from agent.brain.language import Language, fold, guess_language
from agent.brain.naming import OWN_NUMBER, REQUEST, TITLE_LINE, project_of, title_lines, title_of
from agent.brain.outline import Part, is_amendment, outline
from agent.brain.requirements import requirements
from agent.brain.terms import criteria, limits
from agent.sources.interface import Document
from agent.sources.numbering import is_outline


def read_rfp(documents: list[Document], said: str, reader: Language | None = None) -> Rfp:
    """One request out of its files, the main one first."""
    ordered = sorted(documents, key=_rank)
    outlines = {d.name: outline(d) for d in ordered}
    parts = [part for d in ordered for part in outlines[d.name]]
    language = guess_language(" ".join(full_text(d) for d in ordered[:2]))
    told_in = reader or language
    dates, clashes = key_dates(parts, language, told_in, ordered)
    title, changed = title_of(ordered[0]), changes(parts, told_in)
    lines = [line for d in ordered[:2] for line in title_lines(d)]
    customer = customer_of(ordered, lines, said)
    rfp = Rfp(
        title=title,
        customer=customer,
        project_name=project_of(ordered, title),
        source_refs=tuple(d.name for d in ordered),
        received_at=next((d.modified.isoformat() for d in ordered if d.media == "eml" and d.modified), ""),
        language=language,
        sections=_sections(ordered, outlines, short_names(ordered, customer)),
        dates=dates,
        criteria=criteria(parts),
        limits=limits(parts),
        conflicts=(
            *clashes,
            *conflicts(parts, told_in),
            *changed,
            *(f"{d.name}: {d.trouble}" for d in ordered if d.trouble),
        ),
        changes=changed,
    )
    return rfp.model_copy(update={"summary": _summary(rfp, told_in)})


def _rank(document: Document) -> tuple[int, str]:
    """Request first, then statement of work, then evaluation, amendments last."""
    name = fold(document.name)
    if re.search(r"amendment|addendum|errata|retifica", name):
        return 3, name
    if re.search(r"attachment|annex|appendix|anexo", name):
        return 2, name
    return (0 if re.search(r"rf[pqt]|edital|aviso|solicitation|request", name) else 1), name


def _sections(
    documents: Iterable[Document], outlines: dict[str, list[Part]], buyers: tuple[str, ...]
) -> tuple[Section, ...]:
    found: list[Section] = []
    for document in documents:
        stories = _stories_bind(full_text(document))
        parts = outlines[document.name]
        wanted = [_asked(part, buyers, stories) if document.media != "json" else () for part in parts]
        kept = _kept(parts, wanted)
        above = min((part.level for part, _ in kept if part.title), default=1) - 1  # a frame of all of it was left out
        for part, asked in kept:
            named = part._replace(level=part.level - above) if part.title else _untitled(part, document)
            found.append(_section(len(found) + 1, named, asked))
    return tuple(found)


def _asked(part: Part, buyers: tuple[str, ...], stories: bool) -> tuple[Requirement, ...]:
    return (*requirements(part, buyers), *(_stories(part) if stories else ()))


def _section(at: int, part: Part, wanted: tuple[Requirement, ...]) -> Section:
    return Section(id=f"s{at}", title=part.title, number=part.number, level=part.level, requirements=wanted)


def _untitled(part: Part, document: Document) -> Part:
    return part._replace(title=document.title or document.name.rsplit("/", 1)[-1], level=1)


Asked = tuple[Requirement, ...]


def _kept(parts: list[Part], wanted: list[Asked]) -> list[tuple[Part, Asked]]:
    """Without the list of contents, title lines that only name the document, and empty frames of annexes."""
    kept: list[tuple[Part, Asked]] = []
    contents_level = 0
    first_numbered = next((n for n, p in enumerate(parts) if is_outline(p.number)), 3)
    for at, (part, asked) in enumerate(zip(parts, wanted, strict=True)):
        if not asked and re.fullmatch(r"(?:table of )?contents|sumario|indice", fold(part.title).strip()):
            contents_level = part.level
            continue
        if contents_level and part.level > contents_level and not asked:
            continue
        contents_level = 0
        if asked or (part.title and not _is_annex(part.document) and not (at < first_numbered and _only_names(part))):
            kept.append((part, asked))
    return kept


def _only_names(part: Part) -> bool:
    """Nothing but short lines below an unnumbered heading, or a table below the document's own number: a title page."""
    if part.number:
        return False
    if any(b.kind == "row" for b in part.blocks):
        return bool(OWN_NUMBER.search(part.title))
    return bool(REQUEST.search(part.title)) or all(len(b.text) < TITLE_LINE for b in part.blocks)


def _is_annex(name: str) -> bool:
    return is_amendment(name) or bool(re.search(r"attachment|annex|appendix|anexo", fold(name)))


def _stories_bind(text: str) -> bool:
    """User stories are requirements only where the request says so; "illustrative" ones are not."""
    folded = fold(text)
    binding = re.search(
        r"user stor(?:y|ies)[^.]{0,80}\b(?:shall|must)\b[^.]*\b(?:objectives|satisfied|met|fulfilled)\b", folded
    )
    return bool(binding) and "illustrative" not in folded


def _stories(part: Part) -> tuple[Requirement, ...]:
    place = part.place()
    return tuple(
        Requirement(text=b.text, source_ref=f"{place}, {b.place}")
        for b in part.blocks
        if b.kind == "item" and re.match(r"as an? [^,]{2,80}, I ", b.text, re.IGNORECASE)
    )


def _summary(rfp: Rfp, language: Language) -> str:
    asked = sum(len(s.requirements) for s in rfp.sections)
    with_any = sum(bool(s.requirements) for s in rfp.sections)
    due = next((d for d in rfp.dates if d.label == DUE), None)
    name = rfp.project_name or rfp.title
    if language == "pt":
        prazo = f"prazo: {due.as_written}" if due else "prazo não informado"
        return f"{name}: {asked} requisitos em {with_any} seções; {prazo}."
    deadline = f"due {due.as_written}" if due else "no due date stated"
    return f"{name}: {asked} requirements in {with_any} sections; {deadline}."
