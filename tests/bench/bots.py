"""A bot to be measured, in a process of its own: python -m tests.bench.bots bare|accept|turn

Settings come from the environment. For every line on its input it prints the CPU seconds used so far; when the
input ends, it stops.
"""

import asyncio
import sys
import threading
import time

from aiohttp import web

from bot.settings import Part, Settings
from bot.world import serve
from tests.bench.bare import Bare


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


if __name__ == "__main__":
    asyncio.run(run(sys.argv[1]))
