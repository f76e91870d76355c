"""The desk of the demonstration: `serve` with its clock and its witness exchanged, in a process of its own."""

import asyncio
import signal
import sys
from pathlib import Path

from bot import logs
from bot.demo.clock import MovedClock
from bot.demo.pictures import Pictures
from bot.flows import look
from bot.settings import Settings
from bot.world import Desk, open_desk

GLANCE = 0.2  # seconds between two looks at the clock's file


async def run(settings: Settings, clock: MovedClock, pictures: Pictures) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with open_desk(settings, clock=clock, witness=pictures) as desk, asyncio.TaskGroup() as group:
        working = group.create_task(desk.engine.run_forever(desk.calls))
        striking = group.create_task(_strike(desk, clock))
        await stop.wait()
        working.cancel()
        striking.cancel()


async def _strike(desk: Desk, clock: MovedClock) -> None:
    """Days pass when the clock is moved; then the morning's look is due, as the cron would have it."""
    seen = clock.offset
    while True:
        await asyncio.sleep(GLANCE)
        if clock.offset != seen:
            seen = clock.offset
            await look.arm(desk.world)
            await desk.calls.ring()


def main(folder: Path) -> None:
    """`folder` holds settings.json and clock; the cards' pictures go into it."""
    logs.to_stderr()
    settings = Settings.model_validate_json((folder / "settings.json").read_text())
    asyncio.run(run(settings, MovedClock(folder / "clock"), Pictures(folder / "pictures")))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
