"""What an activity turns out to be, once it is read."""

from dataclasses import dataclass

from bot.core.letter import Granted, Met, Said
from bot.core.people import Person, Place
from bot.edges.teams.feedback import Rated


@dataclass(frozen=True, slots=True)
class Arrived:
    """A letter for the mailbox. `seen` is equal for every copy of the same activity. `invoke`: an answer is awaited."""

    seen: str
    letter: Said | Met | Granted
    invoke: bool = False


@dataclass(frozen=True, slots=True)
class Amended:
    """A message was edited (`said`: as it reads now), deleted (None), or restored after that."""

    arrived: Arrived
    said: Said | None
    restored: bool = False


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button. `invoke`: the answer is awaited; else the card `message` is updated. `spoken`: words sent along."""

    value: object
    actor: Person
    place: Place
    message: str
    invoke: bool
    spoken: Arrived | None = None


@dataclass(frozen=True, slots=True)
class Invoked:
    """Any other call that waits for an answer."""

    name: str
    value: object = None
    actor: Person | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Passed:
    """Nothing for us to do."""

    kind: str


News = Arrived | Amended | Pressed | Rated | Invoked | Passed
