"""What the web door is given from inside for all that Teams sends besides messages and clicks."""

import asyncio
import logging
from datetime import timedelta

import cards
from bot.core.errors import AgentTrouble, ChannelTrouble
from bot.core.letter import Said
from bot.core.people import Channel, Person, Place
from bot.edges.teams import extension
from bot.edges.teams.fields import Fields, fields, words
from bot.edges.teams.news import Amended
from bot.edges.web import Call, Told
from bot.flows import amend, compose, sign_in
from bot.flows.ports import World
from cards.words import say

log = logging.getLogger(__name__)
DAILY = timedelta(days=1)
EXCHANGE, FAILED = "signin/tokenExchange", "signin/failure"
TOKEN_LIMIT, REMEMBERED = 20_000, 1000


class TeamsDoors:
    def __init__(self, world: World) -> None:
        self._world = world
        self._exchanges: dict[str, asyncio.Future[bool]] = {}
        self._under_way: set[asyncio.Task[None]] = set()

    async def amend(self, news: Amended) -> None:
        letter = news.arrived.letter
        if isinstance(letter, Said):
            await amend.amend(self._world, news.arrived.seen, letter, news.said is None, news.restored)

    async def refuse(self, place: Place) -> None:
        """One sentence a day and conversation; the request is not kept waiting for it."""
        if await self._world.store.once(f"foreign:{place.thread}", DAILY):
            task = asyncio.create_task(self._say_no(place))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    def calls(self) -> dict[str, Call]:
        return {extension.QUERY: self.search, extension.LINK: self.unfold, EXCHANGE: self.exchange, FAILED: self.failed}

    async def exchange(self, value: object, actor: Person, place: Place) -> Told:
        """Teams brings a person's token, from each of their clients at once: it is exchanged once per request for it.

        412 lets the client show the button instead. `id` is ours and comes back as it was sent.
        """
        told = fields(value)
        name = words(told.get("id"))
        key = f"{actor.authority}|{name}"
        if key not in self._exchanges:
            if len(self._exchanges) >= REMEMBERED:
                self._exchanges.clear()
            self._exchanges[key] = asyncio.ensure_future(self._exchanged(actor, words(told.get("token"), TOKEN_LIMIT)))
        given = await asyncio.shield(self._exchanges[key])
        echo: Fields = {"id": name, "connectionName": words(told.get("connectionName"))}
        return (200, echo) if given else (412, echo | {"failureDetail": "no leave was given"})

    async def failed(self, value: object, actor: Person, _: Place) -> Told:
        """The client could not bring a token; it has shown the button."""
        log.info("the client of %s brought no token: %.60r", actor.authority, fields(value).get("code"))
        return 200, {}

    async def _exchanged(self, actor: Person, token: str) -> bool:
        try:
            return bool(token) and await sign_in.signed_in(self._world, actor, token)
        except AgentTrouble as trouble:
            log.warning("nobody could sign in: %s", type(trouble).__name__)
            return False

    async def search(self, value: object, actor: Person, place: Place) -> Fields | None:
        """The list that belongs to a command of the manifest; None for any other."""
        what, wanted = extension.asked(value)
        if what not in compose.KINDS:
            return None
        found = await compose.search(self._world, actor, what, wanted, place.locale, place.zone)
        if not found:
            return extension.message(say(place.locale).t("compose.nothing"))
        return extension.results(_line(one, place) for one in found)

    async def unfold(self, value: object, actor: Person, place: Place) -> Fields | None:
        found = await compose.unfold(self._world, actor, extension.link(value), place.locale)
        return extension.results([_line(found, place)] if found else [])

    async def _say_no(self, place: Place) -> None:
        try:
            await self._world.voices[Channel.TEAMS].say(place, say(place.locale).t("desk.other_tenant"), exact=True)
        except ChannelTrouble as trouble:
            log.info("nobody was told that their tenant is not on the list: %s", type(trouble).__name__)


def _line(found: compose.Found, place: Place) -> extension.Line:
    return extension.Line(found.title, found.text, cards.card(found.notice, place.locale, place.zone))
