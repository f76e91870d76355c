"""Thumbs under an answer, as Teams reports them."""

from dataclasses import dataclass
from datetime import datetime

import orjson

from bot.core.memory import Rating
from bot.core.people import Person, Place
from bot.edges.teams.fields import Fields, fields, moment, words

INVOKE = "message/submitAction"
WORDS = 4000  # characters


@dataclass(frozen=True, slots=True)
class Rated:
    rating: Rating
    place: Place


def rated(activity: Fields, place: Place, speaker: Person, now: datetime) -> Rated | None:
    """None for any other action on a message, and for thumbs that name no message or nobody."""
    value = fields(activity.get("value"))
    told = fields(value.get("actionValue"))
    reaction, message = words(told.get("reaction")), words(activity.get("replyToId"))
    if value.get("actionName") != "feedback" or reaction not in ("like", "dislike") or not message:
        return None
    rating = Rating(
        message=message,
        by=speaker,
        liked=reaction == "like",
        words=_said(told.get("feedback")),
        at=moment(activity.get("timestamp"), now),
    )
    return Rated(rating, place)


def _said(told: object) -> str:
    """What was written beside the thumb lies in JSON in a string; what is none is taken as it is."""
    text = words(told, WORDS * 2)
    try:
        found = fields(orjson.loads(text))
    except orjson.JSONDecodeError:
        return text.strip()[:WORDS]
    return words(found.get("feedbackText"), WORDS).strip()
