"""Graph's notifications: the handshake, and messages as pointers. Nothing in them is believed but the id of a message.

The subscription's secret is compared for every item; the mailbox that is read is always our own.
"""

import hmac
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from pydantic import ValidationError

from bot.core.errors import StoreDown
from bot.edges.outlook.papers import Outside

Answer = tuple[int, str, str]  # status, content type, text
Accept = Callable[[str, str], Awaitable[bool]]  # name for recognising it again, Graph message id; durable: was it new?
Alarm = Callable[[str], Awaitable[None]]  # name of a lifecycle event

ID = re.compile(r"[A-Za-z0-9+/_=-]{1,600}")  # nothing that could lead out of our own mailbox
EVENTS = frozenset(("reauthorizationRequired", "subscriptionRemoved", "missed"))
PLAIN = "text/plain"


class Pointer(Outside):
    id: str = ""


class Item(Outside):
    client_state: str = ""
    lifecycle_event: str = ""
    resource_data: Pointer = Pointer()


class Envelope(Outside):
    value: tuple[Item, ...]


class Notice(NamedTuple):
    messages: tuple[str, ...]
    events: tuple[str, ...]
    strangers: int  # items without our secret


def handshake(query: Mapping[str, str]) -> str | None:
    """The token Graph wants back when a subscription is made; it is opaque and may be any text."""
    return next((value for name, value in query.items() if name.casefold() == "validationtoken"), None)


def understood(body: bytes, client_state: str) -> Notice:
    """Raises ValidationError when this is no envelope of Graph's."""
    envelope = Envelope.model_validate_json(body)
    ours = [item for item in envelope.value if same(item.client_state, client_state)]
    return Notice(
        messages=tuple(dict.fromkeys(item.resource_data.id for item in ours if ID.fullmatch(item.resource_data.id))),
        events=tuple(dict.fromkeys(item.lifecycle_event for item in ours if item.lifecycle_event in EVENTS)),
        strangers=len(envelope.value) - len(ours),
    )


def same(told: str, secret: str) -> bool:
    return bool(secret) and hmac.compare_digest(told.encode(), secret.encode())


def seen_key(message_id: str) -> str:
    """The same mail may be notified twice, and be found by a delta as well."""
    return f"mail:{message_id}"


async def graph_post(
    query: Mapping[str, str], body: bytes, accept: Accept, *, client_state: str, alarm: Alarm
) -> Answer:
    """200 for the handshake, 202 once everything is durable, 400 for what is no notification, 503 without a store."""
    token = handshake(query)
    if token is not None:
        return 200, PLAIN, token
    try:
        notice = understood(body, client_state)
    except ValidationError:
        return 400, PLAIN, ""
    try:
        for message_id in notice.messages:
            await accept(seen_key(message_id), message_id)
        for event in notice.events:
            await alarm(event)
    except StoreDown:
        return 503, PLAIN, ""
    return 202, PLAIN, ""
