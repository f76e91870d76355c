"""What goes out: where a message landed, and what a mail holds."""

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
