"""Briefs for those who took something on and can be reached."""

from agent import readings
from agent.brain.interface import Owner, Rfp, Task
from agent.desk import Desk
from agent.stories import people
from agent.tasks import entries
from agent.wire import Draft


def offer_briefs(desk: Desk) -> tuple[Draft, ...]:
    """Write a brief for every task whose owner has an address and that was offered none before."""
    offered = {row.get("task_id") for row in desk.files.drafts if row.get("purpose") == "kickoff_brief"}
    log, own = desk.log, people.own_tasks(desk)
    rfp, owner = readings.rfp(log), people.owner(desk)
    wanted = [e for e in entries(log) if e.address and e.task_id not in {*offered, *own} and not e.kickoff.sent]
    drafts = tuple(brief(desk, people.task_for(desk, entry), rfp, owner) for entry in wanted)
    if drafts:
        desk.offer(drafts)
    return drafts


def brief(desk: Desk, task: Task, rfp: Rfp, owner: Owner) -> Draft:
    draft = desk.brain.brief(task, rfp, owner)
    return draft.model_copy(update={"draft_id": f"brief-{task.task_id}", "version": 1, "task_id": task.task_id})
