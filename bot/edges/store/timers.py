"""Timers: a million of them wait as names and times only, and all that is due for one group rings together."""

import json
import secrets
from datetime import datetime, timedelta

from bot.core.memory import Rung
from bot.core.timer import Ring, Timer, named
from bot.edges.store.keys import Kind, micros, moment
from bot.edges.store.rows import effects_json, letter_entry, timer_row
from bot.edges.store.shelf import Shelf

RINGING = timedelta(seconds=60)  # how long a worker may take before the group rings for another one
REMEMBERED = 300  # seconds a token is known: longer than any repeated call
MOST = 500  # timers of one group that ring together
BUNDLE = 200  # timers set in one step: none holds the server up for long


class Timers(Shelf):
    async def set_timers(self, timers: tuple[Timer, ...]) -> datetime | None:
        first: str | None = None
        for begin in range(0, len(timers), BUNDLE):
            first = await self._step("set", json.dumps([timer_row(one) for one in timers[begin : begin + BUNDLE]]))
        return moment(_whole(first)) if first else await self.next_ring()

    async def cancel_timers(self, group: str, names: tuple[str, ...] = ()) -> int:
        return int(await self._step("cancel", group, json.dumps(names) if names else ""))

    async def timers_of(self, group: str) -> tuple[Timer, ...]:
        return _timers(group, await self._ask("ZRANGE", Kind.TIMERS, group, 0, -1, "WITHSCORES"))

    async def timers_in(self, project_id: str) -> tuple[Timer, ...]:
        groups = sorted(await self._ask("SMEMBERS", Kind.TIMED, project_id))
        rows = await self._ask_each("ZRANGE", Kind.TIMERS, groups, 0, -1, "WITHSCORES")
        found = (one for group, row in zip(groups, rows, strict=True) for one in _timers(group, row))
        return tuple(sorted((one for one in found if one.project_id == project_id), key=lambda one: one.due))

    async def next_ring(self) -> datetime | None:
        first = await self._ask("ZRANGE", Kind.RINGING, "", 0, 0, "WITHSCORES")
        return moment(_whole(first[1])) if first else None

    async def ring(self, now: datetime) -> Ring | None:
        token = secrets.token_hex(8)
        found = await self._step("ring", micros(now), token, RINGING // timedelta(microseconds=1), REMEMBERED, MOST)
        if not found:
            return None
        return Ring(group=found[0], token=token, tries=int(found[1]), timers=_timers(found[0], found[2:]))

    async def rung(self, ring: Ring, rung: Rung) -> bool:
        rang = json.dumps([[one.name, micros(one.due)] for one in ring.timers])
        letters = json.dumps([[project, letter_entry(self.seal, letter)] for project, letter in rung.letters])
        return bool(
            await self._step("rung", ring.token, REMEMBERED, rang, letters, effects_json(self.seal, rung.effects))
        )


def _timers(group: str, flat: list[str]) -> tuple[Timer, ...]:
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return tuple(named(group, name, due) for name, score in pairs if (due := moment(_whole(score))))


def _whole(score: str) -> str:
    """Scores are written as the server likes; they are whole, and small enough to be exact."""
    return str(int(float(score)))
