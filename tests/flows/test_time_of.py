"""Whose word counts about a person's time, and how often their mailbox is asked."""

from datetime import date, timedelta

from bot.core.calendar import Hours, Span
from bot.core.errors import Throttled
from bot.core.habits import Facts, Habits, Source
from bot.core.people import Contact, Person
from bot.flows.house import House
from bot.flows.time_of import time_of
from tests.fakes import MONDAY, PRIYA, TENANT, Toy, chat_of
from tests.flows.hands import PID, started

LATER = Hours(start=600, end=1080)


async def test_without_a_word_from_anybody_the_house_decides(toy: Toy) -> None:
    toy.house = House(tenant=TENANT, zone="Europe/Lisbon", work_hours=(8, 16), region="PT")
    toy.holidays = lambda region, year: {date(year, 12, 8): "Imaculada Conceição"} if region == "PT" else {}

    theirs = await time_of(toy.world, PRIYA)

    assert (theirs.calendar.zone, theirs.calendar.work) == ("Europe/Lisbon", Hours(start=480, end=960))
    assert date(2026, 12, 8) in theirs.calendar.holidays
    assert set(theirs.sources.values()) == {Source.HOUSE}


async def test_the_project_then_teams_then_the_mailbox_then_the_person_are_believed(toy: Toy) -> None:
    await started(toy)
    project = await toy.store.project(PID)
    zones = [(await time_of(toy.world, PRIYA, project)).calendar.zone]
    chat = chat_of(PRIYA).model_copy(update={"zone": "Asia/Tokyo"})
    await toy.store.save_contact(Contact(person=PRIYA, place=chat))
    zones.append((await time_of(toy.world, PRIYA, project)).calendar.zone)
    toy.post.settings[PRIYA.address] = Facts(zone="Asia/Kolkata", work=LATER)
    zones.append((await time_of(toy.world, PRIYA, project, fresh=True)).calendar.zone)
    await toy.store.save_habits(PRIYA, Habits(said=Facts(zone="Europe/Lisbon")), "wishes")
    last = await time_of(toy.world, PRIYA, project)

    assert zones == ["America/Sao_Paulo", "Asia/Tokyo", "Asia/Kolkata"]
    assert last.sources | {"region": Source.HOUSE} == {
        "zone": Source.SAID, "work": Source.MAILBOX, "region": Source.HOUSE, "language": Source.PROJECT,
    }  # fmt: skip
    assert last.calendar.work == LATER


async def test_who_is_known_by_an_address_has_what_they_said_under_their_name(toy: Toy) -> None:
    await started(toy)
    await toy.store.save_contact(Contact(person=PRIYA))
    await toy.store.save_habits(PRIYA, Habits(said=Facts(zone="Europe/Lisbon")), "wishes")

    theirs = await time_of(toy.world, Person(address=PRIYA.address), await toy.store.project(PID))

    assert theirs.calendar.zone == "Europe/Lisbon"


async def test_a_mailbox_is_asked_again_after_a_while_and_believed_until_then(toy: Toy) -> None:
    away = Span(start=MONDAY, end=MONDAY + timedelta(days=1))
    toy.post.away[PRIYA.address] = (away,)
    assert (await time_of(toy.world, PRIYA, fresh=True)).calendar.away == (away,)

    toy.post.away.clear()
    toy.clock.forward(minutes=10)
    assert (await time_of(toy.world, PRIYA, fresh=True)).calendar.away == (away,)
    toy.clock.forward(minutes=10)
    assert (await time_of(toy.world, PRIYA, fresh=True)).calendar.away == ()


async def test_a_mailbox_that_does_not_answer_changes_nothing(toy: Toy) -> None:
    away = Span(start=MONDAY, end=MONDAY + timedelta(days=1))
    toy.post.away[PRIYA.address] = (away,)
    await time_of(toy.world, PRIYA, fresh=True)
    toy.post.no_hours = Throttled("Graph is away", 30)
    toy.clock.forward(hours=2)

    assert (await time_of(toy.world, PRIYA, fresh=True)).calendar.away == (away,)


async def test_a_zone_of_a_mailbox_that_nobody_knows_is_passed_over(toy: Toy) -> None:
    await started(toy)
    toy.post.settings[PRIYA.address] = Facts(zone="", work=LATER)

    theirs = await time_of(toy.world, PRIYA, await toy.store.project(PID), fresh=True)

    assert (theirs.calendar.zone, theirs.calendar.work) == ("America/Sao_Paulo", LATER)
