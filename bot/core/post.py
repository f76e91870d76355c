"""Mail in and out, and where a message landed."""

import re
from datetime import datetime
from typing import Literal

from bot.core.letter import FileRef
from bot.core.noun import Noun
from bot.core.people import Person, Place

REPLY = re.compile(r"\s*(?:re|res|aw|sv|antw|rif|ref|返信)\s*(?:\[\d+\])?\s*[:：]", re.IGNORECASE)
FORWARD = re.compile(r"\s*(?:fwd?|enc|wg|tr|rv|vs|doorst|転送)\s*[:：]", re.IGNORECASE)


Importance = Literal["low", "normal", "high"]


class Posted(Noun):
    """Where a message landed; `ref` is empty when the channel gave no id."""

    ref: str
    place: Place


class Mail(Noun):
    """A mail to send. `html` and `text` are made from the same words; `reply_to` is the message it answers."""

    to: tuple[Person, ...]
    subject: str
    text: str
    html: str
    reply_to: str = ""
    project_id: str = ""
    key: str = ""  # our own name for it: parcel or letter id
    importance: Importance = "normal"
    answers_to: str = ""  # where answers are wanted, when that is not the mailbox it is sent from


class Reach(Noun):
    """What mails that came back, and absences, say of an address."""

    address: str
    bounced_at: datetime | None = None  # the last time that a mail to it came back for good
    absent_at: datetime | None = None  # the last time that it answered by itself that nobody is there


Meant = Literal["invited", "accepted", "declined", "tentative", "cancelled", "proposed"]


class Meeting(Noun):
    """What a mail from somebody's calendar says. `starts`: ISO 8601, a day or a moment, "" for none."""

    meant: Meant
    title: str = ""
    starts: str = ""


class Arrived(Noun):
    """A mail as read: `new_text` is the sender's own words, `full_text` everything visible, history included.

    `tagged`: the project whose tag, checked, stands in the subject or in the address it was sent to; `mistagged`: what
    stands there only looks like one. `bounced`: whom a delivery report gives up, as far as it says.
    """

    message_id: str  # Graph id
    internet_id: str
    conversation: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    sender: Person
    to: tuple[str, ...] = ()
    subject: str = ""
    at: datetime
    new_text: str = ""
    full_text: str = ""
    automatic: Literal["", "oof", "ndr", "receipt", "list", "own", "meeting"] = ""
    trusted: bool = False  # the sender's address is authenticated
    files: tuple[FileRef, ...] = ()
    language: str = ""
    tagged: str = ""
    mistagged: bool = False
    bounced: tuple[str, ...] = ()
    meeting: Meeting | None = None

    @property
    def answered(self) -> tuple[str, ...]:
        """Internet message ids this mail may answer, nearest first: In-Reply-To, then References from right to left."""
        return tuple(dict.fromkeys(name for name in (self.in_reply_to, *reversed(self.references)) if name))

    @property
    def root(self) -> str:
        """The first mail of the thread, which every later one refers to."""
        return self.references[0] if self.references else self.in_reply_to or self.internet_id

    @property
    def is_reply(self) -> bool:
        """By its subject alone."""
        return bool(REPLY.match(self.subject))

    @property
    def goes_on(self) -> bool:
        """It answers or forwards something: what is quoted in it was written by somebody else."""
        return bool(self.references or self.in_reply_to or self.is_reply or FORWARD.match(self.subject))
