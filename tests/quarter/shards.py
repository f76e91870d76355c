"""The quarter in several processes: owners stay with their projects, so that nothing is shared."""

import logging
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.quarter.cast import Cast
from tests.quarter.judge import Ledger
from tests.quarter.run import quarter


def played(projects: int, people: int, seed: int, shards: int) -> list[tuple[Cast, Ledger]]:
    sizes = [(_share(projects, shards, n), _share(people, shards, n), seed * shards + n) for n in range(shards)]
    with ProcessPoolExecutor(shards, mp_context=get_context("spawn"), initializer=quietly) as pool:
        return list(pool.map(quarter, *zip(*sizes, strict=True)))


def _share(whole: int, shards: int, number: int) -> int:
    return whole // shards + (number < whole % shards)


def quietly() -> None:
    """What the desk says of restarts and of what it leaves out is expected here."""
    logging.disable(logging.CRITICAL)
