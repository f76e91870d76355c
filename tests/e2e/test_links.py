"""Following a link changes nothing: what a mail scanner, a preview or a curious colleague may fetch, fetched."""

import io
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import aiohttp
import orjson
import pytest
from aiohttp import web
from redis.asyncio import Redis

from bot.core.draft import Record
from bot.core.parcel import Fate
from bot.demo.cast import ANA, CAST, CHANNEL
from bot.demo.play import SAMPLE, SAMPLE_DAY
from bot.demo.stand import Stand, standing
from bot.demo.teams import HEADERS
from bot.edges.teams.tokens import Gate
from bot.edges.web import Doors, application

pytestmark = pytest.mark.slow
PAGES = (
    "/",
    "/d/",
    "/sign-in",
    "/sign-in/done",
    "/sign-out",
    "/tab",
    "/tab/tab.js",
)  # of the approval page, and the root
LOOKS = ("GET", "HEAD", "OPTIONS")
LINK = re.compile(r"https?://[^\s\"'<>()\\]+")
Found = dict[str, Any]


@pytest.fixture(scope="module")
async def waiting(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Stand, tuple[Record, ...]]]:
    """A desk at rest, with drafts that wait for their owner's decision, in a thread and by mail."""
    folder = tmp_path_factory.mktemp("links") / "stand"
    async with standing(folder, CAST, SAMPLE, "en", "Europe/Lisbon") as stand:
        stand.clock.set(SAMPLE_DAY)
        await stand.start()
        await stand.teams.say(ANA, CHANNEL, "we received the RFP from Northwind")
        await stand.outlook.mail(ANA.person, "RFP", "We received another RFP. Please prepare the briefs.")
        records = await stand.until(lambda: at_rest(stand), "the drafts", 90)
        yield stand, records


async def at_rest(stand: Stand) -> tuple[Record, ...] | None:
    """The open drafts, once nothing moves."""
    projects = await stand.store.projects()
    parcels = [one for project in projects for one in await stand.store.parcels_of(project)]
    moving = await stand.store.waiting() or any(one.fate in (Fate.PLANNED, Fate.SENDING) for one in parcels)
    records = [one for project in projects for one in await stand.store.records_of(project)]
    return tuple(records) if records and not moving and stand.graph.sent else None


async def contents(stand: Stand) -> Found:
    """Every key of the desk, every file of its sandboxes, and everything it has said so far."""
    base = stand.store.keys.base.encode()
    async with Redis(unix_socket_path=stand.store.client.connection_pool.connection_kwargs["path"]) as raw:
        found: Found = {name.decode(): await raw.dump(name) async for name in raw.scan_iter(base + b"*", count=1000)}
    homes = (stand.folder / "data" / "platform").rglob("projects/**/*")
    found |= {str(file): file.read_bytes() for file in homes if file.is_file()}
    said = [(one.method, one.path) for one in stand.connector.log if one.method != "GET"]
    return found | {"said": said, "mailed": len(stand.graph.sent)}


def routes() -> list[str]:
    """Every address of the web door, of one with mail too."""
    door = cast("Any", None)
    app = application(cast(Gate, None), Doors(door, door, door, door, door, door, graph=_never))
    return sorted({route.resource.canonical for route in app.router.routes() if route.resource})


async def _never(_request: web.Request) -> web.StreamResponse:
    raise AssertionError("only its address is wanted")


def test_the_addresses_of_the_door_are_known() -> None:
    assert {"/api/messages", "/api/graph", "/healthz", "/readyz", "/metrics"} <= set(routes())


@pytest.mark.parametrize("method", LOOKS)
async def test_looking_at_any_address_of_the_door_changes_nothing(
    waiting: tuple[Stand, tuple[Record, ...]], method: str
) -> None:
    """Also with a query that names a draft and a verb, and with the words of a real click, signed, in the body."""
    stand, (record, *_) = waiting
    before = await contents(stand)
    click = orjson.dumps(approval(stand, record))
    token = stand.connector.issuer.token(stand.connector.service_url)
    named = f"?verb=approve&draft_id={record.key}&version=1&hash={record.draft.content_hash}"

    for path in (*routes(), *PAGES):
        for query in ("", named, "?validationToken=x"):
            for body, headers in ((None, {}), (click, HEADERS | {"Authorization": f"Bearer {token}"})):
                data = io.BytesIO(body) if body else None
                async with stand.probe.request(method, stand.url + path + query, data=data, headers=headers) as answer:
                    assert answer.status < 500 or path == "/readyz"
                    assert answer.status == 405 or not path.startswith("/api/")

    assert await at_rest(stand)
    assert await contents(stand) == before


def approval(stand: Stand, record: Record) -> Found:
    shown = {"draft_id": record.key, "version": record.draft.version, "hash": record.draft.content_hash}
    value = {"action": {"type": "Action.Execute", "verb": "approve", "data": shown}, "trigger": "manual"}
    thread = CHANNEL.thread("1")
    return stand.teams.activity(ANA, thread, "invoke") | {"name": "adaptiveCard/action", "value": value}


@pytest.mark.parametrize("method", LOOKS)
async def test_following_every_link_in_what_the_desk_sent_changes_nothing(
    waiting: tuple[Stand, tuple[Record, ...]], method: str
) -> None:
    """None of them holds what would decide; those of this machine are followed as they are."""
    stand, records = waiting
    before = await contents(stand)
    written = [json.dumps(one.json) for one in stand.connector.log] + [json.dumps(one.data) for one in stand.graph.sent]
    pages = [file.read_text("utf-8") for file in (stand.folder / "pictures").rglob("*.html")]
    links = {link.rstrip(".,;") for text in [*written, *pages] for link in LINK.findall(text)}

    assert links
    assert not any(record.key in link or record.draft.content_hash in link for link in links for record in records)
    ours = {link.removeprefix(stand.url).rstrip("\\") for link in links if link.startswith(stand.url)}
    assert all(link.startswith("/d/") for link in ours), ours  # the approval page, which asks who looks
    async with aiohttp.ClientSession() as session:
        for link in links:
            if link.startswith("http://127.0.0.1"):
                async with session.request(method, link) as answer:
                    await answer.read()
    assert await at_rest(stand)
    assert await contents(stand) == before


@pytest.mark.parametrize("method", LOOKS)
async def test_looking_into_the_agents_platform_changes_nothing(
    waiting: tuple[Stand, tuple[Record, ...]], method: str
) -> None:
    stand, (record, *_) = waiting
    project = await stand.store.project(record.project_id)
    assert project is not None
    ready = json.loads((stand.folder / "data" / "platform" / "ready.json").read_bytes())
    agent = f"http://127.0.0.1:{ready['port']}/api/projects/local/agents/{stand.settings.foundry_agent_name}/endpoint"
    session = f"{agent}/sessions/{project.session_id}"
    response = f"{agent}/protocols/openai/responses/{project.chain}"
    file = Path("projects") / project.project_id / "drafts.json"
    before = await contents(stand)
    assert any(name.endswith(str(file)) for name in before)

    addresses = [f"{agent}/sessions", session, f"{session}/files?path=projects", f"{session}/files/content?path={file}"]
    seen = []
    for address in (*addresses, f"{session}:stop", response, f"{response}/cancel"):
        async with stand.probe.request(method, address, headers={"Authorization": "Bearer local"}) as answer:
            seen.append(answer.status)
    assert method != "GET" or seen[:4] == [200, 200, 200, 200]
    assert seen[4] in (404, 405)
    assert await contents(stand) == before
