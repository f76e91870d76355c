"""Mailboxes: what waits for a project, in order, worked on by one job at a time.

The box decides what runs and in which order; the engine only makes sure that somebody looks into it.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime

from bot.core.errors import Misconfigured, StoreDown
from bot.core.letter import Letter, Said
from bot.core.memory import Begun, Effects, Mark
from bot.core.noun import Noun
from bot.core.people import Person, Place
from bot.edges.store.keys import Kind, fingerprint, micros, moment
from bot.edges.store.rows import effects_json, letter_entry, letter_of, names_of, writers_json
from bot.edges.store.seal import understood
from bot.edges.store.shelf import Shelf

log = logging.getLogger(__name__)

WEEK = 7 * 24 * 3600  # seconds; channels redeliver for hours, and the engine forgets a key when its job ends
LEASE = 45_000  # milliseconds
ATTEMPTS = 5
LONGEST_RUN, MOST = 20, 100  # letters told together: of any kind, and of drafts that expired


class Kept(Noun):
    text: str = ""


class Mailboxes(Shelf):
    lease_time = LEASE

    async def accept(self, seen: str, place: Place, letter: Letter, project_id: str = "") -> str | None:
        token, entry = secrets.token_hex(8), letter_entry(self.seal, letter)
        thread, own = place.thread, place.project_id
        project: str | None = await self._step(
            "accept", fingerprint(seen), token, WEEK, thread, own, project_id, entry, writers_json(letter),
            micros(letter.at) if isinstance(letter, Said) else 0,
        )  # fmt: skip
        return project

    async def heard_at(self, project_id: str, person: Person) -> datetime | None:
        names = [f"at:{name}" for name in names_of(person)]
        stamps = await self._ask("HMGET", Kind.HEARD, project_id, *names) if names else []
        return moment(max((one for one in stamps if one), key=int, default=""))

    async def enter(self, project_id: str, job: str) -> str | None:
        token = secrets.token_hex(8)
        return f"{job}|{token}" if await self._step("enter", project_id, job, token, self.lease_time) else None

    async def renew(self, project_id: str, lease: str) -> bool:
        return bool(await self._step("renew", project_id, lease, self.lease_time))

    async def leave(self, project_id: str, lease: str, counted: bool = False) -> None:
        await self._step("leave", project_id, lease, int(counted))

    @asynccontextmanager
    async def hold(self, project_id: str, job: str) -> AsyncIterator[str | None]:
        """The lease is not given back here: an empty box does that, or `leave`, or its end after a crash."""
        lease = await self.enter(project_id, job)
        if lease is None:
            yield None
            return
        renewing = asyncio.create_task(self._keep_renewing(project_id, lease))
        try:
            yield lease
        finally:
            renewing.cancel()
            with suppress(asyncio.CancelledError):
                await renewing

    async def _keep_renewing(self, project_id: str, lease: str) -> None:
        ours = True
        while ours:
            await asyncio.sleep(self.lease_time / 3000)
            try:
                ours = await self.renew(project_id, lease)
            except StoreDown:
                log.warning("the lease of project %s could not be renewed", project_id)

    async def begin(self, project_id: str, lease: str) -> Begun | None:
        begun = await self._step("begin", project_id, lease, ATTEMPTS, LONGEST_RUN, MOST)
        if begun is None:
            return None
        attempt, *entries = begun
        try:
            letters = tuple(letter_of(self.seal, entry) for entry in entries)
        except (Misconfigured, StoreDown):
            await self.leave(project_id, lease)  # a missing key is no fault of the letter
            raise
        return Begun(letters=letters, attempt=attempt)

    async def finish(self, project_id: str, lease: str, letters: tuple[str, ...], effects: Effects) -> bool:
        written = effects_json(self.seal, effects)
        return bool(await self._step("finish", project_id, lease, json.dumps(letters), ATTEMPTS, written, WEEK))

    async def appoint(self, project_id: str, lease: str, effects: Effects) -> bool:
        return bool(await self._step("appoint", project_id, lease, effects_json(self.seal, effects)))

    async def take_over(self) -> None:
        """For a desk that knows it is the only one: whoever worked or sent is dead, so that nobody waits for leases."""
        for project_id in await self.waiting():
            await self._ask("DEL", Kind.LEASE, project_id)
        for parcel_id in await self._ask("ZRANGE", Kind.SENDING, "", 0, -1):
            await self._ask("ZADD", Kind.SENDING, "", "XX", 0, parcel_id)
        held = await self._ask("HGETALL", Kind.RINGERS)
        for group, holder in zip(held[::2], held[1::2], strict=True):
            if holder.startswith("1|"):  # one that ended its worker before waits for its time
                await self._ask("ZADD", Kind.RINGING, "", "XX", 0, group)

    async def attempts(self, project_id: str) -> int:
        """How often the first letter was begun without an end."""
        return int(await self._step("attempts", project_id))

    async def mark_of(self, letter_id: str) -> Mark:
        text = await self._ask("GET", Kind.MARK, letter_id)
        return understood(text, Mark) if text else Mark()

    async def mark(self, letter_id: str, mark: Mark) -> None:
        await self._ask("SET", Kind.MARK, letter_id, mark.model_dump_json(), "EX", WEEK)

    async def note_for(self, chair: str, event: str) -> None:
        await self._ask("SADD", Kind.NOTED, chair, event)

    async def noted_for(self, chair: str) -> tuple[str, ...]:
        return tuple(await self._ask("SPOP", Kind.NOTED, chair, LONGEST_RUN))

    async def kept_for(self, chair: str) -> str:
        return (self._opened(await self._ask("GET", Kind.KEPT, chair), Kept) or Kept()).text

    async def keep_for(self, chair: str, text: str) -> None:
        await self._ask("SET", Kind.KEPT, chair, self.seal.close(Kept(text=text)))

    async def waiting(self) -> tuple[str, ...]:
        return tuple(sorted(await self._ask("SMEMBERS", Kind.WAITING)))

    async def amend(self, box: str, letter_id: str, letter: Letter | None) -> bool:
        entry = letter_entry(self.seal, letter) if letter else ""
        return bool(await self._step("amend", box, letter_id, entry))

    async def held(self, project_id: str) -> tuple[Said, ...]:
        entries = await self._ask("LRANGE", Kind.HELD, project_id, 0, -1)
        letters = (letter_of(self.seal, entry) for entry in entries)
        return tuple(letter for letter in letters if isinstance(letter, Said))

    async def box(self, project_id: str) -> tuple[Letter, ...]:
        entries = await self._ask("LRANGE", Kind.BOX, project_id, 0, -1)
        return tuple(letter_of(self.seal, entry) for entry in entries)
