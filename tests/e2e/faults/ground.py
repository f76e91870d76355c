"""What every scenario stands on: a folder, processes to be killed, and how much is asked for."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.faults.nursery import Nursery
from tests.e2e.faults.site import Site, site


@dataclass(frozen=True)
class Ground:
    """`full`: the counts that were promised, instead of a share of them that takes seconds."""

    folder: Path
    born: Nursery
    full: bool = False

    def many(self, share: int, whole: int) -> int:
        return whole if self.full else share

    @asynccontextmanager
    async def site(self, name: str, **settings: object) -> AsyncIterator[Site]:
        async with site(self.folder / name, self.born, settings) as found:
            yield found
