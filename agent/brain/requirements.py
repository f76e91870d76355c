"""From the blocks of one section to its testable requirements, verbatim: sentences, list items, table rows."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from agent.brain.duties import Strength, binds_buyer, strength
from agent.brain.exempt import releases
from agent.brain.grades import Class, Columns, asked_cell, columns, marked, row_class, without_id
from agent.brain.interface import Requirement
from agent.brain.language import fold, sentences
from agent.brain.outline import Part
from agent.sources.interface import Block

_LEAD_END = re.compile(r":\s*$")
_ASKS = re.compile(
    r"^(?:at a minimum,? )?(?:please )?(?:provide|include|submit|describe|address|list|identify|state|show)\b",
    re.IGNORECASE,
)
_DUTY_TITLE = re.compile(
    r"^(?:list of |general |additional |specific |technical |functional |non-functional "
    r"|minimum )*(?:requirements?|deliverables?|tasks?"
    r"|scope of (?:work|services)|services? to be \w+|application constraints|user stories)\b"
    r"|^d?[oa]?s? ?servicos(?: a serem \w+)?$|obrigacoes d[oa] contratad|^requisitos|^entregas|^escopo d"
)
_ALL_ITEMS = re.compile(  # below these titles every item is asked for, with or without an introducing sentence
    r"^(?:list of |general |additional |specific |technical |functional |minimum |mandatory )*(?:requirements"
    r"|deliverables|tasks|services to be \w+)$"
    r"|^d?[oa]?s? ?servicos(?: a serem \w+)?$|^(?:d[ao]s )?obrigacoes d[oa] contratad[oa]$"
    r"|^(?:d[ao]s )?requisitos (?:tecnicos|funcionais|minimos|obrigatorios)"
)
_BARE_ITEMS = re.compile(  # below these, where nothing has a word of obligation
    r"^(?!.*\b(?:desirable|optional|preferred|nice)\b)(?:[\w/-]+ ){1,3}requirements$"
    r"|^(?:d[ao]s )?(?:requisitos|exigencias) (?:nao funciona|de (?!contrat|habilit)"
    r"|d[ao] (?:sistema|solucao|servico|software|plataforma))"
)
_STATES = re.compile(
    r"\b(?:is|are|was|would|may|can|has|have|will|é|são|pode\w*|seria\w*|será|tem|têm)\b", re.IGNORECASE
)
_CONTINUES = re.compile(
    r"\b(?:respect to|regarding|concerning|relating to|if|when|unless|because|either)\s*:\s*$", re.IGNORECASE
)
_EXAMPLES = re.compile(
    r"\b(?:for example|for instance|such as|e\.g\.|por exemplo|tais como)\b|\b(?:may|could|can|pode\w*)\b",
    re.IGNORECASE,
)
_BOX = re.compile(r"^\[[ xX]\]\s*")
_BUYER_TITLE = re.compile(
    r"obrigacoes d[oa] contratante|government (?:roles|responsib|furnished)|customer responsib"
    r"|buyer(?:'s)? (?:duties|obligations)"
)
_RULES_TITLE = re.compile(
    r"^(?:\w+ ){0,2}evaluation|basis (?:of|for) award|award criteria|contractor selection"
    r"|converting cost|formula used|option to extend"
    r"|criterios de (?:julgamento|avaliacao)|sancoes|infracoes|protest|clauses"
)
_CLAUSE = re.compile(r"^(?:FAR|DFARS|GSAR|GSAM)?\s*(?:Subpart|Clause)?\s*\d{2,3}\.\d{3,}-\d+", re.IGNORECASE)
_CLAUSE_END = re.compile(r"^\W*\(?End of (?:clause|provision)", re.IGNORECASE)
_SUPPLIER = re.compile(
    r"\b(?:offeror|vendor|contractor|quoter|bidder|supplier|licitante|contratad[oa]|fornecedor)", re.IGNORECASE
)
_LONGEST = 700


class Lead(NamedTuple):
    """An introducing sentence: what stands in the list below it is asked for, or is not."""

    text: str
    block: Block
    wanted: bool


def requirements(part: Part, buyers: Sequence[str] = ()) -> tuple[Requirement, ...]:
    """Each requirement once; the place is the file, the printed number and the page or line.

    `buyers` are the customer's own names: what binds only them is no requirement.
    """
    found: list[Requirement] = []
    seen: set[str] = set()
    for one in _Walk(part, buyers).all():
        key = fold(one.text)
        if key not in seen:
            seen.add(key)
            found.append(one)
    return tuple(found)


class _Walk:
    """Goes down the section once, remembering under which introducing sentences it stands."""

    def __init__(self, part: Part, buyers: Sequence[str]) -> None:
        self._part = part
        self._buyers = re.compile("|".join(rf"\b{re.escape(b)}\b" for b in buyers) or r"(?!)")
        self._title = fold(part.title)
        self._leads: list[Lead] = []
        self._header: tuple[str, ...] | None = None
        self._columns = Columns()
        self._clause = bool(_CLAUSE.match(part.title))
        self._all_items = any(_ALL_ITEMS.match(fold(title)) for title in (*part.above, part.title))

    @cached_property
    def _bare_items(self) -> bool:
        """Whether the section is a mere list of things, below a title that says they are requirements."""
        said = (s for block in self._part.blocks for s in sentences(block.text))
        return bool(_BARE_ITEMS.match(fold(self._part.title))) and not any(self._strength(s) for s in said)

    def all(self) -> Iterator[Requirement]:
        if any(_BUYER_TITLE.search(fold(title)) for title in (*self._part.above, self._part.title)):
            return
        for at, block in enumerate(self._part.blocks):
            if self._in_clause(block):
                continue
            if block.kind == "row":
                yield from self._row(block)
                continue
            self._header = None
            if block.kind == "heading":
                self._heading(block)
            else:
                yield from self._text(at, block)

    def _heading(self, block: Block) -> None:
        """A bold line inside the section: a list that was introduced above it may still go on below."""
        self._leads = [lead for lead in self._leads if lead.block.kind == "paragraph"]
        title = fold(block.text)
        self._title = title if _DUTY_TITLE.search(title) else fold(self._part.title)

    def _in_clause(self, block: Block) -> bool:
        """Standard clauses printed in full are everybody's boilerplate, not this request's requirements."""
        if _CLAUSE_END.match(block.text):
            self._clause = False
            return True
        if block.kind in ("heading", "paragraph") and _CLAUSE.match(block.text):
            self._clause = True
        elif block.kind == "heading":
            self._clause = False
        return self._clause

    def _text(self, at: int, block: Block) -> Iterator[Requirement]:
        while self._leads and not _below(self._leads[-1], block):
            self._leads.pop()
        lead = self._leads[-1] if self._leads else None
        if lead is not None and not lead.wanted:
            return
        said, text = marked(_BOX.sub("", block.text))
        if said is not None:
            yield from [self._requirement(text, said, block, "")] if said != "none" else []
            return
        parts = sentences(text)
        own = [(s, how) for s in parts if (how := self._strength(s))]
        if parts and _LEAD_END.search(parts[-1]) and self._list_follows(at):
            own = [(s, how) for s, how in own if s != parts[-1] or _CONTINUES.search(s)]
            self._leads.append(Lead(parts[-1], block, self._introduces(parts[-1], lead)))
        elif not own and self._listed(block, lead):
            own = [(" ".join(parts), "must")]
        for text, how in own:
            yield self._requirement(text, how, block, lead.text if lead else "")

    def _listed(self, block: Block, lead: Lead | None) -> bool:
        """Whether a block without a word of obligation is asked for all the same: it stands in a wanted list."""
        first = sentences(block.text)[:1]
        if any(binds_buyer(self._plain(s)) or releases(s) for s in first):
            return False
        if lead is not None or block.kind != "item":
            return lead is not None
        return self._all_items or (self._bare_items and not _STATES.search(block.text))

    def _strength(self, sentence: str) -> Strength | None:
        found = strength(self._plain(sentence))
        if found and self._rules() and not _SUPPLIER.search(sentence):
            return None
        return found

    def _plain(self, sentence: str) -> str:
        """With the customer's name replaced by the word for what it is."""
        return self._buyers.sub("the buyer", sentence)

    def _introduces(self, sentence: str, outer: Lead | None) -> bool:
        """Whether the list below the sentence is a list of things asked for."""
        if releases(sentence) or _CONTINUES.search(sentence) or binds_buyer(self._plain(sentence)):
            return False
        if self._strength(sentence) or _ASKS.match(sentence):
            return True
        return (outer is not None or bool(_DUTY_TITLE.search(self._title))) and not _EXAMPLES.search(sentence)

    def _list_follows(self, at: int) -> bool:
        """Whether the next block belongs below this one; a bold line may stand between."""
        here = Lead("", self._part.blocks[at], True)
        for block in self._part.blocks[at + 1 : at + 3]:
            if block.kind != "heading":
                return block.kind == "row" or _below(here, block)
        return False

    def _row(self, block: Block) -> Iterator[Requirement]:
        if self._header is None:
            self._header, self._columns = block.cells, columns(block.cells)
            if row_class(block.cells, Columns()) is None and (self._listing() or not any(self._bound(block.cells))):
                return
        lead = self._leads[-1] if self._leads else None
        if lead is not None and not lead.wanted:
            return
        said = row_class(block.cells, self._columns)
        if said is not None and len(block.cells) > 1:
            yield from self._classed(block, said)
        elif self._columns.asked >= 0 and not self._rules():
            yield from self._whole(block, asked_cell(block.cells, self._columns), "must")
        elif self._listing():
            yield self._requirement(without_id(block.cells), "must", block, lead.text if lead else "")
        else:
            yield from (self._requirement(s, how, block, "") for s, how in self._bound(block.cells))

    def _bound(self, cells: tuple[str, ...]) -> Iterator[tuple[str, Strength]]:
        yield from ((s, how) for cell in cells for s in sentences(cell) if (how := self._strength(s)))

    def _classed(self, block: Block, said: Class) -> Iterator[Requirement]:
        """The class of a row is stronger than its verbs."""
        if said != "none":
            yield from self._whole(block, asked_cell(block.cells, self._columns), said)

    def _whole(self, block: Block, text: str, how: Strength) -> Iterator[Requirement]:
        """The sentences of a cell that bind; the whole cell where none has a verb that does."""
        own = [s for s, _ in self._bound((text,))] or [text]
        if not any(binds_buyer(self._plain(s)) or releases(s) for s in own):
            yield from (self._requirement(s, how, block, "") for s in own)

    def _rules(self) -> bool:
        return bool(_RULES_TITLE.search(self._title))

    def _listing(self) -> bool:
        """Whether each row of this table is a requirement of its own."""
        if self._leads:
            return self._leads[-1].wanted
        return bool(re.search(r"deliverable|entrega", self._title)) or bool(
            self._header and re.search(r"^\W*(?:deliverables?|entreg[aá]veis)\b", fold(self._header[0]))
        )

    def _requirement(self, text: str, how: Strength, block: Block, lead: str) -> Requirement:
        return Requirement(text=text[:_LONGEST], source_ref=self._part.place(block), strength=how, lead=lead)


def _below(lead: Lead, block: Block) -> bool:
    """Whether the block belongs to the list the lead opened."""
    if block.kind == "row":
        return True
    if block.kind != "item":
        return block.level > lead.block.level or bool(block.level and lead.block.kind == "paragraph")
    if lead.block.kind != "item" or block.level > lead.block.level:
        return True
    return _deeper(lead.block.number, block.number)


def _deeper(above: str, below: str) -> bool:
    """ "4.1" is above "4.1.1" and above a mere mark; "c" is above "(i)"; "4.1" is not above "4.2"."""
    if not above or not below:
        return above != below
    if below.startswith(f"{above}."):
        return True
    return _style(above) != _style(below) and "." not in below


def _style(number: str) -> str:
    bare = number.strip("()")
    kind = "digit" if bare[:1].isdigit() else "clause" if bare[:1] == "§" or " " in bare else "letter"
    return f"{kind}{'(' if number.startswith('(') else ''}{')' if number.endswith(')') else ''}"
