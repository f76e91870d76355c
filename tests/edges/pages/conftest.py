"""A web door with the approval page behind it: the real stories on a real store, and a stand-in to sign in with."""

import ssl
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from aiohttp import web

from bot.demo.cast import APP_ID, Member
from bot.demo.connector import Connector
from bot.demo.stand import free_port
from bot.edges.store import DeskStore
from bot.edges.web import application, listening
from bot.flows.ports import Store
from bot.pageroom import page_routes
from bot.settings import Settings
from tests.edges.pages.browser import Browser
from tests.edges.store.valkey import KEY
from tests.edges.teams.conftest import Inside, open_room
from tests.fakes import ANA, PRIYA, STRANGER, TENANT, ShakyStore, Toy

NAME = "desk.contoso.com"
LENA = ANA.model_copy(update={"oid": "lena", "tenant": "0b3f9a52-77c1-4d0e-8a6b-2f1d5c9e7a34", "name": "Lena"})
PEOPLE = tuple(Member(one, "America/Sao_Paulo", "en") for one in (ANA, PRIYA, STRANGER, LENA))


@dataclass
class Scene:
    """A desk somebody can open in a browser. `settings` are its own."""

    toy: Toy
    connector: Connector
    settings: Settings
    new_browser: Callable[..., Browser]
    clock: "Seconds"

    @property
    def origin(self) -> str:
        return self.settings.desk_public_url


@dataclass
class Seconds:
    """A clock for sessions, which may be ahead of the real one."""

    ahead: float = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


@asynccontextmanager
async def opened(toy: Toy, tls: ssl.SSLContext | None = None, **other: object) -> AsyncIterator[Scene]:
    """`other`: settings. With `tls` the desk speaks https itself, in place of a proxy."""
    async with AsyncExitStack() as stack:
        connector = await stack.enter_async_context(Connector(people=PEOPLE))
        room = await stack.enter_async_context(open_room(connector))
        port, clock = free_port(), Seconds()
        facts: dict[str, object] = {
            "bot_app_id": APP_ID, "bot_app_tenant_id": TENANT, "bot_app_password": "local", "bot_port": port,
            "desk_public_url": f"https://{NAME}:{port}" if tls else f"http://127.0.0.1:{port}",
            "desk_sign_in_url": connector.url,
        }  # fmt: skip
        settings = Settings.model_validate({"_env_file": None} | facts | other)
        pages = page_routes(settings, toy.world, (KEY,), room.session, clock)
        app = application(room.gate, replace(Inside().doors(), pages=pages))
        await stack.enter_async_context(_behind(app, port, tls) if tls else listening(app, "127.0.0.1", port))
        yield Scene(toy, connector, settings, partial(Browser, settings.desk_public_url), clock)


@asynccontextmanager
async def _behind(app: web.Application, port: int, tls: ssl.SSLContext) -> AsyncIterator[None]:
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, ssl_context=tls).start()
    yield
    await runner.cleanup()


@pytest.fixture
def shaky(store: DeskStore) -> ShakyStore:
    return ShakyStore(store)


@pytest.fixture
def toy(shaky: ShakyStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toy:
    monkeypatch.chdir(tmp_path)  # nobody's .env
    return Toy(store=cast(Store, shaky))


@pytest.fixture
async def scene(toy: Toy) -> AsyncIterator[Scene]:
    async with opened(toy) as found:
        yield found


@pytest.fixture
async def browser(scene: Scene) -> AsyncIterator[Browser]:
    async with scene.new_browser() as found:
        yield found
