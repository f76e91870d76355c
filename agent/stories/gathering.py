"""Replies that nobody handed us: looked for in a check, judged like any other, and each counted once."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from pydantic import TypeAdapter

from agent import marks
from agent.brain.delegation import apart
from agent.brain.interface import Reply
from agent.brain.language import fold
from agent.desk import Desk
from agent.sources.arrivals import SERVERS, Arrived, Channel, Looked, Post, Writer
from agent.sources.hits import label
from agent.sources.interface import SignIn
from agent.stories import receiving, replying
from agent.tasks import Entry, entries, moment
from agent.wire import Speaker

SHORTEST = 4  # characters of a name that means something by itself
MOST = 10  # replies that one check takes in; the next one goes on behind them
QUIET = timedelta(hours=20)  # between two requests for the same sign-in
LOOKED = TypeAdapter(Looked)


class Gathered(NamedTuple):
    """What a look for replies came to: a sentence for each, what it takes to look everywhere, and what went wrong."""

    lines: tuple[str, ...] = ()
    signs: tuple[SignIn, ...] = ()
    missing: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()


async def gather(desk: Desk) -> Gathered:
    """Read-only outside: what is found is written down here, and nobody is answered."""
    asked = tuple(entry for entry in entries(desk.log) if entry.kickoff.sent)  # what was answered may be corrected
    if desk.post is None or not asked:
        return Gathered()
    desk.allowance.use("read_replies")
    looked = await _look(desk, desk.post, asked)
    lines: list[str] = []
    reached = desk.now
    for one in looked.messages:
        if len(lines) == MOST:
            reached = one.at  # it and what follows is found again
            break
        if line := await _taken(desk, one):
            lines.append(line)
    if looked.searched:
        desk.patch(lambda log: marks.looked_until(log, looked.searched, reached))
    return Gathered(tuple(lines), _to_ask(desk, looked.signs), looked.missing, tuple(_troubles(desk, looked)))


def _to_ask(desk: Desk, signs: tuple[SignIn, ...]) -> tuple[SignIn, ...]:
    """A sign-in is asked for once a day: nobody asked for this check, and its owner may have reasons to wait."""
    asked = desk.log.get("asked_to_sign") or {}
    fresh = tuple(one for one in signs if not _lately(asked.get(one.server), desk.now))
    if fresh:
        now = desk.now.isoformat()
        desk.patch(lambda log: {"asked_to_sign": (log.get("asked_to_sign") or {}) | {one.server: now for one in fresh}})
    return fresh


def _lately(at: object, now: datetime) -> bool:
    before = moment(at, "UTC")
    return before is not None and now - before < QUIET


def _troubles(desk: Desk, looked: Looked) -> Iterator[str]:
    words = desk.words
    for server, why in looked.troubles.items():
        yield words.say("poll.trouble", server=label(server), trouble=why)
    if looked.signs:
        yield words.say("poll.unsigned", servers=words.few(dict.fromkeys(label(one.server) for one in looked.signs)))


async def _look(desk: Desk, post: Post, asked: tuple[Entry, ...]) -> Looked:
    """Once per turn: a check that is taken up again judges what it had found."""
    since = {channel: _since(desk, channel, asked) for channel in SERVERS.values()}

    async def look() -> Looked:
        return await post.since(_writers(asked), since, desk.ask.call_id)

    return await desk.journal.once("look", look, LOOKED) if desk.journal else await look()


def _since(desk: Desk, channel: Channel, asked: tuple[Entry, ...]) -> datetime:
    """The last look, else the first brief: nobody answers what they were not asked."""
    briefed = [entry.kickoff.at for entry in asked if entry.kickoff.at]
    return marks.looked_last(desk.log, channel) or min(briefed, default=desk.now)


def _writers(asked: tuple[Entry, ...]) -> Iterator[Writer]:
    """Everybody who was asked for something, and whom they named by an address."""
    known = {entry.address.casefold(): Writer(entry.owner, entry.address) for entry in asked if entry.address}
    for name, address in (apart(one) for entry in asked for one in entry.delegates):
        if address:
            known.setdefault(address.casefold(), Writer(name, address))
    return iter(known.values())


async def _taken(desk: Desk, one: Arrived) -> str:
    """A sentence about a message that counts; empty for one that was read before, or is no answer."""
    speaker = Speaker(
        name=one.name,
        address=one.address,
        oid=one.oid,
        role="contributor",
        channel=one.channel,
        ref=one.ref,
        at=one.at,
        zone=desk.zone,
    )
    owed = tuple(entry for entry in replying.tasks_of(desk, speaker) if entry.kickoff.sent)
    if replying.known(desk, speaker) or not owed:
        return ""
    reply = Reply(
        speaker=speaker,
        text=one.text,
        subject=one.subject,
        files=tuple(one.files),
        inside="\n\n".join(filter(None, one.files.values())),
        unread=tuple(name for name, inside in one.files.items() if not inside),
    )
    meant = tuple(entry for entry in owed if _speaks_of(desk, entry, one))
    judged = await replying.judge(desk, meant or owed, reply)
    if not meant:
        judged = [(entry, found) for entry, found in judged if found.covered]
    if not replying.keep(desk, judged, reply):
        return ""
    return receiving.told(desk, judged, one.name or one.address, desk.words)


def _speaks_of(desk: Desk, entry: Entry, one: Arrived) -> bool:
    """Whether a message is about the work at all: people write to each other of much else, and of that nothing is kept.

    It answers what was sent for this task, or names the customer, the project, or a title of more than one word.
    """
    subject, log = fold(one.subject), desk.log
    sent = (str(row.get("subject") or "") for row in desk.files.drafts if row.get("task_id") == entry.task_id)
    if any(fold(line) in subject for line in sent if len(line) >= SHORTEST):
        return True
    said = f"{subject} {fold(one.text)}"
    names = [str(log.get("customer_name") or ""), str(log.get("project_name") or "")]
    names += [entry.title] if len(entry.title.split()) > 1 else []
    return any(re.search(rf"\b{re.escape(fold(name))}\b", said) for name in names if len(name) >= SHORTEST)
