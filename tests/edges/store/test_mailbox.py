"""The contract of mailboxes: in order, once, by one worker at a time."""

import asyncio

import pytest
from cryptography.fernet import Fernet

from bot.core.errors import FromNewer, Misconfigured
from bot.core.letter import Letter
from bot.core.memory import Effects, Mark
from bot.core.people import Contact, Deputy
from bot.edges.store import DeskStore
from bot.edges.store.seal import Seal
from tests.edges.store.nouns import ANA, PLACE, PROJECT, brief, card, place, project, record, said, told

BO = Deputy(oid="oid-bo", tenant="tenant-1", name="Bo Lind", address="bo@fabrikam.example")


async def filled(store: DeskStore, *letters: Letter) -> str:
    """A box with these letters, and the lease of who works on it."""
    for letter in letters:
        await store.accept(letter.letter_id, PLACE, letter)
    lease = await store.enter(PROJECT, "turn:1")
    assert lease
    return lease


async def begun(store: DeskStore, lease: str) -> tuple[int, list[str]]:
    found = await store.begin(PROJECT, lease)
    assert found
    return found.attempt, [letter.letter_id for letter in found.letters]


async def test_a_letter_is_kept_whole_and_goes_to_the_project_of_its_place(store: DeskStore) -> None:
    letter = said("m1", "we received the RFP from Contoso")
    assert await store.accept("teams/m1", PLACE, letter) == PROJECT
    assert await store.waiting() == (PROJECT,)

    lease = await store.enter(PROJECT, "turn:1")
    found = await store.begin(PROJECT, lease or "")

    assert found
    assert found.letters == (letter,)
    assert found.attempt == 1


async def test_the_same_activity_accepted_fifty_times_at_once_is_one_letter(store: DeskStore) -> None:
    answers = await asyncio.gather(*(store.accept("teams/m1", PLACE, said("m1")) for _ in range(50)))

    assert sorted(answers, key=str) == [None] * 49 + [PROJECT]
    lease = await filled(store)
    await store.finish(PROJECT, lease, ("m1",), Effects())
    assert await store.begin(PROJECT, lease) is None


async def test_a_linked_thread_and_a_named_project_lead_elsewhere(store: DeskStore) -> None:
    await store.save_project(project())
    await store.link(place(1).thread, PROJECT)

    assert await store.accept("a", place(1), said("a")) == PROJECT
    assert await store.accept("b", place(2), said("b")) == place(2).project_id
    assert await store.accept("c", place(2), said("c"), PROJECT) == PROJECT


async def test_a_call_repeated_after_a_broken_connection_gets_its_own_answer(store: DeskStore) -> None:
    call = ("fingerprint", "this-call", 60, PLACE.thread, PROJECT, "", "said|m1|sealed", "[]")

    assert await store._step("accept", *call) == PROJECT
    assert await store._step("accept", *call) == PROJECT
    assert await store.client.llen(store.keys.name("box", PROJECT)) == 1


async def test_letters_leave_in_the_order_they_came(store: DeskStore) -> None:
    lease = await filled(store, said("m1"), said("m2"), said("m3"))

    order = []
    while found := await store.begin(PROJECT, lease):
        order += [letter.letter_id for letter in found.letters]
        assert await store.finish(PROJECT, lease, (found.letters[0].letter_id,), Effects())

    assert order == ["m1", "m2", "m3"]


async def test_one_job_holds_a_project_and_replaces_only_its_dead_self(store: DeskStore) -> None:
    lease = await filled(store, said("m1"))

    assert await store.enter(PROJECT, "turn:2") is None
    again = await store.enter(PROJECT, "turn:1")

    assert again
    assert again != lease
    assert await store.begin(PROJECT, lease) is None
    assert not await store.renew(PROJECT, lease)
    assert await store.renew(PROJECT, again)


async def test_an_empty_box_gives_the_project_back_in_the_same_step(store: DeskStore) -> None:
    lease = await filled(store)

    assert await store.begin(PROJECT, lease) is None
    assert await store.waiting() == ()
    assert await store.enter(PROJECT, "turn:2")


async def test_a_worker_that_was_replaced_cannot_finish(store: DeskStore) -> None:
    frozen = await filled(store, said("m1"))
    await begun(store, frozen)
    fresh = await store.enter(PROJECT, "turn:1")

    assert not await store.finish(PROJECT, frozen, ("m1",), Effects(project=project()))
    assert await store.project(PROJECT) is None
    assert await store.finish(PROJECT, fresh or "", ("m1",), Effects(project=project()))


async def test_who_decides_is_written_by_who_holds_the_project_which_gives_it_back(store: DeskStore) -> None:
    lease = await filled(store)
    named = Effects(project=project().model_copy(update={"deputies": (BO,)}), entitled=(ANA.authority, BO.authority))
    assert not await store.appoint(PROJECT, "another|lease", named)
    assert await store.project(PROJECT) is None

    assert await store.appoint(PROJECT, lease, named)
    found = await store.project(PROJECT)
    assert found
    assert found.deputies == (BO,)
    assert await store.enter(PROJECT, "turn:2")


async def test_only_the_head_can_be_finished(store: DeskStore) -> None:
    lease = await filled(store, said("m1"), said("m2"))

    assert not await store.finish(PROJECT, lease, ("m2",), Effects())
    assert not await store.finish(PROJECT, lease, ("m1", "m3"), Effects())
    assert await begun(store, lease) == (1, ["m1"])


async def test_a_turn_ends_with_all_its_effects_or_none(store: DeskStore) -> None:
    lease = await filled(store, said("m1"))
    offered = record()
    effects = Effects(
        project=project(),
        records=(offered,),
        parcels=(card(),),
        links=((place(1).thread, PROJECT),),
        contacts=(Contact(person=ANA, place=PLACE),),
    )

    assert await store.finish(PROJECT, lease, ("m1",), effects)
    assert await store.finish(PROJECT, lease, ("m1",), effects), "the same call, repeated after a broken connection"

    assert await store.project(PROJECT) == project()
    assert await store.projects() == (PROJECT,)
    assert await store.records_of(PROJECT) == (offered,)
    assert await store.parcels_of(PROJECT) == (card(),)
    assert await store.project_of(place(1).thread) == PROJECT
    assert await store.contact("tenant-1", "oid-ana") == Contact(person=ANA, place=PLACE)


async def test_news_that_lie_together_are_told_together(store: DeskStore) -> None:
    lease = await filled(store, told("t1"), told("t2"), said("m1"), told("t3"))

    assert await begun(store, lease) == (1, ["t1", "t2"])
    assert await store.finish(PROJECT, lease, ("t1", "t2"), Effects())
    assert await begun(store, lease) == (1, ["m1"])


async def test_at_most_twenty_news_are_told_at_once(store: DeskStore) -> None:
    lease = await filled(store, *(told(f"t{n}") for n in range(25)))

    _, letters = await begun(store, lease)

    assert letters == [f"t{n}" for n in range(20)]


async def test_what_expired_is_told_together_and_other_news_behind_it_are_not(store: DeskStore) -> None:
    lease = await filled(store, *(told(f"t{n}.expired") for n in range(130)), told("t"))

    _, letters = await begun(store, lease)
    assert letters == [f"t{n}.expired" for n in range(100)]
    assert await store.finish(PROJECT, lease, tuple(letters), Effects())

    _, letters = await begun(store, lease)
    assert len(letters) == 30


async def test_news_that_came_later_are_not_mixed_into_a_turn_begun_before(store: DeskStore) -> None:
    lease = await filled(store, told("t1"))
    await begun(store, lease)
    await store.accept("t2", PLACE, told("t2"))

    assert await begun(store, lease) == (2, ["t1"])


async def test_a_letter_begun_five_times_is_buried_and_its_card_planned_in_one_step(store: DeskStore) -> None:
    lease = await filled(store, said("poison"), said("m2"))

    attempts = [(await begun(store, lease))[0] for _ in range(7)]
    assert attempts == [1, 2, 3, 4, 5, 0, 0]
    assert await store.finish(PROJECT, lease, ("poison",), Effects(parcels=(card("sorry"),)))

    assert [letter.letter_id for letter in await store.dead(PROJECT)] == ["poison"]
    assert await store.parcel("sorry")
    assert await begun(store, lease) == (1, ["m2"])


async def test_leaving_in_order_forgives_the_attempt_and_lets_no_later_letter_in(store: DeskStore) -> None:
    await filled(store, told("t1"))
    for number in range(10):
        lease = await store.enter(PROJECT, f"turn:{number + 1}")
        assert await begun(store, lease or "") == (1, ["t1"])
        assert await store.attempts(PROJECT) == 1
        await store.leave(PROJECT, lease or "")

    await store.accept("t2", PLACE, told("t2"))
    lease = await store.enter(PROJECT, "turn:x")
    assert await begun(store, lease or "") == (1, ["t1"])
    assert await store.finish(PROJECT, lease or "", ("t1",), Effects())
    assert await begun(store, lease or "") == (1, ["t2"])
    assert await store.waiting() == (PROJECT,)


async def test_an_attempt_that_counts_is_not_forgiven_and_the_last_one_buries_the_letter(store: DeskStore) -> None:
    await store.accept("m1", PLACE, said("m1"))
    attempts = []
    for number in range(6):
        lease = await store.enter(PROJECT, f"turn:{number}") or ""
        attempts.append((await begun(store, lease))[0])
        await store.leave(PROJECT, lease, counted=True)

    assert attempts == [1, 2, 3, 4, 5, 0]


async def test_a_held_project_stays_held_longer_than_one_lease(store: DeskStore) -> None:
    store.lease_time = 150
    await store.accept("m1", PLACE, said("m1"))

    async with store.hold(PROJECT, "turn:1") as lease:
        await asyncio.sleep(0.4)
        assert lease
        async with store.hold(PROJECT, "turn:2") as other:
            assert other is None
        assert await store.renew(PROJECT, lease)

    await asyncio.sleep(0.3)
    assert await store.enter(PROJECT, "turn:2"), "a lease that nobody renews ends"


async def test_a_missing_key_is_not_counted_against_the_letter(store: DeskStore, valkey_url: str, prefix: str) -> None:
    await store.accept("m1", PLACE, said("m1"))
    stranger = DeskStore(valkey_url, Seal((Fernet.generate_key().decode(),)), prefix)
    for _ in range(7):
        lease = await stranger.enter(PROJECT, "turn:1")
        with pytest.raises(Misconfigured, match="DESK_KEYS"):
            await stranger.begin(PROJECT, lease or "")
    await stranger.close()

    assert await begun(store, await filled(store)) == (1, ["m1"])


async def test_a_mark_of_a_newer_desk_is_left_to_it(store: DeskStore) -> None:
    await store.client.set(store.keys.name("mark", "m1"), '{"placeholder": "7", "thought_twice": true}')
    with pytest.raises(FromNewer, match="thought_twice"):
        await store.mark_of("m1")


async def test_marks_say_how_far_a_turn_has_come(store: DeskStore) -> None:
    assert await store.mark_of("m1") == Mark()

    await store.mark("m1", Mark(posting=True, response_id="resp_1"))

    assert await store.mark_of("m1") == Mark(posting=True, response_id="resp_1")


async def test_what_a_decided_record_carries_survives_the_next_offer(store: DeskStore) -> None:
    lease = await filled(store, said("m1"))
    await store.finish(PROJECT, lease, ("m1",), Effects(records=(record(),), parcels=(brief(record()),)))
    await store.finish(PROJECT, lease, ("m1",), Effects())

    assert await store.parcels_of(PROJECT) == (brief(record()),)
