"""The contract of projects, the ways to them, and of forgetting them."""

import asyncio
from datetime import timedelta

from bot.core.draft import Verb
from bot.core.memory import Effects, Mark, Rating
from bot.core.people import Contact, Person
from bot.core.sandbox import Choice
from bot.edges.store import DeskStore
from bot.edges.store.keys import Kind
from tests.edges.store.nouns import (
    ANA,
    EVE,
    NOW,
    PLACE,
    PROJECT,
    approve,
    card,
    close,
    draft,
    place,
    project,
    record,
    said,
    told,
)
from tests.edges.store.test_checkpoints import LOSS, STAY, chosen, kept
from tests.edges.store.valkey import keys_of


async def test_a_thread_belongs_to_the_project_it_started(store: DeskStore) -> None:
    assert await store.project_of(PLACE.thread) is None

    await store.save_project(project())

    assert await store.project_of(PLACE.thread) == PROJECT
    assert await store.project(PROJECT) == project()
    assert await store.project("p-nobody") is None


async def test_a_thread_is_linked_once(store: DeskStore) -> None:
    await store.save_project(project())
    assert await store.link(place(1).thread, PROJECT)
    assert await store.link(place(1).thread, PROJECT), "it belongs to it already"
    assert not await store.link(place(1).thread, "p-another")
    assert await store.project_of(place(1).thread) == PROJECT


async def test_a_thread_with_a_project_of_its_own_is_not_taken_away(store: DeskStore) -> None:
    await store.save_project(project(place(1)))
    await store.accept("m1", place(2), said("m1"))

    assert not await store.link(place(1).thread, PROJECT)
    assert not await store.link(place(2).thread, PROJECT), "its first letter waits"
    assert await store.link(PLACE.thread, PROJECT), "its own"


async def test_people_are_found_by_object_id_and_by_address(store: DeskStore) -> None:
    contact = Contact(person=ANA, place=PLACE, state="blocked")
    await store.save_contact(contact)

    assert await store.contact("tenant-1", "oid-ana") == contact
    assert await store.contact_by_address("tenant-1", " ANA@Fabrikam.example ") == contact
    assert await store.contact_by_address("tenant-2", "ana@fabrikam.example") is None
    assert await store.contact("tenant-1", "oid-nobody") is None


async def test_somebody_known_by_address_alone_is_kept_and_a_nobody_is_not(store: DeskStore) -> None:
    outsider = Contact(person=Person(tenant="tenant-1", address="x@northwind.example"))
    await store.save_contact(outsider)
    await store.save_contact(Contact(person=Person(name="No Address")))

    assert await store.contact_by_address("tenant-1", "x@northwind.example") == outsider
    assert len(await keys_of(store)) == 2


async def test_the_answer_to_a_mail_finds_its_project_and_record(store: DeskStore) -> None:
    await worked(store)
    await store.sent_mail("<1@fabrikam.example>", record().key, PROJECT)

    assert await store.mail_thread(("<0@x>", "<1@fabrikam.example>")) == (PROJECT, record().key)
    assert await store.mail_thread(("<0@x>",)) is None
    assert await store.mail_thread(()) is None


async def test_a_forgotten_project_leaves_nothing_behind(store: DeskStore) -> None:
    other = project(place(9))
    await store.save_project(other)
    kept = await keys_of(store)
    await live(store)
    assert await store.link(place(3).thread, PROJECT)

    await store.forget(PROJECT)

    left = await keys_of(store)
    assert {name for name in left if not name.startswith("seen:")} == kept
    assert await store.projects() == (other.project_id,)


async def test_what_was_sent_of_a_project_that_was_deleted_meanwhile_leaves_no_trace(store: DeskStore) -> None:
    await live(store)
    await store.forget(PROJECT)
    kept = await keys_of(store)

    assert not await store.link(place(3).thread, PROJECT)
    await store.sent_mail("<2@fabrikam.example>", record().key, PROJECT)
    assert await keys_of(store) == kept


RATING = Rating(message="1796", by=ANA, liked=False, words="Which annex?", at=NOW)


async def test_the_last_word_of_each_about_each_answer_is_kept_sealed_and_for_a_time(store: DeskStore) -> None:
    await store.save_project(project())
    later = RATING.model_copy(update={"liked": True, "words": "", "at": NOW + timedelta(hours=1)})
    other = RATING.model_copy(update={"by": EVE, "at": NOW + timedelta(minutes=1)})
    for one in (RATING, other, later):
        await store.rate(PROJECT, one, timedelta(days=90))

    assert await store.ratings_of(PROJECT) == (other, later)
    name = store.keys.name(Kind.RATINGS, PROJECT)
    assert "annex" not in str(await store.client.hgetall(name))
    assert 89 * 86400 < await store.client.ttl(name) <= 90 * 86400


async def test_of_a_project_that_is_not_there_no_opinion_is_kept(store: DeskStore) -> None:
    await store.rate("p-gone", RATING, timedelta(days=90))

    assert await store.ratings_of("p-gone") == ()


async def live(store: DeskStore) -> None:
    """A project that has used everything."""
    lease = await worked(store)
    await store.decide(approve(record()))
    await store.decide(close(record(draft(draft_id="d2")), Verb.CHANGE))
    await store.decide(approve(record(draft(draft_id="d2")), actor=EVE))
    await store.take("card-1", NOW)
    await store.accept("m3", PLACE, said("m3"))
    await store.begin(PROJECT, lease)
    await store.mark("m3", Mark(posting=True))
    await store.sent_mail("<1@fabrikam.example>", record().key, PROJECT)
    await store.save_stay(PROJECT, STAY)
    await store.save_checkpoint(kept())
    await store.copy_later(PROJECT, NOW)
    await store.lose(LOSS, project(), ())
    await store.choose(chosen(Choice.STOP), EVE.authority, project(), NOW)
    await store.save_stay(PROJECT, STAY)
    await store.rate(PROJECT, RATING, timedelta(days=90))


async def worked(store: DeskStore) -> str:
    """One letter worked off, one buried."""
    records = (record(), record(draft(draft_id="d2")), record(draft(draft_id="d3")))
    effects = Effects(
        project=project(), records=records, parcels=(card(), card("card-2")), links=((place(4).thread, PROJECT),)
    )
    for name in ("m1", "m2"):
        await store.accept(name, PLACE, said(name))
    lease = await store.enter(PROJECT, "turn:1") or ""
    await store.begin(PROJECT, lease)
    await store.mark("m1", Mark(answered="yes"))
    await store.finish(PROJECT, lease, ("m1",), effects)
    for _ in range(6):
        await store.begin(PROJECT, lease)
    await store.finish(PROJECT, lease, ("m2",), Effects())
    return lease


async def test_forgetting_a_project_that_lost_a_thread_does_not_cut_the_thread_off(store: DeskStore) -> None:
    await store.link(place(1).thread, PROJECT)
    await store.accept("m1", PLACE, said("m1"))
    lease = await store.enter("p-other", "turn:1") or ""
    await store.accept("m2", PLACE, told("m2"), "p-other")
    await store.finish("p-other", lease, ("m2",), Effects(links=((place(1).thread, "p-other"),)))

    await store.forget(PROJECT)

    assert await store.project_of(place(1).thread) == "p-other"


async def test_one_draws_and_the_others_make_it_draw_again(store: DeskStore) -> None:
    assert await store.wishes("card-1") == 0
    assert await store.redrawing("card-1")
    began = await store.wishes("card-1")
    assert not await store.redrawing("card-1")

    assert not await store.redrawn("card-1", began), "somebody asked meanwhile"
    assert await store.redrawn("card-1", await store.wishes("card-1"))
    assert await store.redrawing("card-1"), "free again"


async def test_something_is_done_once_until_its_time_has_passed(store: DeskStore) -> None:
    assert await store.once("nudge.p1.2026-03-02", timedelta(milliseconds=1))
    assert await store.once("nudge.p2.2026-03-02", timedelta(days=1))
    assert not await store.once("nudge.p2.2026-03-02", timedelta(days=1))
    await asyncio.sleep(0.01)
    assert await store.once("nudge.p1.2026-03-02", timedelta(days=1))
