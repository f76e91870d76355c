"""Letters that were begun too often: put away by the step that ends their last attempt, and the owner's to decide."""

import json
from datetime import datetime

from bot.core.letter import Grave, Letter
from bot.core.people import Person
from bot.edges.store.keys import Kind, micros
from bot.edges.store.rows import letter_of
from bot.edges.store.shelf import Shelf

UNREAD = "unread-mail"
WEEK = 7 * 24 * 3600  # seconds


class Graves(Shelf):
    async def grave(self, project_id: str, letter_id: str) -> Grave | None:
        row = await self._ask("HMGET", Kind.GRAVE, _name(project_id, letter_id), "state", "letters", "outcome")
        state, letters, outcome = row
        if not state:
            return None
        if outcome:
            return self._opened(outcome, Grave)
        found = tuple(letter_of(self.seal, entry) for entry in json.loads(letters))
        return Grave(project_id=project_id, letter_id=letter_id, state=state, letters=found)

    async def exhume(self, project_id: str, letter_id: str, verb: str, actor: Person, may: bool, now: datetime) -> str:
        after = Grave.model_validate(
            {"project_id": project_id, "letter_id": letter_id, "state": verb, "by": actor.name, "at": now}
        )
        word: str = await self._step(
            "exhume", _name(project_id, letter_id), project_id, verb, actor.authority, int(may), micros(now),
            self.seal.close(after),
        )  # fmt: skip
        return word

    async def untold(self) -> tuple[tuple[str, str], ...]:
        found = sorted(await self._ask("SMEMBERS", Kind.UNTOLD))
        return tuple((project, letter) for project, _, letter in (one.partition("|") for one in found))

    async def told_of(self, project_id: str, letter_id: str) -> None:
        await self._ask("SREM", Kind.UNTOLD, "", _name(project_id, letter_id))

    async def note_unread(self, letter_id: str) -> None:
        """Of a mail that was put away without having been read, nobody but the operator can be told."""
        await self._ask("SADD", Kind.NOTED, UNREAD, letter_id)
        await self._ask("EXPIRE", Kind.NOTED, UNREAD, WEEK)

    async def unread(self) -> int:
        """How many there were, until a week after the last one."""
        return int(await self._ask("SCARD", Kind.NOTED, UNREAD))

    async def dead(self, project_id: str) -> tuple[Letter, ...]:
        """What is put away and undecided."""
        names = sorted(await self._ask("SMEMBERS", Kind.GRAVES, project_id))
        graves = [await self.grave(project_id, name) for name in names]
        return tuple(letter for grave in graves if grave for letter in grave.letters)


def _name(project_id: str, letter_id: str) -> str:
    return f"{project_id}|{letter_id}"
