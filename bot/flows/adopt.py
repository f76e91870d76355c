"""A turn that was cut may have left drafts in its sandbox that no card shows: they are looked for, and shown once."""

import json
import logging

from bot.core.draft import Draft, record_key
from bot.core.errors import AgentBusy, AgentDown, AgentTrouble
from bot.core.letter import Looked
from bot.core.memory import Effects
from bot.core.people import Project
from bot.core.turn import Answer, Offered
from bot.core.wire_draft import drafts_in
from bot.flows import agenda, offers
from bot.flows.effects import approval_place
from bot.flows.ports import World

log = logging.getLogger(__name__)
DRAFTS = "projects/{}/drafts.json"
OPEN = "pending"  # how the agent calls a draft that waits


async def find(world: World, project_id: str, cuts: int) -> None:
    """What is found comes in through the mailbox, so that no turn runs beside it. `cuts`: as `unseen` counted them."""
    project = await world.store.project(project_id)
    try:
        lost = await _lost(world, project) if project else ()
    except (AgentBusy, AgentDown):
        return  # the next round looks again
    except AgentTrouble as trouble:
        log.warning("the drafts of %s could not be read: %s", project_id, type(trouble).__name__)
        lost = ()
    if project and lost:
        now = world.clock()
        found = Looked(letter_id=f"adopt.{project_id}.{int(now.timestamp())}", at=now, reason="adopt")
        await world.store.accept(found.letter_id, project.home, found, project_id)
        world.jobs.book(project_id)
    await world.store.seen_to(project_id, cuts)


async def adopt(world: World, project: Project, found: Looked) -> Effects:
    """No turn and no word of the agent's: its drafts become records and a card, as if the stream had held."""
    try:
        lost = await _lost(world, project)
    except (AgentBusy, AgentDown):
        return Effects(unseen=True)
    except AgentTrouble as trouble:
        log.warning("the drafts of %s could not be read: %s", project.project_id, type(trouble).__name__)
        return Effects()
    answer = Answer()
    answer.hear(Offered(drafts=lost))
    records = await offers.taken_in(world, project, answer)
    place = await approval_place(world, project)
    records, parcels = offers.cards_for(world, found.letter_id, records, place)
    return Effects(records=records, parcels=parcels, timers=agenda.decisions(world, project, records))


async def _lost(world: World, project: Project) -> tuple[Draft, ...]:
    """The drafts that are open in the sandbox and of which nobody here has seen this version."""
    raw = await world.agent.read(project.session_id, DRAFTS.format(project.project_id))
    found, unreadable = drafts_in({"drafts": _open(raw)})
    if unreadable:
        log.warning("%d drafts in the sandbox of %s cannot be read", unreadable, project.project_id)
    return tuple([draft for draft in found if await _unknown(world, project, draft)])


async def _unknown(world: World, project: Project, draft: Draft) -> bool:
    known = await world.store.record(record_key(project.project_id, draft.draft_id))
    return known is None or draft.version > known.draft.version


def _open(raw: bytes | None) -> list[object]:
    """The agent's own file: read with care, as everything that passed through a model."""
    try:
        told = json.loads(raw) if raw else None
    except ValueError:
        return []
    rows = told.get("drafts") if isinstance(told, dict) else None
    found = rows if isinstance(rows, list) else []
    return [row for row in found if isinstance(row, dict) and row.get("state", OPEN) == OPEN]
