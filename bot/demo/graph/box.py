"""A mailbox as Exchange keeps one: folders, drafts, replies, and the traps in them."""

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTPUTF8
from typing import Any

Json = dict[str, Any]
INBOX, DRAFTS, SENT = "inbox", "drafts", "sentitems"
BUILT = ("content-type", "content-transfer-encoding", "mime-version")  # headers of how a mail is built follow its parts
HISTORY = '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">{head}</div>{body}'


class Refused(Exception):
    """An answer in Graph's words: HTTP status and code."""

    def __init__(self, status: int, code: str, message: str = "") -> None:
        super().__init__(message or code)
        self.status, self.code = status, code


@dataclass(frozen=True)
class File:
    name: str
    content: bytes
    media_type: str = "application/octet-stream"


@dataclass
class Kept:
    """A message and what Graph does not show of it."""

    data: Json
    folder: str
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    files: list[File] = field(default_factory=list)
    number: int = 0
    raw: bytes = b""  # as it travelled, where that is known

    @property
    def name(self) -> str:
        return str(self.data["internetMessageId"])

    def shown(self) -> Json:
        """Sent mail does not show its headers."""
        hidden = {"singleValueExtendedProperties", *(("internetMessageHeaders",) if self.folder == SENT else ())}
        return {name: value for name, value in self.data.items() if name not in hidden}


class Box:
    def __init__(self, address: str, clock: Callable[[], datetime]) -> None:
        self.address = address
        self.kept: dict[str, Kept] = {}
        self.page = 50  # messages in one answer to a question for changes
        self.outgoing: list[Kept] = []  # what left the mailbox, in order
        self._clock = clock
        self.numbers = 0  # given so far
        self.forgotten = 0  # links to changes before this number are not known any more

    def arrive(self, data: Json, in_reply_to: str = "", files: tuple[File, ...] = ()) -> Kept:
        number = self._number()
        answered = self.known(in_reply_to)
        whole = {
            "id": f"AAMkIN+{number:04d}=",
            "internetMessageId": f"<in-{number}@{domain(sender(data))}>",
            "conversationId": answered.data["conversationId"] if answered else f"conversation-{number}",
            "receivedDateTime": self.now(),
            "hasAttachments": bool(files),
            "isDraft": False,
            **data,
        }
        chain = (*answered.references, answered.name) if answered else tuple(filter(None, (in_reply_to,)))
        kept = Kept(whole, INBOX, in_reply_to, chain, list(files), number)
        whole["internetMessageHeaders"] = [*whole.get("internetMessageHeaders", ()), *thread_headers(kept)]
        self.kept[whole["id"]] = kept
        return kept

    def draft(self, data: Json) -> Kept:
        check_headers(data)
        number = self._number()
        whole = {
            "id": f"AAMkDRAFT+{number:04d}=",
            "internetMessageId": f"<out-{number}@{domain(self.address)}>",
            "conversationId": f"conversation-{number}",
            "isDraft": True,
            "from": {"emailAddress": {"name": "", "address": self.address}},
            "subject": "",
            "toRecipients": [],
            "ccRecipients": [],
            "body": {"contentType": "text", "content": ""},
            **deepcopy(data),
        }
        kept = self.kept[whole["id"]] = Kept(whole, DRAFTS)
        return kept

    def reply(self, answered: Kept, data: Json, comment: str = "") -> Kept:
        """Answers go to the Reply-To, and the history is in the body already."""
        if comment and "body" in data:
            raise Refused(400, "ErrorInvalidRequest", "comment and body are exclusive")
        head = f"<b>From:</b> {sender(answered.data)}<br><b>Sent:</b> …<br><b>To:</b> {self.address}"
        history = HISTORY.format(head=head, body=answered.data.get("body", {}).get("content", ""))
        draft = self.draft(
            {
                "subject": f"RE: {answered.data.get('subject', '')}",
                "toRecipients": answered.data.get("replyTo") or [answered.data["from"]],
                "body": {"contentType": "html", "content": f"{comment}{history}"},
                **data,
            }
        )
        draft.in_reply_to, draft.references = answered.name, (*answered.references, answered.name)
        draft.data["conversationId"] = answered.data["conversationId"]
        return draft

    def change(self, kept: Kept, data: Json) -> None:
        if kept.folder != DRAFTS:
            raise Refused(400, "ErrorInvalidPropertySet", "only a draft can be changed")
        if "internetMessageHeaders" in data:
            raise Refused(400, "ErrorInvalidPropertySet", "headers are given when the message is made")
        kept.data.update(deepcopy(data))

    def send(self, kept: Kept) -> Kept:
        """The sent copy has another id."""
        if kept.folder != DRAFTS:
            raise Refused(400, "ErrorInvalidRequest", "not a draft")
        if not kept.data["toRecipients"]:
            raise Refused(400, "ErrorInvalidRecipients")
        del self.kept[kept.data["id"]]
        kept.folder = SENT
        kept.data |= {"id": kept.data["id"].replace("DRAFT", "SENT"), "isDraft": False, "sentDateTime": self.now()}
        self.kept[kept.data["id"]] = kept
        self.outgoing.append(kept)
        return kept

    def find(self, message_id: str) -> Kept:
        if message_id not in self.kept:
            raise Refused(404, "ErrorItemNotFound", "The specified object was not found in the store.")
        return self.kept[message_id]

    def known(self, name: str) -> Kept | None:
        return next((kept for kept in self.kept.values() if name and kept.name == name), None)

    def search(self, wanted: str, folder: str = "") -> Iterator[Kept]:
        """`wanted`: the $filter; an internet message id or a named property, else everything."""
        name = re.fullmatch(r"internetMessageId eq '(.+)'", wanted)
        named = re.fullmatch(r"singleValueExtendedProperties/Any\(ep: ep/id eq '(.+)' and ep/value eq '(.+)'\)", wanted)
        since = re.fullmatch(r"receivedDateTime ge (\S+)", wanted)
        for kept in self.kept.values():
            if folder and kept.folder != folder:
                continue
            if name and kept.name != name[1]:
                continue
            if named and {"id": named[1], "value": named[2]} not in kept.data.get("singleValueExtendedProperties", ()):
                continue
            if since and kept.data.get("receivedDateTime", "") < since[1]:
                continue
            yield kept

    def _number(self) -> int:
        self.numbers += 1
        return self.numbers

    def now(self) -> str:
        return self._clock().strftime("%Y-%m-%dT%H:%M:%SZ")


def check_headers(data: Json) -> None:
    headers = data.get("internetMessageHeaders")
    if headers is None:
        return
    if not 1 <= len(headers) <= 5:
        raise Refused(400, "InvalidInternetMessageHeaderCollection")
    if any(not header["name"].lower().startswith("x-") for header in headers):
        raise Refused(400, "InvalidInternetMessageHeader")


def thread_headers(kept: Kept) -> list[Json]:
    told = {"In-Reply-To": kept.in_reply_to, "References": " ".join(kept.references)}
    return [{"name": name, "value": value} for name, value in told.items() if value]


def sender(data: Json) -> str:
    return str(data["from"]["emailAddress"]["address"])


def domain(address: str) -> str:
    return address.rpartition("@")[2]


def eml(kept: Kept) -> bytes:
    """The message as it travels."""
    if kept.raw:
        return kept.raw
    letter = EmailMessage(policy=SMTPUTF8)
    letter["From"] = written(kept.data["from"])
    letter["To"] = ", ".join(map(written, kept.data.get("toRecipients", ())))
    letter["Subject"] = kept.data.get("subject", "")
    letter["Message-ID"] = kept.name
    for header in (*thread_headers(kept), *kept.data.get("internetMessageHeaders", ())):
        if header["name"] not in letter and header["name"].casefold() not in BUILT:
            letter[header["name"]] = header["value"]
    body = kept.data.get("body", {})
    kind = "html" if str(body.get("contentType", "")).lower() == "html" else "plain"
    letter.set_content(body.get("content", "").encode(), "text", kind, cte="base64", params={"charset": "utf-8"})
    for file in kept.files:
        main, _, sub = file.media_type.partition("/")
        letter.add_attachment(file.content, main, sub or "octet-stream", filename=file.name)
    return letter.as_bytes()


def written(recipient: Json) -> str:
    one = recipient["emailAddress"]
    return f'"{one["name"]}" <{one["address"]}>' if one.get("name") else str(one["address"])
