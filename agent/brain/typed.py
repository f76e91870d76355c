"""Short messages typed in a hurry: which question was meant, and which of the desk's own commands."""

from agent.brain.interface import Intent
from agent.brain.language import bag, fold, words

_FILLERS = bag("please pls plz thanks thx the hi hey hello now por favor pf pfv oi ola ai agora o a e ok")
_QUESTIONS: dict[str, Intent] = {
    "status": "status",
    "status report": "status",
    "status update": "status",
    "project status": "status",
    "progress": "status",
    "how are we doing": "status",
    "situacao": "status",
    "andamento": "status",
    "como estamos": "status",
    "overdue": "late",
    "whats late": "late",
    "what is late": "late",
    "who is late": "late",
    "atrasados": "late",
    "atrasadas": "late",
    "quem esta atrasado": "late",
    "o que esta atrasado": "late",
}
_COMMANDS = (
    "help", "my tasks", "schedule", "pending", "history", "pause", "resume", "take over", "hand back",
    "close the project", "projects", "unlink", "deputies", "export", "delete data", "signature", "my time",
    "ajuda", "minhas tarefas", "agenda", "pendentes", "historico", "pausar", "retomar", "assumir", "devolver",
    "encerrar", "projetos", "desvincular", "substitutos", "exportar", "apagar dados", "assinatura", "meu horario",
)  # fmt: skip
SHORTEST, LONG = 5, 6  # letters of what may hold one slip, and two
MOST = 5  # words of a message that is nothing but that


def meant(text: str) -> Intent | None:
    """The question of a message that is nothing but one, as typed or with a slip in it."""
    found = _nearest(text, tuple(_QUESTIONS))
    return _QUESTIONS[found] if found else None


def slipped(text: str) -> str:
    """The command of the desk that was nearly typed; the desk knows only the exact ones."""
    found = _nearest(text, _COMMANDS)
    return "" if found == " ".join(words(fold(text))) else found


def _nearest(text: str, known: tuple[str, ...]) -> str:
    said = words(fold(text).replace("'", ""))
    if len(said) > MOST:
        return ""
    for plain in (" ".join(said), " ".join(word for word in said if word not in _FILLERS)):
        if plain in known:
            return plain
        near = [one for one in known if distance(plain, one) <= _slips(one)]
        if near:
            return min(near, key=lambda one: distance(plain, one))
    return ""


def _slips(word: str) -> int:
    return 0 if len(word) < SHORTEST else 1 if len(word) < LONG else 2


def distance(one: str, other: str) -> int:
    """Letters put in, left out, exchanged, or swapped with their neighbour; 3 stands for anything above two."""
    if abs(len(one) - len(other)) > 2:
        return 3
    above: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, above, row = above, row, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(above[j] + 1, row[-1] + 1, above[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
    return min(row[-1], 3)
