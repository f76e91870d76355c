"""The desk's mailbox at Graph, its reading side: mails, their attachments, and the people who write them."""

import logging
from datetime import datetime

from bot.core.calendar import Span
from bot.core.errors import Throttled, Undeliverable
from bot.core.habits import Facts
from bot.core.letter import FileRef
from bot.core.people import Person
from bot.core.post import Arrived
from bot.edges.outlook.answers import Access, Answer, filled, trouble, unread
from bot.edges.outlook.automatic import domain_of, kind_of
from bot.edges.outlook.hours import MailboxSettings, MailTips, absences_of, facts_of
from bot.edges.outlook.line import Line
from bot.edges.outlook.meetings import meeting_of
from bot.edges.outlook.mime import report_of
from bot.edges.outlook.papers import Entries, Paper, Slip, Slips
from bot.edges.outlook.reading import arrived
from bot.edges.outlook.routing import subject_tag

log = logging.getLogger(__name__)
FILE_LIMIT = 25 * 2**20  # bytes
TOO_BIG, LOST = "desk.file_too_big", "desk.file_lost"


class Mailbox:
    def __init__(
        self,
        line: Line,
        home_domains: frozenset[str] = frozenset(),
        file_limit: int = FILE_LIMIT,
        secret: bytes = b"",
    ) -> None:
        """`home_domains`: whose mail Exchange itself vouches for; without any the mailbox's own. `secret`: of tags."""
        self._line = line
        self._home = home_domains or frozenset((domain_of(line.access.mailbox),))
        self._file_limit = file_limit
        self._secret = secret
        self._denied: set[str] = set()

    @property
    def access(self) -> Access:
        return self._line.access

    async def read(self, message_id: str) -> Arrived | None:
        """None: it was moved or deleted, which is normal. Raises `Throttled`, `Unreadable` for this mail alone."""
        answer = await self._line.ask(lambda calls: calls.message(message_id))
        if answer.status == 404:
            return None
        if not answer.ok:
            raise unread(answer, "a mail could not be read")
        paper = filled(Paper, answer)
        if paper.has_attachments:
            paper = paper.model_copy(update={"attachments": await self._slips(message_id)})
        address = self.access.mailbox
        kind = kind_of(paper, address)
        raw = await self._travelled(message_id) if kind in ("ndr", "meeting") else b""
        report = report_of(raw) if kind == "ndr" and raw else None
        return arrived(paper, address, self._home, report, self._secret, meeting_of(raw) if raw else None)

    def tag(self, project_id: str) -> str:
        return subject_tag(project_id, self._secret)

    async def fetch(self, file: FileRef) -> bytes:
        """Raises `Throttled`, `Unreadable`, or `Undeliverable` with a sentence's key."""
        label = await self._line.ask(lambda calls: calls.attachment(file.message, file.attachment))
        if label.ok and filled(Slip, label).size > self._file_limit:
            raise Undeliverable(TOO_BIG, "too_big")
        answer = label
        if label.ok:
            answer = await self._line.ask(lambda calls: calls.attachment_bytes(file.message, file.attachment))
        if answer.ok:
            return answer.body
        what = "an attachment could not be fetched"
        wrong = unread(answer, what) if answer.status in (401, 500) else trouble(answer, what)
        raise wrong if isinstance(wrong, Throttled) else Undeliverable(LOST)

    async def who(self, name: str) -> Person | None:
        """Strangers are not looked for; neither is anybody who cannot be told from another."""
        if "@" in name and domain_of(name) not in self._home:
            return None
        answer = await self._line.ask(lambda calls: calls.people(name))
        if answer.status == 429 or answer.doubtful:
            raise trouble(answer, "the directory could not be asked")
        entries = filled(Entries, answer).value if answer.ok else ()
        if len(entries) != 1:
            return None
        entry = entries[0]
        address = (name if "@" in name else entry.mail).casefold()
        if domain_of(address) not in self._home:  # a guest is in the directory under an address from elsewhere
            return None
        return Person(oid=entry.id, name=entry.display_name, address=address, tenant=self.access.tenant)

    async def hours(self, address: str) -> Facts | None:
        """Only of people of ours; a mailbox we may not ask is asked again by whoever wants to know, and politely."""
        if domain_of(address) not in self._home:
            return None
        answer = await self._line.ask(lambda calls: calls.hours(address))
        return facts_of(filled(MailboxSettings, answer)) if self._told(answer, "working hours") else None

    async def absences(self, address: str, now: datetime) -> tuple[Span, ...] | None:
        answer = await self._line.ask(lambda calls: calls.tips(address))
        return absences_of(filled(MailTips, answer), now) if self._told(answer, "automatic replies") else None

    def _told(self, answer: Answer, what: str) -> bool:
        """What the desk may not know it does without: said in the log once."""
        if answer.ok:
            return True
        if answer.status == 429 or answer.doubtful:
            raise trouble(answer, f"{what} could not be asked for")
        if answer.status in (401, 403) and what not in self._denied:
            self._denied.add(what)
            log.info("Graph does not let the desk see people's %s: their project's apply", what)
        return False

    async def _slips(self, message_id: str) -> tuple[Slip, ...]:
        answer = await self._line.ask(lambda calls: calls.attachments(message_id))
        if not answer.ok:
            raise unread(answer, "the attachments of a mail could not be listed")
        return filled(Slips, answer).value

    async def _travelled(self, message_id: str) -> bytes:
        """What a delivery report or a calendar says stands in parts that only the mail as it travelled shows."""
        answer = await self._line.ask(lambda calls: calls.mime(message_id))
        if answer.status == 404:
            return b""
        if not answer.ok:
            raise unread(answer, "a mail as it travelled could not be read")
        return answer.body
