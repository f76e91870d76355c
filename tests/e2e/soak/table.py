"""The soak in figures, every ten minutes and at the end."""

from rich.console import Console
from rich.table import Table

from tests.e2e.soak.audit import Audit
from tests.e2e.soak.gauge import Gauge, Sample
from tests.e2e.soak.line import Line
from tests.e2e.soak.tally import Tally
from tests.e2e.soak.wall import Wall

COLUMNS = (
    "min", "messages", "answers", "clicks", "desk MB", "store MB", "platform MB",
    "used MB", "keys", "doubtful", "broken",
)  # fmt: skip


class Report:
    def __init__(self, gauge: Gauge, tally: Tally, audit: Audit, line: Line, wall: Wall) -> None:
        self.gauge, self.tally, self.audit, self.line, self.wall = gauge, tally, audit, line, wall
        self.rows: list[tuple[str, ...]] = []
        self.console = Console(width=120, highlight=False)

    def row(self) -> None:
        """One more row, printed with those before it."""
        if not self.gauge.samples:
            return
        one, counts = self.gauge.samples[-1], self.tally.counts
        sizes = (f"{size / 1024:.1f}" for size in (one.desk, one.store, one.platform, one.used))
        figures = (counts["messages"], counts["answers"], counts["clicks"])
        rest = (one.keys, self.audit.doubtful, len(self.tally.broken))
        self.rows.append((f"{self.tally.minutes:.0f}", *map(str, figures), *sizes, *map(str, rest)))
        self.console.print(_table(COLUMNS, self.rows))

    def end(self, memory: list[str]) -> None:
        counts = self.tally.counts
        self.console.print(_table(("counted", "times"), [(name, str(n)) for name, n in sorted(counts.items()) if n]))
        met = [*self.line.statuses.items(), *self.wall.refused.items()]
        self.console.print(_table(("answered", "times"), [(name, str(n)) for name, n in sorted(met)]))
        slowest = ", ".join(f"{kind} {seconds:.2f} s" for kind, seconds in self.line.slowest.items())
        self.console.print(f"Slowest answer at the door: {slowest}.")
        self._growth()
        for one in (*self.tally.broken, *memory):
            self.console.print(f"BROKEN  {one}", markup=False)
        self.console.print("Every promise held." if not self.tally.broken and not memory else "Promises were broken.")

    def _growth(self) -> None:
        samples = self.gauge.samples
        if len(samples) < 2:
            return
        lives = sorted({one.life for one in samples})
        for life in lives:
            self.console.print(self._life(life, [one for one in samples if one.life == life and one.desk]))
        first, last = samples[len(samples) // 4], samples[-1]
        messages = max(1, last.messages - first.messages)
        for name in ("used", "marks", "ledger", "projects", "engine", "other"):
            now, before = getattr(last, name), getattr(first, name)
            per_thousand = (now - before) * 1000 / messages
            self.console.print(f"store, {name}: {now} KB, {per_thousand:+.0f} per 1000 messages")

    def _life(self, life: int, samples: list[Sample]) -> str:
        if not samples:
            return f"life {life}: too short to be seen"
        sizes = [one.desk for one in samples]
        span = samples[-1].minutes - samples[0].minutes
        busy = (samples[-1].desk_cpu - samples[0].desk_cpu) / max(1.0, span * 60)
        flat = f"last quarter by second {self.gauge.ratio(sizes):.3f}" if len(sizes) >= 8 else "too short for quarters"
        return f"desk, life {life}: {span:.0f} min, {min(sizes)}–{max(sizes)} KB, {flat}, {busy:.0%} of a core"


def _table(columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> Table:
    table = Table()
    for name in columns:
        table.add_column(name, justify="right" if name not in ("counted", "answered") else "left")
    for row in rows:
        table.add_row(*row)
    return table
