"""Each invariant can fail: books in order, and one thing in them that is wrong."""

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.core.draft import Draft, Recipient, Record, State, parcel_name
from bot.core.parcel import Fate, Parcel, Recipe
from bot.core.people import Channel
from bot.demo.cast import ANA, PRIYA
from bot.demo.verdict import Arrival
from tests.e2e.faults import invariants
from tests.e2e.faults.books import Books, Line, Press
from tests.e2e.faults.invariants import broken

NOW = datetime(2026, 11, 30, 13, tzinfo=UTC)
PROJECT = "p-1"
ANAS = ANA.person.authority


def record(name: str, state: State) -> Record:
    to = Recipient(name=PRIYA.person.name, oid=PRIYA.person.oid)
    draft = Draft(
        draft_id=name, version=1, purpose="kickoff_brief", to=(to,), channel=Channel.TEAMS, body=f"Please write {name}."
    )
    return Record(
        key=f"{PROJECT}.{name}", project_id=PROJECT, draft=draft, offered=draft, approvers=(ANAS,), state=state,
        offered_at=NOW, expires_at=NOW + timedelta(days=21),
    )  # fmt: skip


SENT, REJECTED = record("sent", State.APPROVED), record("rejected", State.REJECTED)
BRIEF = Parcel(
    parcel_id=parcel_name(SENT.key, 1), project_id=PROJECT, kind="brief", record_key=SENT.key, version=1,
    content_hash=SENT.draft.content_hash, fate=Fate.SENT,
)  # fmt: skip
CARD = Parcel(parcel_id=f"{PROJECT}.card.1", project_id=PROJECT, kind="card", fate=Fate.SENT)
BURIED = CARD.model_copy(update={"parcel_id": f"{PROJECT}.dead.m1", "recipe": Recipe(kind="dead", keys=("m1",))})
ASKED = CARD.model_copy(update={"parcel_id": f"{PROJECT}.loss.card", "recipe": Recipe(kind="workspace")})


LATE = record("late", State.EXPIRED)


def line(of: Record, verb: str, at: datetime = NOW) -> Line:
    return Line(at, verb, 1, of.draft.content_hash, ANAS, "done")


def arrival(text: str = SENT.draft.body) -> Arrival:
    return Arrival(frozenset({PRIYA.person.oid}), "", text)


def told(name: str, verb: str) -> dict[str, object]:
    return {"draft_id": name, "verb": verb, "version": 1}


APPROVAL, REJECTION = line(SENT, "approve"), line(REJECTED, "reject")
GOOD = Books(
    now=NOW,
    records=(SENT, REJECTED),
    audit={SENT.key: (APPROVAL,), REJECTED.key: (REJECTION,)},
    parcels=(BRIEF, CARD, BURIED),
    dead={PROJECT: ("m1",)},
    arrived=(arrival(),),
    told=(told("sent", "sent"), told("rejected", "rejected")),
    turns=("t1", "t2"),
    said={"chat": ("#1", "#2")},
    shown={"chat": ("#1", "#2")},
    pressed=frozenset({Press(SENT.key, "approve", 1, ANAS), Press(REJECTED.key, "reject", 1, ANAS)}),
)


def audit(*lines: Line) -> Books:
    return replace(GOOD, audit={**GOOD.audit, SENT.key: lines})


def expired(*lines: Line, state: State = State.EXPIRED) -> Books:
    """A third draft, which waited for three weeks and a day."""
    late = LATE.model_copy(update={"state": state})
    told_too = (*GOOD.told, *([told("late", "expired")] if state is State.EXPIRED else ()))
    audits = {**GOOD.audit, LATE.key: lines}
    return replace(GOOD, now=NOW + timedelta(days=22), records=(*GOOD.records, late), audit=audits, told=told_too)


def closed(at: datetime) -> Line:
    return line(LATE, "expire", at)


def parcels(**changes: object) -> Books:
    return replace(GOOD, parcels=(BRIEF.model_copy(update=changes), CARD, BURIED))


def test_books_in_order_are_not_complained_of() -> None:
    assert broken(GOOD) == []


def test_every_invariant_is_asked() -> None:
    assert {check.__name__ for check in invariants.CHECKS} == {one.partition(":")[0] for one in WRONG}


WRONG = {
    "decided_once": (audit(APPROVAL, line(SENT, "reject")), "was decided 2 times"),
    "what_leaves_is_what_was_approved: another text": (replace(GOOD, arrived=(arrival("Other."),)), "nobody approved"),
    "what_leaves_is_what_was_approved: nothing": (replace(GOOD, arrived=()), "did not arrive"),
    "what_leaves_is_what_was_approved: the hash": (parcels(content_hash="x"), "another content than was approved"),
    "answered_in_order: lost": (replace(GOOD, shown={"chat": ("#1",)}), "#2 was not answered"),
    "answered_in_order: twice": (replace(GOOD, shown={"chat": ("#1", "#2", "#2")}), "#2 was answered 2 times"),
    "answered_in_order: order": (replace(GOOD, shown={"chat": ("#2", "#1")}), "out of order"),
    "nothing_leaves_after_a_no: rejected": (parcels(record_key=REJECTED.key), "left although its draft is rejected"),
    "nothing_leaves_after_a_no: expired": (
        audit(line(SENT, "approve", SENT.expires_at)),
        "was decided after it had expired",
    ),
    "decided_once: by the clock as well": (
        expired(line(LATE, "reject"), closed(LATE.expires_at)),
        "was decided 2 times",
    ),
    "what_expires_has_waited: silently": (expired(), "nothing is written down"),
    "what_expires_has_waited: early": (expired(closed(NOW)), "before its time was over"),
    "what_expires_has_waited: never": (expired(state=State.PENDING), "waits although its time is over"),
    "every_attempt_is_written_down: twice": (audit(APPROVAL, APPROVAL), "is written down twice"),
    "every_attempt_is_written_down: never": (audit(), "is decided and nobody did it"),
    "every_attempt_is_written_down: a click": (
        replace(GOOD, pressed=frozenset({Press(SENT.key, "reject", 1, "eve")})),
        "reject v1 is not written down",
    ),
    "nothing_is_being_sent_for_ever: late": (
        replace(GOOD, sending={"card": NOW - timedelta(seconds=1)}),
        "past its lease",
    ),
    "nothing_is_being_sent_for_ever: unseen": (parcels(fate=Fate.SENDING), "nobody watches it"),
    "every_box_has_somebody": (replace(GOOD, boxes={PROJECT: ("m2",)}), "wait for nobody"),
    "the_agent_hears_of_everything: never": (replace(GOOD, told=()), "was not told that sent was sent"),
    "the_agent_hears_of_everything: what expired": (
        replace(expired(closed(LATE.expires_at)), told=GOOD.told),
        "was not told that late was expired",
    ),
    "the_agent_hears_of_everything: what was held back": (
        parcels(fate=Fate.REFUSED),
        "was not told that sent was failed",
    ),
    "the_agent_hears_of_everything: twice": (replace(GOOD, told=GOOD.told * 2), "was told twice that sent was sent"),
    "the_agent_hears_of_everything: posts": (replace(GOOD, turns=("t1", "t1")), "turn t1 was posted 2 times"),
    "every_box_has_somebody: of short questions": (
        replace(GOOD, boxes={f"{PROJECT}.ask": ("m2",)}, held=frozenset({PROJECT})),
        "wait for nobody",
    ),
    "the_dead_are_shown": (replace(GOOD, parcels=(BRIEF, CARD)), "their owner does not know"),
    "the_dead_are_shown: each of them": (replace(GOOD, dead={PROJECT: ("m1", "m2")}), "does not know: m2"),
    "the_lost_are_shown": (replace(GOOD, lost=frozenset({PROJECT})), "its owner was not asked"),
    "nothing_arrives_twice": (replace(GOOD, arrived=(arrival(), arrival())), "arrived 2 times"),
    "every_card_is_there": (
        replace(GOOD, parcels=(BRIEF, BURIED, CARD.model_copy(update={"fate": Fate.UNCERTAIN}))),
        "is uncertain",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said(name: str) -> None:
    books, sentence = WRONG[name]
    check = getattr(invariants, name.partition(":")[0])

    assert any(sentence in found for found in check(books)), list(check(books))


def test_a_box_may_wait_for_whoever_holds_it_or_is_booked_for_it() -> None:
    waiting = replace(GOOD, boxes={PROJECT: ("m2",)})

    assert broken(replace(waiting, held=frozenset({PROJECT}))) == []
    assert broken(replace(waiting, booked=frozenset({PROJECT}))) == []


def test_the_letters_of_a_lost_sandbox_wait_for_its_owner_who_was_asked() -> None:
    waiting = replace(GOOD, boxes={PROJECT: ("m2",)}, lost=frozenset({PROJECT}))

    assert broken(replace(waiting, parcels=(*GOOD.parcels, ASKED))) == []


def test_a_draft_that_waited_too_long_is_in_order() -> None:
    assert broken(expired(closed(LATE.expires_at))) == []


def test_what_its_owner_had_sent_again_may_arrive_twice() -> None:
    twice = replace(GOOD, arrived=(arrival(), arrival()))

    assert broken(replace(twice, again=Counter({SENT.key: 1}))) == []


def test_a_card_that_nobody_may_have_seen_is_there_when_it_was_shown_again() -> None:
    doubtful = CARD.model_copy(update={"fate": Fate.UNCERTAIN})
    again = CARD.model_copy(update={"parcel_id": f"{CARD.parcel_id}.again"})

    assert broken(replace(GOOD, parcels=(BRIEF, BURIED, doubtful, again))) == []
