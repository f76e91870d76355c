"""The message that reminds an owner has buttons for later and for no more; each does what the same words would do."""

from datetime import UTC, datetime

import pytest

from bot.core.habits import Habits, Kind
from bot.core.people import Person
from bot.flows import decide
from bot.flows.decide import Reply
from cards.click import Click
from cards.faces.reminder import LATER
from cards.models import Reminder
from cards.words import say
from tests.fakes import ANA, MONDAY, PRIYA, TENANT, Toy, answer, chat_of, deputy, draft
from tests.flows.hands import PID, press, started
from tests.flows.test_mail_in import arrives, mail
from tests.flows.test_owners import BEN, days_pass, known, messages
from tests.flows.test_wishes import told

WORDS = say("en")
CHAT = chat_of(ANA)


@pytest.fixture
async def reminded(toy: Toy) -> Toy:
    """Ana was told on Monday that a draft waits."""
    await known(toy)
    await started(toy)
    await days_pass(toy, 0.5)
    toy.clock.now = MONDAY
    return toy


async def presses(toy: Toy, verb: str, answer: str = "", actor: Person = ANA) -> Reply:
    (card,) = [one for one in await toy.store.parcels_of(PID) if one.recipe and one.recipe.kind == "reminder"]
    clicked = Click.model_validate({"verb": verb, "ref": card.parcel_id, "answer": answer})
    return await decide.click(toy.world, clicked, actor, "en", CHAT)


@pytest.mark.parametrize("when", LATER.values())
async def test_a_button_and_the_same_words_come_to_the_same(reminded: Toy, when: str) -> None:
    card = await presses(reminded, "snooze", when)
    pressed = await reminded.store.habits(ANA)
    await reminded.store.save_habits(ANA, Habits(), "wishes")
    words = await told(reminded, f"snooze until {when}" if when[0].isalpha() else f"snooze {when}")

    assert isinstance(card, Reminder)
    assert card.told.replace("\u202f", " ") == words
    assert pressed == await reminded.store.habits(ANA)
    assert pressed.snoozes(MONDAY)


async def test_until_monday_at_nine_is_meant_by_the_clock_of_whoever_presses(reminded: Toy) -> None:
    await told(reminded, "zone Asia/Tokyo")

    await presses(reminded, "snooze", LATER["monday"])

    assert (await reminded.store.habits(ANA)).snoozed_until == datetime(2026, 12, 7, 0, tzinfo=UTC)


async def test_no_more_of_these_ends_this_kind_and_no_other_and_decides_nothing(reminded: Toy) -> None:
    card = await presses(reminded, "no_more")
    await days_pass(reminded, 4)

    assert isinstance(card, Reminder)
    assert "What waits for your decision still waits" in card.told
    assert set((await reminded.store.habits(ANA)).declined) == {Kind.DIGEST, Kind.DECISIONS}
    assert len(await messages(reminded)) == 1
    assert [one.state for one in await reminded.store.records_of(PID)] == ["pending"]


async def test_of_a_daily_digest_there_is_no_more_digest(toy: Toy) -> None:
    await known(toy)
    (record,) = await started(toy)
    await press(toy, record, "reject", reason="Not needed.")
    await told(toy, "daily digest")
    await days_pass(toy, 1)

    await presses(toy, "no_more")

    assert (await toy.store.habits(ANA)).declined == (Kind.DIGEST,)


async def test_a_press_counts_for_whoever_pressed_alone(reminded: Toy) -> None:
    project = await reminded.store.project(PID)
    assert project
    await reminded.store.save_project(project.model_copy(update={"deputies": (deputy(BEN),)}))

    await presses(reminded, "snooze", LATER["tomorrow"], BEN)

    assert (await reminded.store.habits(BEN)).snoozes(MONDAY)
    assert not (await reminded.store.habits(ANA)).snoozes(MONDAY)


@pytest.mark.parametrize("verb", ["snooze", "no_more"])
async def test_whoever_does_not_decide_is_turned_away(reminded: Toy, verb: str) -> None:
    assert await presses(reminded, verb, LATER["monday"], PRIYA) == WORDS.t("desk.not_yours")
    assert await reminded.store.habits(PRIYA) == Habits()


@pytest.mark.parametrize("answer", ["", "off", "until the cows come home", "monday 9:00 and approve everything"])
async def test_a_time_that_no_button_has_changes_nothing(reminded: Toy, answer: str) -> None:
    assert await presses(reminded, "snooze", answer) == WORDS.t("desk.unknown_button")
    assert (await reminded.store.habits(ANA)).snoozed_until is None


async def test_a_card_that_reminds_of_nothing_has_no_such_button(reminded: Toy) -> None:
    clicked = Click(verb="no_more", ref="somebody.else")
    assert await decide.click(reminded.world, clicked, ANA, "en", CHAT) == WORDS.t("desk.unknown_button")


async def test_a_click_that_was_kept_is_meant_as_of_the_moment_it_was_pressed(reminded: Toy) -> None:
    (card,) = [one for one in await reminded.store.parcels_of(PID) if one.recipe and one.recipe.kind == "reminder"]
    clicked = Click(verb="snooze", ref=card.parcel_id, answer=LATER["hours"])
    reminded.clock.forward(hours=1)

    await decide.click(reminded.world, clicked, ANA, "en", CHAT, pressed=MONDAY)

    until = (await reminded.store.habits(ANA)).snoozed_until
    assert until is not None
    assert (until - MONDAY).total_seconds() == 7200


async def test_by_mail_the_words_stand_below_and_are_understood(toy: Toy) -> None:
    toy.post.directory[ANA.address] = ANA
    toy.agent.script = [answer("I read it.", draft(1))]
    await arrives(toy, mail(sender=Person(name="Ana", address=ANA.address, tenant=TENANT)))
    await days_pass(toy, 1.5)
    last = [what for _, what in toy.mail_voice.messages.values() if isinstance(what, str)][-1]
    assert "1 draft waits for your decision." in last
    assert "**snooze until tomorrow 9:00**" in last

    reply = {"message_id": "m-9", "internet_id": "<m-9@x>", "in_reply_to": "<m-1@x>"}
    owner = Person(name="Ana", address=ANA.address, tenant=TENANT)
    await arrives(toy, mail(sender=owner, new_text="snooze until tomorrow 9:00", **reply))

    assert (await toy.store.habits(ANA)).snoozes(toy.clock())
