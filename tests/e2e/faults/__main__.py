"""python -m tests.e2e.faults [--runs N] [--full] [--seed S] [--only NAME]: exit code 1 when something did not hold."""

import argparse
import asyncio
import random
import secrets
import shutil
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console

from bot.demo.stand import DemoFailed
from tests.e2e.faults.ground import Ground
from tests.e2e.faults.nursery import nursery
from tests.e2e.faults.outcome import Outcome, table
from tests.e2e.faults.scenarios import SCENARIOS

WIDTH = 132


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--runs", type=int, default=1, help="how often each scenario is played, on another seed each time"
    )
    parser.add_argument("--full", action="store_true", help="the counts that were promised; takes most of an hour")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="what a run that failed has printed")
    parser.add_argument("--only", action="append", choices=SCENARIOS, help="this scenario alone; may be repeated")
    given = parser.parse_args()
    console = Console(width=max(WIDTH, Console().width), highlight=False)
    began = time.monotonic()
    outcomes = asyncio.run(play(given.only or list(SCENARIOS), given.runs, given.seed, given.full, console))
    console.print(table(outcomes, f"{given.runs} runs, seed {given.seed}, {time.monotonic() - began:.0f} s"))
    if any(one.breaks for one in outcomes):
        console.print(f"Something did not hold. The same again: --seed {given.seed}")
        return 1
    return 0


async def play(names: list[str], runs: int, seed: int, full: bool, console: Console) -> list[Outcome]:
    outcomes = []
    async with nursery() as born:
        for name in names:
            whole: Outcome | None = None
            for run in range(runs):
                began = time.monotonic()
                found = await once(name, Ground(Path(tempfile.mkdtemp(prefix="faults-")), born, full), seed + run)
                console.print(f"{name}: {found.verdict} ({time.monotonic() - began:.0f} s)")
                for sentence in found.breaks:
                    console.print(f"[red]{name}[/]: {sentence}", soft_wrap=True)
                if whole is None:
                    whole = found
                else:
                    whole.add(found)
            assert whole
            outcomes.append(whole)
    return outcomes


async def once(name: str, ground: Ground, seed: int) -> Outcome:
    """Folders of a run that failed stay where they are: their logs say what the desk did."""
    try:
        outcome = await SCENARIOS[name](ground, random.Random(f"{name} {seed}"))
    except (DemoFailed, TimeoutError) as stopped:
        outcome = Outcome(name, breaks=[f"it went no further in {ground.folder}: {stopped}"])
    outcome.scenario = name
    if not outcome.breaks:
        shutil.rmtree(ground.folder)
    return outcome


if __name__ == "__main__":
    sys.exit(main())
