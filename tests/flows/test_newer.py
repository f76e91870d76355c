"""While desks of two versions share a store, the older one leaves alone what it cannot read."""

import pytest

from bot.core.errors import FromNewer
from bot.core.people import Project
from tests.fakes import Toy, said
from tests.flows.hands import PID, hear, work


class Newer(Project):
    """A project as a later version has it."""

    mood: str = "good"


async def test_what_a_newer_desk_wrote_costs_the_letter_no_attempt(toy: Toy) -> None:
    await hear(toy, said("hello"))
    await upgrade(toy)
    letter = said("and now?", number=2)
    await toy.store.accept(letter.letter_id, letter.place, letter)
    for number in range(7):
        with pytest.raises(FromNewer, match="mood"):
            await work(toy, f"turn:{number}")

    assert await toy.store.attempts(PID) == 0
    assert await toy.store.dead(PID) == ()


async def test_the_newer_desk_finds_everything_as_it_was(toy: Toy) -> None:
    await hear(toy, said("hello"))
    row, kept = await upgrade(toy)
    letter = said("and now?", number=2)
    await toy.store.accept(letter.letter_id, letter.place, letter)
    with pytest.raises(FromNewer):
        await work(toy, "turn:older")
    await toy.store.client.set(row, kept)  # to the newer desk it is readable
    await work(toy, "turn:newer")

    assert [request.turn_id for request in toy.agent.requests] == ["m1", "m2"]


async def upgrade(toy: Toy) -> tuple[str, str]:
    """The project is written once more, by a newer desk; returns where it lies and how it was."""
    row = toy.store.keys.name("project", PID)
    kept = await toy.store.client.get(row)
    project = await toy.store.project(PID)
    await toy.store.client.set(row, toy.store.seal.close(Newer.model_validate(project.model_dump())))
    return row, kept
