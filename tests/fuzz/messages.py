"""/api/messages: the real door with signed activities that are wrong, and the real stories behind it."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import orjson

from bot.core.draft import record_key
from bot.core.letter import Granted, Met, Said
from bot.core.people import Person, Place
from bot.core.post import Posted
from bot.demo.cast import ANA, CHANNEL, PRIYA, TENANT
from bot.demo.connector import Connector
from bot.demo.teams import HEADERS, Teams
from bot.edges.web import Doors, application, listening
from bot.flows import decide, redraw
from cards.click import Click
from cards.words import say
from tests.edges.teams.cases import FOLDER, input_of
from tests.edges.teams.conftest import NOW, open_room
from tests.fakes import draft
from tests.fuzz.mutants import bent, scrambled, written
from tests.fuzz.toybox import Toybox, toybox

THREAD = CHANNEL.thread("1796043600123")
VERBS = (
    "open", "page", "back", "refresh", "approve", "approve_selected", "edit", "save", "save_approve", "cancel",
    "change", "reject", "undo", "arrived", "resend", "retry", "answer", "deputy_add", "deputy_remove",
)  # fmt: skip
WORDS = {"subject": "New", "body": "New.", "instruction": "Shorter.", "reason": "No.", "page": 1}
NOT_IMPLEMENTED = 501
Activity = dict[str, Any]


class Fault(Exception):
    """The door answered with what it must never answer."""


class Messages:
    def __init__(self, box: Toybox, connector: Connector, session: aiohttp.ClientSession) -> None:
        self._box, self._connector, self._session = box, connector, session
        self._people = Teams(connector, "")
        self.url = ""
        self.samples = [*_recorded(connector), *self._clicks()]

    def make(self, rng: Random) -> bytes:
        activity = bent(rng, rng.choice(self.samples), self.samples)
        if isinstance(activity, dict) and rng.random() < 0.9:
            self._let_in(activity)
        raw = written(rng, activity)
        return scrambled(rng, raw, [raw]) if rng.random() < 0.05 else raw

    async def take(self, raw: bytes) -> str:
        if await self._box.fresh():
            await self._send(orjson.dumps(self._people.activity(ANA, THREAD, "message") | {"text": "hello"}))
            await self._box.work()
        status = await self._send(raw)
        if status >= 500 and status != NOT_IMPLEMENTED:
            raise Fault(f"answered with {status}")
        await self._box.work()
        return str(status)

    async def _send(self, raw: bytes) -> int:
        token = self._connector.issuer.token(self._connector.service_url)
        headers = HEADERS | {"Authorization": f"Bearer {token}"}
        async with self._session.post(self.url, data=raw, headers=headers) as answer:
            said = await answer.read()
            if answer.content_type == "application/json":
                orjson.loads(said)
            return answer.status

    def _let_in(self, activity: Activity) -> None:
        """Past the gate, so that what lies behind it is tried."""
        activity |= {"serviceUrl": self._connector.service_url, "channelId": "msteams"}
        data = activity.get("channelData")
        activity["channelData"] = (data if isinstance(data, dict) else {}) | {"tenant": {"id": TENANT}}

    def _clicks(self) -> Iterator[Activity]:
        """On the drafts that every new world begins with."""
        place = Place(channel="teams", tenant=TENANT, conversation=THREAD.conversation, kind="channel")
        for number, verb in enumerate(VERBS):
            shown = draft(1 + number % 2)
            data = WORDS | {"version": 1, "hash": shown.content_hash}
            data["draft_id"] = record_key(place.project_id, shown.draft_id)
            data["picks"] = [{name: data[name] for name in ("draft_id", "version", "hash")}]
            data |= {f"pick_{data['draft_id']}": "true", "batch_id": f"{place.project_id}.card"}
            action = {"type": "Action.Execute", "verb": verb, "data": data}
            kind = self._people.activity(PRIYA if number % 5 == 4 else ANA, THREAD, "invoke")
            yield kind | {"name": "adaptiveCard/action", "value": {"action": action}, "replyToId": "1"}


def _recorded(connector: Connector) -> Iterator[Activity]:
    """The activities of all recorded cases."""
    for file in sorted(FOLDER.glob("*.json")):
        yield from _posts(input_of(json.loads(file.read_text("utf-8")), connector).get("steps", []))


def _posts(node: Any) -> Iterator[Activity]:
    if isinstance(node, list):
        for one in node:
            yield from _posts(one)
    elif isinstance(node, dict):
        body = node["post"].get("body") if isinstance(node.get("post"), dict) else None
        if isinstance(body, dict):
            yield body
        for one in node.values():
            yield from _posts(one)


def doors(box: Toybox) -> Doors:
    """As the composition wires them, without an engine: the target looks into the mailboxes itself."""

    async def accept(seen: str, letter: Said | Met | Granted) -> None:
        await box.toy.store.accept(seen, letter.place, letter)

    async def click(clicked: Click, actor: Person, place: Place, _now: object) -> dict[str, object] | str:
        found = await decide.click(box.toy.world, clicked, actor, place.locale, place)
        return found if isinstance(found, str) else redraw.draw(box.toy.world, found, place)

    async def reply(place: Place, what: dict[str, object] | str, replaces: str) -> Posted:
        voice = box.toy.voice
        return await (voice.say(place, what) if isinstance(what, str) else voice.show(place, what, "", replaces))

    async def ready() -> dict[str, str]:
        return {}

    return Doors(accept, click, reply, ready, lambda key, locale: say(locale).t(key), clock=lambda: NOW)


@asynccontextmanager
async def opened(url: str, _real_data: Path | None = None) -> AsyncIterator[Messages]:
    async with AsyncExitStack() as stack:
        box = await stack.enter_async_context(toybox(url))
        connector = await stack.enter_async_context(Connector())
        room = await stack.enter_async_context(open_room(connector))
        port = await stack.enter_async_context(listening(application(room.gate, doors(box)), "127.0.0.1", 0))
        session = await stack.enter_async_context(aiohttp.ClientSession())
        target = Messages(box, connector, session)
        target.url = f"http://127.0.0.1:{port}/api/messages"
        yield target
