"""What the desk knows of sandboxes: how long each stays, a sealed copy of what is in it, and those that were lost."""

import json
from datetime import datetime, timedelta

from bot.core.memory import Effects
from bot.core.parcel import Parcel
from bot.core.people import Project
from bot.core.sandbox import Checkpoint, Loss, Stay
from bot.edges.store.keys import Kind, micros
from bot.edges.store.rows import effects_json, loss_fields
from bot.edges.store.shelf import Shelf

AT_ONCE = 100


class Checkpoints(Shelf):
    async def checkpoint(self, project_id: str) -> Checkpoint | None:
        return self._opened(await self._ask("GET", Kind.CHECKPOINT, project_id), Checkpoint)

    async def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        await self._ask("SET", Kind.CHECKPOINT, checkpoint.project_id, self.seal.close(checkpoint))

    async def stay(self, project_id: str) -> Stay | None:
        return self._opened(await self._ask("GET", Kind.STAY, project_id), Stay)

    async def save_stay(self, project_id: str, stay: Stay) -> None:
        await self._step("stay", project_id, self.seal.close(stay), micros(stay.warn_at) if stay.warn_at else "")

    async def ending(self, now: datetime) -> tuple[str, ...]:
        return tuple(await self._ask("ZRANGEBYSCORE", Kind.ENDING, "", "-inf", micros(now), "LIMIT", 0, AT_ONCE))

    async def copy_later(self, project_id: str, at: datetime) -> None:
        await self._ask("ZADD", Kind.COPYING, "", "NX", micros(at), project_id)

    async def copies_due(self, now: datetime) -> tuple[str, ...]:
        return tuple(await self._ask("ZRANGEBYSCORE", Kind.COPYING, "", "-inf", micros(now), "LIMIT", 0, AT_ONCE))

    async def take_copy(self, project_id: str) -> bool:
        return bool(await self._ask("ZREM", Kind.COPYING, "", project_id))

    async def warned(self, project_id: str) -> None:
        await self._ask("ZREM", Kind.ENDING, "", project_id)

    async def left(self, project_id: str, keep: timedelta) -> None:
        await self._ask("EXPIRE", Kind.CHECKPOINT, project_id, max(1, keep // timedelta(seconds=1)))
        await self._ask("DEL", Kind.STAY, project_id)
        await self.warned(project_id)
        await self.take_copy(project_id)

    async def loss(self, loss_id: str) -> Loss | None:
        return self._opened(await self._ask("HGET", Kind.LOSS, loss_id, "sealed"), Loss)

    async def lose(self, loss: Loss, project: Project, parcels: tuple[Parcel, ...]) -> bool:
        written = effects_json(self.seal, Effects(project=project, parcels=parcels))
        return bool(
            await self._step("lose", loss.loss_id, loss.project_id, json.dumps(loss_fields(self.seal, loss)), written)
        )

    async def choose(self, after: Loss, actor: str, project: Project, now: datetime) -> str:
        written = effects_json(self.seal, Effects(project=project))
        word: str = await self._step(
            "choose", after.loss_id, after.choice or "", actor, micros(now),
            json.dumps(loss_fields(self.seal, after)), written,
        )  # fmt: skip
        return word
