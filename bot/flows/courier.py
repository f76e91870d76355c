"""What is handed to one person alone, in their own chat: files, and the invitation to sign in."""

from typing import Protocol

from bot.core.errors import Undeliverable
from bot.core.letter import Slot
from bot.core.people import Person, Place
from bot.core.post import Posted


class SignIn(Protocol):
    """Entra, asked for leave to act for a person. `NotGranted`, or the `AgentTrouble` family."""

    async def on_behalf(self, token: str, person: Person) -> str:
        """The refresh token for what Teams gave of this person; never for another's."""
        ...


class Courier(Protocol):
    """Hands a file to a person in their 1:1 chat, whose client asks them first. Raises like `Voice`."""

    async def invite(self, place: Place, why: str, button: str) -> Posted:
        """Ask them to sign in; their client does it by itself where it can."""
        ...

    async def offer(self, place: Place, name: str, size: int, why: str, about: str) -> Posted:
        """Ask whether they want it. `about` comes back with their answer."""
        ...

    async def hand(self, place: Place, slot: Slot, content: bytes, replaces: str) -> Posted:
        """Put the file where their client said, and show it in place of the offer."""
        ...


class NoCourier:
    """Where no file can be handed over."""

    async def invite(self, place: Place, why: str, button: str) -> Posted:
        raise Undeliverable("nobody can sign in from here", "forbidden")

    async def offer(self, place: Place, name: str, size: int, why: str, about: str) -> Posted:
        raise Undeliverable("no file can be handed over from here", "forbidden")

    async def hand(self, place: Place, slot: Slot, content: bytes, replaces: str) -> Posted:
        raise Undeliverable("no file can be handed over from here", "forbidden")
