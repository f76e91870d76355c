"""python -m tests.bench [--reps 3] [--secs 3] [--variants bare,accept,turn]: exit code 1 when a limit is passed."""

import argparse
import asyncio
import sys

from tests.bench.limits import judge
from tests.bench.measure import compare


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reps", type=int, default=3)
    parser.add_argument("--secs", type=float, default=3)
    parser.add_argument("--variants", default="bare,accept,turn")
    given = parser.parse_args()
    variants = ("bare", *(name for name in given.variants.split(",") if name != "bare"))
    results = asyncio.run(compare(variants, given.reps, given.secs))
    print(f"{'variant':<10}{'CPU µs/turn':>14}{'vs bare':>10}{'turns/s':>10}")
    for one in results.values():
        ratio = one.cpu / results["bare"].cpu
        print(f"{one.variant:<10}{one.cpu:>14.0f}{ratio:>10.2f}{one.per_second:>10.0f}")
    troubles = judge(results)
    print("\n".join(troubles) or "within the limits")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
