"""What is settled keeps its ids, states and times; its text is removed when it has been settled long enough."""

import json
from datetime import datetime, timedelta

from bot.core import draft, parcel
from bot.core.draft import Record
from bot.edges.store.keys import Kind, micros
from bot.edges.store.rows import PARCEL_FIELDS, parcel_of
from bot.edges.store.shelf import Shelf


class Retention(Shelf):
    async def fade(self, now: datetime, keep: timedelta) -> int:
        """Remove the text of what was settled more than `keep` ago, some at a time. Returns how many were."""
        gone = [await self._fade(member, now, keep) for member in await self._until(Kind.SETTLED, now - keep)]
        return sum(gone)

    async def _fade(self, member: str, now: datetime, keep: timedelta) -> int:
        kind, _, name = member.partition("|")
        sealed = {"record": self._bare_record, "parcel": self._bare_parcel}.get(kind)
        fields = ["sealed", await sealed(name, now)] if sealed else []
        return int(await self._step("fade", member, micros(now - keep), json.dumps(fields)))

    async def _bare_record(self, key: str, now: datetime) -> str:
        record = self._opened(await self._ask("HGET", Kind.RECORD, key, "sealed"), Record)
        return self.seal.close(draft.faded(record, now)) if record else ""

    async def _bare_parcel(self, parcel_id: str, _: datetime) -> str:
        found = parcel_of(self.seal, await self._ask("HMGET", Kind.PARCEL, parcel_id, *PARCEL_FIELDS))
        return self.seal.close(parcel.faded(found)) if found else ""
