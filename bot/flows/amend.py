"""A message was edited, deleted or restored: before anybody began to work on it that counts, afterwards no longer.

What the agent has read cannot be unread, and no turn is made twice: who wants something else writes again.
"""

from datetime import timedelta

from bot.core.letter import Said, ask_box
from bot.flows.ports import World

BRIEFLY, LONG = timedelta(seconds=1), timedelta(days=2)


async def amend(world: World, seen: str, said: Said, deleted: bool, restored: bool) -> None:
    """`said`: the message as it reads now. One that was taken out of its box is put back when it is restored."""
    project_id = await world.store.project_of(said.place.thread) or said.place.project_id
    withdrawn = f"withdrawn:{said.letter_id}"
    if restored:
        if not await world.store.once(withdrawn, BRIEFLY):
            await world.store.accept(f"{seen}|{said.at.isoformat()}", said.place, said)
            world.jobs.book(project_id)
        return
    for box in (project_id, ask_box(project_id)):
        if await world.store.amend(box, said.letter_id, None if deleted else said):
            if deleted:
                await world.store.once(withdrawn, LONG)
            return
