"""Kickoff notes read once more after the gate: new commitments become tasks, known ones stay as they are."""

from typing import Any

from agent import readings
from agent.brain import intents
from agent.brain.interface import Kickoff
from agent.desk import Desk
from agent.events import Events, Say
from agent.marks import new_task
from agent.phases import EXTRACT
from agent.stories import briefing, receipt, standing
from agent.tasks import Entry, entries
from agent.words import page

Json = dict[str, Any]


def are_pasted(desk: Desk) -> bool:
    """Notes that stand in the message itself: lines behind the one that speaks of them."""
    lines = [line for line in desk.ask.text.splitlines() if line.strip() and not line.lstrip().startswith(">")]
    return not desk.ask.files and len(lines) > 1 and intents.intent(lines[0], True) == "kickoff"


async def pasted(desk: Desk) -> Events:
    yield Say(text=desk.words.say("notes.file"))


async def read_again(desk: Desk) -> Events:
    yield desk.run(EXTRACT)
    rfp = readings.rfp(desk.log)
    kickoff = await desk.brain.find_kickoff(desk.sources, rfp, desk.ask.text, desk.words.locale)
    found = desk.brain.allocate(rfp, kickoff, readings.owner_with_address(desk.owner, kickoff)) if kickoff else ()
    fresh = unknown(entries(desk.log), [new_task(task) for task in found])
    if fresh and kickoff:
        _take(desk, fresh, kickoff)
    if drafts := desk.show_again():
        yield drafts
    doubts = receipt.wrong_notes(rfp, kickoff, desk.words) if fresh and kickoff else ()
    yield Say(text=page([_news(desk, fresh), *doubts, *await _unread(desk), *standing.card_only(desk)]))
    yield desk.view()


def _take(desk: Desk, fresh: list[Json], kickoff: Kickoff) -> None:
    keys = {"kickoff": readings.kickoff_keys(kickoff)}
    desk.patch(lambda log: {"tasks": [*log.get("tasks", []), *fresh], **keys})
    desk.note("kickoff_found", f"{len(fresh)} new tasks", ", ".join(kickoff.source_refs))
    briefing.offer_briefs(desk)


async def _unread(desk: Desk) -> list[str]:
    """Of the files that were just handed in."""
    found = await receipt.troubles(desk.sources)
    just_now = {name: why for name, why in found.items() if name in desk.ask.files}
    return list(receipt.unread_lines(just_now, desk.words))


def _news(desk: Desk, fresh: list[Json]) -> str:
    if not fresh:
        return desk.words.say("kickoff.nothing_new")
    titles = desk.words.join(str(task["title"]) for task in fresh)
    return desk.words.say("kickoff.new", tasks=desk.words.count(len(fresh), "task"), titles=titles)


def unknown(known: tuple[Entry, ...], found: list[Json]) -> list[Json]:
    """Tasks that nobody has yet, by owner and title, under numbers that are free."""
    have = {
        (who, entry.title.casefold()) for entry in known for who in (entry.address.casefold(), entry.owner.casefold())
    }
    taken, fresh = {entry.task_id for entry in known}, []
    for task in found:
        title = str(task["title"]).casefold()
        people = (task["owner_upn"], task["owner_display_name"])
        if any((str(who).casefold(), title) in have for who in people if who):
            continue
        task_id = _free_id(str(task["task_id"]), taken)
        taken.add(task_id)
        fresh.append(task | {"task_id": task_id, "id": task_id})
    return fresh


def _free_id(wanted: str, taken: set[str]) -> str:
    if wanted not in taken:
        return wanted
    stem = wanted.rstrip("0123456789").rstrip("-")
    return next(name for n in range(2, len(taken) + 3) if (name := f"{stem}-{n}") not in taken)
