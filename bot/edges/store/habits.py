"""What is known of people's time and wishes, under their object id or, of strangers to the directory, their address."""

from bot.core.habits import PARTS, Habits, Part, joined, part_of
from bot.core.people import Person
from bot.edges.store.keys import Kind
from bot.edges.store.rows import address_name
from bot.edges.store.shelf import Shelf


class HabitsOf(Shelf):
    async def habits(self, person: Person) -> Habits:
        """Nothing is known of somebody without a name to find them by."""
        names = tuple(PARTS)
        sealed = await self._ask("HMGET", Kind.HABITS, _name(person), *names) if _name(person) else []
        found = {
            part: habits for part, one in zip(names, sealed, strict=False) if (habits := self._opened(one, Habits))
        }
        return joined(found)

    async def save_habits(self, person: Person, habits: Habits, part: Part) -> None:
        """Only this part of them."""
        if _name(person):
            await self._ask("HSET", Kind.HABITS, _name(person), part, self.seal.close(part_of(habits, part)))


def _name(person: Person) -> str:
    return person.authority or (address_name("", person.address) if person.address else "")
