"""Replies that nobody handed us: looked for in a check, judged like any other, and each counted once."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from pydantic import TypeAdapter

from agent import marks
from agent.brain.delegation import apart
from agent.brain.interface import Reply
from agent.desk import Desk
from agent.sources.arrivals import SERVERS, Arrived, Channel, Looked, Post, Writer
from agent.sources.hits import label
from agent.sources.interface import SignIn
from agent.stories import replying
from agent.tasks import Entry, entries, moment
from agent.wire import Speaker
from agent.words import Words

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
    waiting = tuple(entry for entry in entries(desk.log) if entry.kickoff.sent and not entry.done)
    if desk.post is None or not waiting:
        return Gathered()
    desk.allowance.use("read_replies")
    looked = await _look(desk, desk.post, waiting)
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


async def _look(desk: Desk, post: Post, waiting: tuple[Entry, ...]) -> Looked:
    """Once per turn: a check that is taken up again judges what it had found."""
    since = {channel: _since(desk, channel, waiting) for channel in SERVERS.values()}

    async def look() -> Looked:
        return await post.since(_writers(waiting), since, desk.ask.call_id)

    return await desk.journal.once("look", look, LOOKED) if desk.journal else await look()


def _since(desk: Desk, channel: Channel, waiting: tuple[Entry, ...]) -> datetime:
    """The last look, else the first brief: nobody answers what they were not asked."""
    briefed = [entry.kickoff.at for entry in waiting if entry.kickoff.at]
    return marks.looked_last(desk.log, channel) or min(briefed, default=desk.now)


def _writers(waiting: tuple[Entry, ...]) -> Iterator[Writer]:
    """Everybody who owes something, and whom they named by an address."""
    known = {entry.address.casefold(): Writer(entry.owner, entry.address) for entry in waiting if entry.address}
    for name, address in (apart(one) for entry in waiting for one in entry.delegates):
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
    owed = tuple(entry for entry in replying.open_tasks(desk, speaker) if entry.kickoff.sent)
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
    judged = await replying.judge(desk, owed, reply)
    if not replying.keep(desk, judged, reply):
        return ""
    words: Words = desk.words
    return " ".join(replying.sentence(entry, found, one.name or one.address, words) for entry, found in judged)
