"""A worker of a newer desk: python -m tests.e2e.newer URL. It knows one job more, and counts how often it ran."""

import asyncio
import sys

from redis.asyncio import Redis

from bot.edges.jobs import Calls, Engine


async def main(url: str) -> None:
    async with Redis.from_url(url) as client, Engine(url) as engine:

        async def summarise(project_id: str) -> None:
            await client.incr(f"summarised:{project_id}")

        async def nothing(*of: str) -> int:
            return 0

        engine._docket.register(summarise)
        await engine.run_forever(Calls(nothing, nothing, nothing, nothing, nothing, nothing))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
