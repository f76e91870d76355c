"""What somebody thinks of an answer is kept with the project of its thread, and with no other."""

from bot.core.memory import Rating
from bot.flows import feedback
from tests.fakes import ANA, MONDAY, THREAD, Toy, chat_of, said
from tests.flows.hands import PID, hear

LIKED = Rating(message="1", by=ANA, liked=True, at=MONDAY)


async def test_an_opinion_lies_with_the_project_of_its_thread(toy: Toy) -> None:
    await hear(toy, said("hello"))
    await feedback.keep(toy.world, THREAD, LIKED)

    assert await toy.store.ratings_of(PID) == (LIKED,)


async def test_an_opinion_in_a_thread_without_a_project_is_nobodys(toy: Toy) -> None:
    await hear(toy, said("hello"))
    await feedback.keep(toy.world, chat_of(ANA), LIKED)

    assert await toy.store.ratings_of(PID) == ()
