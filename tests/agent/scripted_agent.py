"""The agent's own server with the scripted brain; some words make it misbehave."""

import asyncio
import os

from scripted import Rfp, ScriptedBrain

from agent import settings
from agent.host import build
from agent.sources.folder import FolderSources
from agent.sources.interface import Sources
from agent.turn import Sandbox


class OddBrain(ScriptedBrain):
    """`slow` takes two seconds in the middle of a turn, `die` never comes back, `crash` raises."""

    async def find_rfp(self, sources: Sources, words: str, locale: str = "") -> Rfp | None:
        if "slow" in words:
            await asyncio.sleep(2)
        if "die" in words:
            await asyncio.sleep(0.1)
            os._exit(1)
        if "crash" in words:
            raise RuntimeError("boom")
        return await super().find_rfp(sources, words, locale)


found = settings.read()
(found.home / "sources").mkdir(parents=True, exist_ok=True)
sandbox = Sandbox(home=found.home, brain=OddBrain(), sources=FolderSources(found.sources))
build(found, sandbox).run(host=found.host, port=found.port)
