"""A turn that was cut: what it had offered is found in the sandbox, once, and nothing else is made of it."""

import json

import pytest

from bot.core.draft import Draft, State, record_key
from bot.core.errors import AgentDown, AgentTrouble, SessionLost, TurnLost
from bot.core.people import Channel, Place
from bot.core.turn import Ended, Started
from bot.flows import reconcile
from bot.flows.mailbox import take_turns
from tests.fakes import ANA, Toy, answer, draft, said
from tests.flows.hands import PID, hear, press, started, work

PATH = f"projects/{PID}/drafts.json"


def left_behind(toy: Toy, *drafts: Draft, state: str = "pending") -> None:
    """What lies in the sandbox's own list of drafts."""
    rows = [one.model_dump(mode="json") | {"state": state} for one in drafts]
    toy.agent.files[f"desk-{PID}", PATH] = json.dumps({"project_id": PID, "drafts": rows}).encode()


async def cut(toy: Toy, number: int = 5) -> None:
    toy.agent.script = [TurnLost()]
    await hear(toy, said("prepare the briefs", number=number))
    toy.agent.script = [answer("Noted.")]


async def rounds(toy: Toy) -> None:
    for number in range(3):
        await reconcile.reconcile(toy.world)
        await work(toy, f"turn:round-{number}")
        toy.clock.forward(seconds=30)


async def test_drafts_of_a_turn_that_was_cut_are_shown_once(toy: Toy) -> None:
    await started(toy)
    left_behind(toy, draft(2), draft(3))
    await cut(toy)
    turns, cards = len(toy.agent.requests), len(toy.voice.cards())
    await rounds(toy)

    records = await toy.store.records_of(PID)
    assert {one.draft.draft_id for one in records} == {"d-1", "d-2", "d-3"}
    assert len(toy.voice.cards()) == cards + 1
    assert len(toy.agent.requests) == turns, "no turn of the agent is needed"
    assert await toy.store.unseen() == ()


async def test_a_draft_that_was_found_is_approved_as_any_other(toy: Toy) -> None:
    await started(toy)
    left_behind(toy, draft(2))
    await cut(toy)
    await rounds(toy)
    found = await toy.store.record(record_key(PID, "d-2"))
    assert found is not None
    await press(toy, found, "approve")

    assert [parcel_id for parcel_id, _ in toy.jobs.shipped] == [f"{found.key}.v1"]


async def test_nobody_looks_where_every_turn_ended_well(toy: Toy) -> None:
    await started(toy)
    left_behind(toy, draft(2))
    await rounds(toy)

    assert len(await toy.store.records_of(PID)) == 1


@pytest.mark.parametrize("verb", ["approve", "reject"])
async def test_what_was_decided_here_is_not_offered_again_although_it_lies_open_there(toy: Toy, verb: str) -> None:
    record, *_ = await started(toy)
    await press(toy, record, verb, reason="No")
    left_behind(toy, draft(1), draft(1, version=2, body="newer"))
    cards = len(toy.voice.cards())
    await cut(toy)
    await rounds(toy)

    found = await toy.store.record(record.key)
    assert found is not None
    assert found.state in (State.APPROVED, State.REJECTED)
    assert len(toy.voice.cards()) == cards


async def test_what_expired_here_is_not_offered_again_by_nobody(toy: Toy) -> None:
    record, *_ = await started(toy)
    toy.clock.now = record.expires_at
    left_behind(toy, draft(1))
    await reconcile.reconcile(toy.world)
    await work(toy)
    await cut(toy)
    await rounds(toy)

    found = await toy.store.record(record.key)
    assert found is not None
    assert found.state is State.EXPIRED


async def test_what_was_sent_or_rejected_there_is_not_offered(toy: Toy) -> None:
    await started(toy)
    left_behind(toy, draft(2), state="sent")
    await cut(toy)
    await rounds(toy)

    assert len(await toy.store.records_of(PID)) == 1


async def test_a_new_version_whose_turn_was_cut_takes_the_place_of_the_old_one(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "change", instruction="make it shorter")
    left_behind(toy, draft(1, version=2, body="Short."))
    toy.agent.script = [TurnLost()]
    await work(toy)
    await rounds(toy)

    found = await toy.store.record(record.key)
    assert found is not None
    assert (found.state, found.draft.version, found.draft.body) == (State.PENDING, 2, "Short.")


async def test_a_turn_that_the_agent_could_not_end_is_looked_at_too(toy: Toy) -> None:
    await started(toy)
    left_behind(toy, draft(2))
    toy.agent.script = [[Started(response_id="caresp_9"), Ended(status="failed")]]
    await hear(toy, said("go on", number=6))
    await rounds(toy)

    assert len(await toy.store.records_of(PID)) == 2


async def test_an_agent_that_is_down_is_asked_again_and_blocks_nobody(toy: Toy) -> None:
    await started(toy)
    left_behind(toy, draft(2))
    await cut(toy)
    toy.agent.no_files = AgentDown()
    await rounds(toy)
    assert await toy.store.waiting() == ()
    toy.agent.no_files = None
    await rounds(toy)

    assert len(await toy.store.records_of(PID)) == 2


@pytest.mark.parametrize("trouble", [AgentDown(), SessionLost()])
async def test_a_sandbox_that_goes_away_between_the_two_looks_ends_nothing(toy: Toy, trouble: AgentTrouble) -> None:
    await started(toy)
    left_behind(toy, draft(2))
    await cut(toy)
    await reconcile.reconcile(toy.world)
    said_before = toy.voice.texts()
    toy.agent.no_files = trouble
    await work(toy)

    assert toy.voice.texts() == said_before
    assert await toy.store.waiting() == ()
    assert bool(await toy.store.unseen()) == isinstance(trouble, AgentDown)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"drafts": 3}', b'{"drafts": [7, {"draft_id": "x"}]}', None])
async def test_a_list_nobody_can_read_is_no_trouble(toy: Toy, content: bytes | None) -> None:
    await started(toy)
    if content is not None:
        toy.agent.files[f"desk-{PID}", PATH] = content
    await cut(toy)
    await rounds(toy)

    assert len(await toy.store.records_of(PID)) == 1
    assert await toy.store.unseen() == ()


async def test_a_sandbox_that_is_gone_is_not_asked_again(toy: Toy) -> None:
    await started(toy)
    await cut(toy)
    toy.agent.no_files = SessionLost()
    await rounds(toy)

    assert await toy.store.unseen() == ()


async def test_a_turn_cut_while_somebody_looked_has_it_looked_at_again(toy: Toy) -> None:
    await started(toy)
    await cut(toy)
    ((project_id, cuts),) = await toy.store.unseen()
    await cut(toy, number=7)
    await toy.store.seen_to(project_id, cuts)

    assert await toy.store.unseen() == ((PID, 2),)


async def test_in_a_mail_thread_what_was_found_is_asked_about_by_mail(toy: Toy) -> None:
    mail = Place(channel=Channel.MAIL, tenant=ANA.tenant, conversation="mail-1", kind="mail", subject="RFP")
    toy.agent.script = [answer("Read."), TurnLost()]
    await hear(toy, said("we received the RFP", place=mail))
    await hear(toy, said("go on", place=mail, number=2))
    rows = {"drafts": [draft(2).model_dump(mode="json") | {"state": "pending"}]}
    pid = mail.project_id
    toy.agent.files[f"desk-{pid}", f"projects/{pid}/drafts.json"] = json.dumps(rows).encode()
    await reconcile.reconcile(toy.world)
    await take_turns(toy.world, pid, "turn:adopt")

    assert len(await toy.store.records_of(pid)) == 1
    (asking,) = await toy.store.parcels_of(pid)
    assert asking.place is not None
    assert asking.place.thread == mail.thread
