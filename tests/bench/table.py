"""The timers' table, and what must hold in it: ratios of one run, and the wait of whoever talks meanwhile."""

import asyncio

from tests.bench.behind import Delay, delay
from tests.bench.timers import Cost, cost

JOBS = 20_000  # of the engine, one for each timer: more of them tell nothing new
WAITS = 250.0  # milliseconds a message may wait longer because of timers
LATE = 1000.0  # milliseconds: of a hundred due ones, ninety-nine are no later
MEMORY, SETTING = 0.6, 1.2  # of what a job each would cost; times as fast


def run(pending: int, due: int, messages: int) -> list[str]:
    """Prints the table. Returns what does not hold, in words."""
    ours, theirs = asyncio.run(_both(pending, due))
    print(f"{'':<34}{'a job each':>14}{'in our store':>14}")
    for label, of in COSTS.items():
        print(f"{label:<34}{of(theirs):>14,.0f}{of(ours):>14,.0f}")
    troubles = judge_cost(ours, theirs)
    behind = {way: asyncio.run(delay(way, due, messages)) for way in ("jobs", "timers")}
    for label, seen in WAITED.items():
        print(f"{label.format(due=due):<34}{seen(behind['jobs']):>14,.0f}{seen(behind['timers']):>14,.0f}")
    return troubles + judge_delay(behind["timers"])


async def _both(pending: int, due: int) -> tuple[Cost, Cost]:
    return await cost("timers", pending, due), await cost("jobs", min(pending, JOBS), due)


COSTS = {
    "timers pending": lambda one: one.pending,
    "bytes for each": lambda one: one.memory,
    "set, per second": lambda one: one.set_rate,
    "fired, per second": lambda one: one.fire_rate,
    "late when due, median, ms": lambda one: one.late_p50,
    "late when due, 99 of 100, ms": lambda one: one.late_p99,
}
WAITED = {
    "an answer, quiet, median, ms": lambda one: one.quiet_p50,
    "an answer, quiet, worst, ms": lambda one: one.quiet_worst,
    "… {due:,} due, median, ms": lambda one: one.p50,
    "… {due:,} due, worst, ms": lambda one: one.worst,
    "timers done meanwhile": lambda one: one.done,
}


def judge_cost(ours: Cost, theirs: Cost) -> list[str]:
    troubles = []
    if ours.memory > theirs.memory * MEMORY:
        troubles.append(f"a timer takes {ours.memory:.0f} bytes; the limit is {theirs.memory * MEMORY:.0f}")
    if ours.set_rate < theirs.set_rate * SETTING:
        troubles.append(f"{ours.set_rate:.0f} timers are set per second; the limit is {theirs.set_rate * SETTING:.0f}")
    if ours.late_p99 > LATE:
        troubles.append(f"one of a hundred timers is {ours.late_p99:.0f} ms late; the limit is {LATE:.0f}")
    return troubles


def judge_delay(found: Delay) -> list[str]:
    troubles = []
    if found.median > WAITS or found.delay > WAITS:
        troubles.append(
            f"{found.due} timers due at once make an answer wait {found.median:.0f} ms longer, "
            f"and the slowest one {found.delay:.0f} ms; the limit is {WAITS:.0f}"
        )
    if not found.done:
        troubles.append("no timer was done while people talked")
    return troubles
