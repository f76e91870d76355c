"""python -m tests.bench [--reps 3] [--secs 3] [--variants bare,accept,turn], or
python -m tests.bench timers [--pending 1000000] [--due 10000]: exit code 1 when a limit is passed.
"""

import argparse
import asyncio
import sys

from tests.bench import table
from tests.bench.limits import judge
from tests.bench.measure import compare

MESSAGES = 120  # of people who talk while timers come due


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=["turns", "timers"], default="turns")
    parser.add_argument("--pending", type=int, default=1_000_000)
    parser.add_argument("--due", type=int, default=10_000)
    parser.add_argument("--reps", type=int, default=3)
    parser.add_argument("--secs", type=float, default=3)
    parser.add_argument("--variants", default="bare,accept,turn")
    given = parser.parse_args()
    troubles = table.run(given.pending, given.due, MESSAGES) if given.what == "timers" else _turns(given)
    print("\n".join(troubles) or "within the limits")
    return 1 if troubles else 0


def _turns(given: argparse.Namespace) -> list[str]:
    variants = ("bare", *(name for name in given.variants.split(",") if name != "bare"))
    results = asyncio.run(compare(variants, given.reps, given.secs))
    print(f"{'variant':<10}{'CPU µs/turn':>14}{'vs bare':>10}{'turns/s':>10}")
    for one in results.values():
        ratio = one.cpu / results["bare"].cpu
        print(f"{one.variant:<10}{one.cpu:>14.0f}{ratio:>10.2f}{one.per_second:>10.0f}")
    return judge(results)


if __name__ == "__main__":
    sys.exit(main())
