"""An answer and the reminder that it makes needless arrive at the store at the same moment."""

import asyncio

from bot.core.draft import Recipient
from bot.core.memory import Effects
from bot.core.parcel import Fate
from bot.core.people import Person
from bot.edges.store import DeskStore
from tests.edges.store import nouns


async def race(store: DeskStore, number: int) -> Fate:
    """Taken by two senders while the answer is accepted. What became of the reminder: it is never left to be taken."""
    parcel_id = await an_approved_reminder(store, number)
    answered = nouns.said(f"a-{number}").model_copy(update={"speaker": bo(number, by_mail=bool(number % 2))})

    async def accepted() -> None:
        for _ in range(number % 3):  # a sender looks before it takes: behind one look the two arrive together
            await store.parcel(parcel_id)
        await store.accept(f"a-{number}", nouns.PLACE, answered, f"p-{number}")

    _, *taken = await asyncio.gather(accepted(), *(store.take(parcel_id, nouns.NOW) for _ in range(2)))
    parcel = await store.parcel(parcel_id)
    assert parcel is not None
    assert [one is not None for one in taken].count(True) == (parcel.fate is Fate.SENDING)
    assert await store.take(parcel_id, nouns.NOW) is None
    return parcel.fate


def bo(number: int, by_mail: bool) -> Person:
    address = f"bo-{number}@fabrikam.example"
    return Person(name="Bo", address=address) if by_mail else Person(name="Bo", oid=f"bo-{number}", tenant="tenant-1")


async def an_approved_reminder(store: DeskStore, number: int) -> str:
    to = Recipient(name="Bo", oid=f"bo-{number}", address=f"bo-{number}@fabrikam.example")
    offer = nouns.draft(draft_id=f"d-{number}").model_copy(update={"purpose": "reminder", "to": (to,)})
    record = nouns.record(offer)
    await store.accept(f"m-{number}", nouns.PLACE, nouns.said(f"m-{number}"), f"p-{number}")
    lease = await store.enter(f"p-{number}", "turn:1") or ""
    record = record.model_copy(update={"project_id": f"p-{number}", "key": f"p-{number}.1"})
    assert await store.finish(f"p-{number}", lease, (f"m-{number}",), Effects(records=(record,)))
    assert (await store.decide(nouns.approve(record))).word == "done"
    return nouns.brief(record).parcel_id
