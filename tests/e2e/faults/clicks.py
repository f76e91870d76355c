"""What people and channels do twice: the same message fifty times, one click four times, and never a second effect."""

import asyncio
import random

from bot.core.parcel import Fate
from bot.demo.cast import ANA
from bot.demo.teams import Sent
from cards.words import say
from tests.e2e.faults.books import Press, posts
from tests.e2e.faults.ground import Ground
from tests.e2e.faults.invariants import broken
from tests.e2e.faults.outcome import Outcome
from tests.e2e.faults.project import Project
from tests.e2e.faults.site import Site

HOUR = 3600.0
IN_TIME = 3.0  # seconds: then Teams shows that the click has failed
COPIES = 50


async def one_message_many_times(ground: Ground, dice: random.Random) -> Outcome:
    """The channel delivers a message fifty times at once, and once more an hour later."""
    outcome = Outcome("the same message again", what="copies")
    async with ground.site("copies") as site:
        await site.start()
        for number in range(ground.many(2, 20)):
            project = Project(site, f"c{number}")
            activity = await site.say(project.talk, "what is next?", project.tag)
            copies = await asyncio.gather(*(site.stand.teams.send(activity, project.talk) for _ in range(COPIES - 1)))
            await site.settle()
            site.pass_time(HOUR)
            late = await site.stand.teams.send(activity, project.talk)
            await site.settle()
            outcome.units += COPIES + 1
            refused = [one.status for one in (*copies, late) if one.status != 202]
            outcome.expect(not refused, f"{project.tag} was refused: {refused}")
            turns = [one for one in site.agent.turns if one.tag == project.tag]
            outcome.expect(len(turns) == 1, f"{project.tag} was asked of the agent {len(turns)} times")
        outcome.wrong("after all", broken(await site.books()))
    return outcome


async def one_click_many_times(ground: Ground, dice: random.Random) -> Outcome:
    """The same click with its id twice, then under new ids twice, half a minute apart: one decision, four answers."""
    outcome = Outcome("the same click again", what="clicks")
    async with ground.site("clicks") as site:
        await site.start()
        for number in range(ground.many(2, 50)):
            project = Project(site, f"c{number}")
            (record,) = await project.offered(1)
            answers = await _four(site, project, record.key)
            await site.settle()
            outcome.units += len(answers)
            outcome.expect(all(map(_well_formed, answers)), f"{record.key}: an answer was no card")
            slowest = max(one.seconds for one in answers)
            outcome.expect(slowest < IN_TIME, f"{record.key}: an answer took {slowest:.1f} s")
            lines = await site.store.audit(record.key)
            outcome.expect(len(lines) == 1, f"{record.key} was written down {len(lines)} times")
        outcome.wrong("after all", broken(await site.books()))
    return outcome


async def _four(site: Site, project: Project, key: str) -> list[Sent]:
    shown = await project.opened(key)
    button = shown.button("approve")
    assert button
    site.pressed.add(Press(key, "approve", int(button.data["version"]), ANA.person.authority))
    first = await site.stand.teams.click(ANA, project.talk, shown.message, "approve", button.data)
    again = await site.stand.teams.send(first.activity, project.talk)
    third = await site.stand.teams.click(ANA, project.talk, shown.message, "approve", button.data)
    site.pass_time(30)
    fourth = await site.stand.teams.click(ANA, project.talk, shown.message, "approve", button.data)
    return [first, again, third, fourth]


def _well_formed(sent: Sent) -> bool:
    body = sent.body if isinstance(sent.body, dict) else {}
    return sent.status == 200 and body.get("statusCode") == 200 and isinstance(body.get("value"), dict)


async def pending_after_a_restart(ground: Ground, dice: random.Random) -> Outcome:
    """Desk and store are killed under many open drafts: each can still be decided, and what was decided stays so."""
    many = ground.many(20, 500)
    outcome = Outcome("open drafts survive", what="clicks", units=many)
    async with ground.site("pending") as site:
        await site.start()
        projects = [Project(site, f"p{number}") for number in range(many // 10)]
        for project in projects:
            await project.offered(10)
        await site.kill()
        await site.kill_store()
        outcome.recoveries.append(await site.start())
        outcome.kills = site.kills
        for project in projects:
            for record in await project.records():
                answer = await project.press(record.key, "reject", {"reason": "not this one"})
                outcome.expect(isinstance(answer, dict), f"{record.key} could not be decided: {answer}")
        await site.settle()
        outcome.wrong("after all", broken(await site.books()))
        outcome.expect(not [one for one in await site.parcels() if one.kind == "brief"], "something left")
    return outcome


async def changed_before_it_leaves(ground: Ground, dice: random.Random) -> Outcome:
    """Between the click and the dispatch the text or the recipients become others: refused, and shown on the card."""
    outcome = Outcome("changed before it leaves", what="deliveries")
    async with ground.site("changed", desk_undo_seconds=2) as site:
        await site.start()
        project = Project(site, "changed")
        for number, record in enumerate(await project.offered(ground.many(4, 20))):
            await project.press(record.key, "approve")
            text = {"body": f"{record.draft.body} And the price."}
            to = {"to": (record.draft.to[0].model_copy(update={"oid": ANA.person.oid}),)}
            await site.overwrite(record.key, text if number % 2 else to)
            outcome.units += 1
        await site.settle()
        records, shown = await project.records(), str([one.card for one in site.stand.cards(project.talk)])
        for record in records:
            fate = (await project.parcel(record)).fate
            outcome.expect(fate is Fate.REFUSED, f"{record.key} is {fate}")
        told = shown.count(say(ANA.locale).t("desk.undeliverable.approval"))
        outcome.expect(told >= len(records), f"the card says of {told} out of {len(records)} why they were held back")
        outcome.expect(not (await site.books()).arrived, "something left that was changed after its approval")
        outcome.expect(
            not [one for one in posts(site.stand.connector) if "And the price" in str(one.json)], "a change left"
        )
    return outcome
