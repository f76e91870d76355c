"""Commands: what people type to the desk itself. A table to which every story adds its rows; no agent is asked.

A row answers to whole messages (`whole`), and to beginnings behind which follows what it is about (`heads`). Whatever
is longer than `LONGEST`, or fits no row, is a sentence for the agent.
"""

import re
import unicodedata
from functools import cache
from typing import Literal

from bot.core.noun import Noun
from bot.core.sandbox import Choice
from bot.core.time_command import wish_in

LONGEST = 160  # characters
SHORT = 40  # characters of a message that is nothing but a command
HEAD = 4  # words: no beginning is longer

By = Literal["anyone", "deciders", "owner"]


class Row(Noun):
    """One command. Its line in the help is the sentence `command.<name>` of the catalogue.

    `by`: who may give it; deciders are the owner and named deputies. `changes`: it changes the project, and so waits
    its turn in the project's box; the others are answered while a turn runs. `alone`: it needs no project.
    `after_end`: it is answered in a closed project too. `listed`: the help has it.
    """

    name: str
    whole: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    by: By = "anyone"
    changes: bool = False
    alone: bool = False
    after_end: bool = False
    listed: bool = True


class Asked(Noun):
    """A command as it was given. `about`: the words behind its beginning, as they were typed."""

    name: str
    about: str = ""


QUESTIONS = (
    Row(name="help", whole=("help", "ajuda", "what can you do", "o que você faz"), alone=True, after_end=True),
    Row(
        name="status",
        whole=(
            "status", "status please", "how are we doing", "situação", "como estamos", "qual o status",
            "qual é o status",
        ),
    ),
    Row(
        name="mine",
        whole=(
            "what do I owe", "my tasks", "tasks", "tarefas", "minhas tarefas", "o que eu devo", "o que devo",
            "o que falta de mim",
        ),
    ),
    Row(
        name="late",
        whole=("late", "what is late", "who is late", "atrasados", "atrasadas", "o que está atrasado",
               "quem está atrasado"),
    ),
    Row(
        name="schedule",
        whole=("schedule", "what is planned", "what comes next", "when will you remind", "agenda",
               "o que está planejado", "o que vem a seguir", "próximos lembretes"),
    ),
    Row(
        name="why",
        whole=("why was I nudged", "why was I reminded", "why this reminder", "por que fui lembrado",
               "por que fui lembrada", "por que este lembrete", "por que recebi este lembrete"),
    ),
    Row(name="pending", whole=("pending", "what is pending", "pendentes", "pendências", "o que está pendente")),
    Row(
        name="history",
        whole=("history", "decisions", "what was decided", "histórico", "decisões", "o que foi decidido"),
        heads=("decisions about", "history of", "decisões sobre", "histórico de"),
        alone=True,
        after_end=True,
    ),
)  # fmt: skip
STEERING = (
    Row(
        name="pause",
        whole=("pause", "pause this project", "pause the project", "pausar", "pausa", "pausar o projeto"),
        by="deciders",
        changes=True,
    ),
    Row(
        name="resume",
        whole=("resume", "resume this project", "resume the project", "retomar", "retomar o projeto"),
        by="deciders",
        changes=True,
    ),
    Row(
        name="take_over",
        whole=("take over", "I take over", "we take over", "be silent", "assumir", "eu assumo", "fique em silêncio"),
        by="deciders",
        changes=True,
    ),
    Row(
        name="hand_back",
        whole=("hand back", "hand over", "back to you", "devolver", "devolvo", "de volta para você"),
        by="deciders",
        changes=True,
    ),
    Row(
        name="hand_back_quietly",
        whole=("hand back quietly", "hand back without telling", "devolver sem contar", "devolver em silêncio"),
        by="deciders",
        changes=True,
    ),
    Row(
        name="close",
        whole=("close", "close this project", "close the project", "fechar", "fechar projeto", "fechar o projeto",
               "encerrar"),
        by="deciders",
        changes=True,
    ),
)  # fmt: skip
THREADS = (
    Row(
        name="projects",
        whole=("projects", "my projects", "list projects", "projetos", "meus projetos"),
        alone=True,
        after_end=True,
    ),
    Row(
        name="switch",
        heads=("switch to", "switch", "trocar para", "mudar para", "trocar"),
        alone=True,
        after_end=True,
    ),
    Row(
        name="link",
        whole=("link", "vincular"),
        heads=("link to", "link", "vincular a", "vincular ao", "vincular"),
        alone=True,
        after_end=True,
    ),
    Row(name="unlink", whole=("unlink", "unlink this thread", "desvincular"), after_end=True),
)
RECORDS = (
    Row(name="deputies", whole=("deputies", "deputy", "deputy list", "substitutos", "listar substitutos")),
    Row(
        name="deputy_add",
        heads=("deputy add", "add deputy", "add as deputy", "substituto adicionar", "adicionar substituto",
               "adicionar substituta"),
        by="owner",
        changes=True,
    ),
    Row(
        name="deputy_remove",
        heads=("deputy remove", "remove deputy", "substituto remover", "remover substituto", "remover substituta"),
        by="owner",
        changes=True,
    ),
    Row(
        name="export",
        whole=("export", "export project", "export this project", "exportar", "exportar projeto", "exportar o projeto"),
        by="deciders",
        after_end=True,
    ),
    Row(
        name="delete",
        whole=("delete data", "delete my data", "delete this project", "delete the project", "apagar dados",
               "apagar os dados", "excluir dados", "apagar projeto", "apagar o projeto"),
        by="owner",
        after_end=True,
    ),
    Row(
        name="delete_now",
        whole=("delete everything", "apagar tudo"),
        by="owner",
        changes=True,
        after_end=True,
        listed=False,
    ),
)  # fmt: skip
WORDS = (
    Row(
        name="signature",
        whole=("signature", "my signature", "assinatura", "minha assinatura"),
        heads=("signature", "my signature", "assinatura", "minha assinatura"),
        alone=True,
        after_end=True,
    ),
)
TIMES = (  # read by a grammar of their own, `core.time_command`
    Row(name="time", whole=("my time", "meu horário"), alone=True, after_end=True),
    Row(name="poll", whole=("poll off", "verificar desligado"), by="deciders", changes=True),
)
TABLE: tuple[Row, ...] = (*QUESTIONS, *STEERING, *THREADS, *RECORDS, *WORDS, *TIMES)
CHOSEN: dict[Choice, frozenset[str]] = {
    Choice.RESTART: frozenset({"start again", "start again from the copy", "recomecar", "recomecar da copia"}),
    Choice.STOP: frozenset(
        {"stop this project", "stop the project", "encerrar este projeto", "encerrar o projeto", "encerrar projeto"}
    ),
}


def asked_in(text: str) -> Asked | None:
    """The command a message is, when it is nothing but that."""
    if len(text) > LONGEST:
        return None
    plain = folded(text)
    if len(plain) <= SHORT and (name := _wholes().get(plain)):
        return Asked(name=name)
    words = text.split()
    for count in range(min(HEAD, len(words) - 1), 0, -1):
        if name := _heads().get(folded(" ".join(words[:count]))):
            return Asked(name=name, about=" ".join(words[count:]))
    wish = wish_in(text)
    return Asked(name="time" if wish.personal else "poll") if wish else None


def row_of(name: str) -> Row:
    return _rows()[name]


def choice_in(text: str) -> Choice | None:
    """What an owner chose in words, when the message is nothing but that."""
    plain = folded(text)
    return next((choice for choice, forms in CHOSEN.items() if plain in forms), None) if len(plain) <= SHORT else None


def folded(text: str) -> str:
    """Lower case, without accents and punctuation: phones type them in every way."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(one for one in decomposed if not unicodedata.combining(one))
    return " ".join(re.sub(r"[^\w\s]", " ", letters).split())


@cache
def _rows() -> dict[str, Row]:
    return {row.name: row for row in TABLE}


@cache
def _wholes() -> dict[str, str]:
    return {folded(form): row.name for row in TABLE for form in row.whole}


@cache
def _heads() -> dict[str, str]:
    return {folded(form): row.name for row in TABLE for form in row.heads}
