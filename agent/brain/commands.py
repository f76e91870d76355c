"""Wishes that are commands of the desk itself: it takes only its exact words, so these are named to whoever wishes."""

import re
from typing import NamedTuple

from agent.brain.language import fold, words
from agent.brain.typed import slipped


class Command(NamedTuple):
    english: str
    portuguese: str
    meant: re.Pattern[str]

    def typed(self, language: str) -> str:
        return self.portuguese if language == "pt" else self.english


_PLEASE = (
    r"^\W*(?:(?:please|pls|can you|could you|would you|can we|could we|let's|lets|i want to|i'd like to|we want to"
    r"|we need to"
    r"|i need to|ok|and|also|now|por favor|pode|poderia|quero|queremos|vamos|preciso|e|agora)\b\W*)*"
)
COMMANDS = (
    Command("pause", "pausar", re.compile(rf"{_PLEASE}paus(?:e|ar?)\b")),
    Command("resume", "retomar", re.compile(rf"{_PLEASE}(?:resume|unpause|retom(?:e|ar?))\b")),
    Command(
        "close the project",
        "encerrar",
        re.compile(
            rf"{_PLEASE}(?:close|end|finish|archive|encerr\w+|fech\w+|finaliz\w+|arquiv\w+)\W+(?:the |this |our |o "
            r"|este "
            r"|esse )?(?:whole )?(?:project|projeto)\b"
        ),
    ),
    Command(
        "delete data",
        "apagar dados",
        re.compile(
            rf"{_PLEASE}(?:delete|erase|wipe|apag\w+|exclu\w+)\b.{{0,20}}\b(?:data|project|everything|dados|projeto|tudo)\b"
        ),
    ),
    Command("export", "exportar", re.compile(rf"{_PLEASE}export\w*\b")),
    Command(
        "take over",
        "assumir",
        re.compile(
            rf"{_PLEASE}(?:(?:be|stay|keep) (?:silent|quiet)|shut up|stop talking|take over (?:here|from here"
            r"|this thread)"
            r"|fi(?:que|ca) (?:em silencio|quiet[oa])|cal[ae])\b|\bi(?:'ll| will) take over (?:here|from here|now)\b"
        ),
    ),
    Command(
        "hand back",
        "devolver",
        re.compile(rf"{_PLEASE}(?:hand it back|you can talk again|back to you|volte a falar)\b"),
    ),
    Command(
        "deputy add NAME",
        "substituto adicionar NOME",
        re.compile(r"\b(?:deput(?:y|ies|ize)|stand[- ]?in for me|substitut[oa]s?)\b"),
    ),
    Command("signature", "assinatura", re.compile(r"\b(?:my|our|the|minha|nossa|a) (?:signature|assinatura)\b")),
    Command(
        "schedule",
        "agenda",
        re.compile(
            r"\bwhen (?:will|do) you (?:next )?(?:check|look|remind|poll|nudge)\b|\bwhat (?:happens|comes) next\b"
            r"|\bnext steps?\b"
            r"|\bo que (?:vem|acontece) (?:a seguir|depois|agora)\b|\bproximos? passos?\b"
            r"|\bquando voce (?:vai )?(?:lembra|cobra"
            r"|verifica)\w*\b"
        ),
    ),
    Command(
        "projects",
        "projetos",
        re.compile(r"\b(?:my|our|all|other|which|meus|nossos|outros|quais) (?:projects|projetos)\b"),
    ),
    Command(
        "my time",
        "meu horário",
        re.compile(r"\b(?:my|our) (?:working|quiet) (?:hours|time|days)\b|\bmy time ?zone\b|\bmeu (?:horario|fuso)\b"),
    ),
    Command(
        "history",
        "histórico",
        re.compile(
            r"\bwhat (?:was|has been|did we|have we) decided?\b|\bo que (?:foi decidido|decidimos)\b|\bdecision log\b"
        ),
    ),
)
MOST = 14  # words; a longer text only mentions it


def command(text: str, language: str) -> str:
    """The exact words of the desk's own command that is wished for; empty when it is none."""
    said = fold(text)
    if len(words(said)) > MOST:
        return ""
    return next((one.typed(language) for one in COMMANDS if one.meant.search(said)), "")


def nearly(text: str) -> str:
    """The desk's command that was typed with a slip in it."""
    return slipped(text)
