"""python -m tests.quarter [--projects 200] [--people 2000] [--seed 1] [--shards N]: exit code 1 when a rule was broken.

A shard is a desk with a store and a process of its own; owners stay with their projects. Each waits for its store half
of the time, so that two of them fill a processor.
"""

import argparse
import os
import sys
import time

from tests.quarter.cast import BEGIN, END, Cast
from tests.quarter.judge import Ledger, judge, late_tasks
from tests.quarter.shards import played


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--projects", type=int, default=200)
    parser.add_argument("--people", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shards", type=int, default=2 * len(os.sched_getaffinity(0)))
    given = parser.parse_args()
    began = time.monotonic()
    found = played(given.projects, given.people, given.seed, given.shards)
    broken = table(found, time.monotonic() - began)
    return 1 if broken else 0


def table(found: list[tuple[Cast, Ledger]], seconds: float) -> bool:
    """Prints it. Was a rule broken?"""
    whole, broken = Ledger(), dict[str, list[str]]()
    for cast, ledger in found:
        whole.add(ledger)
        for rule, cases in judge(ledger, cast).items():
            broken.setdefault(rule, []).extend(cases)
    casts = [cast for cast, _ in found]
    everybody = [one for cast in casts for one in cast.people.values()]
    begin, end = whole.outages[0]
    facts = {
        "projects": sum(len(cast.projects) for cast in casts),
        "people": len(everybody),
        "zones": len({one.zone for one in everybody}),
        "days": (END - BEGIN).days,
        "restarts in the middle of work, store killed": whole.restarts,
        "hours of outage": (end - begin).total_seconds() / 3600,
        "turns of the agent": whole.turns,
        "of them unattended": whole.looks,
        "answers of people": len(whole.replies),
        "tasks that were late": sum(late_tasks(cast) for cast in casts),
        "reminders sent": len(whole.nudges),
        "of them after waiting for open time": whole.held,
        "reminders kept back: answered or done": whole.answered,
        "messages to owners of what waits": len(whole.told),
        "cards in threads of what changed": len(whole.news),
        "seconds this took": seconds,
    }
    for what, number in facts.items():
        print(f"{what:<46}{number:>8,.0f}")
    print()
    for rule, cases in broken.items():
        print(f"{rule:<46}{len(cases):>8}{'' if not cases else '   ' + '; '.join(cases[:3])}")
    return any(broken.values()) or not whole.nudges


if __name__ == "__main__":
    sys.exit(main())
