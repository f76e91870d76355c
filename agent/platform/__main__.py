"""`python -m agent.platform --root DIR --ready FILE` serves the local platform on a loopback port."""

import argparse
import asyncio
import fcntl
import json
import os
import signal
import sys
from pathlib import Path
from typing import IO

from aiohttp import web

from agent.platform.host import Limits, Platform
from agent.platform.sandbox import agent_command
from agent.platform.web import application
from agent.state import write_atomic


def main(arguments: list[str]) -> int:
    asked = options().parse_args(arguments)
    lock = hold(asked.lock) if asked.lock else None
    if asked.lock and lock is None:
        print(f"Another platform holds {asked.lock}.", file=sys.stderr)
        return 3
    if asked.ready:
        asked.ready.unlink(missing_ok=True)  # left behind by a platform that was killed
    asyncio.run(serve(asked))
    return 0


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m agent.platform", description=__doc__)
    parser.add_argument("--root", type=Path, required=True, help="folder of all sessions and the response store")
    parser.add_argument("--port", type=int, default=0, help="loopback port; 0 takes a free one")
    parser.add_argument("--ready", type=Path, help="written when the platform listens: port and pid as JSON")
    parser.add_argument("--lock", type=Path, help="held while running, so that one root has one platform")
    parser.add_argument("--owner-lock", type=Path, help="when nobody has held this for a minute, the platform ends")
    parser.add_argument("--owner-grace", type=float, default=60, help="that minute, in seconds")
    parser.add_argument("--sources", type=Path, help="the organisation's documents, given to every sandbox")
    parser.add_argument("--idle", type=float, default=900, help="seconds until a resting sandbox is put to sleep")
    parser.add_argument("--ready-timeout", type=float, default=30, help="seconds a sandbox may take to start")
    parser.add_argument("--awake", type=int, default=12, help="how many sandboxes may be awake at once")
    parser.add_argument("--agent", type=Path, help="another agent's script in place of ours")
    return parser


async def serve(asked: argparse.Namespace) -> None:
    limits = Limits(idle=asked.idle, ready=asked.ready_timeout, awake=asked.awake)
    sources = asked.sources.resolve() if asked.sources else None
    script = asked.agent.resolve() if asked.agent else None
    platform = Platform(asked.root.resolve(), agent_command(script), limits, sources)
    runner = web.AppRunner(application(platform), access_log=None, shutdown_timeout=1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", asked.port).start()
    if asked.ready:
        announce(asked.ready, runner.addresses[0][1])
    try:
        await until_the_end(platform, asked)
    finally:
        if asked.ready:
            asked.ready.unlink(missing_ok=True)
        await runner.cleanup()
        await platform.close()


def announce(ready: Path, port: int) -> None:
    """Others read this file only when it is whole; it is ours alone (0600)."""
    write_atomic(ready.resolve(), json.dumps({"port": port, "pid": os.getpid()}).encode())


async def until_the_end(platform: Platform, asked: argparse.Namespace) -> None:
    """Runs until somebody ends us, or until our desk has been gone for its grace time."""
    end = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, end.set)
    pause = min(1.0, asked.idle / 4, asked.owner_grace / 4)
    clock = asyncio.get_running_loop().time
    last_seen = clock()
    while not end.is_set():
        await platform.rest()
        if not asked.owner_lock or somebody_holds(asked.owner_lock):
            last_seen = clock()
        elif clock() - last_seen > asked.owner_grace:
            return
        try:
            await asyncio.wait_for(end.wait(), pause)
        except TimeoutError:
            continue


def hold(path: Path) -> IO[str] | None:
    """The lock file, open and locked until this process ends; None when another process has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = open(path, "w")  # noqa: SIM115 closed by the end of the process: that is what frees the lock
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


def somebody_holds(path: Path) -> bool:
    if not path.exists():
        return False
    with open(path) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
