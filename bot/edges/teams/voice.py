"""Speaks in Teams: text, cards and typing signs through the SDK's turn context, people and files without it."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from bot.core.errors import MessageGone, Throttled, Uncertain, Undeliverable
from bot.core.letter import FileRef
from bot.core.people import Person, Place
from bot.core.post import Posted
from bot.core.turn import Source
from bot.edges.teams.connector import Address, Connector, Leaving, Step
from bot.edges.teams.fields import Fields, words
from bot.edges.teams.files import Files
from bot.edges.teams.growing import so_far
from bot.edges.teams.limits import channel_of
from bot.edges.teams.look import SUMMARY_LIMIT, Look, look, with_entities
from bot.edges.teams.mentions import addressed, calls_somebody, mentioned
from bot.edges.teams.pieces import pieces
from bot.edges.teams.roster import Rosters
from bot.edges.teams.streams import Stream, Streams
from bot.edges.teams.wording import teams_text

if TYPE_CHECKING:
    from bot.edges.teams.adapter import Adapter

CARD = "application/vnd.microsoft.card.adaptive"
ACQUAINTANCES = 5000
EXTERNAL = "#EXT#"  # in the sign-in name of every guest


class TeamsVoice:
    """`flows.ports.Voice` for Teams. Raises `Throttled`, `Undeliverable`, `MessageGone` or `Uncertain`."""

    def __init__(
        self,
        connector: Connector,
        files: Files,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._connector, self._files = connector, files
        self._adapter: Adapter | None = None
        self._met: OrderedDict[tuple[str, str], Place] = OrderedDict()
        self._streams = Streams(self._piece, clock, sleep)
        self._rosters = Rosters(self.members, clock)
        self._asking: dict[str, asyncio.Task[tuple[Person, ...]]] = {}  # about a channel, for all who want to know now

    async def close(self) -> None:
        await self._streams.close()

    async def warm(self) -> None:
        """Import the SDK beside the event loop; else the first message waits for it."""
        self._adapter = self._adapter or (await asyncio.to_thread(_adapter_class))(self._connector)

    async def open(self, place: Place, text: str) -> Posted:
        """A stream in a 1:1 chat, a placeholder everywhere else."""
        if self._streams.may(place) and (ref := await self._streams.begin(place, text)):
            return Posted(ref=ref, place=place)
        return await self.say(place, text, final=False)

    async def go_on(self, place: Place, ref: str, sign: str, words: str) -> None:
        if not await self._streams.go_on(place, ref, sign, words):
            await self._put(place, {"text": so_far(words) or sign, "text_format": "markdown"}, ref, passing=True)

    async def say(
        self,
        place: Place,
        text: str,
        replaces: str = "",
        final: bool = True,
        exact: bool = False,
        summary: str = "",
        sources: tuple[Source, ...] = (),
        to: Person | None = None,
        leaving: Leaving | None = None,
    ) -> Posted:
        """The first part takes the place of `replaces`, the others follow it. Progress (`final` False) has one part."""
        texts, how = pieces(teams_text(text, exact) or "…"), look(final and not exact, summary, sources)
        if replaces and (stream := await self._streams.end(place, replaces)):
            return await self._ended(stream, texts, how, ours=exact or not final)
        first, *others = await self._dressed(place, texts, how, to, calls=final and not exact)
        posted = await (self._put(place, first, replaces, not final) if replaces else self._post(place, first, leaving))
        return await self._rest(posted, others if final else [])

    async def _dressed(self, place: Place, texts: list[str], how: Look, to: Person | None, calls: bool) -> list[Look]:
        """Every part with what belongs to it. Who is called by name where several read is told of it."""
        there: tuple[Person, ...] = ()
        if calls and place.kind != "personal" and any(map(calls_somebody, texts)):
            there = await self._rosters.of(place)
        parts = [mentioned(one, there) if calls else (one, []) for one in texts]
        if to is not None and to.teams_id and place.kind != "personal":
            parts[0] = addressed(texts[0], to)
        return [with_entities({"text": words} | how, entities) for words, entities in parts]

    async def _ended(self, stream: Stream, texts: list[str], how: Look, ours: bool) -> Posted:
        """What was shown of an answer stays: a sentence of `ours` follows it, and another answer is an edit."""
        if ours and stream.words:
            texts, how = pieces("\n\n".join((stream.words, *texts))), look(labelled=True)
        goes_on = texts[0].startswith(stream.words)
        finished = await self._streams.finish(stream, texts[0] if goes_on else stream.words, how)
        if not (finished and goes_on):
            await self._edited(stream, {"text": texts[0]} | how)
        return await self._rest(Posted(ref=stream.ref, place=stream.place), [{"text": one} | how for one in texts[1:]])

    async def _edited(self, stream: Stream, fields: Look) -> None:
        try:
            await self._put(stream.place, fields, stream.ref)
        except Undeliverable as refused:  # a stream that broke may have left no message behind
            raise MessageGone("the stream left no message") from refused

    async def _rest(self, posted: Posted, parts: list[Look]) -> Posted:
        for part in parts:
            await self._go_on(posted.place, part)
        return posted

    async def show(
        self, place: Place, card: dict[str, object], summary: str, replaces: str = "", page: str = ""
    ) -> Posted:
        """A card alone: with text beside it the service makes two messages and tells the id of neither."""
        return await self.attach(place, {"contentType": CARD, "content": card}, summary, replaces)

    async def attach(self, place: Place, attachment: Fields, summary: str, replaces: str = "") -> Posted:
        """Something that is no Adaptive Card, such as the offer of a file."""
        fields = {"attachments": [attachment], "summary": summary[:SUMMARY_LIMIT]}
        return await (self._put(place, fields, replaces) if replaces else self._post(place, fields))

    async def typing(self, place: Place) -> None:
        """May be called as often as one likes: what is too much is left out, and nothing ever fails."""
        adapter = await self._ready()
        await adapter.post(place, {"type": "typing"})

    async def meet(self, place: Place, person: Person) -> Place:
        """The 1:1 chat with a person, by the bot's own id for them or their object id; asked for once."""
        name = person.teams_id or person.oid
        if not name:
            raise Undeliverable("this person is not known in Teams", "no_address")
        if person.tenant and person.tenant != place.tenant:
            raise Undeliverable("this person belongs to another tenant", "not_member")
        known = self._met.get((place.tenant, name))
        if known is None:
            known = await self._make(place, name)
            self._met[place.tenant, name] = known
            if len(self._met) > ACQUAINTANCES:
                self._met.popitem(last=False)
        return known

    async def members(self, place: Place) -> tuple[Person, ...]:
        """Asked once for all who want to know at the same time."""
        room = channel_of(place.conversation)
        asking = self._asking.get(room)
        if asking is None:
            asking = self._asking[room] = asyncio.create_task(self._listed(place))
            asking.add_done_callback(lambda done: self._answered(room, done))
        return await asyncio.shield(asking)

    def _answered(self, room: str, done: "asyncio.Task[tuple[Person, ...]]") -> None:
        self._asking.pop(room, None)
        if not done.cancelled():
            done.exception()  # heard, should nobody wait any more

    async def _listed(self, place: Place) -> tuple[Person, ...]:
        found = await self._connector.members(_address(place))
        return tuple(_person(one, place.tenant) for one in found if words(one.get("id")))

    async def readers(self, place: Place) -> tuple[Person, ...]:
        return await self._rosters.of(place)

    async def handed(self, place: Place, ref: str) -> tuple[FileRef, ...]:
        return await self._files.in_message(place, ref)

    async def fetch(self, place: Place, file: FileRef) -> bytes:
        return await self._files.fetch(file, place.service_url)

    async def _piece(self, place: Place, fields: Look, step: Step) -> str:
        return await (await self._ready()).post(place, fields, stream=step)

    async def _put(self, place: Place, fields: dict[str, Any], replaces: str, passing: bool = False) -> Posted:
        adapter = await self._ready()
        return Posted(ref=await adapter.put(place, replaces, fields, passing=passing), place=place)

    async def _post(self, place: Place, fields: dict[str, Any], leaving: Leaving | None = None) -> Posted:
        adapter = await self._ready()
        return Posted(ref=await adapter.post(place, fields, leaving=leaving), place=place)

    async def _go_on(self, place: Place, fields: dict[str, Any]) -> None:
        """The rest of a text whose beginning stands there: saying all of it again would repeat the beginning."""
        adapter = await self._ready()
        try:
            await adapter.post(place, fields, goes_on=True)
        except (Throttled, Undeliverable) as refused:
            raise Uncertain("only the beginning was posted") from refused

    async def _make(self, place: Place, name: str) -> Place:
        conversation, service_url = await self._connector.meet(place.service_url, place.tenant, place.bot_id, name)
        return place.model_copy(
            update={"conversation": conversation, "service_url": service_url, "kind": "personal", "subject": ""}
        )

    async def _ready(self) -> "Adapter":
        if self._adapter is None:
            await self.warm()
        assert self._adapter
        return self._adapter


def _adapter_class() -> "type[Adapter]":
    from bot.edges.teams.adapter import Adapter  # half a second of imports, which the web door does not need

    return Adapter


def _address(place: Place) -> Address:
    return Address(place.service_url, place.tenant, place.conversation)


def _person(member: Fields, tenant: str) -> Person:
    return Person(
        oid=words(member.get("aadObjectId")) or words(member.get("objectId")),
        name=words(member.get("name")),
        address=words(member.get("email")) or words(member.get("userPrincipalName")),
        teams_id=words(member.get("id")),
        guest=words(member.get("userRole")).lower() == "guest" or EXTERNAL in words(member.get("userPrincipalName")),
        tenant=words(member.get("tenantId")) or tenant,
    )
