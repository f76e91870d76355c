"""The life of drafts against a plain model: any order of offers, clicks, expiries and deliveries, by anybody."""

from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test

from bot.core.draft import Record, State, Verb
from bot.core.letter import Told
from bot.core.memory import Decision, Effects
from bot.core.parcel import Fate
from bot.core.people import Person
from tests.edges.store.nouns import ANA, EVE, NOW, PLACE, PROJECT, approve, close, draft, edit, record, said
from tests.edges.store.test_machines import BRIEFLY, Machine

BO = Person(oid="oid-bo", tenant="tenant-1", name="Bo Lind")
NAMES = ("d1", "d2")
ACTORS = st.sampled_from([ANA, ANA, BO, EVE])
VERBS = st.sampled_from([Verb.APPROVE, Verb.APPROVE, Verb.EDIT, Verb.REJECT, Verb.CHANGE])
CLOSED = {Verb.APPROVE: State.APPROVED, Verb.REJECT: State.REJECTED, Verb.CHANGE: State.ASKED}


@dataclass
class Life:
    """What a draft's record must be."""

    now: Record
    shown: list[Record]  # every version that stood on some card
    done: set[tuple[object, ...]] = field(default_factory=set)  # clicks that were answered with yes
    audit: list[str] = field(default_factory=list)  # the word of every attempt
    approved: list[str] = field(default_factory=list)  # hashes
    held: bool = False  # approved, and then not let out: it may be offered again


class Decisions(Machine):
    def __init__(self) -> None:
        super().__init__()
        self.clock = NOW
        self.lives: dict[str, Life] = {}
        self.count = 0
        self.owed: list[str] = []  # record keys the agent has to hear of, in order
        self.heard: list[str] = []

    @initialize()
    def everything_is_offered(self) -> None:
        for name in NAMES:
            self.the_agent_offers(name, "first")

    @rule(name=st.sampled_from(NAMES), body=st.sampled_from(["one", "two"]))
    def the_agent_offers(self, name: str, body: str) -> None:
        life = self.lives.get(name)
        version = life.now.draft.version + 1 if life else 1
        offer = record(draft(version, body, name)).model_copy(
            update={"approvers": (ANA.authority, BO.authority), "expires_at": self.clock + timedelta(days=21)}
        )
        self.count += 1
        letter = said(f"m{self.count}")
        self.run(self.store.accept(letter.letter_id, PLACE, letter))
        self.everything_that_waits_is_worked_off(Effects(records=(offer,)))
        if life is None:
            self.lives[name] = Life(now=offer, shown=[offer])
        elif life.held or life.now.state not in (State.APPROVED, State.REJECTED):
            life.now = offer
            life.shown.append(offer)
            life.done, life.held = set(), False

    def everything_that_waits_is_worked_off(self, last: Effects) -> None:
        lease = self.run(self.store.enter(PROJECT, "turn:1"))
        while begun := self.run(self.store.begin(PROJECT, lease)):
            names = tuple(one.letter_id for one in begun.letters)
            self.heard += [one.record_key for one in begun.letters if isinstance(one, Told)]
            effects = last if names[0] == f"m{self.count}" else Effects()
            assert self.run(self.store.finish(PROJECT, lease, names, effects))

    @rule(name=st.sampled_from(NAMES), verb=VERBS, actor=ACTORS, card=st.integers(-1, 3), times=st.integers(1, 2))
    def somebody_presses(self, name: str, verb: Verb, actor: Person, card: int, times: int) -> None:
        """On the newest card, an older one or a forged one (-1); the platform may deliver a click twice."""
        life = self.lives[name]
        seen = life.shown[-1 - max(card, 0) % len(life.shown)]
        if card < 0:
            seen = seen.model_copy(update={"draft": seen.draft.model_copy(update={"body": "forged"})})
        decision = self._decision(seen, verb, actor)
        for _ in range(times):
            before, word = life.now, self._expected(life, decision)
            verdict = self.run(self.store.decide(decision))
            assert verdict.word == word
            if word != "repeat":
                life.audit.append(word)
            if word == "done":
                self._happens(life, decision)
            else:
                assert verdict.record == before

    def _decision(self, seen: Record, verb: Verb, actor: Person) -> Decision:
        if verb is Verb.EDIT:
            made = edit(seen, f"{seen.draft.body}!", actor)
        else:
            made = approve(seen, actor) if verb is Verb.APPROVE else close(seen, verb, actor)
        return made.model_copy(update={"now": self.clock})

    def _expected(self, life: Life, made: Decision) -> str:
        current = life.now
        if _click(made) in life.done:
            return "repeat"
        if made.actor not in current.approvers:
            return "not_yours"
        if current.state in CLOSED.values():
            return "closed"
        if not current.waits(self.clock):
            return "expired"
        shown = (current.draft.version, current.draft.content_hash)
        return "done" if shown == (made.version, made.content_hash) else "stale"

    def _happens(self, life: Life, made: Decision) -> None:
        life.now = made.after
        life.done.add(_click(made))
        if made.verb is Verb.EDIT:
            life.shown.append(made.after)
        elif made.verb is Verb.APPROVE:
            life.approved.append(made.content_hash)
        else:
            self.owed.append(made.key)

    @rule(hours=st.sampled_from([1, 24 * 21]))
    def time_passes(self, hours: int) -> None:
        self.clock += timedelta(hours=hours)

    @rule()
    def the_clock_looks(self) -> None:
        due = [
            life for life in self.lives.values() if life.now.state is State.PENDING and not life.now.waits(self.clock)
        ]
        found = self.run(self.store.expiring(self.clock))
        assert set(found) == {life.now.key for life in due}
        rows = []
        for life in due:
            self.count += 1
            news = Told(letter_id=f"x{self.count}", record_key=life.now.key, verb="expired", at=self.clock)
            rows.append((life.now.model_copy(update={"state": State.EXPIRED, "decided_at": self.clock}), news))
        assert set(self.run(self.store.expire(tuple(rows), self.clock))) == set(found)
        assert self.run(self.store.expire(tuple(rows), self.clock)) == (), "once"
        for life, (after, _) in zip(due, rows, strict=True):
            life.now = after
            life.audit.append("done")
            self.owed.append(after.key)

    @rule()
    def what_is_planned_leaves(self) -> None:
        for parcel_id in self.run(self.store.planned(self.clock)):
            taken = self.run(self.store.take(parcel_id, self.clock))
            (life,) = [one for one in self.lives.values() if one.now.key == parcel_id.rpartition(".v")[0]]
            assert (taken is not None) == (self.clock < life.now.expires_at)
            if taken is None:
                life.approved, life.held = [], True
            else:
                assert life.approved == [taken.content_hash]
                assert self.run(self.store.settle(taken.model_copy(update={"fate": Fate.SENT, "settled_at": NOW})))

    @invariant()
    def the_records_are_those_of_the_model(self) -> None:
        for life in self.lives.values():
            assert self.run(self.store.record(life.now.key)) == life.now
            lines = self.run(self.store.audit(life.now.key))
            assert [line.rpartition("|")[2] for line in lines] == life.audit
        waiting = {life.now.key for life in self.lives.values() if life.now.state is State.PENDING}
        assert set(self.run(self.store.expiring(self.clock + timedelta(days=99)))) == waiting

    @invariant()
    def one_delivery_per_approval_and_no_other(self) -> None:
        parcels = [one for one in self.run(self.store.parcels_of(PROJECT)) if one.fate is not Fate.REFUSED]
        planned = {parcel.record_key: parcel.content_hash for parcel in parcels}
        assert len(planned) == len(parcels)
        assert planned == {life.now.key: life.approved[0] for life in self.lives.values() if life.approved}
        assert all(len(life.approved) <= 1 for life in self.lives.values())

    def teardown(self) -> None:
        self.count += 1
        self.everything_that_waits_is_worked_off(Effects())
        assert sorted(self.heard) == sorted(self.owed), "the agent hears of everything, once"
        super().teardown()


def _click(made: Decision) -> tuple[object, ...]:
    return made.version, made.verb, made.actor, made.after.draft.content_hash


def test_any_order_of_clicks_offers_and_expiries_is_that_of_the_model(valkey_url: str) -> None:
    Decisions.url = valkey_url

    run_state_machine_as_test(Decisions, settings=settings(BRIEFLY, max_examples=12))


@pytest.mark.slow
def test_a_hundred_orders_of_clicks_offers_and_expiries_are_those_of_the_model(valkey_url: str) -> None:
    Decisions.url = valkey_url

    run_state_machine_as_test(Decisions, settings=settings(BRIEFLY, max_examples=100, stateful_step_count=40))
