"""A chair that one process of the desk sits on at a time; the others look on, and leave notes for whoever has it."""

import secrets

from bot.edges.store.mailbox import Mailboxes


class Chair:
    """Every method raises `StoreDown`."""

    def __init__(self, store: Mailboxes, name: str) -> None:
        """`name`: of the work that must not be done twice. The chair falls free when `take` was not called for 45 s."""
        self._store, self._name, self._me = store, name, secrets.token_hex(8)
        self._lease = ""

    async def take(self) -> bool:
        """Is it ours, taken now or kept?"""
        self._lease = await self._store.enter(self._name, self._me) or ""
        return bool(self._lease)

    async def leave(self) -> None:
        if self._lease:
            await self._store.leave(self._name, self._lease)

    async def note(self, event: str) -> None:
        await self._store.note_for(self._name, event)

    async def noted(self) -> tuple[str, ...]:
        """What was noted since somebody last asked; whoever asks has it alone."""
        return await self._store.noted_for(self._name)

    async def recall(self) -> str:
        """What was kept last, by whoever sat here then."""
        return await self._store.kept_for(self._name)

    async def keep(self, text: str) -> None:
        await self._store.keep_for(self._name, text)
