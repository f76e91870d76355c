"""After the story the desk stays up for a person, who talks to it through Microsoft's Agents Playground."""

import asyncio
import signal
import sys
from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.demo.cast import CHANNEL, LENA, Member
from bot.demo.playground import BOT, Playground
from bot.demo.screen import Screen
from bot.demo.stand import DemoFailed, Stand, free_port
from bot.demo.story import next_morning

USUAL_PORT = 56150  # the Playground's own; if it were taken, it would silently take another
OPENING = "we received the RFP from Northwind, and the kickoff was this morning. Please prepare the briefs."


async def stay(screen: Screen, stand: Stand, people: Sequence[Member], day: datetime) -> None:
    """Until Ctrl-C or a polite kill. `day`: when the person begins. Raises `DemoFailed` when the desk ends before."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    await stand.stop()
    stand.clock.set(day)  # while the desk is down: to a running one a moved clock is a new morning
    await stand.open_to_local_clients()
    playground = Playground(stand.folder / "playground", free_port(USUAL_PORT), f"{stand.url}/api/messages")
    playground.write((*people, LENA))
    _invite(screen, playground, people[0].person.name)
    if sys.stdin.isatty():
        _sleep_on_enter(screen, stand)
    await _either(stop, stand)


def _invite(screen: Screen, playground: Playground, name: str) -> None:
    screen.console.print(
        f"""
The desk stays up. To be {name} in Microsoft's Agents Playground, run this in another terminal (Node 20 or newer):

{playground.command}

then open {playground.url} in a browser, and try:

  1. {CHANNEL.name} → New post. Type @Ch, choose {BOT} from the list, and go on:
     {OPENING}
  2. On the card with the drafts: open one, edit it, save and approve it. Approve others with their ticks.
  3. Reply in the same thread, with the mention: status
  4. In the 1:1 chat with {BOT}, without a mention: help

What leaves by mail, and what people get who were written to before, is shown here. npx fetches the Playground once;
it is Microsoft's pre-release software under its own licence. It listens on this machine only, with telemetry off.
""",
        soft_wrap=True,
        markup=False,
    )
    screen.note("Ctrl-C ends everything.")


def _sleep_on_enter(screen: Screen, stand: Stand) -> None:
    """Nudges take days, and nobody waits for days."""

    def wake_up() -> None:
        if not sys.stdin.readline():
            asyncio.get_running_loop().remove_reader(sys.stdin)
            return
        morning = next_morning(stand.clock() + timedelta(hours=1), stand.settings.desk_zone)
        stand.clock.set(morning)
        screen.day(morning, "a new morning")

    asyncio.get_running_loop().add_reader(sys.stdin, wake_up)
    screen.note("Enter takes you to the next working morning, where somebody may be late.")


async def _either(stop: asyncio.Event, stand: Stand) -> None:
    assert stand.process is not None
    waiting = [asyncio.create_task(stop.wait()), asyncio.create_task(stand.process.wait())]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    if not stop.is_set():
        raise DemoFailed(f"The desk ended by itself; see {stand.folder / 'desk.log'}.")
