"""The bot comes and goes, people leave, channels are deleted: who has to know is told once, and nothing is lost."""

from typing import Any

import pytest

from bot.core.letter import Met
from bot.core.people import Contact, Person, Place
from bot.flows.mailbox import take_turns
from tests.fakes import ANA, MONDAY, PRIYA, THREAD, Toy, chat_of, deputy
from tests.flows.hands import PID, hear, said, ship_all, started

CHAT = chat_of(ANA)
ROOM = THREAD.model_copy(update={"conversation": THREAD.conversation.partition(";")[0]})
GENERAL = THREAD.model_copy(update={"conversation": "19:general@thread.tacv2", "team": "19:general@thread.tacv2"})


async def happens(toy: Toy, event: str, place: Place, person: Person = ANA, number: int = 1) -> None:
    facts: dict[str, Any] = {"letter_id": f"met{number}", "place": place, "person": person, "event": event}
    letter = Met.model_validate(facts | {"at": MONDAY})
    project_id = await toy.store.accept(letter.letter_id, place, letter)
    await take_turns(toy.world, project_id or "", f"turn:{letter.letter_id}")
    await ship_all(toy)


def notices(toy: Toy, conversation: str = CHAT.conversation) -> list[str]:
    return [str(card["fallbackText"]) for card in toy.voice.cards(conversation)]


async def known_in_chat(toy: Toy) -> None:
    await toy.store.save_contact(Contact(person=ANA, place=CHAT))


@pytest.mark.parametrize(("kind", "word"), [("personal", "chat"), ("group", "chat"), ("channel", "team")])
async def test_a_place_is_greeted_once_however_often_the_bot_is_added(toy: Toy, kind: str, word: str) -> None:
    place = THREAD.model_copy(update={"conversation": f"x-{kind}", "kind": kind})
    await happens(toy, "added", place)
    await happens(toy, "added", place, number=2)

    assert len(toy.voice.cards(f"x-{kind}")) == 1


async def test_who_removed_the_bot_is_not_written_to_and_who_installs_it_again_is(toy: Toy) -> None:
    states = []
    for number, event in enumerate(("added", "removed", "added")):
        await happens(toy, event, CHAT, number=number)
        contact = await toy.store.contact(ANA.tenant, ANA.oid)
        states.append(contact.state if contact else "")

    assert states == ["active", "removed", "active"]


@pytest.mark.parametrize(
    ("event", "place", "words"),
    [("removed", ROOM, "I was removed"), ("gone", ROOM, "was deleted"), ("removed", GENERAL, "I was removed")],
)
async def test_an_owner_whose_place_is_lost_hears_of_it_in_their_chat(
    toy: Toy, event: str, place: Place, words: str
) -> None:
    await started(toy)
    project = await toy.store.project(PID)
    assert project
    home = project.home.model_copy(update={"team": GENERAL.team})
    await toy.store.save_project(project.model_copy(update={"home": home}))
    await known_in_chat(toy)
    await happens(toy, event, place)

    (told,) = notices(toy)
    assert words in told
    assert "the project of Mon, Nov 30" in told


@pytest.mark.parametrize("conversation", ["19:other@thread.tacv2", "19:DEALS@thread.tacv2"])
async def test_another_channel_is_no_concern_of_the_project(toy: Toy, conversation: str) -> None:
    await started(toy)
    await known_in_chat(toy)
    await happens(toy, "gone", ROOM.model_copy(update={"conversation": conversation, "team": "19:t"}))

    assert notices(toy) == []


async def test_a_deputy_who_leaves_keeps_the_right_and_the_owner_is_told(toy: Toy) -> None:
    await started(toy)
    project = await toy.store.project(PID)
    assert project
    await toy.store.save_project(project.model_copy(update={"deputies": (deputy(PRIYA),)}))
    await known_in_chat(toy)
    await happens(toy, "left", ROOM, PRIYA)
    now = await toy.store.project(PID)

    assert now
    assert now.deputies == (deputy(PRIYA),)
    (told,) = notices(toy)
    assert "Priya Raman has left" in told


async def test_anybody_else_who_leaves_is_no_news(toy: Toy) -> None:
    await started(toy)
    await known_in_chat(toy)
    await happens(toy, "left", ROOM, PRIYA)

    assert notices(toy) == []


GUEST = Person(oid="gast", name="Gil Guest", teams_id="29:gast", tenant=THREAD.tenant)


@pytest.mark.parametrize("known", [True, False], ids=["a project", "a new thread"])
async def test_a_guest_is_told_that_the_desk_works_for_the_organisation(toy: Toy, known: bool) -> None:
    if known:
        await started(toy)
    turns = len(toy.agent.requests)
    toy.voice.people = (ANA, GUEST.model_copy(update={"guest": True, "address": "gil@fabrikam.com"}))
    await hear(toy, said("we received the RFP", GUEST, number=7))
    await hear(toy, said("status", GUEST, number=8))

    assert len(toy.agent.requests) == turns
    assert [text for text in toy.voice.texts() if "you are a guest here" in text]
    assert bool(await toy.store.project(PID)) is known


@pytest.mark.parametrize("text", ["we received the RFP", "pending"])
async def test_somebody_of_another_organisation_is_told_so_and_the_agent_hears_nothing(toy: Toy, text: str) -> None:
    await started(toy)
    turns = len(toy.agent.requests)
    other = ANA.model_copy(update={"tenant": "c2b7e9d4"})
    await hear(toy, said(text, other, number=7))

    assert "people of this organisation only" in toy.voice.texts()[-1]
    assert len(toy.agent.requests) == turns
    assert await toy.store.contact("c2b7e9d4", ANA.oid) is None
