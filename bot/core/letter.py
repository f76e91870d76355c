"""What waits in a project's mailbox: everything that makes the desk do something, in order."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from bot.core.noun import Noun
from bot.core.people import Channel, Person, Place


class FileRef(Noun):
    """A pointer to a file somebody handed in: a download address (Teams), or message and attachment id (mail).

    `shared`: the address is the one in SharePoint, where not everybody is let in.
    """

    name: str
    url: str = ""
    shared: bool = False
    message: str = ""
    attachment: str = ""


class Said(Noun):
    """Somebody wrote."""

    kind: Literal["said"] = "said"
    letter_id: str
    place: Place
    speaker: Person
    text: str
    quoted: str = ""  # an older message they answered
    quoted_ref: str = ""  # its id at the channel
    files: tuple[FileRef, ...] = ()
    lost_files: int = 0  # markers of files that never arrived
    at: datetime
    ref: str = ""  # message id at the channel
    addressed: bool = True
    goes_on: str = ""  # the answer that stopped for want of a permission, and is taken up
    answers: str = ""  # record key of the brief this is a reply to, when known
    also: tuple[str, ...] = ()  # mail: the other addresses it was sent to
    mentioned: tuple[Person, ...] = ()  # by the ids the channel gave, without the bot
    picked: Person | None = None  # on a card, and looked up there


class Told(Noun):
    """A decision or a delivery the agent has to hear of; of what expired or went wrong the owner hears too.

    `uncertain` is for the owner alone: nobody knows yet what the agent should be told.
    """

    kind: Literal["told"] = "told"
    letter_id: str
    record_key: str
    verb: Literal["sent", "failed", "uncertain", "rejected", "change", "expired"]
    by: str = ""
    at: datetime
    channel: Channel | None = None
    ref: str = ""
    reason: str = ""
    instruction: str = ""


class Looked(Noun):
    """The clock asks for an unattended check."""

    kind: Literal["looked"] = "looked"
    letter_id: str
    at: datetime
    reason: str = "scheduled"


class Met(Noun):
    """The bot was added somewhere or removed; somebody left (`person`); or the place itself is gone."""

    kind: Literal["met"] = "met"
    letter_id: str
    place: Place
    person: Person
    event: Literal["added", "removed", "left", "gone"]
    at: datetime


class Slot(Noun):
    """Where somebody's client lets us put a file, and what to call it afterwards."""

    upload_url: str
    content_url: str = ""
    name: str = ""
    unique_id: str = ""
    file_type: str = ""


class Granted(Noun):
    """Somebody answered whether they want a file that was offered. Without a slot they do not."""

    kind: Literal["granted"] = "granted"
    letter_id: str
    place: Place
    person: Person
    about: str  # the project whose export was offered
    slot: Slot | None = None
    ref: str = ""  # the message that offered it
    at: datetime


class Mailed(Noun):
    """A mail arrived in the desk's mailbox; what it says and whose project it is, is found out when it is read."""

    kind: Literal["mailed"] = "mailed"
    letter_id: str
    message_id: str
    at: datetime


Letter = Annotated[Said | Told | Looked | Met | Mailed | Granted, Field(discriminator="kind")]
MAIL_IN = "mail-in"  # the mailbox of mails that nobody has looked at yet
ASK = ".ask"  # questions that need no turn lie in a box of their own, and wait behind none
LETTERS: TypeAdapter[Letter] = TypeAdapter(Letter)


def ask_box(project_id: str) -> str:
    return project_id + ASK


def is_ask_box(box: str) -> bool:
    return box.endswith(ASK)


def project_of(box: str) -> str:
    """Whose box it is: a project's mailbox bears the project's id."""
    return box.removesuffix(ASK)


class Grave(Noun):
    """Letters that ended their worker too often, by the name of the first; the owner decides what becomes of them."""

    project_id: str
    letter_id: str
    state: Literal["dead", "retry", "discard"] = "dead"
    letters: tuple[Letter, ...] = ()  # none once somebody decided
    by: str = ""  # who decided
    at: datetime | None = None
