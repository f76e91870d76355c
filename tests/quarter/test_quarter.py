"""A small quarter is sound; and each rule of the desk, switched off, is missed by the judge."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from bot.core import nudge
from bot.core.memory import Rung
from bot.core.nudge import Call
from bot.core.parcel import Fate, Parcel
from bot.edges.store import DeskStore, rows
from bot.flows import deliver, look, owners
from tests.quarter import run
from tests.quarter.judge import judge
from tests.quarter.shards import played

Patch = Callable[..., None]


def faults(projects: int, people: int) -> set[str]:
    those, ledger = run.quarter(projects, people, seed=5)
    assert ledger.nudges
    return {rule for rule, cases in judge(ledger, those).items() if cases}


@pytest.mark.slow
def test_a_small_quarter_is_sound() -> None:
    assert faults(6, 60) == set()


@pytest.mark.long
def test_the_whole_quarter_is_sound() -> None:
    found = played(200, 2000, seed=1, shards=2)

    assert [rule for those, ledger in found for rule, cases in judge(ledger, those).items() if cases] == []
    assert sum(len(ledger.nudges) for _, ledger in found) > 1000


async def nothing(*_: object) -> None:
    """Holds nothing back."""


def no_hours(patch: Patch) -> None:
    patch(deliver, "hold", nothing)


def no_holidays(patch: Patch) -> None:
    patch(run, "days_off", lambda _region, _year: {})


def no_pace(patch: Patch) -> None:
    patch(nudge, "_paced", lambda *_: None)


def no_ear(patch: Patch) -> None:
    patch(rows, "reminded", lambda _: [])


def no_ledger(patch: Patch) -> None:
    """What was sent is planned again."""
    settle = DeskStore.settle

    async def again(self: DeskStore, parcel: Parcel, *more: Any, **facts: Any) -> bool:
        sent = parcel.fate is Fate.SENT and parcel.kind == "brief" and parcel.attempts == 1
        return await settle(self, parcel.model_copy(update={"fate": Fate.PLANNED}) if sent else parcel, *more, **facts)

    patch(DeskStore, "settle", again)


def no_looks(patch: Patch) -> None:
    """Projects are looked at once, and never again."""

    async def once(world: Any, ring: Any) -> Rung:
        return Rung()

    patch(look, "struck", once)


def no_patience(patch: Patch) -> None:
    """An owner is told whenever anything rings."""

    def at_once(waiting: tuple[nudge.Waiting, ...], *_: object) -> Call:
        return Call(tell=tuple(one.key for one in waiting))

    def soon(_waiting: object, _calendar: object, _habits: object, now: datetime, _rules: object) -> datetime:
        return now + run.ROUND

    patch(owners, "owner_call", at_once)
    patch(owners, "look_again", soon)
    patch(owners, "_message_id", lambda owner, _theirs, now: f"owner.{owner.oid}.{now.timestamp():.0f}")


@pytest.mark.long
@pytest.mark.parametrize(
    ("switch_off", "missed"),
    [
        (no_hours, {"reminders outside their person's open time"}),
        (no_holidays, {"reminders outside their person's open time"}),
        (no_pace, {"reminders of one task too soon", "reminders after three unanswered"}),
        (no_ear, {"reminders after a reply"}),
        (no_ledger, {"reminders that left twice"}),
        (no_looks, {"late tasks never reminded of"}),
        (no_patience, {"owners told twice on one day", "owners told outside their open time"}),
    ],
)
def test_a_rule_that_is_switched_off_is_missed(
    switch_off: Callable[[Patch], None], missed: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    switch_off(monkeypatch.setattr)
    small = 8 if switch_off is not no_looks else 3

    those, ledger = run.quarter(small, small * 10, seed=5)

    assert missed & {rule for rule, cases in judge(ledger, those).items() if cases}
