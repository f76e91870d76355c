"""From “we received the RFP” to briefs that wait for approval: as many skills as the documents allow, in one turn."""

from collections.abc import Awaitable, Callable
from typing import Any

from agent import readings
from agent.brain.interface import Kickoff
from agent.desk import Desk
from agent.events import Events, Say
from agent.marks import new_task
from agent.phases import ALLOCATE, CHARTER, EXTRACT, SEARCH, Phase, next_skill
from agent.stories import addresses, briefing, people, receipt
from agent.words import Words, page

Json = dict[str, Any]
Missing = str | None  # what is missing and one question, or nothing


async def advance(desk: Desk) -> Events:
    """Run skill after skill until the gate, or until something is missing; then say so, and nothing else."""
    while skill := next_skill(desk.log):
        yield desk.run(skill)
        if missing := await STEPS[skill.name](desk):
            yield Say(text=missing)
            return
    waiting = desk.show_again()
    if waiting:
        yield waiting
    yield Say(text=page(receipt.opening(desk)))
    yield desk.view()


async def search(desk: Desk) -> Missing:
    await receipt.remember_unread(desk)
    rfp = await desk.brain.find_rfp(desk.sources, desk.ask.text, desk.words.locale)
    if rfp is None:
        names = await desk.sources.names()
        desk.patch({"asked": "rfp", "skill": "sow-response"})
        desk.note("rfp_search_failed", f"No RFP among {len(names)} documents")
        missing = " ".join([_no_rfp(desk.words, names), *receipt.unread(desk)])
        return _question(desk.words, missing, "rfp.ask")
    desk.advance(Phase.RFP_FOUND, **readings.rfp_keys(rfp), asked="")
    desk.note("rfp_found", f"Read {rfp.title}", ", ".join(rfp.source_refs))
    return None


def _no_rfp(words: Words, names: tuple[str, ...]) -> str:
    if not names:
        return words.say("rfp.missing.nothing")
    return words.say("rfp.missing", files=words.count(len(names), "file"))


def _question(words: Words, missing: str, ask: str) -> str:
    return f"{missing} {words.say(ask)}"


async def draft_charter(desk: Desk) -> Missing:
    rfp = readings.rfp(desk.log)
    desk.advance(Phase.CHARTER_DRAFTED, charter=readings.charter(rfp), status="drafted")
    desk.note("charter_drafted", f"Charter with {len(rfp.sections)} sections")
    desk.files.write_text("project_charter.md", receipt.charter_page(desk))
    return None


async def extract(desk: Desk) -> Missing:
    await receipt.remember_unread(desk)
    rfp = readings.rfp(desk.log)
    kickoff = await desk.brain.find_kickoff(desk.sources, rfp, desk.ask.text, desk.words.locale)
    tasks = desk.brain.allocate(rfp, kickoff, readings.owner_with_address(desk.owner, kickoff)) if kickoff else ()
    if kickoff is None or not tasks:
        desk.patch({"asked": "kickoff"})
        desk.note("kickoff_search_failed", "No commitments in the notes" if kickoff else "No kickoff notes")
        missing = _question(desk.words, await _no_kickoff(desk, kickoff), "kickoff.ask")
        return page([*receipt.request_only(desk), missing])
    desk.advance(
        Phase.KICKOFF_FOUND, kickoff=readings.kickoff_keys(kickoff), tasks=[new_task(task) for task in tasks], asked=""
    )
    desk.note("kickoff_found", f"{len(tasks)} tasks from the kickoff", ", ".join(kickoff.source_refs))
    return None


async def _no_kickoff(desk: Desk, kickoff: Kickoff | None) -> str:
    if kickoff:
        return desk.words.say("kickoff.empty", source=", ".join(kickoff.source_refs))
    files = desk.words.count(len(await desk.sources.names()), "file")
    return desk.words.say("kickoff.missing", files=files)


async def allocate(desk: Desk) -> Missing:
    addresses.recall(desk)
    briefing.offer_briefs(desk)
    desk.advance(Phase.WAITING, asked="address" if people.unaddressed(desk) else "")
    desk.files.write_text("project_charter.md", receipt.charter_page(desk))
    return None


STEPS: dict[str, Callable[[Desk], Awaitable[Missing]]] = {
    SEARCH.name: search,
    CHARTER.name: draft_charter,
    EXTRACT.name: extract,
    ALLOCATE.name: allocate,
}
