"""A desk dies at a step, is started again, and the person on the other side sees one answer, one card, one delivery."""

import asyncio
import random
from collections.abc import Sequence

from bot.core.parcel import Fate, Parcel
from bot.core.people import Channel
from bot.demo.cast import ANA
from bot.demo.stand import DemoFailed
from cards import written
from cards.words import say
from tests.e2e.faults.ground import Ground
from tests.e2e.faults.invariants import broken
from tests.e2e.faults.outcome import Outcome
from tests.e2e.faults.project import Project
from tests.e2e.faults.site import Site
from tests.e2e.faults.steps import NAMED, Step, When, asked, every_step

AT_ONCE = 8  # desks: each of them waits far more than it works
LEASES = 2 * 60.0  # seconds: by then everything has to be in order again


async def kill_at_steps(ground: Ground, dice: random.Random) -> Outcome:
    """The named steps; in full, every call that a desk makes which nobody disturbs."""
    steps = list(NAMED)
    if ground.full:
        async with ground.site("rehearsal") as site:
            steps += await rehearse(site)
    dice.shuffle(steps)
    shares = [steps[start::AT_ONCE] for start in range(AT_ONCE)]
    parts = await asyncio.gather(*(_share(ground, f"kills-{number}", share) for number, share in enumerate(shares)))
    outcome = Outcome("kill -9 at a step", what="steps", runs=0)
    for part in parts:
        outcome.add(part)
    outcome.runs = 1
    return outcome


async def _share(ground: Ground, name: str, steps: Sequence[Step]) -> Outcome:
    async with ground.site(name) as site:
        await site.start()
        await Project(site, "first").offered(0)  # an agent that has answered has said that it does no turn twice
        return await kill_at(site, steps)


async def rehearse(site: Site) -> list[Step]:
    await site.start()
    await Project(site, "first").offered(0)
    diary, steps = site.stand.folder / "diary", []
    story = Story(site, "rehearsal")
    for when in ("turn", "decision"):
        diary.write_text("")
        await story.phase(when, None)
        steps += every_step(diary.read_text().splitlines(), when)
    return steps


async def the_first_turn_is_cut(ground: Ground, dice: random.Random) -> Outcome:
    """Nobody knows yet whether this agent does a turn twice: it is not asked again, and what it did is shown."""
    outcome = Outcome("the first turn is cut", what="turns", units=1)
    async with ground.site("doubt") as site:
        await site.start()
        project = Project(site, "doubt")
        site.striking = asked
        drafts = await project.offered(2)
        site.said.clear()  # no answer is due: the thread is told that there may be none
        outcome.kills, outcome.recoveries = site.kills, site.recoveries
        told = say(ANA.locale).t("desk.turn_unknown")
        words = [str(one.get("text")) for one in site.stand.connector.visible(project.talk.conversation)]
        outcome.expect(words.count(told) == 1, f"the thread was told {words.count(told)} times of the doubt")
        outcome.expect(len(site.agent.turns) == 1, f"the turn was posted {len(site.agent.turns)} times")
        cards = [card for card in site.stand.cards(project.talk) if card.button("open")]
        outcome.expect((len(drafts), len(cards)) == (2, 1), f"{len(drafts)} drafts lie on {len(cards)} cards")
        outcome.wrong("after all", broken(await site.books()))
    return outcome


async def kill_at(site: Site, steps: Sequence[Step]) -> Outcome:
    outcome = Outcome("kill -9 at a step", what="steps", units=len(steps))
    known: set[str] = set()
    for number, step in enumerate(steps):
        kills, story = site.kills, Story(site, f"k{number}")
        try:
            await story.play(step)
        except DemoFailed as stuck:
            outcome.breaks.append(f"{step.name}: {stuck}")
        outcome.kills += site.kills - kills
        outcome.recoveries += site.recoveries
        outcome.doubts(*story.doubts, step.name)
        outcome.expect(site.kills > kills, f"{step.name}: was never reached")
        outcome.expect(all(one < LEASES for one in site.recoveries), f"{step.name}: the desk came back too late")
        news = [one for one in (*broken(await site.books()), *story.troubles) if one not in known]
        outcome.wrong(step.name, news)
        known.update(news)
        site.recoveries.clear()
    return outcome


class Story(Project):
    """A message, three drafts, two approved and one rejected on one card, and the deliveries."""

    def __init__(self, site: Site, name: str) -> None:
        super().__init__(site, name)
        self.doubts = (0, 0)
        self.troubles: list[str] = []

    async def play(self, step: Step) -> None:
        for when in ("turn", "decision"):
            await self.phase(when, step if step.when == when else None)
        await self._judge()

    async def phase(self, when: When, step: Step | None) -> None:
        site = self.site
        site.set(step.point if step else None)
        site.striking = step.strike if step else None
        if when == "turn":
            await self.offered(2, 1)
        else:
            await self._decide()
            await site.settle()
        site.set(None)
        site.striking = None

    async def _decide(self) -> None:
        card = self.site.card(self.talk, "approve_selected")
        if card is None:
            drafts = [one.state.value for one in await self.records()]
            cards = [f"{one.parcel_id} {one.fate}" for one in await self.site.parcels() if one.kind == "card"]
            self.troubles.append(f"nobody sees the drafts in {self.talk.name}: {drafts}, {cards[-3:]}")
            return
        first, second, third = (pick["draft_id"] for pick in card.picks)
        await self.approve_some(card, [first, third])
        if await self.press(second, "reject", {"reason": "not this one"}) is None:
            self.troubles.append(f"{second} cannot be rejected")

    async def _judge(self) -> None:
        """What the person sees; a doubt is settled by what the person can find out."""
        site = self.site
        cards = [card for card in site.stand.cards(self.talk) if card.button("open")]
        if not 1 <= len(cards) <= 1 + site.card_in_doubt:
            self.troubles.append(f"the drafts are shown {len(cards)} times in {self.talk.name}")
        arrived = {one.text for one in (await site.books()).arrived}
        parcels = {one.parcel_id: one for one in await site.parcels() if one.kind == "brief"}
        doubtful = {name: one for name, one in parcels.items() if one.fate is Fate.UNCERTAIN}
        cleared = {one for one in site.doubtful - doubtful.keys() if await self._known(parcels[one], arrived)}
        self.doubts = (len(site.doubtful - cleared), len(doubtful))
        if doubtful.keys() - site.doubtful:
            self.troubles.append(f"a delivery of {self.talk.name} is doubtful that was not under way")
        for one in doubtful.values():
            await self.press(one.record_key, "arrived" if await self._body(one) in arrived else "resend")
        await site.settle()
        site.doubtful.clear()
        site.card_in_doubt = False

    async def _known(self, parcel: Parcel, arrived: set[str]) -> bool:
        """A mailbox can be asked whether it has sent a mail: then there is no doubt about it."""
        return parcel.channel is Channel.MAIL and parcel.fate is Fate.SENT and await self._body(parcel) in arrived

    async def _body(self, parcel: Parcel) -> str:
        record = await self.site.store.record(parcel.record_key)
        assert record
        by_mail = parcel.channel is Channel.MAIL
        return written(record.draft.body) if by_mail else record.draft.body
