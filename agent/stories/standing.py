"""How things stand, from the log alone: no skill runs, nothing is polled."""

import re
from collections.abc import Iterator

from agent import drafts as rows
from agent import readings, views
from agent.brain.cited import cited_section, cites_section
from agent.brain.clauses import asks
from agent.brain.concepts import concepts
from agent.brain.language import fold
from agent.desk import Desk
from agent.events import Events, Say
from agent.phases import Phase
from agent.stories import addresses, people
from agent.tasks import Entry, entries
from agent.words import page

NAME = re.compile(r"\w{2,}")
LATE_SHOWN = 8
NUMBERED = re.compile(r"\b(?:task|tarefa)\s*(?:no\.?|number|numero|#)?\s*([1-9]\d?)\b")
SHORT = 3  # letters: shorter words of a title name nothing
PARTICLES = {"da", "de", "do", "das", "dos", "van", "von", "der", "den", "el", "la"}
AROUND_A_NAME = {
    "the",
    "and",
    "part",
    "parte",
    "task",
    "tarefa",
    "section",
    "secao",
    "about",
    "sobre",
    "please",
} | PARTICLES


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


def unanswered(desk: Desk) -> Iterator[str]:
    """Whoever was asked and has not handed in everything."""
    words, own = desk.words, people.own_tasks(desk)
    asked = [one for one in entries(desk.log) if one.kickoff.sent and one.task_id not in own]
    missing = [one for one in asked if not one.done]
    yield words.say("unanswered.head" if missing else "unanswered.none" if asked else "unanswered.unsent")
    yield from (line(desk, entry) for entry in missing)
    waiting = len(rows.pending(desk.files.drafts))
    if waiting:
        yield words.say("gate.left", drafts=words.count(waiting, "waiting"))


def line(desk: Desk, entry: Entry) -> str:
    return views.task_line(entry, desk.now, desk.zone, desk.words)


async def told_sources(desk: Desk) -> Events:
    yield Say(text=page(await _sources(desk)))


async def _sources(desk: Desk) -> list[str]:
    names, words = await desk.sources.names(), desk.words
    if not names:
        return [words.say("sources.none")]
    log = desk.log
    kickoff = readings.kickoff(log)
    read = (*readings.rfp(log).source_refs, *(kickoff.source_refs if kickoff else ()))
    used = [words.say("sources.head"), *(f"- {name}" for name in dict.fromkeys(read))] if read else []
    return [*used, words.say("sources.seen", files=words.count(len(names), "file"), names=", ".join(names))]


def mentioned(desk: Desk, text: str) -> Iterator[str]:
    """The tasks whose title or owner the words name, for words that ask, or are nothing but such a name."""
    asked, said = set(NAME.findall(fold(text))), concepts(text)
    if not (asks(text) or _only_named(desk, asked)):
        return
    for entry in entries(desk.log):
        named = {word for word in NAME.findall(fold(entry.title)) if len(word) > SHORT}
        if said & concepts(entry.title) or asked & (named | set(NAME.findall(fold(entry.owner))) - PARTICLES):
            yield line(desk, entry)


def _only_named(desk: Desk, said: set[str]) -> bool:
    """Whether the words are nothing but a name or a title: anything more may want something."""
    known = {word for entry in entries(desk.log) for word in NAME.findall(fold(f"{entry.title} {entry.owner}"))}
    return bool(said & known) and said <= known | AROUND_A_NAME


def named_people(desk: Desk, text: str) -> list[str]:
    return addresses.named(text, tuple(dict.fromkeys(entry.owner for entry in entries(desk.log) if entry.owner)))


def meant(desk: Desk, text: str) -> list[Entry]:
    """The tasks of the people that are named; where nobody is, the task of a number, of a section, or of a title."""
    found, people_named = entries(desk.log), named_people(desk, text)
    if people_named:
        return [one for one in found if one.owner in people_named]
    if numbered := NUMBERED.search(fold(text)):
        return list(found[int(numbered[1]) - 1 : int(numbered[1])])
    if section := cited_section(text, readings.rfp(desk.log).sections):
        return [one for one in found if one.section_id == section.id]
    said = concepts(text)
    return [one for one in found if (title := concepts(one.title)) and title <= said]


def by_number(text: str) -> bool:
    """Whether a task or a section is meant by its number, known or not."""
    return bool(NUMBERED.search(fold(text))) or cites_section(text)


def gate(desk: Desk) -> Iterator[str]:
    """Consent in words sends nothing: where it is given, and how many drafts wait for it."""
    words, waiting = desk.words, len(rows.pending(desk.files.drafts))
    left = words.say("gate.left", drafts=words.count(waiting, "waiting")) if waiting else words.say("gate.none")
    yield f"{words.say('gate.words')} {left}"


def card_only(desk: Desk) -> Iterator[str]:
    """Whoever asks for sending in words is told where sending happens."""
    if rows.pending(desk.files.drafts):
        yield desk.words.say("gate.words")
