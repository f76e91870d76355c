"""Speaks in Teams: text, cards and typing signs through the SDK's turn context, people and files without it."""

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from bot.core.errors import Throttled, Uncertain, Undeliverable
from bot.core.letter import FileRef
from bot.core.people import Person, Place
from bot.core.post import Posted
from bot.edges.teams.connector import Address, Connector, Leaving
from bot.edges.teams.fields import Fields, words
from bot.edges.teams.files import Files
from bot.edges.teams.pieces import pieces
from bot.edges.teams.wording import teams_text

if TYPE_CHECKING:
    from bot.edges.teams.adapter import Adapter

CARD = "application/vnd.microsoft.card.adaptive"
SUMMARY_LIMIT = 500
ACQUAINTANCES = 5000
EXTERNAL = "#EXT#"  # in the sign-in name of every guest
MADE_BY_AI = {
    "type": "https://schema.org/Message",
    "@type": "Message",
    "@context": "https://schema.org",
    "@id": "",
    "additionalType": ["AIGeneratedContent"],
}


class TeamsVoice:
    """`flows.ports.Voice` for Teams. Raises `Throttled`, `Undeliverable`, `MessageGone` or `Uncertain`."""

    def __init__(self, connector: Connector, files: Files) -> None:
        self._connector, self._files = connector, files
        self._adapter: Adapter | None = None
        self._met: OrderedDict[tuple[str, str], Place] = OrderedDict()

    async def warm(self) -> None:
        """Import the SDK beside the event loop; else the first message waits for it."""
        self._adapter = self._adapter or (await asyncio.to_thread(_adapter_class))(self._connector)

    async def say(
        self,
        place: Place,
        text: str,
        replaces: str = "",
        final: bool = True,
        exact: bool = False,
        summary: str = "",
        leaving: Leaving | None = None,
    ) -> Posted:
        """The first part takes the place of `replaces`, the others follow it. Progress (`final` False) has one part."""
        parts = pieces(teams_text(text, exact) or "…")
        look: dict[str, Any] = {"text_format": "markdown"}
        if summary:
            look["summary"] = summary[:SUMMARY_LIMIT]
        if final and not exact:
            look["entities"] = [MADE_BY_AI]
        first = {"text": parts[0]} | look
        posted = await (self._put(place, first, replaces, not final) if replaces else self._post(place, first, leaving))
        for part in parts[1:] if final else ():
            await self._go_on(place, {"text": part} | look)
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
        found = await self._connector.members(_address(place))
        return tuple(_person(one, place.tenant) for one in found if words(one.get("id")))

    async def fetch(self, place: Place, file: FileRef) -> bytes:
        return await self._files.fetch(file, place.service_url)

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
