"""Which mails no person wrote, and whose sender is who it says."""

import re
from typing import Literal

from bot.edges.outlook.marks import DESK_HEADER
from bot.edges.outlook.papers import Paper

Kind = Literal["", "oof", "ndr", "receipt", "list", "own", "meeting"]

ABSENT = re.compile(
    r"\s*(?:automatic reply|auto(?:matic)?[ -]?reply|out of office|resposta automática|automatische antwort"
    r"|réponse automatique|respuesta automática|risposta automatica|automatisch antwoord"
    r"|automatiskt? svar|autosvar|自動応答)\s*[:：]",
    re.IGNORECASE,
)
POSTMASTERS = re.compile(r"(?:postmaster|mailer-daemon|microsoftexchange[0-9a-f]*)@", re.IGNORECASE)
DEAF = re.compile(r"(?:no|do[-_.]?not)[-_.]?reply@", re.IGNORECASE)
VACATION_HEADERS = ("x-autoreply", "x-autorespond", "x-autoresponder")
PASSED = re.compile(r"(?:^|;)\s*dmarc=pass\b", re.IGNORECASE)  # inside other parts stands what senders say
HEADER_FROM = re.compile(r"\bheader\.from=([\w.-]+)", re.IGNORECASE)


def kind_of(paper: Paper, desk_address: str) -> Kind:
    """The word for a mail that must never be answered; empty for a person's own."""
    address = paper.sender.email_address.address.casefold()
    if address == desk_address.casefold() or paper.header(DESK_HEADER):
        return "own"
    if "eventmessage" in paper.kind.casefold() or content_type(paper).startswith("text/calendar"):
        return "meeting"
    return _report(paper, address) or _absence(paper) or _bulk(paper, address)


def _report(paper: Paper, address: str) -> Kind:
    kind = content_type(paper)
    if "report-type=disposition-notification" in re.sub(r'[\s"]', "", kind):
        return "receipt"
    if kind.startswith("multipart/report") or paper.header("x-ms-exchange-message-is-ndr"):
        return "ndr"
    return "ndr" if POSTMASTERS.match(address) else ""


def _absence(paper: Paper) -> Kind:
    """Exchange writes some of its absences without any of the headers, hence the subjects."""
    submitted = paper.header("auto-submitted").casefold().split(";")[0].strip()
    told = (
        submitted not in ("", "no")
        or any(paper.header(name) for name in VACATION_HEADERS)
        or paper.header("x-apple-action").casefold() == "vacation"
        or paper.header("precedence").casefold() == "auto_reply"
        or paper.header("return-path") == "<>"
    )
    return "oof" if told or ABSENT.match(paper.subject) else ""


def _bulk(paper: Paper, address: str) -> Kind:
    bulk = paper.header("precedence").casefold() in ("bulk", "junk", "list") or paper.header("list-id")
    return "list" if bulk or DEAF.match(address) else ""


def content_type(paper: Paper) -> str:
    return paper.header("content-type").casefold()


def authenticated(paper: Paper, home_domains: frozenset[str]) -> bool:
    """Is the From address proved? Mail from inside carries Exchange's own mark, mail from elsewhere has passed DMARC.

    Only the topmost `Authentication-Results` counts: the ones below came with the mail.
    """
    domain = domain_of(paper.sender.email_address.address)
    if domain in home_domains:
        return paper.header("x-ms-exchange-organization-authas").casefold() == "internal"
    results = paper.header("authentication-results")
    judged = HEADER_FROM.search(results)
    return bool(domain and PASSED.search(results)) and (judged is None or judged[1].casefold() == domain)


def domain_of(address: str) -> str:
    return address.rpartition("@")[2].casefold()
