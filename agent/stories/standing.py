"""How things stand, from the log alone: no skill runs, nothing is polled."""

import re
from collections.abc import Iterator

from agent import drafts as rows
from agent import readings, views
from agent.brain.language import fold
from agent.desk import Desk
from agent.events import Events, Say
from agent.phases import Phase
from agent.stories import people
from agent.tasks import Entry, entries
from agent.words import page

NAME = re.compile(r"\w{2,}")
LATE_SHOWN = 8
SHORT = 3  # letters: shorter words of a title name nothing
PARTICLES = {"da", "de", "do", "das", "dos", "van", "von", "der", "den", "el", "la"}


def status(desk: Desk) -> Iterator[str]:
    if desk.phase is Phase.NONE:
        yield desk.words.say("status.none")
        return
    yield from views.digest(desk.files, desk.now, desk.zone, desk.words)


def lateness(desk: Desk) -> Iterator[str]:
    late = late_tasks(desk, entries(desk.log))
    yield from late or [desk.words.say("late.none")]


def late_tasks(desk: Desk, found: tuple[Entry, ...]) -> list[str]:
    """Who was asked and is late comes first, then what the owner keeps, then what nobody was asked for yet."""
    words, own = desk.words, people.own_tasks(desk)
    late = [entry for entry in found if entry.late(desk.now, desk.zone)]
    late.sort(key=lambda entry: (entry.task_id in own, not entry.kickoff.sent))
    lines = [
        words.say("late.yours", title=entry.title, day=views.local_day(entry.due_at, desk.zone, words))
        if entry.task_id in own
        else views.late_line(entry, desk.now, desk.zone, words)
        for entry in late
    ]
    if not lines:
        return []
    more = [f"- {words.say('late.more', n=len(lines) - LATE_SHOWN)}"] if len(lines) > LATE_SHOWN else []
    day = views.local_day(desk.now.isoformat(), desk.zone, words)
    return [words.say("late.head", day=day), *lines[:LATE_SHOWN], *more]


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
    yield Say(text=page(mentioned(desk)) or desk.words.say("help"))


async def _sources(desk: Desk) -> list[str]:
    names, words = await desk.sources.names(), desk.words
    if not names:
        return [words.say("sources.none")]
    log = desk.log
    kickoff = readings.kickoff(log)
    read = (*readings.rfp(log).source_refs, *(kickoff.source_refs if kickoff else ()))
    used = [words.say("sources.head"), *(f"- {name}" for name in dict.fromkeys(read))] if read else []
    return [*used, words.say("sources.seen", files=words.count(len(names), "file"), names=", ".join(names))]


def mentioned(desk: Desk) -> Iterator[str]:
    """The tasks whose title or owner the words name."""
    asked = set(NAME.findall(fold(desk.ask.text)))
    for entry in entries(desk.log):
        named = {word for word in NAME.findall(fold(entry.title)) if len(word) > SHORT}
        if asked & (named | set(NAME.findall(fold(entry.owner))) - PARTICLES):
            yield views.task_line(entry, desk.now, desk.zone, desk.words)


def gate(desk: Desk) -> Iterator[str]:
    """Consent in words sends nothing: where it is given, and how many drafts wait for it."""
    words, waiting = desk.words, len(rows.pending(desk.files.drafts))
    left = words.say("gate.left", drafts=words.count(waiting, "waiting")) if waiting else words.say("gate.none")
    yield f"{words.say('gate.words')} {left}"


def card_only(desk: Desk) -> Iterator[str]:
    """Whoever asks for sending in words is told where sending happens."""
    if rows.pending(desk.files.drafts):
        yield desk.words.say("gate.words")
