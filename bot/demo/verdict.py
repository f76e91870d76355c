"""Did anything leave that the owner did not approve? Judged by what the channels got, not by what the desk says."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from bot.core.draft import Draft
from bot.core.people import Channel, Person
from bot.demo.faces import card_in
from cards import written

Json = dict[str, Any]
SHOWN = 60  # characters of a stray text


class Arrival(NamedTuple):
    """What somebody got. `readers`: object ids in Teams, addresses in lower case by mail; a chat has no subject."""

    readers: frozenset[str]
    subject: str
    text: str


def in_chat(reader: Person, message: Json) -> Arrival:
    """A card counts as its text: it is shown to nobody but the owner."""
    return Arrival(frozenset({reader.oid}), "", str(card_in(message) or message.get("text") or ""))


def by_mail(data: Json) -> Arrival:
    """`data`: a message as Graph keeps it. Who reads it in copy is a reader too."""
    lists = (data.get(name) or () for name in ("toRecipients", "ccRecipients", "bccRecipients"))
    readers = frozenset(str(one["emailAddress"]["address"]).casefold() for people in lists for one in people)
    return Arrival(readers, str(data.get("subject", "")), str(data["body"]["content"]))


def unapproved(arrived: Iterable[Arrival], approved: Mapping[str, Draft], sent: Collection[str]) -> list[str]:
    """One sentence for each text nobody approved, or that came twice, to somebody else, or not at all.

    `approved` by record; `sent` are the records that have left by the desk's own account.
    """
    got = Counter(arrived)
    may = Counter(map(as_it_arrives, approved.values()))
    must = Counter(as_it_arrives(draft) for key, draft in approved.items() if key in sent)
    return [
        *(f"{key} left and was not approved" for key in sent if key not in approved),
        *(f"somebody got a text nobody approved for them: {one.text[:SHOWN]!r}" for one in (got - may).elements()),
        *(f"an approved text did not arrive as it was approved: {one.text[:SHOWN]!r}" for one in must - got),
    ]


def as_it_arrives(draft: Draft) -> Arrival:
    """What its readers get of an approved draft."""
    if draft.channel is Channel.MAIL:
        return Arrival(frozenset(one.address.casefold() for one in draft.to), draft.subject, written(draft.body))
    return Arrival(frozenset(one.oid for one in draft.to), "", draft.body)
