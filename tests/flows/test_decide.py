import asyncio

import pytest

import cards
from bot.core.draft import State
from bot.core.errors import (
    AgentDenied,
    AgentTrouble,
    DeskError,
    Throttled,
    TurnLost,
    Uncertain,
    Undeliverable,
)
from bot.core.parcel import Fate
from bot.core.people import Channel, Person
from bot.core.turn import Ended, Started, Text
from bot.demo.faces import buttons
from bot.flows import decide, deliver
from cards import models
from cards.click import Click
from tests.fakes import ANA, PRIYA, STRANGER, Toy, answer, draft, said
from tests.flows.hands import PID, hear, press, ship_all, started, work

ANA_ELSEWHERE = ANA.model_copy(update={"tenant": "other"})
ANA_WITHOUT_ID = ANA.model_copy(update={"oid": ""})


async def briefs(toy: Toy) -> list[Fate]:
    return [parcel.fate for parcel in await toy.store.parcels_of(PID) if parcel.kind == "brief"]


async def test_nothing_is_sent_before_the_owner_approves(toy: Toy) -> None:
    await started(toy, count=3)
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == []
    assert toy.post.sent == []


async def test_an_approved_draft_leaves_once_word_for_word(toy: Toy) -> None:
    record, *_ = await started(toy)
    reply = await press(toy, record, "approve")
    await ship_all(toy)
    await press(toy, record, "approve")
    await ship_all(toy)

    assert isinstance(reply, models.Receipt)
    assert toy.voice.texts("a:priya") == [record.draft.body]
    assert await briefs(toy) == [Fate.SENT]


async def test_the_agent_is_told_afterwards_exactly_what_was_sent(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    await ship_all(toy)
    await work(toy)

    told = toy.agent.requests[-1].input
    assert '"verb": "sent"' in told
    assert record.draft.body in told


async def test_approve_all_but_one_leaves_the_one_open(toy: Toy) -> None:
    records = await started(toy, count=3)
    picks = [{"draft_id": one.key, "version": 1, "hash": one.draft.content_hash} for one in records[:2]]
    reply = await press(toy, records[0], "approve_selected", batch_id=records[0].card_id, picks=picks)

    assert isinstance(reply, models.Batch)
    assert [row.mark.state for row in reply.rows] == ["approved", "approved", "pending"]


async def test_an_edit_is_a_new_version_and_voids_every_older_card(toy: Toy) -> None:
    record, *_ = await started(toy)
    reply = await press(toy, record, "save", subject="New", body="Other words.")
    stale = await press(toy, record, "approve")

    assert isinstance(reply, models.DraftCard)
    assert (reply.version, reply.body) == (2, "Other words.")
    assert isinstance(stale, models.DraftCard)
    assert stale.hint
    assert await briefs(toy) == []


@pytest.mark.parametrize("batch_id", ["", "b-1"])
async def test_a_draft_too_long_for_one_card_is_read_to_its_end_and_approved_there(toy: Toy, batch_id: str) -> None:
    record, *_ = await started(toy)
    long = "\n".join(f"- {number} is one more thing to do" for number in range(250))
    reply = await press(toy, record, "save", subject="Long", body=long)
    assert isinstance(reply, models.DraftCard)
    assert "approve" not in verbs(reply)
    following = next(one.data for one in buttons(cards.card(reply)) if one.verb == "page")

    reply = await decide.click(toy.world, Click.parse(following | {"batch_id": batch_id}), ANA, "en")

    assert isinstance(reply, models.DraftCard)
    assert (reply.page, reply.batch_id) == (2, batch_id)
    assert "approve" in verbs(reply)


def verbs(card: models.Card) -> set[str]:
    return {one.verb for one in buttons(cards.card(card))}


async def test_edit_and_approve_in_one_step_sends_the_owners_words_and_shows_what_changed(toy: Toy) -> None:
    record, *_ = await started(toy)
    reply = await press(toy, record, "save_approve", subject="Technical scope", body="Only my words.")
    await ship_all(toy)

    assert isinstance(reply, models.Receipt)
    assert {line.kind for line in reply.changes} == {"added", "removed"}
    assert toy.voice.texts("a:priya") == ["Only my words."]


async def test_a_rejection_needs_a_reason_and_tells_the_agent(toy: Toy) -> None:
    record, *_ = await started(toy)
    asked = await press(toy, record, "reject")
    reply = await press(toy, record, "reject", reason="Wrong person")
    await work(toy)

    assert isinstance(asked, models.DraftCard)
    assert asked.panel == "reject"
    assert isinstance(reply, models.Receipt)
    assert '"reason": "Wrong person"' in toy.agent.requests[-1].input


async def test_a_reason_that_was_chosen_reads_as_it_did_in_the_list(toy: Toy) -> None:
    record, *_ = await started(toy)
    reply = await press(toy, record, "reject", reason_choice="wrong_person")
    await work(toy)

    assert isinstance(reply, models.Receipt)
    assert reply.reason == "Wrong person"
    assert '"reason": "Wrong person"' in toy.agent.requests[-1].input


async def test_a_change_becomes_a_turn_and_the_new_version_is_offered(toy: Toy) -> None:
    record, *_ = await started(toy)
    toy.agent.script = [answer("Shorter now.", draft(1, version=2, body="Short."))]
    await press(toy, record, "change", instruction="make it shorter")
    locked = await press(toy, record, "approve")
    await work(toy)
    new = await toy.store.record(record.key)

    assert isinstance(locked, models.Receipt)
    assert "being worked on" in locked.mark.note
    assert new is not None
    assert (new.state, new.draft.version, new.draft.body) == (State.PENDING, 2, "Short.")
    assert len(toy.voice.cards()) == 2


async def test_what_is_decided_while_an_answer_waits_for_the_channel_reaches_the_agent(toy: Toy) -> None:
    first, second = await started(toy, count=2)
    changed = answer("Shorter now.", draft(1, version=2, body="Short."), response_id="caresp_3")
    toy.agent.script = [changed, answer("Noted.")]
    await press(toy, first, "change", instruction="make it shorter")
    toy.voice.trouble = [None, Throttled("slow", 3)]
    await work(toy)
    await press(toy, second, "reject", reason="Wrong person")
    toy.agent.rest = changed
    await work(toy)

    assert '"reason": "Wrong person"' in toy.agent.requests[-1].input
    assert await toy.store.waiting() == ()


async def test_a_change_that_cannot_be_made_opens_the_draft_again(toy: Toy) -> None:
    record, *_ = await started(toy)
    toy.agent.script = [answer("Which date do you mean?")]
    await press(toy, record, "change", instruction="you know what")
    await work(toy)

    new = await toy.store.record(record.key)
    assert new is not None
    assert (new.state, new.draft.version) == (State.PENDING, 1)
    assert toy.voice.texts()[-1] == "Which date do you mean?"
    assert toy.jobs.redrawn == [record.key, record.key]  # asked, and open again


@pytest.mark.parametrize("trouble", [TurnLost(), AgentDenied()])
async def test_a_change_whose_turn_is_lost_opens_the_draft_again(toy: Toy, trouble: AgentTrouble) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "change", instruction="make it shorter")
    toy.agent.script = [trouble]
    await work(toy)
    await press(toy, record, "approve")
    await ship_all(toy)

    assert toy.jobs.redrawn[:2] == [record.key, record.key]  # asked, and open again
    assert toy.voice.texts("a:priya") == [record.draft.body]


async def test_a_change_that_ends_every_worker_opens_the_draft_again(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "change", instruction="make it shorter")
    toy.agent.script, toy.agent.name = [DeskError()], ""  # one that may be asked again
    for _ in range(5):
        with pytest.raises(DeskError):
            await work(toy)
    await work(toy)

    new = await toy.store.record(record.key)
    assert new is not None
    assert new.state is State.PENDING
    assert await toy.store.waiting() == ()
    assert "put aside" in str(toy.voice.cards()[-1])


async def test_a_change_that_failed_is_not_called_a_new_version(toy: Toy) -> None:
    record, *_ = await started(toy)
    toy.agent.script = [[Started(response_id="caresp_9"), Text(delta="Here is"), Ended(status="failed")]]
    await press(toy, record, "change", instruction="make it shorter")
    await work(toy)

    assert "could not finish" in toy.voice.texts()[-1]
    assert toy.voice.tones[-1] == (True, True)


@pytest.mark.parametrize("verb", ["approve", "edit", "save", "save_approve", "change", "reject", "arrived", "resend"])
@pytest.mark.parametrize(
    "actor", [PRIYA, STRANGER, ANA.model_copy(update={"tenant": "other"}), ANA.model_copy(update={"oid": ""})]
)
async def test_only_the_owner_decides(toy: Toy, verb: str, actor: Person) -> None:
    record, *_ = await started(toy)
    reply = await press(toy, record, verb, actor, subject="x", body="x", instruction="x", reason="x")

    assert isinstance(reply, str)
    assert await toy.store.record(record.key) == record
    assert await briefs(toy) == []
    (line,) = await toy.store.audit(record.key)  # type: ignore[attr-defined]  # the real store's, for looking
    who = actor.authority or actor.teams_id
    assert line.endswith(f"|{verb}|1|{record.draft.content_hash}|{who}|not_yours")


async def test_a_click_on_an_unknown_draft_is_a_sentence(toy: Toy) -> None:
    await started(toy)
    clicked = Click(verb="approve", draft_id="p-gone.d-1", version=1, hash="x")
    assert "no longer open" in str(await decide.click(toy.world, clicked, ANA, "en"))


async def test_an_expired_draft_cannot_be_approved(toy: Toy) -> None:
    record, *_ = await started(toy)
    toy.clock.forward(days=21)
    reply = await press(toy, record, "approve")

    assert isinstance(reply, models.Notice)
    assert "has expired" in reply.text
    assert await briefs(toy) == []


async def test_an_expired_draft_is_asked_for_again_in_the_same_words_and_approved(toy: Toy) -> None:
    await started(toy)
    toy.clock.forward(days=21)
    await hear(toy, said("pending", number=2))
    assert "Nothing" in toy.voice.texts()[-1]

    toy.agent.script = [answer("Here it is again.", draft(1), response_id="caresp_3")]
    await hear(toy, said("offer Priya's brief again", number=3))
    (record,) = await toy.store.records_of(PID)
    await press(toy, record, "approve")
    await ship_all(toy)

    assert record.draft.version == 2
    assert toy.voice.texts("a:priya") == [record.draft.body]


async def test_the_same_drafts_offered_again_change_nothing_and_show_no_new_card(toy: Toy) -> None:
    again = draft(1, to=({"name": "Priya", "address": PRIYA.address},))  # as an agent offers it: without an object id
    toy.agent.script = [answer("Read.", again), answer("Nothing new.", again, response_id="caresp_2")]
    await hear(toy, said("go"))
    (before,) = await toy.store.records_of(PID)
    await hear(toy, said("again", number=2))

    assert await toy.store.records_of(PID) == (before,)
    assert len(toy.voice.cards()) == 1


async def test_what_the_owner_edited_is_never_overwritten_by_a_new_offer(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "save", subject="Mine", body="My own words.")
    toy.agent.script = [answer("Here.", draft(1, body="The agent's newer words."))]
    await hear(toy, said("prepare the briefs again", number=2))
    (kept,) = await toy.store.records_of(PID)
    await press(toy, kept, "approve")
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == ["My own words."]


async def test_keys_tell_nothing_about_people_or_tasks(toy: Toy) -> None:
    toy.agent.script = [answer("One.", draft(1, draft_id="brief-priya-technical-solution"))]
    await hear(toy, said("go"))
    (record,) = await toy.store.records_of(PID)

    assert "priya" not in record.key


async def test_two_clicks_at_once_are_one_decision(toy: Toy) -> None:
    record, *_ = await started(toy)
    await asyncio.gather(*(press(toy, record, "approve") for _ in range(8)))
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == [record.draft.body]


async def test_a_refused_delivery_is_certain_and_told(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    toy.voice.trouble = [Undeliverable("no", "blocked")]
    await ship_all(toy)
    await work(toy)

    assert await briefs(toy) == [Fate.FAILED]
    assert '"verb": "failed"' in toy.agent.requests[-1].input


async def test_a_doubtful_delivery_is_shown_and_never_repeated_by_itself(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    toy.voice.trouble = [Uncertain()]
    await ship_all(toy)
    await press(toy, record, "approve")
    await ship_all(toy)

    assert await briefs(toy) == [Fate.UNCERTAIN]
    assert toy.voice.texts("a:priya") == []


async def test_the_owner_may_send_a_doubtful_message_again(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    toy.voice.trouble = [Uncertain()]
    await ship_all(toy)
    await press(toy, record, "resend")
    await ship_all(toy)

    assert await briefs(toy) == [Fate.SENT]
    assert toy.voice.texts("a:priya") == [record.draft.body]


async def test_a_throttled_delivery_waits_as_long_as_it_was_told(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    toy.voice.trouble = [Throttled("slow", 4)]
    parcel_id, _ = toy.jobs.shipped[0]
    await ship_all_once(toy)
    assert toy.jobs.shipped == [(parcel_id, 4)]
    toy.clock.forward(seconds=5)
    await ship_all(toy)

    assert await briefs(toy) == [Fate.SENT]


async def ship_all_once(toy: Toy) -> None:
    await deliver.ship(toy.world, toy.jobs.shipped.pop(0)[0])


async def test_an_external_brief_goes_by_mail_and_its_answer_finds_the_project(toy: Toy) -> None:
    outside = draft(1, to=({"name": "Lena", "address": "lena@fabrikam.com", "external": True},), channel="mail")
    toy.agent.script = [answer("One.", outside)]
    await hear(toy, said("go"))
    record = (await toy.store.records_of(PID))[0]
    await press(toy, record, "approve")
    await ship_all(toy)

    assert [mail.text for mail in toy.post.sent] == [record.draft.body]
    assert await toy.store.mail_thread(("<1@desk>",)) == (PID, record.key)


async def test_the_card_shows_what_became_of_the_message(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    await ship_all(toy)

    assert "Delivered" in str(toy.voice.cards()[0])


async def test_channel_is_part_of_what_was_approved(toy: Toy) -> None:
    record, *_ = await started(toy)
    other = record.draft.model_copy(update={"channel": Channel.MAIL})

    assert other.content_hash != record.draft.content_hash


async def test_a_delivery_that_failed_may_be_tried_again_by_the_owner(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    toy.voice.trouble = [Undeliverable("no", "not_member")]
    await ship_all(toy)
    stranger = await press(toy, record, "resend", PRIYA)
    await press(toy, record, "resend")
    await ship_all(toy)

    assert isinstance(stranger, str)
    assert await briefs(toy) == [Fate.SENT]
    assert toy.voice.texts("a:priya") == [record.draft.body]
