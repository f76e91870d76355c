"""Work of another kind than a response: a skill's steps, kept in the log as a list that the owner ticks off."""

import re
from collections.abc import Iterator

from agent.brain import intents
from agent.brain.language import stems
from agent.catalogue import Skill
from agent.desk import Desk
from agent.events import Events, Say
from agent.phases import process
from agent.stories import standing
from agent.tasks import Entry, Json, entries, rolled_up
from agent.words import Words, page

BREAKS = re.compile(r"[\W_]+")  # a file's name joins its words with anything
ALIKE = 1  # words a file's name has to share with a step


async def begin(desk: Desk, skill: Skill) -> Events:
    yield desk.follow(skill.name)
    steps = [_step(number, text) for number, text in enumerate(skill.steps, 1)]
    desk.patch(
        {
            "skill": skill.name,
            "phase": "following",
            "process": {"skill": skill.name, "title": skill.title},
            "project_name": desk.log.get("project_name") or skill.title,
            "tasks": [_owned(step, desk) for step in steps],
            "asked": "",
        }
    )
    desk.note("process_begun", f"{skill.title}: {len(steps)} steps", skill.name)
    yield Say(text=page([_head(desk, skill, len(steps)), *_numbered(desk), desk.words.say("follow.how")]))
    yield desk.view()


async def hear(desk: Desk) -> Events:
    """The owner says which steps are done, hands something in, or asks how it stands."""
    steps = tuple(entry.title for entry in entries(desk.log))
    found = await desk.brain.follow(_skill(desk), steps, desk.ask.text, await desk.before())
    if found.done:
        async for event in _ticked(desk, found.done):
            yield event
        return
    if desk.ask.files:
        async for event in _handed_in(desk):
            yield event
        return
    if intents.intent(desk.ask.text, True) == "late":
        yield Say(text=page(standing.lateness(desk)))
        return
    yield Say(text=page([found.say] if found.say else [*_numbered(desk), desk.words.say("follow.how")]))


async def hear_of(desk: Desk) -> Events:
    """Somebody else writes: what they hand in is noted for the owner, who alone ticks off."""
    if not desk.ask.files:
        name = desk.ask.speaker.name or desk.ask.speaker.address
        desk.note("captured", f"Words from {name}", desk.ask.speaker.ref)
        yield Say(text=Words(desk.owner.locale).say("follow.heard", name=name))
        return
    async for event in _handed_in(desk):
        yield event


def _skill(desk: Desk) -> Skill:
    """The skill as its folder has it now; where that is gone, its name alone."""
    name = process(desk.log)
    return next((one for one in desk.skills if one.name == name), Skill(name=name, description=name))


def _owned(step: Json, desk: Desk) -> Json:
    owner = desk.owner
    return step | {"owner_display_name": owner.name, "owner_upn": owner.address}


def _step(number: int, text: str) -> Json:
    """A step as a task of the log, so that every reader of the log can show it."""
    step_id = f"step-{number}"
    facts: Json = {"task_id": step_id, "id": step_id, "title": text, "status": "pending", "kickoff_sent": False}
    return facts | {"is_external": False, "due_at": None, "requirements": [], "submissions": [], "signals": []}


def _head(desk: Desk, skill: Skill, steps: int) -> str:
    return desk.words.say("follow.head", title=skill.title, steps=desk.words.count(steps, "step"))


def _numbered(desk: Desk) -> Iterator[str]:
    found = entries(desk.log)
    if not found:
        yield desk.words.say("follow.none")
    for number, entry in enumerate(found, 1):
        mark = "☑" if entry.done else "☐"
        last = f" – {entry.signals[-1]['summary']}" if entry.signals and not entry.done else ""
        yield f"- {mark} {number}. {entry.title}{last}"


async def _ticked(desk: Desk, numbers: tuple[int, ...]) -> Events:
    at, by = desk.now.isoformat(), desk.ask.speaker

    def change(log: Json) -> Json:
        tasks = [
            _done(entry, at, by.ref, by.name) if number in numbers and not entry.done else entry.raw
            for number, entry in enumerate(entries(log), 1)
        ]
        return {"tasks": tasks, "status": rolled_up(entries(log | {"tasks": tasks}), str(log.get("status") or ""))}

    found = entries(desk.patch(change))
    desk.note("step_done", f"Steps {', '.join(map(str, numbers))}", by.ref)
    left = sum(not entry.done for entry in found)
    key = "follow.left" if left else "follow.over"
    yield Say(text=page([desk.words.say(key, steps=desk.words.count(left, "step")), *_numbered(desk)]))
    yield desk.view()


def _done(entry: Entry, at: str, ref: str, name: str) -> Json:
    handed = {"received_at": at, "source_ref": ref, "summary": name, "accepted": True, "covered": [], "gaps": []}
    return entry.raw | {"status": "submitted", "submissions": [*entry.submissions, handed]}


async def _handed_in(desk: Desk) -> Events:
    """A file is put beside the step its name speaks of; whether that step is done only the owner says."""
    words = Words(desk.owner.locale)
    files = ", ".join(desk.ask.files)
    number = _meant(desk)
    name = desk.ask.speaker.name or desk.ask.speaker.address
    if number:
        summary = words.say("follow.file", files=files, name=name)
        sign = {"kind": "file", "at": desk.now.isoformat(), "summary": summary, "source_ref": desk.ask.speaker.ref}
        desk.patch(lambda log: {"tasks": list(_signed(entries(log), number, sign))})
    desk.note("captured", f"Files from {name}: {files}", desk.ask.speaker.ref)
    said = "follow.looks_like" if number else "follow.kept"
    yield Say(text=words.say(said, files=files, name=name, number=number))
    yield desk.view()


def _signed(found: tuple[Entry, ...], number: int, sign: Json) -> Iterator[Json]:
    for at, entry in enumerate(found, 1):
        known = at != number or entry.knows(str(sign["source_ref"]))
        yield entry.raw if known else entry.raw | {"status": "in_progress", "signals": [*entry.signals, sign]}


def _meant(desk: Desk) -> int:
    said = stems(BREAKS.sub(" ", " ".join((*desk.ask.files, desk.ask.text))))
    shared = [(len(said & stems(entry.title)), -at) for at, entry in enumerate(entries(desk.log), 1) if not entry.done]
    most, at = max(shared, default=(0, 0))
    return -at if most >= ALIKE else 0
