"""Who is who in a meeting: attendees, their addresses, and which mention means whom."""

import re
from collections.abc import Iterable
from email.utils import getaddresses
from typing import NamedTuple

from agent.brain.language import bag, fold
from agent.sources.interface import Block, Document

ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
NAME = r"[A-ZÀ-Ý][\w'’-]*\.?(?:[ \u00a0](?:d[aeo]s?|van|von|der|den|le|la|al|bin|[A-ZÀ-Ý][\w'’-]*\.?)){0,4}"
_NAME = re.compile(rf"^{NAME}$")
_LIST_HEAD = re.compile(
    r"^\W*(?:\d+\.?\s+)?(?:(?:tsc |committee |council )?(?:attendees|attendance|participants"
    r"|present|in attendance|members present|members|who was there|people)"
    r"|participantes|presentes|integrantes)\b(?!\s+and\s+role)"
)
_INLINE_HEAD = re.compile(
    r"^\W*(?:attendees|attendance|participants|present|in attendance|council|members|observers|guests"
    r"|participantes|presentes|convidados)\s*:\s*(.+)$",
    re.IGNORECASE,
)
_ROLE = re.compile(
    rf"^(?:facilitator|scribe|chair|host|moderator|note ?taker|organi[sz]er|facilitador|relator"
    rf"|mediador)\w*\s*:\s*({NAME})$",
    re.IGNORECASE,
)
_IN_PARENS = re.compile(
    r"\((?:by\s+)?([A-ZÀ-Ý][\w'’-]+(?: (?:[A-ZÀ-Ý][\w'’-]*\.?|Le|de|da|van|von)){1,3})(?:,| and | e |\))"
)
_WITH_ADDRESS = re.compile(rf"({NAME})\s*[<(\[,–:-]?\s*(?:mailto:)?({ADDRESS.pattern})")
_YES = bag("yes y x ✓ ✔ present presente sim ok attended")
_NOT_PEOPLE = re.compile(
    r"\b(?:name|nome|member|membro|foundation|council|committee|team|members?|maintainers|board|project|directors|group|wg"
    r"|company|inc|ltd|department|equipe|grupo|comissao"
    r"|everyone|all|todos|agenda|notes?|actions?|technical|section|pricing|date|location|time"
    r"|meeting|recording|link|issue|none|the|and|to|next|steps?"
    r"|decisions?|summary|topics?|discussion|proposal|monday|tuesday|wednesday|thursday|friday|i"
    r"|we|you|it|this|that|they|he|she|someone|nobody|who"
    r"|ai|action|todo|pm|qa|rfp|rfq|sow|today|tomorrow|yes|no|ok|okay|so|then|but|also|well|great"
    r"|thanks|thank|sure|let|please|hi|hello|good|if|when"
    r"|eu|nos|ele|ela|isso|entao|mas|bom|sim|nao|obrigad[oa]|vamos|acao|acoes|data|local|pauta"
    r"|segunda|terca|quarta|quinta|sexta|legal|dia|reuniao"
    r"|what|how|why|where|there|here|our|your|my|first|second|one|some|any|can|will|should|could"
    r"|would|do|does|is|are|was|new|old|as|at|in|on|of|for)\b"
)


class Person(NamedTuple):
    name: str
    address: str = ""
    present: bool = False


class Mention(NamedTuple):
    """What a name in the text leads to. `several` are the people it could mean when it is not clear."""

    person: Person | None
    several: tuple[str, ...] = ()


class Roster:
    """Everybody the documents name. Short forms of one person are joined when only one person fits."""

    def __init__(self, people: Iterable[Person]) -> None:
        self.people: list[Person] = []
        for person in people:
            self.add(person)

    def add(self, person: Person) -> None:
        same = [at for at, known in enumerate(self.people) if _same(known.name, person.name)]
        alike = same or [at for at, known in enumerate(self.people) if _alike(known.name, person.name)]
        if len(alike) == 1 or same:
            self._join(alike[0], person)
        else:
            self.people.append(person)

    def _join(self, at: int, person: Person) -> None:
        known = self.people[at]
        name = max(known.name, person.name, key=lambda n: (len(n.split()), len(n)))
        self.people[at] = Person(name, known.address or person.address, known.present or person.present)

    def complete(self) -> None:
        """A first name alone is the one person of whom more is known."""
        for first in [p for p in self.people if len(_tokens(p.name)) == 1]:
            fuller = [
                p for p in self.people if len(_tokens(p.name)) > 1 and _tokens(p.name)[0] == _tokens(first.name)[0]
            ]
            if len(fuller) == 1:
                self.people.remove(first)
                self._join(self.people.index(fuller[0]), first)

    def attendees(self) -> list[Person]:
        return [p for p in self.people if p.present]

    def find(self, mention: str, speaker: str = "", firm: str = "") -> Mention:
        """The person meant. A speaker's own first name means the speaker; a firm tells two of one name apart."""
        wanted = _tokens(mention)
        if not wanted:
            return Mention(None)
        fits = self._fitting(wanted) or self._of_a_firm(wanted)
        fits = (firm and len(fits) > 1 and [p for p in fits if _works_at(p, firm)]) or fits
        if len(fits) == 1:
            return Mention(fits[0])
        own = [p for p in fits if speaker and fold(p.name) == fold(speaker)]
        if own:
            return Mention(own[0])
        return Mention(None, tuple(p.name for p in fits))

    def _fitting(self, wanted: list[str]) -> list[Person]:
        alone = wanted[0] if len(wanted) == 1 else ""
        return (
            [p for p in self.people if _tokens(p.name) == wanted]
            or [p for p in self.people if _fits(wanted, _tokens(p.name))]
            or [p for p in self.people if len(alone) > 2 and alone == _tokens(p.name)[-1]]
            or [p for p in self.people if alone and alone == _initials(p.name)]
        )

    def _of_a_firm(self, wanted: list[str]) -> list[Person]:
        """ "Lena da Fabrikam" looks like a full name; it is one person's first name and the firm in her address."""
        if len(wanted) < 3 or wanted[-2] not in ("da", "do", "de"):
            return []
        return [p for p in self._fitting(wanted[:-2]) if _works_at(p, wanted[-1])]


def _works_at(person: Person, firm: str) -> bool:
    return fold(firm).replace(" ", "") in person.address.rpartition("@")[2].lower()


def is_name(text: str) -> bool:
    """Whether a piece of text can be a person's name."""
    return bool(_NAME.match(text)) and len(text) > 1 and not _NOT_PEOPLE.search(fold(text)) and not text.isupper()


def clean_name(text: str) -> str:
    """A name without handle, role, address and ornament: "[M. Eduarda]" → "M. Eduarda"."""
    plain = ADDRESS.sub("", re.sub(r"\([^)]*\)|<[^>]*>", "", text))
    plain = re.split(r"\s+[-–—]\s+|,|;|\||/| e-?mail", plain)[0]
    bare = re.sub(r"^[^\wÀ-ÿ]+|[^\wÀ-ÿ.]+$", "", plain.replace("*", "")).strip()
    return bare if re.search(r"\b\w\.$", bare) else bare.rstrip(".")


def meant_by(name: str, among: Iterable[str]) -> str:
    """Which of these names is this person's; "" when none is, or when several could be."""
    names, whole = list(dict.fromkeys(among)), _forward(name)
    mine = _tokens(whole)
    if not mine:
        return ""
    for close in (_same, _alike, lambda one, _: _fits(_tokens(one), mine) or _fits(mine, _tokens(one))):
        if found := [one for one in names if _tokens(one) and close(one, whole)]:
            return found[0] if len(found) == 1 else ""
    return ""


def read_roster(documents: Iterable[Document]) -> Roster:
    found: list[Person] = []
    for document in documents:
        found += _listed(document.blocks)
        for block in document.blocks:
            found += _named(block)
    roster = Roster(p for p in found if p.present)
    for person in found:
        if not person.present and (len(person.name.split()) > 1 or person.address):
            roster.add(person)
    roster.complete()
    return roster


def addressed(header: str) -> list[Person]:
    """The people of a From, To or Cc line; the name is "" where only an address stands."""
    field, _, value = header.partition(": ")
    if field not in ("From", "To", "Cc"):
        return []
    pairs = [(_forward(name), address) for name, address in getaddresses([value]) if ADDRESS.fullmatch(address)]
    return [Person(name if is_name(name) else "", address) for name, address in pairs]


def _forward(name: str) -> str:
    """ "Fischer, Lena (Fabrikam)" is Lena Fischer."""
    last, comma, first = re.sub(r"\([^)]*\)", "", name).strip(" \"'").partition(",")
    turned = f"{first.strip()} {last.strip()}" if comma and len(first.split()) <= 3 else last
    return clean_name(turned)


def _named(block: Block) -> list[Person]:
    """People a single block names beyond doubt: speakers, roles, full names in brackets, names beside an address."""
    found = [Person(clean_name(block.speaker), present=True)] if block.kind == "cue" and block.speaker else []
    if block.kind == "mail":
        return [person for person in addressed(block.text) if person.name]
    if role := _ROLE.match(block.text):
        found.append(Person(role.group(1), present=True))
    for sentence in re.split(r"(?<=\w\.)\s+", block.text):
        if inline := _INLINE_HEAD.match(sentence):
            found += [p for piece in re.split(r"[,;]| and | e (?=[A-Z])", inline.group(1)) if (p := _person(piece))]
    found += [Person(n, a) for n, a in _WITH_ADDRESS.findall(block.text) if is_name(n)]
    found += [Person(n) for n in _IN_PARENS.findall(block.text) if is_name(n)]
    return found


def _listed(blocks: tuple[Block, ...]) -> list[Person]:
    """Lists and tables below a heading like "Attendees"."""
    found: list[Person] = []
    rows: list[Block] = []
    inside = False
    for block in blocks:
        if block.kind == "heading" or (block.kind == "paragraph" and block.text.endswith(":")):
            inside = bool(_LIST_HEAD.match(fold(block.text)))
        elif inside and block.kind == "row":
            rows.append(block)
        elif inside and block.kind in ("item", "paragraph") and (person := _person(block.text)):
            found.append(person)
    return [*found, *_attendance(rows)]


def _attendance(rows: list[Block]) -> list[Person]:
    """Where a column says who came, only those came."""
    marked = any(_marks(row) for row in rows)
    return [p for row in rows if (not marked or _marks(row)) and (p := _person(" ".join(_head_cells(row))))]


def _head_cells(row: Block) -> list[str]:
    address = next((a.group(0) for c in row.cells if (a := ADDRESS.search(c))), "")
    return [row.cells[0], f"<{address}>" if address else ""]


def _marks(row: Block) -> bool:
    return any(fold(c.strip()) in _YES for c in row.cells[1:])


def _person(text: str) -> Person | None:
    name = clean_name(text)
    address = ADDRESS.search(text)
    return Person(name, address.group(0) if address else "", present=True) if is_name(name) else None


def _tokens(name: str) -> list[str]:
    spaced = re.sub(r"(?<=[a-zà-ÿ])(?=[A-Z]$)", " ", name.strip(" @[]()*.,:"))  # "BrianB"
    return [t for t in re.split(r"[\s.]+", fold(spaced)) if t]


def _initials(name: str) -> str:
    return "".join(t[0] for t in re.split(r"[\s.-]+", fold(name)) if t)


def _fits(wanted: list[str], have: list[str]) -> bool:
    """ "Jack", "Jack H" and "M. Eduarda" fit "Jack Huey" and "Marie Eduarda"; a longer form fits its short one."""
    if len(wanted) > len(have):
        return len(have) == 1 and wanted[0] == have[0] and all(len(t) <= 2 for t in wanted[1:])
    if not _token_fits(wanted[0], have[0]) or (len(wanted) == 1 and len(wanted[0]) < 2):
        return False
    rest = iter(have[1:])
    return all(any(_token_fits(t, h) for h in rest) for t in wanted[1:])


def _token_fits(short: str, full: str) -> bool:
    return short == full or (len(short) == 1 and full.startswith(short))


def _same(one: str, other: str) -> bool:
    return _tokens(one) == _tokens(other)


def _alike(one: str, other: str) -> bool:
    """First and last name agree, and one of them only leaves out what stands between: "João da Silva", "Joao Silva"."""
    few, many = sorted((_tokens(one), _tokens(other)), key=len)
    return len(few) > 1 and few[0] == many[0] and few[-1] == many[-1] and set(few) <= set(many)
