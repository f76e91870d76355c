"""Composition: builds the edges, hands them to the flows, and runs web server, worker and clock of one process."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from bot.agentroom import agentroom, resource_of
from bot.core.errors import StoreDown
from bot.core.letter import Granted, Met, Said
from bot.core.people import Channel, Person, Place
from bot.core.post import Posted
from bot.edges.holidays import checked, days_off
from bot.edges.jobs import Calls, Engine
from bot.edges.journal import Journal
from bot.edges.store import DeskStore, open_store, server
from bot.edges.store.seal import own_keys
from bot.edges.teams.room import Teams
from bot.edges.web import Doors, application, listening
from bot.flows import alarm, aside, decide, deliver, feedback, look, mailbox, quotes, reconcile, redraw
from bot.flows.house import House
from bot.flows.ports import Witness, World, nobody
from bot.flows.rang import rang
from bot.mailroom import Mailroom, mailroom
from bot.pageroom import mail_card, page_routes
from bot.readiness import Readiness
from bot.settings import Part, Settings, split
from bot.teams_doors import TeamsDoors
from cards.click import Click
from cards.words import say

log = logging.getLogger(__name__)
Clock = Callable[[], datetime]


def real_time() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Desk:
    """A running desk: `port` is where its web server listens, 0 without one."""

    world: World
    engine: Engine
    calls: Calls
    port: int


@asynccontextmanager
async def open_desk(
    settings: Settings, part: Part = Part.ALL, clock: Clock = real_time, witness: Witness = nobody
) -> AsyncIterator[Desk]:
    """Everything a process needs: the port is open first, and the heavy SDKs are warm before `/readyz` says so."""
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(server(settings.redis_url, settings.desk_data))
        keys = split(settings.desk_keys) or own_keys(settings.desk_data)
        store = await stack.enter_async_context(open_store(url, keys, began=settings.desk_data / "began"))
        if not settings.redis_url and part is Part.ALL:
            await store.take_over()  # the folder's lock says so
        teams = await stack.enter_async_context(_teams(settings))
        mail = await stack.enter_async_context(mailroom(settings, store, keys[-1], clock))
        room = agentroom(settings, store, teams.session)
        stack.push_async_callback(room.agent.close_door)
        jobs = await stack.enter_async_context(Engine(url, poll_cron=settings.desk_poll_cron, zone=settings.desk_zone))
        mail.book = jobs.book
        world = World(
            store=store,
            voices={Channel.TEAMS: teams.voice, Channel.MAIL: mail.voice},
            post=mail.post,
            agent=room.agent,
            jobs=jobs,
            clock=clock,
            house=_house(settings),
            witness=witness,
            courier=teams.courier,
            sign_in=room.sign_in,
            holidays=days_off,
            mail_card=mail_card(settings, keys),
        )
        readiness = Readiness(store, teams, mail, room.agent, settings.desk_data)
        port = 0
        if part is not Part.WORKER:
            doors = _doors(settings, world, teams, mail, readiness, keys)
            port = await stack.enter_async_context(_open_to(settings, teams, doors))
            mail.watch()
        stack.push_async_callback(_stopped, asyncio.create_task(readiness.warm()))
        if part is not Part.WEB:
            stack.push_async_callback(_stopped, asyncio.create_task(_catch_up(world)))
        yield Desk(world, jobs, _calls(world, store), port)


def _open_to(settings: Settings, teams: Teams, doors: Doors) -> AbstractAsyncContextManager[int]:
    return listening(application(teams.gate, doors), settings.bot_host, settings.bot_port)


async def _catch_up(world: World) -> None:
    """What the last desk left undone is taken up at once: the engine's own round may be half a minute away."""
    await reconcile.reconcile(world)


async def serve(settings: Settings, part: Part, stop: asyncio.Event, clock: Clock = real_time) -> None:
    """Run until `stop` is set; running jobs are waited for, what they cannot finish is taken up at the next start."""
    settings.need_server(part)
    if settings.desk_delivery == "agent":
        log.warning("DESK_DELIVERY=agent changes nothing: the desk sends itself what was approved")
    async with open_desk(settings, part, clock) as desk:
        if desk.port:
            log.info("listening on %s:%s", settings.bot_host, desk.port)
        working = asyncio.create_task(desk.engine.run_forever(desk.calls)) if part is not Part.WEB else None
        await stop.wait()
        if working is not None:
            await _stopped(working)


async def _stopped(task: "asyncio.Task[None]") -> None:
    task.cancel()
    with suppress(asyncio.CancelledError, StoreDown):  # without its store a part ends as it likes
        await task


@asynccontextmanager
async def _teams(settings: Settings) -> AsyncIterator[Teams]:
    async with Teams(
        app_id=settings.bot_app_id,
        app_type=settings.bot_app_type,
        app_tenant=settings.bot_app_tenant_id,
        password=settings.bot_app_password,
        openid_metadata=settings.bot_openid_metadata,
        token_url=settings.bot_token_url,
        service_hosts=settings.service_hosts,
        tenants=settings.tenants,
        anonymous=settings.bot_anonymous,
        resource=resource_of(settings),
        graph=settings.graph_base_url,
    ) as teams:
        yield teams


def _calls(world: World, store: DeskStore) -> Calls:
    return Calls(
        take_turn=partial(mailbox.take_turns, world),
        ship=partial(deliver.ship, world),
        redraw=partial(redraw.redraw, world),
        tick=partial(look.arm, world),
        reconcile=partial(reconcile.reconcile, world),
        attempts=store.attempts,
        ring=partial(alarm.work_off, world, rang),
    )


def _house(settings: Settings) -> House:
    return House(
        locale=settings.desk_locale,
        zone=settings.desk_zone,
        work_hours=settings.working_hours,
        region=checked(settings.desk_holidays),
        organisation=settings.desk_organisation,
        undo_seconds=settings.desk_undo_seconds,
        retention_days=settings.desk_retention_days,
        poll_cron=settings.desk_poll_cron,
        bot_id=settings.bot_app_id,
        desk_address=settings.graph_mailbox,
        tenant=settings.bot_app_tenant_id,
        owners=settings.owners,
        public_url=settings.desk_public_url,
    )


def _doors(
    settings: Settings, world: World, teams: Teams, mail: Mailroom, readiness: Readiness, keys: tuple[str, ...]
) -> Doors:
    async def accept(seen: str, letter: Said | Met | Granted) -> None:
        if not await aside.is_for_us(world, letter):
            return
        read, meant = await quotes.read(world, letter)
        project_id = await world.store.accept(seen, letter.place, read, await aside.box_of(world, read, meant))
        if project_id is not None:
            world.jobs.book(project_id)

    async def click(clicked: Click, actor: Person, place: Place, now: datetime) -> "dict[str, object] | str":
        answer = await decide.click(world, clicked, actor, place.locale, place, pressed=now)
        return answer if isinstance(answer, str) else redraw.draw(world, answer, place)

    async def reply(place: Place, what: "dict[str, object] | str", replaces: str) -> Posted:
        if isinstance(what, str):
            return await teams.voice.say(place, what, exact=True)
        return await teams.voice.show(place, what, str(what["fallbackText"]), replaces=replaces)

    others = TeamsDoors(world)
    return Doors(
        accept=accept,
        click=click,
        reply=reply,
        ready=readiness.told,
        words=lambda key, locale: say(locale).t(key),
        clock=world.clock,
        graph=mail.graph,
        rate=partial(feedback.keep, world),
        journal=Journal(settings.desk_data / "clicks", keys),
        pages=page_routes(settings, world, keys, teams.session),
        zone=settings.desk_zone,
        locale=settings.desk_locale,
        amend=others.amend,
        refuse=others.refuse,
        calls=others.calls(),
    )
