"""The line to Microsoft Graph: one client per event loop, few calls at a time, an answer for whatever happens.

Nothing is ever tried twice here. Who asked knows whether a second try is harmless.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from bot.core.errors import ChannelTrouble, MessageGone, Throttled, Undeliverable
from bot.core.noun import Noun

if TYPE_CHECKING:
    from kiota_abstractions.request_information import RequestInformation

    from bot.edges.outlook.calls import Calls

AT_ONCE = 2  # Graph allows four calls per app and mailbox, counted over all our processes
Filled = TypeVar("Filled", bound=BaseModel)
LATER = 30.0  # seconds, where Graph gives no number


class Access(Noun):
    """How to reach the desk's mailbox. Without a secret the machine's managed identity signs in."""

    base_url: str
    mailbox: str
    tenant: str = ""
    client_id: str = ""
    secret: str = ""


class Answer(NamedTuple):
    """What came back. `status` 0: nothing came, and nobody knows whether it was done."""

    status: int
    body: bytes = b""
    code: str = ""
    retry_after: float = LATER

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300

    @property
    def doubtful(self) -> bool:
        """It may have been done all the same."""
        return self.status in (0, 408) or self.status >= 500


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

    async def close(self) -> None:
        if self._calls and self._loop is asyncio.get_running_loop():
            await self._calls.close()
        self._calls = None

    async def _ready(self) -> "Calls":
        """An SDK client lives and dies with the loop it was first used in."""
        loop = asyncio.get_running_loop()
        if self._calls is not None and self._loop is loop:
            return self._calls
        make = await asyncio.to_thread(_sdk)
        if self._calls is None or self._loop is not loop:
            self._calls, self._loop = make(self.access, self._timeout), loop
            self._gate = asyncio.Semaphore(AT_ONCE)
        return self._calls


def _sdk() -> "type[Calls]":
    from bot.edges.outlook.calls import Calls  # 530 modules: a desk without Outlook does not load them

    return Calls


def filled(model: type[Filled], answer: Answer) -> Filled:
    """The answer's JSON as one of our models."""
    try:
        return model.model_validate_json(answer.body)
    except ValidationError as unreadable:
        raise Throttled("Graph said something that is not to be understood", LATER) from unreadable


def trouble(answer: Answer, what: str) -> ChannelTrouble:
    """Our word for an answer to a question that changes nothing."""
    why = f"{what}: {answer.status} {answer.code}".strip()
    if answer.status == 404:
        return MessageGone(why)
    if answer.doubtful or answer.status == 429:
        return Throttled(why, answer.retry_after)
    return Undeliverable(why, "forbidden" if answer.status in (401, 403) else "unknown")
