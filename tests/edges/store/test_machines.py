"""Whatever happens in whatever order: a mailbox and a ledger compared with the simplest model of each."""

import asyncio
import secrets
from collections.abc import Coroutine
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from bot.core.memory import Effects, Rung
from bot.core.parcel import Fate, Parcel
from bot.core.timer import Ring, Timer
from bot.edges.store import DeskStore
from bot.edges.store.mailbox import ATTEMPTS
from bot.edges.store.parcels import SENDING
from bot.edges.store.seal import Seal
from bot.edges.store.timers import RINGING
from tests.edges.store.nouns import ANA, NOW, PLACE, PROJECT, card, said, told
from tests.edges.store.valkey import KEY

BRIEFLY = settings(
    max_examples=10, stateful_step_count=20, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)


class Machine(RuleBasedStateMachine):
    url = ""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.store = self.run(self._open())

    async def _open(self) -> DeskStore:
        return DeskStore(self.url, Seal((KEY,)), f"test-{secrets.token_hex(6)}")

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    def teardown(self) -> None:
        self.run(self._clear())
        self.runner.close()

    async def _clear(self) -> None:
        async for key in self.store.client.scan_iter(f"{self.store.keys.base}*"):
            await self.store.client.delete(key)
        await self.store.close()


class Mailbox(Machine):
    """Letters come, jobs begin, die, leave and finish, the owner takes one out of its grave: as in plain lists."""

    def __init__(self) -> None:
        super().__init__()
        self.box: list[str] = []
        self.done: list[str] = []
        self.tries = 0
        self.lease = ""
        self.begun: tuple[str, ...] = ()
        self.count = 0
        self.dead: list[tuple[str, ...]] = []
        self.moved: set[str] = set()  # put away at least once

    @rule(news=st.booleans(), again=st.booleans())
    def a_letter_comes(self, news: bool, again: bool) -> None:
        name = f"{'t' if news else 's'}{self.count}"
        self.count += 1
        letter = told(name) if news else said(name)
        assert self.run(self.store.accept(name, PLACE, letter)) == PROJECT
        if again:
            assert self.run(self.store.accept(name, PLACE, letter)) is None
        self.box.append(name)

    @rule()
    def the_job_is_started_or_started_again(self) -> None:
        self.lease = self.run(self.store.enter(PROJECT, "turn:1"))
        assert self.lease
        self.begun = ()

    @precondition(lambda self: self.lease)
    @rule()
    def another_job_finds_it_held(self) -> None:
        assert self.run(self.store.enter(PROJECT, "turn:2")) is None

    @precondition(lambda self: self.lease)
    @rule()
    def it_begins(self) -> None:
        found = self.run(self.store.begin(PROJECT, self.lease))
        if found is None:
            assert self.box == []
            self.lease = ""
            return
        names = tuple(letter.letter_id for letter in found.letters)
        self.tries += 1
        assert found.attempt == (self.tries if self.tries <= ATTEMPTS else 0)
        assert list(names) == self.box[: len(names)]
        assert len(names) == 1 or all(name.startswith("t") for name in names)
        assert not self.begun or names == self.begun
        self.begun = names

    @precondition(lambda self: self.begun)
    @rule()
    def it_finishes(self) -> None:
        assert self.run(self.store.finish(PROJECT, self.lease, self.begun, Effects()))
        if self.tries > ATTEMPTS:
            self.dead.append(self.begun)
            self.moved |= set(self.begun)
        else:
            self.done += self.begun
        self.box = self.box[len(self.begun) :]
        self.tries, self.begun = 0, ()

    @precondition(lambda self: self.begun)
    @rule()
    def it_kills_every_worker(self) -> None:
        while self.tries <= ATTEMPTS:
            self.lease = self.run(self.store.enter(PROJECT, "turn:1"))
            self.it_begins()

    @precondition(lambda self: self.dead)
    @rule(
        verb=st.sampled_from(["retry", "discard"]), which=st.integers(0, 5), may=st.booleans(), clicks=st.integers(1, 3)
    )
    def somebody_decides_about_the_dead(self, verb: str, which: int, may: bool, clicks: int) -> None:
        letters = self.dead[which % len(self.dead)]
        words = [self.run(self.store.exhume(PROJECT, letters[0], verb, ANA, may, NOW)) for _ in range(clicks)]
        if not may:
            assert set(words) == {"not_yours"}
            return
        assert words == ["done"] + ["repeat"] * (clicks - 1)
        self.dead.remove(letters)
        if verb == "retry":
            self.box += letters
        else:
            self.done += letters

    @precondition(lambda self: self.begun)
    @rule()
    def it_leaves_in_order(self) -> None:
        self.run(self.store.leave(PROJECT, self.lease))
        self.tries -= 1
        self.lease, self.begun = "", ()

    @rule()
    def one_that_was_replaced_does_no_harm(self) -> None:
        assert not self.run(self.store.finish(PROJECT, "turn:1|dead", tuple(self.box[:1]), Effects()))

    @invariant()
    def nothing_is_lost_and_nothing_is_out_of_order(self) -> None:
        there = [*self.done, *self.box, *(name for letters in self.dead for name in letters)]
        assert sorted(int(name[1:]) for name in there) == list(range(self.count))
        in_order = [int(name[1:]) for name in self.done + self.box if name not in self.moved]
        assert in_order == sorted(in_order)
        assert {one.letter_id for one in self.run(self.store.dead(PROJECT))} == {n for run in self.dead for n in run}
        assert not self.box or self.run(self.store.waiting()) == (PROJECT,)


class Ledger(Machine):
    """One parcel, any number of senders: it is sent again only after a certain no or by hand."""

    def __init__(self) -> None:
        super().__init__()
        self.now = NOW
        self.fate = Fate.PLANNED
        self.doubted = False  # what one sender did is not known, and the owner said to send again
        self.senders: list[Parcel] = []
        self.run(self.store.plan((card(),)))

    @rule()
    def somebody_takes_it(self) -> None:
        taken = self.run(self.store.take("card-1", self.now))
        assert (taken is not None) == (self.fate is Fate.PLANNED)
        if taken:
            self.fate = Fate.SENDING
            self.senders.append(taken)

    @precondition(lambda self: self.senders)
    @rule(fate=st.sampled_from([Fate.SENT, Fate.FAILED, Fate.UNCERTAIN, Fate.PLANNED]), which=st.integers(0, 5))
    def a_sender_says_what_became_of_it(self, fate: Fate, which: int) -> None:
        sender = self.senders[which % len(self.senders)]
        settled = self.run(self.store.settle(sender.model_copy(update={"fate": fate})))
        open_doubt = self.fate is Fate.UNCERTAIN or (self.fate is Fate.PLANNED and self.doubted)
        late_yes = open_doubt and fate is Fate.SENT  # whoever knows that it arrived is believed
        assert settled == ((sender is self.senders[-1] and self.fate is Fate.SENDING) or late_yes)
        if settled:
            self.fate = fate

    @rule()
    def time_passes_and_the_sweeper_looks(self) -> None:
        self.now += SENDING + timedelta(seconds=1)
        late = self.run(self.store.overdue(self.now))
        assert late == (("card-1",) if self.fate is Fate.SENDING else ())
        if late:
            found = self.run(self.store.parcel("card-1"))
            assert self.run(self.store.settle(found.model_copy(update={"fate": Fate.UNCERTAIN})))
            self.fate = Fate.UNCERTAIN

    @rule(fate=st.sampled_from([Fate.SENT, Fate.PLANNED]))
    def the_owner_says(self, fate: Fate) -> None:
        taken = self.run(self.store.resend("card-1", fate, ANA.authority, self.now))
        assert taken == (self.fate is Fate.UNCERTAIN or (self.fate is Fate.FAILED and fate is Fate.PLANNED))
        if taken:
            self.doubted = self.doubted or (self.fate is Fate.UNCERTAIN and fate is Fate.PLANNED)
            self.fate = fate

    @invariant()
    def the_books_agree(self) -> None:
        parcel = self.run(self.store.parcel("card-1"))
        assert parcel.fate is self.fate
        assert parcel.attempts == len(self.senders)
        assert self.run(self.store.planned(self.now)) == (("card-1",) if self.fate is Fate.PLANNED else ())


class Alarms(Machine):
    """Timers are set, moved and called off, workers take what is due, die, come back late and say what it led to."""

    def __init__(self) -> None:
        super().__init__()
        self.now = NOW
        self.due: dict[tuple[str, str], datetime] = {}  # group, of → when
        self.held: dict[str, Ring] = {}  # group → who has it in hand
        self.until: dict[str, datetime] = {}
        self.tries: dict[str, int] = {}
        self.stale: list[Ring] = []
        self.effects = 0

    @rule(group=st.sampled_from("ab"), of=st.sampled_from("123"), after=st.integers(-60, 300), twice=st.booleans())
    def one_is_set_or_moved(self, group: str, of: str, after: int, twice: bool) -> None:
        due = self.now + timedelta(seconds=after)
        timer = Timer(group=group, project_id=PROJECT, kind="nudge", of=of, due=due)
        for _ in range(1 + twice):
            self.run(self.store.set_timers((timer,)))
        self.due[group, of] = due

    @rule(group=st.sampled_from("ab"), of=st.sampled_from(["1", "2", "3", ""]))
    def one_or_all_are_called_off(self, group: str, of: str) -> None:
        names = (f"{PROJECT}|nudge|{of}",) if of else ()
        gone = [one for one in self.due if one[0] == group and of in (one[1], "")]
        assert self.run(self.store.cancel_timers(group, names)) == len(gone)
        for one in gone:
            del self.due[one]

    @rule(seconds=st.sampled_from([1, 59, 60, 61, 3600]))
    def time_passes(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)

    @rule()
    def a_worker_looks(self) -> None:
        ring = self.run(self.store.ring(self.now))
        free = {group for group, _ in self.late() if self.until.get(group, self.now) <= self.now}
        if ring is None:
            assert free == set(), "something is due that nobody has"
            return
        assert ring.group in free
        assert {(ring.group, one.of): one.due for one in ring.timers} == self.late(ring.group)
        if ring.group in self.held:
            self.stale.append(self.held[ring.group])
        self.tries[ring.group] = self.tries.get(ring.group, 0) + 1
        self.held[ring.group] = ring
        self.until[ring.group] = self.now + RINGING * self.tries[ring.group]

    def late(self, of_group: str = "") -> dict[tuple[str, str], datetime]:
        return {one: due for one, due in self.due.items() if due <= self.now and of_group in (one[0], "")}

    @precondition(lambda self: self.held)
    @rule(which=st.integers(0, 5), again=st.booleans(), next_in=st.sampled_from([0, 90]))
    def one_says_what_it_led_to(self, which: int, again: bool, next_in: int) -> None:
        group = sorted(self.held)[which % len(self.held)]
        ring = self.held.pop(group)
        self.until.pop(group)
        self.tries.pop(group)
        following = tuple(
            one.model_copy(update={"due": self.now + timedelta(seconds=next_in)}) for one in ring.timers[:1] if next_in
        )
        rung = Rung(letters=((PROJECT, told(f"{self.effects}")),), effects=Effects(timers=following))
        valid = all(self.due.get((group, one.of)) == one.due for one in ring.timers)
        assert self.run(self.store.rung(ring, rung)) == valid
        if again:
            assert self.run(self.store.rung(ring, rung)) == valid, "the answer was lost and the call repeated"
        if valid:
            self.effects += 1
            for one in ring.timers:
                del self.due[group, one.of]
            self.due |= {(group, one.of): one.due for one in following}

    @precondition(lambda self: self.stale)
    @rule(which=st.integers(0, 5))
    def one_that_was_thought_dead_has_no_effect(self, which: int) -> None:
        ring = self.stale[which % len(self.stale)]
        assert not self.run(self.store.rung(ring, Rung(letters=((PROJECT, told("late")),))))

    @invariant()
    def the_books_agree(self) -> None:
        found = [one for group in "ab" for one in self.run(self.store.timers_of(group))]
        assert {(one.group, one.of): one.due for one in found} == self.due
        assert len(self.run(self.store.timers_in(PROJECT))) == len(self.due)
        assert len(self.run(self.store.box(PROJECT))) == self.effects

    @invariant()
    def the_next_ring_is_no_later_than_what_is_due(self) -> None:
        waits = [max(due, self.until.get(group, due)) for (group, _), due in self.due.items()]
        first = self.run(self.store.next_ring())
        assert first is not None or not waits
        assert first is None or waits or self.held, "nobody has anything, and nothing is due"
        assert not waits or first <= max(min(waits), self.now)


@pytest.mark.parametrize("machine", [Mailbox, Ledger, Alarms])
def test_any_order_of_events_keeps_the_books_right(valkey_url: str, machine: type[Machine]) -> None:
    machine.url = valkey_url

    run_state_machine_as_test(machine, settings=BRIEFLY)
