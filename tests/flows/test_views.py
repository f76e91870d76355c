"""Those who decide see buttons; the others in the same place see how things stand, and whose decision it waits for."""

from typing import Any

import pytest

from bot.core.draft import Record
from bot.core.errors import Throttled
from bot.core.people import Person
from bot.demo.faces import buttons
from bot.flows import redraw
from bot.flows.views import MOST
from tests.catalogue.clicking import OWNER, account, activity, now_of, pressed, shown
from tests.fakes import ANA, PRIYA, THREAD, Toy, chat_of, said
from tests.flows.hands import PID, hear, press, ship_all, started

VIEWER = account(PRIYA)


def refreshes(card: dict[str, Any]) -> list[str]:
    return list(card.get("refresh", {}).get("userIds", ()))


async def view(toy: Toy, record: Record, sender: dict[str, Any], batch: bool) -> dict[str, Any]:
    data = {"batch_id": record.card_id} if batch else shown(record)
    told = activity(data, "refresh", sender)
    told["value"]["trigger"] = "automatic"
    body = await pressed(toy, told)
    return body["value"]


@pytest.mark.parametrize("count", [1, 2], ids=["a draft", "a batch"])
async def test_the_clients_of_readers_ask_for_a_view_of_their_own_deciders_first(toy: Toy, count: int) -> None:
    toy.voice.people = (PRIYA, ANA, Person(name="No Id"))
    await started(toy, count)

    (card,) = toy.voice.cards()
    assert refreshes(card) == [ANA.teams_id, PRIYA.teams_id]
    assert card["refresh"]["action"]["verb"] == "refresh"


@pytest.mark.parametrize("count", [1, 2], ids=["a draft", "a batch"])
async def test_a_refresh_gives_each_their_view_and_writes_nothing(toy: Toy, count: int) -> None:
    record, *_ = await started(toy, count)
    before = list(toy.voice.calls)

    owners, others = await view(toy, record, OWNER, count > 1), await view(toy, record, VIEWER, count > 1)

    decide = {"approve", "approve_selected", "edit", "change", "reject"}
    assert decide & {one.verb for one in buttons(owners)}
    assert not decide & {one.verb for one in buttons(others)}
    assert "Input." not in str(others)
    assert "the decision of Ana Souza" in str(others)
    assert record.draft.body in str(others)
    assert toy.voice.calls == before


async def test_no_more_readers_are_asked_for_than_teams_takes(toy: Toy) -> None:
    toy.voice.people = (*(Person(name=f"P {n}", teams_id=f"29:{n}") for n in range(200)), ANA)
    await started(toy)

    asking = refreshes(toy.voice.cards()[0])
    assert len(asking) == MOST
    assert asking[0] == ANA.teams_id


async def test_what_is_decided_is_the_same_for_all(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    await ship_all(toy)
    await redraw.redraw(toy.world, record.key)

    assert refreshes(toy.voice.cards()[0]) == []
    assert await view(toy, record, VIEWER, False) == await view(toy, await now_of(toy, record), OWNER, False)


async def test_in_a_chat_of_two_and_without_a_list_nobody_asks(toy: Toy) -> None:
    toy.voice.no_members = Throttled("slow", 5)
    await started(toy)
    assert refreshes(toy.voice.cards()[0]) == []
    toy.voice.no_members = None
    await hear(toy, said("pending", place=chat_of(ANA), number=9))
    assert refreshes(toy.voice.cards(chat_of(ANA).conversation)[0]) == []


async def test_a_deputy_whose_time_is_over_is_an_onlooker(toy: Toy) -> None:
    record, *_ = await started(toy)
    project = await toy.store.project(PID)
    assert project
    assert "Input." in str(await view(toy, record, OWNER, False))
    assert "Input." not in str(await view(toy, record, VIEWER, False))
    assert THREAD.kind == "channel"
