"""How things stand, from the log alone: no skill runs, nothing is polled."""

import re
from collections.abc import Iterator

from agent import drafts as rows
from agent import readings, views
from agent.desk import Desk
from agent.events import Events, Say
from agent.phases import Phase
from agent.tasks import Entry, entries
from agent.words import page

WORD = re.compile(r"\w{4,}")


def status(desk: Desk) -> Iterator[str]:
    if desk.phase is Phase.NONE:
        yield desk.words.say("status.none")
        return
    yield from views.digest(desk.files, desk.now, desk.zone, desk.words)


def lateness(desk: Desk) -> Iterator[str]:
    late = [entry for entry in entries(desk.log) if entry.late(desk.now, desk.zone)]
    if not late:
        yield desk.words.say("late.none")
        return
    yield desk.words.say("late.head", day=views.local_day(desk.now.isoformat(), desk.zone, desk.words))
    yield from (views.late_line(entry, desk.now, desk.zone, desk.words) for entry in late)


def owed(desk: Desk, open_tasks: tuple[Entry, ...]) -> Iterator[str]:
    """What one person still has to hand in."""
    if not open_tasks:
        yield desk.words.say("owed.nothing")
        return
    yield desk.words.say("owed", tasks=desk.words.count(len(open_tasks), "task"))
    yield from (views.task_line(entry, desk.now, desk.zone, desk.words) for entry in open_tasks)


async def small_talk(desk: Desk, intent: str) -> Events:
    if intent == "sources":
        yield Say(text=page(await _sources(desk)))
        return
    yield Say(text=page(_mentioned(desk)) or desk.words.say("help"))


async def _sources(desk: Desk) -> list[str]:
    names, words = await desk.sources.names(), desk.words
    if not names:
        return [words.say("sources.none")]
    log = desk.log
    kickoff = readings.kickoff(log)
    read = (*readings.rfp(log).source_refs, *(kickoff.source_refs if kickoff else ()))
    used = [words.say("sources.head"), *(f"- {name}" for name in dict.fromkeys(read))] if read else []
    return [*used, words.say("sources.seen", files=words.count(len(names), "file"), names=", ".join(names))]


def _mentioned(desk: Desk) -> Iterator[str]:
    """The tasks whose title or owner the words name."""
    asked = {word.casefold() for word in WORD.findall(desk.ask.text)}
    for entry in entries(desk.log):
        names = {word.casefold() for word in WORD.findall(f"{entry.title} {entry.owner}")}
        if asked & names:
            yield views.task_line(entry, desk.now, desk.zone, desk.words)


def card_only(desk: Desk) -> Iterator[str]:
    """Whoever asks for sending in words is told where sending happens."""
    if rows.pending(desk.files.drafts):
        yield desk.words.say("gate.words")
