"""“Give Pricing to Maria”, in any order of words: which task and which person are named, and nothing beside them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from agent.brain.clauses import asks
from agent.brain.concepts import concepts
from agent.brain.due import find_due
from agent.brain.language import bag, fold, stem, words

_PLEASE = (
    r"^\W*(?:(?:please|can you|could you|would you|can we|let's|ok|and|also|then|so|thanks|now|i want to|i'd like to"
    r"|por favor|pode|poderia|vamos|quero|e|tambem|entao|sim|agora)\b\W*)*"
)
_GIVES = re.compile(
    rf"{_PLEASE}(?:give|hand|pass|reassign|assign|transfer|move|switch|pass[ea]r?|entreg(?:ue|a|ar)|transf(?:er|ir)[ea]"
    r"|transferir|atribu\w+|repass[ea]r?|dar)\b"
)
_TAKES = re.compile(
    r"\b(?:takes?|taking|takes? over|will do|shall do|should do|does|will write|writes|handles?|will handle|owns"
    r"|assum[ei]r?|assumira|fica com|ficar com|fica responsavel|pega|pegar|vai fazer|faz|vai escrever|escreve"
    r"|cuida d[aeo]"
    r"|passa (?:a ser|para|pra)|goes to|moves to|should go to)\b"
)
_LETS = re.compile(
    rf"{_PLEASE}(?:let|have|deix[ea])\b.{{0,40}}\b(?:do|take|write|handle|fazer|assumir|escrever|pegar)\b"
)
_AROUND = bag(
    "please can could would you we let s ok and also then so thanks now i want to d like give hand pass reassign "
    "assign transfer move switch over take takes taking will shall should do does write writes handle handles owns "
    "have let goes moves go the a an this that his her their part parts task tasks section sections stuff work thing "
    "things one piece bit job from of for instead in place back it on onto as well too me from my is going who por "
    "favor pode poderia vamos quero e tambem entao sim agora passe passa passar entregue entrega entregar transfira "
    "transfere transferir atribua atribuir repasse repassa de da do dar o os as para pra pro ao com no na lugar em "
    "vez parte partes tarefa tarefas secao secoes trabalho coisa assume assumir assumira fica ficar vai fazer faz "
    "escrever escreve pega pegar cuida responsavel pela pelo deixe deixa ser que due by until ate prazo till deadline"
)
_NUMBERED = re.compile(
    r"\b(?:task|tarefa)\s*(?:no\.?|number|numero|n[ºo°]\.?|#)?\s*(\d{1,2})\b|#\s?(\d{1,2})\b", re.IGNORECASE
)
_HEDGED = re.compile(r"\b(?:maybe|perhaps|i think|i guess|i suppose|might|probably|acho|talvez|quem sabe)\b")
_LEAD = re.compile(r"^(?:due|by|until|till|deadline|at[eé]|prazo)\s+", re.IGNORECASE)
_ADDRESS = re.compile(r"\S+@\S+")


class Handover(NamedTuple):
    """`task`: index among the titles. `strange`: words that are neither task nor person, as written."""

    tasks: tuple[int, ...]
    due: str
    strange: tuple[str, ...]
    given: bool  # said with a word of giving, not of taking


def handover(text: str, titles: Sequence[str], people: Sequence[str]) -> Handover | None:
    """None when nothing is given or taken. `people` are the names, whole or in part, as the text has them."""
    if asks(text) or _HEDGED.search(fold(text)):
        return None
    whole = _read(text, titles, people)
    reason, _, rest = text.partition(",")  # "Bob is ill, Ana does security instead"
    if rest and (whole is None or whole.strange) and not any(named in fold(reason) for named in map(fold, titles)):
        found = _read(rest, titles, people)
        if found and found.tasks and not found.strange:
            return found
    return whole


def _read(text: str, titles: Sequence[str], people: Sequence[str]) -> Handover | None:
    said = fold(text)
    given = bool(_GIVES.match(said) or _LETS.match(said))
    if asks(text) or not (given or _TAKES.search(said)):
        return None
    due = find_due(text, None, False)
    when = _LEAD.sub("", due.as_written) if due else ""
    rest = _without(text.replace(when, " ") if when else text, people)
    numbered = [int(one or other) for one, other in _NUMBERED.findall(rest)]
    if numbered:
        found = tuple(n - 1 for n in numbered if 0 < n <= len(titles))
        return Handover(found, when, _strange(_NUMBERED.sub(" ", rest), ""), given)
    found = _named(rest, titles)
    return Handover(found, when, _strange(rest, " ".join(titles[n] for n in found)), given)


def _without(text: str, people: Sequence[str]) -> str:
    """Addresses and people's names are no titles, though one may be called Price."""
    text = _ADDRESS.sub(" ", text)
    for name in sorted(people, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?:['’]s)?(?!\w)", " ", text, flags=re.IGNORECASE)
    return text


def _named(text: str, titles: Sequence[str]) -> tuple[int, ...]:
    """The titles the words name; of those that share a word, the one of which most is said."""
    said = concepts(text)
    shared = {n: len(said & concepts(title)) for n, title in enumerate(titles)}
    found = [n for n, count in shared.items() if count]
    best = {n for n in found if shared[n] == max(shared.values())}
    alone = {n for n in found if said & concepts(titles[n]) - {c for m in found if m != n for c in concepts(titles[m])}}
    return tuple(sorted(best if len(best) == 1 and alone <= best else set(found)))


def _strange(text: str, title: str) -> tuple[str, ...]:
    known, stems_known = concepts(title), {stem(word) for word in words(title)}
    return tuple(
        word
        for word in words(text)
        if fold(word).removesuffix("'s") not in _AROUND and not concepts(word) & known and stem(word) not in stems_known
    )
