"""The ledger of what leaves the desk: at most once, and what may or may not have left is shown, not repeated."""

import json
import secrets
from datetime import datetime, timedelta

from bot.core.draft import COVERS
from bot.core.letter import Letter
from bot.core.parcel import Fate, Parcel
from bot.edges.store.keys import Kind, micros
from bot.edges.store.rows import PARCEL_FIELDS, letters_json, not_before, parcel_fields, parcel_of, parcels_json
from bot.edges.store.shelf import Shelf

SENDING = timedelta(seconds=60)  # how long a sender may take before nobody knows


class Parcels(Shelf):
    async def parcel(self, parcel_id: str) -> Parcel | None:
        return parcel_of(self.seal, await self._ask("HMGET", Kind.PARCEL, parcel_id, *PARCEL_FIELDS))

    async def parcels_of(self, project_id: str) -> tuple[Parcel, ...]:
        ids = await self._ask("SMEMBERS", Kind.PARCELS, project_id)
        rows = await self._ask_each("HMGET", Kind.PARCEL, sorted(ids), *PARCEL_FIELDS)
        return tuple(parcel for row in rows if (parcel := parcel_of(self.seal, row)))

    async def plan(self, parcels: tuple[Parcel, ...]) -> None:
        await self._step("plan", parcels_json(self.seal, parcels))

    async def take(self, parcel_id: str, now: datetime) -> Parcel | None:
        """None also when the approval no longer covers the content, or a reminder was answered: `refused` then.

        It is read before it is taken: one that a newer desk planned must not be left half sent by this one.
        """
        if await self.parcel(parcel_id) is None:
            return None
        token = secrets.token_hex(8)
        row = await self._step("take", parcel_id, token, micros(now), micros(now + SENDING))
        return parcel_of(self.seal, row) if row else None

    async def settle(self, parcel: Parcel, letters: tuple[Letter, ...] = (), parcels: tuple[Parcel, ...] = ()) -> bool:
        """`parcel.attempts` must be as `take` gave it: it names the attempt that is being settled."""
        return bool(
            await self._step(
                "settle", parcel.parcel_id, parcel.fate, parcel.attempts, not_before(parcel) or "-inf",
                json.dumps(parcel_fields(self.seal, parcel)), letters_json(self.seal, letters),
                parcels_json(self.seal, parcels), micros(parcel.settled_at) if parcel.settled_at else "+inf",
            )
        )  # fmt: skip

    async def resend(
        self,
        parcel_id: str,
        fate: Fate,
        actor: str,
        now: datetime,
        letters: tuple[Letter, ...] = (),
        attempt: int = 0,
    ) -> bool:
        token, until, owed = secrets.token_hex(8), micros(now + COVERS), letters_json(self.seal, letters)
        return bool(await self._step("resend", parcel_id, fate, actor, micros(now), token, until, owed, attempt))

    async def overdue(self, now: datetime) -> tuple[str, ...]:
        return await self._until(Kind.SENDING, now)

    async def planned(self, now: datetime) -> tuple[str, ...]:
        return await self._until(Kind.PLANNED, now)
