"""What people say of their time is written down, read back, and counts from then on."""

from datetime import timedelta

import pytest

from bot.core.calendar import Hours
from bot.core.habits import Facts, Habits, Kind
from bot.core.letter import FileRef, Said
from bot.core.people import Person
from bot.edges.holidays import days_off
from bot.flows import aside
from bot.flows.mailbox import take_turns
from cards.words import say
from tests.fakes import ANA, MONDAY, PRIYA, THREAD, Toy, chat_of, said
from tests.flows.hands import PID, hear, started, work


async def told(toy: Toy, text: str, speaker: Person = ANA, locale: str = "en") -> str:
    """What a person says in the thread of a project, and the desk's answer to it."""
    place = THREAD.model_copy(update={"locale": locale})
    number = len(toy.voice.messages) + 100
    letter = said(text, speaker, place, number)
    box = await aside.box_of(toy.world, letter)
    await toy.store.accept(letter.letter_id, place, letter, box)
    for name in (box, PID):
        if name:
            await take_turns(toy.world, name, f"turn:{number}")
    return toy.voice.texts()[-1].replace("\u202f", " ")


async def test_a_zone_is_kept_and_answered_with_the_time_there(toy: Toy) -> None:
    await started(toy)
    turns = len(toy.agent.requests)

    assert await told(toy, "zone Europe/Lisbon") == "Noted. Where you are it is Mon, Nov 30, 1:00 PM (Lisbon) now."
    assert (await toy.store.habits(ANA)).said == Facts(zone="Europe/Lisbon")
    assert len(toy.agent.requests) == turns


async def test_a_zone_that_nobody_knows_changes_nothing(toy: Toy) -> None:
    await started(toy)
    await told(toy, "zone Europe/Lisbon")

    assert "no time zone “atlantis”" in await told(toy, "zone Atlantis")
    assert (await toy.store.habits(ANA)).said.zone == "Europe/Lisbon"


async def test_everything_is_read_back_with_who_said_it(toy: Toy) -> None:
    toy.holidays = days_off
    toy.post.settings[PRIYA.address] = Facts(days=(0, 1, 2, 3), work=Hours(start=600, end=1080))
    await started(toy)
    await told(toy, "holidays BR-SP", PRIYA)
    await told(toy, "quiet hours 20-8", PRIYA)

    shown = await told(toy, "my time", PRIYA)

    assert "Now where you are: **Mon, Nov 30, 10:00 AM (São Paulo)** (from the project)" in shown
    assert "Working hours: **Mon–Thu, 10:00–18:00** (from your mailbox)" in shown
    assert "Quiet hours: **20:00–8:00** (you said so)" in shown
    assert "Holidays: **BR-SP** (you said so)" in shown


async def test_portuguese_is_understood_and_answered(toy: Toy) -> None:
    await started(toy)

    shown = await told(toy, "horário de trabalho 8h-17h seg-sex", locale="pt-BR")

    assert "Horário de trabalho: **seg–sex, 8:00–17:00** (você informou)" in shown


async def test_hours_that_leave_no_time_are_refused(toy: Toy) -> None:
    await started(toy)

    assert "leave no hour" in await told(toy, "quiet hours 8-20")
    assert (await toy.store.habits(ANA)).said == Facts()


async def test_holidays_of_nowhere_are_refused(toy: Toy) -> None:
    await started(toy)

    assert "no holidays in “XX”" in await told(toy, "holidays XX")
    assert (await toy.store.habits(ANA)).said == Facts()


async def test_a_snooze_lasts_until_the_moment_named_on_the_persons_wall(toy: Toy) -> None:
    await started(toy)

    assert "No reminders before Mon, Dec 7, 9:00 AM (São Paulo)" in await told(toy, "snooze until monday 9:00")
    assert (await toy.store.habits(ANA)).snoozed_until == MONDAY.replace(hour=12) + timedelta(days=7)
    assert "reach you again" in await told(toy, "snooze off")
    assert (await toy.store.habits(ANA)).snoozed_until is None


async def test_a_snooze_into_a_day_off_says_how_long_it_really_is(toy: Toy) -> None:
    await started(toy)

    text = await told(toy, "snooze until saturday 9:00")

    assert "Sat, Dec 5, 9:00 AM (São Paulo) is outside your working hours" in text
    assert "before Mon, Dec 7, 9:00 AM" in text


async def test_what_is_stopped_can_be_started_again(toy: Toy) -> None:
    await started(toy)

    assert "nothing is approved without you" in await told(toy, "stop reminders")
    assert set((await toy.store.habits(ANA)).declined) == {Kind.DIGEST, Kind.REMINDERS, Kind.DECISIONS}
    await told(toy, "start reminders")
    assert (await toy.store.habits(ANA)) == Habits()


async def test_the_time_of_one_person_says_nothing_of_another(toy: Toy) -> None:
    await started(toy)
    await told(toy, "zone Europe/Lisbon", PRIYA)

    assert (await toy.store.habits(ANA)) == Habits()


async def test_who_has_no_project_can_say_when_to_be_reached(toy: Toy) -> None:
    letter = said("quiet hours 20-8", PRIYA, chat_of(PRIYA))
    project_id = await hear(toy, letter)

    assert (await toy.store.habits(PRIYA)).said.quiet == Hours(start=1200, end=480)
    assert await toy.store.project(project_id) is None


async def test_a_file_is_no_word_about_time(toy: Toy) -> None:
    await started(toy)
    letter: Said = said("my time", ANA, THREAD, 7, files=(FileRef(name="a.pdf", url="http://x"),))
    turns = len(toy.agent.requests)
    await hear(toy, letter)

    assert len(toy.agent.requests) == turns + 1


async def test_the_owner_sets_when_a_project_is_looked_at(toy: Toy) -> None:
    await started(toy)

    assert "Mon–Fri at 8:30 (São Paulo)" in await told(toy, "poll weekdays 8:30")
    project = await toy.store.project(PID)
    assert project is not None
    assert project.poll_cron == "30 8 * * 1,2,3,4,5"
    assert "only when you ask" in await told(toy, "poll off")


@pytest.mark.parametrize("text", ["poll now", "poll weekdays 8:30"])
async def test_nobody_else_decides_when_a_project_is_looked_at(toy: Toy, text: str) -> None:
    await started(toy)
    turns = len(toy.agent.requests)

    assert await told(toy, text, PRIYA) == say("en").t("desk.only_deciders")
    await work(toy)
    assert len(toy.agent.requests) == turns


async def test_a_look_that_was_asked_for_is_read_only_and_on_its_own_chain(toy: Toy) -> None:
    await started(toy)

    await told(toy, "poll now")
    await work(toy)

    assert "[charter-agent-poll: " in toy.agent.requests[-1].input
    assert toy.agent.requests[-1].chain == ""


@pytest.mark.parametrize("when", ["2020-01-01", "0001-01-01", "until 2026-11-29"])
async def test_a_snooze_until_a_day_that_is_over_is_said_to_be_none(toy: Toy, when: str) -> None:
    await started(toy)

    assert "That moment has passed" in await told(toy, f"snooze {when}")
    assert (await toy.store.habits(ANA)).snoozed_until is None
