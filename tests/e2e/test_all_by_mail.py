"""A project whose people never open Teams: from the first mail to delivered briefs and an approved reminder."""

import re
from collections import Counter
from datetime import timedelta

import pytest

from bot.core.draft import Record, State
from bot.core.parcel import Fate
from bot.core.people import Person
from bot.core.project_log import due_moment
from bot.demo.cast import ANA
from bot.demo.graph.box import Kept
from bot.demo.graph.server import Fault
from bot.demo.replies import reply_to
from bot.demo.stand import Stand
from bot.demo.story import next_morning
from cards import written
from tests.e2e.test_mail import at_rest

pytestmark = pytest.mark.slow
WORDS = (
    "Hello,\n\nwe received the RFP from Northwind, and the kickoff was this morning. Please prepare the briefs.\n\nAna"
)
SOON = {"Retry-After": "1"}
DONE_ALL_THE_SAME = (
    {"status": 504, "deliver": True, "headers": SOON},
    {"status": 503, "deliver": True, "headers": SOON},
    {"drop": True, "deliver": True},
)
REFUSED = ({"status": 429, "headers": SOON}, {"status": 503, "headers": SOON})
FINE = {"delay": 0}


def faults() -> list[Fault]:
    """Sends that were done although the answer says otherwise, and refusals all over."""
    (busy, gone), done = REFUSED, DONE_ALL_THE_SAME[0]
    return [
        Fault(
            "POST */send", [*map(dict, DONE_ALL_THE_SAME), dict(FINE), dict(busy), *map(dict, DONE_ALL_THE_SAME)] * 2
        ),
        Fault("POST */createReply", [dict(done), dict(FINE), dict(busy), dict(FINE), dict(gone)]),
        Fault("POST */messages", [dict(gone), dict(done), dict(FINE), dict(busy)]),
        Fault("PATCH */messages/*", [dict(gone), dict(FINE), dict(done)]),
        Fault("GET */messages/*", [dict(busy), dict(FINE), dict(FINE), dict(gone)]),
    ]


async def everything(stand: Stand) -> list[Record]:
    return [one for project in await stand.store.projects() for one in await stand.store.records_of(project)]


def to_owner(stand: Stand) -> list[Kept]:
    return [one for one in stand.graph.sent if ANA.person.address in str(one.data["toRecipients"])]


def code(mail: Kept) -> str:
    """The line that answers for all of it stands first."""
    return re.findall(r"APPROVE (\w{4})", mail.data["body"]["content"])[0]


async def asked(stand: Stand, seen: int) -> Kept:
    """The next mail that asks the owner for decisions."""

    async def look() -> Kept | None:
        asking = [one for one in to_owner(stand)[seen:] if "APPROVE" in one.data["body"]["content"]]
        return asking[-1] if asking and await at_rest(stand) else None

    return await stand.until(look, "a mail that asks", 90)


async def answer(stand: Stand, mail: Kept, text: str) -> None:
    await stand.outlook.mail(ANA.person, f"RE: {mail.data['subject']}", text, in_reply_to=mail.name)


async def approved_and_sent(stand: Stand, count: int) -> list[Record]:
    async def look() -> list[Record] | None:
        found = [one for one in await everything(stand) if one.state is State.APPROVED]
        return found if len(found) >= count and await at_rest(stand) else None

    return await stand.until(look, "the approved messages to leave", 120)


async def test_a_project_lives_by_mail_from_first_to_last(stand: Stand) -> None:
    """Nothing twice and nothing lost, while Graph refuses, is slow, and says no to what it has done."""
    stand.graph.faults = faults()
    await stand.start()
    await stand.outlook.mail(ANA.person, "RFP from Northwind", WORDS)
    mail = await asked(stand, 0)
    offered = await everything(stand)
    assert len(offered) > 2
    assert all(written(one.draft.body).split("\n")[1] in mail.data["body"]["content"] for one in offered)

    await answer(stand, mail, f"APPROVE {code(mail)}")
    briefs = await approved_and_sent(stand, len(offered))
    late = briefs[0]
    for one in briefs[1:]:
        parcel = await stand.store.parcel(one.parcel_id)
        assert parcel is not None
        to = one.draft.to[0]
        text = reply_to(one.draft.subject, one.draft.requirements, everything=True)
        await stand.outlook.mail(Person(name=to.name, address=to.address), f"RE: {one.draft.subject}", text,
                                 in_reply_to=parcel.ref)  # fmt: skip
    await stand.until(lambda: at_rest(stand), "the answers to be judged", 120)

    seen = len(to_owner(stand))
    due = due_moment(late.draft.due_at, "Europe/Lisbon")
    assert due is not None
    stand.clock.set(next_morning(due + timedelta(days=3), "Europe/Lisbon"))
    stand.graph.faults = faults()
    mail = await asked(stand, seen)
    waiting = [one for one in await everything(stand) if one.state is State.PENDING]
    assert late.draft.to[0].address in {one.draft.to[0].address for one in waiting if one.draft.purpose == "reminder"}
    await answer(stand, mail, f"APPROVE {code(mail)}")
    await approved_and_sent(stand, len(briefs) + len(waiting))

    await nothing_twice_and_nothing_lost(stand)


async def nothing_twice_and_nothing_lost(stand: Stand) -> None:
    records = [one for one in await everything(stand) if one.state is State.APPROVED]
    parcels = [await stand.store.parcel(one.parcel_id) for one in records]
    assert {one.fate for one in parcels if one} == {Fate.SENT}
    approved = Counter((one.draft.to[0].address, one.draft.subject, written(one.draft.body)) for one in records)
    outside = [one for one in stand.graph.sent if one not in to_owner(stand) or _is_brief(one, records)]
    sent = Counter(_seen(one) for one in outside)
    assert sent == approved
    assert len({one.name for one in stand.graph.sent}) == len(stand.graph.sent)
    twice = [(what, number) for what, number in Counter(map(_seen, stand.graph.sent)).items() if number > 1]
    assert twice == []
    assert stand.graph.busiest <= 4


def _seen(kept: Kept) -> tuple[str, str, str]:
    (to,) = kept.data["toRecipients"]
    return to["emailAddress"]["address"], kept.data["subject"], kept.data["body"]["content"]


def _is_brief(kept: Kept, records: list[Record]) -> bool:
    return any(kept.data["body"]["content"] == written(one.draft.body) for one in records)
