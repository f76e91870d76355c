"""A worker to be killed: python -m tests.edges.store.ringer URL PREFIX KEY SECONDS

Rings off what is due `SECONDS` after the tests' beginning; each timer leaves a letter that bears its name.
"""

import asyncio
import sys
from datetime import timedelta

from bot.core.memory import Rung
from bot.edges.store import DeskStore
from bot.edges.store.seal import Seal
from tests.edges.store.nouns import NOW, PROJECT, told


async def main(url: str, prefix: str, key: str, seconds: str) -> None:
    store = DeskStore(url, Seal((key,)), prefix)
    now = NOW + timedelta(seconds=float(seconds) + 10)
    while ring := await store.ring(now):
        await asyncio.sleep(0.002)  # it may be killed here
        await store.rung(ring, Rung(letters=tuple((PROJECT, told(one.of)) for one in ring.timers)))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
