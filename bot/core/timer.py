"""What is to happen later: pointers only. What there is to say is decided when it rings, from what is true by then."""

from datetime import datetime
from hashlib import sha256

from bot.core.noun import Noun
from bot.core.people import Person


class Timer(Noun):
    """`group`: who hears of it together. `of`: an id within the project, never words: all of it lies in the clear."""

    group: str
    project_id: str
    kind: str
    of: str = ""
    due: datetime

    @property
    def name(self) -> str:
        """Unique within its group: the same name set again is the same timer moved."""
        return f"{self.project_id}|{self.kind}|{self.of}"


class Ring(Noun):
    """Everything that is due for one group, in one worker's hands; after an outage it is all of it, once.

    `tries`: how often it rang for this, the present time counted.
    """

    group: str
    token: str
    timers: tuple[Timer, ...]
    tries: int = 1


def named(group: str, name: str, due: datetime) -> Timer:
    project_id, kind, of = name.split("|", 2)
    return Timer(group=group, project_id=project_id, kind=kind, of=of, due=due)


def group_of(person: Person) -> str:
    """The group of everything that one person hears of; somebody without an object id is known by their address."""
    return f"person:{person.authority or sha256(person.address.strip().casefold().encode()).hexdigest()[:32]}"


def group_of_project(project_id: str) -> str:
    return f"project:{project_id}"
