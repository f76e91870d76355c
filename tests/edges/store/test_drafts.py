"""The contract of decisions: one per version, by those who may, on what they saw."""

import asyncio
from datetime import timedelta

import pytest

from bot.core.draft import Record, State, Verb
from bot.core.memory import Decision, Effects
from bot.core.parcel import Fate
from bot.core.people import Person
from bot.edges.store import DeskStore
from tests.edges.store.nouns import ANA, EVE, NOW, PLACE, PROJECT, approve, brief, close, draft, edit, record, said


async def offer(store: DeskStore, *records: Record, letter: str = "m1") -> None:
    """The end of a turn in which the agent offered these drafts."""
    await store.accept(letter, PLACE, said(letter))
    lease = await store.enter(PROJECT, "turn:1")
    assert await store.finish(PROJECT, lease or "", (letter,), Effects(records=records))
    assert await store.begin(PROJECT, lease or "") is None


async def words(store: DeskStore, key: str) -> list[str]:
    return [line.rpartition("|")[2] for line in await store.audit(key)]


async def test_an_approval_writes_the_record_and_plans_its_parcel_in_one_step(store: DeskStore) -> None:
    await offer(store, record())

    verdict = await store.decide(approve(record()))

    assert verdict.word == "done"
    assert verdict.record == await store.record(record().key)
    assert verdict.record
    assert verdict.record.state is State.APPROVED
    assert await store.parcel(brief(record()).parcel_id) == brief(record())
    assert await store.planned(NOW) == (brief(record()).parcel_id,)


@pytest.mark.parametrize("verb", [Verb.REJECT, Verb.CHANGE])
async def test_the_agent_is_owed_the_news_of_a_refused_draft(store: DeskStore, verb: Verb) -> None:
    await offer(store, record())

    assert (await store.decide(close(record(), verb))).word == "done"

    assert await store.waiting() == (PROJECT,)
    lease = await store.enter(PROJECT, "turn:2")
    found = await store.begin(PROJECT, lease or "")
    assert found
    assert found.letters == close(record(), verb).letters


async def test_the_same_click_again_says_so_and_leaves_no_second_line(store: DeskStore) -> None:
    await offer(store, record())
    await store.decide(approve(record()))

    verdict = await store.decide(approve(record(), now=NOW + timedelta(seconds=30)))

    assert verdict.word == "repeat"
    assert verdict.record
    assert verdict.record.decided_by == "Ana Prado"
    assert await words(store, record().key) == ["done"]


REFUSED = {
    "not_yours": approve(record(), actor=EVE),
    "expired": approve(record(), now=NOW + timedelta(days=21)),
    "stale": approve(record(draft(version=2))),
}


@pytest.mark.parametrize(("word", "decision"), REFUSED.items())
async def test_a_refused_click_changes_nothing_and_is_written_down(
    store: DeskStore, word: str, decision: Decision
) -> None:
    await offer(store, record())

    verdict = await store.decide(decision)

    assert verdict.word == word
    assert verdict.record == record() == await store.record(record().key)
    assert await store.parcels_of(PROJECT) == ()
    assert await words(store, record().key) == [word]


async def test_a_click_on_other_content_of_the_same_version_is_stale(store: DeskStore) -> None:
    await offer(store, record())

    assert (await store.decide(approve(record(draft(body="something else"))))).word == "stale"


async def test_a_draft_nobody_knows_is_unknown(store: DeskStore) -> None:
    verdict = await store.decide(approve(record()))

    assert verdict.word == "unknown"
    assert verdict.record is None


async def test_the_first_decision_wins_and_the_second_sees_whose_it_was(store: DeskStore) -> None:
    await offer(store, record())
    await store.decide(close(record()))

    verdict = await store.decide(approve(record()))

    assert verdict.word == "closed"
    assert verdict.record
    assert verdict.record.state is State.REJECTED
    assert await store.parcels_of(PROJECT) == ()


async def test_an_edit_makes_every_older_card_stale(store: DeskStore) -> None:
    await offer(store, record())

    edited = await store.decide(edit(record(), "Please write sections 3 and 4."))

    assert edited.word == "done"
    assert (await store.decide(approve(record()))).word == "stale"
    assert edited.record
    assert (await store.decide(approve(edited.record))).word == "done"


async def test_fifty_approvals_at_once_are_one(store: DeskStore) -> None:
    await offer(store, record())

    verdicts = await asyncio.gather(*(store.decide(approve(record())) for _ in range(50)))

    assert sorted(verdict.word for verdict in verdicts) == ["done"] + ["repeat"] * 49
    assert len(await store.parcels_of(PROJECT)) == 1


async def test_a_new_offer_takes_the_place_of_an_open_one(store: DeskStore) -> None:
    await offer(store, record())
    await offer(store, record(draft(version=2, body="shorter")), letter="m2")

    found = await store.record(record().key)

    assert found == record(draft(version=2, body="shorter"))
    assert (await store.decide(approve(record()))).word == "stale"


async def test_a_new_offer_answers_a_change_request(store: DeskStore) -> None:
    await offer(store, record())
    await store.decide(close(record(), Verb.CHANGE))
    await offer_after_news(store, record(draft(version=2)))

    assert (await store.decide(approve(record(draft(version=2))))).word == "done"


async def test_asking_again_about_an_unchanged_draft_is_a_new_request(store: DeskStore) -> None:
    await offer(store, record())
    await store.decide(close(record(), Verb.CHANGE))
    await offer_after_news(store, record())

    assert (await store.decide(close(record(), Verb.CHANGE))).word == "done"


@pytest.mark.parametrize("state", [State.APPROVED, State.REJECTED])
async def test_a_late_offer_does_not_overwrite_what_was_decided(store: DeskStore, state: State) -> None:
    decided = record(state=state)
    await offer(store, decided)
    await offer(store, record(draft(version=2)), record(draft(draft_id="d2")), letter="m2")

    assert await store.record(decided.key) == decided
    assert await store.record(record(draft(draft_id="d2")).key)


async def test_an_edit_between_click_and_dispatch_keeps_the_brief_at_home(store: DeskStore) -> None:
    """Not through the front door, which closes with the approval: something else moved the record."""
    await offer(store, record())
    await store.decide(approve(record()))
    tampered = record(draft(body="quite different"), State.APPROVED)
    await store.client.hset(
        store.keys.name("record", record().key),
        "hash",
        tampered.draft.content_hash,
    )

    assert await store.take(brief(record()).parcel_id, NOW) is None
    found = await store.parcel(brief(record()).parcel_id)
    assert found
    assert (found.fate, found.trouble) == (Fate.REFUSED, "approval")


async def test_records_come_in_the_order_of_their_offer(store: DeskStore) -> None:
    later = record(draft(draft_id="a")).model_copy(update={"offered_at": NOW + timedelta(hours=1)})
    await offer(store, later, record(draft(draft_id="b")))

    assert [one.draft.draft_id for one in await store.records_of(PROJECT)] == ["b", "a"]


async def test_the_audit_names_who_did_what_to_which_content_and_no_more(store: DeskStore) -> None:
    await offer(store, record())
    await store.decide(approve(record(), actor=EVE))
    await store.decide(approve(record()))

    lines = await store.audit(record().key)

    hashed = record().draft.content_hash
    assert [line.split("|")[1:] for line in lines] == [
        ["approve", "1", hashed, EVE.authority, "not_yours"],
        ["approve", "1", hashed, ANA.authority, "done"],
    ]


async def offer_after_news(store: DeskStore, fresh: Record) -> None:
    lease = await store.enter(PROJECT, "turn:2")
    news = await store.begin(PROJECT, lease or "")
    assert news
    assert await store.finish(PROJECT, lease or "", (news.letters[0].letter_id,), Effects(records=(fresh,)))
    assert await store.begin(PROJECT, lease or "") is None


def undo(of: Record, actor: Person = ANA) -> Decision:
    """Of a record as it was approved."""
    again = of.draft.model_copy(update={"version": of.draft.version + 1})
    after = of.model_copy(update={"state": State.PENDING, "draft": again, "decided_by": "", "parcel_id": ""})
    return approve(of, actor).model_copy(update={"verb": Verb.UNDO, "after": after, "parcels": ()})


async def test_a_planned_parcel_is_held_back_and_its_draft_is_open_in_one_step(store: DeskStore) -> None:
    await offer(store, record())
    await store.decide(approve(record()))

    assert (await store.undo(undo(record()), brief(record()).parcel_id)).word == "done"
    assert (await store.undo(undo(record()), brief(record()).parcel_id)).word == "repeat"

    found, parcel = await store.record(record().key), await store.parcel(brief(record()).parcel_id)
    assert found
    assert parcel
    assert (found.state, found.draft.version) == (State.PENDING, 2)
    assert (parcel.fate, parcel.trouble) == (Fate.REFUSED, "undone")
    assert await store.planned(NOW + timedelta(days=1)) == ()
    assert await store.take(parcel.parcel_id, NOW) is None
    assert await store.expiring(found.expires_at + timedelta(days=1)) == (found.key,)
    assert await words(store, record().key) == ["done", "done"]


async def test_of_sender_and_owner_only_one_gets_a_message(store: DeskStore) -> None:
    for number in range(20):
        one = record(draft(draft_id=f"d{number}"))
        await offer(store, one, letter=f"m{number}")
        await store.decide(approve(one))
        taken, held = await asyncio.gather(
            store.take(brief(one).parcel_id, NOW), store.undo(undo(one), brief(one).parcel_id)
        )
        assert (taken is None) == (held.word == "done")
        assert held.word in ("done", "late")


@pytest.mark.parametrize(("who", "version", "word"), [(EVE, 1, "not_yours"), (ANA, 2, "stale")])
async def test_who_may_not_or_saw_something_else_holds_nothing_back(
    store: DeskStore, who: Person, version: int, word: str
) -> None:
    await offer(store, record())
    await store.decide(approve(record()))
    click = undo(record(), who).model_copy(update={"version": version})

    assert (await store.undo(click, brief(record()).parcel_id)).word == word
    assert await store.take(brief(record()).parcel_id, NOW)
    assert await words(store, record().key) == ["done", word]


async def test_what_was_not_approved_has_nothing_to_be_held_back(store: DeskStore) -> None:
    await offer(store, record())

    assert (await store.undo(undo(record()), "")).word == "late"
    assert (await store.undo(undo(record(draft(draft_id="d2"))), "")).word == "unknown"
    assert await store.record(record().key) == record()
