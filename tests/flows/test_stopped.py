"""A stopped project: nothing of it is decided any more, and nothing leaves that was not leaving already."""

from dataclasses import dataclass

import pytest

import cards
from bot.core.draft import Record
from bot.core.errors import Throttled, Uncertain, Undeliverable
from bot.core.parcel import Fate
from bot.core.people import Place
from bot.core.post import Posted
from bot.demo.faces import buttons
from bot.flows import reconcile
from bot.flows.house import House
from bot.flows.lost import cards_of_what_ended
from bot.flows.ports import Leaving, Store
from bot.flows.redraw import redraw
from cards import models
from tests.fakes import ANA, TENANT, FakeVoice, Toy, chat_of, said
from tests.flows.hands import PID, hear, press, ship_all, started, work
from tests.flows.test_lost import choose, lost

WORDS = {"subject": "x", "body": "x", "instruction": "x", "reason": "x"}


async def stop(store: Store) -> None:
    project = await store.project(PID)
    assert project is not None
    await store.save_project(project.model_copy(update={"state": "closed"}))


async def fates(toy: Toy) -> list[tuple[Fate, str]]:
    return [(one.fate, one.trouble) for one in await toy.store.parcels_of(PID) if one.kind == "brief"]


async def audit(toy: Toy, record: Record) -> list[str]:
    lines: tuple[str, ...] = await toy.store.audit(record.key)  # type: ignore[attr-defined]  # the real store's
    return [line.rpartition("|")[2] for line in lines]


@pytest.mark.parametrize("verb", ["approve", "edit", "save", "save_approve", "change", "reject"])
async def test_a_draft_of_a_stopped_project_is_not_decided_any_more(toy: Toy, verb: str) -> None:
    record, *_ = await started(toy)
    await stop(toy.store)
    reply = await press(toy, record, verb, **WORDS)

    assert isinstance(reply, str)
    assert "This project was stopped" in reply
    assert await toy.store.record(record.key) == record
    assert await fates(toy) == []
    assert await audit(toy, record) == ["stopped"]


async def test_several_drafts_of_a_stopped_project_are_not_approved_together(toy: Toy) -> None:
    records = await started(toy, count=2)
    await stop(toy.store)
    picks = [{"draft_id": one.key, "version": 1, "hash": one.draft.content_hash} for one in records]
    reply = await press(toy, records[0], "approve_selected", batch_id=records[0].card_id, picks=picks)

    assert isinstance(reply, str)
    assert "This project was stopped" in reply
    assert await fates(toy) == []


@pytest.mark.parametrize("throttled", [False, True])
async def test_what_was_approved_before_the_stop_and_has_not_left_stays_here(toy: Toy, throttled: bool) -> None:
    toy.house = House(tenant=TENANT, undo_seconds=30)
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    toy.clock.forward(seconds=31)
    if throttled:
        toy.voice.trouble = [Throttled("slow", 5)]
        await reconcile.reconcile(toy.world)
        toy.clock.forward(seconds=6)
    await stop(toy.store)
    await reconcile.reconcile(toy.world)
    await work(toy)
    card = await press(toy, record, "open")

    assert toy.voice.texts("a:priya") == []
    assert await fates(toy) == [(Fate.REFUSED, "stopped")]
    assert "stopped before this message left" in toy.voice.texts()[-1]
    assert isinstance(card, models.Receipt)
    assert "resend" not in {one.verb for one in buttons(cards.card(card))}
    assert len(toy.agent.requests) == 1, "there is no agent to tell"


@dataclass
class WhileItLeaves(FakeVoice):
    """Its project is stopped in the moment when a message is handed to the channel."""

    store: Store | None = None

    async def say(
        self,
        place: Place,
        text: str,
        replaces: str = "",
        final: bool = True,
        exact: bool = False,
        summary: str = "",
        leaving: Leaving | None = None,
    ) -> Posted:
        if self.store and place.conversation == "a:priya":
            await stop(self.store)
        return await super().say(place, text, replaces, final, exact, summary, leaving)


async def test_what_is_leaving_when_the_project_is_stopped_is_written_down_as_sent(toy: Toy) -> None:
    toy.voice = WhileItLeaves(store=toy.store)
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == [record.draft.body]
    assert await fates(toy) == [(Fate.SENT, "")]


async def test_what_failed_is_not_sent_again_once_the_project_is_stopped(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    toy.voice.trouble = [Undeliverable("no", "not_member")]
    await ship_all(toy)
    await stop(toy.store)
    reply = await press(toy, record, "resend")

    assert "This project was stopped" in str(reply)
    assert await fates(toy) == [(Fate.FAILED, "not_member")]


async def test_a_doubt_of_a_stopped_project_is_told_and_settled_by_the_word_that_it_arrived(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    toy.voice.trouble = [Uncertain()]
    await ship_all(toy)
    await stop(toy.store)
    await work(toy)
    assert "Nobody knows whether this message arrived" in toy.voice.texts()[-1]

    reply = await press(toy, record, "arrived")

    assert isinstance(reply, models.Receipt)
    assert await fates(toy) == [(Fate.SENT, "")]


@pytest.mark.parametrize("count", [1, 2])
async def test_the_cards_of_what_waited_lose_their_buttons_when_the_owner_stops(toy: Toy, count: int) -> None:
    await lost(toy, count=count)
    records = await toy.store.records_of(PID)
    await choose(toy, "stop")
    for key in set(toy.jobs.redrawn):
        await redraw(toy.world, key)

    assert {record.key for record in records} <= set(toy.jobs.redrawn)
    offered = {one.verb for card in toy.voice.cards() for one in buttons(card)}
    assert offered.isdisjoint({"approve", "approve_selected", "edit", "change", "reject"})
    assert any("This project was stopped" in str(card) for card in toy.voice.cards())


async def test_what_waits_in_a_stopped_project_is_not_shown_as_waiting(toy: Toy) -> None:
    await started(toy)
    await stop(toy.store)
    await hear(toy, said("pending", ANA, chat_of(ANA), number=2))

    assert "Nothing waits for a decision" in toy.voice.texts("a:ana")[-1]
    assert toy.voice.cards("a:ana") == []


async def test_every_card_of_a_stopped_project_says_so_and_offers_no_decision(toy: Toy) -> None:
    """A message that failed, and drafts that still waited."""
    records = await started(toy, count=3)
    await press(toy, records[0], "approve")
    toy.voice.trouble = [Undeliverable("no", "not_member")]
    await ship_all(toy)
    toy.voice.trouble = []
    await redraw(toy.world, records[0].key)
    assert "approve_selected" in verbs(toy.voice.cards()[0])
    await stop(toy.store)
    await cards_of_what_ended(toy.world, PID)
    for key in toy.jobs.redrawn:
        await redraw(toy.world, key)

    (board,) = toy.voice.cards()
    assert "This project was stopped: nothing here is decided any more" in str(board)
    assert "Everything here is decided" not in str(board)
    assert verbs(board) == ["open"], "only what became of the delivery can still be read"
    receipt = await press(toy, records[0], "open")
    assert isinstance(receipt, models.Receipt)
    assert verbs(cards.card(receipt)) == []


def verbs(card: dict[str, object]) -> list[str]:
    return [one.verb for one in buttons(card)]
