"""The line to Microsoft Graph: one client per event loop, few calls at a time, an answer for whatever happens.

Nothing is ever tried twice here. Who asked knows whether a second try is harmless.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.edges.outlook.answers import Access, Answer

if TYPE_CHECKING:
    from kiota_abstractions.request_information import RequestInformation

    from bot.edges.outlook.calls import Calls

AT_ONCE = 2  # Graph allows four calls per app and mailbox, counted over all our processes


class Line:
    def __init__(self, access: Access, timeout: float = 30) -> None:
        """`timeout`: seconds without a sign of life. Cheap: the SDK is loaded at the first call, or by `warm`."""
        self.access = access
        self._timeout = timeout
        self._calls: Calls | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._gate = asyncio.Semaphore(AT_ONCE)

    async def warm(self) -> None:
        """Loads the SDK away from the event loop, which it would hold up for half a second."""
        await self._ready()

    async def ask(self, question: "Callable[[Calls], RequestInformation]") -> Answer:
        """Never raises for what happens on the way or at Graph."""
        calls = await self._ready()
        async with self._gate:
            return await calls.run(question(calls))

    async def roles(self) -> tuple[tuple[str, ...], Answer]:
        """The rights that the sign-in itself grants, in every mailbox; none where Exchange grants them per mailbox."""
        return await (await self._ready()).roles()

    async def close(self) -> None:
        if self._calls and self._loop is asyncio.get_running_loop():
            await self._calls.close()
        self._calls = None

    async def _ready(self) -> "Calls":
        """An SDK client lives and dies with the loop it was first used in."""
        loop = asyncio.get_running_loop()
        if self._calls is not None and self._loop is loop:
            return self._calls
        # without this task's context, in which a loop runs already: the thread runs one of its own for a moment
        made = await loop.run_in_executor(None, _made, self.access, self._timeout)
        if self._calls is None or self._loop is not loop:
            self._calls, self._loop = made, loop
            self._gate = asyncio.Semaphore(AT_ONCE)
        return self._calls


def _made(access: Access, timeout: float) -> "Calls":
    """It takes half a second, most of it the first time."""
    from bot.edges.outlook.calls import Calls, rehearsed  # 530 modules: a desk without Outlook does not load them

    rehearsed()
    return Calls(access, timeout)
