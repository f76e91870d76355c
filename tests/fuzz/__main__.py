"""python -m tests.fuzz messages|clicks|stream|mail [--minutes 10] [--seed 1] [--real-data DIR]: 1 when it found any."""

import argparse
import asyncio
import logging
import sys
from pathlib import Path

from tests.fuzz import clicks, mail, messages, stream
from tests.fuzz.run import fuzz, told
from tests.fuzz.toybox import server_of_our_own

TARGETS = {"messages": messages.opened, "clicks": clicks.opened, "stream": stream.opened, "mail": mail.opened}


async def run(name: str, seconds: float, seed: int, real_data: Path | None) -> int:
    with server_of_our_own() as url:
        async with TARGETS[name](url, real_data) as target:
            outcome = await fuzz(name, target, seconds, seed)
    print(told(name, outcome))
    return 1 if outcome.findings else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=TARGETS)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--real-data", type=Path, help="folder of real documents: DIR/mail is used too")
    given = parser.parse_args()
    logging.disable(logging.WARNING)
    return asyncio.run(run(given.name, given.minutes * 60, given.seed, given.real_data))


if __name__ == "__main__":
    sys.exit(main())
