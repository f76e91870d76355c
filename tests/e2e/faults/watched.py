"""A desk dies while somebody watches it write: the answer stands there once, whole, and nothing stays half written."""

import random

from bot.demo.cast import Talk
from bot.demo.rules import Heard
from bot.demo.stand import DemoFailed
from bot.demo.streaming import info_of
from tests.e2e.faults.ground import Ground
from tests.e2e.faults.invariants import broken
from tests.e2e.faults.outcome import Outcome
from tests.e2e.faults.site import Site
from tests.e2e.faults.steps import Outside, Step
from tests.e2e.faults.trap import Point

SLOWLY = 0.6  # seconds between two pieces: the desk shows some of them
LEASES = 2 * 60.0  # seconds: by then everything has to be in order again


def _piece(kind: str) -> Step:
    def strike(what: Outside) -> bool:
        return isinstance(what, Heard) and info_of(what.json).get("streamType") == kind

    return Step(f"a piece is on its way: {kind}", "turn", strike=strike)


STEPS = (
    Step("the stream is announced", "turn", Point(port="teams", method="open", moment="before")),
    _piece("informative"),
    Step("the stream is begun", "turn", Point(port="teams", method="open", moment="after")),
    _piece("streaming"),
    Step("some words are shown", "turn", Point(port="teams", method="go_on", moment="after")),
    Step("the answer is about to be posted", "turn", Point(port="teams", method="say", moment="before")),
    _piece("final"),
    Step("the answer is posted", "turn", Point(port="teams", method="say", moment="after")),
    Step("the turn is about to be recorded", "turn", Point(port="store", method="finish", moment="before")),
)


async def killed_while_watched(ground: Ground, dice: random.Random) -> Outcome:
    outcome = Outcome("kill -9 while somebody watches", what="steps", units=len(STEPS))
    steps = list(STEPS)
    dice.shuffle(steps)
    async with ground.site("watched") as site:
        await site.start()
        await _asked(site, 0)  # an agent that has answered has said that it does no turn twice
        site.agent.gap = SLOWLY
        for number, step in enumerate(steps, start=1):
            await _dies_at(site, step, number, outcome)
    return outcome


async def _dies_at(site: Site, step: Step, number: int, outcome: Outcome) -> None:
    kills = site.kills
    site.set(step.point)
    site.striking = step.strike
    try:
        await _asked(site, number)
    except DemoFailed as stuck:
        outcome.breaks.append(f"{step.name}: {stuck}")
    site.set(None)
    site.striking = None
    outcome.kills += site.kills - kills
    outcome.expect(site.kills > kills, f"{step.name}: was never reached")
    outcome.expect(all(one < LEASES for one in site.recoveries), f"{step.name}: the desk came back too late")
    outcome.recoveries += site.recoveries
    site.recoveries.clear()
    half = site.stand.connector.streams.half_written
    outcome.expect(not half, f"{step.name}: {len(half)} messages stay half written")
    outcome.wrong(step.name, broken(await site.books()))


async def _asked(site: Site, number: int) -> None:
    """Each in a chat of its own: a chat has one stream at a time, and the stand-in knows when a reader gave one up."""
    talk = Talk(f"a:watched-{number}", "personal", "a chat")
    await site.say(talk, "what is next?", f"#w{number}")
    await site.settle()
