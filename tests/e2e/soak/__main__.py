"""python -m tests.e2e.soak --minutes 120 [--threads 50] [--seed 1] [--out DIR]: exit code 1 when a promise broke."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.e2e.soak.run import soak


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--threads", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a folder for everything that is left behind; it must not exist")
    given = parser.parse_args()
    folder = given.out or Path(tempfile.mkdtemp(prefix="soak-")) / "stand"
    print(f"{given.minutes:g} minutes, {given.threads} threads, seed {given.seed}, in {folder}", flush=True)
    return asyncio.run(soak(folder.resolve(), given.minutes, given.threads, given.seed))


if __name__ == "__main__":
    sys.exit(main())
