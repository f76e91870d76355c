"""Which documents are the request, and which are the meeting: by their own wording and by what the owner said."""

import asyncio
import re
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import NamedTuple

from agent.brain.interface import Rfp
from agent.brain.language import bag, fold, words
from agent.sources.interface import Document, Sources

_REQUEST = re.compile(
    r"\brf[piqtox]\b|\brequests? for (?:proposals?|quot\w+|tenders?|information|bids?|offers?)"
    r"|\bsolicitation\b|\bstatement of (?:work|objectives)|\bifb\b|\bitt\b"
    r"|\bperformance work statement|\binvitation (?:to|for) (?:tender|bid|quote|negotiat|proposal)"
    r"|\bterms of reference|\bcontract notice"
    r"|\bcalls? for (?:tenders?|proposals?|bids?|offers?|competition)"
    r"|\btender (?:notice|no|specifications?|documents?|documentation|dossier)"
    r"|\bedital\b|\btermo de referencia|\bpregao\b|\blicitac|\b(?:chamamento|chamada|concurso) public[oa]"
    r"|\bconcorrencia (?:eletronica|publica|presencial|n)|\btomada de precos|\bcarta[ -]convite|\bcaderno de encargos"
    r"|\b(?:solicitacao|pedido) de (?:propostas?|cotac)"
    r"|\baviso de (?:interesse|contratac|licitac)|\bsow\b|\bpws\b|\bsoo\b"
)
_MAIN = re.compile(
    r"\brf[piqt]\b|\brequests? for\b|\bsolicitation\b|\binvitation (?:to|for)\b|\bedital\b|\bpregao\b|\baviso\b"
    r"|\bcalls? for\b|\bconcorrencia\b|\btomada de precos\b"
)
_ANNEX = re.compile(
    r"\bamendment|\baddendum|\battachment|\bannex|\bappendix|\banexo\b|\berrata\b|\bretificac"
    r"|\bquestions and answers|\bq&a\b"
)
_BIDDING = re.compile(
    r"\b(?:offerors?|bidders?|tenderers?|contractor shall|contractor must|vendor must|vendor shall"
    r"|suppliers? (?:must|shall)|respondents? (?:must|shall)|contracting authority|proponentes?"
    r"|(?:proposals?|tenders?|bids?|responses?) (?:must|shall)|quotes? (?:must|are due)"
    r"|proposals? due|evaluation factors?|licitantes?|contratad[oa] devera|propostas? ate|apresentar propostas)\b"
)
_MEETING = re.compile(
    r"\bkick ?-?off\b|\bminutes\b|\btranscripts?\b|\bmeeting\b|\bnotes\b|\bata\b(?! de registro)|\breuniao\b"
    r"|\btranscricao\b|\bnotas\b|\bsync\b|\bstand-?up\b|\bcall\b(?![ -](?:for|off)\b)"
)
_INVITES = re.compile(
    r"\b(?:join|invit\w+|attend|convid\w+|particip\w+)\b[^.]{0,60}\b(?:kick ?-?off|meeting|call|reuniao)\b"
)
_MEETING_HEAD = re.compile(
    r"^\W*(?:\d+\.? )?(?:attendees|attendance|participants|present|in attendance|agenda"
    r"|action items?|actions|next steps|decisions|discussion"
    r"|participantes|presentes|pauta|acoes|encaminhamentos|proximos passos|decisoes)\b"
)
_ABOUT = re.compile(
    r"^(?:subject|assunto|betreff)\s?:.*\b(?:kick ?-?off|reuniao de partida|who (?:does|takes|writes|owns) what"
    r"|quem (?:faz|assume|escreve|pega) o que|divisao (?:d[eao]s? )?(?:tarefas|trabalhos?|partes)"
    r"|(?:splitting|division of|dividing) (?:up )?(?:the )?(?:work|tasks|sections)|action items|encaminhamentos)\b",
    re.MULTILINE,
)
_NUMBER = re.compile(
    r"\b(?=[A-Z0-9-]*\d)(?:[A-Z]{2,}-?\d{2}-\d{3,}|\d{2}[A-Z]{4,}\d{2}[A-Z]\d{4}|\d{4}-\d{4}-\d{4}"
    r"|20\d\d-\d{3,5}|\d{2}-\d{4}|\d{5}/\d{4})\b"
)
_SAID = re.compile(r"\b[A-ZÀ-Ý][\w&.'’-]+(?:\s+(?:(?:of|the|de|do|da|dos|das|for)\s+)?[A-ZÀ-Ý][\w&.'’-]+)*")
_NOT_NAMES = bag(
    "we the please charter desk rfp rfq sow i it here this that is are recebemos o a os as nos por favor "
    "eu esta este pregao edital hi hello "
    "good morning bom dia boa tarde can could let start kickoff response project oi ola statement work "
    "request proposal proposals quote"
)
_REQUESTED = 4  # so much wording makes a document a request
_COMPANION = 3  # so much lets it belong to one
_HEAD = 40  # blocks at the top of a document in which it says what it is


class Weighed(NamedTuple):
    document: Document
    request: float  # how much it reads like a request for proposals
    meeting: float  # how much it reads like notes of a meeting
    said: float  # how well it fits the owner's words


async def weigh(sources: Sources, said: str) -> list[Weighed]:
    """Every readable document with its three weights."""
    documents = [await sources.read(name) for name in await sources.names()]
    return await asyncio.to_thread(lambda: [_weigh(d, names_said(said), said) for d in documents if d.blocks])


def names_said(said: str) -> tuple[str, ...]:
    """Proper names in the owner's words: customers, projects."""
    found = []
    for name in _SAID.findall(said):
        kept = [w for w in name.split() if fold(w.strip(".,")) not in _NOT_NAMES]
        while kept and fold(kept[0]) in ("of", "de", "do", "da", "for", "dos", "das"):
            kept = kept[1:]
        if kept and len("".join(kept)) > 2:
            found.append(" ".join(kept).strip(".,"))
    return tuple(dict.fromkeys(found))


def full_text(document: Document) -> str:
    return "\n".join(b.text for b in document.blocks)


def _weigh(document: Document, names: Iterable[str], said: str) -> Weighed:
    name, title = fold(document.name.replace("_", " ").replace("-", " ")), fold(document.title)
    head = fold("\n".join(b.text for b in document.blocks[:_HEAD]))
    body = fold(full_text(document))
    request: float = (
        4 * bool(_REQUEST.search(name))
        + 4 * bool(_REQUEST.search(title))
        + 2 * min(len(set(_REQUEST.findall(head))), 3)
    )
    request += min(len(_BIDDING.findall(body)), 12) / 2 + 3 * bool(_ANNEX.search(name) or _ANNEX.search(title))
    meeting = 4 * bool(_MEETING.search(PurePosixPath(name).name)) + 4 * bool(_MEETING.search(title))
    meeting += 2 * len({fold(b.text) for b in document.blocks if _is_meeting_head(b.kind, b.text)})
    meeting += 6 * bool(_ABOUT.search(head))
    meeting += 8 * any(b.kind == "cue" for b in document.blocks)
    if document.media == "eml" and (_MEETING.search(title) or _INVITES.search(body)):
        meeting += 6  # a letter about a meeting names the request, but is none
        request = request if _BIDDING.search(body) else min(request, _REQUESTED)
    fits = sum(4 * (fold(n) in name or fold(n) in title) + 2 * (fold(n) in head) + (fold(n) in body) for n in names)
    fits += 6 * any(fold(w) in fold(said) for w in (document.name, PurePosixPath(document.name).name))
    return Weighed(document, request, meeting, fits)


def _is_meeting_head(kind: str, text: str) -> bool:
    return (kind == "heading" or text.endswith(":") or ":" in text[:30]) and bool(_MEETING_HEAD.match(fold(text)))


def request_documents(weighed: list[Weighed]) -> list[Document]:
    """The request and what belongs to it, in reading order; empty when nothing reads like one."""
    eligible = [
        w for w in weighed if w.request >= _COMPANION and w.document.media != "vtt" and w.meeting < max(w.request, 6)
    ]
    best = max(
        eligible,
        key=lambda w: (w.request >= _REQUESTED, w.said >= 2, w.said + w.request, w.document.name),
        default=None,
    )
    if best is None or best.request < _REQUESTED:
        return []
    return [w.document for w in eligible if w is best or same_request(w, best)]


def same_request(other: Weighed, best: Weighed) -> bool:
    """Same number, or the same folder, or the same customer: one request in several files."""
    mine, theirs = _numbers(other.document), _numbers(best.document)
    if mine & theirs:
        return True
    here, there = PurePosixPath(other.document.name).parent, PurePosixPath(best.document.name).parent
    if here != there:
        return False
    if mine and theirs and not _is_annex(other.document):
        return False
    return (
        not is_main(other.document)
        or not is_main(best.document)
        or bool(_name_words(other.document) & _name_words(best.document))
    )


def is_main(document: Document) -> bool:
    """A request in its own right, not a statement of work or an annex that belongs to one."""
    name = fold(f"{PurePosixPath(document.name).name} {document.title}".replace("_", " "))
    return bool(_MAIN.search(name)) and not _is_annex(document)


def _is_annex(document: Document) -> bool:
    return bool(_ANNEX.search(fold(document.name.replace("_", " "))))


def _numbers(document: Document) -> set[str]:
    return set(_NUMBER.findall("\n".join(b.text for b in document.blocks[:_HEAD])))


def marks(rfp: Rfp, weighed: list[Weighed]) -> frozenset[str]:
    """What a mail about this request would name: its numbers, the customer, the project."""
    numbers = {n for w in weighed if w.document.name in rfp.source_refs for n in _numbers(w.document)}
    named = {name for name in (rfp.customer, rfp.project_name) if len(name) > 3 and not _REQUEST.search(fold(name))}
    return frozenset(numbers | named | set(_NUMBER.findall(rfp.title)))


def _name_words(document: Document) -> set[str]:
    stem = fold(PurePosixPath(document.name).stem.replace("_", " ").replace("-", " "))
    return {w for w in words(stem) if len(w) > 3 and not _REQUEST.search(w) and not _ANNEX.search(w)}


def meeting_documents(weighed: list[Weighed]) -> list[Weighed]:
    """Notes and transcripts, best first."""
    found = [w for w in weighed if w.meeting >= 4 and w.meeting + w.said > w.request]
    return sorted(
        found,
        key=lambda w: (
            -(w.said + w.meeting + 4 * ("kick" in fold(w.document.name + w.document.title))),
            w.document.name,
        ),
    )
