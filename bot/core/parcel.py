"""A ledger line: something that leaves the desk, once.

planned ──> sending ──> sent
   ^           ├──────> planned    the channel said no for certain and asked to wait
   │           ├──────> failed     the channel said no for good
   │           ├──────> refused    at the last moment the approval no longer covers it, or it is not needed any more
   │           └──────> uncertain  nobody knows: shown to the owner, never repeated by itself
   └── resend, only by the owner's hand
"""

from datetime import datetime
from enum import StrEnum
from typing import Literal

from bot.core.noun import Noun
from bot.core.people import Channel, Place


class Fate(StrEnum):
    PLANNED = "planned"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    REFUSED = "refused"
    UNCERTAIN = "uncertain"


UNDONE = "undone"  # why it was not sent: its owner held it back, and the draft is open again
NOT_NEEDED = ("answered", "stopped")  # why the desk itself refused to send what nobody has to approve again
HELD_BACK = (*NOT_NEEDED, "away", "declined", "unanswered", "enough", "overtaken")  # every reason it refuses for


class Recipe(Noun):
    """A card is stored as what it shows, and drawn when it is sent: it is never older than the state."""

    kind: Literal[
        "batch",
        "draft",
        "dashboard",
        "notice",
        "question",
        "error",
        "dead",
        "welcome",
        "workspace",
        "consent",
        "deputies",
        "reminder",
    ]
    keys: tuple[str, ...] = ()  # records shown by a batch or draft card; the letter or the loss a card is about
    text: str = ""  # notice, question: the words; dashboard: the view as JSON
    replaces: str = ""  # parcel whose message this card takes the place of
    trouble: str = ""  # error: key of the sentence
    facts: tuple[tuple[str, str], ...] = ()  # fill the sentence; dead: who wrote and when; reminder: its kind


class Parcel(Noun):
    """`brief`: an approved draft for its recipient. `card`: something for the owner to look at."""

    parcel_id: str
    project_id: str
    kind: Literal["brief", "card"]
    place: Place | None = None  # card: where it is shown; brief: found when sending
    recipe: Recipe | None = None
    record_key: str = ""
    version: int = 0
    content_hash: str = ""
    channel: Channel = Channel.TEAMS
    fate: Fate = Fate.PLANNED
    not_before: datetime | None = None
    attempts: int = 0
    ref: str = ""  # id of the message at the channel
    shown_in: Place | None = None  # where it landed: updates go there
    waits_until: datetime | None = None  # a reminder: when its person is at work again, by the clock of `waits_zone`
    waits_zone: str = ""
    trouble: str = ""  # reason of `failed` or `refused`
    planned_at: datetime | None = None
    settled_at: datetime | None = None


def faded(parcel: Parcel) -> Parcel:
    """A settled parcel without words: where it landed, when, and what became of it is kept."""
    recipe = parcel.recipe.model_copy(update={"text": "", "facts": ()}) if parcel.recipe else None
    kept = {"place": _unnamed(parcel.place), "shown_in": _unnamed(parcel.shown_in)}
    return parcel.model_copy(update={"recipe": recipe, **kept})


def _unnamed(place: Place | None) -> Place | None:
    return place.model_copy(update={"subject": "", "address": ""}) if place else None
