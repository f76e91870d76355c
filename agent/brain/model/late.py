"""The model, loaded when it is first asked: its framework takes longer to import than a sandbox may take to start."""

import asyncio
from collections.abc import Sequence
from importlib import import_module

from agent.brain.model.answers import Model, Shaped, Tool


class LateModel:
    """Stands in for an `Endpoint` until there is one."""

    def __init__(self, base_url: str, api_key: str, model: str) -> None:
        self._named = (base_url, api_key, model)
        self._loading: asyncio.Task[Model] | None = None

    async def ask(self, skill: str, words: str, shape: type[Shaped], tools: Sequence[Tool] = ()) -> Shaped:
        return await (await self._loaded()).ask(skill, words, shape, tools)

    async def read(self, skill: str, words: str, shape: type[Shaped], pictures: Sequence[bytes] = ()) -> Shaped:
        return await (await self._loaded()).read(skill, words, shape, pictures)

    async def _loaded(self) -> Model:
        self._loading = self._loading or asyncio.create_task(self._load())
        return await asyncio.shield(self._loading)

    async def _load(self) -> Model:
        module = await asyncio.to_thread(import_module, "agent.brain.model.endpoint")
        endpoint: Model = module.Endpoint(*self._named)
        return endpoint
