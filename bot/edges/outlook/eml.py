"""Mail without a mail server: what goes out is written as .eml files, what comes in is read from them."""

import asyncio
import os
from collections.abc import Callable
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTPUTF8
from email.utils import format_datetime
from pathlib import Path

from bot.core.calendar import Span
from bot.core.errors import Throttled, Undeliverable
from bot.core.habits import Facts
from bot.core.letter import FileRef
from bot.core.people import Person
from bot.core.post import Arrived, Mail
from bot.edges.outlook import marks
from bot.edges.outlook.answers import LATER
from bot.edges.outlook.automatic import domain_of
from bot.edges.outlook.mailbox import LOST
from bot.edges.outlook.meetings import meeting_of
from bot.edges.outlook.mime import attachment, message_ids, paper_of, parsed, raw_header, report_of
from bot.edges.outlook.reading import arrived
from bot.edges.outlook.routing import subject_tag


class EmlPost:
    """`folder`/outbox is written; `folder`/inbox/<message id>.eml is read, where somebody puts mails there."""

    def __init__(self, folder: Path, sender: Person, clock: Callable[[], datetime], secret: bytes = b"") -> None:
        self.outbox, self.inbox = folder / "outbox", folder / "inbox"
        self._sender = sender
        self._clock = clock
        self._secret = secret

    async def send(self, mail: Mail) -> str:
        file = self.outbox / f"{marks.message_mark(mail.key)}.eml"
        if not file.exists():
            await asyncio.to_thread(self._write, file, self._composed(mail).as_bytes(policy=SMTPUTF8))
        return self._name(mail.key)

    async def arrived(self, key: str) -> str | None:
        return self._name(key) if (self.outbox / f"{marks.message_mark(key)}.eml").exists() else None

    async def read(self, message_id: str) -> Arrived | None:
        raw = self._received(message_id)
        if raw is None:
            return None
        paper, address = paper_of(raw, message_id), self._sender.address
        return arrived(paper, address, frozenset(), report_of(raw), self._secret, meeting_of(raw))

    async def fetch(self, file: FileRef) -> bytes:
        raw = self._received(file.message)
        content = attachment(raw, file.attachment) if raw is not None else None
        if content is None:
            raise Undeliverable(LOST)
        return content

    async def who(self, name: str) -> Person | None:
        """There is no directory here."""
        return None

    def tag(self, project_id: str) -> str:
        return subject_tag(project_id, self._secret)

    async def hours(self, address: str) -> Facts | None:
        """Nor are there mailboxes that could be asked."""
        return None

    async def absences(self, address: str, now: datetime) -> tuple[Span, ...] | None:
        return None

    def _name(self, key: str) -> str:
        """The message id follows from the key: a mail that is written twice stays one."""
        return f"<{marks.message_mark(key)}@{domain_of(self._sender.address)}>"

    def _composed(self, mail: Mail) -> EmailMessage:
        letter = EmailMessage(policy=SMTPUTF8)
        letter["From"] = shown(self._sender)
        letter["To"] = [shown(person) for person in mail.to]
        letter["Subject"] = " ".join((mail.subject or self._answers(mail.reply_to)).split())
        letter["Date"] = format_datetime(self._clock())
        letter["Message-ID"] = self._name(mail.key)
        for name, value in self._thread(mail.reply_to).items():
            letter[name] = value
        letter["Importance"] = mail.importance
        letter[marks.QUIET_HEADER] = "All"
        letter[marks.DESK_HEADER] = self._sender.address
        letter[marks.MESSAGE_HEADER] = marks.message_mark(mail.key)
        if mail.project_id:
            letter[marks.PROJECT_HEADER] = mail.project_id
        compose(letter, mail)
        return letter

    def _thread(self, reply_to: str) -> dict[str, str]:
        """`reply_to` is a mail in the inbox, or an internet message id."""
        raw = self._received(reply_to) if reply_to else None
        if raw is None:
            return {"In-Reply-To": reply_to, "References": reply_to} if message_ids(reply_to) else {}
        answered = parsed(raw)
        name = raw_header(answered, "message-id")
        earlier = message_ids(raw_header(answered, "references"))
        return {"In-Reply-To": name, "References": " ".join(dict.fromkeys((*earlier, name)))}

    def _answers(self, reply_to: str) -> str:
        raw = self._received(reply_to) if reply_to else None
        return f"RE: {paper_of(raw).subject}" if raw is not None else ""

    def _received(self, message_id: str) -> bytes | None:
        file = self.inbox / f"{message_id}.eml"
        if file.parent != self.inbox or not file.is_file():
            return None
        return file.read_bytes()

    def _write(self, file: Path, content: bytes) -> None:
        """A reader of the folder sees a whole mail or none."""
        try:
            self.outbox.mkdir(parents=True, exist_ok=True)
            draft = file.with_suffix(".part")
            with draft.open("wb") as part:
                part.write(content)
                part.flush()
                os.fsync(part.fileno())
            draft.replace(file)
        except OSError as broken:
            raise Throttled(f"the outbox could not be written: {broken.strerror}", LATER) from broken


def compose(letter: EmailMessage, mail: Mail) -> None:
    """The words as bytes in base64: given as text, their line ends would be changed and one more be added."""
    letter.set_content(mail.text.encode(), "text", "plain", cte="base64", params={"charset": "utf-8"})
    if mail.html:
        letter.add_alternative(mail.html.encode(), "text", "html", cte="base64", params={"charset": "utf-8"})


def shown(person: Person) -> Address:
    try:
        return Address(display_name=person.name, addr_spec=person.address)
    except (ValueError, IndexError) as wrong:
        raise Undeliverable("not a mail address", "no_address") from wrong
