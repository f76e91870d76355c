"""What the Bot Connector's answers mean: tried again here, planned again by the ledger, or over."""

import email.utils
import random
import re
import time
from collections.abc import Mapping
from typing import Literal, NamedTuple

import orjson

from bot.core.errors import (
    ChannelTrouble,
    MessageGone,
    Stopped,
    Throttled,
    Uncertain,
    Undeliverable,
    UndeliverableReason,
)  # fmt: skip
from bot.edges.teams.fields import fields, words

Method = Literal["GET", "POST", "PUT", "DELETE"]
CUT = 0  # status of a request that was sent and never answered
UNSENT = -1  # status of a request that never left: nobody answered the call
GATEWAYS = (CUT, 408, 502, 503, 504)
LATER, SOON = 30.0, 5.0  # seconds until something that failed for now is planned again
TRIES = 5
STOPPED = re.compile(r"cancell?ed by (the )?user")
REASONS: tuple[tuple[str, UndeliverableReason], ...] = (
    ("messagewritesblocked", "blocked"),
    ("conversationblockedbyuser", "blocked"),
    ("botnotinconversationroster", "not_member"),
    ("forbiddenoperationexception", "not_member"),  # on create: the app is not installed for this person
    ("botdisabledbyadmin", "disabled"),
    ("messagesizetoobig", "too_big"),
)


class Call(NamedTuple):
    """`repeats`: doing it twice is the same as once. `patience`: seconds it may wait for a throttled channel."""

    method: Method
    repeats: bool
    patience: float


SEND = Call("POST", repeats=False, patience=10)
SEND_NEXT = Call("POST", repeats=False, patience=60)  # the rest of something whose beginning is there already
UPDATE = Call("PUT", repeats=True, patience=30)
PASSING = Call("PUT", repeats=True, patience=0)  # progress: the next one replaces it anyway
REMOVE = Call("DELETE", repeats=True, patience=30)
LOOK = Call("GET", repeats=True, patience=10)
MEET = Call("POST", repeats=True, patience=10)  # the same pair of people always gets the same chat
SIGN = Call("POST", repeats=False, patience=0)  # a typing sign is not worth waiting for
GROW = Call("POST", repeats=False, patience=0)  # some words more of an answer: the next ones hold them too


class Answer(NamedTuple):
    status: int
    body: object = None  # JSON, else text
    retry_after: float | None = None

    @property
    def fine(self) -> bool:
        return 200 <= self.status < 300

    @property
    def code(self) -> str:
        """The service's own name for what went wrong; for logs."""
        error = fields(fields(self.body).get("error"))
        return words(error.get("code"), 60) or words(fields(self.body).get("subCode"), 60)

    @property
    def all_words(self) -> str:
        """Everything it says, in whichever of its shapes, for searching."""
        return self.body.lower() if isinstance(self.body, str) else orjson.dumps(self.body).decode().lower()


def answer(status: int, headers: Mapping[str, str], body: bytes) -> Answer:
    """Read without ever failing: bodies come empty, as HTML, and as JSON inside a string."""
    try:
        found = orjson.loads(body) if body.strip() else None
    except orjson.JSONDecodeError:
        found = body[:2000].decode("utf-8", "replace")
    return Answer(status, found, retry_after(headers.get("Retry-After", "")))


def retry_after(value: str) -> float | None:
    """Seconds, from a number or from a date."""
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(value).timestamp() - time.time()
        except (ValueError, TypeError):
            return None
    return min(max(seconds, 0.5), 3600.0) if seconds == seconds else None


def pause(call: Call, got: Answer, attempt: int) -> float | None:
    """Seconds until the same request may go out again, None when it may not. `attempt` counts from 0."""
    if attempt + 1 >= TRIES:
        return None
    if got.status == 429:
        return got.retry_after or float(2**attempt)
    if got.status == 412:  # two writers met: refused for certain
        return 0.3 * float(2**attempt) + random.uniform(0, 0.2)
    if got.status == UNSENT or (call.repeats and (got.status in GATEWAYS or _may_be_done(call, got))):
        return 0.5 * float(2**attempt) + random.uniform(0, 0.2)
    return None


def trouble(call: Call, got: Answer) -> ChannelTrouble:
    """What a refusal amounts to, in our own words. Never holds what was said."""
    why = f"{call.method} was not sent" if got.status == UNSENT else f"{call.method} was answered with {got.status}"
    if got.status == 429:
        return Throttled(why, got.retry_after or LATER)
    if got.status in (412, UNSENT):
        return Throttled(why, SOON)
    if got.status == 403 and STOPPED.search(got.all_words):
        return Stopped(why)
    if got.status in GATEWAYS or got.status >= 500:
        return _broken(call, got, why)
    if _is_gone(call, got):
        return MessageGone(why)
    return Undeliverable(why, _reason(got))


def _broken(call: Call, got: Answer, why: str) -> ChannelTrouble:
    """A gateway will be back, and what repeats is done then. An error of the service itself may meet this message for
    ever: after its tries nobody knows whether the message was changed."""
    if not call.repeats:
        return Uncertain(why)
    if got.status in GATEWAYS:
        return Throttled(why, LATER)
    return Uncertain(why) if _may_be_done(call, got) else Undeliverable(why)


def _may_be_done(call: Call, got: Answer) -> bool:
    """An error of the service says nothing about the message that was to be replaced or removed."""
    return call.method in ("PUT", "DELETE") and got.status >= 500


def _is_gone(call: Call, got: Answer) -> bool:
    """A deleted message answers an update with 404, or with 403 and the code Unknown."""
    if call.method not in ("PUT", "DELETE"):
        return False
    return got.status == 404 or (got.status == 403 and '"code":"unknown"' in got.all_words)


def _reason(got: Answer) -> UndeliverableReason:
    found = next((reason for name, reason in REASONS if name in got.all_words), None)
    if found:
        return found
    if got.status == 413:
        return "too_big"
    return "forbidden" if got.status in (401, 403) else "unknown"
