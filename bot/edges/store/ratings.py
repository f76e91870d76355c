"""What people thought of answers: the last word of each about each, kept with the project and no longer than texts."""

from datetime import timedelta

from bot.core.memory import Rating
from bot.edges.store.keys import Kind, fingerprint
from bot.edges.store.shelf import Shelf


class Ratings(Shelf):
    async def rate(self, project_id: str, rating: Rating, keep: timedelta) -> None:
        name = fingerprint(rating.message, rating.by.authority or rating.by.teams_id)
        seconds = max(1, keep // timedelta(seconds=1))
        await self._step("rate", project_id, name, self.seal.close(rating), seconds)

    async def ratings_of(self, project_id: str) -> tuple[Rating, ...]:
        """The oldest first."""
        sealed = await self._ask("HVALS", Kind.RATINGS, project_id)
        return tuple(sorted((self.seal.open(one, Rating) for one in sealed), key=lambda one: one.at))
