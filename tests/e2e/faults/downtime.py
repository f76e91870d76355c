"""What happens while nobody is there: a desk that sleeps for weeks, and a line to the agent that is cut."""

import asyncio
import random

from bot.core.draft import State
from bot.demo.cast import ANA
from cards.words import say
from tests.e2e.faults.books import Press, line_of
from tests.e2e.faults.ground import Ground
from tests.e2e.faults.invariants import broken
from tests.e2e.faults.outcome import Outcome
from tests.e2e.faults.project import Project
from tests.e2e.faults.server import Wire
from tests.e2e.faults.site import Site, group

DAY = 86400.0  # seconds
TOGETHER = 10  # drafts of one project
SLOW = 0.5  # seconds between two events of a stream that is to be cut


async def drafts_expire_in_their_sleep(ground: Ground, dice: random.Random) -> Outcome:
    """Desk and store are away for longer than drafts wait: one message per project tells of all that has expired."""
    many = ground.many(3, 50)
    outcome = Outcome("drafts expire in their sleep", what="drafts", units=many * TOGETHER)
    async with ground.site("expired") as site:
        await site.start()
        projects = [Project(site, f"e{number}") for number in range(many)]
        for project in projects:
            await project.offered(TOGETHER)
        before = {project: _messages(site, project) for project in projects}
        await site.kill()
        await site.kill_store()
        site.pass_time(30 * DAY)
        await site.start()
        outcome.recoveries.append(await site.settle(120.0))
        outcome.kills = site.kills
        for project in projects:
            news = _messages(site, project)[len(before[project]) :]
            told = say(ANA.locale).t("desk.expired_together", n=TOGETHER)
            outcome.expect(
                len(news) == 1 and news[0].startswith(told), f"{project.tag}: {len(news)} messages tell of it"
            )
            await _too_late(site, project, outcome)
        outcome.wrong("after all", broken(await site.books()))
    return outcome


def _messages(site: Site, project: Project) -> list[str]:
    """What stands in the thread, without what is only drawn anew where it stood."""
    return [str(one.get("text") or "") for one in site.stand.connector.visible(project.talk.conversation)]


async def _too_late(site: Site, project: Project, outcome: Outcome) -> None:
    """Whoever presses a button of a card of then is told so."""
    record, *others = await project.records()
    outcome.expect(all(one.state is State.EXPIRED for one in (record, *others)), f"{project.tag}: not all have expired")
    data = {"draft_id": record.key, "version": 1, "hash": record.draft.content_hash}
    site.pressed.add(Press(record.key, "approve", 1, ANA.person.authority))
    await site.press(project.talk, site.stand.cards(project.talk)[-1], "approve", data)
    words = [one.word for one in map(line_of, await site.store.audit(record.key)) if one.verb == "approve"]
    outcome.expect(words == ["expired"], f"{record.key}: a late click was answered with {words}")


async def the_agent_is_cut_off(ground: Ground, dice: random.Random) -> Outcome:
    """The line to the agent is cut in the middle of a turn, once by closing it, once without a word."""
    outcome = Outcome("the agent is cut off", runs=0)
    for seconds in (10.0, 60.0) if ground.full else (10.0,):
        parts = await asyncio.gather(*(_cut_off(ground, seconds, silent) for silent in (False, True)))
        for part in parts:
            outcome.add(part)
    outcome.runs = 1
    return outcome


async def _cut_off(ground: Ground, seconds: float, silent: bool) -> Outcome:
    outcome = Outcome("the agent is cut off")
    name = f"cut-{seconds:.0f}-{silent}"
    async with ground.site(name) as site, Wire(port=site.agent.port) as line:
        site.reach_agent_at(line.port)
        await site.start()
        site.agent.gap = SLOW
        talk, other = group(name), group(f"{name}-other")
        await site.say(talk, "what is next?", "#cut-0")
        await site.until(lambda: _half_told(site), "half of an answer")
        for number, where in enumerate((talk, other, talk), 1):
            await site.say(where, "and then?", f"#cut-{number}")
        await line.cut(seconds, silent)
        outcome.recoveries.append(await site.settle(60 + seconds))
        outcome.units = 4
        outcome.wrong(name, broken(await site.books()))
        outcome.expect(len(site.agent.turns) == 4, f"{name}: {len(site.agent.turns)} turns were run for 4 messages")
    return outcome


async def _half_told(site: Site) -> bool:
    return bool(site.agent.turns) and len(site.agent.turns[0].stream) > 2
