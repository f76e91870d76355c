"""More than one request lies there, or the notes speak of another one: what the owner should know before going on."""

import re
from collections.abc import Iterable, Iterator, Sequence

from agent.brain.attendance import read_roster
from agent.brain.envelopes import is_mail
from agent.brain.finding import Weighed, full_text, is_main, same_request
from agent.brain.interface import Choice, Kickoff, OtherRequest, Rfp
from agent.brain.language import bag, clip, fold
from agent.brain.turns import turns
from agent.sources.interface import Document

_ON_ITS_OWN = 6  # so much wording makes a document a request of its own beside the one that was taken
_FITS = 2  # so much of the owner's words makes a document the one that was named
_TITLE = 40
_BARE = 4  # letters: shorter words name nobody, unless they are abbreviations

_SPOKEN_OF = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?im:^\W*(?:customer|client|buyer|cliente|contratante)\W*:\W*)([A-ZÀ-Ý][\w&-]+(?: [A-ZÀ-Ý][\w&-]+)*)",
        r"\b([A-ZÀ-Ý][\w&-]+(?: [A-ZÀ-Ý][\w&-]+)*)(?:['’]s)? (?:RF[PQT]|[Ss]olicitation|[Tt]ender)\b",
        r"\b(?:RF[PQT]|[Rr]equest|[Ss]olicitation|[Tt]ender|[Ee]dital|[Pp]regão)"
        r" (?:from|of|by|for|d[aeo]|para)(?: the| a| o)? ([A-ZÀ-Ý][\w&-]+(?: [A-ZÀ-Ý][\w&-]+)*)",
    )
)
_COMMON = bag(  # words of file names and titles that name no customer
    "kick kickoff off minutes minute notes note meeting meetings transcript call sync team teams zoom meet weekly "
    "standup summary recap agenda session internal recording record draft final version copy file document response "
    "responses proposal proposals bid bids tender request rfp rfq rft sow project projects plan planning work start "
    "launch review status action actions items item follow followup alignment discussion debrief report list task "
    "daily tasks public part parts statement solicitation text today monday tuesday wednesday thursday friday "
    "saturday sunday january february march april june july august september october november december customer "
    "client the our their this that with from about and for new old next last first second please all any each his "
    "her your my no an state states city county government department general services service administration "
    "agency authority national united federal office council university corporation company bank institute ministry "
    "court commission group limited ltda portal system platform cloud support management software development data "
    "digital ata atas reuniao notas nota transcricao gravacao resumo pauta equipe projeto resposta proposta "
    "propostas edital pregao pedido licitacao inicio planejamento prefeitura municipal secretaria instituto "
    "ministerio governo universidade tribunal segunda terca quarta quinta sexta sabado domingo janeiro fevereiro "
    "marco abril maio junho julho agosto setembro outubro novembro dezembro para sobre com nosso nossa"
)


def others(weighed: Sequence[Weighed], taken: Sequence[Document]) -> tuple[tuple[OtherRequest, ...], Choice]:
    """The requests that were not taken, one document of each, the most likely first; and why the other one was."""
    names = {d.name for d in taken}
    best = max((w for w in weighed if w.document.name in names), key=lambda w: (w.said, w.request), default=None)
    if best is None:
        return (), "alike"
    rivals: list[Weighed] = []
    for one in sorted(weighed, key=lambda w: (-w.said, -w.request, w.document.name)):
        known = one.document.name in names or any(same_request(one, r) for r in (best, *rivals))
        if not known and _is_request(one):
            rivals.append(one)
    found = tuple(OtherRequest(title=_title(r.document), source_ref=r.document.name) for r in rivals)
    return found, _because(best, rivals)


def _is_request(one: Weighed) -> bool:
    strong = one.request >= _ON_ITS_OWN and one.meeting < max(one.request, _ON_ITS_OWN)
    return strong and one.document.media != "vtt" and is_main(one.document)


def _title(document: Document) -> str:
    return clip(document.title, _TITLE) if document.title else ""


def _because(best: Weighed, rivals: Sequence[Weighed]) -> Choice:
    if best.said >= _FITS and all(best.said > rival.said for rival in rivals):
        return "named"
    return "wording" if all(best.request > rival.request for rival in rivals) else "alike"


def speaks_of(kickoff: Kickoff, rfp: Rfp, weighed: Sequence[Weighed], marks: Iterable[str]) -> str:
    """Whom the notes name instead of this request and its customer; "" when they name these, or nobody."""
    notes = [w.document for w in weighed if w.document.name in kickoff.source_refs and not is_mail(w.document)]
    request = [w.document for w in weighed if w.document.name in rfp.source_refs]
    text, asked = _all_of(notes), _words(_all_of(request))
    said = _words(text)
    if any(f" {' '.join(_spelled(name))} " in _spaced(text) for name in marks) or said & set(_own_names(rfp)):
        return ""
    people = _words(" ".join(_people(kickoff, notes)))
    strange = (name for name in _named(notes) if not set(_spelled(name)) & (asked | people))
    return next(strange, "")


def _own_names(rfp: Rfp) -> Iterator[str]:
    """Words by which a talk would call this request: of the customer, its initials, and abbreviations of the title."""
    words = re.findall(r"[^\W\d_][\w&]*", rfp.customer)
    yield from (fold(w) for w in words if _is_name(w))
    yield fold("".join(w[0] for w in words if w[0].isupper()))
    yield from (fold(w) for w in re.findall(r"\b[A-Z]{3,8}\b", f"{rfp.title} {rfp.project_name}") if _is_name(w))


def _named(notes: Sequence[Document]) -> Iterator[str]:
    """Names of customers in the notes: of their requests, then of their files and titles."""
    for document in notes:
        body = full_text(document)
        for pattern in _SPOKEN_OF:
            for found in pattern.findall(body):
                yield from _distinct(found)
        stem = re.sub(r"[_\W]+", " ", document.name.rsplit("/", 1)[-1].rpartition(".")[0])
        yield from (_capital(word) for word in stem.split() if _is_name(word))
        inside = set(re.findall(r"(?<=[a-z,] )[A-ZÀ-Ý][\w&-]+", body))
        yield from (w for w in re.findall(r"[A-ZÀ-Ý][\w&-]+", document.title) if w in inside and _is_name(w))


def _distinct(name: str) -> Iterator[str]:
    """A name of several words without those that any name may have; nothing when no other is left."""
    kept = [word for word in name.split() if _is_name(word)]
    if kept:
        yield " ".join(kept)


def _is_name(word: str) -> bool:
    long_enough = len(word) >= _BARE or (len(word) > 2 and word.isupper())
    return long_enough and not any(c.isdigit() for c in word) and fold(word) not in _COMMON


def _capital(word: str) -> str:
    return word if any(c.isupper() for c in word) else word.capitalize()


def _people(kickoff: Kickoff, notes: Sequence[Document]) -> Iterator[str]:
    roster = read_roster(notes)
    yield from (turn.speaker for document in notes for turn in turns(document, roster))
    for person in (*kickoff.attendees, *kickoff.others):
        yield f"{person.name} {person.address}"
    yield from (f"{one.owner} {one.address}" for one in kickoff.commitments)


def _all_of(documents: Iterable[Document]) -> str:
    return "\n".join(
        f"{d.name}\n{d.title}\n{full_text(d)}\n" + " ".join(b.speaker for b in d.blocks) for d in documents
    )


def _spelled(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold(text))


def _words(text: str) -> set[str]:
    return set(_spelled(text))


def _spaced(text: str) -> str:
    return f" {' '.join(_spelled(text))} "
