"""What was counted, and every promise that was broken."""

import asyncio
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Tally:
    counts: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    @property
    def minutes(self) -> float:
        return (time.monotonic() - self.began) / 60

    def ended(self, task: "asyncio.Task[None]") -> None:
        """A part of the soak that ends before its time sees nothing any more."""
        if not task.cancelled() and (wrong := task.exception()):
            traceback.print_exception(wrong)
            self.broke("the soak itself failed", repr(wrong))

    def broke(self, promise: str, where: str) -> None:
        self.broken.append(f"{self.minutes:6.1f} min  {promise}: {where}")
        print(f"BROKEN {self.broken[-1]}", flush=True)
