"""Actions written as fields, "Owner: Maria", "Responsável: Ana | Prazo: 18/12", beside or below what they are about."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_TASK = (
    r"task|action(?: item)?|what|deliverable|activity|to-?do|tarefa|a[çc][ãa]o|atividade|entrega|entreg[áa]vel|o qu[eê]"
)
_OWNER = (
    r"(?:task |section |action )?owners?|responsible(?: person| party)?|assignees?|assigned to|assigned|lead|author"
    r"|writer|who|dri|respons[áa]ve(?:l|is)|resp\.?|don[oa]|encarregad[oa]|quem|autor[a]?|atribu[íi]d[oa] a"
)
_DUE = (
    r"due(?: date| by| on)?|deadline|by when|target(?: date)?|when|eta|draft due|first draft"
    r"|prazo(?: final| limite)?|data(?: limite| de entrega)|vencimento|quando|entregar? at[ée]|entrega em|at[ée] quando"
)
_FIELD = re.compile(
    rf"(?:^|(?<=[(\[|;,.–—-])|(?<=[(\[|;,.–—-]\s))(?:(?P<task>{_TASK})|(?P<owner>{_OWNER})|(?P<due>{_DUE}))\s*:\s*",
    re.IGNORECASE,
)
_EDGE = " \t,;|.()[]–—-→*"


class Fields(NamedTuple):
    """What a line says in fields; `front` is what stands before the first of them."""

    front: str
    task: str
    owner: str
    due: str

    @property
    def loose(self) -> bool:
        """Whether it only goes on with something said above it."""
        return bool(self.owner or self.due) and not self.front and not self.task


def fields(text: str) -> Fields | None:
    """None for a line that has no field of an owner or of a due date."""
    found = list(_FIELD.finditer(text[:600]))
    if not any(one.lastgroup != "task" for one in found):
        return None
    values = dict(_values(text, found))
    return Fields(text[: found[0].start()].strip(_EDGE), *(values.get(k, "") for k in ("task", "owner", "due")))


def _values(text: str, found: list[re.Match[str]]) -> Iterator[tuple[str, str]]:
    ends = [one.start() for one in found[1:]] + [len(text)]
    for one, end in zip(reversed(found), reversed(ends), strict=True):
        yield one.lastgroup or "", text[one.end() : end].strip(_EDGE)
