"""Memory, minute by minute: of the processes, and of what lies in the store, by kind."""

import csv
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

from redis.exceptions import RedisError

from bot.demo.stand import Stand
from tests.e2e.soak import processes
from tests.e2e.soak.tally import Tally

LIMIT = 1.05  # what a quarter may have more than an earlier one
ENOUGH = 16  # samples of one life, to judge by quarters
MARKS = {"seen", "once", "mark", "begun", "last", "heard"}  # of every message, for a week
LEDGER = {"parcels", "parcel", "records", "record", "clicks", "audit", "mails", "mailed", "settled", "expiring"}
LEDGER |= {"graves", "grave"}  # as long as the project
PROJECTS = {"project", "projects", "links", "link", "contact", "address", "canary"}
PROJECTS |= {"stay", "checkpoint", "losses", "loss", "copying", "ending", "noted"}
AT_ONCE = 500


@dataclass(frozen=True)
class Sample:
    """Sizes in kilobytes. `other`: what the store holds for work under way, which must not grow."""

    minutes: float
    life: int
    desk: int
    store: int
    platform: int
    sandboxes: int
    used: int
    keys: int
    marks: int
    ledger: int
    projects: int
    engine: int
    other: int
    messages: int
    clicks: int
    desk_cpu: float


@dataclass
class Gauge:
    stand: Stand
    tally: Tally
    file: Path
    samples: list[Sample] = field(default_factory=list)

    async def read(self, life: int) -> None:
        """Left out while the store is away."""
        try:
            sample = await self._sample(life)
        except (RedisError, OSError):
            return
        self.samples.append(sample)
        fresh = not self.file.exists()
        with self.file.open("a", newline="") as out:
            writer = csv.DictWriter(out, list(asdict(sample)))
            if fresh:
                writer.writeheader()
            writer.writerow(asdict(sample))

    async def _sample(self, life: int) -> Sample:
        folder = self.stand.folder
        sizes, keys = await self._sizes()
        desk = processes.desk_pid(folder, self.stand.process.pid if self.stand.process else None)
        return Sample(
            minutes=round(self.tally.minutes, 2),
            life=life,
            desk=processes.resident(desk),
            store=processes.resident(processes.store_pid(folder)),
            platform=processes.resident(processes.platform_pid(folder)),
            sandboxes=len(processes.sandboxes(folder)),
            used=int((await self.stand.store.client.info("memory"))["used_memory"]) // 1024,
            keys=keys,
            messages=self.tally.counts["messages"],
            clicks=self.tally.counts["clicks"],
            desk_cpu=processes.seconds_used(desk),
            **{name: sizes[name] // 1024 for name in ("marks", "ledger", "projects", "engine", "other")},
        )

    async def _sizes(self) -> tuple[Counter[str], int]:
        """Bytes by kind, and how many keys there are."""
        client, base = self.stand.store.client, self.stand.store.keys.base
        names = [name async for name in client.scan_iter(count=1000)]
        sizes: Counter[str] = Counter()
        for start in range(0, len(names), AT_ONCE):
            some = names[start : start + AT_ONCE]
            pipe = client.pipeline(transaction=False)
            for name in some:
                pipe.memory_usage(name, samples=0)
            for name, size in zip(some, await pipe.execute(), strict=True):
                sizes[_kind(name, base)] += size or 0
        return sizes, len(names)

    def judge(self) -> list[str]:
        """What grew in the longest life of the desk, and in the whole run of the store."""
        lives = Counter(one.life for one in self.samples)
        longest = max(lives, key=lives.__getitem__, default=0)
        one_life = [one for one in self.samples if one.life == longest and one.desk]
        grown = [*_grown("the desk", [one.desk for one in one_life])]
        idle = [one.used - one.marks - one.ledger - one.projects for one in self.samples]
        return grown + _grown("the store besides what it keeps of messages and drafts", idle)

    def ratio(self, values: list[int]) -> float:
        return _ratio(values)


def _grown(what: str, values: list[int]) -> list[str]:
    if len(values) < ENOUGH or (ratio := _ratio(values)) <= LIMIT:
        return []
    return [f"{what} grew by {ratio - 1:.1%} from the second quarter to the last"]


def _ratio(values: list[int]) -> float:
    """The last quarter by the second one."""
    quarter = max(1, len(values) // 4)
    return median(values[-quarter:]) / max(1, median(values[quarter : 2 * quarter]))


def _kind(name: str, base: str) -> str:
    if not name.startswith(base):
        return "engine"
    kind = name.removeprefix(base).partition(":")[0]
    return next((word for word, kinds in FAMILIES.items() if kind in kinds), "other")


FAMILIES = {"marks": MARKS, "ledger": LEDGER, "projects": PROJECTS}
