"""What mail needs to remember: the drafts a mailed code stands for, where mail does not get, and how much went out."""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta

from pydantic import TypeAdapter

from bot.core.ballot import Exact
from bot.core.post import Reach
from bot.edges.store.keys import EPOCH, Kind, fingerprint, micros
from bot.edges.store.rows import address_name
from bot.edges.store.shelf import Shelf

SHOWN: TypeAdapter[tuple[Exact, ...]] = TypeAdapter(tuple[Exact, ...])


class Ballots(Shelf):
    async def give_code(self, project_id: str, shown: tuple[Exact, ...], codes: Iterable[str]) -> str:
        what = SHOWN.dump_json(shown).decode()
        return await self._step("code", project_id, what, json.dumps(list(codes))) or ""

    async def shown_by(self, project_id: str, code: str) -> tuple[Exact, ...]:
        what = await self._ask("HGET", Kind.CODES, project_id, code)
        return SHOWN.validate_json(what) if what else ()

    async def reach(self, tenant: str, address: str) -> Reach | None:
        return self._opened(await self._ask("GET", Kind.REACH, address_name(tenant, address)), Reach)

    async def save_reach(self, tenant: str, reach: Reach) -> None:
        await self._ask("SET", Kind.REACH, address_name(tenant, reach.address), self.seal.close(reach))

    async def brake(self, name: str, of: str, now: datetime, within: timedelta, most: int) -> timedelta:
        since = micros(now - within)
        oldest = await self._step(
            "brake", fingerprint(name), micros(now), since, most, fingerprint(of),
            max(1, within // timedelta(milliseconds=1)),
        )  # fmt: skip
        if int(float(oldest)) == 0:
            return timedelta()
        left = EPOCH + timedelta(microseconds=int(float(oldest))) + within - now
        return max(timedelta(seconds=1), left)
