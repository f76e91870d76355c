"""What Graph answered, and our word for it."""

from typing import NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from bot.core.errors import ChannelTrouble, MessageGone, Throttled, Undeliverable, Unreadable
from bot.core.noun import Noun
from bot.edges.halves import mended

Filled = TypeVar("Filled", bound=BaseModel)
LATER = 30.0  # seconds, where Graph gives no number
AWAY = (0, 401, 403, 408, 429, 502, 503, 504)  # Graph, or our access to it, and no fault of the one thing asked for


class Access(Noun):
    """How to reach the desk's mailbox. Without a secret the machine's managed identity signs in."""

    base_url: str
    mailbox: str
    tenant: str = ""
    client_id: str = ""
    secret: str = ""


class Answer(NamedTuple):
    """What came back. `status` 0: nothing came, and nobody knows whether it was done."""

    status: int
    body: bytes = b""
    code: str = ""
    retry_after: float = LATER

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    @property
    def doubtful(self) -> bool:
        """It may have been done all the same."""
        return self.status in (0, 408) or self.status >= 500


def filled(model: type[Filled], answer: Answer) -> Filled:
    """The answer's JSON as one of our models. A character that somebody cut in half does not hide a mail.

    Raises `Unreadable` for anything else that is not to be understood.
    """
    try:
        return model.model_validate_json(mended(answer.body))
    except ValidationError as unreadable:
        raise Unreadable("Graph said something that is not to be understood", LATER) from unreadable


def trouble(answer: Answer, what: str) -> ChannelTrouble:
    """Our word for an answer to a question that changes nothing."""
    why = f"{what}: {answer.status} {answer.code}".strip()
    if answer.status == 404:
        return MessageGone(why)
    if answer.doubtful or answer.status == 429:
        return Throttled(why, answer.retry_after)
    return Undeliverable(why, "forbidden" if answer.status in (401, 403) else "unknown")


def unread(answer: Answer, what: str) -> ChannelTrouble:
    """Our word for an answer to a question about one mail: is it Graph that is away, or this mail that it cannot give?

    Nobody loses a mail by a refusal of the whole mailbox: it is asked for again until somebody has mended that.
    """
    why = f"{what}: {answer.status} {answer.code}".strip()
    if answer.status == 404:
        return MessageGone(why)
    return (Throttled if answer.status in AWAY else Unreadable)(why, answer.retry_after)
