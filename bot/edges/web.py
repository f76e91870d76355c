"""The web door: one small aiohttp application. Answers only after what was said is safe, and always within seconds."""

import logging
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime

import prometheus_client
from aiohttp import web

from bot.core.errors import ForeignTenant, FromNewer, Misconfigured, Rejected, StoreDown
from bot.core.letter import Granted, Met, Said
from bot.core.memory import Rating
from bot.core.people import Person, Place
from bot.edges.clicks import Clicks
from bot.edges.journal import Journal
from bot.edges.teams import inbound
from bot.edges.teams.feedback import INVOKE, Rated
from bot.edges.teams.tokens import Gate
from cards.click import Click

BODY_LIMIT = 1024 * 1024
ACCEPTED, NOT_IMPLEMENTED = 202, 501
BESIDE = frozenset(("agent", "mail", "space"))  # without these messages are taken all the same
WARMING = "warming"
Card = dict[str, object]
Call = Callable[[object, Person, Place], Awaitable[Card | None]]  # (value, actor, place) → the answer; None: declined
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

# A request's own words for whoever waits for its answer, when nobody knows what is wrong.
SORRY: web.RequestKey[Callable[[], web.Response]] = web.RequestKey("sorry")

log = logging.getLogger(__name__)
thumbs = prometheus_client.Counter("desk_feedback", "Thumbs under answers", ("reaction",))
requests = prometheus_client.Counter("desk_requests", "Requests at the web door", ("path", "status"))


async def unheard(_place: Place, _rating: Rating) -> None:
    """For a door behind which nobody keeps it."""


@dataclass(frozen=True)
class Doors:
    """What the door needs from inside. `StoreDown` out of any of them is answered with 503."""

    accept: Callable[[str, Said | Met | Granted], Awaitable[None]]  # (seen, letter): durable when it returns
    click: Callable[[Click, Person, Place, datetime], Awaitable[Card | str]]
    reply: Callable[[Place, Card | str, str], Awaitable[object]]  # (place, what, message it replaces)
    ready: Callable[[], Awaitable[Mapping[str, str]]]  # name of a part → "ok" or what is wrong with it
    words: Callable[[str, str], str]  # (key, locale) → a sentence of the catalogue
    clock: Callable[[], datetime]
    graph: Handler | None = None  # mail notifications
    rate: Callable[[Place, Rating], Awaitable[None]] = unheard  # what somebody thinks of an answer
    amend: Callable[[inbound.Amended], Awaitable[None]] | None = None
    refuse: Callable[[Place], Awaitable[None]] | None = None  # somebody of a tenant that is not on the list wrote
    calls: Mapping[str, Call] = field(default_factory=dict)  # name of an invoke → who answers it, in time
    journal: Journal | None = None  # keeps clicks that could not be carried out in time
    zone: str = "UTC"
    locale: str = "en"
    pages: tuple[web.RouteDef, ...] = ()  # the approval page


def application(gate: Gate, doors: Doors) -> web.Application:
    """POST /api/messages · POST /api/graph · GET /healthz · GET /readyz · GET /metrics · the pages."""
    app = web.Application(client_max_size=BODY_LIMIT, middlewares=[_door])
    desk = Desk(gate, doors)
    app.router.add_post("/api/messages", desk.messages)
    if doors.graph:
        app.router.add_post("/api/graph", doors.graph)
    app.router.add_get("/healthz", _alive)
    app.router.add_get("/readyz", desk.ready)
    app.router.add_get("/metrics", _metrics)
    app.add_routes(doors.pages)
    app.on_startup.append(desk.open)
    app.on_shutdown.append(desk.close)
    return app


@asynccontextmanager
async def listening(app: web.Application, host: str, port: int) -> AsyncIterator[int]:
    """Serves while the block runs; yields the port, which is a free one when `port` is 0."""
    runner = web.AppRunner(app, access_log=None, handle_signals=False, shutdown_timeout=10)
    await runner.setup()
    try:
        await _listen(runner, host, port)
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, host: str, port: int) -> None:
    try:
        await web.TCPSite(runner, host, port, backlog=1024).start()
    except OSError as taken:
        raise Misconfigured(
            f"Nobody can listen on {host}:{port} now ({taken.strerror}). Free it, or set BOT_HOST and BOT_PORT."
        ) from taken


class Desk:
    def __init__(self, gate: Gate, doors: Doors) -> None:
        self._gate, self._doors = gate, doors
        self._clicks = Clicks(doors.click, doors.reply, doors.words, doors.clock, doors.journal)

    async def messages(self, request: web.Request) -> web.Response:
        """Token, shape, then what it is: a letter is stored before the 202, a click is answered, the rest passed by."""
        if request.content_type != "application/json":
            raise Rejected(415, "not application/json")
        passed = await self._gate.admit(request.headers.get("Authorization"))
        activity = inbound.read(await request.read())
        news = inbound.parse(activity, self._doors.clock(), self._doors.zone, self._doors.locale)
        try:
            tenant = inbound.tenant_of(activity)
            self._gate.check(passed, activity.get("channelId"), activity.get("serviceUrl"), tenant)
        except ForeignTenant:
            await self._turn_away(news)
            raise
        match news:
            case inbound.Arrived():
                return await self._arrived(news)
            case inbound.Amended() if self._doors.amend:
                await self._doors.amend(news)
            case inbound.Pressed():
                return await self._pressed(news)
            case Rated(rating, place):
                await self._doors.rate(place, rating)
                thumbs.labels("like" if rating.liked else "dislike").inc()
                return web.json_response({})
            case inbound.Invoked():
                return await self._invoked(news)
        return web.Response(status=ACCEPTED)

    async def _arrived(self, news: inbound.Arrived) -> web.Response:
        await self._doors.accept(news.seen, news.letter)
        return web.json_response({}) if news.invoke else web.Response(status=ACCEPTED)

    async def _turn_away(self, news: inbound.News) -> None:
        """Somebody who speaks to us gets a sentence; nothing is read or kept for them."""
        letter = news.letter if isinstance(news, inbound.Arrived) else None
        if self._doors.refuse and isinstance(letter, Said) and letter.addressed:
            await self._doors.refuse(letter.place)

    async def _invoked(self, news: inbound.Invoked) -> web.Response:
        call = self._doors.calls.get(news.name)
        if call is None or news.actor is None or news.place is None:
            return _invoked(news.name)
        answer = await call(news.value, news.actor, news.place)
        return web.Response(status=NOT_IMPLEMENTED) if answer is None else web.json_response(answer)

    async def _pressed(self, pressed: inbound.Pressed) -> web.Response:
        if pressed.invoke:
            return web.json_response(await self._clicks.answer(pressed))
        if not await self._clicks.follow(pressed) and pressed.spoken:
            await self._doors.accept(pressed.spoken.seen, pressed.spoken.letter)
        return web.Response(status=ACCEPTED)

    async def ready(self, _request: web.Request) -> web.Response:
        """503 while messages cannot be taken. A part that is named beside it costs its own work and nobody else's:
        were the desk taken out of service for it, threads could not even be told."""
        found = dict(await self._doors.ready())
        fine = all(word == "ok" or (name in BESIDE and word != WARMING) for name, word in found.items())
        return web.json_response(found, status=200 if fine else 503)

    async def open(self, _app: web.Application) -> None:
        self._clicks.open()

    async def close(self, _app: web.Application) -> None:
        await self._clicks.close()


def _invoked(name: str) -> web.Response:
    """Other actions on a message are none of ours; what nobody implements is said to be so."""
    if name == INVOKE:
        return web.json_response({})
    log.info("invoke %.80r is not implemented", name)
    return web.Response(status=NOT_IMPLEMENTED)


async def _alive(_request: web.Request) -> web.Response:
    return web.Response(text="alive\n")


async def _metrics(_request: web.Request) -> web.Response:
    return web.Response(
        body=prometheus_client.generate_latest(), headers={"Content-Type": prometheus_client.CONTENT_TYPE_LATEST}
    )


@web.middleware
async def _door(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Errors become answers here and nowhere else. Logs hold ids and places in the code, never what was said."""
    try:
        response = await handler(request)
    except web.HTTPException as refused:
        _count(request, refused.status)
        raise
    except Rejected as refused:
        log.info("%s %s: %d, %s", request.method, request.path, refused.status, refused)
        response = web.Response(status=refused.status)
    except FromNewer as strange:
        log.warning("%s %s: 503, %s", request.method, request.path, strange)
        response = web.Response(status=503)
    except StoreDown:  # the store has said that it is away: once, and not for every request
        response = web.Response(status=503)
    except Exception as wrong:
        log.error("%s %s: 500, %s at %s", request.method, request.path, type(wrong).__name__, whereabouts(wrong))
        response = request[SORRY]() if SORRY in request else web.Response(status=500)
    _count(request, response.status)
    return response


def _count(request: web.Request, status: int) -> None:
    resource = request.match_info.route.resource
    requests.labels(resource.canonical if resource else "other", str(status)).inc()


def whereabouts(wrong: BaseException) -> str:
    """Where an error arose, without its message: that may quote what somebody wrote."""
    frames = traceback.extract_tb(wrong.__traceback__)[-3:]
    return " < ".join(f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in reversed(frames))
