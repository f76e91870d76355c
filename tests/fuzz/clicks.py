"""The invoke parser: whatever a card's button may carry is a click, or is said not to be one."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from bot.core.errors import Rejected, StoreDown
from bot.core.people import Person, Place
from bot.demo.cast import ANA, TENANT
from bot.demo.connector import Connector
from bot.demo.teams import Teams
from bot.edges.clicks import Clicks, read_click
from bot.edges.teams import inbound
from bot.edges.teams.inbound import Pressed
from cards.click import Click, NotAClick
from cards.words import say
from tests.edges.teams.conftest import NOW
from tests.fuzz.messages import THREAD, VERBS, WORDS
from tests.fuzz.mutants import bent, written

PICK = {"draft_id": "p-1.d-1", "version": 1, "hash": "0" * 32}


class Presses:
    """The sample values come as `action`, as the plain data of an older client, and as text."""

    def __init__(self) -> None:
        self._activity = Teams(Connector(), "").activity(ANA, THREAD, "invoke") | {"name": "adaptiveCard/action"}
        self._clicks = Clicks(_click, _reply, lambda key, locale: say(locale).t(key), lambda: NOW)
        data = WORDS | PICK | {"picks": [PICK], f"pick_{PICK['draft_id']}": "true", "batch_id": "b", "ref": "r"}
        actions = [{"action": {"type": "Action.Execute", "verb": verb, "data": data}} for verb in VERBS]
        old = [data | {"verb": verb} for verb in VERBS]
        self.samples: list[Any] = [*actions, *old, *map(json.dumps, old), {"click": json.dumps(old[0]), "body": "x"}]

    def make(self, rng: Random) -> bytes:
        return written(rng, bent(rng, rng.choice(self.samples), self.samples))

    async def take(self, raw: bytes) -> str:
        try:
            value = inbound.read(b'{"value": ' + raw + b"}")["value"]
        except Rejected:
            return "no JSON"
        if (word := _parsed(value)) != "click":
            assert await self._status(value) == 400
        return f"{word}, {await self._status(value)}"

    async def _status(self, value: Any) -> int:
        news = inbound.parse(self._activity | {"value": value}, NOW)
        assert isinstance(news, Pressed)
        body = await self._clicks.answer(news)
        json.dumps(body).encode()
        return int(str(body["statusCode"]))


def _parsed(value: Any) -> str:
    """A click survives being written on a button again."""
    try:
        click = read_click(value)
    except NotAClick as odd:
        return odd.key if say("en").has(odd.key) else say("en").t(odd.key)
    again = Click.parse(click.data())
    ticked = {f"pick_{one.draft_id}": True for one in click.picks}
    assert again.data() == click.model_copy(update={"picks": ()}).data()
    assert Click.parse(click.data() | ticked).picks == click.picks
    return "click"


async def _click(click: Click, actor: Person, place: Place, _now: object) -> str:
    assert actor.tenant == TENANT
    if click.verb == "refresh":
        raise StoreDown("away")
    return f"{click.verb} {place.kind}"


async def _reply(place: Place, what: object, replaces: str) -> None:
    return None


@asynccontextmanager
async def opened(_url: str = "", _real_data: Path | None = None) -> AsyncIterator[Presses]:
    yield Presses()
