"""Actions somebody wrote down: "ACTION: …", "AI: Joe to …", check boxes, next steps, tables with an owner column."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agent.brain.assigned import assigned, known, people_of
from agent.brain.columns import Columns, columns, owners_of
from agent.brain.due import find_due
from agent.brain.labelled import Fields, fields
from agent.brain.people import Roster
from agent.brain.promising import VERBS
from agent.brain.turns import ACTION_LIST, Turn
from agent.sources.interface import Block
from agent.sources.markdown import is_ticked

_MARK = re.compile(
    r"^(?:AI|ACTION(?: ITEM)?|TO ?DO|A[ÇC][ÃA]O|ENCAMINHAMENTO|TAREFA|PEND[ÊE]NCIA"
    r"|FOLLOW[- ]?UP)S?(?:\s*\d{1,2})?(?:[ ,;(\[–-]+(?P<who>[^:]{0,40}?)[)\]]?)?\s*:\s*(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_OPEN_LIST = re.compile(
    r"\b(?:action items?|actions|next steps|follow-?ups?|to-?do(?:s| list)?|tasks|proximos passos|encaminhamentos|acoes"
    r"|tarefas)\b"
)
_REVIEW = re.compile(r"\breview\b|\bprevious\b|\blast\b|\bold\b|\banterior|\bstatus\b|\bcompleted\b|\bclosed\b")
_NOTHING = re.compile(r"^(?:none|n/?a|nothing|no action|nenhum\w*|-+)\b", re.IGNORECASE)
_SUBJECTLESS = re.compile(rf"^Will\s+(?P<what>(?:move|{'|'.join(VERBS)})\s+[^?]+)$")
_DONE = re.compile(r"^\W*(?:done|closed|complete|completed|concluid[oa]|feito|x|✓|✔|ok)\b", re.IGNORECASE)
_SHORT = 12  # words: longer text above "Owner: …" is no title
_ROLES = re.compile(
    r"^\W*(?:chair|facilitator|scribe|host|moderator|minutes|notes?|attendees|present|apologies|next|location"
    r"|time ?keeper|facilitador|relator|mediador|presentes|participantes|ausentes|local|pauta)\b",
    re.IGNORECASE,
)


class Action(NamedTuple):
    owners: tuple[str, ...]  # names as written; empty when nobody is named
    what: str
    due: str  # the words of a due column; "" when the sentence itself has to be read
    quote: str
    turn: Turn


def actions(turns: list[Turn], roster: Roster) -> Iterator[Action]:
    """Formal actions in order; old ones, done ones and "none" are left out."""
    cards = _cards(turns, roster)
    at: Columns | None = None
    for n, turn in enumerate(turns):
        if turn.block.kind == "row":
            at, found = _row(turn, at, roster)
            yield from found
            continue
        at = None
        if n in cards:
            yield from cards[n]
        elif not turn.old:
            yield from _line(turn, roster)


def _row(turn: Turn, at: Columns | None, roster: Roster) -> tuple[Columns | None, list[Action]]:
    cells = turn.block.cells
    head = columns(cells, roster)
    if at is None or (head is not None and not head.people):  # two people in a row of a table are no new head
        return head, []
    task, due, status = (cells[n].strip() if 0 <= n < len(cells) else "" for n in (at.task, at.due, at.status))
    if not task or is_ticked(task) or _DONE.match(status):
        return at, []
    quote = " | ".join(c for c in cells if c)
    return at, [Action(owners_of(cells, at, roster), re.sub(r"^\[ \]\s*", "", task), due, quote, turn)]


def _cards(turns: list[Turn], roster: Roster) -> dict[int, list[Action]]:
    """Actions written in fields, by the turn that is read for them; nothing for a turn that belongs to one."""
    found: dict[int, list[Action]] = {}
    for n, turn in enumerate(turns):
        written = (
            fields(turn.text) if n not in found and turn.block.kind not in ("row", "cue") and not turn.old else None
        )
        if written is None or not (written.owner or (written.due and written.loose)):
            continue
        more = _going_on(turns, n, written)
        whole = _together([written, *(f for _, f in more)])
        names = people_of(_without_date(whole.owner), roster, sure=True)
        if not whole.owner:
            continue
        above, what = _about(turns, n, whole, names)
        used = [*([above] if above is not None else []), n, *(m for m, _ in more)]
        found.update({m: [] for m in used})
        quote = " ".join(turns[m].text for m in used)
        if re.search(r"\w{3}", what):
            found[n] = [Action(names, what, whole.due or whole.owner, quote, turn)]
    return found


def _going_on(turns: list[Turn], n: int, first: Fields) -> list[tuple[int, Fields]]:
    """The lines below that only add fields the lines before have not got."""
    have = {k for k in ("owner", "due") if getattr(first, k)}
    more: list[tuple[int, Fields]] = []
    for m in range(n + 1, min(n + 3, len(turns))):
        written = fields(turns[m].text) if turns[m].title == turns[n].title else None
        new = {k for k in ("owner", "due") if written and getattr(written, k)}
        if written is None or not written.loose or new & have:
            break
        have |= new
        more.append((m, written))
    return more


def _together(parts: list[Fields]) -> Fields:
    return Fields(*(next((p[k] for p in parts if p[k]), "") for k in range(4)))


def _without_date(owner: str) -> str:
    due = find_due(owner, None)
    return (f"{owner[: due.start]} {owner[due.end :]}" if due else owner).strip(" ,.;()–—-")


def _about(turns: list[Turn], n: int, whole: Fields, names: tuple[str, ...]) -> tuple[int | None, str]:
    """What the fields are about: their own words, the item above them, or the title they stand under."""
    own = ", ".join(part for part in (whole.front, whole.task) if part)
    if own:
        return None, own
    above = turns[n - 1] if n else None
    here = turns[n]
    if above and above.block.kind != "row" and above.title == here.title and above.document == here.document:
        task = fields(f"{above.text}; owner: x")
        nested = above.block.kind == "item" and above.block.level < here.block.level
        listed = above.block.kind == "item" and len(above.text.split()) <= _SHORT
        if (task and task.task) or nested or listed or ACTION_LIST.search(here.heading):
            return n - 1, task.task if task and task.task else above.text
    return None, here.title


def _line(turn: Turn, roster: Roster) -> Iterator[Action]:
    whole = turn.block.text
    ticked = is_ticked(whole)
    if ticked:
        return
    if mark := _MARK.match(whole):
        yield from _marked(mark, turn, roster)
    elif ticked is False:
        yield from _action(whole[3:].strip(), turn, roster)
    elif _is_listed(turn.block, turn.heading):
        yield from _listed(whole, turn, roster)
    elif not turn.speaker and turn.block.kind == "item" and (less := _SUBJECTLESS.match(whole)):
        yield Action((), less["what"], "", whole, turn)
    elif turn.block.kind == "item":
        yield from _free(whole, turn, roster)


def _is_listed(block: Block, heading: str) -> bool:
    return block.kind == "item" and bool(ACTION_LIST.search(heading)) and not _REVIEW.search(heading)


def _marked(mark: re.Match[str], turn: Turn, roster: Roster) -> Iterator[Action]:
    """ "ACTION: Joe to …", "ACTION SJW: …"."""
    names = people_of(mark["who"], roster) if mark["who"] else ()
    if names and all(known(name, roster) for name in names):
        yield Action(names, mark["rest"].strip(), "", turn.block.text, turn)
    else:
        yield from _action(mark["rest"].strip(), turn, roster)


def _action(text: str, turn: Turn, roster: Roster) -> Iterator[Action]:
    if _NOTHING.match(text) or not re.search(r"\w{3}", text):
        return
    found = assigned(text, roster, turn.speaker)
    owners, what, due = found or ((), text, "")
    yield Action(owners, what, due, turn.block.text, turn)


def _listed(text: str, turn: Turn, roster: Roster) -> Iterator[Action]:
    """An item of a list of actions or owners; one without a name counts in a list of actions only."""
    found = assigned(text, roster, turn.speaker)
    if found:
        yield Action(*found, text, turn)
    elif _OPEN_LIST.search(turn.heading) and turn.block.level <= 1 and len(text.split()) > 1:
        yield Action((), text, "", text, turn)


def _free(text: str, turn: Turn, roster: Roster) -> Iterator[Action]:
    """An item of any list that gives a thing, its owner and a day: "Technical concept: Stefan, by 12 February"."""
    begins = re.search(r":|\s(?:->|[–—→-])\s|\(", text) or people_of(" ".join(text.split()[:1]).strip(","), roster)
    if turn.text != text or not begins or _ROLES.match(text) or text.rstrip().endswith("?"):
        return
    found = assigned(text, roster, turn.speaker) if find_due(text, None) else None
    if found and all(known(name, roster) for name in found.owners):
        yield Action(*found, text, turn)
