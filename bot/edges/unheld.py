"""What Azure's SDKs ask of a credential besides its tokens: to be opened and closed. These hold nothing open."""

from types import TracebackType
from typing import Self


class Unheld:
    async def close(self) -> None:
        """Nothing is held."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None = None,
        trouble: BaseException | None = None,
        trace: TracebackType | None = None,
    ) -> None:
        await self.close()
