"""The contract of what is known of people's time: sealed, by person, and each part in one hand."""

from datetime import timedelta

from bot.core.calendar import Hours, Span
from bot.core.habits import PARTS, Facts, Habits, Kind
from bot.core.people import Person
from bot.edges.store import DeskStore
from bot.edges.store.keys import Kind as Key
from tests.edges.store.nouns import ANA, EVE, NOW

MAIL_ONLY = Person(name="Bo", address="Bo@Elsewhere.example")
WHOLE = Habits(
    said=Facts(zone="Europe/Lisbon", quiet=Hours(start=1200, end=480), region="BR-SP"),
    snoozed_until=NOW,
    declined=(Kind.NEWS,),
    mailbox=Facts(days=(0, 1)),
    mailbox_at=NOW,
    away=(Span(start=NOW, end=NOW + timedelta(days=2)),),
    away_at=NOW,
    signature="Ana\nContoso",
    wrote="pt-BR",
)


async def test_nobody_has_habits_before_they_say_so(store: DeskStore) -> None:
    assert await store.habits(ANA) == Habits()
    assert await store.habits(Person(name="Somebody")) == Habits()


async def test_each_part_is_written_without_the_others(store: DeskStore) -> None:
    await store.save_habits(ANA, WHOLE, "wishes")
    await store.save_habits(ANA, Habits(mailbox=Facts(days=(5,))), "seen")

    found = await store.habits(ANA)

    assert (found.said, found.declined, found.mailbox) == (WHOLE.said, WHOLE.declined, Facts(days=(5,)))
    for part in PARTS:
        await store.save_habits(ANA, WHOLE, part)
    assert await store.habits(ANA) == WHOLE
    assert await store.habits(EVE) == Habits()


async def test_who_has_an_address_only_is_found_by_it(store: DeskStore) -> None:
    await store.save_habits(MAIL_ONLY, WHOLE, "wishes")

    assert (await store.habits(Person(address=" bo@elsewhere.EXAMPLE"))).said == WHOLE.said


async def test_what_people_said_lies_sealed(store: DeskStore) -> None:
    await store.save_habits(MAIL_ONLY, WHOLE, "wishes")

    names = [name async for name in store.client.scan_iter(f"{store.keys.base}{Key.HABITS}:*")]
    raw = str([name for name in names] + [await store.client.hgetall(name) for name in names])

    assert len(names) == 1
    assert "Lisbon" not in raw
    assert "lsewhere" not in raw
    assert "Contoso" not in raw
