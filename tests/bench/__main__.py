"""python -m tests.bench [--reps 3] [--secs 3] [--variants bare,accept,turn]: exit code 1 when a limit is passed."""

import argparse
import asyncio
import sys

from tests.bench.measure import Result, compare

ACCEPT_LIMIT = 1.0  # CPU to accept a message for good, against a bare echo
TURN_LIMIT = 5000.0  # microseconds of CPU for a whole turn with a stream of 200 deltas


def judge(results: dict[str, Result]) -> list[str]:
    """What is over its limit, in words."""
    troubles = [f"{one.variant}: {one.strays} answers were not 2xx" for one in results.values() if one.strays]
    bare, accept, turn = (results.get(name) for name in ("bare", "accept", "turn"))
    if bare and accept and accept.cpu > ACCEPT_LIMIT * bare.cpu:
        troubles.append(f"accepting costs {accept.cpu / bare.cpu:.2f} times a bare echo; the limit is {ACCEPT_LIMIT}")
    if turn and turn.cpu > TURN_LIMIT:
        troubles.append(f"a turn costs {turn.cpu:.0f} µs; the limit is {TURN_LIMIT:.0f}")
    return troubles


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reps", type=int, default=3)
    parser.add_argument("--secs", type=float, default=3)
    parser.add_argument("--variants", default="bare,accept,turn")
    given = parser.parse_args()
    results = asyncio.run(compare(tuple(given.variants.split(",")), given.reps, given.secs))
    bare = results.get("bare")
    print(f"{'variant':<10}{'CPU µs/turn':>14}{'vs bare':>10}{'turns/s':>10}")
    for one in results.values():
        ratio = f"{one.cpu / bare.cpu:.2f}" if bare else "-"
        print(f"{one.variant:<10}{one.cpu:>14.0f}{ratio:>10}{one.per_second:>10.0f}")
    troubles = judge(results)
    print("\n".join(troubles) or "within the limits")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
