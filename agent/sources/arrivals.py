"""What people wrote since they were last looked for: found with tools that only read, each message with its own id."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from agent.sources import hits
from agent.sources.hits import Hit
from agent.sources.html import html_blocks
from agent.sources.interface import ConsentNeeded, SignIn
from agent.sources.ownwords import FORWARDS, own_words
from agent.sources.toolbox import SENTENCES, Line, NoAnswer, Told, Visible, ways_of

Channel = Literal["mail", "teams"]
SERVERS: dict[str, Channel] = {"WorkIQMail2": "mail", "WorkIQTeams": "teams"}
SINCE: dict[Channel, str] = {"mail": "received", "teams": "sent"}
OVERLAP = timedelta(hours=1)  # a message may be found later than it was sent; its id keeps it from counting twice
MOST = 20  # messages of one person that are read at once
Open = Callable[[str], AbstractAsyncContextManager[Line]]


class Arrived(BaseModel):
    """One message. `ref` is its internet message id where it is a mail, else the channel's own id."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ref: str
    channel: Channel
    name: str = ""
    address: str = ""
    oid: str = ""
    at: datetime
    subject: str = ""
    text: str = ""
    files: dict[str, str] = {}  # name to what it says; empty where that could not be read


class Writer(NamedTuple):
    """Somebody whose messages are looked for."""

    name: str
    address: str


class Looked(BaseModel):
    """What a look gave. `searched`: the channels that were searched for everybody; only those need not be again."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    messages: tuple[Arrived, ...] = ()
    searched: tuple[Channel, ...] = ()
    missing: tuple[str, ...] = ()  # servers that offer no search
    signs: tuple[SignIn, ...] = ()  # sign-ins it takes, each once
    troubles: dict[str, str] = {}  # server to the sentence of what went wrong


class Post:
    """`visible` says which of the offered tools a poll may use at all: only those that read."""

    def __init__(self, opened: Open, visible: Visible) -> None:
        self._opened, self._visible = opened, visible

    async def since(self, writers: Iterable[Writer], moments: Mapping[Channel, datetime], call_id: str = "") -> Looked:
        """Everybody's messages since each channel's moment, all looked for side by side, oldest first."""
        people = tuple(writers)
        try:
            async with self._opened(call_id) as line:
                offered = {one.name: one for one in await line.offered()}
                tools = [offered[name] for name in self._visible(offered)]
                able = {server: ways for server in SERVERS if "search" in (ways := ways_of(tools, server))}
                found = await asyncio.gather(
                    *(_of_server(line, server, ways, people, moments[SERVERS[server]]) for server, ways in able.items())
                )
        except NoAnswer as trouble:
            return Looked(troubles={"Microsoft 365": SENTENCES[trouble.why]})
        except ConsentNeeded as needed:
            return Looked(signs=needed.signs)
        missing = tuple(server for server in SERVERS if server not in able)
        return _together((Looked(missing=missing), *found))


def _together(found: Iterable[Looked]) -> Looked:
    parts = tuple(found)
    messages = {(one.channel, one.ref): one for part in parts for one in part.messages}
    return Looked(
        messages=tuple(sorted(messages.values(), key=lambda one: one.at)),
        searched=tuple(channel for part in parts for channel in part.searched),
        missing=tuple(server for part in parts for server in part.missing),
        signs=tuple(dict.fromkeys(sign for part in parts for sign in part.signs)),
        troubles={server: why for part in parts for server, why in part.troubles.items()},
    )


async def _of_server(
    line: Line, server: str, ways: Mapping[str, tuple[str, str]], people: Iterable[Writer], moment: datetime
) -> Looked:
    """One server, searched for everybody; it counts as searched where nothing went wrong with anybody."""
    found = await asyncio.gather(*(_of_writer(line, server, ways, one, moment - OVERLAP) for one in people))
    whole = not any(one.signs or one.troubles for one in found)
    return _together((*found, Looked(searched=(SERVERS[server],) if whole else ())))


async def _of_writer(
    line: Line, server: str, ways: Mapping[str, tuple[str, str]], writer: Writer, since: datetime
) -> Looked:
    channel, (tool, argument) = SERVERS[server], ways["search"]
    query = f"from:{writer.address} {SINCE[channel]}>={since.date().isoformat()}"
    try:
        told = await line.call(tool, {argument: query})
        best = hits.written_in(told.data, told.text)[:MOST]
        wholes = await asyncio.gather(*(_whole(line, one, ways.get("read")) for one in best))
    except NoAnswer as trouble:
        return Looked(troubles={server: SENTENCES[trouble.why]})
    except hits.Garbled:
        return Looked(troubles={server: SENTENCES["garbled"]})
    except ConsentNeeded as needed:
        return Looked(signs=tuple(SignIn(server=one.server or server, link=one.link) for one in needed.signs))
    read = (_message(channel, one, whole, writer) for one, whole in zip(best, wholes, strict=True))
    return Looked(messages=tuple(one for one in read if one and one.at >= since))


async def _whole(line: Line, hit: Hit, way: tuple[str, str] | None) -> Told | None:
    """The message as it is, where the server can give it: what a search shows is often only its beginning."""
    return await line.call(way[0], {way[1]: hit.id}) if way else None


def _message(channel: Channel, hit: Hit, whole: Told | None, writer: Writer) -> Arrived | None:
    """None where nobody can say who wrote it or when, and for what the writer did not write themselves."""
    raw = hits.merged(hit, whole.parts if whole else (), whole.data if whole else None)
    at = hits.sent_at(raw)
    name, address, oid = hits.sender(raw)
    if not address and name.casefold() == writer.name.casefold():
        address = writer.address  # found by the address, and shown by the name alone
    if at is None or at.tzinfo is None or address.casefold() != writer.address.casefold():
        return None
    return Arrived(
        ref=str(raw.get("internetMessageId") or hit.id),
        channel=channel,
        name=name or writer.name,
        address=address,
        oid=oid,
        at=at,
        subject=hit.title,
        text=own_words(_plain(raw, hit.title), hit.title),
        files=hits.attached(raw),
    )


def _plain(raw: Mapping[str, Any], subject: str) -> str:
    """The words one sees; of a letter that forwards another, those too."""
    shown = {key: value for key, value in raw.items() if key != "uniqueBody"} if FORWARDS.match(subject) else raw
    body = hits.body(shown)
    return "\n".join(block.text for block in html_blocks(body)) if hits.MARKUP.search(body) else body
