"""What `/readyz` says: each part by name, whether it has loaded its SDK, and whether the other side answers."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from bot.core.errors import DeskError, StoreDown
from bot.edges.late_agent import LateAgent
from bot.edges.personal_agents import PersonalAgents
from bot.edges.store import DeskStore, roomy
from bot.edges.teams.room import Teams
from bot.edges.web import WARMING
from bot.mailroom import Mailroom

log = logging.getLogger(__name__)
AGAIN = 5.0  # seconds until a part that did not answer is asked again
NOW_AND_THEN = 60.0  # seconds until one that did is


class Readiness:
    """`warm` loads the parts one after the other, so that nobody's first turn has to wait for an SDK."""

    def __init__(
        self, store: DeskStore, teams: Teams, mail: Mailroom, agent: LateAgent | PersonalAgents, data: Path
    ) -> None:
        self._store, self._teams, self._mail, self._data = store, teams, mail, data
        self._parts: dict[str, Callable[[], Awaitable[None]]] = {
            "agent": agent.warm,
            "teams": teams.warm,
            "mail": mail.warm,
        }
        self._state = dict.fromkeys(("teams", "mail", "agent"), WARMING)

    async def warm(self) -> None:
        """Until it is cancelled. What has answered is asked again too: it may have gone since."""
        while True:
            for name, part in self._parts.items():
                await self._ask(name, part)
            fine = all(word == "ok" for word in self._state.values())
            await asyncio.sleep(NOW_AND_THEN if fine else AGAIN)

    async def told(self) -> dict[str, str]:
        return {
            "store": await self._store_ready(),
            "token": await self._teams.token_ready(),
            **self._state,
            **await self._unread(),
            "space": "ok" if roomy(self._data) else "less than 500 MB are free",
        }

    async def _unread(self) -> dict[str, str]:
        """Mails that were given up are said where mail is, while there is nothing worse to say of it."""
        if self._state["mail"] != "ok":
            return {}
        with suppress(StoreDown):  # which is told for itself
            if count := await self._store.unread():
                return {"mail": f"{count} could not be read and lie in the mailbox: see the log"}
        return {}

    async def _ask(self, name: str, part: Callable[[], Awaitable[None]]) -> None:
        before = self._state[name]
        try:
            await part()
            self._state[name] = "ok"
        except (DeskError, OSError) as trouble:
            self._state[name] = f"does not answer: {type(trouble).__name__}"
            if self._state[name] != before:
                log.warning("%s does not answer: %s", name, trouble)
        else:
            if before not in ("ok", WARMING):
                log.info("%s answers again", name)

    async def _store_ready(self) -> str:
        try:
            await self._store.ping()
        except StoreDown:
            return "does not answer"
        return "ok"
