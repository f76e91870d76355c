"""Mail in and out, and where a message landed."""

from datetime import datetime
from typing import Literal

from bot.core.letter import FileRef
from bot.core.noun import Noun
from bot.core.people import Person, Place


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
    importance: str = "normal"


class Arrived(Noun):
    """A mail as read: `new_text` is the sender's own words, `full_text` everything visible, history included."""

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
