"""Desks to be killed: python -m tests.e2e.faults.desk. For every line on its input a desk is forked off, warm already.

A line is an `Order`; "born PID" and "dead PID" are printed. A desk dies as a process does: nobody can tell it from one
that was started on its own.
"""

import asyncio
import os
import select
import signal
import sys
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import cast

from docket import Perpetual

import bot.edges.foundry
import bot.edges.teams.adapter
from bot import logs
from bot.core.noun import Noun
from bot.demo.clock import MovedClock
from bot.edges import jobs
from bot.edges.jobs import Calls, Engine
from bot.edges.store import DeskStore
from bot.edges.store.embedded import Embedded
from bot.flows import deliver
from bot.flows.ports import Agent, Jobs, Post, Store, Voice, World
from bot.settings import Part, Settings
from bot.world import Desk, open_desk
from tests.e2e.faults.trap import Trap, Watched, watched

WARM = (bot.edges.foundry, bot.edges.teams.adapter)  # seconds of imports that no desk has to wait for


class Order(Noun):
    """`folder` holds settings, clock and log. `redelivery`: seconds until a dead desk's jobs are somebody else's."""

    folder: Path
    part: Part = Part.ALL
    redelivery: float = 2.0
    lease: float = 3.0  # seconds a project stays with a dead job
    again: float = 4.0  # seconds until a card is shown again that perhaps nobody saw
    round: float = 4.0  # seconds from one look at what was left lying to the next
    log: str = "desk.log"
    port: int = 0  # instead of the one in the settings


async def run(order: Order) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    settings = Settings.model_validate_json((order.folder / "settings.json").read_text())
    if order.port:
        settings = settings.model_copy(update={"bot_port": order.port})
    clock = MovedClock(order.folder / "clock")
    deliver.ONCE_MORE = timedelta(seconds=order.again)
    jobs.EVERY_HALF_MINUTE = Perpetual(every=timedelta(seconds=order.round), automatic=True)
    async with open_desk(settings, order.part, clock) as desk:
        calls = _watch(desk, Trap(order.folder / "trap", order.folder / "diary"), order)
        if order.part is Part.WEB:
            await stop.wait()
            return
        url = settings.redis_url or Embedded(settings.desk_data / "store").url
        # a second engine on the same jobs: the desk's own would leave those of a dead desk alone for half a minute
        engine = Engine(url, zone=settings.desk_zone, redelivery=timedelta(seconds=order.redelivery))
        async with engine, asyncio.TaskGroup() as group:
            working = group.create_task(engine.run_forever(calls))
            await stop.wait()
            working.cancel()


def _watch(desk: Desk, trap: Trap, order: Order) -> Calls:
    """The doors hold this very world already, so its fields are exchanged in place."""
    world = desk.world
    cast(DeskStore, world.store).lease_time = int(order.lease * 1000)
    ports = {
        "store": cast(Store, Watched(trap, "store", world.store)),
        "voices": {name: cast(Voice, Watched(trap, name.value, voice)) for name, voice in world.voices.items()},
        "post": cast(Post, Watched(trap, "post", world.post)),
        "agent": cast(Agent, Watched(trap, "agent", world.agent)),
        "jobs": cast(Jobs, Watched(trap, "jobs", world.jobs)),
    }
    for name, port in ports.items():
        object.__setattr__(world, name, port)
    assert isinstance(world, World)
    calls = desk.calls
    return replace(
        calls,
        take_turn=watched(trap, "calls", "take_turn", calls.take_turn),
        ship=watched(trap, "calls", "ship", calls.ship),
        redraw=watched(trap, "calls", "redraw", calls.redraw),
        reconcile=watched(trap, "calls", "reconcile", calls.reconcile),
    )


def _child(order: Order) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(order.folder / order.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    logs.to_stderr()
    try:
        asyncio.run(run(order))
    finally:
        sys.stderr.flush()
    os._exit(0)


def main() -> None:
    """One thread and no event loop, so that a fork is a clean copy. Ends when its input does."""
    desks: set[int] = set()
    lines, rest = sys.stdin.fileno(), b""
    while True:
        ready, _, _ = select.select([lines], [], [], 0.02)
        if ready:
            read = os.read(lines, 65536)
            if not read:
                break
            *whole, rest = (rest + read).split(b"\n")
            for line in whole:
                desks.add(_fork(Order.model_validate_json(line)))
        _bury(desks)
    for pid in desks:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def _fork(order: Order) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            _child(order)
        finally:
            os._exit(1)
    print(f"born {pid}", flush=True)
    return pid


def _bury(desks: set[int]) -> None:
    for pid in list(desks):
        with suppress(ChildProcessError):
            if os.waitpid(pid, os.WNOHANG)[0]:
                desks.discard(pid)
                print(f"dead {pid}", flush=True)


if __name__ == "__main__":
    main()
