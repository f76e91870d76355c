"""A worker process to be killed: python -m tests.edges.store.worker URL PREFIX KEY

A turn takes a tenth of a second and adds its letter to the project's title: the title is what happened, in order.
"""

import asyncio
import os
import sys
from datetime import timedelta
from functools import partial

from bot.core.memory import Effects
from bot.edges.jobs import Calls, Engine
from bot.edges.store import DeskStore
from bot.edges.store.seal import Seal
from tests.edges.store.nouns import NOW, project

POISON = "poison"


async def take_turns(store: DeskStore, project_id: str, job: str) -> None:
    async with store.hold(project_id, job) as lease:
        while lease and (begun := await store.begin(project_id, lease)):
            names = tuple(letter.letter_id for letter in begun.letters)
            if begun.attempt and names[0].startswith(POISON):
                os._exit(137)
            before = await store.project(project_id) or project().model_copy(update={"project_id": project_id})
            after = before.model_copy(update={"title": " ".join([before.title, *names]).strip()})
            await asyncio.sleep(0.1)
            if not await store.finish(project_id, lease, names, Effects(project=after)):
                return


async def main(url: str, prefix: str, key: str) -> None:
    store = DeskStore(url, Seal((key,)), prefix)
    async with Engine(url, prefix, redelivery=timedelta(seconds=1.5)) as engine:

        async def reconcile() -> None:
            for project_id in await store.waiting():
                engine.book(project_id)

        async def nothing(*of: str) -> None:
            await store.overdue(NOW)

        calls = Calls(partial(take_turns, store), nothing, nothing, nothing, reconcile, store.attempts)
        await engine.run_forever(calls)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
