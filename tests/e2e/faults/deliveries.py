"""The channel fails in the middle of a delivery: a certain no is tried again, everything else is shown to the owner."""

import asyncio
import random
from collections import Counter
from typing import Any

from bot.core.draft import Record
from bot.core.parcel import Fate
from bot.demo.cast import PRIYA, chat_with
from bot.demo.play import SAMPLE_DAY
from bot.edges.store import DeskStore
from bot.edges.store.seal import Seal
from tests.catalogue.racing import race
from tests.e2e.faults.books import posts
from tests.e2e.faults.ground import Ground
from tests.e2e.faults.invariants import broken
from tests.e2e.faults.outcome import Outcome
from tests.e2e.faults.project import Project
from tests.e2e.faults.server import server
from tests.e2e.faults.site import Site
from tests.edges.store.valkey import KEY

Json = dict[str, Any]
TROUBLES: dict[str, Json] = {
    "429": {"status": 429, "headers": {"Retry-After": "1"}, "json": {"error": {"code": "TooManyRequests"}}},
    "408": {"status": 408, "text": ""},
    "500 after it was taken": {"status": 500, "json": {"error": {"code": "ServiceError"}}},
    "reset after it was taken": {"status": 201, "drop": True},
}


async def the_connector_fails(ground: Ground, dice: random.Random) -> Outcome:
    outcome = Outcome("the connector fails", what="deliveries")
    async with ground.site("connector") as site:
        await site.start()
        kinds = list(TROUBLES) * ground.many(1, 10)
        dice.shuffle(kinds)
        for number, kind in enumerate(kinds):
            project = Project(site, f"d{number}")
            (record,) = await project.offered(1)
            outcome.units += 1
            for wrong in await _one(site, project, record, kind, outcome):
                outcome.breaks.append(f"{kind}: {wrong}")
        await site.settle()
        outcome.wrong("after all", broken(await site.books()))
    return outcome


async def _one(site: Site, project: Project, record: Record, kind: str, outcome: Outcome) -> list[str]:
    """What is wrong with how the desk took it."""
    chat = f"*/{chat_with(PRIYA).conversation}/activities"
    body = {"text": record.draft.body}
    site.stand.connector.script({"on": {"method": "POST", "path": chat, "body": body}, "answer": TROUBLES[kind]})
    await project.press(record.key, "approve")
    parcel = await project.delivered(record)
    if kind == "429":
        return [] if (parcel.fate, _posted(site, record)) == (Fate.SENT, 2) else [f"{parcel.fate}, not sent again"]
    await site.settle()
    outcome.doubts(1, int(parcel.fate is Fate.UNCERTAIN), kind)
    wrong = (
        [] if _posted(site, record) == 1 else [f"posted {_posted(site, record)} times without a word of the owner's"]
    )
    if await project.press(record.key, "resend") is None:
        return [*wrong, "the owner cannot send it again"]
    site.again[record.key] += 1
    parcel = await project.delivered(record)
    if (parcel.fate, _posted(site, record)) != (Fate.SENT, 2):
        wrong.append(f"sent again, it is {parcel.fate}")
    return wrong


def _posted(site: Site, record: Record) -> int:
    return sum(one.json.get("text") == record.draft.body for one in posts(site.stand.connector))


async def a_reply_meets_its_reminder(ground: Ground, dice: random.Random) -> Outcome:
    """A reminder is approved while its person answers: sent once, or held back because the answer was first."""
    outcome = Outcome("a reply meets its reminder", what="races")
    async with ground.site("replies") as site:
        site.stand.clock.set(SAMPLE_DAY)  # reminders leave on working days only
        await site.start()
        project = Project(site, "reminded")
        (first,) = await project.offered(1)
        await project.press(first.key, "approve")
        await site.settle()
        for number in range(ground.many(3, 40)):
            await _race(site, project, number, outcome, dice)
        heard = [turn.tag for turn in site.agent.turns if turn.tag.startswith("#reply-")]
        outcome.expect(len(heard) == len(set(heard)) == outcome.units, f"{len(heard)} answers were heard")
        outcome.wrong("after all", broken(await site.books()))
    if ground.full:
        await _in_the_store(ground, outcome, 1000)
    return outcome


async def _in_the_store(ground: Ground, outcome: Outcome, many: int) -> None:
    """The same without the channel in between, which takes one message a second."""
    async with server(ground.folder / "replies-server") as running:
        store = DeskStore(running.url, Seal((KEY,)), "races")
        fates = Counter([await race(store, number) for number in range(many)])
        await store.close()
    outcome.units += many
    outcome.expect(fates[Fate.SENDING] + fates[Fate.REFUSED] == many, f"reminders ended as {dict(fates)}")
    outcome.expect(min(fates[Fate.SENDING], fates[Fate.REFUSED]) > 0, f"it was no race: {dict(fates)}")


async def _race(site: Site, project: Project, number: int, outcome: Outcome, dice: random.Random) -> None:
    """Of every four, one answer is there before the click. Which is first in the others is left to chance."""
    known = {one.key for one in await project.records()}
    await site.say(project.talk, "please prepare reminders 1", f"{project.tag}-{number}")
    await site.settle()
    (record,) = [one for one in await site.records() if one.key not in known]
    talk, first = chat_with(PRIYA), number % 4 == 0
    activity = site.stand.teams.message(PRIYA, talk, f"here it is #reply-{number}")

    async def reply() -> None:
        await asyncio.sleep(dice.random() * 0.03)
        await site.send(activity, talk)

    if first:
        await reply()
        await project.press(record.key, "approve")
    else:
        await asyncio.gather(reply(), project.press(record.key, "approve"))
    await site.settle()
    outcome.units += 1
    posted, fate = _posted(site, record), (await project.parcel(record)).fate
    outcome.expect(
        (fate, posted) in ((Fate.SENT, 1), (Fate.REFUSED, 0)), f"{record.key} is {fate}, posted {posted} times"
    )
    outcome.expect(not (first and posted), f"{record.key} left after its person had answered")
