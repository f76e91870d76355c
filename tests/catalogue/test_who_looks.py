"""A draft is read by those who decide about it and by everybody in the place where its card stands; by nobody else."""

from typing import Any

import pytest

from bot.core.draft import Record
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Place
from bot.edges.clicks import CARD, TEXT
from bot.flows import decide, deliver
from cards.click import Click
from tests.catalogue.clicking import OWNER, account, activity, deciders, pressed, shown
from tests.catalogue.test_who_decides import NOT_YOURS
from tests.fakes import ANA, PRIYA, STRANGER, THREAD, Toy, answer, chat_of, draft, said
from tests.flows.hands import PID, hear, started

LOOKS = ("open", "page", "refresh", "back", "cancel")
ELSEWHERE = "19:other@thread.tacv2;messageid=7"
EVE = account(STRANGER)


async def look(toy: Toy, record: Record, verb: str, sender: dict[str, Any], where: str, batch: bool) -> dict[str, Any]:
    data = {"batch_id": record.card_id} if batch else shown(record)
    return await pressed(toy, activity(data, verb, sender, conversation=where))


@pytest.mark.parametrize("batch", [False, True], ids=["a draft", "a batch"])
@pytest.mark.parametrize("verb", LOOKS)
async def test_whoever_knows_a_key_is_shown_nothing_elsewhere_and_is_written_down(
    toy: Toy, verb: str, batch: bool
) -> None:
    record, *_ = await started(toy, count=2)

    body = await look(toy, record, verb, EVE, ELSEWHERE, batch)

    assert body == {"statusCode": 200, "type": TEXT, "value": NOT_YOURS}
    assert [(line[0], *line[3:]) for line in await deciders(toy, record)] == [(verb, STRANGER.authority, "not_yours")]


@pytest.mark.parametrize("batch", [False, True], ids=["a draft", "a batch"])
@pytest.mark.parametrize("where", [THREAD.conversation, "19:deals@thread.tacv2;messageid=2"])
async def test_everybody_in_the_place_of_a_card_may_look_at_it(toy: Toy, where: str, batch: bool) -> None:
    record, *_ = await started(toy, count=2)

    body = await look(toy, record, "open", EVE, where, batch)

    assert body["type"] == CARD
    assert await deciders(toy, record) == []


@pytest.mark.parametrize("batch", [False, True], ids=["a draft", "a batch"])
async def test_whoever_decides_may_look_from_everywhere(toy: Toy, batch: bool) -> None:
    record, *_ = await started(toy, count=2)

    assert (await look(toy, record, "open", OWNER, ELSEWHERE, batch))["type"] == CARD


async def test_a_card_shown_in_a_second_place_may_be_read_there_too(toy: Toy) -> None:
    record, *_ = await started(toy)
    chat = chat_of(ANA)
    assert (await look(toy, record, "open", EVE, chat.conversation, batch=False))["type"] == TEXT

    await hear(toy, said("pending", place=chat, number=2), PID)

    assert (await look(toy, record, "open", EVE, chat.conversation, batch=False))["type"] == CARD


async def test_a_place_that_shows_one_draft_of_a_project_shows_no_other(toy: Toy) -> None:
    one, other = await started(toy, count=2)
    card = Recipe(kind="draft", keys=(one.key,))
    await toy.store.plan((Parcel(parcel_id="c-1", project_id=PID, kind="card", place=chat_of(PRIYA), recipe=card),))
    await deliver.ship(toy.world, "c-1")
    where = chat_of(PRIYA).conversation

    assert (await look(toy, one, "open", account(PRIYA), where, batch=False))["type"] == CARD
    assert (await look(toy, other, "open", account(PRIYA), where, batch=False))["value"] == NOT_YOURS


async def test_an_approval_of_ones_own_draft_does_not_show_somebody_elses_batch(toy: Toy) -> None:
    own, *_ = await started(toy)
    theirs = await batch_of_somebody_else(toy)
    picks = [{"draft_id": own.key, "version": 1, "hash": own.draft.content_hash}]
    data = {"batch_id": theirs.card_id, "picks": picks, f"pick_{own.key}": "true"}

    body = await pressed(toy, activity(data, "approve_selected", OWNER))

    assert body["value"] == NOT_YOURS
    assert await toy.store.record(own.key) == own
    assert [line[3:] for line in await deciders(toy, theirs)] == [[ANA.authority, "not_yours"]]


async def batch_of_somebody_else(toy: Toy) -> Record:
    place = THREAD.model_copy(update={"conversation": ELSEWHERE})
    toy.agent.script = [answer("Read.", draft(8), draft(9), response_id="caresp_8")]
    project_id = await hear(toy, said("we received another RFP", PRIYA, place, 8))
    record, *_ = await toy.store.records_of(project_id)
    return record


async def test_a_card_without_drafts_is_no_batch(toy: Toy) -> None:
    await started(toy)
    notice = Parcel(
        parcel_id="n-1", project_id=PID, kind="card", place=THREAD, recipe=Recipe(kind="notice", text="Done.")
    )
    await toy.store.plan((notice,))
    await deliver.ship(toy.world, "n-1")

    body = await pressed(toy, activity({"batch_id": "n-1"}, "back", OWNER))

    assert "no longer open" in body["value"]


@pytest.mark.parametrize("place", [None, THREAD.model_copy(update={"conversation": ""})])
async def test_a_click_from_nowhere_is_shown_nothing(toy: Toy, place: Place | None) -> None:
    record, *_ = await started(toy)

    assert await decide.click(toy.world, Click(verb="open", draft_id=record.key), PRIYA, "en", place) == NOT_YOURS
