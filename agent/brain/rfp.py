"""From the documents of one request to the Rfp. What is not stated stays empty."""

import re
from collections.abc import Iterable

from agent.brain.conflicts import changes, conflicts
from agent.brain.customer import customer_of, organisation, short_names
from agent.brain.finding import full_text
from agent.brain.interface import Requirement, Rfp, Section
from agent.brain.keydates import DUE, key_dates
from agent.brain.language import Language, clip, fold, guess_language
from agent.brain.outline import Part, is_amendment, outline
from agent.brain.requirements import requirements
from agent.brain.terms import criteria, limits
from agent.sources.interface import Document
from agent.sources.numbering import is_outline, label_number

_REQUEST = re.compile(
    r"request for|\brf[pqt]\b|solicitation|statement of (?:work|objectives)"
    r"|performance work statement|invitation (?:to|for)|\bcall for (?:tender|proposal|bid|offer|competition)|preg[ãa]o"
    r"|termo de refer[êe]ncia|edital|aviso de|concorr[êe]ncia|tomada de preços|\btenders?\b|attachment|amendment",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"^(?:project(?: title| name)?|rf[pqt] title|title|objeto|nome do projeto)\s*:\s*(.{3,150})$", re.IGNORECASE
)
_FOR = re.compile(r"\bfor\s+(?:the\s+)?(?!Propos|Quot|Tender|Bid|Inform)([A-Z][^.:]{8,120})$")
_COLON = re.compile(r"^(?:request for \w+|rf[pqt]|statement of work)\s*[:–—-]\s*(.{4,120})$", re.IGNORECASE)
_CODE_NAME = re.compile(r"\b(?:project|projeto)\s+[“\"']?([A-ZÀ-Ý][\w-]+(?:\s[A-ZÀ-Ý][\w-]+){0,2})")
_OBJECT = re.compile(
    r"^((?:Contratação|Aquisição|Prestação|Fornecimento|Registro de preços)\b.{5,240}?)"
    r"(?:\.|;|,? nos termos|,? conforme|,? para atender|,? destinad|,? pelo (?:prazo|período)|,? por (?:um )?período"
    r"| d[eoa] (?=[A-ZÀ-Ý]{4,})|$)"
)
_OF_A_SUPPLIER = re.compile(r"^Contratação de (?:empresa|pessoa jurídica)(?: especializada)? (?:para|em|na) (?:a |o )?")
_NO_NAME = re.compile(
    r"\bnumber\b|\bform\b|\b[CF][AF]R\b|^(?:introduction|background|overview|purpose|scope|summary|about us|timetable"
    r"|schedule|instructions|introdu[çc][ãa]o|apresenta[çc][ãa]o|pre[âa]mbulo|objeto|objetivo|cronograma)\b"
    r"|^(?:table of )?contents$|^sum[áa]rio$|\||:|^\W*[\d\W]+$|\d{5}|\b[A-Z]{3,}-?\d",
    re.IGNORECASE,
)
_OWN_NUMBER = re.compile(r"\bn[º°.o]\s*\d|\b\d+/\d{4}\b|\b20\d\d[/-]\d|\b[A-Z]{2,}(?:[-/][A-Z]+)*[-/]\d")
_TITLE_BLOCKS = 30
_TITLE_LINE = 200


def read_rfp(documents: list[Document], said: str, reader: Language | None = None) -> Rfp:
    """One request out of its files, the main one first."""
    ordered = sorted(documents, key=_rank)
    outlines = {d.name: outline(d) for d in ordered}
    parts = [part for d in ordered for part in outlines[d.name]]
    language = guess_language(" ".join(full_text(d) for d in ordered[:2]))
    told_in = reader or language
    dates, clashes = key_dates(parts, language, told_in, ordered)
    title, changed = _title(ordered[0]), changes(parts, told_in)
    lines = [line for d in ordered[:2] for line in _title_lines(d)]
    customer = customer_of(ordered, lines, said)
    rfp = Rfp(
        title=title,
        customer=customer,
        project_name=_project(ordered, title),
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
        return bool(_OWN_NUMBER.search(part.title))
    return bool(_REQUEST.search(part.title)) or all(len(b.text) < _TITLE_LINE for b in part.blocks)


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


def _title_lines(document: Document) -> list[str]:
    """Short lines on the title page: above the first numbered section or the first long paragraph."""
    lines: list[str] = []
    for block in document.blocks[:_TITLE_BLOCKS]:
        if (block.kind == "heading" and is_outline(block.number)) or len(block.text) > 220:
            break
        if block.kind in ("heading", "paragraph", "mail"):
            lines.append(block.text)
    return lines


def _title(document: Document) -> str:
    lines = _title_lines(document)
    asked = next((line for line in lines if _REQUEST.search(line) and len(line) <= 140), "")
    return clip(asked or document.title or (lines[0] if lines else document.name), 140)


def _project(documents: list[Document], title: str) -> str:
    """How the request names the engagement; "" when it does not."""
    lines = [line for d in documents[:2] for line in _title_lines(d)]
    named = [found.group(1).strip() for line in lines if (found := _NAMED.match(line))]
    if found := _FOR.search(title) or _COLON.match(title):
        named.append(found.group(1).strip())
    objects = [found.group(1) for d in documents for b in d.blocks[:60] if (found := _OBJECT.match(b.text))]
    named += [clip(_capital(_OF_A_SUPPLIER.sub("", wanted)), 120) for wanted in objects]
    opening = [b.text for d in documents[:2] for b in d.blocks[:12]]
    named += [found.group(1) for text in opening if (found := _CODE_NAME.search(text))]
    named += [line for line in _after(_title_lines(documents[0]), title) if _names(line) and len(line) <= 60]
    named += [
        b.text
        for d in documents[:2]
        for b in d.blocks[:12]
        if b.kind == "heading" and not b.number and _names(b.text) and not is_amendment(d.name)
    ]
    return next(iter(named), "")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _after(lines: list[str], title: str) -> list[str]:
    """The lines right below the title."""
    at = next((n for n, line in enumerate(lines) if line == title), len(lines))
    return lines[at + 1 : at + 3]


def _names(line: str) -> bool:
    """Whether a title line can be the name of the work: not the kind of document, not an organisation, not a number."""
    if not 2 < len(line) <= 120 or label_number(line) or _OWN_NUMBER.search(line):
        return False
    return not (_REQUEST.search(line) or organisation(line) or _NO_NAME.search(line))


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
