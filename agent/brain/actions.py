"""Actions somebody wrote down: "ACTION: …", "AI: Joe to …", check boxes, next steps, tables with an owner column."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agent.brain.due import find_due
from agent.brain.language import fold
from agent.brain.people import NAME, Roster, clean_name, is_name
from agent.brain.spoken import VERBS
from agent.brain.turns import Turn
from agent.sources.interface import Block
from agent.sources.markdown import is_ticked

_MARK = re.compile(
    r"^(?:AI|ACTION(?: ITEM)?|TO ?DO|A[ÇC][ÃA]O|ENCAMINHAMENTO|TAREFA|PEND[ÊE]NCIA"
    r"|FOLLOW[- ]?UP)S?(?:\s*\d{1,2})?(?:[ ,;(][^:]{0,25})?\s*:\s*(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_MARK_LIST = re.compile(
    r"\b(?:action items?|actions|next steps|to-?do(?:s| list)?|tasks|assignments|owners"
    r"|who does what|proximos passos|encaminhamentos|acoes|tarefas|responsaveis|pendencias)\b"
)
_OPEN_LIST = re.compile(
    r"\b(?:action items?|actions|next steps|to-?do(?:s| list)?|tasks|proximos passos|encaminhamentos|acoes|tarefas)\b"
)
_REVIEW = re.compile(r"\breview\b|\bprevious\b|\blast\b|\bold\b|\banterior|\bstatus\b")
_NOTHING = re.compile(r"^(?:none|n/?a|nothing|no action|nenhum\w*|-+)\b", re.IGNORECASE)
_HANDLE = re.compile(
    r"(?:\(|\[|@|\bowner:\s*|\bresp(?:ons[áa]vel)?\.?:\s*|[-–—:]\s+)(?P<who>@?[^()\[\]@:]{2,60}?)[)\]]?\s*[.;]?$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    rf"^\[?(?P<who>@?{NAME}(?:(?:,? and |,? e |, | & |/| ){NAME})*)\]?\s*(?::|[-–—]\s|\s(?:to|will"
    rf"|should|is to|needs? to|vai|deve|ficou de|fica de|fica com|irá)\b)\s*(?P<what>.+)$",
    re.DOTALL,
)
_SUBJECTLESS = re.compile(rf"^Will\s+(?P<what>(?:move|{'|'.join(VERBS)})\s+[^?]+)$")
_OWNER_HEAD = re.compile(
    r"^(?:owners?|assignees?|assigned(?: to)?|who|responsible|lead|accountable|person|name"
    r"|responsavel|responsaveis|quem|dono|dri)\b"
)
_TASK_HEAD = re.compile(
    r"^(?:actions?(?: items?)?|tasks?|to-?dos?|sections?|items?|what|deliverables?|activity"
    r"|activities|topic|work|description|volume|part"
    r"|acao|acoes|tarefas?|atividades?|secao|secoes|entregas?|entregaveis|o que|descricao|itens)\b"
)
_DUE_HEAD = re.compile(
    r"^(?:due|deadline|by when|when|date|target|eta|by|prazo|data|quando|ate|entrega ate|vencimento)\b"
)
_DONE_HEAD = re.compile(r"^(?:status|state|done|situacao|estado)\b")
_DONE = re.compile(r"^\W*(?:done|closed|complete|completed|concluid[oa]|feito|x|✓|✔|ok)\b", re.IGNORECASE)


class Action(NamedTuple):
    owners: tuple[str, ...]  # names as written; empty when nobody is named
    what: str
    due: str  # the words of a due column; "" when the sentence itself has to be read
    quote: str
    turn: Turn


def actions(turns: list[Turn], roster: Roster) -> Iterator[Action]:
    """Formal actions in order; old ones, done ones and "none" are left out."""
    columns: _Columns | None = None
    for turn in turns:
        if turn.block.kind == "row":
            columns, found = _row(turn, columns)
            yield from found
            continue
        columns = None
        if not turn.old:
            yield from _line(turn, roster)


class _Columns(NamedTuple):
    owner: int
    task: int
    due: int  # -1: none
    status: int  # -1: none


def _row(turn: Turn, columns: _Columns | None) -> tuple[_Columns | None, list[Action]]:
    cells = turn.block.cells
    head = _columns(cells)
    if head is not None or columns is None:
        return head, []
    owner, task, due, status = (cells[at].strip() if 0 <= at < len(cells) else "" for at in columns)
    if not task or is_ticked(task) or _DONE.match(status):
        return columns, []
    names = tuple(n for piece in re.split(r",|;|/| and | e |\n|&", owner) if is_name(n := clean_name(piece)))
    return columns, [Action(names, re.sub(r"^\[ \]\s*", "", task), due, " | ".join(c for c in cells if c), turn)]


def _columns(cells: tuple[str, ...]) -> _Columns | None:
    """A table of tasks has a column for the deed and one for its owner; a table of roles or skills has not."""
    heads = [fold(re.sub(r"^\W+", "", c)) for c in cells]
    owner = next((n for n, h in enumerate(heads) if _OWNER_HEAD.match(h)), -1)
    task = next((n for n, h in enumerate(heads) if n != owner and _TASK_HEAD.match(h)), -1)
    due = next((n for n, h in enumerate(heads) if n not in (owner, task) and _DUE_HEAD.match(h)), -1)
    status = next((n for n, h in enumerate(heads) if _DONE_HEAD.match(h)), -1)
    return _Columns(owner, task, due, status) if owner >= 0 and task >= 0 else None


def _line(turn: Turn, roster: Roster) -> Iterator[Action]:
    whole = turn.block.text
    ticked = is_ticked(whole)
    if ticked:
        return
    if mark := _MARK.match(whole):
        yield from _action(mark["rest"].strip(), turn, roster)
    elif ticked is False:
        yield from _action(whole[3:].strip(), turn, roster)
    elif _is_listed(turn.block, turn.heading):
        yield from _listed(whole, turn, roster)
    elif not turn.speaker and turn.block.kind == "item" and (less := _SUBJECTLESS.match(whole)):
        yield Action((), less["what"], "", whole, turn)


def _is_listed(block: Block, heading: str) -> bool:
    return block.kind == "item" and bool(_MARK_LIST.search(heading)) and not _REVIEW.search(heading)


def _action(text: str, turn: Turn, roster: Roster) -> Iterator[Action]:
    if _NOTHING.match(text) or not re.search(r"\w{3}", text):
        return
    owners, what, due = _split(text, roster)
    yield Action(owners, what, due, turn.block.text, turn)


def _listed(text: str, turn: Turn, roster: Roster) -> Iterator[Action]:
    """An item of a list of actions or owners; one without a name counts in a list of actions only."""
    owners, what, due = _split(text, roster)
    if owners or (_OPEN_LIST.search(turn.heading) and turn.block.level <= 1 and len(text.split()) > 1):
        yield Action(owners, what, due, text, turn)


def _split(text: str, roster: Roster) -> tuple[tuple[str, ...], str, str]:
    """(owners, deed, due words). The due words are given when they had to be taken out to find the name."""
    if found := _assigned(text, roster):
        return *found, ""
    due = find_due(text, None)
    rest = f"{text[: due.start]} {text[due.end :]}".strip(" ,;–—-") if due else ""
    if due and (found := _assigned(rest, roster)):  # "write it (Joe) by Friday": the date stands behind the name
        return *found, due.as_written
    return (), text, ""


def _assigned(text: str, roster: Roster) -> tuple[tuple[str, ...], str] | None:
    """(owners, deed) of "Joe to write …", "Joe: write …", "write … (Joe)"; None when nobody is named."""
    if lead := _LEADING.match(text):
        names = _people(lead["who"], roster)
        if names:
            return names, lead["what"].strip()
    if tail := _HANDLE.search(text):
        names = _people(tail["who"], roster)
        if names:
            return names, text[: tail.start()].rstrip(" ,.;-–—")
    return None


def _people(who: str, roster: Roster) -> tuple[str, ...]:
    """All names of the phrase, or none: a phrase that holds something else than names is no owner."""
    phrase = who.strip().lstrip("@")
    if _known(phrase, roster):
        return (phrase,)
    pieces = [p.strip().lstrip("@") for p in re.split(r",\s*(?:and |e )?|\s+(?:and|e|&)\s+|/", phrase) if p.strip()]
    names: list[str] = []
    for piece in pieces:
        if _known(piece, roster):
            names.append(piece)
        elif piece.split() and all(_known(word, roster) for word in piece.split()):
            names += piece.split()  # "Jory Tobie": two people, the comma is missing
        elif is_name(piece) and len(pieces) == 1 and len(piece.split()) <= 3:
            names.append(piece)
        else:
            return ()
    return tuple(names)


def _known(name: str, roster: Roster) -> bool:
    found = roster.find(name)
    return bool(found.person or found.several)
