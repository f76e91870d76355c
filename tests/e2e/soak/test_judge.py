"""What the soak's judge sees of a desk where anybody may decide, and of one where an answer is in doubt."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import cards
from bot.core.draft import Record
from bot.core.parcel import Recipe
from bot.core.people import Person
from bot.demo.cast import CHANNEL, Member
from bot.demo.faces import Json, Shown
from bot.flows import present
from tests.catalogue.clicking import account, activity, pressed
from tests.e2e.soak.audit import Audit
from tests.e2e.soak.speech import DOUBTED, is_answer, is_doubt
from tests.e2e.soak.tally import Tally
from tests.e2e.soak.visit import Conversation, Surroundings
from tests.e2e.soak.wall import Post, Wall
from tests.fakes import ANA, STRANGER, TENANT, Toy, answer, draft, said
from tests.flows.conftest import toy
from tests.flows.hands import PID, hear

__all__ = ["toy"]
TALK = CHANNEL.thread("1")
ANYBODY = Member(STRANGER, "UTC", "en-US")


class Straight:
    """Clicks go into the stories without a wire."""

    def __init__(self, toy: Toy) -> None:
        self.toy = toy

    async def click(self, who: Member, _talk: Any, _message: str, verb: str, data: Json, words: Json | None) -> Any:
        told = activity(data | (words or {}), verb, account(who.person), TENANT)
        return SimpleNamespace(status=200, body=await pressed(self.toy, told))


async def offered(toy: Toy, *deputies: Person) -> tuple[Record, Shown]:
    await hear(toy, said("we received the RFP"))
    project = await toy.store.project(PID)
    assert project is not None
    await toy.store.save_project(project.model_copy(update={"deputies": deputies}))
    toy.agent.script = [answer("One.", draft(1), response_id="caresp_2")]
    await hear(toy, said("prepare the brief", number=2))
    (record,) = await toy.store.records_of(PID)
    return record, Shown("m", cards.card(present.draft_card(record, project, toy.clock())))


def around(toy: Toy) -> Surroundings:
    stand: Any = SimpleNamespace(store=toy.store)
    wall: Any = Wall(SimpleNamespace(watch=lambda _see: None))  # type: ignore[arg-type]  # nothing is posted to it
    line: Any = Straight(toy)
    return Surroundings(stand, line, wall, Tally(), (ANYBODY,))


@pytest.mark.parametrize("anybody", [False, True])
async def test_a_desk_where_anybody_may_approve_is_caught_at_the_click_and_at_rest(toy: Toy, anybody: bool) -> None:
    _, shown = await offered(toy, *((STRANGER,) if anybody else ()))
    soak = around(toy)
    talk = Conversation(soak, Member(ANA, "UTC", "en-US"), TALK, Random(1))
    approve = shown.button("approve")
    assert approve is not None
    await talk._try_as_stranger(shown, approve)
    audit = Audit(soak)
    audit.records = list(await toy.store.records_of(PID))

    assert ["a stranger's click changed a card" in one for one in soak.tally.broken] == [True] * anybody
    assert ["no owner approved this" in one for one in audit._doubts(0)] == [True] * anybody


async def test_an_answer_in_doubt_may_be_missing_and_nothing_else_may(toy: Toy) -> None:
    notice = cards.card(present.plain(Recipe(kind="notice", text=DOUBTED), "en"))
    assert is_doubt(notice)
    for posts, broken in (
        ({}, ["was not answered"]),
        ({"1": Post(1, "", notice)}, []),
        ({"1": Post(1, "Priya owes it.", None), "2": Post(2, "", notice)}, []),
        ({"1": Post(1, "Priya owes it.", None), "2": Post(2, "Priya owes it.", None)}, ["was answered 2 times"]),
    ):
        soak = around(toy)
        soak.wall.posts[TALK.conversation] = posts
        Conversation(soak, Member(ANA, "UTC", "en-US"), TALK, Random(1))._judge("who owes what?", 0)

        assert len(soak.tally.broken) == len(broken)
        assert all(said in one for said, one in zip(broken, soak.tally.broken, strict=True))


@pytest.mark.parametrize("reasons", [0, 1])
async def test_every_answer_that_is_told_to_be_in_doubt_has_a_reason(toy: Toy, reasons: int) -> None:
    notice = cards.card(present.plain(Recipe(kind="notice", text=DOUBTED), "en"))
    soak = around(toy)
    soak.wall.posts[TALK.conversation] = {"1": Post(1, "", notice)}
    soak.wall.doubts[TALK.conversation] = reasons

    assert len(list(Audit(soak)._answers_doubted())) == 1 - reasons


def test_the_news_that_a_doubt_is_settled_answers_nobody() -> None:
    assert not is_answer("It was unclear whether this message had arrived. That is settled:\n\n- **Priya**: Delivered")
    assert is_answer("Priya owes two sections.")
