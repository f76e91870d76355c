"""A mail as it travels (RFC 5322), read into the same shape as Graph's."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.errors import MessageError
from email.header import decode_header, make_header
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.utils import getaddresses, parsedate_to_datetime
from typing import NamedTuple

from bot.edges.halves import whole
from bot.edges.outlook.papers import EPOCH, Address, Body, Header, Paper, Recipient, Slip

ENCODED = re.compile(r"=\?[\w-]+\?[bq]\?[^?]*\?=", re.IGNORECASE)
LONGEST = 4000  # characters of a header: the library takes four times as long for twice as many
LONGEST_OF_BUILD = 1000  # … of one that tells how the mail is built, which is looked at again and again
ALTOGETHER = 60_000  # characters of a mail's different headers
RECIPIENT = re.compile(r";\s*<?([^\s<>;]+@[^\s<>;]+)>?")
MESSAGE_ID = re.compile(r"<[^<>\s]+>")


class Report(NamedTuple):
    """A delivery report: was anything given up, and for whom, and the id of the mail it is about."""

    failed: bool
    original: str
    recipients: tuple[str, ...] = ()


class Headers:
    """Understands every header once: the library does so again at each look, and each part looks at what it is in.

    One that cannot be understood is taken as it stands; one that tells how the mail is built tells nothing then.
    """

    def __init__(self) -> None:
        self._registry = HeaderRegistry()
        self._seen: dict[tuple[str, str], str] = {}
        self._left = ALTOGETHER

    def __call__(self, name: str, value: str) -> str:
        if (name, value) not in self._seen:
            self._seen[name, value] = self._understood(name, value)
        return self._seen[name, value]

    def _understood(self, name: str, value: str) -> str:
        builds = name.casefold().startswith("content-")
        try:
            if len(value) > min(LONGEST_OF_BUILD if builds else LONGEST, self._left):
                raise ValueError(name)
            self._left -= len(value)
            return self._registry(name, value)
        except (MessageError, ValueError, IndexError, AttributeError, TypeError, OverflowError, RecursionError):
            return self._registry(name, "") if builds else value


def parsed(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=policy.default.clone(utf8=True, header_factory=Headers()))


def paper_of(raw: bytes, message_id: str = "") -> Paper:
    mail = parsed(raw)
    text = body_of(mail, "plain")
    html = body_of(mail, "html")
    return Paper(
        id=message_id,
        kind="eventMessage" if invites(mail) else "",
        internet_message_id=raw_header(mail, "message-id"),
        subject=subject_of(raw_header(mail, "subject")),
        sender=next(iter(people(mail, "from")), Recipient()),
        to_recipients=tuple(people(mail, "to")),
        cc_recipients=tuple(people(mail, "cc")),
        received_date_time=moment(raw_header(mail, "date")),
        body=Body(content_type="html", content=html) if html else Body(content=text),
        internet_message_headers=tuple(Header(name=name, value=raw_header(mail, name)) for name in mail),
        attachments=tuple(slips(mail)),
    )


def body_of(mail: EmailMessage, kind: str) -> str:
    """The first text part of that kind that is no attachment; never one of an attached mail."""
    for part in parts(mail):
        if part.get_content_type() == f"text/{kind}" and not part.get_filename() and not part.is_attachment():
            return words_of(part)
    return ""


def invites(mail: EmailMessage) -> bool:
    return any(part.get_content_type() == "text/calendar" and part.get_param("method") for part in parts(mail))


def words_of(part: EmailMessage) -> str:
    """Decodes with the charset it names; a broken name is no reason to lose the words."""
    content = part.get_payload(decode=True)
    raw = content if isinstance(content, bytes) else b""
    for charset in (part.get_content_charset() or "utf-8", "utf-8", "cp1252"):
        try:
            return whole(raw.decode(charset))
        except (LookupError, ValueError):
            continue
    return raw.decode("latin-1")


def parts(mail: EmailMessage) -> Iterator[EmailMessage]:
    """Leaves in order, without going into attached mails."""
    if mail.get_content_maintype() != "multipart":
        yield mail
        return
    for part in mail.iter_parts():
        if isinstance(part, EmailMessage):
            yield from parts(part)


def slips(mail: EmailMessage) -> Iterator[Slip]:
    for number, part in enumerate(parts(mail)):
        if part.is_attachment() or part.get_filename() or part.get_content_maintype() not in ("text", "multipart"):
            content = part.get_payload(decode=True)
            yield Slip(
                id=str(number),
                name=whole(part.get_filename() or "") or f"{part.get_content_type().replace('/', '-')}-{number}",
                size=len(content) if isinstance(content, bytes) else 0,
                content_type=part.get_content_type(),
                is_inline=part.get_content_disposition() == "inline" or _is_shown(part),
            )


def _is_shown(part: EmailMessage) -> bool:
    """A picture with a name for the text to call it by, which is sent without a word on what it is for."""
    return part.get_content_disposition() is None and bool(part.get("content-id"))


def attachment(raw: bytes, number: str) -> bytes | None:
    for index, part in enumerate(parts(parsed(raw))):
        if str(index) == number:
            content = part.get_payload(decode=True)
            return content if isinstance(content, bytes) else b""
    return None


def people(mail: EmailMessage, name: str) -> Iterator[Recipient]:
    try:
        found = getaddresses([raw_header(mail, name)])
    except RecursionError:  # comments in comments: nobody wrote this
        return
    for shown, address in found:
        if address:
            yield Recipient(email_address=Address(name=shown, address=address))


def raw_header(mail: EmailMessage, name: str) -> str:
    return " ".join(whole(str(mail.get(name, ""))).split())


def subject_of(subject: str) -> str:
    """Some relays hand subjects on undecoded."""
    if not ENCODED.search(subject):
        return subject
    try:
        return whole(str(make_header(decode_header(subject))))
    except (LookupError, MessageError, ValueError):
        return subject


def moment(date: str) -> datetime:
    try:
        found = parsedate_to_datetime(date)
    except (ValueError, TypeError, IndexError, OverflowError):
        return EPOCH
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def message_ids(value: str) -> tuple[str, ...]:
    return tuple(MESSAGE_ID.findall(value))


def report_of(raw: bytes) -> Report:
    """`failed` unless every address it speaks of is only delayed."""
    mail = parsed(raw)
    actions: list[str] = []
    given_up: list[str] = []
    original = ""
    for part in mail.walk():
        if part.get("action", "").casefold() == "failed":
            given_up += RECIPIENT.findall(
                whole(str(part.get("final-recipient") or part.get("original-recipient") or ""))
            )
        actions += [action.casefold() for action in part.get_all("action", [])]
        if part is not mail and part.get("message-id"):
            original = next(iter(message_ids(whole(str(part.get("message-id"))))), original)
        if part.get_content_type() == "text/rfc822-headers" and isinstance(part, EmailMessage):
            about = parsed(words_of(part).encode())
            original = next(iter(message_ids(raw_header(about, "message-id"))), original)
    failed = not actions or any(action != "delayed" for action in actions)
    return Report(failed, original, tuple(dict.fromkeys(one.casefold() for one in given_up)))
