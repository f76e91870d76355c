"""A worker to be killed or to live in another time: python -m tests.e2e.faults.timekeeper URL NAME

Its jobs write down that they ran, and when by its own clock: they are called "number@seconds", which is when they are
due.
"""

import asyncio
import sys
import time
from datetime import timedelta

from redis.asyncio import Redis

from bot.edges.jobs import Calls, Engine


async def main(url: str, name: str) -> None:
    client = Redis.from_url(url)

    async def fired(of: str, job: str = "") -> None:
        await client.rpush(f"{name}:fired", f"{of}@{time.time()}")

    async def nothing() -> None:
        await client.ping()

    async def never(_of: str) -> int:
        return 0

    async with Engine(url, name, redelivery=timedelta(seconds=2)) as engine:
        await engine.run_forever(Calls(fired, fired, fired, nothing, nothing, never))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
