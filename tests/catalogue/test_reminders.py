"""Nobody is reminded twice for one reason, or of what they have answered."""

import json
from datetime import timedelta

import pytest

from bot.core.draft import Draft, Record
from bot.core.errors import AgentDown, Throttled
from bot.core.letter import Looked, Said
from bot.core.parcel import Fate
from bot.core.people import Channel, Person, Place
from bot.edges.store import DeskStore
from bot.edges.store.seal import Seal
from bot.flows import deliver, reconcile
from bot.flows.house import House
from tests.catalogue.racing import race
from tests.edges.store.valkey import KEY
from tests.fakes import MONDAY, PRIYA, TENANT, THREAD, Toy, answer, chat_of, draft, said
from tests.flows.hands import PID, hear, press, ship_all, started, strike, work
from tests.flows.test_mail_in import arrives, mail

REMINDER = draft(7, purpose="reminder", body="Pricing was due on Friday.")
LATE = {"id": "task-7", "title": "Pricing", "due_at": "2026-11-27", "owner_upn": PRIYA.address}


def log_says(toy: Toy, **facts: object) -> None:
    toy.agent.files[f"desk-{PID}", f"projects/{PID}/project_log.json"] = json.dumps({"tasks": [LATE | facts]}).encode()


async def reminded(toy: Toy, offer: Draft = REMINDER) -> Record:
    """A check of the morning found a late task, and the reminder for it waits for its owner."""
    await started(toy)
    log_says(toy)
    toy.agent.script = [answer("One is late.", offer, response_id="poll_1")]
    await strike(toy)
    await work(toy)
    toy.agent.script = [answer("Noted.", response_id="caresp_2")]
    return next(one for one in await toy.store.records_of(PID) if one.draft.purpose == "reminder")


async def fate(toy: Toy, record: Record) -> tuple[Fate, str]:
    now = await toy.store.record(record.key)
    parcel = await toy.store.parcel(now.parcel_id) if now else None
    assert parcel is not None
    return parcel.fate, parcel.trouble


def reply(place: Place = THREAD) -> Said:
    return said("Here is the pricing.", PRIYA, place, 8)


@pytest.mark.parametrize("place", [THREAD, chat_of(PRIYA)], ids=["in the thread", "in a chat of her own"])
async def test_a_reminder_that_was_approved_stays_here_when_its_person_writes_before_it_leaves(
    toy: Toy, place: Place
) -> None:
    toy.house = House(tenant=TENANT, undo_seconds=30)
    record = await reminded(toy)
    await press(toy, record, "approve")
    await toy.store.accept("r8", THREAD, reply(place=place), PID)  # accepted, and not looked at yet
    toy.clock.forward(seconds=31)
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == []
    assert await fate(toy, record) == (Fate.REFUSED, "answered")


async def test_both_sides_hear_that_a_reminder_was_not_needed_and_the_card_says_so(toy: Toy) -> None:
    record = await reminded(toy)
    await press(toy, record, "approve")
    await hear(toy, reply())
    await ship_all(toy)
    await ship_all(toy)
    await work(toy)

    told = [one.input for one in toy.agent.requests if '"draft_id": "d-7"' in one.input and '"verb"' in one.input]
    assert len(told) == 1
    assert '"verb": "failed"' in told[0]
    assert '"reason": "answered"' in told[0]
    assert any("the reminder was held back" in text for text in toy.voice.texts())
    assert any("the reminder was held back" in str(card) for card in toy.voice.cards())


async def test_a_reminder_offered_before_the_answer_is_not_sent_by_an_approval_after_it(toy: Toy) -> None:
    record = await reminded(toy)
    await hear(toy, reply())
    await press(toy, record, "approve")
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == []
    assert await fate(toy, record) == (Fate.REFUSED, "answered")


async def test_an_answer_that_came_while_the_agent_wrote_the_reminder_counts(toy: Toy) -> None:
    """The letter waits behind the check whose turn offers the reminder: neither agent nor desk knew of it by then."""
    await started(toy)
    log_says(toy)
    looked = Looked(letter_id="look.1", at=MONDAY, reason="asked")
    await toy.store.accept("look.1", THREAD, looked, PID)
    late_mail = reply().model_copy(update={"at": MONDAY - timedelta(days=6)})
    await toy.store.accept("r8", THREAD, late_mail, PID)
    toy.agent.script = [answer("One is late.", REMINDER, response_id="poll_1"), answer("Noted.")]
    await work(toy)
    record = next(one for one in await toy.store.records_of(PID) if one.draft.purpose == "reminder")
    await press(toy, record, "approve")
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == []


async def test_an_answer_by_mail_counts_like_any_other(toy: Toy) -> None:
    to = ({"name": "Lena", "address": "Lena@Fabrikam.com", "external": True},)
    record = await reminded(toy, draft(7, purpose="reminder", to=to, channel=Channel.MAIL))
    await toy.store.sent_mail("<brief@desk>", record.key, PID)
    await press(toy, record, "approve")
    await arrives(toy, mail(in_reply_to="<brief@desk>"))
    await ship_all(toy)

    assert toy.post.sent == []
    assert await fate(toy, record) == (Fate.REFUSED, "answered")


async def test_a_reminder_for_what_an_answer_left_open_is_sent(toy: Toy) -> None:
    """It was written in the knowledge of that answer."""
    await started(toy)
    log_says(toy)
    toy.agent.script = [answer("Two gaps.", REMINDER, response_id="caresp_2"), answer("Noted.")]
    await hear(toy, reply())
    record = next(one for one in await toy.store.records_of(PID) if one.draft.purpose == "reminder")
    await press(toy, record, "approve")
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == [REMINDER.body]


async def test_what_somebody_else_writes_holds_no_reminder_back(toy: Toy) -> None:
    record = await reminded(toy)
    await press(toy, record, "approve")
    rui = Person(oid="rui", name="Rui", address="rui@contoso.com", teams_id="29:rui", tenant=TENANT)
    await hear(toy, said("I am still at it.", rui, number=8))
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == [REMINDER.body]


async def test_an_answer_holds_no_brief_back(toy: Toy) -> None:
    record, *_ = await started(toy)
    await press(toy, record, "approve")
    await hear(toy, reply())
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == [record.draft.body]


async def test_a_reminder_of_a_task_that_is_done_by_now_is_held_back(toy: Toy) -> None:
    record = await reminded(toy)
    log_says(toy, status="submitted")
    await press(toy, record, "approve")
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == []
    assert await fate(toy, record) == (Fate.REFUSED, "answered")


async def test_nobody_is_asked_to_take_over_what_is_done_by_now(toy: Toy) -> None:
    await started(toy)
    toy.agent.script = [answer("Drafted.", draft(7, purpose="reassignment", body="Could you take over Pricing?"))]
    await hear(toy, said("give Pricing to Priya", number=2))
    record = next(one for one in await toy.store.records_of(PID) if one.draft.purpose == "reassignment")
    log_says(toy, status="submitted")
    await press(toy, record, "approve")
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == []
    assert await fate(toy, record) == (Fate.REFUSED, "answered")


async def test_an_agent_that_cannot_be_asked_holds_no_reminder_back(toy: Toy) -> None:
    record = await reminded(toy)
    await press(toy, record, "approve")
    toy.agent.no_files = AgentDown("asleep")
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == [REMINDER.body]


async def test_a_reminder_is_sent_once_although_the_desk_restarts_and_looks_again(
    toy: Toy, valkey_url: str, prefix: str
) -> None:
    record = await reminded(toy)
    await press(toy, record, "approve")
    await ship_all(toy)
    turns = len(toy.agent.requests)

    again = DeskStore(valkey_url, Seal((KEY,)), prefix)
    fresh = Toy(store=again, voice=toy.voice, agent=toy.agent, clock=toy.clock)
    await reconcile.reconcile(fresh.world)
    await press(fresh, record, "approve")
    await ship_all(fresh)
    for _ in range(3):
        await strike(fresh)  # a second reminder would need another look, and this day had its own
    await again.close()

    assert toy.voice.texts("a:priya") == [REMINDER.body]
    assert [one for one in toy.agent.requests[turns:] if "charter-agent-poll" in one.input] == []


async def test_a_throttled_reminder_is_looked_at_again_before_its_next_try(toy: Toy) -> None:
    record = await reminded(toy)
    await press(toy, record, "approve")
    toy.voice.trouble = [Throttled("slow", 4)]
    await deliver.ship(toy.world, toy.jobs.shipped.pop(0)[0])
    await toy.store.accept("r8", THREAD, reply(), PID)
    toy.clock.forward(seconds=5)
    await ship_all(toy)

    assert toy.voice.texts("a:priya") == []
    assert await fate(toy, record) == (Fate.REFUSED, "answered")


@pytest.mark.slow
async def test_of_a_thousand_answers_that_race_their_reminders_each_is_sent_once_or_held_back(store: DeskStore) -> None:
    """Whichever the store takes first wins, whoever is asked first; and nothing leaves after the answer was taken."""
    fates = [await race(store, number) for number in range(1000)]

    assert min(fates.count(Fate.SENDING), fates.count(Fate.REFUSED)) > 100
    assert set(fates) == {Fate.SENDING, Fate.REFUSED}
