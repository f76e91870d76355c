"""The wall between the local stand-in for Teams and a scripted inside."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import aiohttp
import pytest

from bot.core.letter import Granted, Met, Said
from bot.core.memory import Rating
from bot.core.people import Person, Place
from bot.demo.cast import APP_ID, TENANT
from bot.demo.connector import Connector
from bot.demo.teams import Teams as Client
from bot.edges.journal import Journal
from bot.edges.teams.connector import Connector as Line
from bot.edges.teams.credentials import Credentials, client_secret
from bot.edges.teams.hosts import Hosts
from bot.edges.teams.limits import Limits, Pace
from bot.edges.teams.news import Amended
from bot.edges.teams.room import Teams
from bot.edges.web import Call, Doors, application, listening
from cards.click import Click

NOW = datetime(2026, 11, 30, 13, tzinfo=UTC)


@dataclass
class Inside:
    """What stands where the stories would: it notes everything and answers as it is told."""

    letters: dict[str, Said | Met | Granted] = field(default_factory=dict)
    clicks: list[tuple[Click, Person, Place]] = field(default_factory=list)
    moments: list[datetime] = field(default_factory=list)  # when the clicks were pressed
    replies: list[tuple[Place, Any, str]] = field(default_factory=list)
    answer: Any = "Noted."
    trouble: Exception | None = None  # of accept and click
    refused: Exception | None = None  # of an update
    journal: Journal | None = None
    ratings: list[Rating] = field(default_factory=list)
    parts: dict[str, str] = field(default_factory=lambda: {"store": "ok"})
    amended: list[Amended] = field(default_factory=list)
    turned_away: list[Place] = field(default_factory=list)
    calls: dict[str, Call] = field(default_factory=dict)

    @property
    def said(self) -> list[Said]:
        return [letter for letter in self.letters.values() if isinstance(letter, Said)]

    async def accept(self, seen: str, letter: Said | Met | Granted) -> None:
        if self.trouble:
            raise self.trouble
        self.letters.setdefault(seen, letter)

    async def click(self, click: Click, actor: Person, place: Place, now: datetime) -> Any:
        self.clicks.append((click, actor, place))
        self.moments.append(now)
        if self.trouble:
            raise self.trouble
        return await self.answer() if callable(self.answer) else self.answer

    async def reply(self, place: Place, what: Any, replaces: str) -> None:
        self.replies.append((place, what, replaces))
        if replaces and self.refused:
            raise self.refused

    async def rate(self, place: Place, rating: Rating) -> None:
        if self.trouble:
            raise self.trouble
        self.ratings.append(rating)

    async def amend(self, news: Amended) -> None:
        self.amended.append(news)

    async def refuse(self, place: Place) -> None:
        self.turned_away.append(place)

    async def ready(self) -> dict[str, str]:
        return self.parts

    def doors(self) -> Doors:
        def words(key: str, locale: str) -> str:
            return f"{key} in {locale}"

        return Doors(
            self.accept, self.click, self.reply, self.ready, words, clock=lambda: NOW, amend=self.amend,
            refuse=self.refuse, calls=self.calls, journal=self.journal, rate=self.rate,
        )  # fmt: skip


@pytest.fixture
async def connector() -> AsyncIterator[Connector]:
    async with Connector() as found:
        yield found


@pytest.fixture
def naps() -> list[float]:
    """How long the client would have waited."""
    return []


@pytest.fixture
async def line(connector: Connector, naps: list[float]) -> AsyncIterator[Line]:
    """The client with a clock that does not make us wait."""

    async def nap(seconds: float) -> None:
        naps.append(seconds)

    timeout = aiohttp.ClientTimeout(total=0.3, connect=0.2)
    limits = Limits(Pace(1000, 1000), Pace(1000, 1000), members=Pace(1000, 1000))
    async with aiohttp.ClientSession(timeout=timeout, cookie_jar=aiohttp.DummyCookieJar()) as session:
        fetch = client_secret(session, connector.token_url, APP_ID, "a secret", "scope")
        yield Line(session, Credentials(fetch), Hosts(("127.0.0.1",)), limits, nap)


@pytest.fixture
async def room(connector: Connector) -> AsyncIterator[Teams]:
    async with open_room(connector) as found:
        yield found


def open_room(connector: Connector, **other: Any) -> Teams:
    """The wall as a single-tenant bot would have it, pointed at the stand-in."""
    fast = Limits(Pace(1000, 1000), Pace(1000, 1000), members=Pace(1000, 1000))
    settings = {
        "app_id": APP_ID, "app_tenant": TENANT, "password": "a secret", "tenants": frozenset({TENANT}),
        "openid_metadata": connector.metadata_url, "token_url": connector.token_url, "service_hosts": ("127.0.0.1",),
        "limits": fast,
    }  # fmt: skip
    return Teams(**(settings | other))


@pytest.fixture
def inside() -> Inside:
    return Inside()


@pytest.fixture
async def url(room: Teams, inside: Inside) -> AsyncIterator[str]:
    """Where the web door takes activities."""
    async with listening(application(room.gate, inside.doors()), "127.0.0.1", 0) as port:
        yield f"http://127.0.0.1:{port}/api/messages"


@pytest.fixture
async def client(connector: Connector, url: str) -> AsyncIterator[Client]:
    async with Client(connector, url) as found:
        yield found
