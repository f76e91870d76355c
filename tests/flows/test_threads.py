"""Several projects, several threads: the 1:1 chat is the owner's desk over all of them."""

import pytest

from bot.core.people import Person, Place
from bot.flows.mailbox import take_turns
from cards.words import say
from tests.fakes import ANA, PRIYA, THREAD, Toy, answer, chat_of, said
from tests.flows.hands import PID, hear, started

WORDS = say("en")
SECOND = THREAD.model_copy(update={"conversation": "19:deals@thread.tacv2;messageid=2"})
GROUP = THREAD.model_copy(update={"conversation": "19:bid@thread.v2", "kind": "group"})
CHAT = chat_of(ANA)


@pytest.fixture
async def two(toy: Toy) -> Toy:
    """Ana's project Northwind with a draft that waits, and, a day later, one without a title."""
    await started(toy)
    first = await toy.store.project(PID)
    assert first
    await toy.store.save_project(first.model_copy(update={"title": "Northwind – ERP"}))
    toy.clock.forward(days=1)
    toy.agent.script = [answer("Noted.", response_id="caresp_2")]
    await hear(toy, said("another RFP", place=SECOND, number=50))
    return toy


async def ask(toy: Toy, text: str, place: Place = CHAT, speaker: Person = ANA, number: int = 60) -> str:
    """A message comes into the box of its thread; the last words that stand there afterwards."""
    await hear(toy, said(text, speaker, place, number))
    return toy.voice.texts(place.conversation)[-1]


async def test_the_list_has_everything_one_decides_in_with_what_waits(two: Toy) -> None:
    lines = (await ask(two, "projects")).splitlines()

    assert lines[0] == "You decide in 2 projects:"
    assert lines[2:] == ["1. **Northwind – ERP** · 1 draft waits for a decision.", "2. **the project of Tue, Dec 1**"]
    assert await ask(two, "my projects", chat_of(PRIYA), PRIYA, 61) == WORDS.t("desk.no_projects")


@pytest.mark.parametrize("text", ["projects", "switch 1"])
async def test_what_one_decides_elsewhere_is_not_told_in_a_thread(two: Toy, text: str) -> None:
    assert await ask(two, text, THREAD) == WORDS.t("desk.projects_in_chat")


@pytest.mark.parametrize("text", ["switch 1", "switch to northwind", "Trocar para 1"])
async def test_a_switched_chat_speaks_of_that_project(two: Toy, text: str) -> None:
    assert await ask(two, text) == WORDS.t("desk.switched", project="Northwind – ERP")
    await hear(two, said("shorten the briefs, please", place=CHAT, number=61))

    last = two.agent.requests[-1]
    assert (last.project_id, last.session_id) == (PID, f"desk-{PID}")
    assert "· this chat" in await ask(two, "projects", number=62)


async def test_switching_to_a_new_one_makes_the_chat_its_own_again(two: Toy) -> None:
    await ask(two, "switch 2")
    assert await ask(two, "switch new", number=61) == WORDS.t("desk.switched_to_new")
    await hear(two, said("we received an RFP", place=CHAT, number=62))

    assert two.agent.requests[-1].project_id == CHAT.project_id


async def test_a_number_that_is_not_on_the_list_changes_nothing(two: Toy) -> None:
    assert await ask(two, "switch 3") == WORDS.t("desk.no_such_project", about="3")
    assert await two.store.project_of(CHAT.thread) is None


async def test_words_that_name_no_project_are_for_the_agent(two: Toy) -> None:
    await hear(two, said("switch the order of the tasks", place=THREAD, number=61))
    await hear(two, said("link the annex to the pricing task", place=THREAD, number=62))

    asked = [request.input.splitlines()[-1] for request in two.agent.requests[-2:]]
    assert asked == ["switch the order of the tasks", "link the annex to the pricing task"]


async def test_nobody_switches_to_what_is_not_theirs(two: Toy) -> None:
    assert await ask(two, "switch 1", chat_of(PRIYA), PRIYA) == WORDS.t("desk.no_such_project", about="1")
    assert await two.store.project_of(chat_of(PRIYA).thread) is None


async def test_a_linked_group_chat_belongs_to_the_project_until_it_is_unlinked(two: Toy) -> None:
    assert await ask(two, "link 1", GROUP) == WORDS.t("desk.linked", project="Northwind – ERP")
    await hear(two, said("hello from the group", place=GROUP, number=61))
    assert two.agent.requests[-1].project_id == PID

    assert await ask(two, "unlink", GROUP, number=62) == WORDS.t("desk.unlinked", project="Northwind – ERP")
    await hear(two, said("something new", place=GROUP, number=63))
    assert two.agent.requests[-1].project_id == GROUP.project_id


async def test_a_thread_that_has_a_project_keeps_it(two: Toy) -> None:
    assert await ask(two, "link 1", SECOND) == WORDS.t("desk.thread_taken")
    assert await ask(two, "unlink", SECOND, number=61) == WORDS.t("desk.home_thread")
    assert await two.store.project_of(SECOND.thread) == SECOND.project_id


async def test_others_unlink_nothing(two: Toy) -> None:
    await ask(two, "link 1", GROUP)

    assert await ask(two, "unlink", GROUP, PRIYA, 61) == WORDS.t("desk.only_deciders")
    assert await two.store.project_of(GROUP.thread) == PID


async def test_a_link_without_a_number_says_where_the_numbers_are(two: Toy) -> None:
    assert await ask(two, "link", GROUP) == WORDS.t("desk.link_which")


async def test_what_was_written_before_the_link_was_made_follows_it(two: Toy) -> None:
    for number, text in ((60, "link 1"), (61, "and this is the first word")):
        letter = said(text, place=GROUP, number=number)
        await two.store.accept(letter.letter_id, GROUP, letter)
    await take_turns(two.world, GROUP.project_id, "turn:1")
    assert await two.store.project(GROUP.project_id) is None
    await take_turns(two.world, PID, "turn:2")

    assert two.agent.requests[-1].project_id == PID
    assert two.agent.requests[-1].input.endswith("and this is the first word")


async def test_closed_projects_are_not_on_the_list(two: Toy) -> None:
    await hear(two, said("close", place=THREAD, number=70))

    assert (await ask(two, "projects")).splitlines()[2:] == ["1. **the project of Tue, Dec 1**"]
