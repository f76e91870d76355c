"""Tables of actions: which column holds the deed, the owner and the day; a column a person holds who does what."""

import re
from typing import NamedTuple

from agent.brain.assigned import known, owners_in
from agent.brain.language import fold
from agent.brain.people import Roster

_OWNER_HEAD = re.compile(
    r"^(?:(?:task|action|section|item|lead) )?(?:owners?|authors?|writers?)\b"
    r"|^(?:assignees?|assigned(?: to)?|who|by whom|responsible|lead|accountable|person|name|in charge|action by|r"
    r"|responsavel|responsaveis|quem|dono|dona|dri|encarregad[oa]|a cargo|atribuid[oa]|autor[a]?)\b"
)
_FIRST_HEAD = re.compile(r"\b(?:responsib\w*|responsible|owners?|responsave\w+)\b")
_TASK_HEAD = re.compile(
    r"^(?:actions?(?: items?)?|tasks?|to-?dos?|next steps?|sections?|items?|what|deliverables?|activity"
    r"|activities|topics?|work|workstream|work package|area|input|description|volume|chapter|part|document"
    r"|acao|acoes|tarefas?|atividades?|secao|secoes|entregas?|entregaveis|o que|descricao|itens|frente|pacote|documento"
    r"|proximos passos|encaminhamentos?|demandas?|pendencias?|assunto|topico|capitulo)\b"
)
_DUE_HEAD = re.compile(
    r"\b(?:due|deadline|by when|target|eta|prazo|ate|vencimento|when|by|date|data|quando|entrega ate)\b"
)
_NOT_DUE = re.compile(r"\b(?:raised|opened|created|logged|start\w*|begin\w*|criad[oa]|abert\w+|inicio)\b")
_DONE_HEAD = re.compile(r"^(?:status|state|done|situacao|estado)\b")
_DOES = re.compile(r"^(?:[rR](?:\s*[/,+&]?\s*[aA])?|[aA]\s*[/,+&]?\s*[rR]|lead|resp\.?|owner)$")
_ANSWERS = re.compile(r"^[aA]$")
_ROLE_CELL = re.compile(r"^(?:[RACIrasci](?:\s*[/,+&]?\s*[RACIrasci])?|lead|support|review|[-–—]?)$")


class Columns(NamedTuple):
    owner: int  # -1: every person has a column
    task: int
    due: int  # -1: none
    status: int  # -1: none
    people: tuple[tuple[int, str], ...] = ()  # columns named for a person


def columns(cells: tuple[str, ...], roster: Roster) -> Columns | None:
    """A table of tasks has a column for the deed and one for its owner; a table of roles or skills has not."""
    heads = [fold(re.sub(r"^\W+", "", c)).strip(" *:") for c in cells]
    owners = [n for n, h in enumerate(heads) if _OWNER_HEAD.match(h) and (h != "r" or "a" in heads)]
    owner = next((n for n in owners if _FIRST_HEAD.search(heads[n])), owners[0] if owners else -1)
    task = next((n for n, h in enumerate(heads) if n not in owners and _TASK_HEAD.match(h)), -1)
    dues = [
        n for n, h in enumerate(heads) if n not in (*owners, task) and _DUE_HEAD.search(h) and not _NOT_DUE.search(h)
    ]
    status = next((n for n, h in enumerate(heads) if _DONE_HEAD.match(h)), -1)
    if owner >= 0 and task >= 0:
        return Columns(owner, task, dues[0] if dues else -1, status)
    people = tuple((n, c.strip()) for n, c in enumerate(cells) if n and known(c.strip(" *"), roster))
    return Columns(-1, max(task, 0), dues[0] if dues else -1, status, people) if len(people) > 1 else None


def owners_of(cells: tuple[str, ...], at: Columns, roster: Roster) -> tuple[str, ...]:
    if at.owner >= 0:
        return owners_in(cells[at.owner], roster) if at.owner < len(cells) else ()
    marks = [(cells[n].strip() if n < len(cells) else "", name) for n, name in at.people]
    if not all(_ROLE_CELL.match(mark) for mark, _ in marks):
        return ()
    doing = tuple(name for mark, name in marks if _DOES.match(mark))
    if any(_DOES.match(cell.strip()) for n, cell in enumerate(cells) if n not in dict(at.people)) and not doing:
        return ()  # it is the column of somebody nobody knows
    return doing or tuple(name for mark, name in marks if _ANSWERS.match(mark))
