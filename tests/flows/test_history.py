"""What was decided can be looked up and searched, by whoever decides, and opened from the card that answers."""

import pytest

from bot.core.draft import Record
from tests.fakes import ANA, PRIYA, THREAD, Toy, answer, chat_of, draft, said
from tests.flows.hands import PID, hear, press, started


@pytest.fixture
async def decided(toy: Toy) -> list[Record]:
    """Two decisions, an hour apart, and one draft that waits."""
    records = await started(toy, count=3)
    await press(toy, records[0], "approve")
    toy.clock.forward(hours=1)
    await press(toy, records[1], "reject", reason="The customer has answered.")
    return records


async def asked(toy: Toy, text: str, number: int = 50, **more: object) -> tuple[list[str], list[str]]:
    """Texts, and the drafts on the new card in their order."""
    place = more.get("place", THREAD)
    texts = len(toy.voice.texts(place.conversation))
    await hear(toy, said(text, number=number, **more), PID if place is THREAD else "")
    new = [one for one in await toy.store.parcels_of(PID) if f".m{number}" in one.parcel_id and one.recipe]
    return toy.voice.texts(place.conversation)[texts:], [key for one in new if one.ref for key in one.recipe.keys]


async def test_the_newest_decision_comes_first_and_what_waits_is_none(toy: Toy, decided: list[Record]) -> None:
    texts, opened = await asked(toy, "history")

    assert texts == ["Here are 2 decisions, the newest first."]
    assert opened == [decided[1].key, decided[0].key]


@pytest.mark.parametrize(
    ("about", "found"),
    [("Priya", [1, 0]), ("customer answered", [1]), ("PART 1.", [0]), ("technical ana", [1, 0]), ("Kenji", [])],
)
async def test_decisions_are_searched_by_every_word(
    toy: Toy, decided: list[Record], about: str, found: list[int]
) -> None:
    texts, opened = await asked(toy, f"decisions about {about}")

    assert opened == [decided[number].key for number in found]
    assert found or texts == [f"No decision mentions “{about}”. Try a person's name, or a word of the subject."]


async def test_each_is_opened_on_its_receipt(toy: Toy, decided: list[Record]) -> None:
    assert (await asked(toy, "o que foi decidido"))[1]
    receipt = await press(toy, decided[1], "open")
    assert getattr(receipt, "reason", "") == "The customer has answered."


async def test_in_a_chat_it_is_about_every_project_of_that_person(toy: Toy, decided: list[Record]) -> None:
    assert (await asked(toy, "history", place=chat_of(ANA)))[1] == [decided[1].key, decided[0].key]
    assert (await asked(toy, "history", speaker=PRIYA, place=chat_of(PRIYA), number=51))[1] == []


async def test_who_does_not_decide_is_shown_nothing(toy: Toy, decided: list[Record]) -> None:
    texts, opened = await asked(toy, "history", speaker=PRIYA)

    assert opened == []
    assert texts == ["2 decisions were made here. The owner and the deputies can open them."]


async def test_before_anything_was_decided_it_is_said_so(toy: Toy) -> None:
    await started(toy)

    assert (await asked(toy, "history"))[0] == ["Nothing has been decided here yet."]


async def test_of_very_many_the_newest_are_shown_and_the_way_to_the_others(toy: Toy) -> None:
    toy.agent.script = [answer("Read.", *(draft(number) for number in range(30)))]
    await hear(toy, said("we received the RFP"))
    for record in await toy.store.records_of(PID):
        await press(toy, record, "approve")
    texts, opened = await asked(toy, "history")

    assert len(opened) <= 25
    assert texts[0].startswith("Here are 30 decisions, the newest first. The card shows the newest 25;")
