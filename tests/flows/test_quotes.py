"""A 1:1 chat speaks of several projects: the message that is quoted says which of them is meant."""

import pytest

from bot.core.letter import Said
from bot.core.people import Place
from bot.flows import aside, quotes
from bot.flows.mailbox import take_turns
from tests.fakes import ANA, PRIYA, THREAD, Toy, answer, chat_of, draft, said
from tests.flows.hands import PID, hear, press, ship_all, started

CHAT = chat_of(ANA)
OTHER = THREAD.model_copy(update={"conversation": "19:other@thread.tacv2;messageid=9"})


async def arrives(toy: Toy, letter: Said) -> str:
    """As the door takes it in; returns the box it lies in."""
    read, meant = await quotes.read(toy.world, letter)
    box = await aside.box_of(toy.world, read, meant)
    project_id = await toy.store.accept(letter.letter_id, letter.place, read, box) or ""
    await take_turns(toy.world, project_id, f"turn:{letter.letter_id}")
    return project_id


def sessions(toy: Toy) -> list[str]:
    return [one.session_id for one in toy.agent.requests]


@pytest.fixture
async def chat(toy: Toy) -> dict[str, str]:
    """Ana's chat is linked to one project; a card of another one stands in it as well. Ids of both messages."""
    await started(toy)
    await hear(toy, said("we received another RFP", place=OTHER, number=2))
    await toy.store.link(CHAT.thread, OTHER.project_id)
    toy.agent.script = [answer("Of the other one.", response_id="caresp_8")]
    await hear(toy, said("what is next?", place=CHAT, number=3), OTHER.project_id)
    other = next(ref for ref, (place, _) in toy.voice.messages.items() if place.conversation == CHAT.conversation)
    await hear(toy, said("pending", place=CHAT, number=4), PID)
    await ship_all(toy)
    refs = {one.project_id: one.ref for one in await toy.store.parcels_of(PID) if one.shown_in == CHAT}
    return {OTHER.project_id: other, PID: refs[PID]}


@pytest.mark.parametrize("project_id", [PID, OTHER.project_id], ids=["this", "the other"])
async def test_the_quote_decides(toy: Toy, chat: dict[str, str], project_id: str) -> None:
    letter = said("make it shorter", place=CHAT, number=9, quoted="…", quoted_ref=chat[project_id])

    assert await arrives(toy, letter) == project_id
    assert sessions(toy)[-1] == f"desk-{project_id}"


async def test_without_a_quote_or_with_a_strange_one_the_chat_decides(toy: Toy, chat: dict[str, str]) -> None:
    assert await arrives(toy, said("and now?", place=CHAT, number=8)) == OTHER.project_id
    assert await arrives(toy, said("and now?", place=CHAT, number=9, quoted_ref="nobody's")) == OTHER.project_id


async def test_a_short_question_about_a_quoted_project_waits_behind_no_turn(toy: Toy, chat: dict[str, str]) -> None:
    letter = said("deputies", place=CHAT, number=9, quoted_ref=chat[PID])

    assert await arrives(toy, letter) == f"{PID}.ask"


@pytest.mark.parametrize("place", [THREAD, chat_of(PRIYA)], ids=["a thread", "another chat"])
async def test_a_quote_counts_where_the_message_stands_and_nowhere_else(
    toy: Toy, chat: dict[str, str], place: Place
) -> None:
    letter = said("hello", place=place, number=9, quoted_ref=chat[OTHER.project_id])

    assert (await quotes.read(toy.world, letter))[1] == ""


async def test_an_answer_that_quotes_a_brief_is_an_answer_to_it(toy: Toy) -> None:
    first, second = await started(toy, count=2)
    for record in (first, second):
        await press(toy, record, "approve")
    await ship_all(toy)
    briefs = {one.record_key: one.ref for one in await toy.store.parcels_of(PID) if one.kind == "brief"}
    letter = said("here is my part", PRIYA, chat_of(PRIYA), number=9, quoted_ref=briefs[first.key])
    toy.agent.script = [answer("Thank you.", response_id="caresp_5")]
    await arrives(toy, letter)

    assert f'"in_reply_to": "{first.draft.draft_id}"' in toy.agent.requests[-1].input
    assert draft(1).draft_id in (first.draft.draft_id, second.draft.draft_id)


async def test_a_project_that_is_gone_is_meant_by_nobody(toy: Toy, chat: dict[str, str]) -> None:
    await toy.store.forget(PID)

    assert (await quotes.read(toy.world, said("hello", place=CHAT, number=9, quoted_ref=chat[PID])))[1] == ""
