"""A bot to be measured, in a process of its own: python -m tests.bench.bots bare|accept|turn|timers

Settings come from the environment. For every line on its input it prints the CPU seconds used so far; when the
input ends, it stops.
"""

import asyncio
import os
import sys
import threading
import time
from dataclasses import replace
from functools import partial

from aiohttp import web

from bot.core.memory import Effects, Rung
from bot.core.timer import Ring
from bot.flows import alarm
from bot.flows.ports import World
from bot.settings import Part, Settings
from bot.world import open_desk, serve
from tests.bench.bare import Bare
from tests.bench.town import SERVICE_URL, notice


async def bare(settings: Settings, stop: asyncio.Event) -> None:
    bot = Bare(settings.bot_app_id, settings.bot_openid_metadata, settings.bot_token_url)
    await bot.open()
    app = web.Application()
    app.router.add_post("/api/messages", bot.messages)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, settings.bot_host, settings.bot_port, backlog=1024).start()
    await stop.wait()
    await runner.cleanup()
    await bot.session.close()


async def tell(world: World, ring: Ring) -> Rung:
    """Whoever is in the group is told of everything in it, in one message."""
    told = notice(f"ring.{ring.token}", ring.timers[0].of, os.environ[SERVICE_URL])
    return Rung(effects=Effects(parcels=(told,)))


async def timers(settings: Settings, stop: asyncio.Event) -> None:
    """The whole desk, whose timers tell somebody something."""
    async with open_desk(settings) as desk:
        calls = replace(desk.calls, ring=partial(alarm.work_off, desk.world, tell))
        working = asyncio.create_task(desk.engine.run_forever(calls))
        await stop.wait()
        working.cancel()
        await asyncio.wait({working})


async def run(variant: str) -> None:
    settings, stop, loop = Settings(), asyncio.Event(), asyncio.get_running_loop()

    def listen() -> None:
        for _ in sys.stdin:
            print(time.process_time(), flush=True)
        loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=listen, daemon=True).start()
    match variant:
        case "bare":
            await bare(settings, stop)
        case "accept":
            await serve(settings, Part.WEB, stop)
        case "turn":
            await serve(settings, Part.ALL, stop)
        case "timers":
            await timers(settings, stop)


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1]))
