"""Words that ask to read one document by itself: “read this document”, “resuma o anexo”."""

import re
from collections.abc import Iterable

from agent.brain.language import fold

_READ = re.compile(
    r"^\W*(?:(?:please|por favor|could|can|would|you|pode|poderia|voce)\b\W*)*"
    r"(?:read|study|go through|look through|summari[sz]e|analy[sz]e|leia|ler|estude|estudar|analise|analisar|resuma"
    r"|resumir)\b"
)
_FOR_THE_WORK = re.compile(  # documents the work itself rests on are read where it goes on, not beside it
    r"\b(?:again|once more|de novo|novamente|kick ?-?off|minutes|notes|transcript|ata|notas|reuniao|transcricao|rf[piq]"
    r"|edital|solicitation|amendment|retificacao|errata)\b"
)


def asks_to_read(text: str, names: Iterable[str]) -> bool:
    """Whether the words ask for nothing but to read the documents of these names."""
    said = text
    for name in names:
        said = said.replace(name, " ")
    said = fold(said)
    return bool(_READ.match(said)) and not _FOR_THE_WORK.search(said)
