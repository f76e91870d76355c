"""After the story the desk stays up for a person, who talks to it through Microsoft's Agents Playground."""

import asyncio
import signal
import sys
from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.core.address import page_url
from bot.core.people import Channel, Contact, Place
from bot.demo.cast import APP_ID, CHANNEL, LENA, TENANT, Member, chat_with
from bot.demo.playground import BOT, Playground
from bot.demo.screen import Screen
from bot.demo.stand import DemoFailed, Stand, free_port
from bot.demo.story import next_morning

USUAL_PORT = 56150  # the Playground's own; if it were taken, it would silently take another
INVITATION = """
The desk stays up. To be {name} in Microsoft's Agents Playground, run this in another terminal (Node 20 or newer):

{command}

then open {url} in a browser, and try:

  1. {channel} → Start a new post: type @Cha, choose {bot} from the list, and go on:
     {opening}
  2. On the card with the drafts: open one, edit it, save and approve it. Approve others with their ticks.
  3. Reply in the same thread, again with @Cha: status
  4. In Personal Chat, without a mention: help
  5. The same decisions in a browser: {page}
     A stand-in for Entra asks who you are, and for no password: choose {name}.

What colleagues get in their own chats and by mail is shown here. npx fetches the Playground once; it is Microsoft's
pre-release software under its own licence. It listens on this machine only, with its telemetry off.
"""


async def stay(screen: Screen, stand: Stand, people: Sequence[Member], day: datetime, opening: str) -> None:
    """Until Ctrl-C or a polite kill. `day`: when the person begins. Raises `DemoFailed` when the desk ends before."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    await stand.stop()
    stand.clock.set(day)  # while the desk is down: to a running one a moved clock is a new morning
    await stand.open_to_local_clients()
    owner, *colleagues = people
    await _have_chats(stand, colleagues)
    playground = Playground(stand.folder / "playground", free_port(USUAL_PORT), f"{stand.url}/api/messages")
    playground.write((*people, LENA))
    _invite(screen, stand, playground, owner, opening)
    if sys.stdin.isatty():
        _sleep_on_enter(screen, stand)
    screen.note("Ctrl-C ends everything.")
    await _either(stop, stand)


async def _have_chats(stand: Stand, colleagues: Sequence[Member]) -> None:
    """With the stand-in: the Playground sees with one pair of eyes and would show nobody what colleagues get."""
    for one in colleagues:
        place = Place(
            channel=Channel.TEAMS,
            tenant=TENANT,
            conversation=chat_with(one).conversation,
            kind="personal",
            service_url=stand.connector.service_url,
            bot_id=f"28:{APP_ID}",
            bot_name=BOT,
            locale=one.locale,
            zone=one.zone,
        )
        await stand.store.save_contact(Contact(person=one.person, place=place))


def _invite(screen: Screen, stand: Stand, playground: Playground, owner: Member, opening: str) -> None:
    words = INVITATION.format(
        name=owner.person.name,
        command=playground.command,
        url=playground.url,
        channel=CHANNEL.name,
        bot=BOT,
        opening=opening,
        page=page_url(stand.settings.desk_public_url),
    )
    screen.console.print(words, soft_wrap=True, markup=False)


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
    screen.note("Enter takes you to the next working morning, when somebody may be late.")


async def _either(stop: asyncio.Event, stand: Stand) -> None:
    assert stand.process is not None
    waiting = [asyncio.create_task(stop.wait()), asyncio.create_task(stand.process.wait())]
    await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    if not stop.is_set():
        raise DemoFailed(f"The desk ended by itself; see {stand.folder / 'desk.log'}.")
