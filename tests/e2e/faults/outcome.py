"""What a scenario came to, and the table of all of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from rich.table import Table

HEADINGS = (
    "scenario", "runs", "turns / clicks / deliveries", "kills", "lost", "twice", "out of order", "ambiguous",
    "recovery s", "verdict",
)  # fmt: skip


@dataclass
class Outcome:
    """`units`: what was put to the desk. Ambiguous: `injected` by us, `found` by the desk. Recoveries in seconds."""

    scenario: str
    runs: int = 1
    units: int = 0
    what: str = "turns"
    kills: int = 0
    injected: int = 0
    found: int = 0
    recoveries: list[float] = field(default_factory=list)
    breaks: list[str] = field(default_factory=list)
    skipped: str = ""

    @property
    def lost(self) -> int:
        return sum("not answered" in one or "not told" in one or "did not arrive" in one for one in self.breaks)

    @property
    def twice(self) -> int:
        return sum("times" in one or "twice" in one for one in self.breaks)

    @property
    def disordered(self) -> int:
        return sum("out of order" in one for one in self.breaks)

    def wrong(self, about: str, sentences: Iterable[str]) -> None:
        self.breaks += [f"{about}: {one}" for one in sentences]

    def expect(self, holds: bool, sentence: str) -> None:
        """`sentence` says what is wrong when it does not hold."""
        if not holds:
            self.breaks.append(sentence)

    def doubts(self, injected: int, found: int, about: str = "") -> None:
        self.injected += injected
        self.found += found
        self.expect(injected == found, f"{about}: {injected} deliveries were made doubtful, {found} are marked so")

    def add(self, other: "Outcome") -> None:
        """The same scenario once more."""
        for name in ("runs", "units", "kills", "injected", "found"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.recoveries += other.recoveries
        self.breaks += other.breaks

    @property
    def verdict(self) -> str:
        if self.skipped:
            return f"skipped: {self.skipped}"
        return "holds" if not self.breaks else f"{len(self.breaks)} breaks"


def table(outcomes: Sequence[Outcome], title: str) -> Table:
    drawn = Table(title=title, title_justify="left")
    for number, heading in enumerate(HEADINGS):
        drawn.add_column(heading, justify="left" if number in (0, len(HEADINGS) - 1) else "right", overflow="fold")
    for one in outcomes:
        times = f"{median(one.recoveries):.1f} / {max(one.recoveries):.1f}" if one.recoveries else "-"
        drawn.add_row(
            one.scenario, str(one.runs), f"{one.units} {one.what}", str(one.kills), str(one.lost), str(one.twice),
            str(one.disordered), f"{one.injected} / {one.found}", times, one.verdict,
        )  # fmt: skip
    return drawn
