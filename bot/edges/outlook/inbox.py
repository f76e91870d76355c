"""Reads through the inbox for mails nobody told us of: from where the last look ended, or the last days of it."""

import logging
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from typing import Protocol

from bot.core.noun import Noun
from bot.edges.outlook.answers import Answer, filled, trouble
from bot.edges.outlook.line import Line
from bot.edges.outlook.notices import Accept, seen_key
from bot.edges.outlook.papers import EPOCH, Paper, Papers

log = logging.getLogger(__name__)
LOOK_BACK = timedelta(days=2)
TOLD_BY = timedelta(minutes=5)  # Graph tells of a mail within three, if at all
EXPIRED = (400, 410)  # a link from long ago, or of another server


class Memory(Noun):
    """What is known of the subscription from before: its id and end, whose it is, and where the last look ended."""

    subscription: str = ""
    expires: datetime | None = None
    proof: str = ""
    link: str = ""


class Notebook(Protocol):
    """Where it is kept, beyond this process. Every method may raise `StoreDown`."""

    async def recall(self) -> str:
        """ "" before anything was kept."""
        ...

    async def keep(self, text: str) -> None: ...


class Inbox:
    def __init__(
        self,
        line: Line,
        accept: Accept,
        clock: Callable[[], datetime],
        notebook: Notebook,
        look_back: timedelta = LOOK_BACK,
    ) -> None:
        self._line, self._accept, self._clock, self._notebook = line, accept, clock, notebook
        self._look_back = look_back

    async def memory(self) -> Memory:
        text = await self._notebook.recall()
        return Memory.model_validate_json(text) if text else Memory()

    async def keep(self, **changes: object) -> None:
        memory = (await self.memory()).model_copy(update=changes)
        await self._notebook.keep(memory.model_dump_json())

    async def look(self) -> int:
        """Accepts what is there; the store knows what it has had. Returns how many mails Graph should have told of.

        The new link is kept once all that came before it is: a look that ends in the middle is made again.
        """
        link = (await self.memory()).link
        first = await self._line.ask(lambda calls: calls.next_page(link)) if link else None
        if first is None or first.status in EXPIRED:
            if link:
                log.info("where the last look at the inbox ended is not known any more: its last days are read")
            first = await self._line.ask(lambda calls: calls.inbox_since(self._clock() - self._look_back))
        untold, end = 0, ""
        async for page in self._pages(first):
            for paper in page.value:
                untold += await self._take(paper)
            end = page.delta_link or end
        await self.keep(link=end)
        return untold

    async def _take(self, paper: Paper) -> bool:
        """What is older than the look-back has been had, and comes again because it was moved or read."""
        age = self._clock() - paper.received_date_time if paper.received_date_time != EPOCH else timedelta()
        if paper.removed is not None or age > self._look_back:
            return False
        return await self._accept(seen_key(paper.id), paper.id) and age > TOLD_BY

    async def _pages(self, answer: Answer) -> AsyncIterator[Papers]:
        while True:
            if not answer.ok:
                raise trouble(answer, "the inbox could not be looked through")
            page = filled(Papers, answer)
            yield page
            if not page.next_link:
                return
            answer = await self._page(page.next_link)

    async def _page(self, link: str) -> Answer:
        return await self._line.ask(lambda calls: calls.next_page(link))
