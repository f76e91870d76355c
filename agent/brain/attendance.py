"""The people documents name: lists and tables of attendees, apologies, roles, speakers, envelopes of mails."""

import re
from collections import Counter
from collections.abc import Sequence
from email.utils import getaddresses

from agent.brain.language import bag, fold, sentences
from agent.brain.names import ADDRESS, NAME, UPPER, clean_name, forward, is_name, stands_for, tokens
from agent.brain.nicknames import is_given
from agent.brain.people import Person, Roster
from agent.brain.threads import unfolded
from agent.sources.interface import Block, Document

_CAME = (
    r"attendees?|attendance|attending|participants?|present|those present|in attendance|members present|members"
    r"|who was there|on the call|in the room|joined|people|invited|invitees"
    r"|participantes|participaram|quem participou|quem esteve(?: presente)?|presentes|estiveram presentes"
    r"|compareceram|lista de presenca|presencas?"
    r"|integrantes|convidados"
)
_MISSED = (
    r"apologies(?: from| received)?|absent|absentees|absences|regrets|excused|not present|unable to attend|copied"
    r"|copy to|distribution|cc|ausentes?|ausencias?|faltas|faltaram|justificad[oa]s|nao compareceram|copia|com copia"
)
_OF = r"(?:\s*\([^()]{1,60}\)|\s+(?:from|of|at|for|by|da|do|de|pela|pelo)(?: the)? [^:]{2,40})?"
_LIST_HEAD = re.compile(
    rf"^\W*(?:\d+\.?\s+)?(?:(?:tsc |committee |council |meeting |list of |lista de )?(?:{_CAME}|{_MISSED}))"
    r"(?=\W*$|\s*[(:–—-]|\s+(?:from|of|at|in|on|by|da|do|de|na|no|and apologies|and absen\w+|e ausen\w+)\b)"
)
_INLINE_HEAD = re.compile(
    rf"^\W*(?:(?:meeting |list of )?(?P<came>{_CAME}|council|observers|guests)|(?P<missed>{_MISSED})){_OF}"
    r"\s*[:–—]\s*(?=\S)"
)
_ROLE = re.compile(
    r"^(?i:facilitator|scribe|chair(?:man|woman|person|ed by)?|host(?:ed by)?|moderator|note ?taker|minute ?taker"
    r"|minutes(?: by| taken by)?|notes by|taken by|recorder|secretary|organi[sz]er|led by"
    r"|facilitador[a]?|relator[a]?|mediador[a]?|moderador[a]?|secret[áa]ri[oa]|redator[a]?|condução)\s*:\s*(.{2,60})$"
)
_IN_PARENS = re.compile(
    rf"\((?:by\s+)?([{UPPER}][\w'’-]+(?: (?:[{UPPER}][\w'’-]*\.?|Le|de|da|van|von)){{1,3}})(?:,| and | e |\))"
)
_WITH_ADDRESS = re.compile(rf"({NAME})\s*[<(\[,–:-]?\s*(?:mailto:)?({ADDRESS.pattern})")
_LONGEST, _ENTRY = 6_000, 400  # characters of a list of people, and of one of them
_MUCH = 60_000  # characters: notes without a list of people are short
_YES = bag("yes y x ✓ ✔ present presente sim ok attended")
_NAME_HEAD = re.compile(r"^(?:full )?(?:name|nome|attendees?|participants?|participantes?|person|who|quem)\b")
_SHORT_HEAD = re.compile(r"^(?:initials?|abbr\w*|short|iniciais|sigla)\b")
_BESIDE_HEAD = re.compile(
    r"^(?:role|function|title|position|company|organi[sz]ation|firm|e-?mail|initials?|abbr\w*|present|attended|attendance"
    r"|funcao|cargo|papel|empresa|orgao|setor|iniciais|sigla|presen\w+)\b"
)


def read_roster(documents: Sequence[Document]) -> Roster:
    """Those who came first; others count when their name is full, an address stands beside it, or a list has them."""
    found: list[Person] = []
    for document in map(unfolded, documents):
        found += _listed(document.blocks)
        for block in document.blocks:
            wrote = block.kind == "mail" and document.media != "eml"  # the thread is the meeting, and these are in it
            found += [p._replace(present=True) for p in _named(block)] if wrote else _named(block)
    roster = Roster(p for p in found if p.present)
    for person in found:
        if not person.present and (len(person.name.split()) > 1 or person.address):
            roster.add(person)
    roster.complete()
    return roster if roster.people else Roster(_spoken_of(documents))


def _spoken_of(documents: Sequence[Document]) -> list[Person]:
    """Where nobody is listed: whoever has a given name people have, or stands in front of a deed more than once."""
    text = "\n".join(block.text for document in documents for block in document.blocks if block.kind != "cue")
    named = [name for name in re.findall(NAME, text[:_MUCH]) if is_name(name) and is_given(tokens(name)[0])]
    doing = Counter(re.findall(rf"(?m)^({NAME})(?::| to | will | vai | fica )", text[:_MUCH]))
    named += [name for name, times in doing.items() if times > 1 and is_name(name) and " " not in name]
    roster = Roster(Person(name.rstrip(".")) for name in dict.fromkeys(named))
    roster.complete()
    return roster.people


def addressed(header: str) -> list[Person]:
    """The people of a From, To or Cc line; the name is "" where only an address stands."""
    field, _, value = header.partition(": ")
    if field not in ("From", "To", "Cc"):
        return []
    pairs = [(forward(name), address) for name, address in getaddresses([value]) if ADDRESS.fullmatch(address)]
    known = [Person(name if is_name(name) else "", address) for name, address in pairs]
    bare = [forward(piece) for piece in re.split(r";" if ";" in value else r",", value) if "@" not in piece]
    return known + [Person(name) for name in bare if is_name(name) and " " in name]


def listed_people(text: str, present: bool = True) -> list[Person]:
    """ "Anna Keller (AK, lead), Dr. Robert "Bob" Quinn; Maria Souza – remote"."""
    pieces = _pieces(text[:_LONGEST])
    if _surnames_first(pieces):
        return [p for piece in pieces if (p := _person(forward(piece), present))]
    return [p for piece in pieces for one in _commas(piece) if (p := _person(one, present))]


def _pieces(text: str) -> list[str]:
    """Cut at semicolons and line breaks that stand outside of brackets."""
    return [piece.strip() for piece in re.split(r"[;\n•](?![^()]*\))", text) if piece.strip()]


def _commas(piece: str) -> list[str]:
    plain = re.sub(rf"^[^:()@]{{2,40}}:\s+(?=[{UPPER}])", "", piece)  # "Contoso: Anna Keller, …"
    return re.split(rf",(?![^()]*\))| (?:and|&|e|und) (?=[{UPPER}])(?![^()]*\))", plain)


def _surnames_first(pieces: list[str]) -> bool:
    """ "Keller, Anna; Quinn, Robert": every piece is one name with one comma."""
    return len(pieces) > 1 and all(
        re.fullmatch(rf"(?:(?:van|von|de|da|dos|der|den) )*[{UPPER}][\w'’-]+, ?{NAME}", _without_brackets(piece))
        and is_name(forward(piece))
        for piece in pieces
    )


def _without_brackets(text: str) -> str:
    return re.sub(r"\([^()]*\)", "", text).strip()


def _person(text: str, present: bool = True) -> Person | None:
    """One entry of a list, with the other names it gives: "(KV, lead)", a nickname in quotes."""
    text = text[:_ENTRY]
    name = clean_name(text)
    if re.fullmatch(rf"[{UPPER}]{{2,}}(?:[ -][{UPPER}]+)*, {NAME}", _without_brackets(text)):
        name = forward(text)
    address = ADDRESS.search(text)
    if not is_name(name):
        return None
    quoted = re.findall(r"[\"“”]([^\"“”,]{2,20})[\"“”]", text)
    inside = [w.strip(" .") for words in re.findall(r"\(([^()]*)\)", text) for w in re.split(r"[,;/]", words)]
    aliases = (*quoted, *(w for w in inside if w and stands_for(w, name)))
    return Person(name, address.group(0) if address else "", present, aliases)


def _named(block: Block) -> list[Person]:
    """People a single block names beyond doubt: speakers, roles, full names in brackets, names beside an address."""
    if block.kind == "mail":
        return [person for person in addressed(block.text) if person.name]
    found = [Person(forward(block.speaker), present=True)] if block.kind == "cue" and block.speaker else []
    if (role := _ROLE.match(block.text)) and (person := _person(role[1])):
        found.append(person)
    if block.kind == "row" and len(block.cells) > 1:
        found += _inline(f"{block.cells[0].rstrip(' :')}: {'; '.join(block.cells[1:])}")
    else:
        found += [p for said in _whole(block.text) for p in _inline(said)] if block.kind != "cue" else []
    found += [Person(n, a) for n, a in _WITH_ADDRESS.findall(block.text) if is_name(n)]
    found += [Person(n) for n in _IN_PARENS.findall(block.text) if is_name(n)]
    return found


def _whole(text: str) -> list[str]:
    """Sentences; a semicolon ends none."""
    found: list[str] = []
    for sentence in sentences(text):
        if found and found[-1].endswith(";"):
            found[-1] += f" {sentence}"
        else:
            found.append(sentence)
    return found


def _inline(sentence: str) -> list[Person]:
    """ "Present: …", "Apologies: …"."""
    head = _INLINE_HEAD.match(fold(sentence[:120]))
    if not head:
        return []
    behind = sentence[_unfolded(sentence, head.end()) :]
    return listed_people(behind.rstrip("."), present=bool(head["came"]))


def _unfolded(text: str, end: int) -> int:
    """Where a place in the folded text lies in the text itself."""
    at = 0
    while at < len(text) and len(fold(text[:at])) < end:
        at += 1
    return at


def _listed(blocks: tuple[Block, ...]) -> list[Person]:
    """Lists and tables below a heading like "Attendees", and tables that have a column of names beside one of roles."""
    found: list[Person] = []
    rows: list[Block] = []
    inside: bool | None = None  # whether those listed came; None outside of lists
    table: list[Block] = []
    for block in blocks:
        if block.kind != "row" and table:
            found += _table(table)
            table = []
        if block.kind == "heading" or (block.kind == "paragraph" and block.text.endswith(":")):
            inside = _came(block.text)
        elif block.kind == "row" and inside:
            rows.append(block)
        elif block.kind == "row":
            table.append(block)
        elif inside is not None and block.kind in ("item", "paragraph"):
            people = _entry(block, inside)
            found += people
            inside = inside if people or block.kind == "item" else None
    return [*found, *_table(table), *_attendance(rows)]


def _came(title: str) -> bool | None:
    head = _LIST_HEAD.match(fold(title))
    return None if not head else not re.search(rf"\b(?:{_MISSED})\b", head[0])


def _entry(block: Block, present: bool) -> list[Person]:
    """An item is one person, or a whole firm's people; a paragraph may list all of them."""
    if block.kind == "paragraph" or block.text.count(",") > 2 or ";" in block.text:
        return listed_people(block.text, present)
    return [p for p in [_person(block.text, present)] if p]


def _attendance(rows: list[Block], all_came: bool = True) -> list[Person]:
    """Where a column says who came, only those came; the others are named all the same."""
    at, short = _columns(rows[0]) if rows else (0, -1)
    marked = any(_marks(row) for row in rows)
    people = [(row, _person(_entry_of(row, at, short))) for row in rows]
    return [p._replace(present=_marks(row) if marked else all_came) for row, p in people if p]


def _table(rows: list[Block]) -> list[Person]:
    heads = [fold(cell.strip(" *")) for cell in rows[0].cells] if rows else []
    named = any(_NAME_HEAD.match(h) for h in heads) and any(_BESIDE_HEAD.match(h) for h in heads)
    if not named or any(re.match(r"(?:task|action|deliverable|section|tarefa|acao|secao)", h) for h in heads):
        return []
    return _attendance(rows, all_came=False)


def _columns(head: Block) -> tuple[int, int]:
    """Of the names and of the initials; without a head the first column has the names."""
    heads = [fold(cell.strip(" *")) for cell in head.cells]
    at = next((n for n, h in enumerate(heads) if _NAME_HEAD.match(h)), 0)
    return at, next((n for n, h in enumerate(heads) if n != at and _SHORT_HEAD.match(h)), -1)


def _entry_of(row: Block, at: int, short: int) -> str:
    address = next((a.group(0) for c in row.cells if (a := ADDRESS.search(c))), "")
    name = row.cells[at] if at < len(row.cells) else ""
    alias = f" ({row.cells[short]})" if 0 <= short < len(row.cells) and row.cells[short].strip() else ""
    return f"{name}{alias} {f'<{address}>' if address else ''}"


def _marks(row: Block) -> bool:
    return any(fold(c.strip()) in _YES for c in row.cells[1:])
