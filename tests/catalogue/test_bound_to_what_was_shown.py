"""An approval is bound to what was shown, to who may give it, and to the draft it names."""

import asyncio

import pytest
from pydantic import ValidationError

from bot.core.draft import Record, State
from bot.core.parcel import Fate
from bot.core.people import Person
from bot.flows.house import House
from cards.words import say
from tests.catalogue.clicking import OWNER, account, activity, briefs, deciders, now_of, pressed, shown
from tests.fakes import ANA, PRIYA, STRANGER, TENANT, Toy, answer, draft, said
from tests.flows.hands import PID, hear, press, ship_all, started, work

CHAT = "a:priya"


@pytest.mark.parametrize("first", ["approve", "save", "save_approve", "reject"])
async def test_of_an_edit_and_an_approval_at_once_one_wins_and_what_leaves_is_what_was_approved(
    toy: Toy, first: str
) -> None:
    record, *_ = await started(toy)
    verbs = [first, *(verb for verb in ("approve", "save", "save_approve", "reject") if verb != first)]
    await asyncio.gather(*(press(toy, record, verb, body="Edited.", subject="New", reason="No.") for verb in verbs))
    await ship_all(toy)

    now = await now_of(toy, record)
    done = [verb for verb, *_, word in await deciders(toy, record) if word == "done"]
    assert len(done) == 1
    approved = {"approve": [record.draft.body], "edit_approve": ["Edited."]}
    assert toy.voice.texts(CHAT) == approved.get(done[0], [])
    assert (now.draft.version, now.state is State.PENDING) == (1 + done[0].startswith("edit"), done[0] == "edit")


@pytest.mark.parametrize("verb", ["approve", "approve_selected", "save_approve", "reject", "change", "edit"])
async def test_a_card_that_shows_an_older_version_decides_nothing_any_more(toy: Toy, verb: str) -> None:
    old, *_ = await started(toy)
    await press(toy, old, "save", subject="New", body="Newer words.")
    now = await now_of(toy, old)
    ticks = {"batch_id": old.card_id, "picks": [shown(old)]} if verb == "approve_selected" else {}
    await press(toy, old, verb, subject="x", body="x", reason="x", instruction="x", **ticks)

    assert await now_of(toy, old) == now
    assert await briefs(toy) == []


async def test_what_is_not_on_a_card_is_not_approved_with_it(toy: Toy) -> None:
    here, elsewhere = await started(toy, 2)
    only = (await toy.store.parcel(here.card_id) or pytest.fail("no card")).model_copy(
        update={"parcel_id": "one-alone"}
    )
    assert only.recipe is not None
    await toy.store.plan((only.model_copy(update={"recipe": only.recipe.model_copy(update={"keys": (here.key,)})}),))
    data = {"batch_id": "one-alone", "picks": [shown(here), shown(elsewhere)]}
    ticks = {f"pick_{one.key}": "true" for one in (here, elsewhere)}
    body = await pressed(toy, activity(data | ticks, "approve_selected", OWNER))

    assert (await now_of(toy, here)).state is State.APPROVED
    assert await now_of(toy, elsewhere) == elsewhere
    assert (await deciders(toy, elsewhere))[-1][-1] == "not_shown"
    assert say("en").t("desk.some_unchanged", n=1) in str(body)


async def test_what_is_too_long_to_be_read_in_a_row_is_not_approved_with_the_others(toy: Toy) -> None:
    toy.agent.script = [answer("Two.", draft(1), draft(2, body="**word** and more\n" * 420))]
    await hear(toy, said("we received the RFP"))
    records = {one.draft.draft_id: one for one in await toy.store.records_of(PID)}
    data = {"batch_id": records["d-1"].card_id, "picks": [shown(one) for one in records.values()]}
    ticks = {f"pick_{one.key}": "true" for one in records.values()}
    await pressed(toy, activity(data | ticks, "approve_selected", OWNER))

    assert {name: (await now_of(toy, one)).state for name, one in records.items()} == {
        "d-1": State.APPROVED,
        "d-2": State.PENDING,
    }


async def test_the_hash_is_compared_and_not_only_shown(toy: Toy) -> None:
    record, *_ = await started(toy)
    for forged in ("", "0" * 32, record.draft.content_hash.upper(), record.draft.content_hash[:16]):
        await press(toy, record, "approve", hash=forged)

    assert await now_of(toy, record) == record


async def test_an_approval_that_expires_before_the_message_leaves_covers_it_no_longer(toy: Toy) -> None:
    toy.house = House(tenant=TENANT, undo_seconds=60, draft_days=1)
    record, *_ = await started(toy)
    toy.clock.now = record.expires_at
    toy.clock.forward(seconds=-1)
    await press(toy, record, "approve")
    toy.clock.forward(days=1, seconds=1)
    await ship_all(toy)
    await work(toy)

    assert toy.voice.texts(CHAT) == []
    assert await briefs(toy) == [Fate.REFUSED]
    assert "could not leave before the draft expired" in toy.voice.texts()[-1]
    assert "could not leave before the draft expired" in str(toy.voice.cards()[0])


async def test_what_moves_beside_the_words_makes_no_card_stale(toy: Toy) -> None:
    """Reason, due date, requirements, and when the agent said it once more."""
    record, *_ = await started(toy)
    again = draft(1, reason="now urgent", due_at="2026-12-09", requirements=("One", "Two"), version=9)
    toy.agent.script = [answer("Nothing new.", again, response_id="caresp_2")]
    await hear(toy, said("again", number=2))
    toy.clock.forward(days=3)
    await press(toy, record, "approve")
    await ship_all(toy)

    assert toy.voice.texts(CHAT) == [record.draft.body]


async def test_a_click_that_brings_its_own_words_and_recipients_sends_what_the_store_holds(toy: Toy) -> None:
    record, *_ = await started(toy)
    mallory = {"name": "Mallory", "address": "mallory@evil.example", "oid": "mallory"}
    forged = {
        "body": "Pay me.", "subject": "Pay", "to": [mallory], "channel": "mail", "draft": "Pay me.", "oid": "mallory",
        "approvers": [STRANGER.authority], "state": "approved", "project_id": "p-other", "parcel_id": "p-other.1.v1",
    }  # fmt: skip
    await pressed(toy, activity(shown(record) | forged, "approve", account(STRANGER)))
    assert await now_of(toy, record) == record
    await pressed(toy, activity(shown(record) | forged, "approve", OWNER))
    await ship_all(toy)

    assert (await now_of(toy, record)).draft == record.draft
    assert toy.voice.texts(CHAT) == [record.draft.body]
    assert toy.post.sent == []


@pytest.mark.parametrize("where", ["19:other@thread.v2", "a:somebody", "19:deals@thread.tacv2;messageid=9"])
async def test_who_decides_does_not_depend_on_where_the_card_is_shown(toy: Toy, where: str) -> None:
    record, *_ = await started(toy)
    for person in (PRIYA, STRANGER):
        await pressed(toy, activity(shown(record), "approve", account(person), conversation=where))
    assert await now_of(toy, record) == record

    await pressed(toy, activity(shown(record), "approve", OWNER, conversation=where))
    assert (await now_of(toy, record)).state is State.APPROVED


async def test_in_a_batch_each_tick_decides_the_draft_it_names_in_whatever_order_they_come(toy: Toy) -> None:
    toy.agent.script = [answer("Four.", *(draft(n, to=(person(n),)) for n in (1, 2, 3, 4)))]
    await hear(toy, said("go"))
    first, second, third, fourth = sorted(await toy.store.records_of(PID), key=lambda one: one.draft.draft_id)
    data = {
        "batch_id": first.card_id,
        "picks": [shown(one) for one in (fourth, second, first)],
        f"pick_{third.key}": "true",  # ticked, and not on the list that was shown
        f"pick_{fourth.key}": "true",
        f"pick_{second.key}": "false",
        f"pick_{first.key}": "true",
    }
    await pressed(toy, activity(data, "approve_selected", OWNER))
    await ship_all(toy)

    states = [(await now_of(toy, one)).state for one in (first, second, third, fourth)]
    assert states == [State.APPROVED, State.PENDING, State.PENDING, State.APPROVED]
    assert [toy.voice.texts(f"a:p{n}") for n in (1, 2, 3, 4)] == [[draft(1).body], [], [], [draft(4).body]]


def person(number: int) -> dict[str, str]:
    return {"name": f"P{number}", "oid": f"p{number}", "address": f"p{number}@contoso.com"}


async def test_an_approval_covers_no_other_message_of_its_kind_and_none_after_an_edit(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    await ship_all(toy)
    same = {"subject": record.draft.subject, "body": record.draft.body}
    toy.agent.script = [answer("Two more.", draft(2, **same), draft(1, version=2, body="Changed."))]
    await hear(toy, said("another one for Priya, please", number=2))
    await ship_all(toy)
    second = next(one for one in await toy.store.records_of(PID) if one.key != record.key)
    await press(toy, second, "save", subject="New", body="Edited.")
    await ship_all(toy)

    assert toy.voice.texts(CHAT) == [record.draft.body]
    assert (await now_of(toy, second)).state is State.PENDING


async def test_a_draft_that_nobody_may_approve_is_not_created_and_the_owner_is_told_why(toy: Toy) -> None:
    record, *_ = await started(toy)
    project = await toy.store.project(PID)
    assert project is not None
    nobody = Person(name="Ana", address=ANA.address)  # known by address alone: nobody could ever decide
    await toy.store.save_project(project.model_copy(update={"owner": nobody}))
    toy.agent.script = [answer("One more.", draft(2), response_id="caresp_3")]
    await hear(toy, said("and another", Person(name="Ana", address=ANA.address, teams_id="29:a"), number=2))

    assert await toy.store.records_of(PID) == (record,)
    assert "say hello to me once in Teams" in toy.voice.texts()[-1]
    with pytest.raises(ValidationError):
        Record.model_validate(record.model_dump() | {"approvers": ()})
