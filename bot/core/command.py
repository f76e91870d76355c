"""Short questions that are answered from the project log, without a turn of the agent."""

import re
import unicodedata
from typing import Literal

from bot.core.sandbox import Choice

Command = Literal["help", "status", "mine", "late", "pending"]
ASKED: dict[Command, frozenset[str]] = {
    "help": frozenset({"help", "ajuda", "what can you do", "o que voce faz"}),
    "status": frozenset(
        {"status", "status please", "how are we doing", "situacao", "como estamos", "qual o status", "qual e o status"}
    ),
    "mine": frozenset(
        {
            "what do i owe",
            "my tasks",
            "tasks",
            "tarefas",
            "minhas tarefas",
            "o que eu devo",
            "o que devo",
            "o que falta de mim",
        }
    ),
    "late": frozenset(
        {"late", "what is late", "who is late", "atrasados", "atrasadas", "o que esta atrasado", "quem esta atrasado"}
    ),
    "pending": frozenset({"pending", "what is pending", "pendentes", "pendencias", "o que esta pendente"}),
}
CHOSEN: dict[Choice, frozenset[str]] = {
    Choice.RESTART: frozenset({"start again", "start again from the copy", "recomecar", "recomecar da copia"}),
    Choice.STOP: frozenset(
        {"stop this project", "stop the project", "encerrar este projeto", "encerrar o projeto", "encerrar projeto"}
    ),
}
LONGEST = 40  # characters: a longer text is a sentence for the agent


def command_in(text: str) -> Command | None:
    """The command a message is, when it is nothing but that."""
    plain = _plain(text)
    return next((name for name, forms in ASKED.items() if plain in forms), None) if len(plain) <= LONGEST else None


def choice_in(text: str) -> Choice | None:
    """What an owner chose in words, when the message is nothing but that."""
    plain = _plain(text)
    return next((choice for choice, forms in CHOSEN.items() if plain in forms), None) if len(plain) <= LONGEST else None


def _plain(text: str) -> str:
    """Lower case, without accents and punctuation: phones type them in every way."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(one for one in folded if not unicodedata.combining(one))
    return " ".join(re.sub(r"[^\w\s]", " ", letters).split())
